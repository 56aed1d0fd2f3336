"""The suite file, `gaugeblock.yaml`: what is judged, by which judge, under which policy.

Every text is read as text; numbers are made of it only where one is wanted. Paths are relative to the file. Keys never
stand in it: `judge.api_key_env` names the environment variable. Editors complete and check a file that begins with
`# yaml-language-server: $schema=…/suite.schema.json`; the schema is shipped in `gaugeblock/schemas/`.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from gaugeblock._text import mask_secrets
from gaugeblock.config._suite_shape import JudgeShape, PolicyShape, SuiteShape, ThresholdShape
from gaugeblock.config.settings import JudgeSettings, Suite, TargetSettings
from gaugeblock.errors import ConfigError, UsageError
from gaugeblock.files._decode import read_text
from gaugeblock.files._document import FaultSheet, read_document
from gaugeblock.files._faults import Fault, Faults, Loc, did_you_mean, faults_of, shown
from gaugeblock.judging.prompt import PLACEHOLDERS
from gaugeblock.policy import Policy, Threshold, ValidationPolicy
from gaugeblock.rubric import BinaryDimension, Rubric
from gaugeblock.stats.zero_failure import min_n

__all__ = ["FILE_NAME", "STORE_FOLDER", "check_policy", "check_reach", "find_store_folder", "load_prompt", "load_suite"]

FILE_NAME = "gaugeblock.yaml"
STORE_FOLDER = ".gaugeblock"

_KEY_NAMES = {"api_key", "apikey", "key", "token", "secret", "password", "api_token", "access_token", "auth"}
_KEY_HEADER = re.compile(r"(?i)auth|key|token|secret|cookie|password")
_PLACEHOLDER = re.compile(r"\{\{([^{}\n]*)\}\}")


def load_suite(path: Path) -> Suite:
    """The suite of a file, or of the `gaugeblock.yaml` in a folder.

    Raises:
        ConfigError: with every fault of the file, one a line. The golden set, the rubric and the labels are looked for
            here and read elsewhere; the prompt's placeholders are checked here.
    """
    file = _file(path)
    document = read_document(file, ConfigError)
    sheet = FaultSheet(file, document)
    keys = dict(_keys_in(document.data))
    shape = None
    try:
        shape = SuiteShape.model_validate(document.data)
    except ValidationError as e:
        for loc, words in faults_of(e, SuiteShape):
            if loc not in keys:
                sheet.note(loc, words)
    for loc, words in (*keys.items(), *_reserved_lines(document.data), *_faults_of_files(document.data, file.parent)):
        sheet.note(loc, words)
    sheet.raise_if_any(ConfigError)
    assert shape is not None
    return _suite(shape, file)


def load_prompt(path: Path) -> str:
    """An author's own wording, checked.

    Raises:
        ConfigError: it is no text, holds a placeholder that nothing fills, or does not show the response.
    """
    faults = Faults()
    for line in _faults_of_prompt(path):
        faults.add(line)
    faults.raise_if_any(ConfigError)
    return read_text(path, ConfigError)


def check_policy(policy: Policy, rubric: Rubric, *, place: str = "policy") -> None:
    """Hold the policy's lines against the rubric's dimensions.

    Raises:
        ConfigError: a line is for a dimension that the rubric does not have; every such line is named.
    """
    faults = Faults()
    for t in policy.thresholds:
        if t.dimension != "overall" and t.dimension not in rubric.names:
            hint = did_you_mean(t.dimension, (*rubric.names, "overall"))
            words = f"the rubric {rubric.name} has no dimension {t.dimension}; {hint}"
            faults.add(Fault(file=place, field=f"policy.{t.dimension}", words=words))
    faults.raise_if_any(ConfigError)


def check_reach(policy: Policy, rubric: Rubric, cases: int, *, place: str = "policy") -> None:
    """Hold rules that ask for proof against the number of cases.

    Raises:
        ConfigError: a rate's `lower_bound` could not be reached if every case passed; every such line is named.
    """
    rates = {d.name for d in rubric.dimensions if isinstance(d, BinaryDimension)} | {"overall"}
    faults = Faults()
    for t in policy.thresholds:
        needed = min_n(float(1 - t.at_least)) if t.rule == "lower_bound" and t.dimension in rates else 0
        if isinstance(needed, int) and needed > cases:
            words = (
                f"rule: lower_bound can never reach {t.at_least}: it needs {needed} cases without a failure, the set "
                f"has {cases}; add cases, lower at_least, or take the rule out"
            )
            faults.add(Fault(file=place, field=f"policy.{t.dimension}", words=words))
    faults.raise_if_any(ConfigError)


def find_store_folder(start: Path) -> Path | None:
    """The nearest folder, from `start` upward, that holds a `.gaugeblock` folder; None when there is none."""
    start = start.absolute()
    return next((folder for folder in (start, *start.parents) if (folder / STORE_FOLDER).is_dir()), None)


def _file(path: Path) -> Path:
    path = path.absolute()
    file = path / FILE_NAME if path.is_dir() else path
    if not file.exists():
        raise ConfigError(
            f"{shown(file)}: there is no suite file.",
            hint="gaugeblock init DIR makes one; a suite is named by its file or its folder.",
        )
    return file


def _object(data: Any, key: str) -> dict[str, Any]:
    """The object under a key, or an empty one where the file has something else there."""
    value = data.get(key) if isinstance(data, dict) else None
    return value if isinstance(value, dict) else {}


def _keys_in(data: Any) -> Iterator[tuple[Loc, str]]:
    """Keys that stand in the file; their values are never shown."""
    advice = "keep it out of the file: write api_key_env with the name of an environment variable that holds it"
    judge = _object(data, "judge")
    for name, value in judge.items():
        if name.lower().replace("-", "_") in _KEY_NAMES:
            yield ("judge", name), f"a key does not belong in a suite file; {advice}"
        elif isinstance(value, str) and mask_secrets(value) != value:
            yield ("judge", name), f"this looks like a key; {advice}"
    for name, value in _object(judge, "headers").items():
        if isinstance(value, str) and _looks_like_a_key(name, value):
            words = "this looks like a key; write ${NAME} with the name of an environment variable that holds it"
            yield ("judge", "headers", name), words


def _looks_like_a_key(header: str, value: str) -> bool:
    return "${" not in value and (mask_secrets(value) != value or _KEY_HEADER.search(header) is not None)


def _reserved_lines(data: Any) -> Iterator[tuple[Loc, str]]:
    for name in _object(data, "policy"):
        if name in ("no_regression", "never_break"):
            yield ("policy", name), f"{name} is not available yet; take the line out"


def _faults_of_files(data: Any, folder: Path) -> Iterator[tuple[Loc, str]]:
    judge = _object(data, "judge")
    labels = data.get("labels") if isinstance(data, dict) else None
    named: list[tuple[Loc, Any]] = [
        (("labels",), labels),
        (("judge", "rubric"), judge.get("rubric")),
        (("judge", "prompt"), judge.get("prompt")),
    ]
    for loc, name in named:
        if not isinstance(name, str) or not name.strip() or name.startswith("builtin:"):
            continue
        if not (folder / name).is_file():
            yield loc, f"{name}: there is no such file in {shown(folder)}"
        elif loc == ("judge", "prompt"):
            yield from ((loc, fault) for fault in _faults_of_prompt(folder / name))


def _lines(policy: PolicyShape) -> list[tuple[str, ThresholdShape]]:
    return list((policy.__pydantic_extra__ or {}).items())


def _faults_of_prompt(path: Path) -> Iterator[str]:
    try:
        text = read_text(path, ConfigError)
    except UsageError as e:
        yield str(e)
        return
    for found in _PLACEHOLDER.finditer(text):
        name = found[1].strip()
        if name not in PLACEHOLDERS:
            line = text.count("\n", 0, found.start()) + 1
            words = f"unknown placeholder {found[0]}; {did_you_mean(name, PLACEHOLDERS)}"
            yield str(Fault(file=shown(path), line=line, words=words))
    if not re.search(r"\{\{\s*response\s*\}\}", text):
        words = "there is no {{response}}, so the judge would not see the answer; put it where the answer belongs"
        yield str(Fault(file=shown(path), words=words))


def _suite(shape: SuiteShape, file: Path) -> Suite:
    folder = file.parent
    patterns = [shape.golden_set] if isinstance(shape.golden_set, str) else shape.golden_set
    return Suite(
        name=shape.name or folder.name,
        file=file,
        golden_set=tuple(str(folder / p) for p in patterns),
        judge=None if shape.judge is None else _judge(shape.judge, folder),
        target=TargetSettings(),
        labels=None if shape.labels is None else folder / shape.labels,
        policy=None if shape.policy is None else _policy(shape.policy),
    )


def _judge(judge: JudgeShape, folder: Path) -> JudgeSettings:
    rubric = judge.rubric if judge.rubric.startswith("builtin:") else str(folder / judge.rubric)
    return JudgeSettings(
        model=judge.model,
        rubric=rubric,
        base_url=judge.base_url,
        api_key_env=judge.api_key_env,
        prompt=None if judge.prompt is None else folder / judge.prompt,
        concurrency=judge.concurrency,
        granularity=judge.granularity,
        max_tokens=judge.max_tokens,
        timeout=judge.timeout,
        retries=judge.retries,
        headers=judge.headers,
        store_raw=judge.store_raw,
    )


def _policy(policy: PolicyShape) -> Policy:
    v = policy.validation
    return Policy(
        thresholds=tuple(
            Threshold(
                dimension=name,
                at_least=line.at_least,
                effect=line.effect,
                rule=line.rule,
                min_n=line.min_n,
                max_failure_rate=line.max_failure_rate,
            )
            for name, line in _lines(policy)
        ),
        certificate=policy.certificate,
        validation=ValidationPolicy(
            rho_at_least=v.rho_at_least, mae_at_most=v.mae_at_most, drop_at_least=v.drop_at_least, on=v.on
        ),
    )
