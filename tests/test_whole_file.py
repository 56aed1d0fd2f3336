"""Files that appear whole or not at all."""

import os
from pathlib import Path

import pytest

from gaugeblock.errors import UsageError
from gaugeblock.reports._whole_file import replacing


def names(folder: Path) -> list[str]:
    """Everything in a folder, hidden files too."""
    return sorted(p.name for p in folder.iterdir())


def test_a_file_takes_its_name_when_it_is_whole(tmp_path: Path) -> None:
    """Until then the earlier one stands; folders are made."""
    wanted = tmp_path / "deep" / "out.json"
    for text in ("first", "second"):
        with replacing(wanted) as half:
            half.write_text(text, encoding="utf-8")
            assert not wanted.exists() or wanted.read_text(encoding="utf-8") == "first"
        assert wanted.read_text(encoding="utf-8") == text
    assert names(wanted.parent) == ["out.json"]


def test_a_half_file_is_gone_and_the_earlier_one_stays(tmp_path: Path) -> None:
    """Whatever goes wrong while it is written."""
    wanted = tmp_path / "out.json"
    wanted.write_text("earlier", encoding="utf-8")
    with pytest.raises(KeyboardInterrupt), replacing(wanted) as half:
        half.write_text("ha", encoding="utf-8")
        raise KeyboardInterrupt
    assert names(tmp_path) == ["out.json"]
    assert wanted.read_text(encoding="utf-8") == "earlier"


def test_a_name_that_cannot_be_taken_leaves_no_copy(tmp_path: Path) -> None:
    """A folder stands there: the words say so, and no hidden file with answers is left."""
    wanted = tmp_path / "out.html"
    wanted.mkdir()
    with pytest.raises(UsageError, match=r"out\.html: cannot be written: "), replacing(wanted) as half:
        half.write_text("answers", encoding="utf-8")
    assert names(tmp_path) == ["out.html"]


def test_two_writers_do_not_meet(tmp_path: Path) -> None:
    """The last one to end has the name; neither has a mixture."""
    wanted = tmp_path / "out.json"
    with replacing(wanted) as one, replacing(wanted) as other:
        one.write_text("one", encoding="utf-8")
        other.write_text("other", encoding="utf-8")
    assert wanted.read_text(encoding="utf-8") == "one"


@pytest.mark.skipif(os.name != "posix", reason="rights are another matter elsewhere")
@pytest.mark.parametrize(("umask", "rights"), [(0o077, 0o600), (0o022, 0o644)], ids=["private", "readable"])
def test_who_may_read_it_is_the_owners_choice(tmp_path: Path, umask: int, rights: int) -> None:
    """Reports hold answers about patients: the process's umask is respected."""
    before = os.umask(umask)
    try:
        with replacing(tmp_path / "out.html") as half:
            half.write_text("answers", encoding="utf-8")
    finally:
        os.umask(before)
    assert (tmp_path / "out.html").stat().st_mode & 0o777 == rights
