"""Labels files: people's verdicts, each cell once by each labeller."""

from pathlib import Path

import pytest

from gaugeblock.case import Case
from gaugeblock.errors import LabelError
from gaugeblock.files.labels_file import labels_for, load_labels
from gaugeblock.label import Label

HEAD = "case_id,dimension,label,labeller,labelled_at,known_bad,note\n"


def loaded(folder: Path, content: str, name: str = "l.csv") -> tuple[Label, ...]:
    """The labels of one file, without their places."""
    path = folder / name
    path.write_text(content, encoding="utf-8")
    return load_labels(path)


def label(case_id: str = "A", dimension: str = "tone", word: str = "pass", **fields: object) -> Label:
    """A label; the table below names further fields freely."""
    return Label(case_id=case_id, dimension=dimension, label=word, **fields)  # type: ignore[arg-type] # see above


def bare(labels: tuple[Label, ...]) -> list[Label]:
    """The labels without their places."""
    return [Label(**{f: getattr(x, f) for f in Label.__dataclass_fields__ if f != "place"}) for x in labels]


KIM = label(labeller="kim", labelled_at="2026-11-30", known_bad=True, note="cold, curt")
FORMATS = {
    "CSV": ("l.csv", HEAD + 'A,tone,pass,kim,2026-11-30,true,"cold, curt"\nA,depth,0.75,,,,\n'),
    "CSV with semicolons and three columns more than needed": ("l.csv", "Case ID;Dimension;Label;Labeller;Labelled at;Known bad;Note\nA;Tone;PASS;kim;2026-11-30;WAHR;x\n".replace("WAHR;x", "yes;cold, curt") + "A;depth;0,75;;;;\n"),
    "JSONL": ("l.jsonl", '{"case_id": "A", "dimension": "tone", "label": "pass", "labeller": "kim", "labelled_at": "2026-11-30", "known_bad": true, "note": "cold, curt"}\n\n{"case_id": "A", "dimension": "depth", "label": 0.75, "labeller": null}\n'),
    "YAML": ("l.yaml", "labels:\n- {case_id: A, dimension: tone, label: pass, labeller: kim, labelled_at: 2026-11-30, known_bad: true, note: 'cold, curt'}\n- {case_id: A, dimension: depth, label: 0.750}\n"),
    "a list in JSON": ("l.json", '[{"case_id": "A", "dimension": "tone", "label": "pass", "labeller": "kim", "labelled_at": "2026-11-30", "known_bad": true, "note": "cold, curt"}, {"case_id": "A", "dimension": "depth", "label": "0.75"}]'),
}  # fmt: skip


@pytest.mark.parametrize(("name", "content"), FORMATS.values(), ids=FORMATS.keys())
def test_the_same_labels_from_every_format(tmp_path: Path, name: str, content: str) -> None:
    """Anchors are normalised, a decimal comma is read, an empty cell is absent."""
    assert bare(loaded(tmp_path, content, name)) == [KIM, label(dimension="depth", word="0.75")]


@pytest.mark.parametrize(
    ("written", "word"),
    [("pass", "pass"), (" Fail ", "fail"), ("0", "0"), ("0.0", "0"), ("1.00", "1"), (".5", "0.5"), ("0.250", "0.25")],
)
def test_label_words_have_one_spelling(tmp_path: Path, written: str, word: str) -> None:
    """What a label is compared with is written one way."""
    assert [x.label for x in loaded(tmp_path, f"case_id,dimension,label\nA,tone,{written}\n")] == [word]


def test_a_label_has_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """File and line, for the list of disagreements."""
    monkeypatch.chdir(tmp_path)
    assert [x.place for x in loaded(tmp_path, "case_id,dimension,label\n\nA,tone,pass\n")] == ["l.csv:3"]


def test_several_labellers_may_differ_on_one_cell(tmp_path: Path) -> None:
    """That is what agreement is measured on."""
    labels = loaded(tmp_path, HEAD + "A,tone,pass,kim,,,\nA,tone,fail,lee,,,\n")
    assert [(x.labeller, x.label) for x in labels] == [("kim", "pass"), ("lee", "fail")]


def test_the_same_value_twice_counts_once(tmp_path: Path) -> None:
    """A line copied twice is one opinion."""
    assert len(loaded(tmp_path, HEAD + "A,depth,1,kim,,,\nA,depth,1.00,kim,,,\n")) == 1


FAULTS = {
    "two values by one labeller": (HEAD + "A,tone,pass,kim,,,\nB,tone,pass,kim,,,\nA,tone,fail,kim,,,\n", ["l.csv:4: case A: two values by kim for tone: pass in line 2 and fail in line 4; keep one"]),
    "two values by nobody": (HEAD + "A,tone,pass,,,,\nA,tone,fail,,,,\n", ["two values by the same labeller (none is named) for tone: pass in line 2 and fail in line 3"]),
    "known bad once and once not": (HEAD + "A,tone,fail,kim,,true,\nA,tone,fail,kim,,,\n", ["fail, known_bad in line 2 and fail in line 3"]),
    "a word that is no label": (HEAD + "A,tone,ok,,,,\n", ['l.csv:2: case A: field label: expected pass, fail or one of 0, 0.25, 0.5, 0.75, 1, got "ok"']),
    "a number between anchors": (HEAD + "A,tone,0.8,,,,\n", ['got "0.8"']),
    "no label in the line": (HEAD + "A,tone,,kim,,,\n", ["l.csv:2: case A: field label: is missing"]),
    "no case": (HEAD + ",tone,pass,,,,\n", ["l.csv:2: field case_id: is missing"]),
    "a word that is no boolean": (HEAD + "A,tone,pass,,,maybe,\n", ['field known_bad: expected true or false, got "maybe"']),
    "an unknown column": ("case_id,dimension,lable\nA,tone,pass\n", ["l.csv:1: unknown column lable; did you mean label?", "l.csv:2: case A: field label: is missing"]),
    "a table without rows": (HEAD, ["l.csv: there is no label in it"]),
    "every fault at once": (HEAD + "A,tone,ok,,,,\nB,tone\n", ["l.csv:2: ", "l.csv:3: expected 7 cells, got 2"]),
}  # fmt: skip


@pytest.mark.parametrize(("content", "expected"), FAULTS.values(), ids=FAULTS.keys())
def test_a_faulty_labels_file_is_refused_in_words(tmp_path: Path, content: str, expected: list[str]) -> None:
    """Each line names file, line, case and field."""
    with pytest.raises(LabelError) as refused:
        loaded(tmp_path, content)
    found = str(refused.value).splitlines()
    assert len(found) == len(expected)
    for words, line in zip(expected, found, strict=True):
        assert words in line


OTHER_FAULTS = {
    "another file ending": ("l.txt", "x", r"l\.txt: unknown ending \.txt; known are \.csv"),
    "another list in YAML": ("l.yaml", "cases: []\n", r'l\.yaml:1: unexpected key "cases"; expected one list labels'),
    "a text in YAML": ("l.yaml", "x\n", r'l\.yaml:1: expected a list of labels, got "x"'),
    "the line of a field in YAML": ("l.yaml", "- case_id: A\n  dimension: t\n  label: x\n", r"l\.yaml:3: case A: field label: expected pass"),
    "torn JSONL": ("l.jsonl", '{"case_id": "A"', r"l\.jsonl:1: not JSON"),
    "a number in JSONL": ("l.jsonl", "7\n", r"l\.jsonl:1: expected an object, got the number 7"),
}  # fmt: skip


@pytest.mark.parametrize(("name", "content", "words"), OTHER_FAULTS.values(), ids=OTHER_FAULTS.keys())
def test_other_formats_are_refused_in_words_too(tmp_path: Path, name: str, content: str, words: str) -> None:
    """With the place of the fault."""
    with pytest.raises(LabelError, match=words):
        loaded(tmp_path, content, name)


def test_the_file_wins_over_the_case_cell_by_cell() -> None:
    """A case's own label counts only where the file has none for that case and dimension."""
    cases = [
        Case(id="A", labels={"tone": "fail", "care": "fail"}, known_bad=True, note="n", place="c.jsonl:1"),
        Case(id="B", labels={"tone": "pass"}, place="c.jsonl:2"),
    ]
    from_file = (label("A", "tone", "pass", labeller="kim"), label("Z", "tone", "pass", labeller="kim"))
    assert labels_for(cases, from_file) == (
        *from_file,
        label("A", "care", "fail", known_bad=True, note="n", place="c.jsonl:1"),
        label("B", "tone", "pass", place="c.jsonl:2"),
    )


WORD_ON_THE_WHOLE = label("A", "overall", "fail", known_bad=True, note="n", place="c.jsonl:1")


@pytest.mark.parametrize(
    ("in_case", "in_file", "expected"),
    [
        pytest.param({}, (), [WORD_ON_THE_WHOLE], id="nothing else is said"),
        pytest.param({"tone": "fail"}, (label(word="fail"),), [WORD_ON_THE_WHOLE], id="the file has the case's cells"),
        pytest.param({"overall": "fail"}, (), [WORD_ON_THE_WHOLE], id="it is said of the whole already"),
        pytest.param({}, (label(dimension="overall", word="pass"),), [], id="the file has its own word on the whole"),
    ],
)
def test_a_case_that_is_known_to_be_bad_is_always_a_label(
    in_case: dict[str, str], in_file: tuple[Label, ...], expected: list[Label]
) -> None:
    """Without one the judge would never be held to it; only the file's word on the whole answer stands above it."""
    case = Case(id="A", labels=in_case, known_bad=True, note="n", place="c.jsonl:1")
    assert labels_for([case], in_file) == (*in_file, *expected)
