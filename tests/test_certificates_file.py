"""Certificate files: written and read back, and never taken for another judge's."""

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from gaugeblock.certificate import Certificate, CertificateState
from gaugeblock.errors import UsageError
from gaugeblock.files.certificates import read_certificates, write_certificate

DIGEST = "0123456789abcdef" * 4
CERTIFICATE = Certificate(
    judge_digest=DIGEST,
    issued_on=date(2026, 11, 30),
    valid_for_days=90,
    dimensions={"accuracy": CertificateState.CONFIRMED, "tone": CertificateState.PROVISIONAL},
    served_models=("gpt-5-mini-2026-01-01",),
    rubric_digest="ff" * 32,
    judge_model="openai:gpt-5-mini",
    judge_parts={"rubric": "ff", "reader": "1"},
    figures={"tone": {"agreement": 0.975, "labels": 40, "note": "half \ud83d"}},
)
PLAIN = {"judge_digest": DIGEST, "issued_on": "2026-11-30", "dimensions": {"accuracy": "confirmed"}}


def read(folder: Path, content: str, name: str = DIGEST) -> tuple[tuple[Certificate, ...], tuple[str, ...]]:
    """What a folder with one such file gives."""
    (folder / f"{name}.json").write_text(content, encoding="utf-8")
    return read_certificates(folder)


def test_a_certificate_comes_back_as_it_was(tmp_path: Path) -> None:
    """Every field, half surrogates included; the folder is made, nothing half-written is left."""
    path = write_certificate(tmp_path / "certificates", CERTIFICATE)
    certificates, warnings = read_certificates(tmp_path / "certificates")
    assert [p.name for p in path.parent.iterdir()] == [f"{DIGEST}.json"]
    assert warnings == ()
    (found,) = certificates
    assert found.place.endswith(f"{DIGEST}.json")
    for name in Certificate.__dataclass_fields__.keys() - {"place"}:
        assert getattr(found, name) == getattr(CERTIFICATE, name)


def test_a_hand_made_file_needs_only_three_keys(tmp_path: Path) -> None:
    """The others have their documented values."""
    certificates, _ = read(tmp_path, json.dumps(PLAIN))
    assert (certificates[0].valid_for_days, certificates[0].served_models) == (None, ())
    assert certificates[0].dimensions == {"accuracy": CertificateState.CONFIRMED}


def test_no_folder_is_no_certificate(tmp_path: Path) -> None:
    """And no warning."""
    assert read_certificates(tmp_path / "none") == ((), ())


REFUSED: dict[str, tuple[Any, str]] = {
    "no JSON": ("{", "not JSON"),
    "a list": ([], "expected an object, got a list"),
    "a missing date": ({k: v for k, v in PLAIN.items() if k != "issued_on"}, "field issued_on: is missing"),
    "a date in other words": (PLAIN | {"issued_on": "30.11.2026"}, 'field issued_on: expected a date such as 2026-11-30, got "30.11.2026"'),
    "a date as a number": (PLAIN | {"issued_on": 20261130}, "field issued_on: expected a date"),
    "a state nobody knows": (PLAIN | {"dimensions": {"a": "good"}}, "field dimensions.a: expected 'confirmed', 'provisional' or 'not_examined'"),
    "an unknown key": (PLAIN | {"note": "x"}, "field note: unknown key"),
    "a validity of no days": (PLAIN | {"valid_for_days": 0}, "field valid_for_days: expected a number of at least 1"),
    "a validity as text": (PLAIN | {"valid_for_days": "90"}, 'field valid_for_days: expected a whole number, got "90"'),
    "a later format": (PLAIN | {"format": 2}, "field format: expected 1, got the number 2"),
    "another judge's": (PLAIN | {"judge_digest": "ab" * 32}, "it was issued for the judge abababababab…, its name says 0123456789ab…"),
}  # fmt: skip


@pytest.mark.parametrize(("content", "words"), REFUSED.values(), ids=REFUSED.keys())
def test_what_is_no_certificate_is_left_out_with_a_warning(tmp_path: Path, content: Any, words: str) -> None:
    """One warning, and the others are still read."""
    write_certificate(tmp_path, CERTIFICATE)
    other = "cd" * 32
    (tmp_path / f"{other}.json").write_text(json.dumps(PLAIN | {"judge_digest": other}), encoding="utf-8")
    certificates, warnings = read(tmp_path, content if isinstance(content, str) else json.dumps(content))
    assert [c.judge_digest for c in certificates] == [other]
    assert len(warnings) == 1
    assert words in warnings[0]
    assert warnings[0].endswith("This certificate is not used.")


@pytest.mark.parametrize("digest", ["", "../../etc/passwd", "ABCDEF0123456789"])
def test_a_digest_that_is_no_file_name_is_refused(tmp_path: Path, digest: str) -> None:
    """Nothing is written outside the folder."""
    with pytest.raises(UsageError, match="expected a digest in small hexadecimal"):
        write_certificate(tmp_path, Certificate(judge_digest=digest, issued_on=date(2026, 11, 30)))
    assert list(tmp_path.iterdir()) == []
