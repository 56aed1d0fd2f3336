"""What the shapes of all files have in common."""

from typing import Annotated, Any, ClassVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Discriminator, StringConstraints, Tag

__all__ = ["FoundInText", "IdText", "OpenShape", "Shape", "TextOrList", "Words"]


class Shape(BaseModel):
    """A file's record as it is written; unknown keys are faults."""

    model_config = ConfigDict(extra="forbid", hide_input_in_errors=True, allow_inf_nan=False)
    TAG: ClassVar[str] = ""
    """The name of this branch, where a union chooses by a key."""


class OpenShape(BaseModel):
    """A record whose further keys belong to others and are kept or left unread, as its docstring says."""

    model_config = ConfigDict(extra="allow", hide_input_in_errors=True, allow_inf_nan=False)


def _id_text(value: Any) -> Any:
    if type(value) is int:
        return str(value)
    return value.strip() if isinstance(value, str) else value


IdText = Annotated[str, BeforeValidator(_id_text, json_schema_input_type=str | int)]
"""A name: whole numbers are taken as their text, blanks around it fall away."""

Words = Annotated[str, StringConstraints(min_length=1, strip_whitespace=True)]
"""Text that must say something."""


def _list_or_text(value: Any) -> str:
    return "a list" if isinstance(value, list | tuple) else "text or a list"


TextOrList = Discriminator(_list_or_text)
"""Chooses between `Tag("text or a list")` and `Tag("a list")`; the tags are the words of the faults."""

FoundInText = Annotated[str, Tag("text or a list")]
"""The text branch of `TextOrList`."""
