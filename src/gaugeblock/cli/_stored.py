"""What the commands on stored runs share: finding the store and the suite, and the summary of a run."""

from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

from gaugeblock.assemble import Loaded, files_of, load, open_suite_store, summary_of
from gaugeblock.cli._console import next_step, say, warn
from gaugeblock.config.environment import Environment
from gaugeblock.config.suite_file import FILE_NAME, find_store_folder
from gaugeblock.errors import GoldenSetError, UsageError
from gaugeblock.files.golden import NO_CASES
from gaugeblock.gate import Decision
from gaugeblock.policy import policy_from_record, policy_record
from gaugeblock.ports import Store
from gaugeblock.reports.summary import Summary
from gaugeblock.rubric import ANCHORS, AnchoredDimension, Rubric, rubric_digest, rubric_from_record
from gaugeblock.run import Override, RunRecord
from gaugeblock.verdict import Status

__all__ = ["Acceptance", "Overruling", "decide_again", "stored_summary", "the_store", "the_suite"]

_UNNAMED = Path(FILE_NAME)
"""What the commands have as suite when the user names none."""


@dataclass(frozen=True, slots=True)
class Acceptance:
    """Whether a judge without a certificate may decide, and why."""

    accepted: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Overruling:
    """A person turns one failed verdict."""

    case_id: str
    dimension: str
    label: str
    who: str
    why: str

    @staticmethod
    def read(cell: str | None, *, who: str, why: str, label: str) -> "Overruling | None":
        """From the flags; None when no cell is named. Raises `UsageError` when a part is missing."""
        if cell is None:
            if who or why:
                raise UsageError("--who and --why belong to --overrule CASE:DIMENSION, which is not given.")
            return None
        case_id, _, dimension = cell.rpartition(":")
        if not case_id or not dimension:
            raise UsageError(f"--overrule: expected CASE:DIMENSION, got '{cell}'.")
        if not who.strip() or not why.strip():
            raise UsageError(
                "--overrule needs --who NAME and --why TEXT.",
                hint="Only a person's recorded decision turns a failed verdict.",
            )
        if label not in ("pass", "0", "0.25", "0.5", "0.75", "1"):
            raise UsageError(f"--label: expected pass or an anchor (0, 0.25, 0.5, 0.75, 1), got '{label}'.")
        return Overruling(case_id, dimension, label, who.strip(), why.strip())


def the_suite(path: Path) -> Loaded | None:
    """The suite at that path; where none is named, the one beside the nearest store, or None.

    Raises:
        UsageError: a suite is named and is not there, or cannot be used.
    """
    if path != _UNNAMED or path.exists():
        return _loaded(path)
    above = find_store_folder(Path.cwd())
    return _loaded(above) if above is not None and (above / FILE_NAME).exists() else None


def _loaded(path: Path) -> Loaded:
    """The suite, and on standard error what is wrong with it; a stored run needs no golden set that can be read."""
    try:
        loaded = load(path)
    except GoldenSetError as error:
        first = error.message.splitlines()[0]
        warn(f"warning: the golden set cannot be read, so labels inside its cases are left out ({first})")
        loaded = load(path, golden=NO_CASES)
    for line in loaded.warnings:
        warn(f"warning: {line}")
    return loaded


@asynccontextmanager
async def the_store(suite_path: Path, url: str | None, environment: Environment) -> AsyncIterator[Store]:
    """The results database of the suite, or the nearest one looking upward from the working folder."""
    _check_there(url or environment.store)
    store = open_suite_store(_store_home(suite_path, url, environment), url, environment)
    try:
        yield store
    finally:
        await store.close()


def _check_there(url: str | None) -> None:
    """A database file that is named for reading must be there; reading makes none. Raises `UsageError`."""
    if not url or ("://" in url and not url.startswith("sqlite:///")):
        return
    file = Path(url.removeprefix("sqlite:///"))
    if not file.exists():
        raise UsageError(f"{url}: there is no such results database.", hint="Check the path; gaugeblock run makes one.")


def _store_home(suite_path: Path, url: str | None, environment: Environment) -> Path:
    folder = suite_path if suite_path.is_dir() else suite_path.parent
    if url or environment.store or (folder / ".gaugeblock").exists():
        return folder
    found = find_store_folder(Path.cwd())
    if found is None:
        raise UsageError(
            f"No results yet: there is no .gaugeblock folder in {folder.resolve()} or above.",
            hint="gaugeblock run makes one; --store names another database.",
        )
    return found


async def stored_summary(store: Store, record: RunRecord, loaded: Loaded | None) -> Summary:
    """A stored run under the suite's policy, or under its own where the suite is not at hand."""
    if loaded is not None and _belongs(record, loaded):
        return await summary_of(store, record, loaded=loaded, policy=loaded.suite.policy)
    kept = record.header.policy
    policy = None if kept is None else policy_from_record(kept)
    return await summary_of(store, record, loaded=None, policy=policy)


def _check_label(rubric: Rubric, o: Overruling) -> None:
    """A yes/no dimension is turned by pass, an anchored one by an anchor from its `pass_at` on. Raises `UsageError`."""
    dimension = rubric.dimension(o.dimension)
    if not isinstance(dimension, AnchoredDimension):
        if o.label != "pass":
            raise UsageError(f"--label: {o.dimension} is a yes/no dimension; expected pass, got '{o.label}'.")
        return
    least = rubric.pass_at if dimension.pass_at is None else dimension.pass_at
    fitting = [anchor for anchor in ANCHORS if Decimal(anchor) >= least]
    if o.label not in fitting:
        raise UsageError(
            f"--label: {o.dimension} is an anchored dimension that passes from {least} on; "
            f"expected {' or '.join(fitting)}, got '{o.label}'."
        )


def _belongs(record: RunRecord, loaded: Loaded | None) -> bool:
    """Whether the run is one of this suite."""
    return loaded is not None and loaded.suite.name == record.header.suite


async def decide_again(
    reference: str,
    suite_path: Path,
    environment: Environment,
    *,
    store_url: str | None,
    acceptance: Acceptance,
    overruling: Overruling | None,
    json_out: Path | None,
    html_out: Path | None,
    verbose: bool,
) -> int:
    """`gaugeblock gate`: the decision again, stored with the run."""
    from gaugeblock.cli._next import next_command
    from gaugeblock.cli._render import check_targets, print_summary, standing_report, write_reports

    loaded = the_suite(suite_path)
    check_targets(json_out, html_out, keep=files_of(loaded) if loaded else ())
    async with the_store(suite_path, store_url, environment) as store:
        record = await store.run(reference)
        changes = [line for line in _changes_since(record, loaded) if line not in record.warnings]
        for line in changes:
            warn(f"warning: {line}")
        record = replace(record, warnings=(*record.warnings, *changes))
        if overruling is not None:
            await _overrule(store, record, overruling)
        if acceptance.accepted:
            reason = acceptance.reason or record.header.accepted_reason
            header = replace(record.header, accepted_uncertified=True, accepted_reason=reason)
            record = replace(record, header=header)
        summary = await stored_summary(store, record, loaded)
        decision = summary.decision
        _check_reason(record, decision, in_ci=environment.ci)
        record = replace(record, outcome=decision.outcome, exit_code=decision.exit_code)
        await store.finish(record)
        summary = replace(summary, record=record)
        await print_summary(summary, store, verbose=verbose, quiet=False)
        await write_reports(summary, store, json_out=json_out, html_out=html_out)
        standing = _store_home(suite_path, store_url, environment) / ".gaugeblock" / "report.html"
        if html_out is None and standing.exists():
            html_out = await standing_report(summary, store, standing)
    if html_out is not None:
        say(f"report: {html_out}")
    policy = "the suite file" if _belongs(record, loaded) else "the one the run was made with"
    say(f"policy: {policy}; no calls were made")
    next_step(next_command(summary))
    return decision.exit_code


def _changes_since(record: RunRecord, loaded: Loaded | None) -> Iterator[str]:
    """What of the suite is another now than when the run was made; its verdicts are of what it was then."""
    header = record.header
    if loaded is None or not _belongs(record, loaded):
        return
    made = f"run {header.run_id} of {header.started_at:%Y-%m-%d %H:%M} UTC"
    if header.rubric_digest and header.rubric_digest != rubric_digest(loaded.rubric):
        yield f"the rubric has changed since {made}; its verdicts are by the rubric it had then"
    policy = None if loaded.suite.policy is None else policy_record(loaded.suite.policy)
    if policy != header.policy:
        yield f"decided again under another policy than {made} was made with: {_policy_words(header.policy, policy)}"
    if loaded.golden.digest and header.golden_digest != loaded.golden.digest:
        yield f"the golden set has changed since {made}; its verdicts are on the cases it had then"


def _policy_words(before: Mapping[str, Any] | None, now: Mapping[str, Any] | None) -> str:
    old, new = before or {}, now or {}
    changed = [name for name in dict.fromkeys((*old, *new)) if old.get(name) != new.get(name)]
    return ", ".join(f"{name} was {_line(old.get(name))}, is {_line(new.get(name))}" for name in changed)


def _line(value: Any) -> str:
    if isinstance(value, Mapping):
        return " ".join(str(v) for v in value.values())
    return "nothing" if value is None else str(value)


def _check_reason(record: RunRecord, decision: Decision, *, in_ci: bool) -> None:
    """A judge accepted elsewhere without a reason is not accepted in CI. Raises `UsageError`."""
    if in_ci and decision.certificate.state == "accepted" and not record.header.accepted_reason.strip():
        raise UsageError(
            f"run {record.header.run_id} was accepted without a certificate and without a reason, "
            "which is not enough where the variable CI is set.",
            hint="Add --accept-uncertified --reason TEXT, or examine the judge.",
        )


async def _overrule(store: Store, record: RunRecord, o: Overruling) -> None:
    run_id = record.header.run_id
    cells = [v async for v in store.verdicts(run_id, dimension=o.dimension) if v.case_id == o.case_id]
    if not cells:
        raise UsageError(f"--overrule: run {run_id} has no verdict on case '{o.case_id}', dimension '{o.dimension}'.")
    if all(v.status is not Status.FAILED for v in cells):
        raise UsageError(
            f"--overrule: the verdict on case '{o.case_id}', dimension '{o.dimension}' is "
            f"{cells[0].status.value}, not failed.",
            hint="Only a failed verdict can be turned; an unscored one needs a judge or a label.",
        )
    _check_label(rubric_from_record(record.header.rubric), o)
    await store.put_override(
        Override(
            run_id=run_id,
            case_id=o.case_id,
            dimension=o.dimension,
            label=o.label,
            who=o.who,
            why=o.why,
            at=datetime.now(UTC),
        )
    )
