r"""Golden sets: cases kept as data, in JSON, JSONL, YAML or tables, alone or as several files.

`.json` holds a list, or an object `{"$schema"?, "cases": [...]}`; `.jsonl` and `.ndjson` one case a line; `.yaml` and
`.yml` the same as JSON with every scalar read as text; `.csv` and `.tsv` one case a row (`files/_csv.py` says how a
table is read). What a case may hold, and which spellings are taken for which, stands in `files/_case_shape.py`.

Editors complete and check a YAML file that begins with
`# yaml-language-server: $schema=…/golden-set.schema.json`, and a JSON file with a `"$schema"` key; the schemas are
shipped in `gaugeblock/schemas/`.

A set is read twice. The first pass checks everything and keeps only a hash of each id; the second gives the cases one
by one. JSONL and tables in UTF-8 are never held as a whole, JSON is while it is read; what YAML holds is kept, since it
is slow to parse (about 4 seconds a megabyte).
"""

import glob
import hashlib
import os
from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from gaugeblock._text import nearest
from gaugeblock.case import Case, case_digest
from gaugeblock.errors import GoldenSetError, UsageError
from gaugeblock.files._case_shape import CaseShape, case_of, faults_in
from gaugeblock.files._case_table import COLUMNS, record_of, unknown_columns
from gaugeblock.files._csv import open_table
from gaugeblock.files._decode import read_text, text_lines
from gaugeblock.files._document import read_document
from gaugeblock.files._faults import Fault, Faults, Loc, LocatedError, did_you_mean, faults_of, field_text, got, shown
from gaugeblock.files._json import json_elements, json_value

__all__ = ["NO_CASES", "GoldenSet", "open_golden_set"]


_UNPACKED = 20_000
"""About so many hashes are compared at a time; in a set one takes ten times the room that it has in an array."""


@dataclass(slots=True)
class _Record:
    """One case as it stands in a file, not checked yet."""

    line: int
    data: Any
    line_of: Callable[[Loc], int] | None = None
    """The line of a field; None: all fields stand on `line`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldenSet:
    """A golden set that has been checked from end to end."""

    files: tuple[Path, ...]
    count: int
    """How many cases there are; at least one."""
    digest: str
    """SHA-256 over the cases' digests, in order."""
    topics: Mapping[str, int]
    """Cases by topic, in order of appearance; the empty text counts those without one."""
    labelled: int
    """How many cases say themselves what people think of their answer: by labels, or as known to be bad."""
    _stamps: tuple[tuple[int, int], ...] = field(repr=False)
    _kept: Mapping[Path, Sequence[_Record]] = field(repr=False)
    """The records of YAML files, which take long to parse."""

    def cases(self) -> Iterator[Case]:
        """The cases, one by one, in order; each call reads the files anew.

        Raises:
            GoldenSetError: a file has changed since it was checked.
        """
        for path, stamp in zip(self.files, self._stamps, strict=True):
            if _stamp(path) != stamp:
                raise GoldenSetError(f"{shown(path)}: the file has changed since it was checked; start again.")
            name = shown(path)
            for record in self._kept.get(path) or _records(path):
                if isinstance(record, Fault):
                    raise GoldenSetError(str(record))
                case = _case(record, name, None)
                if case is not None:
                    yield case


NO_CASES = GoldenSet(files=(), count=0, digest="", topics={}, labelled=0, _stamps=(), _kept={})
"""A golden set without a case, for reading stored runs when the suite's own cannot be read."""


def open_golden_set(patterns: Sequence[str]) -> GoldenSet:
    """Read and check a golden set.

    Args:
        patterns: absolute paths or globs; the files are read in this order, those of a glob by name, each one once.

    Raises:
        GoldenSetError: with every fault of the files, one a line; after fifty the rest is counted. A set or a file
            without cases, and an id that stands twice, are faults too.
    """
    faults = Faults()
    files = _files(patterns, faults)
    if not files and not faults.count:
        faults.add("golden_set: no file is named; name one, or a glob such as cases/*.jsonl")
    first_pass = _FirstPass(faults)
    stamps = []
    for path in files:
        stamps.append(_stamp(path))
        first_pass.read(path)
    first_pass.compare_ids(files)
    faults.raise_if_any(GoldenSetError)
    return GoldenSet(
        files=files,
        count=len(first_pass.ids),
        digest=first_pass.digest.hexdigest(),
        topics=dict(first_pass.topics),
        labelled=first_pass.labelled,
        _stamps=tuple(stamps),
        _kept=first_pass.kept,
    )


class _FirstPass:
    """What the first pass gathers."""

    def __init__(self, faults: Faults) -> None:
        self.faults = faults
        self.ids = array("Q")
        """An 8-byte hash of each id, in order."""
        self.digest = hashlib.sha256()
        self.topics: Counter[str] = Counter()
        self.labelled = 0
        self.kept: dict[Path, list[_Record]] = {}
        """The records of YAML files."""

    def read(self, path: Path) -> None:
        """Check one file."""
        name, before = shown(path), len(self.ids) + self.faults.count
        kept = self.kept.setdefault(path, []) if path.suffix.lower() in _SLOW else None
        try:
            for record in _records(path):
                if isinstance(record, Fault):
                    self.faults.add(record)
                else:
                    self._take(record, name)
                    if kept is not None:
                        kept.append(record)
        except UsageError as e:
            self.faults.add(str(e))
        if len(self.ids) + self.faults.count == before:
            self.faults.add(Fault(file=name, words="there is no case in it; an empty golden set measures nothing"))

    def _take(self, record: _Record, name: str) -> None:
        case = _case(record, name, self.faults)
        if case is None:
            if case_id := _id_of(record.data):
                self.ids.append(_hash(case_id))
            return
        try:
            digest = case_digest(case)
        except (ValueError, RecursionError):
            words = "a number is beyond the range of a float, or values are nested too deep; write it as text"
            self.faults.add(Fault(file=name, line=record.line, subject=f"case {case.id}", words=words))
            return
        self.digest.update(digest.encode("ascii"))
        self.topics[case.topic] += 1
        self.labelled += bool(case.labels) or case.known_bad
        self.ids.append(_hash(case.id))

    def compare_ids(self, files: Sequence[Path]) -> None:
        """Find ids that stand twice; only where hashes are equal the files are read again for the ids themselves."""
        twice = _repeated(self.ids)
        if not twice:
            return
        places: dict[str, list[tuple[str, int]]] = {}
        for path in files:
            for case_id, line in _ids(path):
                if _hash(case_id) in twice:
                    places.setdefault(case_id, []).append((shown(path), line))
        for case_id, found in places.items():
            if len(found) > 1:
                self.faults.add(_double(case_id, found))


def _repeated(hashes: "array[int]") -> set[int]:
    """The hashes that stand more than once; only a part of them is unpacked at a time."""
    repeated: set[int] = set()
    parts = len(hashes) // _UNPACKED + 1
    for part in range(parts):
        seen: set[int] = set()
        for number in hashes:
            if number % parts == part:
                (repeated if number in seen else seen).add(number)
    return repeated


def _double(case_id: str, found: list[tuple[str, int]]) -> Fault:
    several_files = len({file for file, _ in found}) > 1
    places = [f"{file} line {line}" if several_files else f"line {line}" for file, line in found[:6]]
    more = f" and {len(found) - 6} more" if len(found) > 6 else ""
    file, line = found[-1]
    return Fault(
        file=file,
        line=line,
        subject=f"case {case_id}",
        words=f"the id stands more than once: {' and '.join(places)}{more}; results are kept by id, so rename one",
    )


def _ids(path: Path) -> Iterator[tuple[str, int]]:
    """The ids of a file that has been read once before."""
    try:
        for record in _records(path):
            if isinstance(record, _Record) and (case_id := _id_of(record.data)):
                yield case_id, record.line
    except UsageError:
        return  # it has been reported by the first pass


def _id_of(data: Any) -> str:
    value = data.get("id") if isinstance(data, dict) else None
    return str(value).strip() if isinstance(value, str | int) else ""


def _hash(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest())


def _stamp(path: Path) -> tuple[int, int]:
    try:
        stat = path.stat()
    except OSError:
        return 0, 0
    return stat.st_size, stat.st_mtime_ns


def _case(record: _Record, name: str, faults: Faults | None) -> Case | None:
    """The case, or None when something is wrong with it; without `faults` it is known to be right."""
    try:
        shape = _VALIDATE(record.data)
    except ValidationError as e:
        found = list(faults_of(e, CaseShape))
    else:
        found = faults_in(shape) if faults is not None else []
        if not found:
            return case_of(shape, f"{name}:{record.line}")
    if faults is not None:
        subject = f"case {got_id}" if (got_id := _id_of(record.data)) else ""
        for loc, words in found:
            line = record.line_of(loc) if record.line_of else record.line
            faults.add(Fault(file=name, line=line, subject=subject, field=field_text(loc), words=words))
    return None


_VALIDATE = CaseShape.__pydantic_validator__.validate_python


def _files(patterns: Sequence[str], faults: Faults) -> tuple[Path, ...]:
    """The files that the patterns name, each once."""
    found: dict[str, Path] = {}
    for pattern in patterns:
        paths = [pattern] if Path(pattern).exists() else _matches(pattern)
        if not paths:
            what = "no file fits the pattern" if glob.has_magic(pattern) else "there is no such file"
            faults.add(Fault(file=shown(Path(pattern)), words=f"{what}; correct golden_set"))
        for path in map(Path, paths):
            if path.is_dir():
                if path == Path(pattern):
                    faults.add(Fault(file=shown(path), words="this is a folder; name its files, such as *.jsonl"))
            elif path.suffix.lower() not in _READERS:
                words = f"unknown ending {path.suffix or '(none)'}; {did_you_mean(path.suffix, list(_READERS))}"
                faults.add(Fault(file=shown(path), words=words))
            else:
                found.setdefault(os.path.realpath(path), path)
    return tuple(found.values())


def _matches(pattern: str) -> list[str]:
    return sorted(glob.glob(pattern, recursive=True))  # noqa: PTH207 - the pattern is an absolute path


def _records(path: Path) -> Iterator[_Record | Fault]:
    """The cases of one file as they stand in it. Raises `GoldenSetError` where the file as a whole is unreadable."""
    try:
        yield from _READERS[path.suffix.lower()](path)
    except LocatedError as e:
        yield Fault(file=shown(path), line=e.line, words=e.words)


def _jsonl(path: Path) -> Iterator[_Record | Fault]:
    for number, line in enumerate(text_lines(path, GoldenSetError), start=1):
        if line.isspace():
            continue
        try:
            data = json_value(line, number)
        except LocatedError as e:
            torn = "" if line.endswith("\n") else "the last line is torn, the file ends in the middle of a case: "
            yield Fault(file=shown(path), line=number, words=torn + e.words)
            continue
        yield _checked(path, _Record(number, data))


def _json(path: Path) -> Iterator[_Record | Fault]:
    text = read_text(path, GoldenSetError)
    for element in json_elements(text, "cases"):
        yield _checked(path, _Record(element.line, element.value, element.line_of))


def _yaml(path: Path) -> Iterator[_Record | Fault]:
    document = read_document(path, GoldenSetError)
    data: Any = document.data
    base: Loc = ()
    if isinstance(data, dict):
        for key in (k for k in data if k not in ("cases", "$schema")):
            raise LocatedError(f'unexpected key "{key}"; expected one list cases', document.line_of((key,)))
        data, base = data.get("cases"), ("cases",)
    if data is None:
        return
    if not isinstance(data, list):
        raise LocatedError("expected a list, or an object with a list cases", document.line_of(base))
    for i, entry in enumerate(data):
        yield _checked(path, _Record(document.line_of((*base, i)), entry, document.lines_below((*base, i))))


def _table(path: Path) -> Iterator[_Record | Fault]:
    table = open_table(path, COLUMNS, GoldenSetError)
    strange = list(unknown_columns(table.names))
    for name in strange:
        near = nearest(name, COLUMNS)
        hint = f"did you mean {near}?" if near else "a case has no such field; take the column out"
        yield Fault(file=shown(path), line=1, words=f"unknown column {name}; {hint}")
    for row in table.rows:
        if isinstance(row, LocatedError):
            yield Fault(file=shown(path), line=row.line, words=row.words)
            continue
        cells = {name: cell for name, cell in row.cells.items() if name not in strange} if strange else row.cells
        try:
            yield _Record(row.line, record_of(cells, row.line))
        except LocatedError as e:
            yield Fault(file=shown(path), line=e.line, words=e.words)


def _checked(path: Path, record: _Record) -> _Record | Fault:
    if isinstance(record.data, dict):
        return record
    return Fault(file=shown(path), line=record.line, words=f"expected a case, an object, got {got(record.data)}")


_SLOW = (".yaml", ".yml")

_READERS: dict[str, Callable[[Path], Iterator[_Record | Fault]]] = {
    ".json": _json,
    ".jsonl": _jsonl,
    ".ndjson": _jsonl,
    ".yaml": _yaml,
    ".yml": _yaml,
    ".csv": _table,
    ".tsv": _table,
}
