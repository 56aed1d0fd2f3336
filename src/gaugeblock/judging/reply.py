"""Reading a judge's reply: one finding for each dimension asked, or the reason why there is none.

Reading and believing are two steps; here the evidence is only taken down. What counts as an answer is an object that
names an asked dimension, outside of thinking, and not a repeat of the text under test. Prose is never searched for
words or numbers, and a part that is missing is never a pass.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from gaugeblock._text import count_of, printable, shorten
from gaugeblock.judging._loose_json import Repair, parse_strict
from gaugeblock.judging._reply_echo import Echo
from gaugeblock.judging._reply_overall import contradiction
from gaugeblock.judging._reply_scan import Found, Scan, scan
from gaugeblock.judging._reply_values import Asked, Mention, Said, as_asked, gather, outcome, shown, strip
from gaugeblock.rubric import Rubric
from gaugeblock.verdict import MEANINGS, Finding, Reason

__all__ = ["READER_VERSION", "Reading", "read_reply"]

READER_VERSION = "1"
"""Part of a judge's identity; changes whenever the same reply would be read differently."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What a reply says about the dimensions asked."""

    findings: tuple[Finding, ...]
    """Exactly one for each asked dimension, in the order asked."""
    repairs: tuple[str, ...] = ()
    """Liberties taken with the reply as a whole; those that concern one dimension stand in its finding."""
    notes: tuple[str, ...] = ()
    """What a person should know: contradictions, extra dimensions, verdict-shaped text that was passed over."""
    thinking: str = ""
    """What the judge wrote as thinking; no verdict is taken from it."""
    shape: str = ""
    """The reply that was asked for, as shown to the judge; empty when every dimension was read."""

    @property
    def complaint(self) -> str:
        """What was wrong and which shape is expected, for the judge; empty when every dimension was read.

        It holds no words of the reply: those may come from the text under test.
        """
        by_reason: dict[Reason, list[str]] = {}
        for finding in self.findings:
            if finding.problem is not None:
                by_reason.setdefault(finding.problem, []).append(finding.dimension)
        if not by_reason:
            return ""
        faults = " ".join(
            f"{', '.join(names)}: {_FAULTS.get(reason, MEANINGS[reason])}." for reason, names in by_reason.items()
        )
        return f"{faults} Expected is one JSON object and nothing else: {self.shape}"


def read_reply(
    text: str, *, rubric: Rubric, dimensions: tuple[str, ...], finish_reason: str = "stop", answer: str = ""
) -> Reading:
    """What a judge's reply says about `dimensions`, without looking its quotes up. Never raises for any text.

    `finish_reason` is the provider's word for why the reply ended; `answer` is the text under test, whose own
    verdict-shaped parts count for nothing when the judge repeats them.

    >>> from gaugeblock.rubric import BinaryDimension
    >>> tone = BinaryDimension(name="tone", question="Is it polite?", pass_when="It is.")
    >>> rubric = Rubric(name="r", dimensions=(tone,))
    >>> read_reply('Sure! {"tone": {"verdict": "Fail."}}', rubric=rubric, dimensions=("tone",)).findings[0].verdict
    'fail'
    """
    sent = _Sent(text=text, asked=Asked(rubric, dimensions), rubric=rubric, finish_reason=finish_reason, answer=answer)
    plain = None if sent.limit or "{" in answer else parse_strict(text)
    findings = as_asked(plain[0], sent.asked) if plain else None
    return _read_closely(sent) if findings is None else Reading(findings=findings)


_CUT_SHORT = frozenset(
    (
        "length",
        "max_tokens",
        "model_length",
        "max_output_tokens",
        "max_completion_tokens",
        "model_context_window_exceeded",
        "incomplete",
    )
)
_FAULTS = {Reason.MISSING_DIMENSION: "the reply gives no verdict for it"}
"""What the judge is told where the reason's meaning is worded for other readers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sent:
    """A reply with all that its reading depends on."""

    text: str
    asked: Asked
    rubric: Rubric
    finish_reason: str
    answer: str

    @property
    def limit(self) -> bool:
        """The provider says that the reply was cut off."""
        return self.finish_reason.strip().lower() in _CUT_SHORT

    @property
    def ended(self) -> str:
        """The provider's word, for a detail."""
        return f"finish_reason: {printable(shorten(self.finish_reason[:80], 40)) or 'none'}"


@dataclass(frozen=True, slots=True, kw_only=True)
class _VerdictObject:
    """An object of the reply that names an asked dimension."""

    said: Said
    repairs: tuple[str, ...]
    """Those that belong to no single dimension."""
    by_dimension: dict[str, list[str]]
    """Repairs by dimension."""


def _read_closely(sent: _Sent) -> Reading:
    """The reading of a reply that is not exactly as it was asked for."""
    scanned = scan(sent.text, sent.asked.is_ours)
    sorting = _sorted(scanned.found, sent)
    obstacle = _obstacle(sent, scanned, sorting)
    notes = list(scanned.notes)
    if sorting.echoes:
        notes.append("verdict-shaped text repeated from the text under test was passed over")
    if obstacle is not None:
        findings = tuple(replace(obstacle, dimension=name) for name in sent.asked.names)
    else:
        findings = tuple(_settled(name, sorting.verdicts, sent) for name in sent.asked.names)
        notes += _notes(scanned, sorting.verdicts, findings, sent)
    repairs = [words for verdict in sorting.verdicts for words in verdict.repairs]
    return Reading(
        findings=findings,
        repairs=tuple(dict.fromkeys(scanned.repairs + repairs)),
        notes=tuple(dict.fromkeys(notes)),
        thinking="\n".join(part.strip() for part in scanned.thinking),
        shape="" if all(finding.problem is None for finding in findings) else _shape(sent.asked),
    )


@dataclass(slots=True)
class _Sorting:
    """The objects of a reply by what they are worth."""

    verdicts: list[_VerdictObject]
    others: list[Said]
    """Objects that name no asked dimension."""
    echoes: int = 0
    """Verdict objects that only repeat the text under test."""

    @property
    def named(self) -> set[str]:
        """The dimensions that some verdict object mentions."""
        return {mention.finding.dimension for verdict in self.verdicts for mention in verdict.said.mentions}


def _sorted(found: list[Found], sent: _Sent) -> _Sorting:
    sorting = _Sorting([], [])
    echo = Echo(sent.answer, sent.asked)
    for item in found:
        said = gather(item.value, sent.asked)
        if not said.mentions:
            sorting.others.append(said)
        elif echo.holds(item, said):
            sorting.echoes += 1
        else:
            sorting.verdicts.append(_verdict_object(item.repairs, said, sent.asked))
    return sorting


def _verdict_object(repairs: tuple[Repair, ...], said: Said, asked: Asked) -> _VerdictObject:
    whole = list(said.repairs)
    by_dimension: dict[str, list[str]] = {}
    for path, words in repairs:
        name = next((name for key in path if (name := asked.find(key)) in asked.anchored), None)
        known = whole if name is None else by_dimension.setdefault(name, [])
        if words not in known:
            known.append(words)
    return _VerdictObject(said=said, repairs=tuple(whole), by_dimension=by_dimension)


def _obstacle(sent: _Sent, scanned: Scan, sorting: _Sorting) -> Finding | None:
    """What keeps the whole reply from giving any verdict; None: each dimension is settled by itself."""
    named = sorting.named
    complete = named.issuperset(sent.asked.names)
    if complete and not scanned.cut and not scanned.broken:
        return None
    if not strip(sent.text):
        words = f"the reply was cut off (truncated, {sent.ended}) before its first word"
        return _problem(Reason.EMPTY_REPLY, words if sent.limit else "the reply is blank")
    if scanned.cut and (scanned.cut_is_ours or not complete):
        return _problem(Reason.TRUNCATED, f"the reply was cut off: it ends {printable(scanned.cut)} ({sent.ended})")
    if scanned.thinking_is_cut and not complete:
        return _problem(Reason.TRUNCATED, f"the reply was cut off inside the judge's thinking ({sent.ended})")
    if sent.limit and not named:
        return _problem(Reason.TRUNCATED, f"the reply was cut off before a verdict object was complete ({sent.ended})")
    if scanned.broken and sent.limit:
        return _problem(Reason.TRUNCATED, f"the reply was cut off ({sent.ended}): {printable(scanned.broken)}")
    if scanned.broken:
        return _problem(Reason.UNPARSABLE, f"the verdict object is malformed: {printable(scanned.broken)}")
    return None if named else _nothing(sent.text, scanned, sorting)


def _nothing(text: str, scanned: Scan, sorting: _Sorting) -> Finding:
    """Why a reply that is neither empty nor cut nor malformed has no verdict."""
    if sorting.echoes:
        words = "the only verdict object is a repeat of the text under test; the judge gave none of its own"
        return _problem(Reason.UNPARSABLE, words)
    if sorting.others:
        keys = _listed([key for said in sorting.others for key in said.extra])
        words = f"the reply's object names no dimension that was asked for; it has {keys}"
        return _problem(Reason.MISSING_DIMENSION, words)
    if scanned.thinking and not scanned.words_outside:
        return _problem(Reason.EMPTY_REPLY, "nothing follows the judge's thinking")
    begins = printable(shorten(text[:400]))
    return _problem(Reason.UNPARSABLE, f'no verdict object in the reply, which begins "{begins}"')


def _problem(reason: Reason, detail: str) -> Finding:
    return Finding(dimension="", problem=reason, detail=detail)


def _settled(name: str, verdicts: list[_VerdictObject], sent: _Sent) -> Finding:
    """The one finding of a dimension out of all its mentions; those that disagree cancel one another."""
    found = [finding for verdict in verdicts if (finding := _of_one_object(name, verdict)) is not None]
    if not found and sent.limit:
        detail = f"the reply was cut off ({sent.ended}) before it came to {name}"
        return Finding(dimension=name, problem=Reason.TRUNCATED, detail=detail)
    if not found:
        detail = f"the reply does not mention {name}"
        return Finding(dimension=name, problem=Reason.MISSING_DIMENSION, detail=detail)
    last = found[-1]
    if any(outcome(finding) != outcome(last) for finding in found):
        detail = f"verdict objects of the reply disagree: {_outcomes(found)}"
        return Finding(dimension=name, problem=Reason.CONFLICT, detail=detail, repairs=last.repairs)
    return last


def _of_one_object(name: str, verdict: _VerdictObject) -> Finding | None:
    mentions = [mention for mention in verdict.said.mentions if mention.finding.dimension == name]
    if not mentions:
        return None
    repairs = tuple(verdict.by_dimension.get(name, ()))
    finding = mentions[0].finding if len(mentions) == 1 else _of_duplicates(name, mentions)
    return replace(finding, repairs=repairs + finding.repairs) if repairs else finding


def _of_duplicates(name: str, mentions: list[Mention]) -> Finding:
    findings = [mention.finding for mention in mentions]
    keys = " and ".join(dict.fromkeys(shown(mention.key) for mention in mentions))
    repairs = tuple(dict.fromkeys(words for finding in findings for words in finding.repairs))
    if any(outcome(finding) != outcome(findings[0]) for finding in findings):
        detail = f"duplicate key {keys} with different values: {_outcomes(findings)}"
        return Finding(dimension=name, problem=Reason.CONFLICT, detail=detail, repairs=repairs)
    quotes = tuple(dict.fromkeys(quote for finding in findings for quote in finding.quotes))
    return replace(findings[-1], quotes=quotes, repairs=(*repairs, f"duplicate key {keys} with an equal value"))


def _outcomes(findings: list[Finding]) -> str:
    words = dict.fromkeys(f.verdict or f.score or f"{f.problem} ({f.detail})" for f in findings)
    return shorten(" and ".join(words), 200)


def _notes(scanned: Scan, verdicts: list[_VerdictObject], findings: tuple[Finding, ...], sent: _Sent) -> Iterable[str]:
    if len(verdicts) > 1:
        yield f"the reply holds {count_of(len(verdicts), 'verdict object')}"
    if sent.limit and all(finding.problem is not Reason.TRUNCATED for finding in findings):
        yield f"the reply was cut off ({sent.ended}) after a complete verdict object"
    if scanned.thinking_is_cut:
        yield "thinking that never ends follows the verdict"
    if scanned.cut:
        yield "an object that is cut follows the verdict"
    extra = [key for verdict in verdicts for key in verdict.said.extra]
    if extra:
        yield f"not asked for and passed over: {_listed(extra)}"
    for verdict in verdicts:
        for claim in verdict.said.overall:
            words = contradiction(claim, findings, pass_at=sent.rubric.pass_at)
            if words:
                yield words


def _listed(keys: list[str]) -> str:
    names = list(dict.fromkeys(shown(key) for key in keys[:200]))
    more = f" and {len(names) - 8} more" if len(names) > 8 else ""
    return (", ".join(names[:8]) + more) or "no keys"


def _shape(asked: Asked) -> str:
    parts = [
        f'"{name}": {{"evidence": "exact words", '
        + ('"score": 0, 0.25, 0.5, 0.75 or 1}' if anchored else '"verdict": "pass" or "fail"}')
        for name, anchored in asked.anchored.items()
    ]
    return "{" + ", ".join(parts) + "}"
