"""JSON Schemas of the files that people write, for editors: made from the shapes that read them.

They are shipped in `gaugeblock/schemas/`. After a change of a shape `write_schemas()` brings them up to date, and a
test says when that was forgotten.
"""

import ast
import inspect
import json
import sys
from pathlib import Path
from typing import Any

from pydantic import BaseModel, TypeAdapter

from gaugeblock.config._list_shapes import GoldenSetShape, LabelsShape
from gaugeblock.config._suite_shape import SuiteShape
from gaugeblock.files._case_shape import CaseShape
from gaugeblock.files.labels_file import LabelShape
from gaugeblock.files.rubric_file import RubricShape

__all__ = ["FOLDER", "json_schemas", "schema_text", "write_schemas"]

FOLDER = Path(__file__).parent.parent / "schemas"

_SHAPES: dict[str, tuple[str, Any]] = {
    "case": ("One case of a golden set", CaseShape),
    "golden-set": ("A golden set", list[CaseShape] | GoldenSetShape),
    "rubric": ("A rubric", RubricShape),
    "suite": ("A suite, gaugeblock.yaml", SuiteShape),
    "labels": ("People's labels", list[LabelShape] | LabelsShape),
}


def json_schemas() -> dict[str, dict[str, Any]]:
    """The schemas by name: case, golden-set, rubric, suite, labels."""
    return {name: _schema(title, shape) for name, (title, shape) in _SHAPES.items()}


def schema_text(schema: dict[str, Any]) -> str:
    """A schema as it stands in its file."""
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


def write_schemas(folder: Path = FOLDER) -> None:
    """Write every schema to `<name>.schema.json`."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, schema in json_schemas().items():
        (folder / f"{name}.schema.json").write_text(schema_text(schema), encoding="utf-8", newline="\n")


def _schema(title: str, shape: Any) -> dict[str, Any]:
    schema = TypeAdapter(shape).json_schema()
    shapes = {s.__name__: s for s in _all_shapes(BaseModel)}
    for name, definition in schema.get("$defs", {}).items():
        _describe(definition, shapes.get(name))
    if isinstance(shape, type):
        _describe(schema, shapes.get(shape.__name__))
    return {"$schema": "https://json-schema.org/draft/2020-12/schema"} | schema | {"title": title}


def _all_shapes(base: type[BaseModel]) -> list[type[BaseModel]]:
    found = [s for s in base.__subclasses__() if s.__module__.startswith("gaugeblock.")]
    return found + [deeper for s in found for deeper in _all_shapes(s)]


def _describe(definition: dict[str, Any], shape: type[BaseModel] | None) -> None:
    """Put the sentences under a shape's fields into its schema; titles that only repeat a name fall away."""
    sentences = {} if shape is None else _sentences(shape)
    definition.pop("title", None)
    for name, field in definition.get("properties", {}).items():
        field.pop("title", None)
        if name in sentences:
            field["description"] = sentences[name]


def _sentences(shape: type[BaseModel]) -> dict[str, str]:
    """The docstrings under the fields of a class and of the classes it is made from."""
    found: dict[str, str] = {}
    for cls in reversed(shape.__mro__):
        if not cls.__module__.startswith("gaugeblock."):
            continue
        tree = ast.parse(inspect.getsource(sys.modules[cls.__module__]))
        node = next(n for n in ast.walk(tree) if isinstance(n, ast.ClassDef) and n.name == cls.__name__)
        for field, below in zip(node.body, node.body[1:], strict=False):
            if (
                isinstance(field, ast.AnnAssign)
                and isinstance(field.target, ast.Name)
                and isinstance(below, ast.Expr)
                and isinstance(below.value, ast.Constant)
                and isinstance(below.value.value, str)
            ):
                found[field.target.id] = inspect.cleandoc(below.value.value)
    return found
