"""The reports read every store alike: the same texts come out, whichever database kept the run."""

import asyncio
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gaugeblock.reports.html import write_html
from gaugeblock.reports.strict_json import write_json
from gaugeblock.stores.opening import open_store
from gaugeblock.testing import MemoryStore
from report_runs import Run, carepoint_run, entity_run, hostile_run, summary_of

RUNS: dict[str, Callable[[], Run]] = {"binary": carepoint_run, "anchored": entity_run, "hostile": hostile_run}


async def reports(run: Run) -> tuple[str, str]:
    """JSON and HTML."""
    summary = await summary_of(run)
    as_json, as_html = io.StringIO(), io.StringIO()
    await write_json(summary, run.store, as_json)  # type: ignore[arg-type]  # see report_runs
    await write_html(summary, run.store, as_html)  # type: ignore[arg-type]  # see report_runs
    return as_json.getvalue(), as_html.getvalue()


async def kept(run: Run, store: Any) -> tuple[str, str]:
    """The reports of the run after it went through a store."""
    try:
        await store.begin(run.record.header)
        tiny = run.store
        await store.append(run.record.header.run_id, cases=tiny.stored, verdicts=tiny.rows, calls=tiny.asked)
        await store.finish(run.record)
        run.record = await store.run("last")
        run.store = store
        return await reports(run)
    finally:
        await store.close()


@pytest.mark.parametrize("kind", RUNS)
@pytest.mark.parametrize("store", ["memory", "sqlite"])
def test_reports_are_the_same_from_every_store(kind: str, store: str, tmp_path: Path) -> None:
    """Order, offsets, half surrogates and times survive the database."""
    expected = asyncio.run(reports(RUNS[kind]()))
    opened = MemoryStore() if store == "memory" else open_store(tmp_path / "results.db")
    assert asyncio.run(kept(RUNS[kind](), opened)) == expected
