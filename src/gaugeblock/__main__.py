"""`gaugeblock` and `python -m gaugeblock`: the one place that turns errors into exit codes."""

import os
import sys
from pathlib import Path
from typing import Any, TextIO, cast

from gaugeblock._exit import ExitCode

__all__ = ["main"]


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and leave with its exit code, whether or not anybody reads the output to its end."""
    sys.stdout, sys.stderr = _lasting(sys.stdout), _lasting(sys.stderr)
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: list[str]) -> int:
    """The exit code of one command line."""
    _tolerate_any_terminal()
    if arguments in (["--help"], ["-h"], []):
        from gaugeblock.cli._table import help_text

        print(help_text())
        return ExitCode.OPEN
    from gaugeblock.cli._app import app

    try:
        result = app(args=arguments, prog_name="gaugeblock", standalone_mode=False)
    except KeyboardInterrupt:
        result = ExitCode.INTERRUPTED
    except Exception as error:  # the command line's last line of defence
        return _explain(error)
    if result == ExitCode.INTERRUPTED:  # typer turns most interruptions into this number, without a word
        print("stopped; finished verdicts are kept", file=sys.stderr)
    return result if isinstance(result, int) else ExitCode.OPEN


def _tolerate_any_terminal() -> None:
    """Characters a terminal cannot show are replaced, never fatal."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def _lasting(stream: TextIO | None) -> TextIO:
    """The stream, made to last; where there is none (`>&-`), one that goes nowhere."""
    return cast(TextIO, _Lasting(stream if stream is not None else Path(os.devnull).open("w", encoding="utf-8")))


class _Lasting:
    """A stream whose reader may leave early, as in `| head -1`: the rest is dropped, and the exit code stays right."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        try:
            return self._stream.write(text)
        except BrokenPipeError:
            self._drop()
            return len(text)

    def flush(self) -> None:
        try:
            self._stream.flush()
        except BrokenPipeError:
            self._drop()

    def _drop(self) -> None:
        """From here on everything goes nowhere."""
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self._stream.fileno())
        os.close(nowhere)


def _explain(error: Exception) -> int:
    from gaugeblock.errors import GaugeblockError, StoreError, UsageError

    show = getattr(error, "show", None)
    if show is not None:  # typer's own: a wrong flag, a missing argument
        show()
        return int(getattr(error, "exit_code", ExitCode.MISUSE))
    if type(error).__name__ == "Abort":
        print("stopped", file=sys.stderr)
        return ExitCode.INTERRUPTED
    if isinstance(error, UsageError | StoreError):
        print(_lines(error), file=sys.stderr)
        return ExitCode.MISUSE
    if isinstance(error, GaugeblockError):
        print(_lines(error), file=sys.stderr)
        return ExitCode.INTERNAL
    import traceback

    from gaugeblock._text import mask_secrets

    print(mask_secrets("".join(traceback.format_exception(error))), file=sys.stderr, end="")
    print("This is a mistake of gaugeblock's, not yours. What was measured so far is kept.", file=sys.stderr)
    return ExitCode.INTERNAL


def _lines(error: "Exception") -> str:
    from gaugeblock._text import mask_secrets

    slug = getattr(error, "slug", "error")
    hint = getattr(error, "hint", "")
    text = f"error[{slug}]: {getattr(error, 'message', error)}"
    return mask_secrets(text + (f"\n  {hint}" if hint else ""))


if __name__ == "__main__":
    main()
