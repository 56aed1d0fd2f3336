"""A run exported as CSV, JSON Lines and Parquet: one row a verdict, harmless in a spreadsheet."""

import asyncio
import csv
import io
import json
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest

from contracts.store_contract import FULL, START, case, verdict, written
from gaugeblock.errors import StoreError, UsageError
from gaugeblock.ports import StoredCase
from gaugeblock.reports.export import COLUMNS, TEXT_COLUMNS, export_csv, export_jsonl, export_parquet
from gaugeblock.testing import MemoryStore
from gaugeblock.verdict import Reason, Status, Verdict

EVIDENCE = [
    {"quote": "ten days", "where": "source:policy", "start": 4, "end": 12, "verified": True, "gap": False},
    {"quote": "never … said", "where": None, "start": None, "end": None, "verified": False, "gap": True},
]
RECORD = {
    "id": "a",
    "input": [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Yes?"}],
    "source": [{"id": "1", "text": "First."}, {"id": "2", "text": "Second."}],
    "output": {"text": "Merge them.", "decision": "merge", "confidence": 0.9},
}


def exported(
    export: Callable[..., Awaitable[int]], to: Any, cases: list[StoredCase], verdicts: list[Verdict], **options: Any
) -> int:
    """Write a run into a store and out again."""

    async def story() -> int:
        store = MemoryStore()
        await written(store, cases=cases, verdicts=verdicts)
        return await export(store, "run-1", to, **options)

    return asyncio.run(story())


def as_csv(cases: list[StoredCase], verdicts: list[Verdict], **options: Any) -> list[dict[str, str]]:
    """The rows of the CSV."""
    stream = io.StringIO(newline="")
    exported(export_csv, stream, cases, verdicts, **options)
    return list(csv.DictReader(io.StringIO(stream.getvalue(), newline="")))


def as_jsonl(cases: list[StoredCase], verdicts: list[Verdict], **options: Any) -> list[dict[str, Any]]:
    """The rows of the JSON Lines."""
    stream = io.StringIO()
    exported(export_jsonl, stream, cases, verdicts, **options)
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def as_parquet(cases: list[StoredCase], verdicts: list[Verdict], **options: Any) -> list[dict[str, Any]]:
    """The rows of the Parquet file."""
    stream = io.BytesIO()
    exported(export_parquet, stream, cases, verdicts, **options)
    return pyarrow.parquet.read_table(io.BytesIO(stream.getvalue())).to_pylist()


def test_a_row_has_every_field_of_the_verdict() -> None:
    """JSON Lines keeps the types."""
    assert as_jsonl([case(7, "a")], [FULL]) == [
        {
            "run_id": "run-1",
            "position": 7,
            "case_id": "a",
            "topic": "billing",
            "dimension": "reasoning",
            "trial": 3,
            "status": "failed",
            "score": 0.25,
            "raw_score": "0.3",
            "reason": None,
            "detail": "the judge added words",
            "evidence": EVIDENCE,
            "repairs": ["fences removed", "a trailing comma removed"],
            "origin": "damaged",
            "level": "integration",
            "judge_digest": "ab" * 32,
            "at": "2026-12-01T10:15:30.123456+00:00",
        }
    ]


def test_the_three_formats_say_the_same() -> None:
    """Nested values are JSON texts in CSV and Parquet; empty CSV cells are nulls."""
    cases, verdicts = [case(0, "a")], [FULL, verdict("a", status=Status.UNSCORED, reason=Reason.TRUNCATED)]
    plain, lines, table = (read(cases, verdicts) for read in (as_csv, as_jsonl, as_parquet))
    for row in lines:
        row["evidence"], row["repairs"] = json.dumps(row["evidence"]), json.dumps(row["repairs"])
    assert [{k: "" if v is None else str(v) for k, v in row.items()} for row in lines] == plain
    assert [row | {"at": row["at"] and row["at"].isoformat()} for row in table] == lines
    assert table[1]["at"] == START
    assert tuple(table[0]) == COLUMNS


@pytest.mark.parametrize("read", [as_csv, as_jsonl, as_parquet])
def test_case_texts_come_on_request(read: Callable[..., list[dict[str, Any]]]) -> None:
    """The whole question, source and answer as the judge had them; empty where they were purged."""
    rows = read([case(0, "a", record=RECORD), case(1, "b", record={})], [verdict("a"), verdict("b")], case_texts=True)
    assert [tuple(row[name] for name in TEXT_COLUMNS) for row in rows] == [
        ("user: Hi\nassistant: Yes?", "First.\n\nSecond.", "Merge them.\n\nConfidence: 0.9"),
        ("", "", ""),
    ]


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        pytest.param("=HYPERLINK(1)", "'=HYPERLINK(1)", id="equals"),
        pytest.param("+1", "'+1", id="plus"),
        pytest.param("-1", "'-1", id="minus"),
        pytest.param("@SUM(A1)", "'@SUM(A1)", id="at"),
        pytest.param("\t=1", "'\t=1", id="tab"),
        pytest.param("\r=1", "'\r=1", id="carriage return"),
        pytest.param("\n=1", "'\n=1", id="line end"),
        pytest.param("a=1", "a=1", id="inside"),
        pytest.param('he said "x, y"\nand more', 'he said "x, y"\nand more', id="quotes and lines"),
        pytest.param("\ud800 \x00 😀", "\\ud800 \\x00 😀", id="what no file holds"),
    ],
)
def test_a_csv_cell_is_never_a_formula(text: str, cell: str) -> None:
    """In every column that holds words."""
    row = as_csv(
        [case(0, text, record={"input": text})], [verdict(text, text, detail=text, topic=text)], case_texts=True
    )
    assert {row[0][name] for name in ("case_id", "dimension", "detail", "topic", "input")} == {cell}


@pytest.mark.parametrize("text", ["\ud800", "a\x00b", "😀", "\u2028", "=1"])
def test_json_lines_are_exact(text: str) -> None:
    """One line a row, ASCII, nothing lost."""
    stream = io.StringIO()
    exported(export_jsonl, stream, [case(0, text)], [verdict(text, detail=text)])
    assert stream.getvalue().isascii()
    assert [json.loads(line)["detail"] for line in stream.getvalue().splitlines()] == [text]


def test_parquet_shows_half_surrogates() -> None:
    """Its texts are UTF-8."""
    assert as_parquet([case(0, "a")], [verdict("a", detail="x\udc80\x00")])[0]["detail"] == "x\\udc80\x00"


@pytest.mark.parametrize("export", [export_csv, export_jsonl, export_parquet])
def test_a_file_appears_whole_or_not_at_all(export: Callable[..., Awaitable[int]], tmp_path: Path) -> None:
    """The old one stays when the run cannot be read."""
    path = tmp_path / "new" / "out"
    cases = [case(i, f"c{i}") for i in range(4_500)]
    assert exported(export, path, cases, [verdict(c.case_id) for c in cases]) == 4_500
    before = path.read_bytes()
    with pytest.raises(StoreError, match="has no run 'run-9'"):
        asyncio.run(export(MemoryStore(), "run-9", path))  # type: ignore[arg-type]  # an awaitable is one
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


def test_parquet_rows_come_in_order_over_several_batches(tmp_path: Path) -> None:
    """4,500 rows are three batches."""
    cases = [case(i, f"c{i}") for i in range(4_500)]
    exported(export_parquet, tmp_path / "out", cases, [verdict(c.case_id) for c in cases])
    table = pyarrow.parquet.read_table(tmp_path / "out")
    assert table.column("position").to_pylist() == list(range(4_500))


def test_an_empty_run_has_a_header_only() -> None:
    """And a Parquet file with columns."""
    stream = io.StringIO()
    assert exported(export_csv, stream, [], []) == 0
    assert stream.getvalue() == ",".join(COLUMNS) + "\r\n"
    assert as_parquet([], []) == []


def test_a_folder_that_cannot_be_written_is_named() -> None:
    """One line, no traceback."""
    with pytest.raises(UsageError, match=r"test_export\.py/out\.csv: cannot be written: "):
        exported(export_csv, Path(__file__) / "out.csv", [], [])


def test_missing_pyarrow_is_named_with_its_extra() -> None:
    """In a process that cannot import it; importing the module does not need it."""
    code = """
import asyncio, io, sys
sys.modules["pyarrow"] = None
from gaugeblock.errors import UsageError
from gaugeblock.reports.export import export_parquet
from gaugeblock.testing import MemoryStore
try:
    asyncio.run(export_parquet(MemoryStore(), "r", io.BytesIO()))
except UsageError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert (
        done.stdout == 'Parquet needs pyarrow, which is not installed. Install it: pip install "gaugeblock[parquet]"\n'
    )
