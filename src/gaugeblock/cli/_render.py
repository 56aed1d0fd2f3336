"""Writing the reports a command was asked for, and showing the summary."""

from collections.abc import Iterable
from pathlib import Path
from typing import TextIO

from gaugeblock.cli._console import warn
from gaugeblock.errors import UsageError
from gaugeblock.ports import Store
from gaugeblock.reports._whole_file import replacing
from gaugeblock.reports.summary import Summary, first_line

__all__ = ["check_targets", "print_summary", "standing_report", "write_reports"]


def check_targets(*paths: Path | None, keep: Iterable[Path] = ()) -> None:
    """Before anything is asked: whether a file can stand at each path.

    Args:
        keep: files that the suite is read from; none of them is overwritten, nor is a results database.

    Raises:
        UsageError: a path is a folder, lies below a file, is one to keep, or is standard output's `-`.
    """
    kept = {path.resolve() for path in keep}
    for path in filter(None, paths):
        if str(path) == "-":
            raise UsageError("-: expected the name of a file to write; standard output holds the summary.")
        if path.resolve() in kept or (path.exists() and path.parent.name == ".gaugeblock" and path.suffix == ".db"):
            raise UsageError(
                f"{path}: is not overwritten, since it is one of the suite's own files.", hint="Name another file."
            )
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


async def standing_report(summary: Summary, store: Store, path: Path) -> Path | None:
    """The report that a run leaves unasked; where it cannot be written, that is said and the exit code stands."""
    from gaugeblock.stores.opening import make_folder

    try:
        make_folder(path.parent)
        await write_reports(summary, store, json_out=None, html_out=path)
    except OSError as error:
        warn(f"warning: {path}: cannot be written: {error.strerror or error}.")
        return None
    except UsageError as error:
        warn(f"warning: {error.message}")
        return None
    return path


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
