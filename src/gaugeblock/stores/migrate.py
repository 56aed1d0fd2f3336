"""Bringing an older results database up to date; the only module that imports Alembic."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

__all__ = ["settings", "upgrade"]


def settings(migrations: Path) -> Config:
    """Alembic's settings for a folder of migrations, without a file."""
    config = Config()
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    return config


def upgrade(connection: Connection, migrations: Path, *, to: str = "head") -> None:
    """Run the missing revisions within the connection's transaction; a revision already there is left alone."""
    config = settings(migrations)
    config.attributes["connection"] = connection
    command.upgrade(config, to)
