"""Where everything meets: a suite file and flags become a job with its adapters; a stored run becomes a summary."""

import asyncio
import random
import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from gaugeblock._digest import sha256_text
from gaugeblock._version import __version__
from gaugeblock.case import Case
from gaugeblock.certificate import Certificate
from gaugeblock.config.environment import Environment
from gaugeblock.config.settings import JudgeSettings, Suite
from gaugeblock.config.suite_file import check_policy, check_reach, load_prompt, load_suite
from gaugeblock.errors import ConfigError, UsageError
from gaugeblock.files.certificates import read_certificates
from gaugeblock.files.golden import GoldenSet, open_golden_set
from gaugeblock.files.labels_file import load_labels
from gaugeblock.files.rubric_file import load_rubric
from gaugeblock.jobs.asking import Asker
from gaugeblock.jobs.evaluate import Evaluation, Finished, evaluate
from gaugeblock.judging.prompt import Prompter
from gaugeblock.label import Label
from gaugeblock.plugins import ModelRequest, model_factory, split_model
from gaugeblock.policy import Policy, policy_record
from gaugeblock.ports import Listener, Model, Store
from gaugeblock.reports.summary import Summary, summarise
from gaugeblock.rubric import Rubric, rubric_digest, rubric_record
from gaugeblock.run import RunHeader, RunRecord
from gaugeblock.targets.recorded import RecordedTarget

__all__ = [
    "Loaded",
    "RunOptions",
    "Selection",
    "files_of",
    "labels_of",
    "load",
    "open_suite_store",
    "run_suite",
    "summary_of",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """Which part of the golden set is asked for; nothing set: all of it."""

    cases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    limit: int | None = None
    failed_from: str | None = None
    """A run whose failed and unscored cases are asked for again."""

    @property
    def words(self) -> str:
        """The flags in words; empty when everything is asked for."""
        named = [
            *(f"--case {c}" for c in self.cases),
            *(f"--tag {t}" for t in self.tags),
            *(f"--topic {t}" for t in self.topics),
            *([f"--limit {self.limit}"] if self.limit is not None else []),
            *([f"--failed-from {self.failed_from}"] if self.failed_from else []),
        ]
        return " ".join(named)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOptions:
    """The flags of `gaugeblock run` that the job needs."""

    selection: Selection = Selection()
    store: str | None = None
    accept_uncertified: bool = False
    reason: str = ""
    require_measurement: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """A suite with everything it names read and checked; nothing has been asked yet."""

    suite: Suite
    judge: JudgeSettings
    rubric: Rubric
    wording: str | None
    golden: GoldenSet
    labels: tuple[Label, ...]
    certificates: tuple[Certificate, ...]
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunResult:
    """A finished run: its summary, and the store it stands in, still open."""

    summary: Summary
    store: Store


def load(suite_path: Path, *, golden: GoldenSet | None = None) -> Loaded:
    """Read and check a suite and all it names, before any call.

    Args:
        golden: the cases to take instead of the suite's own, which are then not read.

    Raises:
        UsageError: one of its kinds, naming file, line and cure.
    """
    suite = load_suite(suite_path)
    if suite.judge is None:
        raise ConfigError(
            f"{suite.file}: the suite has no judge, so there is nothing to run.",
            hint="Add judge: with model: and rubric:.",
        )
    rubric = load_rubric(suite.judge.rubric)
    if suite.policy is not None:
        check_policy(suite.policy, rubric, place=str(suite.file))
    certificates, warnings = read_certificates(suite.folder / "certificates")
    return Loaded(
        suite=suite,
        judge=suite.judge,
        rubric=rubric,
        wording=None if suite.judge.prompt is None else load_prompt(suite.judge.prompt),
        golden=open_golden_set(suite.golden_set) if golden is None else golden,
        labels=load_labels(suite.labels) if suite.labels else (),
        certificates=certificates,
        warnings=warnings,
    )


async def run_suite(loaded: Loaded, options: RunOptions, environment: Environment, listener: Listener) -> RunResult:
    """Judge the suite's cases, store the verdicts, decide the gate.

    Raises:
        UsageError: the selection fits no case, a key is missing, a name is unknown, a threshold cannot be reached.
    """
    if loaded.suite.policy is not None and not options.selection.words:
        check_reach(loaded.suite.policy, loaded.rubric, loaded.golden.count, place=str(loaded.suite.file))
    model = make_model(loaded, environment)
    store = open_suite_store(loaded.suite.folder, options.store, environment)
    try:
        chosen, count = await _chosen(loaded.golden, options.selection, store)
        labels = labels_of(loaded)
        strange = (*_unknown_recordings(loaded, model), *_strange_labels(loaded))
        for line in strange:
            listener.warned(line)
        beside = _Beside(labels=labels, warnings=(*loaded.warnings, *strange))
        header = _header(loaded, options, model, count)
        job = Evaluation(
            header=header,
            cases=chosen,
            asker=_asker(loaded, model, environment),
            target=RecordedTarget(),
            store=store,
            listener=listener,
            wording=loaded.wording,
            concurrency=loaded.judge.concurrency,
            now=_now,
        )
        finished = await evaluate(job)
        listener.finished()
        summary = await _close_run(loaded, finished, store, beside)
        return RunResult(summary=summary, store=store)
    except BaseException:
        await store.close()
        raise
    finally:
        await model.close()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Beside:
    """What the end of a run needs of the suite's files, read before the first call: they may change meanwhile."""

    labels: Sequence[Label]
    warnings: tuple[str, ...]


async def _close_run(loaded: Loaded, finished: Finished, store: Store, beside: _Beside) -> Summary:
    record = RunRecord(header=finished.header, finished_at=_now(), warnings=beside.warnings)
    await store.finish(record)
    summary = await _summary(store, record, loaded.suite.policy, loaded.certificates, beside.labels)
    decided = replace(record, outcome=summary.decision.outcome, exit_code=summary.decision.exit_code)
    await store.finish(decided)
    return replace(summary, record=decided)


async def summary_of(store: Store, record: RunRecord, *, loaded: Loaded | None, policy: Policy | None) -> Summary:
    """The summary of a stored run under a policy; `loaded` brings the suite's labels and certificates, where known."""
    if loaded is None:
        return await _summary(store, record, policy, (), ())
    return await _summary(store, record, policy, loaded.certificates, labels_of(loaded))


async def _summary(
    store: Store,
    record: RunRecord,
    policy: Policy | None,
    certificates: Sequence[Certificate],
    labels: Sequence[Label],
) -> Summary:
    kept = await store.certificate(record.header.judge_digest)
    return await summarise(
        store,
        record,
        policy=policy,
        certificates=(*certificates, *([kept] if kept is not None else [])),
        labels=labels,
        today=_now().date(),
    )


def make_model(loaded: Loaded, environment: Environment) -> Model:
    """The suite's judge model."""
    kind, name = split_model(loaded.judge.model)
    request = ModelRequest(
        name=name,
        settings=loaded.judge,
        folder=str(loaded.suite.folder),
        key=environment.variable,
        expand=environment.expand,
    )
    return model_factory(kind)(request)


def open_suite_store(folder: Path, url: str | None, environment: Environment) -> Store:
    """The results database: `--store`, else GAUGEBLOCK_STORE, else `.gaugeblock/` in the folder."""
    from gaugeblock.stores.opening import open_store

    return open_store(url or environment.store or folder / ".gaugeblock" / "results.db")


def _asker(loaded: Loaded, model: Model, environment: Environment) -> Asker:
    judge = loaded.judge
    return Asker(
        model=model,
        rubric=loaded.rubric,
        prompter=Prompter(loaded.rubric, loaded.wording),
        retries=judge.retries,
        now=_now,
        sleep=asyncio.sleep,
        rng=random.Random(sha256_text(loaded.golden.digest)),  # noqa: S311 - it spreads pauses, it keeps no secret
        secrets=(*environment.secrets(judge.api_key_env), *getattr(model, "secrets", ())),
        store_raw=judge.store_raw,
    )


def _header(loaded: Loaded, options: RunOptions, model: Model, count: int) -> RunHeader:
    suite, selection = loaded.suite, options.selection
    return RunHeader(
        run_id=_new_run_id(),
        suite=suite.name,
        started_at=_now(),
        gaugeblock_version=__version__,
        target=suite.target.kind,
        judge_model=model.name,
        judge_is_rules=not model.uses_language_model,
        rubric=rubric_record(loaded.rubric),
        rubric_digest=rubric_digest(loaded.rubric),
        golden_digest=loaded.golden.digest,
        cases=count,
        granularity=loaded.judge.granularity.value,
        partial=bool(selection.words),
        selection=selection.words,
        policy=None if suite.policy is None else policy_record(suite.policy),
        accepted_uncertified=options.accept_uncertified,
        accepted_reason=options.reason,
        require_measurement=options.require_measurement,
        store_raw=loaded.judge.store_raw,
    )


async def _chosen(golden: GoldenSet, selection: Selection, store: Store) -> tuple[Callable[[], Iterator[Case]], int]:
    """The chosen cases, as a stream that can be begun again, and how many there are."""
    if not selection.words:
        return golden.cases, golden.count
    wanted = set(selection.cases)
    if selection.failed_from:
        wanted_again = await _troubled(store, selection.failed_from)
    else:
        wanted_again = None

    def stream() -> Iterator[Case]:
        taken = 0
        for case in golden.cases():
            if selection.limit is not None and taken >= selection.limit:
                return
            if _fits(case, selection, wanted, wanted_again):
                taken += 1
                yield case

    if wanted_again == set():
        raise UsageError(f"--failed-from {selection.failed_from}: nothing failed or was unscored in that run.")
    lost = sorted(wanted - {case.id for case in golden.cases()}) if wanted else []
    if lost:
        raise UsageError(f"--case: the golden set has no case {', '.join(lost)}.", hint="Ids are case-sensitive.")
    count = sum(1 for _ in stream())
    if not count:
        raise UsageError(
            f"{selection.words}: no case of the golden set fits.", hint=f"Topics: {', '.join(golden.topics)}."
        )
    return stream, count


def _fits(case: Case, selection: Selection, wanted: set[str], wanted_again: set[str] | None) -> bool:
    return (
        (not wanted or case.id in wanted)
        and (not selection.tags or bool(set(selection.tags) & set(case.tags)))
        and (not selection.topics or case.topic in selection.topics)
        and (wanted_again is None or case.id in wanted_again)
    )


async def _troubled(store: Store, reference: str) -> set[str]:
    run = await store.run(reference)
    found: set[str] = set()
    for status in ("failed", "unscored", "skipped"):
        found |= {v.case_id async for v in store.verdicts(run.header.run_id, status=status)}
    return found


def files_of(loaded: Loaded) -> set[Path]:
    """Every file that the suite is read from."""
    suite, judge = loaded.suite, loaded.judge
    kind, name = split_model(judge.model)
    named = [
        suite.file,
        *loaded.golden.files,
        judge.prompt,
        suite.labels,
        None if judge.rubric.startswith("builtin:") else Path(judge.rubric),
        suite.folder / name if kind == "recorded" else None,
        *(Path(c.place) for c in loaded.certificates if c.place),
    ]
    return {path for path in named if path is not None}


def labels_of(loaded: Loaded) -> Sequence[Label]:
    """People's labels: the labels file's first, then those in the cases."""
    from gaugeblock.files.labels_file import labels_for

    if not loaded.golden.labelled:
        return loaded.labels
    return labels_for(loaded.golden.cases(), loaded.labels)


def _strange_labels(loaded: Loaded) -> Iterator[str]:
    """Labels of the labels file that fit no case or no dimension, and so stand beside nothing."""
    if not loaded.labels:
        return
    known = {case.id for case in loaded.golden.cases()}
    cases = sorted({x.case_id for x in loaded.labels} - known)
    dimensions = sorted({x.dimension for x in loaded.labels} - {*loaded.rubric.names, "overall"})
    for what, names in (("cases that the golden set lacks", cases), ("dimensions that the rubric lacks", dimensions)):
        if names:
            yield f"{loaded.suite.labels} has labels for {what}: {', '.join(names[:10])}"


def _unknown_recordings(loaded: Loaded, model: Model) -> tuple[str, ...]:
    unknown = getattr(model, "unknown_cases", None)
    if unknown is None:
        return ()
    strange = unknown(case.id for case in loaded.golden.cases())
    if not strange:
        return ()
    return (f"{model.name} has replies for cases that the golden set lacks: {', '.join(strange[:10])}",)


def _new_run_id() -> str:
    return f"{_now():%Y%m%d-%H%M%S}-{secrets.token_hex(3)}"


def _now() -> datetime:
    return datetime.now(UTC)
