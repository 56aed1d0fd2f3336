"""Writing rows: a row that is there already is replaced, never doubled."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, Dialect, Insert, Table

from gaugeblock.ports import StoredCase
from gaugeblock.stores import rows, schema
from gaugeblock.stores.columns import in_utc, sqlite_moment
from gaugeblock.verdict import JudgeCall, Verdict

__all__ = ["Writes"]


class Writes:
    """The insert statements of one database, made once.

    Rows are written in order of their keys, so that two writers of the same rows never wait for each other in a circle.
    """

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._moment = sqlite_moment if dialect.name == "sqlite" else in_utc
        self._case_texts = self._text(self._keeping(schema.case_texts))
        self._run_cases = self._text(self._replacing(schema.run_cases))
        self._verdicts = self._text(self._replacing(schema.verdicts))
        self._calls = self._text(self._replacing(schema.calls))

    def put(self, connection: Connection, table: Table, new: Sequence[rows.Row]) -> None:
        """Write rows of any table."""
        keys = [c.name for c in table.primary_key]
        if new:
            connection.execute(self._replacing(table), sorted(new, key=lambda row: [row[k] for k in keys]))

    def put_cases(self, connection: Connection, number: int, cases: Sequence[StoredCase]) -> None:
        """Write a run's cases, and their texts where they are not there yet."""
        _send(connection, self._case_texts, (rows.text_values(c) for c in cases if c.record), key=1)
        _send(connection, self._run_cases, (rows.case_values(number, c) for c in cases), key=2)

    def put_verdicts(self, connection: Connection, number: int, verdicts: Sequence[Verdict]) -> None:
        """Write a run's verdicts."""
        _send(connection, self._verdicts, (rows.verdict_values(number, v, self._moment) for v in verdicts), key=4)

    def put_calls(self, connection: Connection, number: int, calls: Sequence[JudgeCall]) -> None:
        """Write a run's judge calls."""
        _send(connection, self._calls, (rows.call_values(number, c, self._moment) for c in calls), key=5)

    def _text(self, statement: Insert) -> str:
        """The statement in the driver's words, with one place for each column in the order of the table."""
        style = "qmark" if self._dialect.name == "sqlite" else "format"
        dialect: Callable[..., Dialect] = type(self._dialect)
        return str(statement.compile(dialect=dialect(paramstyle=style)))

    def _insert(self, table: Table) -> Any:
        if self._dialect.name == "postgresql":
            from sqlalchemy.dialects import postgresql

            return postgresql.insert(table)
        from sqlalchemy.dialects import sqlite

        return sqlite.insert(table)

    def _replacing(self, table: Table) -> Insert:
        statement = self._insert(table)
        keys = [c.name for c in table.primary_key]
        rest = {c.name: statement.excluded[c.name] for c in table.columns if c.name not in keys}
        replaced: Insert = statement.on_conflict_do_update(index_elements=keys, set_=rest)
        return replaced

    def _keeping(self, table: Table) -> Insert:
        """For rows whose key is their content's digest: what is there already is the same."""
        kept: Insert = self._insert(table).on_conflict_do_nothing()
        return kept


def _send(connection: Connection, statement: str, values: Iterable[rows.Values], *, key: int) -> None:
    """Write rows whose first `key` columns are the primary key."""
    ordered = sorted(values, key=lambda row: row[:key])
    if ordered:
        connection.exec_driver_sql(statement, ordered)
