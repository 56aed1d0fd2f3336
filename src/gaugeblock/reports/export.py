"""A stored run as a table for other programs: CSV, JSON Lines or Parquet, one row a verdict.

Rows are read and written a few hundred at a time, so a run of any size needs the same memory.
JSON Lines is exact.
CSV and Parquet show what they cannot hold (half surrogates; in CSV also NUL) as `\\udc80`, `\\x00`.
"""

import csv
import json
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from gaugeblock._conversation import Output, answer_text
from gaugeblock.errors import UsageError
from gaugeblock.ports import Store, StoredCase
from gaugeblock.reports._whole_file import replacing
from gaugeblock.verdict import Verdict

if TYPE_CHECKING:
    import pyarrow  # type: ignore[import-untyped]  # it ships no types

__all__ = ["COLUMNS", "TEXT_COLUMNS", "export_csv", "export_jsonl", "export_parquet"]

COLUMNS = (
    "run_id", "position", "case_id", "topic", "dimension", "trial", "status", "score", "raw_score", "reason", "detail",
    "evidence", "repairs", "origin", "level", "judge_digest", "at",
)  # fmt: skip
"""Every row has these, in this order."""
TEXT_COLUMNS = ("input", "source", "response")
"""The case's texts, on request; empty where they were purged."""

_BATCH = 2_000
_INTEGERS = ("position", "trial")
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
"""What a spreadsheet takes for the beginning of a formula, or drops to get at one."""

Row = dict[str, Any]


async def export_csv(store: Store, run_id: str, to: Path | IO[str], *, case_texts: bool = False) -> int:
    """Write a run as CSV (UTF-8, a header line); the number of verdicts written.

    A cell that a spreadsheet would take for a formula begins with an apostrophe. Evidence and repairs are JSON.
    """
    written = 0
    with _opened(to) as stream:
        table = csv.writer(stream)
        table.writerow(_columns(case_texts=case_texts))
        async for row in _rows(store, run_id, case_texts=case_texts):
            table.writerow([_cell(value) for value in row.values()])
            written += 1
    return written


async def export_jsonl(store: Store, run_id: str, to: Path | IO[str], *, case_texts: bool = False) -> int:
    """Write a run as JSON Lines (strict, ASCII); the number of verdicts written."""
    written = 0
    with _opened(to) as stream:
        async for row in _rows(store, run_id, case_texts=case_texts):
            at = row["at"]
            stream.write(json.dumps(row | {"at": at and at.isoformat()}, allow_nan=False) + "\n")
            written += 1
    return written


async def export_parquet(store: Store, run_id: str, to: Path | IO[bytes], *, case_texts: bool = False) -> int:
    """Write a run as Parquet; the number of verdicts written. Evidence and repairs are JSON texts.

    Raises:
        UsageError: pyarrow is not installed.
    """
    try:
        import pyarrow
        import pyarrow.parquet  # type: ignore[import-untyped]  # it ships no types
    except ModuleNotFoundError as error:
        raise UsageError(
            "Parquet needs pyarrow, which is not installed.", hint='Install it: pip install "gaugeblock[parquet]"'
        ) from error
    shape = _arrow_shape(case_texts=case_texts)
    written, batch = 0, []
    with _opened_binary(to) as stream, pyarrow.parquet.ParquetWriter(stream, shape) as table:
        async for row in _rows(store, run_id, case_texts=case_texts):
            batch.append({name: _arrow_value(value) for name, value in row.items()})
            written += 1
            if len(batch) == _BATCH:
                table.write_batch(pyarrow.RecordBatch.from_pylist(batch, schema=shape))
                batch = []
        table.write_batch(pyarrow.RecordBatch.from_pylist(batch, schema=shape))
    return written


def _columns(*, case_texts: bool) -> tuple[str, ...]:
    return COLUMNS + TEXT_COLUMNS if case_texts else COLUMNS


async def _rows(store: Store, run_id: str, *, case_texts: bool) -> AsyncIterator[Row]:
    """Verdicts and cases both come by position, so they are read side by side."""
    cases = store.cases(run_id)
    case: StoredCase | None = None
    async for verdict in store.verdicts(run_id):
        while case is None or case.case_id != verdict.case_id:
            case = await anext(cases)
        row = _row(run_id, case, verdict)
        yield row | _texts(case.record) if case_texts else row


def _row(run_id: str, case: StoredCase, verdict: Verdict) -> Row:
    return {
        "run_id": run_id,
        "position": case.position,
        "case_id": verdict.case_id,
        "topic": verdict.topic,
        "dimension": verdict.dimension,
        "trial": verdict.trial,
        "status": verdict.status.value,
        "score": verdict.score,
        "raw_score": verdict.raw_score,
        "reason": None if verdict.reason is None else verdict.reason.value,
        "detail": verdict.detail,
        "evidence": [
            {"quote": e.quote, "where": e.where, "start": e.start, "end": e.end, "verified": e.verified, "gap": e.gap}
            for e in verdict.evidence
        ],
        "repairs": list(verdict.repairs),
        "origin": verdict.origin.value,
        "level": verdict.level,
        "judge_digest": verdict.judge_digest,
        "at": verdict.at,
    }


def _texts(record: Mapping[str, Any]) -> Row:
    asked = record.get("input", "")
    output = record.get("output")
    return {
        "input": asked if isinstance(asked, str) else "\n".join(f"{m['role']}: {m['content']}" for m in asked),
        "source": "\n\n".join(passage["text"] for passage in record.get("source", ())),
        "response": "" if output is None else answer_text(Output(**output)),
    }


def _cell(value: Any) -> Any:
    if isinstance(value, list):
        return json.dumps(value, ensure_ascii=True, allow_nan=False)
    if isinstance(value, datetime):
        return value.isoformat()
    if not isinstance(value, str):
        return value
    shown = _shown(value).replace("\x00", "\\x00")
    return "'" + shown if shown.startswith(_FORMULA) else shown


def _shown(text: str) -> str:
    """The text without half surrogates, which no encoding holds."""
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode("utf-8")


def _arrow_shape(*, case_texts: bool) -> "pyarrow.Schema":
    import pyarrow

    kinds = dict.fromkeys(_INTEGERS, pyarrow.int64()) | {"score": pyarrow.float64()}
    kinds["at"] = pyarrow.timestamp("us", tz="UTC")
    return pyarrow.schema([(name, kinds.get(name, pyarrow.string())) for name in _columns(case_texts=case_texts)])


def _arrow_value(value: Any) -> Any:
    if isinstance(value, list):
        return json.dumps(value, allow_nan=False)
    return _shown(value) if isinstance(value, str) else value


@contextmanager
def _opened(to: Path | IO[str]) -> Iterator[IO[str]]:
    if not isinstance(to, Path):
        yield to
        return
    with replacing(to) as half, half.open("w", encoding="utf-8", newline="") as stream:
        yield stream


@contextmanager
def _opened_binary(to: Path | IO[bytes]) -> Iterator[IO[bytes]]:
    if not isinstance(to, Path):
        yield to
        return
    with replacing(to) as half, half.open("wb") as stream:
        yield stream
