"""Every store passes the same contract: SQLite, PostgreSQL and the fake."""

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from contracts.store_contract import START, StoreContract, case, collect, header, verdict, written
from databases import postgres_url
from gaugeblock.errors import StoreError, StoreVersionError
from gaugeblock.ports import Store
from gaugeblock.run import RunRecord
from gaugeblock.stores.columns import from_stored, name_key, to_stored
from gaugeblock.stores.opening import open_store
from gaugeblock.testing import MemoryStore


def opened(url: str | Path) -> Iterator[Store]:
    """A store that is closed after the test."""
    store = open_store(url)
    yield store
    asyncio.run(store.close())


class TestMemoryStore(StoreContract):
    """The fake."""

    @pytest.fixture
    def store(self) -> Store:
        return MemoryStore()


class TestSqliteStore(StoreContract):
    """One file."""

    @pytest.fixture
    def store(self, tmp_path: Path) -> Iterator[Store]:
        yield from opened(tmp_path / ".gaugeblock" / "results.db")


@pytest.mark.database
class TestPostgresStore(StoreContract):
    """One schema of a server."""

    @pytest.fixture
    def store(self) -> Iterator[Store]:
        with postgres_url() as url:
            yield from opened(url)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.database)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty database of each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'results.db'}"
    else:
        with postgres_url() as found:
            yield found


def python(code: str, *arguments: str, **options: Any) -> "subprocess.Popen[str]":
    """A process of its own."""
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-c", code, *arguments],
        cwd=Path(__file__).parent,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **options,
    )


WRITER = """
import asyncio, sys
from contracts.store_contract import case, verdict
from gaugeblock.verdict import JudgeCall
from gaugeblock.stores.opening import open_store
url, run_id, name, batches = sys.argv[1:]
async def story():
    store = open_store(url)
    print("open", flush=True)
    sys.stdin.readline()
    for i in range(int(batches)):
        ids = [f"{name}-{i}-{n}" for n in range(8)] + [f"shared-{n}" for n in range(8)]
        await store.append(
            run_id,
            cases=[case(i, c) for c in ids],
            verdicts=[verdict(c, d, detail=name) for c in ids for d in ("tone", "accuracy")],
            calls=[JudgeCall(case_id=c) for c in ids],
        )
        print(i, flush=True)
    await store.close()
asyncio.run(story())
"""

MAKER = """
import asyncio, sys
from gaugeblock.stores.opening import open_store
sys.stdin.readline()
asyncio.run(open_store(sys.argv[1]).close())
"""


def together(writers: "list[subprocess.Popen[str]]") -> list[str]:
    """Let the processes begin at once; what each said when it failed."""
    for writer in writers:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "open\n", writer.communicate()[1]
    for writer in writers:
        assert writer.stdin is not None
        writer.stdin.write("go\n")
        writer.stdin.flush()
    return [writer.communicate(timeout=60)[1] for writer in writers]


@pytest.mark.parametrize("runs", [("run-1", "run-1"), ("run-1", "run-2")], ids=["to one run", "to two runs"])
def test_two_processes_write_at_once(url: str, runs: tuple[str, str]) -> None:
    """Nothing is lost, nothing doubled, and neither is told that the database is locked."""

    async def begin() -> None:
        store = open_store(url)
        for run_id in sorted(set(runs)):
            await store.begin(header(run_id))
        await store.close()

    async def count() -> tuple[dict[str, int], dict[str, int]]:
        store = open_store(url)
        verdicts = {run_id: len(await collect(store.verdicts(run_id))) for run_id in set(runs)}
        calls = {run_id: len(await collect(store.calls(run_id))) for run_id in set(runs)}
        await store.close()
        return verdicts, calls

    asyncio.run(begin())
    writers = [
        python(WRITER, url, run, name, "25", stdin=subprocess.PIPE) for run, name in zip(runs, "ab", strict=True)
    ]
    assert together(writers) == ["", ""]
    cases = {run_id: 25 * 8 * runs.count(run_id) + 8 for run_id in runs}
    assert asyncio.run(count()) == ({r: 2 * n for r, n in cases.items()}, cases)


def test_two_processes_make_the_database_at_once(url: str) -> None:
    """Whoever comes second finds it made."""
    makers = [python(MAKER, url, stdin=subprocess.PIPE) for _ in range(3)]
    for maker in makers:
        assert maker.stdin is not None
        maker.stdin.write("go\n")
        maker.stdin.flush()
    assert [(m.communicate(timeout=60)[1], m.returncode) for m in makers] == [("", 0)] * 3


def test_a_killed_writer_loses_at_most_its_open_transaction(url: str) -> None:
    """Every append that had come back is there, whole; at most one more is."""

    async def begin() -> None:
        store = open_store(url)
        await store.begin(header())
        await store.close()

    async def kept() -> list[str]:
        store = open_store(url)
        found = [v.case_id async for v in store.verdicts("run-1") if v.case_id.startswith("k-")]
        await store.append("run-1", cases=[case(0, "after")], verdicts=[verdict("after")], calls=[])
        await store.close()
        return found

    asyncio.run(begin())
    writer = python(WRITER, url, "run-1", "k", "100000", stdin=subprocess.PIPE)
    assert writer.stdin is not None
    assert writer.stdout is not None
    writer.stdin.write("go\n")
    writer.stdin.flush()
    said = [writer.stdout.readline() for _ in range(12)]
    writer.kill()
    last = int((said + writer.stdout.readlines())[-1])
    writer.communicate(timeout=60)
    found = asyncio.run(kept())
    whole, rest = divmod(len(found), 16)
    assert rest == 0
    assert whole in (last + 1, last + 2)


# ── opening


def test_a_path_a_file_url_and_a_text_are_the_same_file(tmp_path: Path) -> None:
    """And the folder is made."""
    path = tmp_path / "new" / "folder with 100% ü" / "results.db"

    async def story() -> list[int]:
        found = []
        for url in (path, str(path), f"sqlite:///{path}"):
            store = open_store(url)
            await store.begin(header(f"run {len(found)}"))
            found.append(len(await store.runs()))
            await store.close()
        return found

    assert asyncio.run(story()) == [1, 2, 3]


def test_results_are_not_committed_by_accident(tmp_path: Path) -> None:
    """The `.gaugeblock` folder ignores itself; any other folder is left as it is."""
    for name in (".gaugeblock", "results"):
        asyncio.run(open_store(tmp_path / name / "results.db").close())
    assert (tmp_path / ".gaugeblock" / ".gitignore").read_text(encoding="utf-8") == "*\n"
    assert not (tmp_path / "results" / ".gitignore").exists()


def test_a_sqlite_file_is_written_ahead(tmp_path: Path) -> None:
    """Readers and a writer go side by side."""
    asyncio.run(open_store(tmp_path / "results.db").close())
    with sqlite3.connect(tmp_path / "results.db") as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()


@pytest.mark.parametrize(
    ("url", "words"),
    [
        pytest.param("mysql://u@h/d", "expected a file path, sqlite:///FILE or postgresql://.*, got 'mysql://u@h/d'", id="another kind"),
        pytest.param("sqlite://", "expected a file path", id="a database in memory"),
        pytest.param("postgresql://u:hunter2secret@127.0.0.1:1/d", r"cannot open the results database postgresql\+psycopg://u:\*\*\*@127.0.0.1:1/d", id="no server"),
        pytest.param(Path(__file__).parent, "expected a file for the results database, got the folder", id="a folder"),
        pytest.param(Path(__file__) / "results.db", "cannot make the folder", id="below a file"),
        pytest.param(Path(__file__), "cannot open the results database .*not a database", id="another file"),
    ],
)  # fmt: skip
def test_what_is_no_database_is_refused(url: str | Path, words: str) -> None:
    """The message says what was expected, and never shows a password."""
    with pytest.raises(StoreError, match=words) as refused:
        open_store(url)
    assert "hunter2secret" not in str(refused.value)


def test_a_database_of_something_else_is_left_alone(tmp_path: Path) -> None:
    """A file that has a table of our name and no version of ours is not ours."""
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE runs (distance REAL)")
    connection.close()
    with pytest.raises(StoreError, match=r"other\.db is not gaugeblock's: it has a table 'runs' already"):
        open_store(path)


def test_a_missing_driver_is_named_with_its_extra() -> None:
    """In a process that cannot import psycopg."""
    code = """
import sys
sys.modules["psycopg"] = None
from gaugeblock.errors import StoreError
from gaugeblock.stores.opening import open_store
try:
    open_store("postgresql://postgres@127.0.0.1/test")
except StoreError as error:
    print(error)
"""
    said, failed = python(code).communicate(timeout=60)
    assert failed == ""
    assert 'needs the driver psycopg, which is not installed. Install it: pip install "gaugeblock[postgres]"' in said


def test_a_newer_database_is_left_alone(tmp_path: Path) -> None:
    """The message says what to do."""
    path = tmp_path / "results.db"
    asyncio.run(open_store(path).close())
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE gaugeblock_schema SET version_num = '0999'")
    connection.close()
    with pytest.raises(
        StoreVersionError, match=r"has schema 0999 and this gaugeblock knows up to .*pip install -U"
    ) as e:
        open_store(path)
    assert "--store" in e.value.hint


def test_opening_imports_neither_alembic_nor_another_database(tmp_path: Path) -> None:
    """A new database and one that fits need no migration."""
    code = """
import asyncio, sys
from gaugeblock.stores.opening import open_store
for _ in range(2):
    asyncio.run(open_store(sys.argv[1]).close())
print([m for m in ("alembic", "psycopg", "sqlalchemy.orm", "sqlalchemy.dialects.postgresql", "scipy") if m in sys.modules])
"""
    assert python(code, str(tmp_path / "results.db")).communicate(timeout=60) == ("[]\n", "")


def test_ordinary_texts_are_readable_in_sql(tmp_path: Path) -> None:
    """Who opens the file with another program reads words, not codes."""
    path = tmp_path / "results.db"

    async def story() -> None:
        store = open_store(path)
        await written(store, cases=[case(0, "case ü")], verdicts=[verdict("case ü", detail="naïve 😀", at=START)])
        await store.close()

    asyncio.run(story())
    with sqlite3.connect(path) as connection:
        row = connection.execute("SELECT case_id, detail, status, evidence, at FROM verdicts").fetchone()
    connection.close()
    assert row == ("case ü", "naïve 😀", "passed", "[]", "2026-12-01 10:15:30.123456")


def test_a_run_s_verdicts_are_read_case_by_case(tmp_path: Path) -> None:
    """SQLite sorts the cells of one case at a time, so that memory and the first row do not depend on the run's size."""
    from sqlalchemy.dialects import sqlite

    from gaugeblock.stores import rows, schema
    from gaugeblock.stores.reading import by_dimension, by_position, of_run

    path = tmp_path / "results.db"
    asyncio.run(open_store(path).close())
    order = by_dimension(schema.verdicts.c.dimension, ("tone", "accuracy"))
    question = of_run(rows.VERDICT_COLUMNS, schema.verdicts, 1).order_by(
        *by_position(), *order, schema.verdicts.c.trial
    )
    words = str(question.compile(dialect=sqlite.dialect(), compile_kwargs={"literal_binds": True}))
    with sqlite3.connect(path) as connection:
        plan = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {words}")]
    connection.close()
    assert "USE TEMP B-TREE FOR ORDER BY" not in plan, plan


def test_closing_with_an_open_iteration_leaves_nothing_behind(url: str) -> None:
    """The store closes what its readers left open."""

    async def story() -> int:
        store = open_store(url)
        await written(store, cases=[case(0, "a")], verdicts=[verdict("a"), verdict("a", "accuracy")])
        reading = store.verdicts("run-1")
        await anext(reading)
        await store.close()
        again = open_store(url)
        await again.finish(RunRecord(header=header()))
        found = len(await again.runs())
        await again.close()
        return found

    assert asyncio.run(story()) == 1


# ── texts


@pytest.mark.parametrize("point", [0, 0x1A, 0x1B, 0xD7FF, 0xD800, 0xDFFF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF])
def test_every_code_point_survives_the_escape(point: int) -> None:
    """The stored form is plain UTF-8 without NUL."""
    text = f"a{chr(point)}\x1a{point:04x}"
    stored = to_stored(text)
    assert b"\0" not in stored.encode()
    assert from_stored(stored) == text


@pytest.mark.parametrize("length", [100, 101, 125, 126, 500, 501, 5_000])
@pytest.mark.parametrize("character", ["a", "é", "😀", "\udc80"])
def test_a_name_s_key_fits_an_index(character: str, length: int) -> None:
    """Four of them stay below PostgreSQL's 2,704 bytes."""
    assert len(name_key(character * length).encode()) <= 640
