"""How a run goes: a bar on a terminal, a plain line now and then elsewhere. Always on standard error."""

import sys
from collections.abc import Sequence
from typing import Any

from gaugeblock._text import count_of
from gaugeblock.ports import Listener
from gaugeblock.run import RunHeader
from gaugeblock.verdict import JudgeCall, Status, Verdict

__all__ = ["progress_listener"]


def progress_listener(*, quiet: bool = False) -> Listener:
    """The listener that fits where standard error goes."""
    if quiet:
        return _Silent()
    return _Bar() if sys.stderr.isatty() else _Lines()


class _Silent:
    """Says nothing but warnings."""

    def started(self, header: RunHeader, cells: int) -> None:
        """Nothing to say."""

    def case_done(self, verdicts: Sequence[Verdict], calls: Sequence[JudgeCall]) -> None:
        """Nothing to say."""

    def warned(self, message: str) -> None:
        """One line."""
        print(f"warning: {message}", file=sys.stderr)

    def finished(self) -> None:
        """Nothing to say."""


class _Lines(_Silent):
    """Ten lines for a whole run."""

    def started(self, header: RunHeader, cells: int) -> None:
        """The first line."""
        self._cases, self._done, self._troubled = header.cases, 0, 0
        print(f"judging {count_of(header.cases, 'case')} with {header.judge_model}", file=sys.stderr)

    def case_done(self, verdicts: Sequence[Verdict], calls: Sequence[JudgeCall]) -> None:
        """A line at each tenth."""
        self._done += 1
        self._troubled += any(v.status is not Status.PASSED for v in verdicts)
        step = max(1, self._cases // 10)
        if self._done % step == 0 or self._done == self._cases:
            print(f"  {self._done}/{self._cases} cases, {self._troubled} not all passed", file=sys.stderr)


class _Bar(_Silent):
    """A progress bar with counts and time left."""

    _progress: Any = None

    def started(self, header: RunHeader, cells: int) -> None:
        """Show the bar."""
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        from gaugeblock.cli._console import console

        self._counts = dict.fromkeys(Status, 0)
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[counts]}"),
            TimeRemainingColumn(),
            console=console(stderr=True),
            transient=False,
        )
        self._task = self._progress.add_task(f"judging with {header.judge_model}", total=header.cases, counts="")
        self._progress.start()

    def case_done(self, verdicts: Sequence[Verdict], calls: Sequence[JudgeCall]) -> None:
        """Move on by one case."""
        for verdict in verdicts:
            self._counts[verdict.status] += 1
        counts = f"{self._counts[Status.FAILED]} failed, {self._counts[Status.UNSCORED]} unscored"
        self._progress.update(self._task, advance=1, counts=counts)

    def warned(self, message: str) -> None:
        """One line above the bar."""
        if self._progress is None:
            super().warned(message)
        else:
            self._progress.console.print(f"warning: {message}")

    def finished(self) -> None:
        """Leave the bar as it stands."""
        if self._progress is not None:
            self._progress.stop()
