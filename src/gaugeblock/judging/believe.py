"""From what a judge said to verdicts: the score snapped, the threshold compared, the evidence looked up.

What counts as proof, by direction: a pass is proved by words of the response or the source; a fail by words of the
place its dimension's `on_fail` names, an absence by the source's words or a disclaimer the rubric declares. Under
`evidence: required` every quote that is given must be found, and where one is needed, one that is not trivial must
stand in such a place; else the verdict is void. Under `advisory` it stands, and its detail says what is wrong.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from types import MappingProxyType

from gaugeblock._conversation import answer_text
from gaugeblock._text import shorten
from gaugeblock.case import Case
from gaugeblock.judging.evidence import Texts, is_trivial, look_up, why_not_found
from gaugeblock.rubric import AnchoredDimension, Dimension, EvidenceMode, EvidenceRule, OnFail, OnPass, Rubric
from gaugeblock.stats._undefined import Undefined
from gaugeblock.stats.score import snap
from gaugeblock.verdict import Evidence, Finding, Origin, Quote, Reason, Status, Verdict

__all__ = ["NOTHING_TO_QUOTE", "believe", "complaint", "unaskable", "void"]

NOTHING_TO_QUOTE = "nothing to quote"
"""The detail of a pass that has no quote and needs none."""

_PASS_PLACES = ("response", "source")
_FAIL_PLACES: Mapping[OnFail, tuple[str, ...]] = MappingProxyType(
    {
        OnFail.RESPONSE: ("response",),
        OnFail.SOURCE: ("source",),
        OnFail.EITHER: ("response", "source"),
        OnFail.ABSENCE: ("source", "rubric"),
    }
)
_PLACE_WORDS: Mapping[str, str] = MappingProxyType(
    {
        "response": "the response",
        "source": "the source",
        "rubric": "the rubric's disclaimers",
        "input": "the question",
    }
)
_NO_QUOTE = frozenset(
    {"", "n/a", "na", "none", "null", "nil", "nothing", "nothing to quote", "no quote", "no evidence", "not applicable"}
)
_SKIPPING = frozenset({Reason.JUDGE_UNAVAILABLE, Reason.INTERRUPTED})


def believe(
    findings: tuple[Finding, ...],
    *,
    case: Case,
    rubric: Rubric,
    trial: int = 1,
    judge_digest: str = "",
    origin: Origin = Origin.GOLDEN,
    at: datetime | None = None,
) -> tuple[Verdict, ...]:
    """One verdict for each finding, in their order; a finding on a dimension the rubric does not have is left out."""
    texts = Texts(case, rubric)
    blank = _Blank(case=case, trial=trial, judge_digest=judge_digest, origin=origin, at=at)
    known = {d.name: d for d in rubric.dimensions}
    return tuple(_verdict(f, known[f.dimension], rubric, texts, blank) for f in findings if f.dimension in known)


def void(
    dimensions: tuple[str, ...],
    reason: Reason,
    detail: str,
    *,
    case: Case,
    trial: int = 1,
    judge_digest: str = "",
    origin: Origin = Origin.GOLDEN,
    at: datetime | None = None,
) -> tuple[Verdict, ...]:
    """The same verdict for each dimension: unscored (skipped where nothing was asked) for one common reason."""
    blank = _Blank(case=case, trial=trial, judge_digest=judge_digest, origin=origin, at=at)
    status = Status.SKIPPED if reason in _SKIPPING else Status.UNSCORED
    return tuple(blank.verdict(name, status, reason=reason, detail=detail) for name in dimensions)


def complaint(verdicts: Sequence[Verdict], rubric: Rubric) -> str:
    """What to tell the judge on the one re-ask about evidence that did not hold; empty when all of it did.

    No quoted word is repeated: it may be text under test, and the complaint stands outside every enclosure.
    """
    told = (_told(v, rubric) for v in verdicts)
    return "\n".join(words for words in told if words)


def unaskable(case: Case, rubric: Rubric, dimensions: Sequence[str]) -> dict[str, Reason]:
    """The dimensions that no judge need be asked about, and why: there is no answer, or no source where one is due."""
    if case.output is None or not answer_text(case.output).strip():
        return dict.fromkeys(dimensions, Reason.NO_RESPONSE)
    if any(passage.text.strip() for passage in case.source or ()):
        return {}
    return {name: Reason.NO_SOURCE for name in dimensions if rubric.dimension(name).needs_source}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Blank:
    """What all verdicts of one case and trial share."""

    case: Case
    trial: int
    judge_digest: str
    origin: Origin
    at: datetime | None

    def verdict(
        self,
        dimension: str,
        status: Status,
        *,
        reason: Reason | None = None,
        detail: str = "",
        score: float | None = None,
        raw_score: str | None = None,
        evidence: tuple[Evidence, ...] = (),
        repairs: tuple[str, ...] = (),
    ) -> Verdict:
        return Verdict(
            case_id=self.case.id,
            dimension=dimension,
            trial=self.trial,
            status=status,
            score=score,
            raw_score=raw_score,
            reason=reason,
            detail=detail,
            evidence=evidence,
            repairs=repairs,
            topic=self.case.topic,
            judge_digest=self.judge_digest,
            origin=self.origin,
            at=self.at,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Claim:
    """What the judge claims: a direction, with the snapped score of an anchored dimension; or why there is none."""

    passed: bool = False
    score: float | None = None
    problem: Reason | None = None
    words: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Proof:
    """The evidence after it was looked up."""

    evidence: tuple[Evidence, ...]
    fault: Reason | None = None
    words: tuple[str, ...] = ()


def _verdict(finding: Finding, d: Dimension, rubric: Rubric, texts: Texts, blank: _Blank) -> Verdict:
    claim = _claim(finding, d, rubric)
    quotes = tuple(q for q in finding.quotes if q.text.strip(" .-–—()[]\t\n").casefold() not in _NO_QUOTE)
    if claim.problem is not None:
        proof = _Proof(evidence=tuple(look_up(q, texts, prefer=_PASS_PLACES) for q in quotes))
    else:
        proof = _proof(quotes, passed=claim.passed, rule=d.evidence, texts=texts)
    fault = proof.fault if rubric.evidence is EvidenceMode.REQUIRED else None
    reason = claim.problem or fault
    status = Status.UNSCORED if reason else Status.PASSED if claim.passed else Status.FAILED
    return blank.verdict(
        finding.dimension,
        status,
        score=None if reason else claim.score,
        raw_score=finding.score,
        reason=reason,
        detail="; ".join(filter(None, (finding.detail, claim.words, *proof.words))),
        evidence=proof.evidence,
        repairs=finding.repairs,
    )


def _claim(finding: Finding, d: Dimension, rubric: Rubric) -> _Claim:
    if finding.problem is not None:
        return _Claim(problem=finding.problem)
    if isinstance(d, AnchoredDimension):
        return _anchored_claim(finding.score, d.pass_at if d.pass_at is not None else rubric.pass_at)
    if finding.verdict not in ("pass", "fail"):
        shown = shorten(str(finding.verdict if finding.score is None else finding.score), 40)
        return _Claim(problem=Reason.OFF_SCALE, words=f"expected pass or fail, got {shown}")
    return _Claim(passed=finding.verdict == "pass")


def _anchored_claim(score: str | None, pass_at: Decimal) -> _Claim:
    snapped = Undefined("no_data") if score is None else snap(score)
    if score is None or isinstance(snapped, Undefined):
        return _Claim(problem=Reason.OFF_SCALE, words=f"expected a score from 0 to 1, got {shorten(str(score), 40)}")
    anchor = Decimal(str(snapped))
    distance = abs(Decimal(score) - anchor)
    words = f"score {shorten(score.strip(), 40)} taken as {snapped:g}, {distance:.3g} away" if distance else ""
    return _Claim(passed=anchor >= pass_at, score=snapped, words=words)


def _proof(quotes: tuple[Quote, ...], *, passed: bool, rule: EvidenceRule, texts: Texts) -> _Proof:
    places = _PASS_PLACES if passed else _FAIL_PLACES[rule.on_fail]
    needed = not passed or rule.on_pass is OnPass.REQUIRED
    evidence = tuple(look_up(q, texts, prefer=places) for q in quotes)
    lost = tuple(why_not_found(e.quote, texts) for e in evidence if not e.verified)
    gaps = tuple(f"the quote “{shorten(e.quote, 60)}” is verified with a gap" for e in evidence if e.gap)
    if lost:
        return _Proof(evidence=evidence, fault=Reason.EVIDENCE_NOT_FOUND, words=lost + gaps)
    if not needed:
        return _Proof(evidence=evidence, words=gaps if evidence else (NOTHING_TO_QUOTE,))
    fault, words = _fault(evidence, places, texts)
    if fault is not None:
        words = f"{words}; a {'pass' if passed else 'fail'} needs words of {_named(places)}"
    return _Proof(evidence=evidence, fault=fault, words=(words, *gaps))


def _fault(evidence: tuple[Evidence, ...], places: tuple[str, ...], texts: Texts) -> tuple[Reason | None, str]:
    """Why quotes that were all found prove nothing; no reason when one of them does."""
    if not evidence:
        return Reason.EVIDENCE_MISSING, "no quote was given"
    trivial = [e for e in evidence if is_trivial(e, texts)]
    if any(_place(e) in places for e in evidence if e not in trivial):
        return None, ""
    if trivial:
        return Reason.EVIDENCE_TRIVIAL, f"the quote “{trivial[0].quote.strip()}” is too short to prove anything"
    e = evidence[0]
    stands = _PLACE_WORDS[_place(e)]
    return (
        Reason.EVIDENCE_MISSING,
        f"the quote “{shorten(e.quote, 60)}” stands only in {stands}, which proves nothing here",
    )


def _place(evidence: Evidence) -> str:
    return (evidence.where or "").partition(":")[0]


def _named(places: Sequence[str]) -> str:
    return " or ".join(_PLACE_WORDS[place] for place in places)


def _told(verdict: Verdict, rubric: Rubric) -> str:
    match verdict.reason:
        case Reason.EVIDENCE_NOT_FOUND:
            fault = _which_lost(verdict.evidence)
        case Reason.EVIDENCE_TRIVIAL:
            fault = "the words quoted as evidence are too few to prove anything; quote at least three words."
        case Reason.EVIDENCE_MISSING:
            fault = "no words that could prove the verdict were quoted as evidence."
        case _:
            return ""
    rule = rubric.dimension(verdict.dimension).evidence
    passes = "" if rule.on_pass is OnPass.OPTIONAL else f"a pass by words of {_named(_PASS_PLACES)}, "
    return f"{verdict.dimension}: {fault} Prove {passes}a fail by words of {_named(_FAIL_PLACES[rule.on_fail])}."


def _which_lost(evidence: tuple[Evidence, ...]) -> str:
    lost = [str(n) for n, e in enumerate(evidence, start=1) if not e.verified]
    which = f"quote {', '.join(lost)} of {len(evidence)} is" if len(evidence) > 1 else "the quote given as evidence is"
    return f"{which} found nowhere; copy the exact words, nothing left out or changed."
