"""Write a small database of the newest version as SQL: `python tests/schemas/write.py`, once for each new revision."""

import asyncio
import sqlite3
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from contracts.store_contract import FULL, FULL_CALL, case, written  # noqa: E402 - the path is set first
from gaugeblock.stores.opening import open_store  # noqa: E402 - the path is set first
from gaugeblock.stores.schema import REVISIONS  # noqa: E402 - the path is set first


async def write(path: Path) -> None:
    """One run with one case, one verdict and one call."""
    store = open_store(path)
    await written(store, cases=[case(0, "a")], verdicts=[FULL], calls=[FULL_CALL])
    await store.close()


def main() -> None:
    """Make the database in a temporary folder and dump it beside this file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "results.db"
        asyncio.run(write(path))
        connection = sqlite3.connect(path)
        words = "\n".join(connection.iterdump()) + "\n"
        connection.close()
    (HERE / f"{REVISIONS[-1]}.sql").write_text(words, encoding="utf-8")


if __name__ == "__main__":
    main()
