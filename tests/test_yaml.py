"""YAML: every scalar is text, every value has its line, and nothing but data comes out."""

import os
from pathlib import Path
from typing import Any

import pytest

from gaugeblock.files._faults import LocatedError
from gaugeblock.files._yaml import yaml_document

WORDS = {
    "words that are booleans elsewhere": ("[no, Yes, on, OFF, true, y]", ["no", "Yes", "on", "OFF", "true", "y"]),
    "numbers as they are written": ("[0123, 1e3, 12:30, 1_000, 0x1F, .5, 1.00]", ["0123", "1e3", "12:30", "1_000", "0x1F", ".5", "1.00"]),
    "dates": ("[2024-10-01, 2024-10-01T12:00:00Z]", ["2024-10-01", "2024-10-01T12:00:00Z"]),
    "null as a word": ("[null, ~, Null]", ["null", "~", "Null"]),
    "infinity as a word": ("[.inf, .nan, NaN]", [".inf", ".nan", "NaN"]),
    "quoted and not is the same": ("[\"7\", '7', 7]", ["7", "7", "7"]),
    "an empty value is absent": ("a:\nb: ''\n", {"a": None, "b": ""}),
    "an empty list is not absent": ("a: []\nb: {}\n", {"a": [], "b": {}}),
    "keys as text": ("no: 1\n0123: 2\n1.0: 3\n", {"no": "1", "0123": "2", "1.0": "3"}),
    "blocks keep their lines": ("a: |\n  x\n  y\nb: >-\n  x\n  y\n", {"a": "x\ny\n", "b": "x y"}),
    "a value from an anchor": ("a: &x [1]\nb: *x\n", {"a": ["1"], "b": ["1"]}),
    "an anchor on an object, merged": (
        "a: &x {p: 1, q: 2}\nb:\n  <<: *x\n  q: 3\n",
        {"a": {"p": "1", "q": "2"}, "b": {"q": "3", "p": "1"}},
    ),
    "the earlier merge wins": ("a: {<<: [{p: 1}, {p: 2, q: 3}]}\n", {"a": {"p": "1", "q": "3"}}),
    "nothing at all": ("# only a remark\n", None),
    "characters beyond the first plane": ("a: 😀\n", {"a": "😀"}),
    "half a surrogate in quotes": ('a: "\\ud83d"\n', {"a": "\ud83d"}),
}  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), WORDS.values(), ids=WORDS.keys())
def test_scalars_are_the_words_that_were_written(text: str, expected: Any) -> None:
    """B22's kind: no word becomes a boolean, a number or a date."""
    assert yaml_document(text).data == expected


def test_every_place_has_its_line() -> None:
    """A place that has none of its own has that of what is around it."""
    document = yaml_document("# c\na: 1\n\nlist:\n  - x\n  - k: v\n    t: |\n      w\n")
    lines = [
        document.line_of(loc) for loc in (("a",), ("list", 0), ("list", 1, "k"), ("list", 1, "t"), ("list", 1, "zz"))
    ]
    assert lines == [2, 5, 6, 7, 6]


BOMB = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 9)
)
REFUSED = {
    "a key twice": ("a: 1\nb: 2\n\na: 3\n", 4, 'the key "a" stands twice: line 1 and line 4'),
    "a key twice, quoted once": ('- "a": 1\n  a: 2\n', 2, 'the key "a" stands twice: line 1 and line 2'),
    "a tag for an object": ("a: !!python/object/apply:os.system [ls]\n", 1, "the tag tag:yaml.org,2002:python/object/apply:os.system is not read"),
    "a tag of one's own": ("b: 1\na: !secret x\n", 2, "the tag !secret is not read"),
    "a tag for a number": ("a: !!int 3\n", 1, "the tag tag:yaml.org,2002:int is not read"),
    "a tag on a key": ("!!str a: 3\n", 1, "a key must be text without a tag"),
    "an object as key": ("{a: 1}: 2\n", 1, "a key must be text; quote braces"),
    "a list as key": ("? [a]\n: 2\n", 1, "a key must be text; quote braces"),
    "a placeholder that is not quoted": ("a: {{question}}\n", 1, "a key must be text; quote braces"),
    "a second document": ("a: 1\n---\na: 2\n", 2, "a second document begins"),
    "an alias without anchor": ("a: *x\n", 1, "the alias *x stands before the end of its anchor"),
    "an alias inside its own anchor": ("a: &x\n  - *x\n", 2, "the alias *x stands before the end of its anchor"),
    "an expansion bomb": (BOMB, 6, "aliases blow this file up to more than 1,000,000 values"),
    "one long text, many times": (f"a: &a {'x' * 10_000}\nb: [{', '.join(['*a'] * 200)}]\n", 2, "aliases blow this file up"),
    "nested without end": ("[" * 500 + "]" * 500, 1, "nested more than 100 deep"),
    "a merge of a text": ("a: {<<: x}\n", 1, "<< takes an object or a list of objects"),
    "wrong indentation": ("a: 1\n  b: 2\n", 2, "not YAML: mapping values are not allowed here"),
    "a quote that is never closed": ('a: "x\nb: 2\n', 3, "not YAML: found unexpected end of stream"),
    "a tab as indentation": ("a:\n\tb: 1\n", 2, "not YAML: found character '\\t' that cannot start any token"),
    "a control character": ("a: \x00\n", None, "not YAML: unacceptable character"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "line", "words"), REFUSED.values(), ids=REFUSED.keys())
def test_what_is_no_plain_data_is_refused(text: str, line: int | None, words: str) -> None:
    """The refusal has the line and says what stands there."""
    with pytest.raises(LocatedError) as refused:
        yaml_document(text)
    assert refused.value.words.startswith(words)
    assert refused.value.line == line


def test_reference_b22_agentforce_spec() -> None:
    """B22: unquoted words kept; an empty list of actions is not an absent one."""
    folder = os.environ.get("GAUGEBLOCK_REFERENCE_DATA")
    if not folder:
        pytest.skip("GAUGEBLOCK_REFERENCE_DATA is not set: the reference cases are not read")
    data = yaml_document((Path(folder) / "cases" / "B22_spec.yaml").read_text(encoding="utf-8")).data
    first, second = data["testCases"]
    assert data["name"] == "2024-10-01"
    assert [first[k] for k in ("utterance", "expectedTopic", "expectedOutcome")] == ["no", "On", "yes"]
    assert [second[k] for k in ("utterance", "expectedTopic")] == ["0123", "12:30"]
    assert second["expectedActions"] == []
    assert "expectedOutcome" not in second
