"""Databases for tests: a SQLite file, and a PostgreSQL schema of the test's own."""

import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

import psycopg
import pytest

SERVER = os.environ.get("GAUGEBLOCK_TEST_POSTGRES", "postgresql://postgres@127.0.0.1:5432/test")


@cache
def _unreachable() -> str:
    """Why the server cannot be used; empty when it can."""
    try:
        psycopg.connect(SERVER, connect_timeout=3).close()
    except psycopg.OperationalError as error:
        return str(error).strip()
    return ""


@contextmanager
def postgres_url() -> Iterator[str]:
    """The URL of an empty PostgreSQL schema that is dropped afterwards; skips when there is no server."""
    if _unreachable():
        pytest.skip(f"PostgreSQL cannot be reached at {SERVER} (GAUGEBLOCK_TEST_POSTGRES): {_unreachable()}")
    name = f"gaugeblock_{uuid.uuid4().hex}"
    with psycopg.connect(SERVER, autocommit=True) as server:
        server.execute(f"CREATE SCHEMA {name}")
    try:
        yield f"{SERVER}{'&' if '?' in SERVER else '?'}options=-csearch_path%3D{name}"
    finally:
        with psycopg.connect(SERVER, autocommit=True) as server:
            server.execute(f"DROP SCHEMA {name} CASCADE")
