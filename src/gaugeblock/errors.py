"""Every error gaugeblock raises, as one tree.

A failed verdict, a closed gate and a quotation that is not in the text are results, not errors.
Each class has a `slug` (stable, documented) and may carry a `hint`: what to do next.

    GaugeblockError
    ├─ UsageError          ConfigError · GoldenSetError · RubricError · LabelError · UnknownNameError
    ├─ TargetError         TargetTimeoutError · TargetUnavailableError
    ├─ JudgeError          JudgeReplyError · JudgeUnavailableError
    ├─ StoreError          StoreVersionError
    └─ PluginError
"""

from gaugeblock._reasons import Reason

__all__ = [
    "ConfigError",
    "GaugeblockError",
    "GoldenSetError",
    "JudgeError",
    "JudgeReplyError",
    "JudgeUnavailableError",
    "LabelError",
    "PluginError",
    "RubricError",
    "StoreError",
    "StoreVersionError",
    "TargetError",
    "TargetTimeoutError",
    "TargetUnavailableError",
    "UnknownNameError",
    "UsageError",
]


class GaugeblockError(Exception):
    """The root: anything gaugeblock raises on purpose."""

    slug = "error"

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".strip()


class UsageError(GaugeblockError):
    """The command or its input is wrong; exit code 2, no traceback."""

    slug = "usage"


class ConfigError(UsageError):
    """A suite file, flag or environment variable is wrong."""

    slug = "config"


class GoldenSetError(UsageError):
    """A golden set cannot be used; the message lists every fault of the file, one a line."""

    slug = "golden-set"


class RubricError(UsageError):
    """A rubric file cannot be used."""

    slug = "rubric"


class LabelError(UsageError):
    """A labels file cannot be used."""

    slug = "labels"


class UnknownNameError(UsageError):
    """A name is not known; the message says which are, and the nearest."""

    slug = "unknown-name"


class TargetError(GaugeblockError):
    """The agent under test broke on one case."""

    slug = "target"


class TargetTimeoutError(TargetError):
    """The agent under test did not answer in time."""

    slug = "target-timeout"


class TargetUnavailableError(TargetError):
    """The agent's server refused the connection before its first answer."""

    slug = "target-unavailable"


class JudgeError(GaugeblockError):
    """A judge call gave no reply that can be read; becomes an unscored verdict with `reason`.

    `retry_after` is in seconds, None when the server named none; `retryable` says whether asking again may help.
    """

    slug = "judge"

    def __init__(
        self,
        message: str,
        *,
        reason: Reason = Reason.PROVIDER_ERROR,
        retryable: bool = False,
        retry_after: float | None = None,
        hint: str = "",
    ) -> None:
        super().__init__(message, hint=hint)
        self.reason = reason
        self.retryable = retryable
        self.retry_after = retry_after


class JudgeReplyError(JudgeError):
    """The judge answered, and the answer is no verdict; `reply` keeps what came."""

    slug = "judge-reply"

    def __init__(self, message: str, *, reply: str, reason: Reason = Reason.UNPARSABLE, hint: str = "") -> None:
        super().__init__(message, reason=reason, hint=hint)
        self.reply = reply


class JudgeUnavailableError(JudgeError):
    """The judge's server refused the connection; before its first answer the level is SKIPPED."""

    slug = "judge-unavailable"


class StoreError(GaugeblockError):
    """The results database cannot be read or written."""

    slug = "store"


class StoreVersionError(StoreError):
    """The database's schema is newer or older than this gaugeblock understands."""

    slug = "store-version"


class PluginError(GaugeblockError):
    """A plug-in could not be loaded; the message names its package."""

    slug = "plugin"
