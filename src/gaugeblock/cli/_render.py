"""Writing the reports a command was asked for, and showing the summary."""

from pathlib import Path
from typing import TextIO

from gaugeblock.errors import UsageError
from gaugeblock.ports import Store
from gaugeblock.reports._whole_file import replacing
from gaugeblock.reports.summary import Summary, first_line

__all__ = ["check_targets", "print_summary", "write_reports"]


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

        with replacing(json_out) as half, _text(half) as stream:
            await write_json(summary, store, stream)
    if html_out is not None:
        from gaugeblock.reports.html import write_html

        with replacing(html_out) as half, _text(half) as stream:
            await write_html(summary, store, stream)


async def print_summary(summary: Summary, store: Store, *, verbose: bool, quiet: bool) -> None:
    """The summary on standard output; `quiet` leaves the first line."""
    from gaugeblock.cli._console import console, say

    if quiet:
        say(first_line(summary))
        return
    from gaugeblock.reports import terminal

    await terminal.print_summary(summary, store, console(), verbose=verbose)


def _text(path: Path) -> TextIO:
    return path.open("x", encoding="utf-8", newline="\n")
