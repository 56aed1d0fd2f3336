"""Writes docs/reference/ from the code; `python scripts/reference.py --check` only compares.

What a user may write in a file, every reason, exit code and command stand in the code once; these pages are made of it.
"""

import json
import sys
from pathlib import Path
from typing import Any

from gaugeblock._exit import ExitCode
from gaugeblock._reasons import CURES, MEANINGS, Reason
from gaugeblock.cli._table import COMMANDS, PANELS
from gaugeblock.run import Outcome

HERE = Path(__file__).parent.parent
REFERENCE = HERE / "docs" / "reference"
SCHEMAS = HERE / "src" / "gaugeblock" / "schemas"
MADE = "This page is made from the code by `python scripts/reference.py`.\n"


def pages() -> dict[str, str]:
    """Every page by file name."""
    return {
        "suite.md": schema_page(
            "suite", "The suite file", "What `gaugeblock.yaml` may hold; paths are relative to it."
        ),
        "case.md": schema_page("case", "A case", "What one case of a golden set may hold."),
        "rubric.md": schema_page("rubric", "The rubric file", "Named dimensions, and how their verdicts are believed."),
        "labels.md": schema_page("labels", "The labels file", "What people said about the same answers."),
        "reasons.md": reasons_page(),
        "exit-codes.md": exit_codes_page(),
        "commands.md": commands_page(),
    }


def reasons_page() -> str:
    """Every reason of an unscored verdict."""
    rows = "\n".join(f"| `{r.value}` | {MEANINGS[r]} | {CURES[r]} |" for r in Reason)
    return (
        f"# Reasons\n\n{MADE}\nA verdict that is neither passed nor failed has one of these reasons.\n"
        "It is counted, printed, and never a pass, a fail or a zero.\n\n"
        f"| reason | meaning | what to do |\n|---|---|---|\n{rows}\n"
    )


def exit_codes_page() -> str:
    """Every exit code and outcome word."""
    docs = member_docs(HERE / "src" / "gaugeblock" / "_exit.py", "ExitCode")
    rows = "\n".join(f"| {c.value} | `{c.name.lower()}` | {docs[c.name]} |" for c in ExitCode)
    words = ", ".join(f"`{o.value}`" for o in Outcome)
    return (
        f"# Exit codes\n\n{MADE}\n| code | name | meaning |\n|---|---|---|\n{rows}\n\n"
        "When several apply, the first of 3, 2, 5, 1, 4, 0 is given.\n"
        "Missed thresholds with effect `triage` or `trend` never change the code; they are printed first.\n"
        f"The outcome of a run is one of {words}.\n"
        "`--accept-uncertified` takes away code 5 and nothing else.\n"
        "A judge's server that refuses its first connection makes the level SKIPPED: 4 where a threshold blocks or\n"
        "nothing is required at all, 0 with the outcome `not_gated` under a policy that blocks nothing.\n"
        "A run that was stopped before its end is never open: 4, unless it is closed or not certified.\n"
    )


def commands_page() -> str:
    """Every command with its help text."""
    from typer.testing import CliRunner

    from gaugeblock.cli._app import app

    parts = [f"# Commands\n\n{MADE}\nEvery RUN takes `last`, `last~1` or the beginning of a run's id.\n"]
    for panel in PANELS:
        for command in (c for c in COMMANDS if c.panel == panel):
            names = [command.name, *subcommands(command.name)] if command.group else [command.name]
            for name in names:
                arguments = name.split()
                text = (
                    CliRunner()
                    .invoke(app, [*arguments, "--help"], prog_name="gaugeblock", env={"COLUMNS": "110"})
                    .output
                )
                parts.append(f"## gaugeblock {name}\n\n```text\n{text.rstrip()}\n```\n")
    return "\n".join(parts)


def subcommands(group: str) -> list[str]:
    """The commands of a group, in order."""
    import importlib

    app = importlib.import_module(f"gaugeblock.cli.{group}").app
    return [f"{group} {c.name or c.callback.__name__.rstrip('_')}" for c in app.registered_commands]


def schema_page(name: str, title: str, lead: str) -> str:
    """A table of every field of a JSON Schema."""
    schema = json.loads((SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8"))
    defined = schema.get("$defs", {})
    parts = [
        f"# {title}\n\n{MADE}\n{lead}\nThe JSON Schema is `gaugeblock/schemas/{name}.schema.json` in the package.\n"
    ]
    parts.append(fields_table(schema, defined))
    for key in sorted(defined):
        if "properties" in defined[key]:
            parts.append(f"## {words(key)}\n\n{sentence(defined[key])}{fields_table(defined[key], defined)}")
    return "\n".join(parts)


def fields_table(schema: dict[str, Any], defined: dict[str, Any]) -> str:
    """One row a field."""
    required = set(schema.get("required", ()))
    rows = [
        f"| `{name}` | {kind(value, defined)} | {needed(name, value, required)} | {meaning(value)} |"
        for name, value in schema.get("properties", {}).items()
    ]
    further = schema.get("additionalProperties")
    if isinstance(further, dict) and further:
        rows.append(f"| any other name | {kind(further, defined)} | no | {meaning(further)} |")
    return "\n".join(["| field | takes | required | meaning |", "|---|---|---|---|", *rows, ""])


def needed(name: str, value: dict[str, Any], required: set[str]) -> str:
    """Whether a field must be there, or what it is when it is not."""
    if name in required:
        return "yes"
    default = value.get("default")
    return "no" if default in (None, [], {}, "") else f"no; `{json.dumps(default).strip(chr(34))}`"


def kind(value: dict[str, Any], defined: dict[str, Any]) -> str:
    """What a field takes, in words."""
    if "$ref" in value:
        name = value["$ref"].rsplit("/", 1)[-1]
        target = defined.get(name, {})
        return words(name) if "properties" in target or not target else kind(target, defined)
    if "const" in value:
        return f"`{value['const']}`"
    if "enum" in value:
        return " · ".join(f"`{v}`" for v in value["enum"])
    for key in ("anyOf", "oneOf", "allOf"):
        if key in value:
            return " or ".join(dict.fromkeys(kind(v, defined) for v in value[key] if v.get("type") != "null"))
    if value.get("type") == "array":
        return f"list of {kind(value.get('items', {}), defined)}" if value.get("items") else "list"
    if value.get("type") == "object":
        further = value.get("additionalProperties")
        return f"object of {kind(further, defined)}" if isinstance(further, dict) and further else "object"
    names = {"string": "text", "integer": "whole number", "number": "number", "boolean": "true or false"}
    return names.get(str(value.get("type")), "anything")


def words(name: str) -> str:
    """`ThresholdShape` → `threshold`."""
    return "".join(f" {c.lower()}" if c.isupper() else c for c in name.removesuffix("Shape")).strip()


def plain(text: str) -> str:
    """A description on one line, safe in a table."""
    return " ".join(text.split()).replace("|", "\\|")


def meaning(value: dict[str, Any]) -> str:
    """A field's description, for a table."""
    return plain(value.get("description", ""))


def sentence(schema: dict[str, Any]) -> str:
    """A definition's own description, as a paragraph."""
    return f"{plain(schema['description'])}\n\n" if schema.get("description") else ""


def member_docs(file: Path, name: str) -> dict[str, str]:
    """The docstring under each member of an enumeration."""
    import ast

    (found,) = [
        n for n in ast.parse(file.read_text(encoding="utf-8")).body if isinstance(n, ast.ClassDef) and n.name == name
    ]
    docs = {}
    for member, doc in zip(found.body, found.body[1:], strict=False):
        if isinstance(member, ast.Assign) and isinstance(doc, ast.Expr) and isinstance(doc.value, ast.Constant):
            docs[member.targets[0].id] = plain(str(doc.value.value))  # type: ignore[attr-defined]  # an enumeration's member
    return docs


def main() -> int:
    """Write the pages, or say which are out of date."""
    stale = []
    REFERENCE.mkdir(parents=True, exist_ok=True)
    for name, text in pages().items():
        file = REFERENCE / name
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            stale.append(name)
            if "--check" not in sys.argv:
                file.write_text(text, encoding="utf-8")
    print(f"docs/reference: {', '.join(stale) or 'nothing'} {'out of date' if '--check' in sys.argv else 'written'}")
    return 1 if stale and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
