"""`gaugeblock run`."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gaugeblock.cli._console import next_step, say, warn

if TYPE_CHECKING:
    from gaugeblock.assemble import Loaded, RunOptions
    from gaugeblock.config.environment import Environment

__all__ = ["run"]


def run(
    suite: Annotated[Path, typer.Argument(help="The suite file, or its folder.")] = Path("gaugeblock.yaml"),
    json_out: Annotated[Path | None, typer.Option("--json", help="Write the results as strict JSON.")] = None,
    html_out: Annotated[Path | None, typer.Option("--html", help="Write the report as one HTML file.")] = None,
    case: Annotated[list[str] | None, typer.Option(help="Only this case; may be repeated.")] = None,
    tag: Annotated[list[str] | None, typer.Option(help="Only cases with this tag; may be repeated.")] = None,
    topic: Annotated[list[str] | None, typer.Option(help="Only this topic; may be repeated.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first N that fit.")] = None,
    failed_from: Annotated[str | None, typer.Option(help="Only what failed or was unscored in RUN.")] = None,
    accept_uncertified: Annotated[
        bool, typer.Option("--accept-uncertified", help="Let a judge without a certificate decide; shown everywhere.")
    ] = False,
    reason: Annotated[str, typer.Option(help="Why; needed with --accept-uncertified where CI is set.")] = "",
    require_measurement: Annotated[
        bool, typer.Option("--require-measurement", help="Exit 4 when a cell was not measured or a level skipped.")
    ] = False,
    store: Annotated[str | None, typer.Option(help="Results database: a path or a postgresql:// URL.")] = None,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Every topic, every failing case.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="The first line only.")] = False,
) -> int:
    """Judge the golden set, store every verdict, decide the gate.

    A part of the golden set (--case, --tag, --topic, --limit, --failed-from) is measured but never gated.
    """
    from gaugeblock.assemble import RunOptions, Selection, files_of, load
    from gaugeblock.cli._acceptance import check_acceptance
    from gaugeblock.cli._render import check_targets
    from gaugeblock.config.environment import read_environment

    environment = read_environment()
    check_acceptance(accept_uncertified, reason, in_ci=environment.ci)
    options = RunOptions(
        selection=Selection(
            cases=tuple(case or ()),
            tags=tuple(tag or ()),
            topics=tuple(topic or ()),
            limit=limit,
            failed_from=failed_from,
        ),
        store=store,
        accept_uncertified=accept_uncertified,
        reason=reason,
        require_measurement=require_measurement,
    )
    loaded = load(suite)
    for line in loaded.warnings:
        warn(f"warning: {line}")
    check_targets(json_out, html_out, keep=files_of(loaded))
    return asyncio.run(_run(loaded, options, environment, json_out, html_out, verbose, quiet))


async def _run(
    loaded: "Loaded",
    options: "RunOptions",
    environment: "Environment",
    json_out: Path | None,
    html_out: Path | None,
    verbose: bool,
    quiet: bool,
) -> int:
    from gaugeblock.assemble import run_suite
    from gaugeblock.cli._next import next_command
    from gaugeblock.cli._progress import progress_listener
    from gaugeblock.cli._render import print_summary, standing_report, write_reports

    result = await run_suite(loaded, options, environment, progress_listener(quiet=quiet))
    summary, store = result.summary, result.store
    try:
        await print_summary(summary, store, verbose=verbose, quiet=quiet)
        await write_reports(summary, store, json_out=json_out, html_out=html_out)
        html = html_out or await standing_report(summary, store, loaded.suite.folder / ".gaugeblock" / "report.html")
    finally:
        await store.close()
    if not quiet:
        if html is not None:
            say(f"report: {html}")
        next_step(next_command(summary))
    return summary.decision.exit_code
