"""The results database: its tables, and the versions its schema has had.

    runs 1─n run_cases 1─n verdicts, calls, overrides
             run_cases n─1 case_texts (may be purged)
    certificates · labels · long_names

A change here is a revision in `migrations/versions`; a test holds the two equal on both databases.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
)

from gaugeblock.stores.columns import DIGITS, KEY, Json, Moment, Name, Words

__all__ = [
    "REVISIONS",
    "VERSION_TABLE",
    "calls",
    "case_texts",
    "certificates",
    "labels",
    "long_names",
    "metadata",
    "overrides",
    "run_cases",
    "runs",
    "verdicts",
    "version",
]

REVISIONS = ("0001",)
"""Every version of the schema, oldest first; a test holds it equal to the files in `migrations/versions`."""

VERSION_TABLE = "gaugeblock_schema"
"""One row: the version. Named for gaugeblock, so that a shared database's own `alembic_version` is left alone."""

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

version = Table(
    VERSION_TABLE,
    metadata,
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name=f"{VERSION_TABLE}_pkc"),
)

runs = Table(
    "runs",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("id", Name, nullable=False, unique=True),
    Column("suite", Name, nullable=False),
    Column("started_at", Moment, nullable=False),
    Column("finished_at", Moment),
    Column("outcome", String(32)),
    Column("exit_code", Integer),
    Column("header", Json, nullable=False),
    Column("warnings", Json, nullable=False),
    Index(None, "started_at"),
    Index(None, "suite", "started_at"),
)

case_texts = Table(
    "case_texts",
    metadata,
    Column("digest", Name, primary_key=True),
    Column("record", Json, nullable=False),
)

run_cases = Table(
    "run_cases",
    metadata,
    Column("run_number", Integer, ForeignKey(runs.c.number, ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("case_id", Name, primary_key=True),
    Column("position", Integer, nullable=False),
    Column("topic", Name, nullable=False),
    Column("digest", Name, nullable=False),
    Index(None, "run_number", "position"),
)


def _to_run_cases() -> ForeignKeyConstraint:
    return ForeignKeyConstraint(
        ["run_number", "case_id"], [run_cases.c.run_number, run_cases.c.case_id], ondelete="CASCADE"
    )


verdicts = Table(
    "verdicts",
    metadata,
    Column("run_number", Integer, primary_key=True, autoincrement=False),
    Column("case_id", Name, primary_key=True),
    Column("dimension", Name, primary_key=True),
    Column("trial", Integer, primary_key=True, autoincrement=False),
    Column("status", String(16), nullable=False),
    Column("score", DIGITS),
    Column("raw_score", Words),
    Column("reason", String(64)),
    Column("detail", Words, nullable=False),
    Column("evidence", Json, nullable=False),
    Column("repairs", Json, nullable=False),
    Column("topic", Name, nullable=False),
    Column("origin", String(16), nullable=False),
    Column("level", Name, nullable=False),
    Column("judge_digest", Name, nullable=False),
    Column("at", Moment),
    _to_run_cases(),
    Index(None, "run_number", "dimension", "status"),
    Index(None, "dimension", "topic", "at", "status"),
)

calls = Table(
    "calls",
    metadata,
    Column("run_number", Integer, primary_key=True, autoincrement=False),
    Column("case_id", Name, primary_key=True),
    Column("dimension", Name, primary_key=True),
    Column("trial", Integer, primary_key=True, autoincrement=False),
    Column("attempt", Integer, primary_key=True, autoincrement=False),
    Column("reply", Words),
    Column("error", Words, nullable=False),
    Column("finish_reason", Words, nullable=False),
    Column("served_model", Words, nullable=False),
    Column("fingerprint", Words, nullable=False),
    Column("prompt_tokens", BigInteger),
    Column("completion_tokens", BigInteger),
    Column("latency_ms", DIGITS),
    Column("retries", Integer, nullable=False),
    Column("at", Moment),
    _to_run_cases(),
)

overrides = Table(
    "overrides",
    metadata,
    Column("run_number", Integer, primary_key=True, autoincrement=False),
    Column("case_id", Name, primary_key=True),
    Column("dimension", Name, primary_key=True),
    Column("label", Words, nullable=False),
    Column("who", Words, nullable=False),
    Column("why", Words, nullable=False),
    Column("at", Moment, nullable=False),
    _to_run_cases(),
)

certificates = Table(
    "certificates",
    metadata,
    Column("judge_digest", Name, primary_key=True),
    Column("record", Json, nullable=False),
)

labels = Table(
    "labels",
    metadata,
    Column("suite", Name, primary_key=True),
    Column("case_id", Name, primary_key=True),
    Column("dimension", Name, primary_key=True),
    Column("labeller", Name, primary_key=True),
    Column("label", Words, nullable=False),
    Column("labelled_at", Words, nullable=False),
    Column("known_bad", Boolean, nullable=False),
    Column("note", Words, nullable=False),
    Column("place", Words, nullable=False),
)

long_names = Table(
    "long_names",
    metadata,
    Column("key", KEY, primary_key=True),
    Column("text", Words, nullable=False),
)
