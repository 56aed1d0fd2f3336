"""The results database over SQLAlchemy Core: one store for SQLite and PostgreSQL.

All statements run in one thread of the store's own, in the order they were asked for, so the event loop never waits
for a disk. Readers hold a connection each and fetch in chunks: a million verdicts need no more memory than a thousand.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import Executor
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Connection, Engine, Select, insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from gaugeblock._text import mask_secrets, shorten
from gaugeblock.certificate import Certificate
from gaugeblock.errors import StoreError
from gaugeblock.label import Label
from gaugeblock.ports import StoredCase
from gaugeblock.run import Override, RunHeader, RunRecord, resolve_run
from gaugeblock.stores import rows, schema
from gaugeblock.stores.reading import Cursor, by_dimension, by_position, newest_first, of_run, whole
from gaugeblock.stores.records import certificate_from, certificate_record
from gaugeblock.stores.upsert import Writes
from gaugeblock.verdict import JudgeCall, Verdict

__all__ = ["SqlStore", "as_store_error"]

T = TypeVar("T")

_ATTEMPTS = 5
_SQLITE_BUSY = 5
_PASSING_STATES = ("40001", "40P01")
"""PostgreSQL: serialization failure, deadlock."""

_runs, _verdicts, _calls = schema.runs.c, schema.verdicts.c, schema.calls.c


class SqlStore:
    """The results database; made by `open_store`."""

    def __init__(self, engine: Engine, thread: Executor) -> None:
        self._engine = engine
        self._writer = engine.execution_options(gaugeblock_writes=True)
        self._thread = thread
        self._writes = Writes(engine.dialect)
        self._numbers: dict[str, int] = {}
        self._cursors: set[Cursor[Any]] = set()
        self._closed = False

    async def begin(self, header: RunHeader) -> None:
        """Write the header of a run that starts; `StoreError` when its id is taken."""

        def work(connection: Connection) -> None:
            self._remember(connection, {header.run_id, header.suite})
            connection.execute(insert(schema.runs), rows.run_row(RunRecord(header=header)))

        await self._write(work, clash=f"run {header.run_id!r} is in the store already; every run needs its own id")

    async def append(
        self, run_id: str, *, cases: Sequence[StoredCase], verdicts: Sequence[Verdict], calls: Sequence[JudgeCall]
    ) -> None:
        """One transaction; a cell that is there already is replaced, never doubled.

        Raises:
            StoreError: the run was never begun, or a verdict or call names a case that the run does not have.
        """

        def work(connection: Connection) -> None:
            number = self._number(connection, run_id)
            self._remember(connection, rows.names_in(cases, verdicts, calls))
            self._writes.put_cases(connection, number, cases)
            self._writes.put_verdicts(connection, number, verdicts)
            self._writes.put_calls(connection, number, calls)

        await self._write(work, clash=f"a verdict or call names a case that run {run_id!r} does not have")

    async def finish(self, record: RunRecord) -> None:
        """Write the header again with outcome, exit code and warnings."""

        def work(connection: Connection) -> None:
            number = self._number(connection, record.header.run_id)
            self._remember(connection, {record.header.suite})
            connection.execute(update(schema.runs).where(_runs.number == number).values(**rows.run_row(record)))

        await self._write(work)

    async def run(self, reference: str) -> RunRecord:
        """The run meant by `last`, `last~1`, an id or its beginning. Raises `UnknownNameError`."""

        def work(connection: Connection) -> RunRecord:
            ids = whole(connection, connection.execute(newest_first(_runs.id)).all())
            wanted = _runs.id == resolve_run(reference, [row[0] for row in ids])
            found = connection.execute(select(*rows.RUN_COLUMNS).where(wanted)).all()
            return rows.run_from(whole(connection, found)[0])

        return await self._read(work)

    async def runs(self, *, suite: str | None = None, limit: int = 50) -> list[RunRecord]:
        """The newest runs, newest first; of one suite when it is named."""
        statement = newest_first(*rows.RUN_COLUMNS).limit(limit)
        if suite is not None:
            statement = statement.where(_runs.suite == suite)
        return await self._read(lambda c: [rows.run_from(r) for r in whole(c, c.execute(statement).all())])

    async def verdicts(
        self, run_id: str, *, dimension: str | None = None, status: str | None = None
    ) -> AsyncIterator[Verdict]:
        """In order of case position, then dimension as in the rubric, then trial."""

        def statement(connection: Connection) -> Select[Any]:
            found = of_run(rows.VERDICT_COLUMNS, schema.verdicts, self._number(connection, run_id))
            if dimension is not None:
                found = found.where(_verdicts.dimension == dimension)
            if status is not None:
                found = found.where(_verdicts.status == str(status))
            ranked = self._ranked(connection, run_id, _verdicts.dimension)
            return found.order_by(*by_position(), *ranked, _verdicts.trial)

        async for verdict in self._stream(statement, rows.verdict_from):
            yield verdict

    async def cases(self, run_id: str) -> AsyncIterator[StoredCase]:
        """In order of position."""

        def statement(connection: Connection) -> Select[Any]:
            cases, texts = schema.run_cases, schema.case_texts
            beside = cases.outerjoin(texts, cases.c.digest == texts.c.digest)
            found = select(*rows.CASE_COLUMNS).select_from(beside)
            return found.where(cases.c.run_number == self._number(connection, run_id)).order_by(*by_position())

        async for stored in self._stream(statement, rows.case_from):
            yield stored

    async def calls(self, run_id: str, *, case_id: str | None = None) -> AsyncIterator[JudgeCall]:
        """In order of case position, then dimension as in the rubric, trial and attempt."""

        def statement(connection: Connection) -> Select[Any]:
            found = of_run(rows.CALL_COLUMNS, schema.calls, self._number(connection, run_id))
            if case_id is not None:
                found = found.where(_calls.case_id == case_id)
            ranked = self._ranked(connection, run_id, _calls.dimension)
            return found.order_by(*by_position(), *ranked, _calls.trial, _calls.attempt)

        async for call in self._stream(statement, rows.call_from):
            yield call

    async def certificate(self, judge_digest: str) -> Certificate | None:
        """The certificate of a judge, if there is one."""
        certificates = schema.certificates.c
        statement = select(certificates.record).where(certificates.judge_digest == judge_digest)
        record = await self._read(lambda connection: connection.execute(statement).scalar())
        return None if record is None else certificate_from(record, place="store")

    async def put_certificate(self, certificate: Certificate) -> None:
        """Keep a certificate; an earlier one of the same judge is replaced."""
        row = {"judge_digest": certificate.judge_digest, "record": certificate_record(certificate)}
        await self._write(lambda connection: self._writes.put(connection, schema.certificates, [row]))

    async def put_override(self, override: Override) -> None:
        """Keep a person's decision; an earlier one on the same cell is replaced."""

        def work(connection: Connection) -> None:
            number = self._number(connection, override.run_id)
            self._remember(connection, {override.case_id, override.dimension})
            self._writes.put(connection, schema.overrides, [rows.override_row(number, override)])

        await self._write(work, clash=f"run {override.run_id!r} has no case {override.case_id!r} to decide on")

    async def overrides(self, run_id: str) -> list[Override]:
        """All decisions on a run, in order of case position, then dimension as in the rubric."""

        def work(connection: Connection) -> list[Override]:
            found = of_run(rows.OVERRIDE_COLUMNS, schema.overrides, self._number(connection, run_id))
            found = found.order_by(*by_position(), *self._ranked(connection, run_id, schema.overrides.c.dimension))
            return [rows.override_from(run_id, r) for r in whole(connection, connection.execute(found).all())]

        return await self._read(work)

    async def put_labels(self, suite: str, labels: Sequence[Label]) -> None:
        """Keep labels; one by the same labeller for the same cell is replaced."""

        def work(connection: Connection) -> None:
            self._remember(connection, {suite, *(n for x in labels for n in (x.case_id, x.dimension, x.labeller))})
            self._writes.put(connection, schema.labels, [rows.label_row(suite, x) for x in labels])

        await self._write(work)

    async def labels(self, suite: str) -> list[Label]:
        """All labels of a suite, in order of case id, dimension and labeller."""
        statement = select(*rows.LABEL_COLUMNS).where(schema.labels.c.suite == suite)
        found = await self._read(lambda c: [rows.label_from(r) for r in whole(c, c.execute(statement).all())])
        return sorted(found, key=lambda x: (x.case_id, x.dimension, x.labeller))

    async def close(self) -> None:
        """Give back connections and the thread; closing twice does nothing."""
        if not self._closed:
            self._closed = True
            await asyncio.get_running_loop().run_in_executor(self._thread, self._dispose)
            self._thread.shutdown(wait=False)

    def _dispose(self) -> None:
        while self._cursors:
            self._cursors.pop().close()
        self._engine.dispose()

    async def _read(self, work: Callable[[Connection], T]) -> T:
        def in_transaction() -> T:
            with self._engine.connect() as connection:
                return work(connection)

        return await self._in_thread(in_transaction)

    async def _write(self, work: Callable[[Connection], None], *, clash: str = "the rows do not fit together") -> None:
        def in_transaction() -> None:
            try:
                _persistently(self._writer, work)
            except IntegrityError as error:
                raise StoreError(f"{clash}.", hint=_cause(error)) from error

        await self._in_thread(in_transaction)

    async def _in_thread(self, work: Callable[[], T]) -> T:
        def guarded() -> T:
            try:
                return work()
            except (SQLAlchemyError, TypeError, ValueError) as error:
                raise as_store_error(error) from error

        if self._closed:
            raise StoreError("the store is closed.", hint="Open it again with open_store.")
        return await asyncio.get_running_loop().run_in_executor(self._thread, guarded)

    async def _stream(
        self, statement: Callable[[Connection], Select[Any]], convert: Callable[[Sequence[Any]], T]
    ) -> AsyncIterator[T]:
        cursor = Cursor(self._engine, convert)
        try:
            await self._in_thread(lambda: self._start(cursor, statement))
            while chunk := await self._in_thread(cursor.chunk):
                for item in chunk:
                    yield item
        finally:
            if not self._closed:  # closing the store closes its cursors
                await self._in_thread(lambda: self._release(cursor))

    def _start(self, cursor: Cursor[Any], statement: Callable[[Connection], Select[Any]]) -> None:
        self._cursors.add(cursor)
        cursor.start(statement)

    def _release(self, cursor: Cursor[Any]) -> None:
        self._cursors.discard(cursor)
        cursor.close()

    def _number(self, connection: Connection, run_id: str) -> int:
        if run_id not in self._numbers:
            found = connection.execute(select(_runs.number).where(_runs.id == run_id)).scalar()
            if found is None:
                raise StoreError(f"the store has no run {run_id!r}.", hint="Find its id: gaugeblock runs list")
            self._numbers[run_id] = found
        return self._numbers[run_id]

    def _ranked(
        self, connection: Connection, run_id: str, column: ColumnElement[Any]
    ) -> tuple[ColumnElement[Any], ...]:
        found = connection.execute(select(*rows.RUN_COLUMNS).where(_runs.id == run_id)).one()
        return by_dimension(column, rows.run_from(found).header.dimension_names)

    def _remember(self, connection: Connection, names: set[str]) -> None:
        self._writes.put(connection, schema.long_names, rows.long_name_rows(names))


def as_store_error(error: Exception) -> StoreError:
    """The database's complaint in one line, keys masked."""
    return StoreError(f"the results database refused: {_cause(error)}.", hint="Nothing of that step was written.")


def _persistently(engine: Engine, work: Callable[[Connection], None]) -> None:
    """Do the work in one transaction, again when another writer was in the way."""
    for left in reversed(range(_ATTEMPTS)):
        try:
            with engine.begin() as connection:
                work(connection)
            return
        except DBAPIError as error:
            if not left or not _will_pass(error):
                raise


def _will_pass(error: DBAPIError) -> bool:
    code = getattr(error.orig, "sqlite_errorcode", 0)
    return code & 0xFF == _SQLITE_BUSY or getattr(error.orig, "sqlstate", "") in _PASSING_STATES


def _cause(error: Exception) -> str:
    return shorten(mask_secrets(str(getattr(error, "orig", None) or error)), 300)
