"""Golden sets: every format gives the same cases, and a faulty set is refused with every fault named."""

import json
import os
import re
import tracemalloc
from collections.abc import Iterable
from pathlib import Path

import pytest

from gaugeblock.case import Case, Message, Output, Passage, ToolCall, case_digest, case_record
from gaugeblock.errors import GoldenSetError
from gaugeblock.files.golden import GoldenSet, open_golden_set


def written(folder: Path, name: str, content: bytes | str | list[object]) -> str:
    """The path of a new file; a list is written as JSONL."""
    path = folder / name
    if isinstance(content, list):
        content = "".join(json.dumps(entry) + "\n" for entry in content)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return str(path)


def opened(folder: Path, name: str, content: bytes | str | list[object]) -> GoldenSet:
    """The golden set of one file."""
    return open_golden_set([written(folder, name, content)])


def only_case(folder: Path, record: object) -> Case:
    """The case that one record gives."""
    (case,) = opened(folder, "one.jsonl", [record]).cases()
    return case


def faults(folder: Path, name: str, content: bytes | str | list[object]) -> list[str]:
    """The lines of the refusal, without the folder."""
    with pytest.raises(GoldenSetError) as refused:
        opened(folder, name, content)
    return str(refused.value).replace(f"{folder}/", "").splitlines()


JSON_CASES = '[\n {"id": "A", "input": "one", "topic": "t"},\n {"id": "B", "input": "two"}\n]'
SAME_SET = {
    "a list in JSON": ("c.json", JSON_CASES),
    "an object in JSON that names its schema": ("c.json", f'{{"$schema": "golden-set.schema.json", "cases": {JSON_CASES}}}'),
    "JSONL with a blank line and no end of line": ("c.jsonl", '{"id":"A","input":"one","topic":"t"}\n\n{"id":"B","input":"two"}'),
    "JSONL with CRLF": ("c.ndjson", '{"id":"A","input":"one","topic":"t"}\r\n{"id":"B","input":"two"}\r\n'),
    "JSONL with a byte-order mark": ("c.jsonl", b'\xef\xbb\xbf{"id":"A","input":"one","topic":"t"}\n{"id":"B","input":"two"}'),
    "JSONL in UTF-16": ("c.jsonl", '{"id":"A","input":"one","topic":"t"}\n{"id":"B","input":"two"}'.encode("utf-16")),
    "a list in YAML": ("c.yaml", "- {id: A, input: one, topic: t}\n- id: B\n  input: two\n"),
    "an object in YAML": ("c.yml", "# yaml-language-server: $schema=x\ncases:\n- {id: A, input: one, topic: t}\n- {id: B, question: two}\n"),
    "a table": ("c.csv", "id,input,topic\nA,one,t\nB,two,\n"),
    "a table with tabs": ("c.tsv", "id\tinput\ttopic\nA\tone\tt\nB\ttwo\t\n"),
}  # fmt: skip


@pytest.mark.parametrize(("name", "content"), SAME_SET.values(), ids=SAME_SET.keys())
def test_the_same_cases_from_every_format(tmp_path: Path, name: str, content: bytes | str) -> None:
    """Cases, count and topics do not depend on how they are kept."""
    golden = opened(tmp_path, name, content)
    assert list(golden.cases()) == [Case(id="A", input="one", topic="t"), Case(id="B", input="two")]
    assert (golden.count, dict(golden.topics)) == (2, {"t": 1, "": 1})


def test_the_digest_is_the_same_in_every_format_and_follows_order_and_words(tmp_path: Path) -> None:
    """SHA-256 over the case digests, in order."""
    digests = {opened(tmp_path, name, content).digest for name, content in SAME_SET.values()}
    assert len(digests) == 1
    swapped = opened(tmp_path, "s.jsonl", [{"id": "B", "input": "two"}, {"id": "A", "input": "one", "topic": "t"}])
    reworded = opened(tmp_path, "r.jsonl", [{"id": "A", "input": "one!", "topic": "t"}, {"id": "B", "input": "two"}])
    assert len(digests | {swapped.digest, reworded.digest}) == 3


TOOL_MESSAGES = [
    {"role": "user", "content": "How much?"},
    {
        "role": "assistant",
        "content": None,
        "tool_calls": [
            {"id": "1", "type": "function", "function": {"name": "copay", "arguments": '{"plan": "A", "n": 40}'}},
            {"id": "2", "type": "function", "function": {"name": "log", "arguments": "{broken"}},
        ],
    },
    {"role": "tool", "tool_call_id": "1", "content": "40 dollars"},
    {"role": "assistant", "content": [{"type": "text", "text": "It is"}, {"type": "text", "text": "$40."}]},
]
TOOL_TRACE = (
    Message(role="user", content="How much?"),
    Message(
        role="assistant",
        tool_calls=(
            ToolCall(name="copay", arguments={"plan": "A", "n": 40}, result="40 dollars"),
            ToolCall(name="log", arguments="{broken"),
        ),
    ),
    Message(role="tool", content="40 dollars"),
    Message(role="assistant", content="It is\n$40."),
)
ACCEPTED = {
    "a whole number as id": ({"id": 7}, Case(id="7")),
    "blanks around an id": ({"id": " A-1 "}, Case(id="A-1")),
    "question for input": ({"id": "A", "question": "Why?"}, Case(id="A", input="Why?")),
    "input and question that agree": ({"id": "A", "question": "Why?", "input": "Why?"}, Case(id="A", input="Why?")),
    "response for output.text": ({"id": "A", "response": "Yes."}, Case(id="A", output=Output(text="Yes."))),
    "response beside the other fields of output": (
        {"id": "A", "response": "Yes.", "output": {"decision": "merge", "confidence": 1}},
        Case(id="A", output=Output(text="Yes.", decision="merge", confidence=1.0)),
    ),
    "an empty answer is an answer": ({"id": "A", "response": ""}, Case(id="A", output=Output(text=""))),
    "a source as text": ({"id": "A", "source": "Facts."}, Case(id="A", source=(Passage(text="Facts."),))),
    "a source of passages with inseparable quotes": (
        {"id": "A", "source": [{"id": "s1", "text": "a b", "inseparable": [["a", "b"]]}]},
        Case(id="A", source=(Passage(id="s1", text="a b", inseparable=(("a", "b"),)),)),
    ),
    "passages without id are called by position": (
        {"id": "A", "retrieved": ["one", {"text": "two"}, {"id": "x", "text": "three"}]},
        Case(id="A", retrieved=(Passage(id="1", text="one"), Passage(id="2", text="two"), Passage(id="x", text="three"))),
    ),
    "a source without a word is none": ({"id": "A", "source": " ", "topic": "t"}, Case(id="A", topic="t")),
    "nothing retrieved is a fact": ({"id": "A", "retrieved": []}, Case(id="A", retrieved=())),
    "no tool call is a fact": ({"id": "A", "tool_calls": []}, Case(id="A", tool_calls=())),
    "null tool calls are a hole": ({"id": "A", "tool_calls": None}, Case(id="A", tool_calls=None)),
    "own tool calls": (
        {"id": "A", "tool_calls": [{"name": "find", "arguments": {"q": [1, True]}, "result": None, "step": 2}]},
        Case(id="A", tool_calls=(ToolCall(name="find", arguments={"q": [1, True]}, step=2),)),
    ),
    "messages as input": (
        {"id": "A", "input": [{"role": "user", "content": "Hi", "name": "kim"}]},
        Case(id="A", input=(Message(role="user", content="Hi"),)),
    ),
    "a trace in the chat style": ({"id": "A", "trace": {"messages": TOOL_MESSAGES}}, Case(id="A", trace=TOOL_TRACE)),
    "expectations with keys of your own": (
        {"id": "A", "expect": {"tools": ["find"], "confidence": {"min": 0.9}, "weight": {"kg": 3}}},
        Case(id="A", expect={"tools": ["find"], "confidence": {"min": 0.9}, "weight": {"kg": 3}}),
    ),
    "labels in any spelling": (
        {"id": "A", "labels": {"tone": "Pass", "depth": 0.75, "care": "1.00", "none": None}, "overall": "fail"},
        Case(id="A", labels={"tone": "pass", "depth": "0.75", "care": "1", "overall": "fail"}),
    ),
    "null is absent everywhere": (
        dict.fromkeys(("input", "topic", "tags", "source", "output", "expect", "labels", "known_bad", "note")) | {"id": "A"},
        Case(id="A"),
    ),
    "a known bad answer": ({"id": "A", "known_bad": True, "note": "n"}, Case(id="A", known_bad=True, note="n")),
}  # fmt: skip


@pytest.mark.parametrize(("record", "case"), ACCEPTED.values(), ids=ACCEPTED.keys())
def test_what_a_record_becomes(tmp_path: Path, record: object, case: Case) -> None:
    """Other spellings are taken for the plain form, and nothing is lost."""
    assert only_case(tmp_path, record) == case


def test_half_surrogates_survive(tmp_path: Path) -> None:
    """A lone half comes out as it went in, and the case still has a digest."""
    line = '{"id": "A\\ud83d", "input": "x\\ud83d", "labels": {"tone": "pass"}, "expect": {"k": {"\\ude00": 1}}}\n'
    case = next(opened(tmp_path, "c.jsonl", line).cases())
    assert (case.id, case.input, case.expect) == ("A\ud83d", "x\ud83d", {"k": {"\ude00": 1}})
    assert json.loads(json.dumps(case_record(case)))["input"] == "x\ud83d"
    assert len(case_digest(case)) == 64


REFUSED = {
    "a list where text is wanted": (
        {"id": "A-1", "expect": {"decision": ["no"]}},
        "c.jsonl:1: case A-1: field expect.decision: expected text, got a list",
    ),
    "a number where text is wanted": (
        {"id": "A", "topic": 7},
        "c.jsonl:1: case A: field topic: expected text, got the number 7; write it in quotes",
    ),
    "true is no id": ({"id": True}, "c.jsonl:1: case True: field id: expected text, got true; write it in quotes"),
    "no id": ({"input": "x"}, "c.jsonl:1: field id: is missing"),
    "a blank id": ({"id": " "}, "c.jsonl:1: field id: expected words, got nothing"),
    "an id of two lines": ({"id": "a\nb"}, "an id stands on one line"),
    "an unknown key with its neighbour": (
        {"id": "A", "souce": "x"},
        "c.jsonl:1: case A: field souce: unknown key; did you mean source?",
    ),
    "a known expectation misspelt": (
        {"id": "A", "expect": {"desicion": "no"}},
        "c.jsonl:1: case A: field expect.desicion: unknown key; did you mean decision?",
    ),
    "a misspelt key of a message": (
        {"id": "A", "trace": {"messages": [{"role": "assistant", "tool_cals": []}]}},
        "field trace.messages[0].tool_cals: unknown key; did you mean tool_calls?",
    ),
    "a number as source": ({"id": "A", "source": 3}, "field source: expected text or a list, got the number 3"),
    "a number as passage": ({"id": "A", "source": [3]}, "field source[0]: expected text or an object, got the number 3"),
    "a passage without text": ({"id": "A", "source": [{"id": "s"}]}, "field source[0].text: is missing"),
    "a misspelt key of a passage": (
        {"id": "A", "source": [{"txt": "x", "text": "y"}]},
        "field source[0].txt: unknown key; did you mean text?",
    ),
    "two passages of one name": (
        {"id": "A", "source": [{"id": "s", "text": "x"}, {"id": "s", "text": "y"}]},
        'field source[1].id: the passages 0 and 1 are both called "s"; rename one',
    ),
    "input and question that differ": ({"id": "A", "input": "x", "question": "y"}, "field question: input and question are"),
    "response and output.text that differ": (
        {"id": "A", "response": "x", "output": {"text": "y"}},
        "field response: response and output.text are two names of one field and differ; keep one",
    ),
    "an output with nothing in it": ({"id": "A", "output": {}}, "field output: expected text, decision, confidence or"),
    "confidence above one": (
        {"id": "A", "output": {"text": "x", "confidence": 92}},
        "field output.confidence: expected a number of at most 1",
    ),
    "a confidence range upside down": (
        {"id": "A", "expect": {"confidence": {"min": 0.9, "max": 0.2}}},
        "field expect.confidence: min 0.9 is above max 0.2",
    ),
    "a label that is none": (
        {"id": "A", "labels": {"tone": "good"}},
        'field labels.tone: expected pass, fail or one of 0, 0.25, 0.5, 0.75, 1, got "good"',
    ),
    "a label between two anchors": ({"id": "A", "labels": {"tone": 0.8}}, "got the number 0.8"),
    "a picture in a message": (
        {"id": "A", "input": [{"role": "user", "content": [{"type": "image_url", "image_url": "x"}]}]},
        "field input[0].content[0]: expected a part with text, got one of type image_url",
    ),
    "a tool call without a name": ({"id": "A", "tool_calls": [{"arguments": {}}]}, "field tool_calls[0].name: is missing"),
    "a list in place of a case": (["A"], "c.jsonl:1: expected a case, an object, got a list"),
    "a key with half a surrogate": ({"id": "A", "x\ud83d": 1}, "a key holds half of a surrogate pair"),
}  # fmt: skip


@pytest.mark.parametrize(("record", "words"), REFUSED.values(), ids=REFUSED.keys())
def test_a_faulty_record_is_refused_in_words(tmp_path: Path, record: object, words: str) -> None:
    """The line names file, line, case, field, what was expected and what came."""
    assert words in "\n".join(faults(tmp_path, "c.jsonl", [record]))


BROKEN = {
    "text that is no JSON": ("c.jsonl", '{"id": "A"}\n{"id" "B"}\n', ["c.jsonl:2: not JSON: expecting ':' delimiter at column 7"]),
    "a torn last line": ("c.jsonl", '{"id": "A"}\n{"id": "B", "inp', ["c.jsonl:2: the last line is torn, the file ends in the middle of a case"]),
    "a key twice": ("c.jsonl", '{"id": "A", "topic": "x", "topic": "y"}\n', ['c.jsonl:1: the key "topic" stands twice in one object; keep one']),
    "no number": ("c.jsonl", '{"id": "A", "expect": {"x": NaN}}\n', ["c.jsonl:1: NaN is no JSON number"]),
    "a number beyond floats": ("c.jsonl", '{"id": "A", "expect": {"x": 1e999}}\n', ["c.jsonl:1: case A: a number is beyond the range"]),
    "nested without end": ("c.jsonl", '{"id": "A", "expect": ' + "[" * 100_000 + "\n", ["c.jsonl:1: nested too deep"]),
    "a whole number without end": ("c.jsonl", '{"id": ' + "9" * 5000 + "}\n", ["c.jsonl:1: "]),
    "a file of blank lines": ("c.jsonl", "\n \n", ["c.jsonl: there is no case in it"]),
    "an empty file": ("c.csv", "", ["c.csv:1: the file is empty; expected a header line"]),
    "a table without rows": ("c.csv", "id,input\n", ["c.csv: there is no case in it"]),
    "an empty list": ("c.json", "[]", ["c.json: there is no case in it"]),
    "an empty list of cases": ("c.yaml", "cases: []\n", ["c.yaml: there is no case in it"]),
    "an empty YAML file": ("c.yaml", "# nothing yet\n", ["c.yaml: there is no case in it"]),
    "a text in JSON": ("c.json", '"cases"', ["c.json:1: expected a list, or an object with a list cases"]),
    "an object without cases": ("c.json", '{"$schema": "x"}', ["c.json:1: expected a list, or an object with a list cases"]),
    "another list than cases": ("c.json", '{\n"tests": []}', ['c.json:2: unexpected key "tests"; expected one list cases']),
    "JSON that goes on after its end": ("c.json", '[{"id": "A"}]\n[]', ["c.json:2: not JSON: something follows the end of the document"]),
    "JSON that ends too early": ("c.json", '[{"id": "A"},\n{"id": "B"}', ["c.json:2: not JSON: the file ends too early"]),
    "a comma before the bracket": ("c.json", '[{"id": "A"},\n]', ["c.json:2: not JSON: a comma stands before the closing bracket"]),
    "bytes of another encoding": ("c.jsonl", b'{"id": "A"}\n{"id": "caf\xe9"}\n', ["c.jsonl: byte 23 (0xe9) is not UTF-8; save the file as UTF-8"]),
    "a file ending nobody knows": ("c.xlsx", b"PK", ["c.xlsx: unknown ending .xlsx; known are .json, .jsonl"]),
    "every fault of a file": (
        "c.jsonl", '{"id": "A", "topic": 1, "tags": "x"}\nnope\n{"id": "A"}\n',
        ["c.jsonl:1: case A: field topic", "c.jsonl:1: case A: field tags: expected a list", "c.jsonl:2: not JSON", "c.jsonl:3: case A: the id stands more than once: line 1 and line 3"],
    ),
    "the line of a field in YAML": ("c.yaml", "- id: A\n  expect:\n    decision: [no]\n", ["c.yaml:3: case A: field expect.decision: expected text, got a list"]),
    "the line of a field in JSON": ("c.json", '{"cases": [\n {"id": "A",\n  "expect":\n   {"decision": []}},\n {"id": "B",\n"tags": 1}]}', ["c.json:4: case A: field expect.decision", "c.json:6: case B: field tags"]),
    "the line of a case in JSON": ("c.json", '[\n {"id": "A"},\n\n {"id": "B", "tags": 1}]', ["c.json:4: case B: field tags: expected a list, got the number 1"]),
}  # fmt: skip


@pytest.mark.parametrize(("name", "content", "expected"), BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_file_is_refused_line_by_line(
    tmp_path: Path, name: str, content: bytes | str, expected: list[str]
) -> None:
    """As many lines as there are faults, each with its place."""
    found = faults(tmp_path, name, content)
    assert len(found) == len(expected)
    for begin, line in zip(expected, found, strict=True):
        assert line.startswith(begin)


def test_two_cases_of_one_id_are_refused_with_both_lines(tmp_path: Path) -> None:
    """B21: one blank line between, no newline at the end; the blank line is no fault."""
    content = b'{"id":"A-1","input":"a"}\n\n{"id":"A-2","input":"b"}\n{"id":"A-1","input":"c"}'
    (line,) = faults(tmp_path, "c.jsonl", content)
    assert "A-1" in line
    assert "line 1" in line
    assert "line 4" in line


def test_ids_that_stand_twice_are_found_in_a_large_set(tmp_path: Path) -> None:
    """However far apart they stand, and no other is called so."""
    twice = ["7", "12000", "24999"]
    lines = [f'{{"id": "{n}"}}\n' for n in [*range(25_000), *twice]]
    path = tmp_path / "c.jsonl"
    path.write_text("".join(lines), encoding="utf-8")
    with pytest.raises(GoldenSetError) as refused:
        open_golden_set([str(path)])
    assert sorted(re.findall(r"case (\d+): the id stands", str(refused.value)), key=int) == twice


def test_an_id_twice_across_files_names_both_files(tmp_path: Path) -> None:
    """Results are kept by id, whichever file a case stands in."""
    first = written(tmp_path, "a.jsonl", [{"id": "x"}, {"id": "y"}])
    second = written(tmp_path, "b.csv", "id,input\nz,1\ny,2\n")
    with pytest.raises(GoldenSetError, match=r"b\.csv:3: case y: .*a\.jsonl line 2 and .*b\.csv line 3"):
        open_golden_set([first, second])


def test_ids_are_compared_themselves_where_their_hashes_agree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two ids with one hash are two ids."""
    monkeypatch.setattr("gaugeblock.files.golden._hash", lambda _: 1)
    assert opened(tmp_path, "c.jsonl", [{"id": "a"}, {"id": "b"}]).count == 2
    assert (
        "case a: the id stands more than once"
        in faults(tmp_path, "d.jsonl", [{"id": "a"}, {"id": "b"}, {"id": "a"}])[0]
    )


def test_a_glob_gives_its_files_by_name_each_once(tmp_path: Path) -> None:
    """Order does not depend on the file system, and overlapping patterns do not double cases."""
    for name in ("b", "a", "c"):
        written(tmp_path, f"{name}.jsonl", [{"id": name}])
    golden = open_golden_set([str(tmp_path / "b.jsonl"), str(tmp_path / "*.jsonl")])
    assert [c.id for c in golden.cases()] == ["b", "a", "c"]
    assert [p.name for p in golden.files] == ["b.jsonl", "a.jsonl", "c.jsonl"]


def test_a_file_name_with_brackets_is_not_taken_for_a_glob(tmp_path: Path) -> None:
    """A file that exists under the very name is that file."""
    assert opened(tmp_path, "cases[1].jsonl", [{"id": "a"}]).count == 1


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        pytest.param("none.jsonl", "none.jsonl: there is no such file", id="a missing file"),
        pytest.param("*.jsonl", "no file fits the pattern", id="a pattern that fits nothing"),
        pytest.param("", "this is a folder; name its files", id="a folder"),
    ],
)
def test_what_names_no_file_is_refused(tmp_path: Path, pattern: str, words: str) -> None:
    """A set that is not there is never an empty set that passes."""
    with pytest.raises(GoldenSetError, match=words):
        open_golden_set([str(tmp_path / pattern)])


def test_no_pattern_at_all_is_refused() -> None:
    """An empty list of files measures nothing."""
    with pytest.raises(GoldenSetError, match="no file is named"):
        open_golden_set([])


def test_fifty_faults_are_listed_and_the_rest_is_counted(tmp_path: Path) -> None:
    """The list stays readable, the number stays true."""
    found = faults(tmp_path, "c.jsonl", [{"id": f"c{i}", "topic": i} for i in range(1200)])
    assert len(found) == 51
    assert found[-1] == "… and 1,150 more faults"


def test_a_file_that_changes_between_the_passes_is_refused(tmp_path: Path) -> None:
    """What was checked is what is judged."""
    golden = opened(tmp_path, "c.jsonl", [{"id": "a"}])
    written(tmp_path, "c.jsonl", [{"id": "a"}, {"id": "b"}])
    with pytest.raises(GoldenSetError, match="has changed since it was checked"):
        list(golden.cases())


def test_yaml_is_parsed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is slow to parse, so its records are kept for the further passes."""
    golden = opened(tmp_path, "c.yaml", "- {id: a}\n- {id: b}\n")
    monkeypatch.setattr("gaugeblock.files.golden.read_document", None)
    assert [c.id for c in golden.cases()] == [c.id for c in golden.cases()] == ["a", "b"]


def test_a_place_is_file_and_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Relative to the working folder, so that an editor can open it."""
    monkeypatch.chdir(tmp_path)
    golden = opened(tmp_path, "c.jsonl", '\n{"id": "a"}\n')
    assert [c.place for c in golden.cases()] == ["c.jsonl:2"]


def _many(count: int) -> Iterable[str]:
    source = "The copay is $40. The deductible applies first. " * 20
    for i in range(count):
        yield json.dumps({"id": f"case-{i}", "input": "What is my copay?", "source": source, "response": "It is $40."})


def test_twenty_thousand_cases_stay_flat_in_memory(tmp_path: Path) -> None:
    """Both passes hold one case at a time and eight bytes for each id."""
    path = tmp_path / "c.jsonl"
    path.write_text("\n".join(_many(20_000)), encoding="utf-8")
    tracemalloc.start()
    try:
        golden = open_golden_set([str(path)])
        count = sum(1 for _ in golden.cases())
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert (golden.count, count) == (20_000, 20_000)
    assert path.stat().st_size > 20_000_000
    assert peak < 3_000_000


@pytest.fixture(name="reference")
def _reference() -> Path:
    folder = os.environ.get("GAUGEBLOCK_REFERENCE_DATA")
    if not folder:
        pytest.skip("GAUGEBLOCK_REFERENCE_DATA is not set: the reference cases are not read")
    return Path(folder) / "cases"


def test_reference_b20_spreadsheet_export(reference: Path) -> None:
    """B20: byte-order mark, semicolons, CRLF, multi-line and quoted cells, pipes, decimal comma."""
    outcome = json.loads((reference / "B20.json").read_text(encoding="utf-8"))["right_outcome"]["must"]
    golden = open_golden_set([str(reference / "B20_cases.csv")])
    first, second = golden.cases()
    assert golden.count == outcome["cases"]
    assert [first.id, second.id] == outcome["ids"]
    assert first.source == (Passage(text=outcome["ER-001.source"]),)
    assert second.source is not None
    assert len(second.source[0].text.splitlines()) == outcome["ER-002.source_lines"]
    assert second.output == Output(text=outcome["ER-002.response"])


def test_reference_b21_id_twice(reference: Path) -> None:
    """B21: refused before any call, naming the id and both lines."""
    with pytest.raises(GoldenSetError) as refused:
        open_golden_set([str(reference / "B21_cases.jsonl")])
    outcome = json.loads((reference / "B21.json").read_text(encoding="utf-8"))["right_outcome"]["must"]
    assert all(words in str(refused.value) for words in outcome["error_mentions"])
