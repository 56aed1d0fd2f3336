"""`make demo`: succeeds on exactly the documented outcome, fails on any other."""

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).parent.parent / "scripts" / "demo.py"


@pytest.fixture
def demo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script, working in a folder of its own."""
    spec = importlib.util.spec_from_file_location("demo", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "FOLDER", tmp_path / "demo-run")
    return module


def test_the_demonstration_closes_the_gate_and_succeeds(demo: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit 1 of the run is the intended outcome; the three known-bad answers are found for the right dimensions."""
    assert demo.main() == 0
    assert (
        "gate: CLOSED (exit 1), as intended: 3 planted failures found (cp-03, cp-04, cp-13)" in capsys.readouterr().out
    )
    assert (demo.FOLDER / "report.html").stat().st_size > 10_000


@pytest.mark.parametrize(
    ("code", "change"),
    [
        pytest.param(0, {}, id="another exit code"),
        pytest.param(1, {"outcome": "open"}, id="another outcome word"),
        pytest.param(1, {"cases": []}, id="the planted failures not found"),
    ],
)
def test_any_other_outcome_fails_the_demonstration(
    demo: ModuleType, monkeypatch: pytest.MonkeyPatch, code: int, change: dict[str, object]
) -> None:
    """The script reads what came out, not what it hopes for."""
    real = demo.gaugeblock

    def altered(*arguments: str, **options: Path) -> int:
        came = real(*arguments, **options)
        if arguments[0] != "run":
            return int(came)
        results = demo.FOLDER / "results.json"
        data = json.loads(results.read_text(encoding="utf-8"))
        results.write_text(json.dumps(data | change), encoding="utf-8")
        return code

    monkeypatch.setattr(demo, "gaugeblock", altered)
    assert demo.main() == 1
