"""`gaugeblock report`."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gaugeblock.cli._console import next_step, say

if TYPE_CHECKING:
    from gaugeblock.config.environment import Environment

__all__ = ["report"]


def report(
    run: Annotated[str, typer.Argument(help="last, last~1 or the beginning of a run's id.")] = "last",
    suite: Annotated[Path, typer.Option(help="The suite file.")] = Path("gaugeblock.yaml"),
    json_out: Annotated[Path | None, typer.Option("--json", help="Write the results as strict JSON.")] = None,
    html_out: Annotated[Path | None, typer.Option("--html", help="Write the report as one HTML file.")] = None,
    store: Annotated[str | None, typer.Option(help="Results database: a path or a postgresql:// URL.")] = None,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Every topic, every failing case.")] = False,
) -> int:
    """Show a stored run, or write it as JSON or HTML.

    The exit code is 0: a report is not a gate.
    """
    from gaugeblock.config.environment import read_environment

    return asyncio.run(_report(run, suite, read_environment(), store, json_out, html_out, verbose))


async def _report(
    run: str,
    suite: Path,
    environment: "Environment",
    store_url: str | None,
    json_out: Path | None,
    html_out: Path | None,
    verbose: bool,
) -> int:
    from gaugeblock.assemble import files_of
    from gaugeblock.cli._render import check_targets, print_summary, write_reports
    from gaugeblock.cli._stored import stored_summary, the_store, the_suite

    loaded = the_suite(suite)
    check_targets(json_out, html_out, keep=files_of(loaded) if loaded else ())
    async with the_store(suite, store_url, environment) as store:
        record = await store.run(run)
        summary = await stored_summary(store, record, loaded)
        await write_reports(summary, store, json_out=json_out, html_out=html_out)
        if json_out is None and html_out is None:
            await print_summary(summary, store, verbose=verbose, quiet=False)
    for written in filter(None, (json_out, html_out)):
        say(f"written: {written}")
    next_step(f"gaugeblock runs show {record.header.run_id}")
    return 0
