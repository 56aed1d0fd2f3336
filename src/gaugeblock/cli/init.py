"""`gaugeblock init`."""

import shlex
from pathlib import Path
from typing import Annotated

import typer

from gaugeblock.cli._console import next_step, say

__all__ = ["init"]


def init(
    folder: Annotated[Path, typer.Argument(help="The folder to make; it must be empty or not there.", metavar="DIR")],
    template: Annotated[str, typer.Option(help="carepoint, entity-resolution or blank.")] = "blank",
) -> int:
    """Make a new suite in DIR from a template.

    carepoint: forty labelled patient-service answers, judged by rules, no key needed.
    entity-resolution: twenty answers on five anchors with hand-written judge replies.
    blank: one case and no policy.
    """
    from gaugeblock.files.templates import TEMPLATES, copy_template

    written = copy_template(template, folder)
    say(f"{folder}: {TEMPLATES[template]}")
    for path in written:
        say(f"  {path.as_posix()}")
    run = "gaugeblock run" if template == "blank" else "gaugeblock run --accept-uncertified"
    next_step(f"cd {shlex.quote(str(folder))} && {run}")
    return 0
