"""The wheel: holds what it needs, and its first commands work with no network at all."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

OFFLINE = """
import socket, sys
def refuse(*_):
    raise OSError("no network in this test")
socket.socket.connect = socket.socket.connect_ex = socket.getaddrinfo = refuse
from gaugeblock.__main__ import main
main(sys.argv[1:])
"""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built wheel, unpacked as an installer would."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    unpacked = folder / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(unpacked)
    return unpacked


def offline(package: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """One command of the unpacked wheel, with every connection refused."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("GAUGEBLOCK", "CI"))}
    return subprocess.run(
        [sys.executable, "-c", OFFLINE, *arguments],
        cwd=folder,
        env=environment | {"PYTHONPATH": str(package), "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def test_the_wheel_holds_templates_rubrics_schemas_and_migrations(package: Path) -> None:
    """What is read at run time is in the package."""
    inside = package / "gaugeblock"
    for path in (
        "py.typed",
        "templates/blank/cases.yaml",
        "templates/carepoint/cases.jsonl",
        "templates/entity-resolution/judge/replies.jsonl",
        "rubrics/patient-service.yaml",
        "schemas/suite.schema.json",
        "stores/migrations/env.py",
        "reports/assets/report.css",
    ):
        assert (inside / path).is_file(), path
    assert not list(inside.rglob(".gaugeblock"))


@pytest.mark.parametrize(
    ("template", "code"),
    [("carepoint", 1), ("entity-resolution", 1), ("blank", 0)],
    ids=["carepoint closes its gate", "entity-resolution closes its gate", "blank is measured, not gated"],
)
def test_every_template_runs_from_the_wheel_without_a_network(
    package: Path, tmp_path: Path, template: str, code: int
) -> None:
    """init and run need no connection."""
    made = offline(package, tmp_path, "init", "demo", "--template", template)
    assert made.returncode == 0, made.stderr
    accept = [] if template == "blank" else ["--accept-uncertified"]
    done = offline(package, tmp_path / "demo", "run", *accept)
    assert done.returncode == code, done.stdout + done.stderr
    assert (tmp_path / "demo" / ".gaugeblock" / "report.html").is_file()
