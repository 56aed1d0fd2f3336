"""The shipped JSON Schemas: up to date, valid, and true of the shipped files."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from ruamel.yaml import YAML

from gaugeblock.config.schemas import FOLDER, json_schemas, schema_text
from gaugeblock.files.rubric_file import BUILT_IN

ROOT = Path(__file__).parent.parent
NAMES = ("case", "golden-set", "rubric", "suite", "labels")


def validator(name: str) -> Draft202012Validator:
    """The validator of a shipped schema."""
    return Draft202012Validator(json.loads((FOLDER / f"{name}.schema.json").read_text(encoding="utf-8")))


def as_an_editor_reads(path: Path) -> Any:
    """YAML with its usual types, as the language server of an editor sees it."""
    return YAML(typ="safe", pure=True).load(path.read_text(encoding="utf-8"))


def jsonl(path: Path) -> list[Any]:
    """The objects of a JSONL file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


@pytest.mark.parametrize("name", NAMES)
def test_a_shipped_schema_is_up_to_date(name: str) -> None:
    """When this fails: python -c "from gaugeblock.config.schemas import write_schemas as w; w()"."""
    assert (FOLDER / f"{name}.schema.json").read_text(encoding="utf-8") == schema_text(json_schemas()[name])


def test_no_schema_is_left_out_or_left_over() -> None:
    """One file for each kind of file that people write."""
    assert {p.name for p in FOLDER.iterdir()} == {f"{name}.schema.json" for name in NAMES}


@pytest.mark.parametrize("name", NAMES)
def test_a_shipped_schema_is_a_schema(name: str) -> None:
    """By the draft it names."""
    Draft202012Validator.check_schema(validator(name).schema)


EXAMPLES = ["carepoint/cases.jsonl", "entity-resolution/judge/cases.jsonl"]


@pytest.mark.parametrize("example", EXAMPLES)
def test_example_cases_are_valid(example: str) -> None:
    """One by one, as a list, and as an object that names its schema."""
    cases = jsonl(ROOT / "examples" / example)
    for case in cases:
        validator("case").validate(case)
    validator("golden-set").validate(cases)
    validator("golden-set").validate({"$schema": "x", "cases": cases})


@pytest.mark.parametrize("name", BUILT_IN)
def test_shipped_rubrics_are_valid(name: str) -> None:
    """As an editor reads them."""
    validator("rubric").validate(as_an_editor_reads(FOLDER.parent / "rubrics" / f"{name}.yaml"))


@pytest.mark.parametrize("path", sorted((ROOT / "examples").rglob("gaugeblock.yaml")), ids=lambda p: p.parent.name)
def test_example_suites_are_valid(path: Path) -> None:
    """As an editor reads them."""
    validator("suite").validate(as_an_editor_reads(path))


WRONG = {
    "a misspelt key of a case": ("case", {"id": "a", "souce": "x"}),
    "a list where a text is wanted": ("case", {"id": "a", "expect": {"decision": ["no"]}}),
    "an empty golden set": ("golden-set", {"cases": []}),
    "four anchors": ("rubric", {"name": "r", "dimensions": [{"name": "a", "kind": "anchored", "question": "q", "anchors": {"0": "a", "1": "b", "0.5": "c", "0.25": "d"}}]}),
    "a name in capitals": ("rubric", {"name": "r", "dimensions": [{"name": "A", "kind": "binary", "question": "q", "pass_when": "p"}]}),
    "a key in a suite": ("suite", {"golden_set": "x", "judge": {"model": "m", "rubric": "r", "api_key": "k"}}),
    "a threshold above one": ("suite", {"golden_set": "x", "policy": {"tone": {"at_least": 95}}}),
    "a target of a later release": ("suite", {"golden_set": "x", "target": {"http": "x"}}),
    "a label without a value": ("labels", [{"case_id": "a", "dimension": "d"}]),
}  # fmt: skip


@pytest.mark.parametrize(("name", "value"), WRONG.values(), ids=WRONG.keys())
def test_a_schema_refuses_what_the_reader_refuses(name: str, value: Any) -> None:
    """An editor underlines it before a run does."""
    assert not validator(name).is_valid(value)


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_explains_its_fields(name: str) -> None:
    """The sentences under the fields are what an editor shows."""
    assert '"description"' in json.dumps(
        validator(name).schema["properties"] if name in ("case", "suite") else validator(name).schema
    )
