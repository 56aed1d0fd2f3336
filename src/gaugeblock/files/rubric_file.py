"""Rubric files: the named dimensions a judge is asked about, as data that experts edit.

YAML or JSON. `load_rubric("builtin:patient-service")` and `load_rubric("builtin:agent-answer")` give the rubrics that
are shipped in `gaugeblock/rubrics/`; read them as examples.

Keys of the file: `name`, `dimensions`, and if wanted `evidence` (`required` or `advisory`), `pass_at`, `bias_rules` and
`$schema`. Keys of a dimension: `name`, `kind` (`binary` or `anchored`), `question`, and if wanted `needs_source`,
`evidence {on_pass, on_fail}`, `examples [{response, verdict, why?}]`, `rules`; binary ones further `pass_when`
(needed), `fail_when`, `sensitive`, `disclaimers`; anchored ones `anchors` (needed, exactly five) and `pass_at`.

Editors complete and check a file that begins with `# yaml-language-server: $schema=…/rubric.schema.json`; the schema is
shipped in `gaugeblock/schemas/`.
"""

import re
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, Field, Tag, ValidationError, WithJsonSchema

from gaugeblock._text import nearest
from gaugeblock.errors import RubricError
from gaugeblock.files._document import Document, FaultSheet, read_document
from gaugeblock.files._faults import Loc, faults_of, got
from gaugeblock.files._label_words import anchor_word, label_word
from gaugeblock.files._shape import Shape, Words
from gaugeblock.rubric import (
    ANCHORS,
    AnchoredDimension,
    BinaryDimension,
    Dimension,
    EvidenceMode,
    EvidenceRule,
    Example,
    OnFail,
    OnPass,
    Rubric,
)

__all__ = ["BUILT_IN", "RESERVED", "RubricShape", "load_rubric"]

BUILT_IN = ("patient-service", "agent-answer")
"""The shipped rubrics, each called `builtin:<name>`."""

RESERVED = ("overall", "certificate", "validation", "no_regression", "never_break")
"""Names that policies use for something else; no dimension may have one of them."""

_FOLDER = Path(__file__).parent.parent / "rubrics"
_NAME = re.compile(r"[a-z0-9_]+")


def load_rubric(path_or_builtin: str | Path) -> Rubric:
    """The rubric of a file, or a shipped one.

    Raises:
        RubricError: with every fault of the file, one a line.
    """
    path = _path(str(path_or_builtin))
    document = read_document(path, RubricError)
    sheet = FaultSheet(path, document, lambda loc: _subject(document, loc))
    shape = None
    try:
        shape = RubricShape.model_validate(document.data)
    except ValidationError as e:
        for loc, words in faults_of(e, RubricShape):
            sheet.note(loc, words)
    for loc, words in _faults_of_names(document.data):
        sheet.note(loc, words)
    for loc, words in _faults_in(shape) if shape else ():
        sheet.note(loc, words)
    sheet.raise_if_any(RubricError)
    assert shape is not None
    return _rubric(shape)


class ExampleShape(Shape):
    """A worked example that the judge is shown."""

    response: Words
    """An answer."""
    verdict: Annotated[str, BeforeValidator(label_word, json_schema_input_type=str | float)]
    """`pass`, `fail` or an anchor."""
    why: str = ""
    """Why it gets this verdict."""


class EvidenceShape(Shape):
    """Which quotation proves a verdict, by direction."""

    on_pass: OnPass = OnPass.REQUIRED
    """optional: for passes with nothing to quote."""
    on_fail: OnFail = OnFail.EITHER
    """Where the words that prove a fail must stand; absence: the source's words, or a disclaimer, that are missing."""


class _DimensionShape(Shape):
    name: Annotated[str, Field(json_schema_extra={"pattern": "^[a-z0-9_]+$"})]
    """Small letters, digits and `_`."""
    question: Words
    """What the judge is asked."""
    needs_source: bool = False
    """Without a source in the case nothing is asked and the verdict is `unscored: no_source`."""
    evidence: EvidenceShape = EvidenceShape()
    """Which quotation proves a verdict."""
    examples: list[ExampleShape] = Field(default_factory=list)
    """Worked examples shown to the judge."""
    rules: Words | None = None
    """Which of the rules judge's dimensions this is."""


class BinaryShape(_DimensionShape):
    """A yes/no quality."""

    TAG: ClassVar[str] = "binary"
    kind: Literal["binary"]
    """pass or fail, with a quotation."""
    pass_when: Words
    """What a pass takes."""
    fail_when: str = ""
    """What makes it fail."""
    sensitive: list[Words] = Field(default_factory=list)
    """What counts as a sensitive subject."""
    disclaimers: list[Words] = Field(default_factory=list)
    """Disclaimers that must be present where they apply."""


def _anchors(value: object) -> object:
    """The anchors under their usual keys: `0.0`, `1.00` … are `0`, `1`."""
    if not isinstance(value, dict):
        return value
    found: dict[str, object] = {}
    for key, sentence in value.items():
        anchor = anchor_word(str(key))
        if anchor is None:
            raise ValueError(f"expected the five anchors {', '.join(ANCHORS)}, got {got(key)}")
        if anchor in found:
            raise ValueError(f"the anchor {anchor} stands twice")
        found[anchor] = sentence
    missing = [a for a in ANCHORS if a not in found]
    if missing:
        raise ValueError(f"expected the five anchors {', '.join(ANCHORS)}; missing: {', '.join(missing)}")
    return found


_FIVE_SENTENCES = {
    "type": "object",
    "additionalProperties": {"type": "string", "minLength": 1},
    "minProperties": len(ANCHORS),
    "maxProperties": len(ANCHORS),
}


class AnchoredShape(_DimensionShape):
    """A quality on five anchors."""

    TAG: ClassVar[str] = "anchored"
    kind: Literal["anchored"]
    """One of five scores, with a quotation."""
    anchors: Annotated[dict[str, Words], BeforeValidator(_anchors), WithJsonSchema(_FIVE_SENTENCES)]
    """A sentence for each of 0, 0.25, 0.5, 0.75 and 1."""
    pass_at: Annotated[Decimal, Field(ge=0, le=1)] | None = None
    """A verdict passes from this score on."""


class RubricShape(Shape):
    """A rubric file."""

    schema_: Annotated[str | None, Field(alias="$schema")] = None
    """For editors; not read."""
    name: Words
    """What reports call it."""
    evidence: EvidenceMode = EvidenceMode.REQUIRED
    """required: a quote that is not found voids the verdict; advisory: it is only marked."""
    pass_at: Annotated[Decimal, Field(ge=0, le=1)] = Decimal("0.70")
    """Anchored: a verdict, and the overall mean, pass from here on."""
    bias_rules: list[Words] = Field(default_factory=list)
    """Rules against known biases that the judge is told."""
    dimensions: list[
        Annotated[
            Annotated[BinaryShape, Tag("binary")] | Annotated[AnchoredShape, Tag("anchored")],
            Field(discriminator="kind"),
        ]
    ]
    """At least one, each with a name of its own."""


def _path(path_or_builtin: str) -> Path:
    kind, separator, name = path_or_builtin.partition(":")
    if not separator or kind != "builtin":
        return Path(path_or_builtin)
    if name not in BUILT_IN:
        near = nearest(name, BUILT_IN)
        hint = f"Did you mean builtin:{near}?" if near else "A file is named by its path, without builtin:."
        raise RubricError(f"builtin:{name}: there is no such rubric; shipped are {', '.join(BUILT_IN)}.", hint=hint)
    return _FOLDER / f"{name}.yaml"


def _subject(document: Document, loc: Loc) -> str:
    if len(loc) < 2 or loc[0] != "dimensions":
        return ""
    entry = document.data["dimensions"][loc[1]]
    name = entry.get("name") if isinstance(entry, dict) else None
    return f"dimension {name}" if isinstance(name, str) and name else f"dimension {int(loc[1]) + 1}"


def _faults_of_names(data: Any) -> Iterator[tuple[Loc, str]]:
    """What is wrong with the dimensions' names, in a document that may have other faults."""
    entries = data.get("dimensions") if isinstance(data, dict) else None
    seen: dict[str, int] = {}
    for i, entry in enumerate(entries if isinstance(entries, list) else ()):
        name = entry.get("name") if isinstance(entry, dict) else None
        if not isinstance(name, str):
            continue
        loc = ("dimensions", i, "name")
        if name in RESERVED:
            yield loc, f"{name} is a reserved name of policies; take another one"
        elif not _NAME.fullmatch(name):
            yield loc, f"expected small letters, digits and _, got {got(name)}{_name_hint(name)}"
        elif name in seen:
            yield loc, f"a name stands once; the dimensions {seen[name] + 1} and {i + 1} are both called {name}"
        seen.setdefault(name, i)


def _faults_in(shape: RubricShape) -> Iterator[tuple[Loc, str]]:
    if not shape.dimensions:
        yield ("dimensions",), "expected at least one dimension, got none"
    for i, d in enumerate(shape.dimensions):
        yield from _faults_of_examples(i, d)


def _name_hint(name: str) -> str:
    better = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")
    return f"; write {better}" if better else ""


def _faults_of_examples(i: int, d: BinaryShape | AnchoredShape) -> Iterator[tuple[Loc, str]]:
    binary = isinstance(d, BinaryShape)
    for k, e in enumerate(d.examples):
        if (e.verdict in ("pass", "fail")) is not binary:
            expected = "pass or fail" if binary else f"one of {', '.join(ANCHORS)}"
            yield ("dimensions", i, "examples", k, "verdict"), f"expected {expected}, got {got(e.verdict)}"


def _rubric(shape: RubricShape) -> Rubric:
    return Rubric(
        name=shape.name,
        dimensions=tuple(_dimension(d) for d in shape.dimensions),
        evidence=shape.evidence,
        pass_at=shape.pass_at,
        bias_rules=tuple(shape.bias_rules),
    )


def _dimension(d: BinaryShape | AnchoredShape) -> Dimension:
    evidence = EvidenceRule(on_pass=d.evidence.on_pass, on_fail=d.evidence.on_fail)
    examples = tuple(Example(response=e.response, verdict=e.verdict, why=e.why) for e in d.examples)
    if isinstance(d, BinaryShape):
        return BinaryDimension(
            name=d.name,
            question=d.question,
            pass_when=d.pass_when,
            fail_when=d.fail_when,
            needs_source=d.needs_source,
            evidence=evidence,
            sensitive=tuple(d.sensitive),
            disclaimers=tuple(d.disclaimers),
            examples=examples,
            rules=d.rules,
        )
    zero, quarter, half, three_quarters, one = (d.anchors[a] for a in ANCHORS)
    return AnchoredDimension(
        name=d.name,
        question=d.question,
        anchors=(zero, quarter, half, three_quarters, one),
        needs_source=d.needs_source,
        pass_at=d.pass_at,
        evidence=evidence,
        examples=examples,
        rules=d.rules,
    )
