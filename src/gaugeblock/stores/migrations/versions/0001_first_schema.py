"""The first schema.

Revision: 0001, the first.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
_TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make the tables."""
    _runs()
    _cases()
    _verdicts()
    _calls()
    _overrides()
    _certificates_and_labels()


def downgrade() -> None:
    """Drop the tables."""
    for name in (
        "long_names", "labels", "certificates", "overrides", "calls", "verdicts", "run_cases", "case_texts", "runs"
    ):  # fmt: skip
        op.drop_table(name)


def _runs() -> None:
    op.create_table(
        "runs",
        sa.Column("number", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("id", _TEXT, nullable=False),
        sa.Column("suite", _TEXT, nullable=False),
        sa.Column("started_at", _TIME, nullable=False),
        sa.Column("finished_at", _TIME),
        sa.Column("outcome", sa.String(length=32)),
        sa.Column("exit_code", sa.Integer()),
        sa.Column("header", sa.Text(), nullable=False),
        sa.Column("warnings", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_runs"),
        sa.UniqueConstraint("id", name="uq_runs_id"),
    )
    op.create_index("ix_runs_started_at", "runs", ["started_at"])
    op.create_index("ix_runs_suite_started_at", "runs", ["suite", "started_at"])


def _cases() -> None:
    op.create_table(
        "case_texts",
        sa.Column("digest", _TEXT, nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_case_texts"),
    )
    op.create_table(
        "run_cases",
        sa.Column("run_number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("case_id", _TEXT, nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("topic", _TEXT, nullable=False),
        sa.Column("digest", _TEXT, nullable=False),
        sa.ForeignKeyConstraint(["run_number"], ["runs.number"], name="fk_run_cases_runs", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("run_number", "case_id", name="pk_run_cases"),
    )
    op.create_index("ix_run_cases_run_number_position", "run_cases", ["run_number", "position"])


def _to_run_cases(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["run_number", "case_id"],
        ["run_cases.run_number", "run_cases.case_id"],
        name=f"fk_{table}_run_cases",
        ondelete="CASCADE",
    )


def _verdicts() -> None:
    op.create_table(
        "verdicts",
        sa.Column("run_number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("case_id", _TEXT, nullable=False),
        sa.Column("dimension", _TEXT, nullable=False),
        sa.Column("trial", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("score", sa.Double()),
        sa.Column("raw_score", _TEXT),
        sa.Column("reason", sa.String(length=64)),
        sa.Column("detail", _TEXT, nullable=False),
        sa.Column("evidence", sa.Text(), nullable=False),
        sa.Column("repairs", sa.Text(), nullable=False),
        sa.Column("topic", _TEXT, nullable=False),
        sa.Column("origin", sa.String(length=16), nullable=False),
        sa.Column("level", _TEXT, nullable=False),
        sa.Column("judge_digest", _TEXT, nullable=False),
        sa.Column("at", _TIME),
        _to_run_cases("verdicts"),
        sa.PrimaryKeyConstraint("run_number", "case_id", "dimension", "trial", name="pk_verdicts"),
    )
    op.create_index("ix_verdicts_run_number_dimension_status", "verdicts", ["run_number", "dimension", "status"])
    op.create_index("ix_verdicts_dimension_topic_at_status", "verdicts", ["dimension", "topic", "at", "status"])


def _calls() -> None:
    op.create_table(
        "calls",
        sa.Column("run_number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("case_id", _TEXT, nullable=False),
        sa.Column("dimension", _TEXT, nullable=False),
        sa.Column("trial", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("attempt", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("reply", _TEXT),
        sa.Column("error", _TEXT, nullable=False),
        sa.Column("finish_reason", _TEXT, nullable=False),
        sa.Column("served_model", _TEXT, nullable=False),
        sa.Column("fingerprint", _TEXT, nullable=False),
        sa.Column("prompt_tokens", sa.BigInteger()),
        sa.Column("completion_tokens", sa.BigInteger()),
        sa.Column("latency_ms", sa.Double()),
        sa.Column("retries", sa.Integer(), nullable=False),
        sa.Column("at", _TIME),
        _to_run_cases("calls"),
        sa.PrimaryKeyConstraint("run_number", "case_id", "dimension", "trial", "attempt", name="pk_calls"),
    )


def _overrides() -> None:
    op.create_table(
        "overrides",
        sa.Column("run_number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("case_id", _TEXT, nullable=False),
        sa.Column("dimension", _TEXT, nullable=False),
        sa.Column("label", _TEXT, nullable=False),
        sa.Column("who", _TEXT, nullable=False),
        sa.Column("why", _TEXT, nullable=False),
        sa.Column("at", _TIME, nullable=False),
        _to_run_cases("overrides"),
        sa.PrimaryKeyConstraint("run_number", "case_id", "dimension", name="pk_overrides"),
    )


def _certificates_and_labels() -> None:
    op.create_table(
        "certificates",
        sa.Column("judge_digest", _TEXT, nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("judge_digest", name="pk_certificates"),
    )
    op.create_table(
        "labels",
        sa.Column("suite", _TEXT, nullable=False),
        sa.Column("case_id", _TEXT, nullable=False),
        sa.Column("dimension", _TEXT, nullable=False),
        sa.Column("labeller", _TEXT, nullable=False),
        sa.Column("label", _TEXT, nullable=False),
        sa.Column("labelled_at", _TEXT, nullable=False),
        sa.Column("known_bad", sa.Boolean(), nullable=False),
        sa.Column("note", _TEXT, nullable=False),
        sa.Column("place", _TEXT, nullable=False),
        sa.PrimaryKeyConstraint("suite", "case_id", "dimension", "labeller", name="pk_labels"),
    )
    op.create_table(
        "long_names",
        sa.Column("key", _TEXT, nullable=False),
        sa.Column("text", _TEXT, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_long_names"),
    )
