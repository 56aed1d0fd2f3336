"""A conflict: words of the answer that the source contradicts, or may."""

from dataclasses import dataclass

__all__ = ["Conflict"]


@dataclass(frozen=True, slots=True)
class Conflict:
    """What the answer says, what the source says about it, and why they do not agree."""

    answer: str
    source: str
    why: str
    sure: bool = True
    figure: str = ""
    """The source's figure that the answer changes."""
