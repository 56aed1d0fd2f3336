"""Templates of suites: the example folders that ship with gaugeblock, copied by `gaugeblock init`."""

from pathlib import Path

from gaugeblock._text import nearest
from gaugeblock.errors import UnknownNameError, UsageError

__all__ = ["SCHEMA_FOLDER", "TEMPLATES", "copy_template"]

SCHEMA_FOLDER = ".schema"
"""Where `init` puts the JSON Schemas that the first line of each YAML file names."""

TEMPLATES = {
    "carepoint": "forty labelled answers of a patient-service agent, judged by rules without a key",
    "entity-resolution": "twenty answers of a record-matching agent on five anchors, with hand-written judge replies",
    "blank": "one case and no policy, to fill in",
}
"""The templates by name, each with what it holds."""

_NEVER_COPIED = {".gaugeblock", "__pycache__"}


def copy_template(name: str, folder: Path) -> list[Path]:
    """Copy a template into a folder that is empty or not there; the files written, relative to it.

    Raises:
        UnknownNameError: no such template.
        UsageError: something is in the way.
    """
    if name not in TEMPLATES:
        near = nearest(name, TEMPLATES)
        raise UnknownNameError(
            f"--template: there is no template '{name}'; there are {', '.join(TEMPLATES)}.",
            hint=f"Did you mean '{near}'?" if near else "",
        )
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder} is a file; init needs a folder that is empty or not there.")
    if folder.is_dir() and any(folder.iterdir()):
        raise UsageError(
            f"{folder} is not empty; init overwrites nothing.", hint="Name a new folder, or empty this one."
        )
    try:
        return _copied(_home() / name, folder)
    except OSError as error:
        raise UsageError(
            f"{folder}: the suite cannot be written there: {error.strerror or error}.", hint="Name another folder."
        ) from error


def _copied(source: Path, folder: Path) -> list[Path]:
    written = []
    for file in sorted(p for p in source.rglob("*") if p.is_file()):
        relative = file.relative_to(source)
        if _NEVER_COPIED.isdisjoint(relative.parts):
            target = folder / relative
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(file.read_bytes())
            written.append(relative)
    return [*written, *_write_schemas(folder / SCHEMA_FOLDER)]


def _write_schemas(folder: Path) -> list[Path]:
    """The JSON Schemas, for editors that read the first line of the YAML files."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name in ("suite", "golden-set", "rubric"):
        file = Path(__file__).parent.parent / "schemas" / f"{name}.schema.json"
        (folder / file.name).write_bytes(file.read_bytes())
        written.append(Path(SCHEMA_FOLDER) / file.name)
    return written


def _home() -> Path:
    """Where the templates stand: in an installed package beside the code, in a source tree under `examples`."""
    package = Path(__file__).parent.parent
    installed = package / "templates"
    return installed if installed.is_dir() else package.parent.parent / "examples"
