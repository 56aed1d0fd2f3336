"""The object forms of golden sets and labels, for their schemas; the readers walk them entry by entry."""

from typing import Annotated

from pydantic import Field

from gaugeblock.files._case_shape import CaseShape
from gaugeblock.files._shape import Shape
from gaugeblock.files.labels_file import LabelShape

__all__ = ["GoldenSetShape", "LabelsShape"]


class GoldenSetShape(Shape):
    """A golden set that names its schema."""

    schema_: Annotated[str | None, Field(alias="$schema")] = None
    cases: Annotated[list[CaseShape], Field(min_length=1)]


class LabelsShape(Shape):
    """Labels in a file that names its schema."""

    schema_: Annotated[str | None, Field(alias="$schema")] = None
    labels: Annotated[list[LabelShape], Field(min_length=1)]
