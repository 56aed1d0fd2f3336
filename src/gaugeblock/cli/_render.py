"""Writing the reports a command was asked for, and showing the summary."""

import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from gaugeblock.errors import UsageError
from gaugeblock.ports import Store
from gaugeblock.reports.summary import Summary, first_line

__all__ = ["check_targets", "print_summary", "whole_file", "write_reports"]


def check_targets(*paths: Path | None) -> None:
    """Before anything is asked: whether a file can stand at each path. Raises `UsageError`."""
    for path in filter(None, paths):
        if path.is_dir():
            raise UsageError(f"{path}: expected a file to write, this is a folder.")
        above = next((folder for folder in path.parents if folder.exists()), None)
        if above is not None and not above.is_dir():
            raise UsageError(f"{path}: cannot be written, since {above} is no folder.")


async def write_reports(summary: Summary, store: Store, *, json_out: Path | None, html_out: Path | None) -> None:
    """The files asked for; each appears whole or not at all."""
    if json_out is not None:
        from gaugeblock.reports.strict_json import write_json

        with whole_file(json_out) as stream:
            await write_json(summary, store, stream)
    if html_out is not None:
        from gaugeblock.reports.html import write_html

        with whole_file(html_out) as stream:
            await write_html(summary, store, stream)


async def print_summary(summary: Summary, store: Store, *, verbose: bool, quiet: bool) -> None:
    """The summary on standard output; `quiet` leaves the first line."""
    from gaugeblock.cli._console import console, say

    if quiet:
        say(first_line(summary))
        return
    from gaugeblock.reports import terminal

    await terminal.print_summary(summary, store, console(), verbose=verbose)


@contextlib.contextmanager
def whole_file(path: Path) -> Iterator[TextIO]:
    """A text file in UTF-8 that takes its name only when it is complete; half ones are removed."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with _half_file(path) as stream:
            half = Path(stream.name)
            yield stream  # type: ignore[misc]  # the wrapper has every method of TextIO
        half.chmod(0o644)
        half.replace(path)
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror or error}.") from error


@contextlib.contextmanager
def _half_file(path: Path) -> "Iterator[tempfile._TemporaryFileWrapper[str]]":
    """A file beside `path` that stays only when its writing ends well."""
    with tempfile.NamedTemporaryFile(
        "w", encoding="utf-8", newline="\n", dir=path.parent, prefix=f".{path.name}.", delete=False
    ) as stream:
        try:
            yield stream
        except BaseException:
            stream.close()
            Path(stream.name).unlink(missing_ok=True)
            raise
