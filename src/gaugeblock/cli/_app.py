"""The group that loads a command's module only when that command is called.

A command's module stands beside this one under the command's name. A plain command is a function of the same name;
a group is a `typer.Typer` called `app`. Modules use `cli/_console.py` to speak and end with one `next:` line.
"""

import importlib
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command as build

from gaugeblock._text import nearest
from gaugeblock.cli._table import COMMANDS, CommandLine, help_text

__all__ = ["app", "new_app"]

SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 110}


class _Group(TyperGroup):
    """The `gaugeblock` command: lists without importing, imports on use."""

    def list_commands(self, ctx: Any) -> list[str]:
        return [c.name for c in COMMANDS]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        line = _line(cmd_name)
        return None if line is None else _load(line)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and not args[0].startswith("-") and _line(args[0]) is None:
            near = nearest(args[0], [c.name for c in COMMANDS])
            hint = f" Did you mean '{near}'?" if near else " See gaugeblock --help."
            ctx.fail(f"No command '{args[0]}'.{hint}")
        return super().resolve_command(ctx, args)

    def get_help(self, ctx: Any) -> str:
        return help_text()


def new_app(help_text: str) -> typer.Typer:
    """A Typer application in the house's manner, for a group of commands."""
    return typer.Typer(
        help=help_text, add_completion=False, rich_markup_mode=None, no_args_is_help=True, context_settings=SETTINGS
    )


def _line(name: str) -> CommandLine | None:
    return next((c for c in COMMANDS if c.name == name), None)


def _load(line: CommandLine) -> Any:
    module = importlib.import_module(f"gaugeblock.cli.{line.name}")
    if line.group:
        return build(module.app)
    single = typer.Typer(add_completion=False, rich_markup_mode=None, context_settings=SETTINGS)
    single.command(line.name, cls=TyperCommand)(getattr(module, line.name))
    command = build(single)
    command.name = line.name
    return command


app = typer.Typer(
    cls=_Group, add_completion=False, rich_markup_mode=None, no_args_is_help=True, context_settings=SETTINGS
)


@app.callback(invoke_without_command=True)
def _root(version: bool = typer.Option(False, "--version", help="Print the version and stop.")) -> None:
    """Measure LLM agents, and check the judge that measures them first."""
    if version:
        from gaugeblock._version import __version__

        print(f"gaugeblock {__version__}")
        raise typer.Exit
