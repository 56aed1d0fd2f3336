"""Labels files: people's verdicts, one line for a case and dimension.

The columns are `case_id,dimension,label,labeller,labelled_at,known_bad,note`; the first three are needed. CSV and TSV
are read as `files/_csv.py` says, JSONL holds one object a line, YAML and JSON a list or `{"labels": [...]}`. A label is
`pass`, `fail` or an anchor; `1.00` and `0,75` are read as `1` and `0.75`. The dimension `overall` is a verdict on the
whole answer. Several labellers may label one cell; one labeller gives it one value. The same value given twice counts
once.

Editors complete and check a YAML file that begins with `# yaml-language-server: $schema=…/labels.schema.json`; the
schema is shipped in `gaugeblock/schemas/`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import BeforeValidator, StringConstraints, ValidationError

from gaugeblock.case import Case
from gaugeblock.errors import LabelError
from gaugeblock.files._csv import open_table
from gaugeblock.files._decode import text_lines
from gaugeblock.files._document import read_document
from gaugeblock.files._faults import Fault, Faults, Loc, LocatedError, did_you_mean, faults_of, field_text, got, shown
from gaugeblock.files._json import json_value
from gaugeblock.files._label_words import label_word
from gaugeblock.files._shape import IdText, Shape
from gaugeblock.label import Label

__all__ = ["LabelShape", "labels_for", "load_labels"]


def load_labels(path: Path) -> tuple[Label, ...]:
    """The labels of a file, in its order.

    Raises:
        LabelError: with every fault of the file, one a line. A file without labels is one, and so are two values by
            one labeller for one cell, named with both lines.
    """
    faults = Faults()
    found: dict[tuple[str, str, str], tuple[Label, int]] = {}
    for entry in _entries(path):
        label = entry if isinstance(entry, Fault) else _label(entry, path, faults)
        if isinstance(label, Fault):
            faults.add(label)
        elif label is not None:
            _take(label, entry.line or 1, found, faults, path)
    if not found and not faults.count:
        faults.add(Fault(file=shown(path), words="there is no label in it; take labels: out of the suite, or add some"))
    faults.raise_if_any(LabelError)
    return tuple(label for label, _ in found.values())


def labels_for(cases: Iterable[Case], labels: Sequence[Label]) -> tuple[Label, ...]:
    """All labels on the cases: those of the file, and of those in a case the ones for which the file has none.

    A case that is known to be bad, and of which nothing else is said, has the label `fail` on `overall`.

    Args:
        cases: the golden set; what it says by `labels`, `overall`, `known_bad` and `note` is taken from it.
        labels: of the file; labels on cases that are not in the set are kept.
    """
    in_file = {(label.case_id, label.dimension) for label in labels}
    return (*labels, *(label for case in cases for label in _labels_in(case, in_file)))


def _labels_in(case: Case, in_file: Set[tuple[str, str]]) -> list[Label]:
    """What the case itself says, but for the cells that the file has."""
    words = {d: word for d, word in case.labels.items() if (case.id, d) not in in_file}
    if case.known_bad and not words and (case.id, "overall") not in in_file:
        words = {"overall": "fail"}
    return [
        Label(case_id=case.id, dimension=d, label=w, known_bad=case.known_bad, note=case.note, place=case.place)
        for d, w in words.items()
    ]


def _spelled(value: Any) -> Any:
    return value.strip().lower() if isinstance(value, str) else value


class LabelShape(Shape):
    """A person's verdict on one case and dimension."""

    case_id: Annotated[IdText, StringConstraints(min_length=1)]
    """Which case."""
    dimension: Annotated[str, BeforeValidator(_spelled), StringConstraints(min_length=1)]
    """Which dimension, or `overall`."""
    label: Annotated[str, BeforeValidator(label_word, json_schema_input_type=str | float)]
    """pass, fail or an anchor: 0, 0.25, 0.5, 0.75, 1."""
    labeller: str = ""
    """Who."""
    labelled_at: str = ""
    """ISO date or time."""
    known_bad: bool = False
    """The answer is known to be bad; a judge that passes it is refused."""
    note: str = ""
    """Why; for people."""


COLUMNS = tuple(LabelShape.model_fields)


@dataclass(frozen=True, slots=True)
class _Entry:
    line: int
    data: Any
    line_of: Callable[[Loc], int] | None = None


def _label(entry: _Entry, path: Path, faults: Faults) -> Label | None:
    data = entry.data
    if isinstance(data, dict):
        data = {key: value for key, value in data.items() if value is not None}
    try:
        shape = LabelShape.model_validate(data)
    except ValidationError as e:
        case_id = data.get("case_id") if isinstance(data, dict) else None
        subject = f"case {case_id}" if case_id else ""
        for loc, words in faults_of(e, LabelShape):
            line = entry.line_of(loc) if entry.line_of else entry.line
            faults.add(Fault(file=shown(path), line=line, subject=subject, field=field_text(loc), words=words))
        return None
    return Label(
        case_id=shape.case_id,
        dimension=shape.dimension,
        label=shape.label,
        labeller=shape.labeller.strip(),
        labelled_at=shape.labelled_at.strip(),
        known_bad=shape.known_bad,
        note=shape.note,
        place=f"{shown(path)}:{entry.line}",
    )


def _take(
    label: Label, line: int, found: dict[tuple[str, str, str], tuple[Label, int]], faults: Faults, path: Path
) -> None:
    cell = label.case_id, label.dimension, label.labeller
    first, first_line = found.setdefault(cell, (label, line))
    if (first.label, first.known_bad) != (label.label, label.known_bad):
        who = label.labeller or "the same labeller (none is named)"
        words = (
            f"two values by {who} for {label.dimension}: {_value(first)} in line {first_line} and {_value(label)} in "
            f"line {line}; keep one"
        )
        faults.add(Fault(file=shown(path), line=line, subject=f"case {label.case_id}", words=words))


def _value(label: Label) -> str:
    return f"{label.label}, known_bad" if label.known_bad else label.label


def _entries(path: Path) -> Iterator[_Entry | Fault]:
    reader = _READERS.get(path.suffix.lower())
    if reader is None:
        words = f"unknown ending {path.suffix or '(none)'}; {did_you_mean(path.suffix, list(_READERS))}"
        raise LabelError(str(Fault(file=shown(path), words=words)))
    try:
        yield from reader(path)
    except LocatedError as e:
        yield Fault(file=shown(path), line=e.line, words=e.words)


def _table(path: Path) -> Iterator[_Entry | Fault]:
    table = open_table(path, COLUMNS, LabelError)
    strange = [name for name in table.names if name and name not in COLUMNS]
    for name in strange:
        yield Fault(file=shown(path), line=1, words=f"unknown column {name}; {did_you_mean(name, COLUMNS)}")
    for row in table.rows:
        if isinstance(row, LocatedError):
            yield Fault(file=shown(path), line=row.line, words=row.words)
        else:
            yield _Entry(row.line, {k: v for k, v in row.cells.items() if k not in strange})


def _jsonl(path: Path) -> Iterator[_Entry | Fault]:
    for number, line in enumerate(text_lines(path, LabelError), start=1):
        if line.isspace():
            continue
        try:
            yield _Entry(number, json_value(line, number))
        except LocatedError as e:
            yield Fault(file=shown(path), line=e.line, words=e.words)


def _document(path: Path) -> Iterator[_Entry | Fault]:
    document = read_document(path, LabelError)
    data: Any = document.data
    base: Loc = ()
    if isinstance(data, dict):
        for key in (k for k in data if k not in ("labels", "$schema")):
            raise LocatedError(f'unexpected key "{key}"; expected one list labels', document.line_of((key,)))
        data, base = data.get("labels"), ("labels",)
    if data is None:
        return
    if not isinstance(data, list):
        raise LocatedError(f"expected a list of labels, got {got(data)}", document.line_of(base))
    for i, entry in enumerate(data):
        yield _Entry(document.line_of((*base, i)), entry, document.lines_below((*base, i)))


_READERS: dict[str, Callable[[Path], Iterator[_Entry | Fault]]] = {
    ".csv": _table,
    ".tsv": _table,
    ".jsonl": _jsonl,
    ".ndjson": _jsonl,
    ".yaml": _document,
    ".yml": _document,
    ".json": _document,
}
