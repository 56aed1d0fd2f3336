"""The command table: every command, its panel and its sentence; and the help page made of it without importing any."""

from dataclasses import dataclass

__all__ = ["COMMANDS", "PANELS", "CommandLine", "help_text"]


@dataclass(frozen=True, slots=True)
class CommandLine:
    """One row of the command table."""

    name: str
    panel: str
    help: str
    """The same sentence as the first line of the command's docstring; a test holds it."""
    group: bool = False


PANELS = ("Every day", "The judge", "History", "Plumbing")

COMMANDS = (
    CommandLine("init", "Every day", "Make a new suite in DIR from a template."),
    CommandLine("lint", "Every day", "Look for weak spots in a suite before it is run."),
    CommandLine("run", "Every day", "Judge the golden set, store every verdict, decide the gate."),
    CommandLine("gate", "Every day", "Apply the policy to a stored run again, without any call."),
    CommandLine("report", "Every day", "Show a stored run, or write it as JSON or HTML."),
    CommandLine("certificate", "The judge", "Show the certificates that this suite's judge has.", group=True),
    CommandLine("runs", "History", "List, show and export stored runs.", group=True),
)


def help_text() -> str:
    """What `gaugeblock --help` prints."""
    width = max(len(c.name) for c in COMMANDS)
    lines = [
        "Usage: gaugeblock COMMAND [ARGUMENTS]",
        "",
        "  Measure LLM agents, and check the judge that measures them first.",
    ]
    for panel in PANELS:
        rows = [c for c in COMMANDS if c.panel == panel]
        if rows:
            lines += ["", f"{panel}:", *(f"  {c.name:<{width}}  {c.help}" for c in rows)]
    return "\n".join(
        [
            *lines,
            "",
            "gaugeblock COMMAND --help explains a command; gaugeblock --version prints the version.",
            "First steps: gaugeblock init demo --template carepoint && cd demo && gaugeblock run --accept-uncertified",
        ]
    )
