"""`gaugeblock init`: a template is copied whole into an empty folder, with the schemas its files name."""

import json
import re
from pathlib import Path

import pytest

from gaugeblock.errors import UnknownNameError, UsageError
from gaugeblock.files.templates import TEMPLATES, copy_template


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_template_is_copied_with_the_schemas_its_files_name(name: str, tmp_path: Path) -> None:
    """Every `$schema` line of a YAML file names a JSON Schema that is there."""
    written = copy_template(name, tmp_path / "new")
    assert Path("gaugeblock.yaml") in written
    named = 0
    for path in written:
        assert (tmp_path / "new" / path).is_file()
        if path.suffix == ".yaml":
            (schema,) = re.findall(
                r"^# yaml-language-server: \$schema=(\S+)$", (tmp_path / "new" / path).read_text("utf-8"), re.M
            )
            assert "properties" in json.loads((tmp_path / "new" / schema).read_text("utf-8")) or "golden-set" in schema
            named += 1
    assert named >= 2


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    """A folder with anything in it is refused, and stays as it was."""
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(UsageError, match="not empty"):
        copy_template("blank", tmp_path)
    assert [p.name for p in tmp_path.iterdir()] == ["mine.txt"]


def test_a_file_in_the_way_is_refused(tmp_path: Path) -> None:
    """A file of that name is not a folder."""
    (tmp_path / "f").write_text("x", encoding="utf-8")
    with pytest.raises(UsageError, match="is a file"):
        copy_template("blank", tmp_path / "f")


def test_an_unknown_template_names_those_there_are(tmp_path: Path) -> None:
    """With the nearest spelling."""
    with pytest.raises(UnknownNameError, match="Did you mean 'carepoint'"):
        copy_template("carepiont", tmp_path / "x")
    assert not (tmp_path / "x").exists()
