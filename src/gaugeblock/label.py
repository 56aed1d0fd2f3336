"""A label: a person's verdict on one case and dimension."""

from dataclasses import dataclass

__all__ = ["Label"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """A person's verdict on one case and dimension."""

    case_id: str
    dimension: str
    label: str
    """`pass`, `fail` or an anchor (`0`, `0.25`, `0.5`, `0.75`, `1`)."""
    labeller: str = ""
    labelled_at: str = ""
    """ISO date or time, as written."""
    known_bad: bool = False
    """The answer is known to be bad; a judge that passes it is refused."""
    note: str = ""
    place: str = ""
