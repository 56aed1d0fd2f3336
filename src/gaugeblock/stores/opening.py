"""Opening a results database: where it stands, how it is set up, whether its schema fits."""

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, MetaData, create_engine, event, insert, inspect, make_url, select, text
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from gaugeblock._text import mask_secrets, shorten
from gaugeblock.errors import StoreError, StoreVersionError
from gaugeblock.stores import schema
from gaugeblock.stores.sql import SqlStore

__all__ = ["SCHEMA", "Schema", "connect", "make_folder", "open_store", "prepare"]

_PATIENCE = 30.0
"""Seconds a writer waits for another one."""
_LOCK = 0x6761_7567
"""PostgreSQL's advisory lock while the schema is made or migrated."""
_UNDEFINED_TABLE = "42P01"


@dataclass(frozen=True, slots=True, kw_only=True)
class Schema:
    """The tables a database should have, and how older ones get there."""

    metadata: MetaData
    revisions: tuple[str, ...]
    """Every version, oldest first."""
    migrations: Path
    """The folder with Alembic's environment and `versions`."""


SCHEMA = Schema(metadata=schema.metadata, revisions=schema.REVISIONS, migrations=Path(__file__).with_name("migrations"))


def open_store(url: str | Path) -> SqlStore:
    """The results database at a file path, `sqlite:///FILE` or `postgresql://USER@HOST/DATABASE`.

    A new one is made; an older one is brought up to date. Close it when done.

    Raises:
        StoreVersionError: it was written by a newer gaugeblock.
        StoreError: it cannot be reached, is something else, or its driver is missing.
    """
    thread = ThreadPoolExecutor(1, thread_name_prefix="gaugeblock-store")
    try:
        return thread.submit(_open, url, thread).result()
    except BaseException:
        thread.shutdown(wait=False)
        raise


def _open(url: str | Path, thread: ThreadPoolExecutor) -> SqlStore:
    engine = connect(url)
    try:
        prepare(engine, SCHEMA)
    except (SQLAlchemyError, _driver_error(engine)) as error:
        engine.dispose()
        cause = shorten(mask_secrets(str(getattr(error, "orig", None) or error)), 300)
        raise StoreError(f"cannot open the results database {_shown(engine.url)}: {cause}.") from error
    except BaseException:
        engine.dispose()
        raise
    return SqlStore(engine, thread)


def _driver_error(engine: Engine) -> type[Exception]:
    error: type[Exception] = engine.dialect.loaded_dbapi.Error
    return error


def _shown(url: URL) -> str:
    return str(url.database) if url.get_backend_name() == "sqlite" else url.render_as_string(hide_password=True)


def connect(url: str | Path) -> Engine:
    """An engine for the database, not connected yet; a SQLite file's folder is made."""
    found = _url(url)
    return _sqlite(found) if found.get_backend_name() == "sqlite" else _postgresql(found)


def _url(url: str | Path) -> URL:
    if isinstance(url, Path) or "://" not in url:
        return _file_url(Path(url))
    try:
        found = make_url(url)
    except ArgumentError as error:
        raise _unknown(url) from error
    if found.drivername in ("sqlite", "sqlite+pysqlite") and found.database not in (None, "", ":memory:"):
        return _file_url(Path(str(found.database)))
    if found.drivername in ("postgresql", "postgres", "postgresql+psycopg"):
        return found.set(drivername="postgresql+psycopg")
    raise _unknown(url)


def _unknown(url: str) -> StoreError:
    return StoreError(
        f"expected a file path, sqlite:///FILE or postgresql://USER@HOST/DATABASE as store, got {mask_secrets(url)!r}."
    )


def _file_url(path: Path) -> URL:
    path = path.expanduser().absolute()
    if path.is_dir():
        raise StoreError(f"expected a file for the results database, got the folder {path}.")
    return URL.create("sqlite+pysqlite", database=str(path))


def _sqlite(url: URL) -> Engine:
    folder = Path(str(url.database)).parent
    try:
        make_folder(folder)
    except OSError as error:
        raise StoreError(f"cannot make the folder {folder} for the results database: {error.strerror}.") from error
    engine = create_engine(
        url, connect_args={"timeout": _PATIENCE, "isolation_level": None}, pool_size=2, max_overflow=-1
    )
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def make_folder(folder: Path) -> None:
    """Make the folder; a new `.gaugeblock` is kept out of version control, since answers and replies stand in it."""
    folder.mkdir(parents=True, exist_ok=True)
    unshared = folder / ".gitignore"
    if folder.name == ".gaugeblock" and not unshared.exists():
        unshared.write_text("*\n", encoding="utf-8")


def _set_up_sqlite(connection: Any, _record: Any) -> None:
    connection.execute("PRAGMA page_size=8192")  # of a new file; a batch then writes a sixth less
    _write_ahead(connection)
    connection.execute("PRAGMA synchronous=NORMAL")
    connection.execute("PRAGMA foreign_keys=ON")


def _write_ahead(connection: Any) -> None:
    """Readers and a writer side by side; the switch is once per file, and does not wait by itself for another's."""
    until = time.monotonic() + _PATIENCE
    while connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except connection.OperationalError:
            if time.monotonic() > until:
                raise
            time.sleep(0.01)


def _begin_sqlite(connection: Connection) -> None:
    """A writer takes its place at once: one that begins by reading could not be made to wait later."""
    writes = connection.get_execution_options().get("gaugeblock_writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _postgresql(url: URL) -> Engine:
    try:
        return create_engine(
            url.update_query_dict({"application_name": "gaugeblock"}) if "application_name" not in url.query else url,
            connect_args={} if "connect_timeout" in url.query else {"connect_timeout": 10},
            pool_pre_ping=True,
            pool_size=2,
            max_overflow=-1,
        )
    except ModuleNotFoundError as error:
        raise StoreError(
            "a PostgreSQL store needs the driver psycopg, which is not installed.",
            hint='Install it: pip install "gaugeblock[postgres]"',
        ) from error


def prepare(engine: Engine, wanted: Schema) -> None:
    """Make, check or migrate the schema; one SELECT when it fits."""
    with engine.connect() as connection:
        found = _stamp(connection)
    if found == wanted.revisions[-1]:
        return
    if found is not None and found not in wanted.revisions:
        raise StoreVersionError(
            f"the results database {_shown(engine.url)} has schema {found} and this gaugeblock knows up to "
            f"{wanted.revisions[-1]}: a newer gaugeblock wrote it.",
            hint="Update: pip install -U gaugeblock. Or use another database: --store FILE",
        )
    with engine.execution_options(gaugeblock_writes=True).begin() as connection:
        _wait_for_others(connection)
        if found is None:
            _create(connection, wanted)
        else:
            _migrate(connection, wanted)


def _stamp(connection: Connection) -> str | None:
    """The schema's version; None: there is no schema."""
    try:
        return connection.execute(select(schema.version.c.version_num)).scalar()
    except DBAPIError as error:
        missing = getattr(error.orig, "sqlstate", "") == _UNDEFINED_TABLE or "no such table" in str(error.orig)
        if not missing:
            raise
        return None


def _wait_for_others(connection: Connection) -> None:
    """Until no other process makes or migrates this database (SQLite: the transaction itself does that)."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})


def _create(connection: Connection, wanted: Schema) -> None:
    there = set(inspect(connection).get_table_names())
    if schema.VERSION_TABLE in there:  # another process was faster
        return
    foreign = sorted(there & set(wanted.metadata.tables))
    if foreign:
        raise StoreError(
            f"the database {_shown(connection.engine.url)} is not gaugeblock's: it has a table {foreign[0]!r} already.",
            hint="Give gaugeblock a database, a file or a PostgreSQL schema of its own.",
        )
    wanted.metadata.create_all(connection, checkfirst=False)
    connection.execute(insert(schema.version).values(version_num=wanted.revisions[-1]))


def _migrate(connection: Connection, wanted: Schema) -> None:
    from gaugeblock.stores.migrate import upgrade

    upgrade(connection, wanted.migrations)
