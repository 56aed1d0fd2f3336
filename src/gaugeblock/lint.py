"""Lint: weak spots of a suite that can be seen before anything is run.

Each finding has a slug, a sentence that says what was seen and where, and a cure. Errors make the suite's results
wrong or impossible; warnings make them weak; advice is about what a good set usually has.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from math import ceil

from gaugeblock._text import count_of, shorten
from gaugeblock.case import Case
from gaugeblock.label import Label
from gaugeblock.policy import Policy, Threshold
from gaugeblock.rubric import ANCHORS, AnchoredDimension, BinaryDimension, Rubric
from gaugeblock.stats.zero_failure import min_n

__all__ = ["RECOMMENDED", "Counts", "LintFinding", "LintSubject", "Severity", "Survey", "lint"]

RECOMMENDED = {"tool": 100, "integration": 30, "judge": 20}
"""Fewest cases of each level for a set to mean something."""

NEAR_DUPLICATE = 92.0
"""Similarity in percent (sorted words) from which two inputs count as nearly the same."""

_COMPARED_IN_FULL = 2000
"""Up to this many inputs every pair is compared; beyond, each with its nearest in alphabetical order of words."""

_STRUCTURE = frozenset({"tools", "order", "forbidden", "decision", "confidence", "keywords", "actions", "topic"})

_CHECKABLE = re.compile(
    r"(?i)\b("
    r"how (many|long)|(number|count) of (words|characters|sentences)"
    r"|(fewer|more|less) than \d+ (words|characters)|at (most|least) \d+ (words|characters|sentences)"
    r"|valid json|well-formed|contains? the (word|phrase|text|string)|(starts?|ends?|begins?) with"
    r"|exact(ly)? (match|equal)|matches the (pattern|regex)|called the (right|correct) tool|is (not )?empty"
    r"|in (english|spanish|german|french)\b"
    r")"
)
"""Words in a question to the judge that code could answer."""


class Severity(StrEnum):
    """How bad a finding is."""

    ERROR = "error"
    WARNING = "warning"
    ADVICE = "advice"


@dataclass(frozen=True, slots=True, kw_only=True)
class LintFinding:
    """One weak spot."""

    slug: str
    severity: Severity
    message: str
    """What was seen, and where."""
    cure: str
    """What to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LintSubject:
    """What is looked at, beside the cases."""

    rubric: Rubric | None
    policy: Policy | None
    labels: Sequence[Label]
    unused_files: Sequence[str] = ()
    """Files in the suite's folder that the suite does not use."""
    recorded_target: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """How many cases there are, by level, topic and tag."""

    cases: int
    levels: dict[str, int]
    topics: dict[str, int]
    tags: dict[str, int]


@dataclass(slots=True)
class Survey:
    """What one pass over the cases gathers: counts and short texts, never whole cases."""

    levels: Counter[str] = field(default_factory=Counter)
    topics: Counter[str] = field(default_factory=Counter)
    tags: Counter[str] = field(default_factory=Counter)
    ids: set[str] = field(default_factory=set)
    inputs: list[tuple[str, str]] = field(default_factory=list)
    """(case id, the question's sorted words)."""
    without: dict[str, list[str]] = field(
        default_factory=lambda: {"source": [], "response": [], "topic": [], "only_retrieved": []}
    )
    broken_pairs: list[str] = field(default_factory=list)

    def add(self, case: Case, *, has_judge: bool) -> None:
        """Take in one case."""
        self.ids.add(case.id)
        self.topics[case.topic] += 1
        self.tags.update(set(case.tags))
        if has_judge:
            self.levels["judge"] += 1
        if case.expect is not None and _STRUCTURE & set(case.expect):
            self.levels["integration"] += 1
        self.inputs.append((case.id, _words(case.question)))
        self._holes(case)
        self.broken_pairs += _broken_pairs(case)

    def _holes(self, case: Case) -> None:
        if not any(p.text.strip() for p in case.source or ()):
            self.without["only_retrieved" if case.retrieved else "source"].append(case.id)
        if case.output is None or not case.output.text.strip():
            self.without["response"].append(case.id)
        if not case.topic:
            self.without["topic"].append(case.id)

    @property
    def counts(self) -> Counts:
        """The counts, most frequent first."""
        return Counts(
            cases=len(self.inputs),
            levels={level: self.levels[level] for level in RECOMMENDED if self.levels[level]},
            topics=dict(self.topics.most_common()),
            tags=dict(self.tags.most_common()),
        )


def lint(survey: Survey, subject: LintSubject) -> list[LintFinding]:
    """Every weak spot, errors first."""
    found = [
        *_broken_inseparable(survey),
        *_labels(survey, subject),
        *_policy(survey, subject),
        *_holes(survey, subject),
        *_near_duplicates(survey.inputs),
        *_label_balance(subject),
        *_sizes(survey),
        *_tags(survey),
        *_questions(subject.rubric),
        *_unused(subject.unused_files),
    ]
    order = list(Severity)
    return sorted(found, key=lambda f: order.index(f.severity))


def _error(slug: str, message: str, cure: str) -> LintFinding:
    return LintFinding(slug=slug, severity=Severity.ERROR, message=message, cure=cure)


def _warning(slug: str, message: str, cure: str) -> LintFinding:
    return LintFinding(slug=slug, severity=Severity.WARNING, message=message, cure=cure)


def _advice(slug: str, message: str, cure: str) -> LintFinding:
    return LintFinding(slug=slug, severity=Severity.ADVICE, message=message, cure=cure)


def _few(ids: Sequence[str], limit: int = 5) -> str:
    more = len(ids) - limit
    return ", ".join(ids[:limit]) + (f" and {more} more" if more > 0 else "")


def _broken_pairs(case: Case) -> list[str]:
    return [
        f"{case.place or 'case ' + case.id}: case {case.id}: “{shorten(quote, 60)}” is not in passage '{p.id}'"
        for p in case.source or ()
        for pair in p.inseparable
        for quote in pair
        if quote not in p.text
    ]


def _broken_inseparable(survey: Survey) -> Iterator[LintFinding]:
    for line in survey.broken_pairs:
        yield _error("inseparable-not-found", line, "Copy the quote word for word from the passage's text.")


def _labels(survey: Survey, subject: LintSubject) -> Iterator[LintFinding]:
    rubric = subject.rubric
    strangers = sorted({x.case_id for x in subject.labels} - survey.ids)
    if strangers:
        yield _error(
            "label-unknown-case",
            f"{count_of(len(strangers), 'labelled case')} not in the golden set: {_few(strangers)}.",
            "Correct the ids in the labels file; ids are case-sensitive.",
        )
    if rubric is None:
        return
    names = set(rubric.names)
    unknown = sorted({x.dimension for x in subject.labels} - names - {"overall"})
    if unknown:
        yield _error(
            "label-unknown-dimension",
            f"labels for {_few(unknown)}, which the rubric does not have.",
            f"The rubric's dimensions are {', '.join(rubric.names)}; overall is the whole answer.",
        )
    for label in subject.labels:
        if label.dimension in names and not _right_kind(rubric, label):
            yield _error(
                "label-wrong-kind",
                f"{label.place or 'labels'}: case {label.case_id}, {label.dimension}: the label is '{label.label}'.",
                "A yes/no dimension takes pass or fail, an anchored one 0, 0.25, 0.5, 0.75 or 1.",
            )


def _right_kind(rubric: Rubric, label: Label) -> bool:
    anchored = isinstance(rubric.dimension(label.dimension), AnchoredDimension)
    return label.label in (ANCHORS if anchored else ("pass", "fail"))


def _policy(survey: Survey, subject: LintSubject) -> Iterator[LintFinding]:
    if subject.policy is None or not survey.inputs:
        return
    n = len(survey.inputs)
    for t in subject.policy.thresholds:
        needed = _needed(t)
        if n < needed:
            yield _warning(
                "threshold-out-of-reach",
                f"{t.dimension}: at_least {t.at_least} needs {needed} scored cases, the set has {n}; "
                "the gate will be inconclusive.",
                "Add cases, lower the threshold, or set min_n.",
            )


def _needed(t: Threshold) -> int:
    if t.at_least == 1:
        bound = min_n(float(t.max_failure_rate)) if t.max_failure_rate else 1
        return bound if isinstance(bound, int) else 1
    if t.rule == "lower_bound":
        bound = min_n(float(1 - t.at_least))
        return bound if isinstance(bound, int) else 1
    return t.min_n if t.min_n is not None else max(10, ceil(1 / (1 - t.at_least)))


def _holes(survey: Survey, subject: LintSubject) -> Iterator[LintFinding]:
    missing = survey.without
    needs_source = [d.name for d in subject.rubric.dimensions if d.needs_source] if subject.rubric else []
    if missing["source"] and needs_source:
        yield _warning(
            "no-source",
            f"{count_of(len(missing['source']), 'case')} without a source: {_few(missing['source'])}; "
            f"{', '.join(needs_source)} will be unscored there.",
            "Give each case the text its answer must agree with.",
        )
    if missing["only_retrieved"] and needs_source:
        yield _warning(
            "only-retrieved",
            f"{count_of(len(missing['only_retrieved']), 'case')} with retrieved context but no source: "
            f"{_few(missing['only_retrieved'])}.",
            "What was retrieved proves nothing by itself; if it is what the answer must agree with, call it source.",
        )
    if subject.recorded_target and missing["response"]:
        yield _warning(
            "no-response",
            f"{count_of(len(missing['response']), 'case')} without a recorded answer: {_few(missing['response'])}.",
            "Add response (or output.text), or the verdicts will be unscored: no_response.",
        )
    if missing["topic"] and len(missing["topic"]) < len(survey.inputs):
        yield _advice(
            "no-topic",
            f"{count_of(len(missing['topic']), 'case')} without a topic: {_few(missing['topic'])}.",
            "Give each case a topic; reports are by dimension and topic.",
        )


def _words(text: str) -> str:
    return " ".join(sorted(re.findall(r"\w+", text.casefold())))


def _near_duplicates(inputs: Sequence[tuple[str, str]]) -> Iterator[LintFinding]:
    for ids, likeness in _groups_of(_similar_pairs(inputs)):
        how = "the same words" if likeness >= 100 else f"{likeness:.0f} % alike or more"
        names = f"{ids[0]} and {ids[1]}" if len(ids) == 2 else f"{_few(ids)} ({len(ids)} in all)"
        yield _warning(
            "near-duplicate",
            f"cases {names} ask nearly the same ({how}).",
            "Keep one, or make them differ in what matters; copies make a set look larger than it is.",
        )


def _groups_of(pairs: Iterable[tuple[str, str, float]]) -> Iterator[tuple[list[str], float]]:
    """Cases that belong together by way of any pair, and the least likeness among their pairs."""
    group_of: dict[str, list[str]] = {}
    least: dict[int, float] = {}
    for first, second, likeness in pairs:
        one, two = group_of.setdefault(first, [first]), group_of.setdefault(second, [second])
        lowest = min(likeness, least.pop(id(one), 100.0), least.pop(id(two), 100.0))
        if one is not two:
            one += two
            group_of.update(dict.fromkeys(two, one))
        least[id(one)] = lowest
    groups = {id(group): group for group in group_of.values()}
    yield from ((group, least[key]) for key, group in groups.items())


def _similar_pairs(inputs: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str, float]]:
    from rapidfuzz import fuzz

    texts = [(words, case_id) for case_id, words in inputs if words]
    reach = len(texts)
    if reach > _COMPARED_IN_FULL:
        texts.sort()
        reach = 10
    for place, (words, case_id) in enumerate(texts):
        for other, other_id in texts[place + 1 : place + 1 + reach]:
            likeness = fuzz.ratio(words, other, score_cutoff=NEAR_DUPLICATE)
            if likeness:
                yield case_id, other_id, likeness


def _label_balance(subject: LintSubject) -> Iterator[LintFinding]:
    if subject.rubric is None or not subject.labels:
        return
    for d in subject.rubric.dimensions:
        counts = Counter(x.label for x in subject.labels if x.dimension == d.name)
        if isinstance(d, BinaryDimension):
            yield from _binary_balance(d.name, counts)
        else:
            yield from _anchored_balance(d.name, counts)


def _binary_balance(name: str, counts: Counter[str]) -> Iterator[LintFinding]:
    if not counts:
        yield _advice("labels-missing", f"{name}: nobody has labelled it.", "Label ten answers or more.")
    elif counts["fail"] < 10:
        yield _advice(
            "label-balance",
            f"{name}: {count_of(counts['fail'], 'failing label')}, {counts['pass']} passing.",
            "Ten failing labels or more show how often a judge misses; look for bad answers in your logs.",
        )


def _anchored_balance(name: str, counts: Counter[str]) -> Iterator[LintFinding]:
    total = counts.total()
    if not total:
        yield _advice("labels-missing", f"{name}: nobody has labelled it.", "Label thirty answers or more.")
        return
    anchor, most = counts.most_common(1)[0]
    if len(counts) < 3 or most > 0.6 * total:
        yield _advice(
            "label-balance",
            f"{name}: {most} of {total} labels stand on {anchor}, {len(counts)} of 5 anchors are used.",
            "Rank correlation means little when the labels pile up; add answers of other quality.",
        )


def _sizes(survey: Survey) -> Iterator[LintFinding]:
    for level, fewest in RECOMMENDED.items():
        n = survey.levels[level]
        if 0 < n < fewest:
            yield _advice(
                "set-size",
                f"{count_of(n, 'case')} at level {level}; {fewest} or more are recommended.",
                "Add cases from real logs; see what a set of this size can show in the report's intervals.",
            )


def _tags(survey: Survey) -> Iterator[LintFinding]:
    for tag, meaning in (("adversarial", "cases that try to mislead"), ("boundary", "cases at the edge of a decision")):
        if survey.inputs and not survey.tags[tag]:
            yield _advice(
                f"no-{tag}", f"no case is tagged {tag}.", f"Add {meaning}, and tag them; easy cases hide weak agents."
            )


def _questions(rubric: Rubric | None) -> Iterator[LintFinding]:
    for d in rubric.dimensions if rubric else ():
        criteria = f"{d.question} {d.pass_when}" if isinstance(d, BinaryDimension) else d.question
        match = _CHECKABLE.search(criteria)
        if match:
            yield _advice(
                "judge-could-be-check",
                f"{d.name}: “{match[0]}” can be decided by code.",
                "A check costs nothing and is never wrong; keep the judge for what code cannot see.",
            )


def _unused(files: Iterable[str]) -> Iterator[LintFinding]:
    for name in files:
        yield _warning("unused-file", f"{name} is not used by the suite.", "Name it in the suite file, or remove it.")
