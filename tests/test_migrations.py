"""The migrations lead to the schema the code knows, and an older database is brought up to date when it is opened."""

import asyncio
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, inspect, text

from contracts.store_contract import FULL, collect
from databases import postgres_url
from gaugeblock.stores.migrate import settings, upgrade
from gaugeblock.stores.opening import SCHEMA, Schema, connect, open_store, prepare
from gaugeblock.stores.schema import REVISIONS, metadata

EARLIER = Path(__file__).parent / "schemas"
"""A dump of a SQLite database of each version, written when that version was the newest."""

NEXT = '''
"""A revision of the test's own."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "{newest}"


def upgrade() -> None:
    with op.batch_alter_table("verdicts") as table:
        table.add_column(sa.Column("mood", sa.Text(), nullable=False, server_default="calm"))
    {then}
'''


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.database)])
def engines(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Engine, Engine]]:
    """Two empty databases of each kind."""
    if request.param == "sqlite":
        both = connect(tmp_path / "a.db"), connect(tmp_path / "b.db")
        yield both
        [engine.dispose() for engine in both]
    else:
        with postgres_url() as first, postgres_url() as second:
            both = connect(first), connect(second)
            yield both
            [engine.dispose() for engine in both]


def shape(engine: Engine) -> dict[str, Any]:
    """Everything a database says about its tables."""
    there = inspect(engine)
    found: dict[str, Any] = {}
    for table in there.get_table_names():
        found[table] = {
            "columns": [
                (c["name"], repr(c["type"]), c["nullable"], _own_schema_out(c["default"]), c.get("autoincrement"))
                for c in there.get_columns(table)
            ],
            "primary key": there.get_pk_constraint(table),
            "foreign keys": sorted(there.get_foreign_keys(table), key=str),
            "uniques": sorted(there.get_unique_constraints(table), key=str),
            "indexes": sorted(there.get_indexes(table), key=str),
        }
    return found


def _own_schema_out(default: str | None) -> str | None:
    return default if default is None or "." not in default else default.split(".")[-1]


def migrated(engine: Engine, to: str = "head", migrations: Path = SCHEMA.migrations) -> None:
    """Run the migrations from nothing."""
    with engine.execution_options(gaugeblock_writes=True).begin() as connection:
        upgrade(connection, migrations, to=to)


def test_a_new_database_equals_a_migrated_one(engines: tuple[Engine, Engine]) -> None:
    """Columns, keys, constraints and indexes, by name."""
    made, moved = engines
    prepare(made, SCHEMA)
    migrated(moved)
    assert shape(made) == shape(moved)
    assert set(shape(made)) == set(metadata.tables)


def test_the_known_versions_are_those_of_the_migrations() -> None:
    """In order, in one line without branches."""
    folder = ScriptDirectory.from_config(settings(SCHEMA.migrations))
    assert list(REVISIONS) == [script.revision for script in reversed(list(folder.walk_revisions()))]


def test_the_first_migration_can_be_taken_back(engines: tuple[Engine, Engine]) -> None:
    """Nothing but Alembic's own table is left."""
    from alembic import command

    engine, _ = engines
    migrated(engine)
    config = settings(SCHEMA.migrations)
    with engine.execution_options(gaugeblock_writes=True).begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "base")
    assert inspect(engine).get_table_names() == ["gaugeblock_schema"]


def later(tmp_path: Path, then: str = "") -> Schema:
    """A schema with one more revision than the code has."""
    folder = tmp_path / "100% migrations"
    copytree(SCHEMA.migrations, folder)
    (folder / "versions" / "0002_mood.py").write_text(
        NEXT.format(newest=REVISIONS[-1], then=then).lstrip(), encoding="utf-8"
    )
    return replace(SCHEMA, revisions=(*REVISIONS, "0002"), migrations=folder)


def test_an_older_database_is_migrated_when_it_is_opened(engines: tuple[Engine, Engine], tmp_path: Path) -> None:
    """Its rows are kept, and opening it once more changes nothing."""
    engine, _ = engines
    prepare(engine, SCHEMA)
    with engine.execution_options(gaugeblock_writes=True).begin() as connection:
        connection.execute(text("INSERT INTO case_texts (digest, record) VALUES ('d', '{}')"))
    wanted = later(tmp_path)
    for _ in range(2):
        prepare(engine, wanted)
    with engine.connect() as connection:
        assert connection.execute(text("SELECT version_num FROM gaugeblock_schema")).scalars().all() == ["0002"]
        assert connection.execute(text("SELECT digest FROM case_texts")).scalars().all() == ["d"]
    assert "mood" in [c["name"] for c in inspect(engine).get_columns("verdicts")]


def test_a_migration_that_fails_leaves_the_database_as_it_was(engines: tuple[Engine, Engine], tmp_path: Path) -> None:
    """Change and version are one transaction."""
    engine, _ = engines
    prepare(engine, SCHEMA)
    before = shape(engine)
    with pytest.raises(ZeroDivisionError):
        prepare(engine, later(tmp_path, then="1 / 0"))
    assert shape(engine) == before
    with engine.connect() as connection:
        assert connection.execute(text("SELECT version_num FROM gaugeblock_schema")).scalar() == REVISIONS[-1]


@pytest.mark.parametrize("dump", sorted(EARLIER.glob("*.sql")), ids=lambda p: p.stem)
def test_a_database_of_every_earlier_version_is_read(dump: Path, tmp_path: Path) -> None:
    """As its gaugeblock wrote it."""
    path = tmp_path / "results.db"
    connection = sqlite3.connect(path)
    connection.executescript(dump.read_text(encoding="utf-8"))
    connection.close()

    async def story() -> tuple[list[Any], int]:
        store = open_store(path)
        record = await store.run("last")
        found = await collect(store.verdicts(record.header.run_id))
        cases, calls = await collect(store.cases("run-1")), await collect(store.calls("run-1"))
        await store.close()
        return found, len(cases) + len(calls)

    assert asyncio.run(story()) == ([FULL], 2)


def test_there_is_a_dump_of_every_version() -> None:
    """A new revision comes with a database of its kind (`python tests/schemas/write.py`)."""
    assert [p.stem for p in sorted(EARLIER.glob("*.sql"))] == list(REVISIONS)
