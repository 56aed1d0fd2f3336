"""The rules judge: what each dimension makes of the matter, as findings with quotes and plain words."""

from collections.abc import Callable, Mapping, Sequence

from gaugeblock.case import Case
from gaugeblock.judging.rules.accuracy import scan
from gaugeblock.judging.rules.breach import Breach
from gaugeblock.judging.rules.completeness import HalfSaid, Ledger, gaps, least_said
from gaugeblock.judging.rules.compliance import breaches
from gaugeblock.judging.rules.conflict import Scan
from gaugeblock.judging.rules.groundedness import stretches
from gaugeblock.judging.rules.language import is_foreign
from gaugeblock.judging.rules.matter import LONGEST, Matter, Sentence, matter_of, shares
from gaugeblock.judging.rules.spoken import affirms_payment, denies_payment
from gaugeblock.judging.rules.tone import Slip, marked_sensitive, slips
from gaugeblock.verdict import Finding, Quote, Reason

__all__ = ["RULES_VERSION", "RULE_NAMES", "judge_by_rules"]

RULES_VERSION = "16"
"""Goes up with every change of behaviour; part of the judge's identity."""
RULE_NAMES = ("accuracy", "completeness", "groundedness", "tone", "compliance")
"""The values a rubric dimension's `rules:` key may have."""

_SURE_STRETCH = 3.3
_LOOSE_STRETCH = 1.35
_HARDLY = 0.3
_LITTLE = 0.47
_SURE_PLEDGE = 1.9
_LOOSE_PLEDGE = 1.4


def judge_by_rules(
    case: Case, dimensions: Mapping[str, str], *, sensitive: Mapping[str, Sequence[str]] | None = None
) -> tuple[Finding, ...]:
    """A finding for each dimension, decided by rules alone; what they cannot decide is `undecided`.

    Args:
        dimensions: the rubric's dimension name → one of `RULE_NAMES`; another value is `not_supported_by_rules`.
        sensitive: dimension name → what counts as a sensitive subject there. A case with such a tag or topic, or with
            the tag `sensitive`, wants a word of sympathy whatever its question says.
    """
    case_findings = _Findings(case, sensitive or {})
    return tuple(case_findings.of(name, rule) for name, rule in dimensions.items())


class _Findings:
    """One case's findings; what several dimensions need is worked out once."""

    def __init__(self, case: Case, sensitive: Mapping[str, Sequence[str]]) -> None:
        self._case = case
        self._sensitive = sensitive
        self._matter: Matter | None = None
        self._scan: Scan | None = None
        self._breaches: list[Breach] | None = None
        self._slips: list[Slip] | None = None
        self._ledger: Ledger | None = None
        self._rules: dict[str, Callable[[str], Finding]] = {
            "accuracy": self._accuracy,
            "completeness": self._completeness,
            "groundedness": self._groundedness,
            "tone": self._tone,
            "compliance": self._compliance,
        }

    def of(self, name: str, rule: str) -> Finding:
        """The finding for one dimension."""
        if rule not in self._rules:
            known = ", ".join(RULE_NAMES)
            return Finding(
                dimension=name,
                problem=Reason.NOT_SUPPORTED_BY_RULES,
                detail=f"no rules for “{rule}”; the rules judge knows {known}",
            )
        refused = self._refused(name, rule)
        return refused or self._rules[rule](name)

    def _refused(self, name: str, rule: str) -> Finding | None:
        case = self._case
        if case.output is None or not case.output.text.strip():
            return Finding(dimension=name, problem=Reason.NO_RESPONSE, detail="the case has no answer to judge")
        sourceless = not any(p.text.strip() for p in case.source or ())
        if sourceless and rule not in {"tone", "compliance"}:
            return Finding(dimension=name, problem=Reason.NO_SOURCE, detail="the case has no source to compare with")
        length = max(len(case.output.text), len(case.question), sum(len(p.text) for p in case.source or ()))
        if length > LONGEST:
            return _undecided(name, f"{length:,} characters are more than the rules read ({LONGEST:,})")
        if is_foreign(case.output.text):
            return _undecided(name, "the answer is not in English, which is all the rules know")
        return _undecided(name, self.matter.too_many) if self.matter.too_many else None

    @property
    def matter(self) -> Matter:
        if self._matter is None:
            self._matter = matter_of(self._case)
        return self._matter

    @property
    def scan(self) -> Scan:
        if self._scan is None:
            self._scan = scan(self.matter)
        return self._scan

    @property
    def breaches(self) -> list[Breach]:
        if self._breaches is None:
            self._breaches = breaches(self.matter)
        return self._breaches

    @property
    def ledger(self) -> Ledger:
        if self._ledger is None:
            self._ledger = Ledger(self.matter)
        return self._ledger

    @property
    def little(self) -> HalfSaid | None:
        """What the answer says least of."""
        return least_said(self.ledger)

    @property
    def slips(self) -> list[Slip]:
        if self._slips is None:
            self._slips = slips(self.matter)
        return self._slips

    def _accuracy(self, name: str) -> Finding:
        sure = [c for c in self.scan.conflicts if c.sure]
        against = [b for b in self.breaches if b.against]
        if against and not sure:
            return _failed(
                name, f"{against[0].why.removesuffix('the source does not')}the source says otherwise", against[0].quote
            )
        if sure:
            return _failed(name, sure[0].why, sure[0].answer, sure[0].source)
        if self.scan.conflicts:
            return _undecided(name, f"cannot tell whether {self.scan.conflicts[0].why}")
        promised = [b for b in self.breaches if b.kind == "promise" and b.sure]
        if promised and denies_payment(self.matter):
            return _undecided(name, f"{promised[0].why}; something else of the source is not paid")
        little = self.little
        if little and _HARDLY <= little.share < _LITTLE:
            return _undecided(name, f"the answer says only a part of “{little.words}”, and it may be changed")
        return self._passed(name, "no figure, name or yes and no of the answer disagrees with the source")

    def _completeness(self, name: str) -> Finding:
        undecided_by = [b for b in self.breaches if b.against and b.instead]
        if undecided_by:
            why = f"the answer leaves out who decides: “{undecided_by[0].instead}”"
            return _failed(name, why, undecided_by[0].instead)
        found = gaps(self.ledger, [c for c in self.scan.conflicts if c.sure])
        if found and found[0].sure:
            return _failed(name, found[0].why, found[0].source)
        if found:
            return _undecided(name, f"cannot tell whether {found[0].why} ({_listed(found[0].missing)})")
        little = self.little
        if little and little.share < _LITTLE:
            return _undecided(name, f"cannot tell whether the answer had to say “{little.words}”")
        return self._passed(name, "every condition the source binds to what is said is said too")

    def _groundedness(self, name: str) -> Finding:
        wrong = [c for c in self.scan.conflicts if c.sure]
        if wrong:
            return _failed(name, wrong[0].why, wrong[0].answer, wrong[0].source)
        said = [b for b in self.breaches if b.kind != "disclaimer" and b.sure]
        if said:
            return _failed(name, said[0].why, said[0].quote)
        tokens = {i for q, _ in self.scan.strangers for i in range(q.first, q.last + 1)}
        found = [f for f in stretches(self.matter, frozenset(tokens)) if not self._is_cheer(f.words)]
        sold = [
            s
            for s in self.slips
            if s.kind == "promotion" and any(s.quote in f.words or f.words in s.quote for f in found)
        ]
        claimed = [s for s in sold if s.claims]
        if claimed:
            return _failed(name, f"{claimed[0].why}, and the source does not offer it", claimed[0].quote)
        plain = [f for f in found if not any(s.quote in f.words or f.words in s.quote for s in sold)]
        sure = [f for f in plain if f.weight >= (_SURE_PLEDGE if f.pledge else _SURE_STRETCH) or f.person]
        if sure:
            return _failed(name, f"the source has no place for {_listed(sure[0].loose)}", sure[0].words)
        loose = [f for f in found if f.weight >= (_LOOSE_PLEDGE if f.pledge else _LOOSE_STRETCH)]
        if loose:
            return _undecided(name, f"could not place {_listed(loose[0].loose)}")
        if self.scan.conflicts:
            return _undecided(name, f"cannot tell whether {self.scan.conflicts[0].why}")
        return self._passed(name, "every claim of the answer finds its place in the source")

    def _is_cheer(self, words: str) -> bool:
        return any(s.kind in {"cheer", "scolding"} and words in s.quote for s in self.slips)

    def _tone(self, name: str) -> Finding:
        mark = marked_sensitive(self._case, self._sensitive.get(name, ()))
        found = slips(self.matter, mark) if mark else self.slips
        if found and found[0].sure:
            return _failed(name, found[0].why, found[0].quote)
        if found:
            return _undecided(name, f"cannot tell whether this is the right tone: {found[0].why}")
        return Finding(dimension=name, verdict="pass", detail="no sales talk, nothing cold or cheerful out of place")

    def _compliance(self, name: str) -> Finding:
        found = sorted(self.breaches, key=lambda b: not b.sure)
        if found and found[0].sure:
            return _failed(name, found[0].why, found[0].quote)
        paid = [c for c in self.scan.conflicts if c.sure and affirms_payment(c)]
        if paid:
            return _failed(name, f"{paid[0].why}; that promises what is not paid", paid[0].answer)
        if found:
            return _undecided(name, f"cannot tell whether {found[0].why}")
        return Finding(
            dimension=name,
            verdict="pass",
            detail="no diagnosis, no advice on treatment, no promise; disclaimers are there",
        )

    def _passed(self, name: str, why: str) -> Finding:
        best, most = None, 0.0
        for sentence in self.matter.answer_sentences:
            share = sum(shares(t, self.matter.source_keys) for t in sentence.content) + 2 * len(sentence.figures)
            if share > most:
                best, most = sentence, share
        if best is None or len(best.words) < 12:
            return _undecided(name, "no sentence of the answer shares a word with the source")
        source = self._source_like(best)
        quotes = (
            Quote(text=best.words, where="response"),
            *((Quote(text=source.words, where=source.text.where),) if source else ()),
        )
        return Finding(dimension=name, verdict="pass", detail=why, quotes=quotes)

    def _source_like(self, answer: Sentence) -> Sentence | None:
        best, most = None, 0
        for sentence in self.matter.source_sentences:
            count = sum(shares(t, sentence.keys) for t in answer.content)
            if count > most and len(sentence.words) >= 12:
                best, most = sentence, count
        return best


def _failed(name: str, why: str, *quotes: str) -> Finding:
    return Finding(
        dimension=name, verdict="fail", detail=why, quotes=tuple(Quote(text=q.strip()) for q in quotes if q.strip())
    )


def _undecided(name: str, why: str) -> Finding:
    return Finding(dimension=name, problem=Reason.UNDECIDED, detail=why)


def _listed(words: tuple[str, ...]) -> str:
    return ", ".join(f"“{w}”" for w in words[:6]) or "some words"
