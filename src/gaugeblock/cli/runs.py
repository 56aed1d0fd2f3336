"""`gaugeblock runs`."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gaugeblock._text import count_of, nearest, printable, shorten
from gaugeblock.cli._app import new_app
from gaugeblock.cli._console import next_step, say

if TYPE_CHECKING:
    from gaugeblock.config.environment import Environment
    from gaugeblock.ports import Store
    from gaugeblock.run import Override, RunRecord
    from gaugeblock.verdict import JudgeCall, Verdict

__all__ = ["app"]

app = new_app("List, show and export stored runs.")

_SHOWN = 50
"""Most cells that `runs show` prints of a whole run."""
_LINE = 2_000

RunArgument = Annotated[str, typer.Argument(help="last, last~1 or the beginning of a run's id.")]
SuiteOption = Annotated[Path, typer.Option(help="The suite file.")]
StoreOption = Annotated[str | None, typer.Option(help="Results database: a path or a postgresql:// URL.")]
_SUITE = Path("gaugeblock.yaml")


@app.callback()
def _group() -> None:
    """List, show and export stored runs."""


@app.command("list")
def list_(
    suite: SuiteOption = _SUITE,
    store: StoreOption = None,
    limit: Annotated[int, typer.Option(min=1, help="How many, counted from the newest.")] = 20,
) -> int:
    """The newest runs, newest first."""
    return asyncio.run(_list(suite, _environment(), store, limit))


@app.command()
def show(
    run: RunArgument = "last",
    case: Annotated[str | None, typer.Option(help="Only this case, with every verdict on it.")] = None,
    dimension: Annotated[str | None, typer.Option(help="Only this dimension.")] = None,
    raw: Annotated[bool, typer.Option("--raw", help="The judge's replies as they came.")] = False,
    suite: SuiteOption = _SUITE,
    store: StoreOption = None,
) -> int:
    """A run's verdicts with their reasons and quotes; without --case those that did not pass."""
    return asyncio.run(_show(run, suite, _environment(), store, case=case, dimension=dimension, raw=raw))


@app.command()
def export(
    run: RunArgument = "last",
    to: Annotated[Path | None, typer.Option(help="The file to write: .csv, .jsonl or .parquet.")] = None,
    texts: Annotated[bool, typer.Option("--texts", help="Question, source and answer too.")] = False,
    suite: SuiteOption = _SUITE,
    store: StoreOption = None,
) -> int:
    """A run's verdicts as a table for other programs, one row a verdict."""
    return asyncio.run(_export(run, suite, _environment(), store, to=to, texts=texts))


def _environment() -> "Environment":
    from gaugeblock.config.environment import read_environment

    return read_environment()


async def _list(suite: Path, environment: "Environment", store_url: str | None, limit: int) -> int:
    from gaugeblock.cli._stored import the_store

    async with the_store(suite, store_url, environment) as store:
        records = await store.runs(limit=limit)
    if not records:
        say("no runs yet")
        next_step("gaugeblock run")
        return 0
    heads = ("run", "started (UTC)", "suite", "cases", "judge", "outcome", "exit")
    for line in _columns([heads, *(_run_row(r) for r in records)]):
        say(line)
    next_step(f"gaugeblock runs show {_word(records[0].header.run_id)}")
    return 0


async def _show(
    reference: str,
    suite: Path,
    environment: "Environment",
    store_url: str | None,
    *,
    case: str | None,
    dimension: str | None,
    raw: bool,
) -> int:
    from gaugeblock.cli._stored import the_store

    async with the_store(suite, store_url, environment) as store:
        record = await store.run(reference)
        run_id = record.header.run_id
        await _check_names(store, record, case=case, dimension=dimension)
        for line in (*_header_lines(record), *_turned_lines(await store.overrides(run_id), case, dimension)):
            say(line)
        await _say_verdicts(store, record, case=case, dimension=dimension)
        if raw:
            await _say_replies(store, record, case=case, dimension=dimension)
    next_step(f"gaugeblock report {_word(run_id)}" if raw or case is None else _show_again(run_id, case))
    return 0


async def _export(
    reference: str, suite: Path, environment: "Environment", store_url: str | None, *, to: Path | None, texts: bool
) -> int:
    from gaugeblock.cli._stored import the_store
    from gaugeblock.errors import UsageError
    from gaugeblock.reports.export import export_csv, export_jsonl, export_parquet

    writers = {".csv": export_csv, ".jsonl": export_jsonl, ".parquet": export_parquet}
    kind = "" if to is None else to.suffix.lower()
    if to is None or kind not in writers:
        raise UsageError(
            f"--to: expected a file that ends in .csv, .jsonl or .parquet, got {'nothing' if to is None else to}."
        )
    async with the_store(suite, store_url, environment) as store:
        run_id = (await store.run(reference)).header.run_id
        written = await writers[kind](store, run_id, to, case_texts=texts)
    say(f"written: {to}, {count_of(written, 'verdict')} of run {printable(run_id)}")
    next_step(f"gaugeblock report {_word(run_id)}")
    return 0


async def _check_names(store: "Store", record: "RunRecord", *, case: str | None, dimension: str | None) -> None:
    from gaugeblock.errors import UnknownNameError

    known = await _dimensions(store, record) if dimension is not None else []
    if dimension is not None and dimension not in known:
        raise UnknownNameError(_unknown("dimension", dimension, known))
    if case is not None:
        ids = [c.case_id async for c in store.cases(record.header.run_id)]
        if case not in ids:
            raise UnknownNameError(_unknown("case", case, ids))


async def _dimensions(store: "Store", record: "RunRecord") -> list[str]:
    """Those of the rubric; of a run without one, those that have verdicts."""
    named = list(record.header.dimension_names)
    return named or list({v.dimension: 0 async for v in store.verdicts(record.header.run_id)})


def _unknown(noun: str, name: str, known: Sequence[str]) -> str:
    near = nearest(name, known)
    meant = f" Did you mean '{near}'?" if near else f" It has: {shorten(', '.join(known), 200)}." if known else ""
    return f"the run has no {noun} '{name}'.{meant}"


def _run_row(record: "RunRecord") -> tuple[str, ...]:
    h = record.header
    judge = "rules, not a model" if h.judge_is_rules else h.judge_model
    return (
        h.run_id,
        f"{h.started_at:%Y-%m-%d %H:%M:%S}",
        h.suite + (" (partial)" if h.partial else ""),
        str(h.cases),
        judge,
        _outcome(record),
        "" if record.exit_code is None else str(record.exit_code),
    )


def _outcome(record: "RunRecord") -> str:
    if record.outcome is None:
        return "not finished"
    return record.outcome.value + (", uncertified accepted" if record.header.accepted_uncertified else "")


def _header_lines(record: "RunRecord") -> list[str]:
    h = record.header
    judge = f"{h.judge_model}{' (rules, not a model)' if h.judge_is_rules else ''}"
    size = f"{count_of(h.cases, 'case')}, {count_of(h.trials, 'trial')}"
    code = "" if record.exit_code is None else f" (exit {record.exit_code})"
    lines = [
        f"run {h.run_id}  suite {h.suite}  started {h.started_at:%Y-%m-%d %H:%M:%S} UTC",
        f"judge {judge}  digest {h.judge_digest[:12] or 'none'}  {size}",
        f"outcome {_outcome(record)}{code}",
        *([f"accepted without a certificate: {h.accepted_reason}"] if h.accepted_reason else []),
        *([f"partial: {h.selection}"] if h.partial else []),
        *(f"warning: {w}" for w in record.warnings),
    ]
    return [_line(line) for line in lines]


def _turned_lines(overrides: "Sequence[Override]", case: str | None, dimension: str | None) -> list[str]:
    """The failed verdicts that a person turned; they are listed below as the judge gave them."""
    return [
        _line(f"turned: {o.case_id} {o.dimension} to {o.label} by {o.who}, {o.at:%Y-%m-%d}: {o.why}")
        for o in overrides
        if case in (None, o.case_id) and dimension in (None, o.dimension)
    ]


async def _say_verdicts(store: "Store", record: "RunRecord", *, case: str | None, dimension: str | None) -> None:
    from gaugeblock.verdict import Status

    everything = case is not None
    counts = dict.fromkeys(Status, 0)
    said = 0
    async for verdict in store.verdicts(record.header.run_id, dimension=dimension):
        if case not in (None, verdict.case_id):
            continue
        counts[verdict.status] += 1
        if everything or (verdict.status is not Status.PASSED and said < _SHOWN):
            said += 1
            for line in _verdict_lines(verdict):
                say(line)
    say(", ".join(f"{count} {status.value}" for status, count in counts.items()))
    left = sum(counts.values()) - counts[Status.PASSED] - said
    if not everything and left > 0:
        say(f"{left:,} more did not pass; --case or --dimension narrows, runs export has them all")


def _verdict_lines(verdict: "Verdict") -> list[str]:
    trial = f"  trial {verdict.trial}" if verdict.trial > 1 else ""
    score = "" if verdict.score is None else f"  score {verdict.score:g} (judge wrote {verdict.raw_score})"
    reason = "" if verdict.reason is None else f": {verdict.reason.value}"
    lines = [f"{verdict.case_id}  {verdict.dimension}{trial}  {verdict.status.value}{reason}{score}"]
    if verdict.detail:
        lines.append(f"    {verdict.detail}")
    for e in verdict.evidence:
        place = "not found" if e.where is None else f"{e.where} {e.start}-{e.end}"
        marks = ("" if e.verified else ", not verified") + (", words left out" if e.gap else "")
        lines.append(f'    "{e.quote}" ({place}{marks})')
    lines += [f"    repaired: {repair}" for repair in verdict.repairs]
    return [_line(line) for line in lines]


async def _say_replies(store: "Store", record: "RunRecord", *, case: str | None, dimension: str | None) -> None:
    async for call in store.calls(record.header.run_id, case_id=case):
        if dimension is None or call.dimension in (None, dimension):
            for line in _call_lines(call):
                say(line)


def _call_lines(call: "JudgeCall") -> list[str]:
    asked = f" about {call.dimension}" if call.dimension else ""
    again = ", asked again" if call.attempt > 1 else ""
    head = f"reply on {call.case_id}{asked}  trial {call.trial}, attempt {call.attempt}{again}"
    facts = [call.served_model, call.finish_reason, f"{call.retries} retries" if call.retries else ""]
    return [
        _line("  ".join([head, *filter(None, facts)])),
        *([_line(f"    error: {call.error}")] if call.error else []),
        *(["    no text was kept"] if call.reply is None else [f"  | {x}" for x in printable(call.reply).split("\n")]),
    ]


def _line(text: str) -> str:
    """One line of at most 2,000 characters, its indentation kept."""
    line = " ".join(printable(text).splitlines())
    return line if len(line) <= _LINE else line[: _LINE - 1] + "…"


def _columns(rows: Sequence[tuple[str, ...]]) -> list[str]:
    shown = [tuple(shorten(printable(cell), 60) for cell in row) for row in rows]
    widths = [max(len(row[i]) for row in shown) for i in range(len(shown[0]))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in shown]


def _show_again(run_id: str, case: str) -> str:
    import shlex

    return f"gaugeblock runs show {_word(run_id)} --case {shlex.quote(printable(case))} --raw"


def _word(run_id: str) -> str:
    import shlex

    return shlex.quote(printable(run_id))
