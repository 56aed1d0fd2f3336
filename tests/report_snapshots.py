"""Snapshots of reports: compared as text; written again where GAUGEBLOCK_UPDATE_SNAPSHOTS is set."""

import os
from pathlib import Path

SNAPSHOTS = Path(__file__).parent / "snapshots"


def assert_snapshot(name: str, text: str) -> None:
    """The text is what the snapshot holds, character for character."""
    path = SNAPSHOTS / name
    if os.environ.get("GAUGEBLOCK_UPDATE_SNAPSHOTS"):
        path.write_text(text, encoding="utf-8", newline="\n")
    assert path.read_text(encoding="utf-8") == text
