"""A breach: one thing the answer may not say, or must say and does not."""

from dataclasses import dataclass

from gaugeblock.judging.rules.matter import Matter

__all__ = ["Breach", "known_stems"]


@dataclass(slots=True)
class Breach:
    """One thing the answer may not say, or must say and does not."""

    kind: str
    """`diagnosis`, `treatment`, `reassurance`, `promise` or `disclaimer`."""
    quote: str
    why: str
    sure: bool = True
    against: bool = False
    """The source speaks of the same thing and says otherwise."""
    instead: str = ""
    """The source's sentence that leaves the decision to a clinician."""


def known_stems(matter: Matter) -> set[str]:
    texts = [matter.question, *matter.passages]
    return {t.stem for text in texts for t in text.reading.tokens if t.content}
