"""Files that appear whole or not at all."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gaugeblock.errors import UsageError

__all__ = ["replacing"]


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A place beside the wanted file; what is written there takes the file's name when it is whole, else it is gone.

    The folder is made if needed. Who may read the file is left to the system, as with any other new file.

    Raises:
        UsageError: it cannot be written.
    """
    half = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            yield half
            half.replace(path)
        finally:
            half.unlink(missing_ok=True)
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror or error}.") from error
