"""Writing the reports a command was asked for, and showing the summary."""

import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from gaugeblock.ports import Store
from gaugeblock.reports.summary import Summary

__all__ = ["print_summary", "whole_file", "write_reports"]


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


async def print_summary(summary: Summary, store: Store, *, verbose: bool, quiet: bool, html: Path | None) -> None:
    """The summary on standard output; `quiet` leaves the first line."""
    from gaugeblock.cli._console import console, say

    if quiet:
        say(summary.decision.headline)
        return
    from gaugeblock.reports import terminal

    await terminal.print_summary(summary, store, console(), verbose=verbose)
    if html is not None:
        say(f"report: {html}")


@contextlib.contextmanager
def whole_file(path: Path) -> Iterator[TextIO]:
    """A text file in UTF-8 that takes its name only when it is complete; half ones are removed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(
        "w", encoding="utf-8", newline="\n", dir=path.parent, prefix=f".{path.name}.", delete=False
    ) as stream:
        half = Path(stream.name)
        try:
            yield stream  # type: ignore[misc]  # the wrapper has every method of TextIO
        except BaseException:
            stream.close()
            half.unlink(missing_ok=True)
            raise
    half.chmod(0o644)
    half.replace(path)
