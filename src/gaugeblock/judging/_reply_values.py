"""From what stands in a verdict object to findings: which dimension, which of the permitted values, which quotes.

What counts as a verdict: the word pass or the word fail, after blanks, casing and one full stop at the end are put
aside. What counts as a score: a number from 0 to 1, also as text. Nothing is clamped, divided or guessed.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from gaugeblock._text import printable, shorten
from gaugeblock.judging._loose_json import BLANK, Number, Value
from gaugeblock.rubric import ANCHORS, AnchoredDimension, Rubric
from gaugeblock.verdict import Finding, Quote, Reason

__all__ = ["Asked", "Mention", "Said", "as_asked", "gather", "outcome", "shown", "strip", "word_of"]


class Asked:
    """The dimensions asked about, and how to know their names again."""

    def __init__(self, rubric: Rubric, dimensions: tuple[str, ...]) -> None:
        self.names = dimensions
        kinds = {d.name: isinstance(d, AnchoredDimension) for d in rubric.dimensions}
        self.anchored = {name: kinds[name] for name in dimensions}
        self._rubric = rubric
        self._folded: dict[str, str | None] | None = None

    def find(self, key: str) -> str | None:
        """The rubric's name that a key means, in another casing or with other separators too; None: none, or two."""
        if key in self.anchored:
            return key
        if self._folded is None:
            self._folded = {}
            for name in dict.fromkeys((*self._rubric.names, *self.names)):
                folded = _fold(name)
                self._folded[folded] = None if folded in self._folded else name
        return self._folded.get(_fold(key))

    def stands_in(self, text: str) -> bool:
        """Whether a text names any of the dimensions, in whatever casing and with whatever separators."""
        folded = _fold(text)
        return any(_fold(name) in folded for name in self.names)

    def is_ours(self, key: str) -> bool:
        """Whether a key shows that its object is, or holds, a verdict."""
        return key in self.anchored or self.find(key) is not None or _fold(key) in _TELLING


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """One place in one object where a dimension is given a value."""

    key: str
    """The name as the judge wrote it."""
    finding: Finding


@dataclass(slots=True)
class Said:
    """What one object says."""

    mentions: list[Mention]
    overall: list[Value]
    """The judge's own overall, each time it is given."""
    extra: list[str]
    """Keys nobody asked for."""
    repairs: list[str]


def gather(value: Value, asked: Asked) -> Said:
    """Every mention of an asked dimension in one object, through known wrappers."""
    said = Said([], [], [], [])
    _gather(value, asked, said, depth=0)
    if not said.mentions and len(asked.names) == 1 and isinstance(value, tuple) and not _named(value):
        keys = {_fold(key) for key, _ in value}
        if keys & {"verdict", "score"}:
            name = asked.names[0]
            finding = _finding(name, value, anchored=asked.anchored[name])
            repair = "dimension's name left out; only one was asked"
            said.mentions.append(Mention(key=name, finding=_with(finding, repair)))
            said.extra.clear()
    return said


def as_asked(value: Value, asked: Asked) -> tuple[Finding, ...] | None:
    """The findings of an object that is exactly what was asked for, quickly; None: it takes a closer look."""
    if not isinstance(value, tuple) or len(value) != len(asked.names):
        return None
    found: dict[str, Finding] = {}
    for key, inner in value:
        if key not in asked.anchored or key in found or type(inner) is not tuple or len(inner) != 2:
            return None
        finding = _plain(key, inner, anchored=asked.anchored[key])
        if finding is None:
            return None
        found[key] = finding
    return tuple([found[name] for name in asked.names])


def outcome(finding: Finding) -> tuple[str | None, Decimal | None, Reason | None]:
    """What two mentions must share to agree: the word, the number's value, the problem."""
    return finding.verdict, None if finding.score is None else Decimal(finding.score), finding.problem


def shown(value: Value) -> str:
    """A value in few words, for a detail."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Number):
        return printable(shorten(value[:400], 40))
    if isinstance(value, str):
        return f'"{printable(shorten(value[:400], 60))}"'
    return "a list" if isinstance(value, list) else "an object"


def strip(text: str) -> str:
    """The text without blanks at its ends, the invisible ones included."""
    plain = text.strip()
    return _EDGE.sub("", plain) if plain and not (plain[0].isascii() and plain[-1].isascii()) else plain


def word_of(value: Value) -> str | None:
    """`pass` or `fail` when the value is that word, presentation aside; else None."""
    if type(value) is not str or len(value) > 200:
        return None
    word = strip(value).lower()
    word = strip(word[:-1]) if word.endswith(".") else word
    return word if word in _VERDICTS else None


_VERDICTS = ("pass", "fail")
_ANCHORS = frozenset(ANCHORS)
_WRAPPERS = frozenset(
    (
        *("dimensions", "dimensionresults", "dimensionverdicts", "verdicts", "verdict", "results", "result"),
        *("findings", "finding", "evaluation", "evaluations", "scores", "score", "ratings", "grades", "audit"),
        *("judgement", "judgements", "judgment", "judgments", "assessment", "assessments", "review", "report"),
        "criteria",
    )
)
"""Names under which a judge may put its dimensions; no name that a quotation of the answer could have."""

_NAME_KEYS = frozenset(("dimension", "name", "criterion", "criteria", "category"))
_OVERALL = frozenset(("overall", "overallverdict", "overallscore", "overallresult", "overallstatus"))
_EVIDENCE = frozenset(("evidence", "quote", "quotes", "quotation", "quotations"))
_QUOTED = frozenset(("quote", "text", "evidence"))
_REMARK = frozenset(("reason", "reasoning", "explanation", "rationale", "justification", "comment"))
_TELLING = _WRAPPERS | _OVERALL | {"dimension", "criterion"}
_SEPARATORS = re.compile(r"[\s_\-]+")
_NUMERIC = re.compile(r"\+?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,6})?")
_LONGEST_NUMBER = 64
_EDGE = re.compile(rf"\A[{BLANK}]+|[{BLANK}]+\Z")
_DEEPEST_WRAPPER = 4
_LONGEST_ENTRY = 12


def _fold(name: str) -> str:
    return _SEPARATORS.sub("", unicodedata.normalize("NFKC", name).casefold())


def _gather(value: Value, asked: Asked, said: Said, *, depth: int) -> None:
    if depth > _DEEPEST_WRAPPER:
        return
    if isinstance(value, list):
        for item in value:
            _gather(item, asked, said, depth=depth + 1)
        return
    if not isinstance(value, tuple):
        return
    if not any(key in asked.anchored for key, _ in value):
        named = _named(value)
        if named is not None and not any(asked.find(key) in asked.anchored for key, _ in value):
            _mention(named, value, asked, said)
            return
    for key, inner in value:
        if key in asked.anchored:
            said.mentions.append(Mention(key=key, finding=_finding(key, inner, anchored=asked.anchored[key])))
        elif isinstance(inner, (tuple, list)) and _fold(key) in _WRAPPERS and asked.find(key) is None:
            said.repairs.append(f"read inside {shown(key)}")
            _gather(inner, asked, said, depth=depth + 1)
        else:
            _mention(key, inner, asked, said)


def _mention(key: str, value: Value, asked: Asked, said: Said) -> None:
    name = asked.find(key)
    if name is not None and name in asked.anchored:
        finding = _finding(name, value, anchored=asked.anchored[name])
        if key != name:
            finding = _with(finding, f"name {shown(key)} read as {name}")
        said.mentions.append(Mention(key=key, finding=finding))
    elif _fold(key) in _OVERALL:
        said.overall.append(value)
    else:
        said.extra.append(key)


def _named(value: tuple[tuple[str, Any], ...]) -> str | None:
    """The name in an entry such as `{"dimension": NAME, "verdict": …}`; None: this is no such entry."""
    if len(value) > _LONGEST_ENTRY:
        return None
    name, has_value = None, False
    for key, inner in value:
        folded = _fold(key)
        if folded in _NAME_KEYS and type(inner) is str and name is None:
            name = inner
        has_value = has_value or folded in ("verdict", "score")
    return name if has_value else None


def _finding(name: str, value: Value, *, anchored: bool) -> Finding:
    if isinstance(value, list) and len(value) == 1 and isinstance(value[0], tuple):
        return _with(_finding(name, value[0], anchored=anchored), "one object taken out of a list")
    if isinstance(value, tuple):
        return _from_object(name, value, anchored=anchored)
    return _from_value(name, value, anchored=anchored)


def _plain(name: str, pairs: tuple[tuple[str, Any], ...], *, anchored: bool) -> Finding | None:
    """The finding of a value and one quote, both as they should be; else None."""
    (key, value), (evidence_key, quote) = pairs if pairs[1][0] == "evidence" else (pairs[1], pairs[0])
    if evidence_key != "evidence" or type(quote) is not str or not quote[:1].isalnum():
        return None
    if not anchored and key == "verdict" and type(value) is str and value in _VERDICTS:
        return Finding(dimension=name, verdict=value, quotes=(Quote(text=quote),))
    if anchored and key == "score" and type(value) is Number and value in _ANCHORS:
        return Finding(dimension=name, score=str(value), quotes=(Quote(text=quote),))
    return None


def _from_value(name: str, value: Value, *, anchored: bool) -> Finding:
    if value is None or (type(value) is str and not strip(value)):
        detail = f"{shown(value)} came in place of a {'score' if anchored else 'verdict'}"
        return Finding(dimension=name, problem=Reason.MISSING_DIMENSION, detail=detail)
    if anchored:
        return _score(name, value)
    word = word_of(value)
    if word is None:
        detail = f"{shown(value)} came, pass or fail was asked for"
        return Finding(dimension=name, problem=Reason.OFF_SCALE, detail=detail)
    repairs = () if word == value else (f"{shown(value)} read as {word}",)
    return Finding(dimension=name, verdict=word, repairs=repairs)


def _score(name: str, value: Value) -> Finding:
    text = strip(value) if isinstance(value, str) and len(value) <= _LONGEST_NUMBER * 4 else ""
    if len(text) <= _LONGEST_NUMBER and _NUMERIC.fullmatch(text) and 0 <= Decimal(text) <= 1:
        repairs = () if isinstance(value, Number) else (f"score given as text, {shown(value)}",)
        return Finding(dimension=name, score=str(text), repairs=repairs)
    detail = f"{shown(value)} came, a number from 0 to 1 was asked for"
    return Finding(dimension=name, problem=Reason.OFF_SCALE, detail=detail)


def _from_object(name: str, pairs: tuple[tuple[str, Any], ...], *, anchored: bool) -> Finding:
    own, other = ("score", "verdict") if anchored else ("verdict", "score")
    values: list[Value] = []
    others: list[Value] = []
    quotes: list[Quote] = []
    repairs: list[str] = []
    evidence_keys, remark, where = 0, "", None
    for key, value in pairs:
        folded = key if key in _PLAIN_KEYS else _fold(key)
        if folded == own:
            values.append(value)
        elif folded == other:
            others.append(value)
        elif folded in _EVIDENCE:
            evidence_keys += 1
            quotes += _quotes(value, repairs)
        elif folded == "where" and type(value) is str:
            where = value
        elif folded in _REMARK and type(value) is str and not remark:
            remark = printable(shorten(value[:1200], 300))
    if not values and others:
        repairs.append(f'{own} read from "{other}"')
        values = others
    if evidence_keys > 1:
        repairs.append("duplicate evidence key, all quotes kept")
    finding = _one_of(name, values, pairs, anchored=anchored)
    if where is not None:
        quotes = [replace(quote, where=quote.where or where) for quote in quotes]
    return replace(
        finding,
        quotes=tuple(dict.fromkeys(quotes)),
        repairs=finding.repairs + tuple(dict.fromkeys(repairs)),
        detail=finding.detail or remark,
    )


_PLAIN_KEYS = frozenset(("verdict", "score", "evidence", "where", "quote", "reason"))


def _one_of(name: str, values: list[Value], pairs: tuple[tuple[str, Any], ...], *, anchored: bool) -> Finding:
    """The finding of the values that one object gives: one, none, or several that must agree."""
    wanted = "score" if anchored else "verdict"
    if not values:
        keys = ", ".join(shown(key) for key, _ in pairs[:5]) or "none"
        detail = f"no {wanted} in it; its keys: {keys}"
        return Finding(dimension=name, problem=Reason.MISSING_DIMENSION, detail=detail)
    findings = [_from_value(name, value, anchored=anchored) for value in values]
    if len(findings) == 1:
        return findings[0]
    if all(outcome(finding) == outcome(findings[0]) for finding in findings):
        return _with(findings[-1], f"duplicate {wanted} key with an equal value")
    detail = f"duplicate key in its own object: {wanted} {_several(values)}"
    return Finding(dimension=name, problem=Reason.CONFLICT, detail=detail)


def _several(values: list[Value]) -> str:
    return " and ".join(dict.fromkeys(shown(value) for value in values[:4]))


def _quotes(value: Value, repairs: list[str]) -> Iterator[Quote]:
    """The quotes in an evidence value: text, null, an object with `quote` or `text`, or a list of these."""
    for item in value if isinstance(value, list) else (value,):
        if isinstance(item, tuple):
            yield from _quote_objects(item)
        elif isinstance(item, Number):
            repairs.append("number given as evidence read as text")
            yield Quote(text=str(item))
        elif isinstance(item, str):
            if strip(item):
                yield Quote(text=item)
        elif item is not None:
            repairs.append(f"evidence passed over: {shown(item)}")


def _quote_objects(pairs: tuple[tuple[str, Any], ...]) -> Iterator[Quote]:
    where = next((value for key, value in pairs if _fold(key) == "where" and type(value) is str), None)
    for key, value in pairs:
        if _fold(key) in _QUOTED and type(value) is str and strip(value):
            yield Quote(text=value, where=where)


def _with(finding: Finding, repair: str) -> Finding:
    return replace(finding, repairs=(*finding.repairs, repair))
