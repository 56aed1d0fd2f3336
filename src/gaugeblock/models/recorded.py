"""A judge whose replies stand in a file: one JSON object a line.

`{"case_id": …, "trial": 1, "reply": …, "finish_reason": "stop", "dimension": …}`; `trial`, `finish_reason` and
`dimension` may be left out. `reply` is the raw text a model would have sent; an object is accepted and written out as
JSON, so a recording that must keep the exact characters of a reply writes it as text.
The second line with the same case, trial and dimension is the reply to the re-ask; a third is refused.
A question about a single dimension is answered by the lines that name it, else by the lines that name none.
Further fields are allowed and not read.

Only hashes and places are kept in memory, 32 bytes a line; a reply is read when it is asked for.
"""

import json
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from gaugeblock._reasons import Reason
from gaugeblock._text import count_of, nearest, shorten
from gaugeblock.errors import ConfigError, JudgeError
from gaugeblock.ports import Ask, Reply

__all__ = ["RecordedModel"]

_FIELDS: Mapping[str, tuple[str, Callable[[Any], bool]]] = {
    "case_id": ("a text that is not empty", lambda value: isinstance(value, str) and value != ""),
    "reply": ("the reply's text", lambda value: isinstance(value, str | dict)),
    "trial": ("a whole number from 1 on", lambda value: type(value) is int and value >= 1),
    "dimension": ("a text", lambda value: value is None or isinstance(value, str)),
    "finish_reason": ("a text", lambda value: value is None or isinstance(value, str)),
}
"""What is read: what is expected of it, in words and as a check."""
_KNOWN = frozenset(_FIELDS)
_REQUIRED = frozenset({"case_id", "reply"})
_MOST_FAULTS = 50
_UNPACKED = 20_000
"""About so many hashes are compared at a time; in a set one takes ten times the room that it has in an array."""


class _Line(NamedTuple):
    case_id: str
    trial: int
    dimension: str | None
    reply: str
    finish_reason: str

    @property
    def key(self) -> tuple[str, int, str | None]:
        return (self.case_id, self.trial, self.dimension)


class RecordedModel:
    """A `Model` that answers from a file; `name` is the judge's name as written in the suite.

    Raises:
        ConfigError: the file cannot be read, or has faulty lines; the message lists them with file and line.
    """

    uses_language_model = True
    settles = False

    def __init__(self, path: Path, *, name: str | None = None) -> None:
        self.name = name if name is not None else f"recorded:{path.name}"
        self._path = path
        self._index = _read_index(path, self.name)

    def identity(self) -> Mapping[str, str]:
        """The file's name as written in the suite."""
        return {"model": self.name}

    def has_reply(self, ask: Ask) -> bool:
        """Whether a line answers this question; without one for attempt 2 there is nothing to ask again."""
        return self._find(ask) is not None

    async def ask(self, ask: Ask) -> Reply:
        """The recorded reply.

        Raises:
            JudgeError: no line answers the question (`no_recorded_reply`).
        """
        line = self._find(ask)
        if line is None:
            raise JudgeError(self._missing(ask), reason=Reason.NO_RECORDED_REPLY)
        return Reply(text=line.reply, finish_reason=line.finish_reason, served_model=self.name)

    async def close(self) -> None:
        """Nothing is held open."""

    def unknown_cases(self, known_ids: Iterable[str]) -> tuple[str, ...]:
        """Case ids in the file that are not among `known_ids`, each once, in file order; for a warning."""
        index, known = self._index, array("q", map(hash, known_ids))
        parts = len(known) // _UNPACKED + 1
        places: list[int] = []
        for part in range(parts):
            these = {number for number in known if number % parts == part}
            beside = zip(index.cases, index.case_places, strict=True)
            places += [place for case, place in beside if case % parts == part and case not in these]
        return tuple(dict.fromkeys(line.case_id for line in _lines_at(self._path, sorted(places))))

    def _find(self, ask: Ask) -> _Line | None:
        single = ask.dimensions[0] if len(ask.dimensions) == 1 else None
        for dimension in dict.fromkeys((single, None)):
            lines = self._lines((ask.case.id, ask.trial, dimension))
            if lines:
                return lines[ask.attempt - 1] if ask.attempt <= len(lines) else None
        return None

    def _lines(self, key: tuple[str, int, str | None]) -> list[_Line]:
        found = _lines_at(self._path, self._index.places_of(hash(key)))
        return [line for line in found if line.key == key]

    def _missing(self, ask: Ask) -> str:
        about = f"case '{shorten(ask.case.id)}'"
        if ask.trial != 1:
            about += f", trial {ask.trial}"
        if len(ask.dimensions) == 1:
            about += f", dimension '{ask.dimensions[0]}'"
        if ask.attempt > 1:
            return f"{self.name} has no second line for {about}"
        by_dimension = any(self._lines((ask.case.id, ask.trial, d)) for d in ask.dimensions)
        words = "; its lines name one dimension each: set judge.granularity to per_dimension" if by_dimension else ""
        return f"{self.name} has no line for {about}{words}"


@dataclass(frozen=True, slots=True)
class _Index:
    """Where the lines stand, by hash; hashes may collide, so a line that is read is compared with what was sought."""

    keys: "array[int]"
    """Hashes of case, trial and dimension, ascending."""
    places: "array[int]"
    """Offsets in bytes, beside `keys`; equal hashes in file order."""
    cases: "array[int]"
    """Hashes of the case ids, in file order."""
    case_places: "array[int]"

    def places_of(self, key: int) -> Iterator[int]:
        """The offsets of lines with that hash."""
        at = bisect_left(self.keys, key)
        while at < len(self.keys) and self.keys[at] == key:
            yield self.places[at]
            at += 1


def _read_index(path: Path, name: str) -> _Index:
    keys, cases, places = array("q"), array("q"), array("q")
    faults: list[str] = []
    try:
        with path.open("rb") as file:
            for number, place, raw in _raw_lines(file):
                try:
                    line = _parsed(raw)
                except ValueError as fault:
                    faults.append(f"{path}:{number}: {fault}")
                    continue
                keys.append(hash(line.key))
                cases.append(hash(line.case_id))
                places.append(place)
    except OSError as error:
        raise ConfigError(
            f"judge.model {name}: the file {path} cannot be read: {error.strerror or error}.",
            hint="Paths are relative to the suite file.",
        ) from None
    order = sorted(range(len(keys)), key=keys.__getitem__)
    index = _Index(array("q", (keys[i] for i in order)), array("q", (places[i] for i in order)), cases, places)
    faults += _third_lines(path, index)
    if faults:
        raise ConfigError(_listed(name, faults))
    return index


def _raw_lines(file: Any) -> Iterator[tuple[int, int, bytes]]:
    """Number, offset and bytes of every line that is not blank."""
    place = 0
    for number, raw in enumerate(file, start=1):
        if raw.strip() and raw.strip() != b"\xef\xbb\xbf":
            yield number, place, raw
        place += len(raw)


def _lines_at(path: Path, places: Iterable[int]) -> list[_Line]:
    places = list(places)
    if not places:
        return []
    try:
        with path.open("rb") as file:
            return [_line_at(file, place) for place in places]
    except (OSError, ValueError) as error:
        raise JudgeError(f"{path} changed while it was in use: {error}", reason=Reason.NO_RECORDED_REPLY) from None


def _line_at(file: Any, place: int) -> _Line:
    file.seek(place)
    return _parsed(file.readline())


def _third_lines(path: Path, index: _Index) -> list[str]:
    """Faults for lines beyond the second of one call; only groups of equal hashes are read again."""
    faults = []
    keys, places = index.keys, index.places
    start = 0
    for end in range(1, len(keys) + 1):
        if end < len(keys) and keys[end] == keys[start]:
            continue
        if end - start > 2:
            group = _lines_at(path, places[start:end])
            for key in dict.fromkeys(line.key for line in group):
                same = [p for p, line in zip(places[start:end], group, strict=True) if line.key == key]
                faults += [_third_line(path, place, key) for place in same[2:]]
        start = end
    return faults


def _third_line(path: Path, place: int, key: tuple[str, int, str | None]) -> str:
    with path.open("rb") as file:
        number = file.read(place).count(b"\n") + 1
    about = f"case '{shorten(key[0])}', trial {key[1]}" + (f", dimension '{key[2]}'" if key[2] is not None else "")
    return f"{path}:{number}: more than two lines for {about}: the first is the reply, the second that to the re-ask."


def _listed(name: str, faults: list[str]) -> str:
    shown = faults[:_MOST_FAULTS]
    more = [f"… and {count_of(len(faults) - len(shown), 'further fault')}."] if len(faults) > len(shown) else []
    return "\n".join([f"judge.model {name}: {count_of(len(faults), 'fault')} in the recorded replies.", *shown, *more])


def _parsed(raw: bytes) -> _Line:
    """The line's contents. Raises `ValueError` with what was expected and what came."""
    try:
        value = _DECODER.decode(raw.strip().removeprefix(b"\xef\xbb\xbf").decode("utf-8", "surrogatepass"))
    except UnicodeDecodeError as error:
        raise ValueError(f"not UTF-8 at byte {error.start + 1} of the line.") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"not JSON: {error.msg} at column {error.colno}.") from None
    except RecursionError:
        raise ValueError("not readable: nested too deeply.") from None
    if not isinstance(value, dict):
        raise ValueError(f"expected an object {{…}}, got {_kind(value)}.")
    if not value.keys() <= _KNOWN:
        _refuse_misspelled(value)
    for name, (what, right) in _FIELDS.items():
        if name in value:
            if not right(value[name]):
                raise ValueError(f"'{name}': expected {what}, got {_kind(value[name])}.")
        elif name in _REQUIRED:
            raise ValueError(f"'{name}' is missing: expected {what}.")
    reply = value["reply"]
    return _Line(
        value["case_id"],
        value.get("trial", 1),
        value.get("dimension"),
        reply if isinstance(reply, str) else json.dumps(reply, ensure_ascii=False),
        value.get("finish_reason") or "stop",
    )


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object; a key that stands twice is refused, since one of its values would be lost."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the key '{shorten(twice, 40)}' stands twice in one object; write such a reply as text.")
    return found


_DECODER = json.JSONDecoder(object_pairs_hook=_object)


def _refuse_misspelled(value: dict[str, Any]) -> None:
    absent = tuple(name for name in _FIELDS if name not in value)
    for name in sorted(value.keys() - _KNOWN):
        meant = _meant(name, absent)
        if meant:
            raise ValueError(f"there is no field '{shorten(name, 40)}'; did you mean '{meant}'?")


@lru_cache(maxsize=256)
def _meant(name: str, absent: tuple[str, ...]) -> str:
    """Which absent field was meant by a name that differs from it by a letter or two; empty: none."""
    meant = nearest(name, absent)
    return meant if meant and len(set(name) ^ set(meant)) <= 2 else ""


def _kind(value: Any) -> str:
    if value is None:
        return "null"
    return shorten(json.dumps(value, ensure_ascii=True), 60)
