"""A conflict: words of the answer that the source contradicts, or may."""

from dataclasses import dataclass

from gaugeblock.judging.rules.quantities import Quantity

__all__ = ["Conflict", "Scan"]


@dataclass(frozen=True, slots=True)
class Conflict:
    """What the answer says, what the source says about it, and why they do not agree."""

    answer: str
    source: str
    why: str
    sure: bool = True
    figure: str = ""
    """The source's figure that the answer changes."""


@dataclass(slots=True)
class Scan:
    """What comparing answer and source brought up."""

    conflicts: list[Conflict]
    strangers: list[tuple[Quantity, str]]
    """Figures that stand nowhere in source or question, and no rival's place is theirs."""
