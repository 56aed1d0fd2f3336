"""Tables: what spreadsheet programs save, read without losing a cell."""

import codecs
import csv
from pathlib import Path

import pytest

from gaugeblock.case import Case, Message, Output, Passage, ToolCall
from gaugeblock.errors import GoldenSetError
from gaugeblock.files.golden import open_golden_set


def cases(folder: Path, content: str | bytes, name: str = "c.csv") -> list[Case]:
    """The cases of a table."""
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return list(open_golden_set([str(path)]).cases())


def case(**fields: object) -> Case:
    """A case called A."""
    return Case(id="A", **fields)  # type: ignore[arg-type] # the table below names fields freely


EXPORT = (
    'id;input;source;response;topic\r\nER-1;"What?";"It is $40.\r\nSee ""Plan"" page.";"It is 1,5 %.";billing\r\n'
    'ER-2;"Rate | plan?";"| Plan | Rate |\r\n| Basic | 1,5 % |";"1,5 %";billing\r\n'
)
EXPORTED = [
    Case(id="ER-1", input="What?", topic="billing", source=(Passage(text='It is $40.\nSee "Plan" page.'),),
         output=Output(text="It is 1,5 %.")),
    Case(id="ER-2", input="Rate | plan?", topic="billing", source=(Passage(text="| Plan | Rate |\n| Basic | 1,5 % |"),),
         output=Output(text="1,5 %")),
]  # fmt: skip
ENCODINGS = {
    "UTF-8": EXPORT.encode(),
    "UTF-8 with a byte-order mark": codecs.BOM_UTF8 + EXPORT.encode(),
    "UTF-16 little-endian with its mark": codecs.BOM_UTF16_LE + EXPORT.encode("utf-16-le"),
    "UTF-16 big-endian with its mark": codecs.BOM_UTF16_BE + EXPORT.encode("utf-16-be"),
    "UTF-16 little-endian without a mark": EXPORT.encode("utf-16-le"),
    "UTF-16 big-endian without a mark": EXPORT.encode("utf-16-be"),
    "line ends of LF only": EXPORT.replace("\r\n", "\n").encode(),
    "line ends of CR only": EXPORT.replace("\r\n", "\r").encode(),
    "tabs": EXPORT.replace(";", "\t").replace("\tsee", ";see").encode(),
    "a first line sep=;": b"sep=;\r\n" + EXPORT.encode(),
    "a mark and a first line sep=;": codecs.BOM_UTF8 + b"sep=;\r\n" + EXPORT.encode(),
}


@pytest.mark.parametrize("content", ENCODINGS.values(), ids=ENCODINGS.keys())
def test_an_export_is_the_same_in_every_encoding(tmp_path: Path, content: bytes) -> None:
    """B20: two cases, multi-line and quoted cells, pipes and decimal commas as text, no mark in a name."""
    assert cases(tmp_path, content) == EXPORTED


ROWS = {
    "commas": ("id,input\nA,x\n", case(input="x")),
    "a comma inside a semicolon table": ("id;input\nA;1,5 or 2,5\n", case(input="1,5 or 2,5")),
    "a semicolon inside a comma table": ("id,input,topic\nA,a;b;c;d,t\n", case(input="a;b;c;d", topic="t")),
    "pipes as separators": ("id|input|topic\nA|x|t\n", case(input="x", topic="t")),
    "a pipe is never a separator in one column": ("id\nA\n", case()),
    "a pipe in a cell": ("id,input\nA,a|b\n", case(input="a|b")),
    "a blank after every comma": ('id, input, topic\nA, "x, y", t\n', case(input="x, y", topic="t")),
    "headers in capitals with blanks": (" ID , Input ,Known Bad\nA,x,TRUE\n", case(input="x", known_bad=True)),
    "a quote inside an unquoted cell": ('id,input\nA,a 5" pipe\n', case(input='a 5" pipe')),
    "doubled quotes": ('id,input\nA,"say ""no"" twice"\n', case(input='say "no" twice')),
    "an empty cell is absent": ("id,topic,response,expect.decision\nA,t,,\n", case(topic="t")),
    "columns without a name at the end": ("id,input,,\nA,x,,\n", case(input="x")),
    "fewer empty cells than columns without a name": ("id,input,,\nA,x\n", case(input="x")),
    "lines without a filled cell": ("id,input\n,\nA,x\n\n,\n", case(input="x")),
    "words stay words": ("id,input,topic,expect.decision\nA,no,0123,TRUE\n",
                         case(input="no", topic="0123", expect={"decision": "TRUE"})),
    "nested fields by dotted names": (
        ("id,output.text,output.confidence,expect.decision,expect.confidence.min,labels.tone,labels.depth\n"
         'A,Yes.,0.92,merge,0.9,PASS,"0,75"\n'),
        case(output=Output(text="Yes.", confidence=0.92), expect={"decision": "merge", "confidence": {"min": 0.9}},
             labels={"tone": "pass", "depth": "0.75"}),
    ),
    "a list as JSON": ('id,tags,expect.tools\nA,"[""a"", ""b,c""]","[""find""]"\n',
                       case(tags=("a", "b,c"), expect={"tools": ["find"]})),
    "a list as repeated columns": ("id,tags[],tags[],tags[]\nA,a,,b|c\n", case(tags=("a", "b|c"))),
    "a plain text in a list column is a list of one": ("id,tags\nA,a | b\n", case(tags=("a | b",))),
    "passages as JSON": ('id,source\nA,"[{""id"": ""s"", ""text"": ""x""}]"\n', case(source=(Passage(id="s", text="x"),))),
    "passages as repeated columns": ("id,source[],source[]\nA,x,y\n",
                                     case(source=(Passage(id="1", text="x"), Passage(id="2", text="y")))),
    "a source that only begins like a list": ("id,source\nA,[Policy] the copay\n", case(source=(Passage(text="[Policy] the copay"),))),
    "a question that is JSON itself": ('id,input\nA,"[1, 2]"\n', case(input="[1, 2]")),
    "messages as JSON": ('id,input\nA,"[{""role"": ""user"", ""content"": ""Hi""}]"\n', case(input=(Message(role="user", content="Hi"),))),
    "tool calls as JSON": ('id,tool_calls\nA,"[{""name"": ""f"", ""arguments"": {""n"": 1}}]"\n',
                           case(tool_calls=(ToolCall(name="f", arguments={"n": 1}),))),
    "no tool calls as JSON": ("id,tool_calls\nA,[]\n", case(tool_calls=())),
    "CRLF inside a cell": ('id,input\nA,"one\r\ntwo\rthree\nfour"\n', case(input="one\ntwo\nthree\nfour")),
    "a cell of a megabyte": ("id,input\nA," + "x" * 1_000_000 + "\n", case(input="x" * 1_000_000)),
}  # fmt: skip


@pytest.mark.parametrize(("content", "expected"), ROWS.values(), ids=ROWS.keys())
def test_what_a_row_becomes(tmp_path: Path, content: str, expected: Case) -> None:
    """Cells are text unless the column holds lists or objects."""
    assert cases(tmp_path, content) == [expected]


def test_an_answer_of_any_length_is_read_where_a_c_long_has_32_bits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On Windows the csv module refuses a larger limit; its own, 131,072 characters, is too small for an answer."""
    real = csv.field_size_limit

    def windows(*limit: int) -> int:
        if limit and limit[0] >= 2**31:
            raise OverflowError("Python int too large to convert to C long")
        return real(*limit)

    monkeypatch.setattr(csv, "field_size_limit", windows)
    real(131_072)
    answer = "word " * 100_000 + "end"
    assert cases(tmp_path, f"id,response\nA,{answer}\n") == [case(output=Output(text=answer))]


def test_rows_of_one_column_are_not_cut(tmp_path: Path) -> None:
    """Ids with commas, semicolons and pipes in a table that has only ids."""
    assert [c.id for c in cases(tmp_path, "id\na,b\nc;d\ne|f\n")] == ["a,b", "c;d", "e|f"]


FAULTS = {
    "a short row": ("id,input,topic\nA,x,t\nB,x\n", ["c.csv:3: expected 3 cells, got 2; a quote or a separator is missing"]),
    "a long row": ("id,input\nA,x, and more\n", ["c.csv:2: expected 2 cells, got 3: 'and more' stands under no column name"]),
    "the line where a row begins": ('id,input\nA,"a\nb\nc"\nB\n', ["c.csv:5: expected 2 cells, got 1"]),
    "the line after sep= and blank lines": ("\nsep=,\nid,input\nA\n", ["c.csv:4: expected 2 cells, got 1"]),
    "a cell under no name": ("id,,input\nA,z,x\n", ["c.csv:2: expected 3 cells, got 3: 'z' stands under no column name"]),
    "a quote that is never closed": ('id,input\nA,x\nB,"x\nC,y\n', ["c.csv:3: the quoted cell that begins in this row is never closed"]),
    "text after a closing quote": ('id,input\nA,"x" y\n', ["c.csv:2: text follows the closing quote of a cell"]),
    "an unknown column": ("id,souce\nA,x\n", ["c.csv:1: unknown column souce; did you mean source?"]),
    "a column of somebody else": ("id,zzz\nA,x\n", ["c.csv:1: unknown column zzz; a case has no such field; take the column out"]),
    "a dotted name under a plain field": ("id,topic.x\nA,x\n", ["c.csv:1: unknown column topic.x"]),
    "a column twice": ("id,topic,Topic\nA,x,y\n", ["c.csv:1: the column topic stands twice"]),
    "a field and a part of it": ("id,output,output.text\nA,\"{\"\"text\"\": \"\"x\"\"}\",y\n", ["c.csv:2: the column output.text is filled beside another one for the same field"]),
    "a list that is broken JSON": ('id,tags\nA,"[""a"","\n', ["c.csv:2: field tags: the cell begins like JSON and is none"]),
    "a confidence with a decimal comma": ('id,output.confidence\nA,"0,9"\n', ['c.csv:2: case A: field output.confidence: expected a number, got "0,9"']),
    "a row without id": ("id,input\n,x\n", ["c.csv:2: field id: is missing"]),
    "several rows at once": ("id,input\nA\nB,x,y\nC,ok\n", ["c.csv:2: ", "c.csv:3: "]),
    "bytes of another encoding": ("id,input\nA,caf\udce9\n", ["c.csv: byte 14 (0xe9) is not UTF-8; save the file as UTF-8"]),
}  # fmt: skip


@pytest.mark.parametrize(("content", "expected"), FAULTS.values(), ids=FAULTS.keys())
def test_a_faulty_table_is_refused_row_by_row(tmp_path: Path, content: str, expected: list[str]) -> None:
    """Each line has the physical line on which the row begins."""
    with pytest.raises(GoldenSetError) as refused:
        cases(tmp_path, content.encode("utf-8", "surrogateescape"))
    found = str(refused.value).replace(f"{tmp_path}/", "").splitlines()
    assert len(found) == len(expected)
    for begin, line in zip(expected, found, strict=True):
        assert line.startswith(begin)


def test_utf_32_is_refused_by_name(tmp_path: Path) -> None:
    """Its mark begins like that of UTF-16."""
    with pytest.raises(GoldenSetError, match="UTF-32, which is not read; save it as UTF-8"):
        cases(tmp_path, "id\nA\n".encode("utf-32"))
