"""Exit codes: what a command's number means to a script."""

from enum import IntEnum

__all__ = ["ExitCode"]


class ExitCode(IntEnum):
    """Exit codes of every command; when several apply: 3, 2, 5, 1, 4, 0 (1 before 5 for deterministic checks)."""

    OPEN = 0
    """Gate open, or measured without a policy."""
    CLOSED = 1
    """A blocking threshold was missed; `lint`: errors found."""
    MISUSE = 2
    """The command or its input is wrong."""
    INTERNAL = 3
    """A mistake of gaugeblock's own."""
    INCONCLUSIVE = 4
    """Too little was measured for a blocking threshold, or nothing at all."""
    NOT_CERTIFIED = 5
    """The judge has no valid certificate."""
    INTERRUPTED = 130
    """Stopped from the keyboard."""
