"""Reading rows: the statements by run, and a cursor that fetches in chunks."""

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from sqlalchemy import ColumnElement, Connection, CursorResult, Engine, Join, Row, Select, Table, case, select
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler

from gaugeblock.stores import schema
from gaugeblock.stores.columns import LongName

__all__ = ["CHUNK", "Cursor", "by_dimension", "by_position", "newest_first", "of_run", "whole"]

T = TypeVar("T")

CHUNK = 500
"""Rows fetched at a time."""


def newest_first(*columns: ColumnElement[Any]) -> Select[Any]:
    """Runs by their start; of two that started together, the one written last comes first."""
    return select(*columns).order_by(schema.runs.c.started_at.desc(), schema.runs.c.number.desc())


def of_run(columns: Sequence[ColumnElement[Any]], table: Table, number: int) -> Select[Any]:
    """A table's rows of one run, each beside its case."""
    cases = schema.run_cases.c
    beside = (table.c.run_number == cases.run_number) & (table.c.case_id == cases.case_id)
    joined = _CasesFirst(schema.run_cases, table, beside)
    return select(*columns).select_from(joined).where(cases.run_number == number)


class _CasesFirst(Join):
    """A join that SQLite begins with the cases: it then sorts the cells of one case at a time, not those of the run."""

    inherit_cache = True


@compiles(_CasesFirst, "sqlite")
def _cross_join(join: Join, compiler: SQLCompiler, **options: Any) -> str:
    words: str = compiler.visit_join(join, **options)  # type: ignore[no-untyped-call]  # sqlalchemy's own
    return words.replace(" JOIN ", " CROSS JOIN ", 1)


def by_position() -> tuple[ColumnElement[Any], ...]:
    """The order of the golden set."""
    return schema.run_cases.c.position, schema.run_cases.c.case_id


def by_dimension(column: ColumnElement[Any], rubric_order: Sequence[str]) -> tuple[ColumnElement[Any], ...]:
    """The order of the rubric; names it does not know come after, by name."""
    if not rubric_order:
        return (column,)
    rank = case(*((column == name, i) for i, name in enumerate(rubric_order)), else_=len(rubric_order))
    return rank, column


def whole(connection: Connection, rows: Sequence[Row[Any]]) -> Sequence[Sequence[Any]]:
    """The rows with every long name looked up."""
    keys = {str(value) for row in rows for value in row if type(value) is LongName}
    if not keys:
        return rows
    names = schema.long_names.c
    texts = {row.key: row.text for row in connection.execute(select(names.key, names.text).where(names.key.in_(keys)))}
    return [[texts[value] if type(value) is LongName else value for value in row] for row in rows]


class Cursor(Generic[T]):
    """One statement being read: a connection of its own, so that what is written meanwhile does not disturb it."""

    def __init__(self, engine: Engine, convert: Callable[[Sequence[Any]], T]) -> None:
        self._engine = engine
        self._convert = convert
        self._connection: Connection | None = None
        self._result: CursorResult[Any] | None = None

    def start(self, statement: Callable[[Connection], Select[Any]]) -> None:
        """Connect and ask; nothing is fetched yet."""
        self._connection = self._engine.connect()
        question = statement(self._connection).execution_options(yield_per=CHUNK)
        self._result = self._connection.execute(question)

    def chunk(self) -> list[T]:
        """The next rows as nouns; empty at the end."""
        if self._connection is None or self._result is None:
            return []
        return [self._convert(row) for row in whole(self._connection, self._result.fetchmany(CHUNK))]

    def close(self) -> None:
        """Give the connection back; twice does nothing."""
        if self._result is not None:
            self._result.close()
        if self._connection is not None:
            self._connection.close()
        self._connection = self._result = None
