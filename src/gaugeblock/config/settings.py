"""A suite: which cases, which target, which judge, which policy; the contents of `gaugeblock.yaml`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from gaugeblock.policy import Policy

__all__ = ["Granularity", "JudgeSettings", "Suite", "TargetSettings"]


class Granularity(StrEnum):
    """How many dimensions one judge call asks about."""

    PER_CASE = "per_case"
    PER_DIMENSION = "per_dimension"


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetSettings:
    """How the answers are got."""

    kind: str = "recorded"
    """`recorded`: the answer stands in the case."""
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeSettings:
    """Which judge, and how it is asked."""

    model: str
    """`kind:name`, such as `openai:gpt-5-mini`, `recorded:replies.jsonl`, `rules`."""
    rubric: str
    """An absolute path, or `builtin:` and the name of a shipped rubric."""
    base_url: str | None = None
    api_key_env: str | None = None
    """The environment variable's name, never the key."""
    prompt: Path | None = None
    concurrency: int = 32
    granularity: Granularity = Granularity.PER_CASE
    max_tokens: int = 2000
    timeout: float = 120.0
    """Seconds for one call."""
    retries: int = 3
    """How often a call is repeated after a passing fault (rate limit, server error, broken connection)."""
    headers: Mapping[str, str] = field(default_factory=dict)
    """Further HTTP headers; `${NAME}` takes an environment variable."""
    store_raw: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Suite:
    """The contents of a suite file, its paths made absolute."""

    name: str
    file: Path
    golden_set: tuple[str, ...]
    """Paths and globs, absolute."""
    judge: JudgeSettings | None = None
    target: TargetSettings = TargetSettings()
    labels: Path | None = None
    policy: Policy | None = None

    @property
    def folder(self) -> Path:
        """The suite file's folder; the store and the certificates stand in it."""
        return self.file.parent
