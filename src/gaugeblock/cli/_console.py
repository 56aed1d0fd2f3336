"""Speaking to people: standard output for results, standard error for what went wrong."""

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["console", "next_step", "say", "warn"]


def say(text: str = "") -> None:
    """One line on standard output."""
    print(text)


def warn(text: str) -> None:
    """One line on standard error."""
    print(text, file=sys.stderr)


def next_step(command: str) -> None:
    """The last line of a command: what to do next."""
    print(f"next: {command}")


def console(*, stderr: bool = False) -> "Console":
    """A rich console that never reads markup or emoji in the text it is given."""
    from rich.console import Console

    return Console(stderr=stderr, markup=False, emoji=False, highlight=False, soft_wrap=False)
