"""A rubric: the named dimensions a judge is asked about, as data.

Two kinds: *binary* (pass or fail, with a quotation) and *anchored* (five permitted scores, a sentence each).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Any

from gaugeblock._digest import digest_of

__all__ = [
    "ANCHORS",
    "AnchoredDimension",
    "BinaryDimension",
    "Dimension",
    "EvidenceMode",
    "EvidenceRule",
    "Example",
    "OnFail",
    "OnPass",
    "Rubric",
    "rubric_digest",
    "rubric_from_record",
    "rubric_record",
]

ANCHORS: tuple[str, ...] = ("0", "0.25", "0.5", "0.75", "1")
"""The five permitted scores, as written in rubric files, labels and prompts."""


class EvidenceMode(StrEnum):
    """What becomes of a verdict whose quote is not found."""

    REQUIRED = "required"
    """It is void: unscored after one re-ask."""
    ADVISORY = "advisory"
    """It stands, and the quote is marked unverified."""


class OnPass(StrEnum):
    """Whether a pass needs a quote."""

    REQUIRED = "required"
    OPTIONAL = "optional"
    """For passes with nothing to quote: no promotion, nothing unsupported."""


class OnFail(StrEnum):
    """Where the words that prove a fail must stand."""

    RESPONSE = "response"
    SOURCE = "source"
    EITHER = "either"
    ABSENCE = "absence"
    """Something is missing: the source's words or the rubric's declared disclaimer prove that it was due."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceRule:
    """Which quotation proves a verdict of one dimension, by direction."""

    on_pass: OnPass = OnPass.REQUIRED
    on_fail: OnFail = OnFail.EITHER


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """One worked example shown to the judge."""

    response: str
    verdict: str
    """`pass`, `fail` or an anchor."""
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BinaryDimension:
    """A yes/no quality."""

    name: str
    question: str
    pass_when: str
    fail_when: str = ""
    needs_source: bool = False
    """Without a source in the case the verdict is `unscored: no_source` and nothing is asked."""
    evidence: EvidenceRule = EvidenceRule()
    sensitive: tuple[str, ...] = ()
    """What counts as a sensitive subject, spelled out."""
    disclaimers: tuple[str, ...] = ()
    """Disclaimers that must be present where they apply; they may prove an absence (`where: rubric`)."""
    examples: tuple[Example, ...] = ()
    rules: str | None = None
    """Which of the rules judge's dimensions this is; None: the rules judge does not support it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnchoredDimension:
    """A quality on five anchors."""

    name: str
    question: str
    anchors: tuple[str, str, str, str, str]
    """One sentence each for 0, 0.25, 0.5, 0.75 and 1."""
    needs_source: bool = False
    pass_at: Decimal | None = None
    """A verdict passes from this score on; None: the rubric's `pass_at`."""
    evidence: EvidenceRule = EvidenceRule()
    examples: tuple[Example, ...] = ()
    rules: str | None = None


Dimension = BinaryDimension | AnchoredDimension


@dataclass(frozen=True, slots=True, kw_only=True)
class Rubric:
    """Named dimensions and how their verdicts are believed."""

    name: str
    dimensions: tuple[Dimension, ...]
    evidence: EvidenceMode = EvidenceMode.REQUIRED
    pass_at: Decimal = Decimal("0.70")
    """Anchored: a verdict, and the overall mean, pass from here on."""
    bias_rules: tuple[str, ...] = ()
    """Rules against known biases that the judge is told, such as not to reward length."""

    def dimension(self, name: str) -> Dimension:
        """The dimension of that name; `KeyError` when there is none."""
        for d in self.dimensions:
            if d.name == name:
                return d
        raise KeyError(name)

    @property
    def names(self) -> tuple[str, ...]:
        """The dimensions' names, in order."""
        return tuple(d.name for d in self.dimensions)


def rubric_record(rubric: Rubric) -> dict[str, Any]:
    """The rubric as plain JSON data, every field spelled out."""
    return {
        "name": rubric.name,
        "evidence": rubric.evidence.value,
        "pass_at": str(rubric.pass_at),
        "bias_rules": list(rubric.bias_rules),
        "dimensions": [_dimension_record(d) for d in rubric.dimensions],
    }


def rubric_digest(rubric: Rubric) -> str:
    """The rubric's identity: SHA-256 of its record; a changed word changes it."""
    return digest_of(rubric_record(rubric))


def rubric_from_record(record: Mapping[str, Any]) -> Rubric:
    """The rubric that `rubric_record` wrote down: from a run's header, long after its file has changed."""
    return Rubric(
        name=record["name"],
        evidence=EvidenceMode(record["evidence"]),
        pass_at=Decimal(record["pass_at"]),
        bias_rules=tuple(record["bias_rules"]),
        dimensions=tuple(_dimension_from(d) for d in record["dimensions"]),
    )


def _dimension_from(record: Mapping[str, Any]) -> Dimension:
    evidence = EvidenceRule(
        on_pass=OnPass(record["evidence"]["on_pass"]), on_fail=OnFail(record["evidence"]["on_fail"])
    )
    examples = tuple(Example(response=e["response"], verdict=e["verdict"], why=e["why"]) for e in record["examples"])
    if record["kind"] == "binary":
        return BinaryDimension(
            name=record["name"],
            question=record["question"],
            pass_when=record["pass_when"],
            fail_when=record["fail_when"],
            needs_source=record["needs_source"],
            evidence=evidence,
            sensitive=tuple(record["sensitive"]),
            disclaimers=tuple(record["disclaimers"]),
            examples=examples,
            rules=record["rules"],
        )
    zero, quarter, half, three_quarters, one = (record["anchors"][a] for a in ANCHORS)
    return AnchoredDimension(
        name=record["name"],
        question=record["question"],
        anchors=(zero, quarter, half, three_quarters, one),
        needs_source=record["needs_source"],
        pass_at=None if record["pass_at"] is None else Decimal(record["pass_at"]),
        evidence=evidence,
        examples=examples,
        rules=record["rules"],
    )


def _dimension_record(d: Dimension) -> dict[str, Any]:
    record: dict[str, Any] = {
        "name": d.name,
        "question": d.question,
        "needs_source": d.needs_source,
        "evidence": {"on_pass": d.evidence.on_pass.value, "on_fail": d.evidence.on_fail.value},
        "examples": [{"response": e.response, "verdict": e.verdict, "why": e.why} for e in d.examples],
        "rules": d.rules,
    }
    if isinstance(d, BinaryDimension):
        return record | {
            "kind": "binary",
            "pass_when": d.pass_when,
            "fail_when": d.fail_when,
            "sensitive": list(d.sensitive),
            "disclaimers": list(d.disclaimers),
        }
    return record | {
        "kind": "anchored",
        "anchors": dict(zip(ANCHORS, d.anchors, strict=True)),
        "pass_at": None if d.pass_at is None else str(d.pass_at),
    }
