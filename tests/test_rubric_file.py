"""Rubric files: read as data, refused with every fault, and two shipped ones that say what they mean."""

import json
from decimal import Decimal
from pathlib import Path

import pytest

from gaugeblock.errors import RubricError
from gaugeblock.files.rubric_file import BUILT_IN, load_rubric
from gaugeblock.rubric import (
    AnchoredDimension,
    BinaryDimension,
    EvidenceMode,
    EvidenceRule,
    Example,
    OnFail,
    OnPass,
    Rubric,
    rubric_digest,
    rubric_from_record,
    rubric_record,
)

FULL = """\
# yaml-language-server: $schema=rubric.schema.json
name: mine
evidence: advisory
pass_at: 0.6
bias_rules: [Length is worth nothing.]
dimensions:
  - name: tone
    kind: binary
    question: Is it calm?
    pass_when: It is calm.
    fail_when: It is not.
    needs_source: true
    evidence: {on_pass: optional, on_fail: absence}
    sensitive: [debt, grief]
    disclaimers: [Call 911 in an emergency.]
    examples: [{response: Great!, verdict: fail, why: cheer}]
    rules: tone
  - name: depth_2
    kind: anchored
    question: How deep?
    anchors: {"0.00": none, 0.25: little, .5: some, "0.750": much, 1.0: all}
    pass_at: 0.75
    examples: [{response: x, verdict: 1.00}]
"""
RUBRIC = Rubric(
    name="mine",
    evidence=EvidenceMode.ADVISORY,
    pass_at=Decimal("0.6"),
    bias_rules=("Length is worth nothing.",),
    dimensions=(
        BinaryDimension(
            name="tone",
            question="Is it calm?",
            pass_when="It is calm.",
            fail_when="It is not.",
            needs_source=True,
            evidence=EvidenceRule(on_pass=OnPass.OPTIONAL, on_fail=OnFail.ABSENCE),
            sensitive=("debt", "grief"),
            disclaimers=("Call 911 in an emergency.",),
            examples=(Example(response="Great!", verdict="fail", why="cheer"),),
            rules="tone",
        ),
        AnchoredDimension(
            name="depth_2",
            question="How deep?",
            anchors=("none", "little", "some", "much", "all"),
            pass_at=Decimal("0.75"),
            examples=(Example(response="x", verdict="1"),),
        ),
    ),
)
ONE = {"name": "r", "dimensions": [{"name": "a", "kind": "binary", "question": "q", "pass_when": "p"}]}


def loaded(folder: Path, content: str, name: str = "r.yaml") -> Rubric:
    """The rubric of one file."""
    path = folder / name
    path.write_text(content, encoding="utf-8")
    return load_rubric(path)


def test_a_file_with_every_key(tmp_path: Path) -> None:
    """All optional keys arrive, anchors in any spelling."""
    assert loaded(tmp_path, FULL) == RUBRIC


def test_json_is_the_same_rubric(tmp_path: Path) -> None:
    """JSON with numbers and a `$schema` key gives the same digest."""
    record = rubric_record(RUBRIC) | {"$schema": "rubric.schema.json", "pass_at": 0.6}
    assert rubric_digest(loaded(tmp_path, json.dumps(record), "r.json")) == rubric_digest(RUBRIC)


def test_defaults(tmp_path: Path) -> None:
    """What is left out has the documented value."""
    rubric = loaded(tmp_path, json.dumps(ONE), "r.json")
    assert rubric == Rubric(name="r", dimensions=(BinaryDimension(name="a", question="q", pass_when="p"),))
    assert (rubric.evidence, rubric.pass_at) == (EvidenceMode.REQUIRED, Decimal("0.70"))


BINARY = "  - {{name: {name}, kind: binary, question: q, pass_when: p{more}}}\n"


def yaml_of(*dimensions: str, head: str = "name: r\n") -> str:
    """A rubric of such dimensions."""
    return head + "dimensions:\n" + "".join(dimensions)


def binary(name: str, more: str = "") -> str:
    """A binary dimension on one line."""
    return BINARY.format(name=name, more=more)


ANCHORED = "  - {{name: a, kind: anchored, question: q, anchors: {{{anchors}}}}}\n"
FAULTS = {
    "an empty file": ("", ["r.yaml:1: expected an object, got nothing"]),
    "no dimension": ("name: r\ndimensions: []\n", ["r.yaml:2: field dimensions: expected at least one dimension"]),
    "no name": (yaml_of(binary("a"), head=""), ["r.yaml:1: field name: is missing"]),
    "a name twice": (yaml_of(binary("a"), binary("a")), ["r.yaml:4: dimension a: field name: a name stands once; the dimensions 1 and 2"]),
    "a name in capitals with blanks": (yaml_of(binary("Good Tone")), ['r.yaml:3: dimension Good Tone: field name: expected small letters, digits and _, got "Good Tone"; write good_tone']),
    **{
        f"the reserved name {name}": (yaml_of(binary(name)), [f"r.yaml:3: dimension {name}: field name: {name} is a reserved name of policies"])
        for name in ("overall", "certificate", "validation", "no_regression", "never_break")
    },
    "an unknown key": (yaml_of(binary("a", ", pass_wen: x")), ["r.yaml:3: dimension a: field pass_wen: unknown key; did you mean pass_when?"]),
    "an unknown key of the file": (yaml_of(binary("a"), head="name: r\nevidance: required\n"), ["r.yaml:2: field evidance: unknown key; did you mean evidence?"]),
    "anchors in a binary dimension": (yaml_of(binary("a", ", anchors: {}")), ["r.yaml:3: dimension a: field anchors: unknown key; known are"]),
    "a missing question": (yaml_of("  - name: a\n    kind: binary\n    pass_when: p\n"), ["r.yaml:3: dimension a: field question: is missing"]),
    "an empty question": (yaml_of("  - name: a\n    kind: binary\n    question: ''\n    pass_when: p\n"), ["r.yaml:5: dimension a: field question: expected words, got nothing"]),
    "an unknown kind": (yaml_of("  - name: a\n    kind: yesno\n"), ["r.yaml:3: dimension a: expected 'binary', 'anchored', got \"yesno\""]),
    "no kind": (yaml_of("  - name: a\n    question: q\n"), ["r.yaml:3: dimension a: 'kind' is missing"]),
    "four anchors": (yaml_of(ANCHORED.format(anchors="0: a, 0.25: b, 0.5: c, 1: d")), ["r.yaml:3: dimension a: field anchors: expected the five anchors 0, 0.25, 0.5, 0.75, 1; missing: 0.75"]),
    "an anchor of another scale": (yaml_of(ANCHORED.format(anchors="0: a, 0.3: b, 0.5: c, 0.75: d, 1: e")), ['expected the five anchors 0, 0.25, 0.5, 0.75, 1, got "0.3"']),
    "an anchor twice": (yaml_of(ANCHORED.format(anchors="0: a, 0.0: b")), ["the anchor 0 stands twice"]),
    "an anchor without a sentence": (yaml_of(ANCHORED.format(anchors="0: a, 0.25: '', 0.5: c, 0.75: d, 1: e")), ["field anchors.0.25: expected words, got nothing"]),
    "an evidence word nobody knows": (yaml_of(binary("a", ", evidence: {on_fail: both}")), ["field evidence.on_fail: expected 'response', 'source', 'either' or 'absence', got \"both\""]),
    "an example of the other kind": (yaml_of(binary("a", ", examples: [{response: x, verdict: 0.5}]")), ['field examples[0].verdict: expected pass or fail, got "0.5"']),
    "a pass mark above one": (yaml_of(binary("a"), head="name: r\npass_at: 70\n"), ['r.yaml:2: field pass_at: expected a number of at most 1, got "70"']),
    "every fault at once, by line": (
        yaml_of(binary("A"), binary("b", ", needs_source: perhaps"), head="nam: r\n"),
        ["r.yaml:1: field name: is missing", "r.yaml:1: field nam: unknown key", "r.yaml:3: dimension A: field name", "r.yaml:4: dimension b: field needs_source: expected true or false"],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("content", "expected"), FAULTS.values(), ids=FAULTS.keys())
def test_a_faulty_rubric_is_refused_in_words(tmp_path: Path, content: str, expected: list[str]) -> None:
    """Each line names file, line, dimension and field."""
    with pytest.raises(RubricError) as refused:
        loaded(tmp_path, content)
    found = str(refused.value).replace(f"{tmp_path}/", "").splitlines()
    assert len(found) == len(expected)
    for words, line in zip(expected, found, strict=True):
        assert words in line


def test_a_fault_in_json_has_its_line(tmp_path: Path) -> None:
    """JSON is walked for lines too."""
    with pytest.raises(RubricError, match=r"r\.json:4: dimension a: field needs_source: expected true or false"):
        loaded(tmp_path, '{"name": "r", "dimensions": [\n{"name": "a", "kind": "binary",\n "question": "q", "pass_when": "p",\n'
               ' "needs_source": 7}]}', "r.json")  # fmt: skip


def test_a_key_twice_in_json_names_both_lines(tmp_path: Path) -> None:
    """The second would silently win."""
    with pytest.raises(RubricError, match=r'r\.json:3: the key "name" stands twice: line 2 and line 3'):
        loaded(tmp_path, '{\n"name": "a",\n"name": "b"}', "r.json")


def test_an_unknown_shipped_rubric_is_refused_with_its_neighbour() -> None:
    """The message lists what is shipped."""
    with pytest.raises(
        RubricError, match=r"shipped are patient-service, agent-answer\. Did you mean builtin:patient-service"
    ):
        load_rubric("builtin:pateint-service")


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    """By name."""
    with pytest.raises(RubricError, match=r"none\.yaml: there is no such file"):
        load_rubric(tmp_path / "none.yaml")


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_shipped_rubric_survives_its_record(name: str) -> None:
    """What a run's header keeps gives the rubric back."""
    rubric = load_rubric(f"builtin:{name}")
    assert rubric.name == name
    assert rubric_from_record(rubric_record(rubric)) == rubric


def test_patient_service_has_the_five_dimensions_and_their_proofs() -> None:
    """Each dimension says where its evidence stands, and which of the rules judge's dimensions it is."""
    rubric = load_rubric("builtin:patient-service")
    assert {
        d.name: (d.needs_source, d.evidence.on_pass.value, d.evidence.on_fail.value, d.rules) for d in rubric.dimensions
    } == {
        "accuracy": (True, "required", "either", "accuracy"),
        "completeness": (True, "required", "absence", "completeness"),
        "groundedness": (True, "required", "response", "groundedness"),
        "tone": (False, "optional", "either", "tone"),
        "compliance": (False, "optional", "either", "compliance"),
    }


@pytest.mark.parametrize("subject", ["collections", "bereavement", "clinical anxiety"])
def test_patient_service_spells_out_what_is_sensitive(subject: str) -> None:
    """The disagreements on tone came from leaving it open."""
    tone = load_rubric("builtin:patient-service").dimension("tone")
    assert isinstance(tone, BinaryDimension)
    assert any(entry.startswith(subject) for entry in tone.sensitive)


def test_agent_answer_has_four_scales_of_five_different_sentences() -> None:
    """And rules against rewarding length, order and a confident tone."""
    rubric = load_rubric("builtin:agent-answer")
    assert rubric.names == ("reasoning", "faithfulness", "evidence_sufficiency", "confidence_calibration")
    for d in rubric.dimensions:
        assert isinstance(d, AnchoredDimension)
        assert len(set(d.anchors)) == 5
    rules = " ".join(rubric.bias_rules).lower()
    assert all(word in rules for word in ("longer", "order", "confident"))


def test_a_changed_word_makes_another_digest(tmp_path: Path) -> None:
    """The judge's identity holds the rubric."""
    assert rubric_digest(loaded(tmp_path, FULL)) != rubric_digest(loaded(tmp_path, FULL.replace("calm.", "plain.")))
