"""The house: imports go down only, and each floor keeps to what it may touch."""

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "gaugeblock"

FLOORS = {
    1: {"errors", "_text", "_digest", "_reasons", "_conversation", "_exit", "_version", "_figures"},
    2: {"case", "trace", "rubric", "verdict", "label", "run", "policy", "certificate"},
    3: {"checks", "judging", "stats", "gate", "tally", "lint", "baseline", "damage", "validation", "sampling"},
    4: {"ports", "targets", "models", "stores", "files", "testing"},
    5: {"jobs", "reports"},
    6: {"config", "plugins", "assemble"},
    7: {"__init__", "__main__", "cli", "web", "pytest_plugin"},
}
FLOOR_OF = {name: floor for floor, names in FLOORS.items() for name in names}

NEIGHBOURS = {
    ("gate", "stats"),
    ("gate", "tally"),
    ("tally", "stats"),
    ("tally", "judging"),
    ("judging", "stats"),
    ("lint", "stats"),
    ("baseline", "stats"),
    ("validation", "stats"),
    ("errors", "_reasons"),
    ("targets", "ports"),
    ("models", "ports"),
    ("stores", "ports"),
    ("files", "ports"),
    ("testing", "ports"),
    ("assemble", "config"),
    ("assemble", "plugins"),
    ("plugins", "config"),
    ("cli", "__init__"),
    ("__main__", "cli"),
    ("__main__", "__init__"),
    ("__init__", "cli"),
}
"""Pairs on one floor that may meet: (who imports, what)."""

OUTSIDE = {
    "asyncio", "concurrent", "datetime.now", "http", "io", "os", "pathlib", "random", "secrets", "shutil", "socket",
    "subprocess", "tempfile", "threading", "time", "urllib", "uuid", "aiohttp", "sqlalchemy", "pydantic", "ruamel",
    "rich", "typer", "jinja2",
}  # fmt: skip
"""Modules that bring files, clocks, networks, environments, threads or chance; floors 1 to 3 do without."""


def modules() -> list[Path]:
    """Every Python file of the package."""
    return sorted(p for p in SOURCE.rglob("*.py"))


def room(path: Path) -> str:
    """The module or package directly under `gaugeblock` that a file belongs to."""
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imports(path: Path) -> list[tuple[str, int]]:
    """Every imported module with its line, those inside functions too."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [(alias.name, node.lineno) for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            found.append((node.module, node.lineno))
            if node.module == "gaugeblock":
                found += [(f"gaugeblock.{alias.name}", node.lineno) for alias in node.names]
    return found


def faults_of(path: Path) -> list[str]:
    """What breaks the house's rules in one file."""
    here = room(path)
    floor = FLOOR_OF[here]
    faults = []
    for name, line in imports(path):
        place = f"{path.relative_to(SOURCE)}:{line}"
        if name.startswith("gaugeblock."):
            there = name.split(".")[1]
            if there == here or (here, there) in NEIGHBOURS:
                continue
            if FLOOR_OF[there] >= floor:
                faults.append(f"{place} {here} (floor {floor}) imports {there} (floor {FLOOR_OF[there]})")
        elif floor <= 3 and name.split(".")[0] in OUTSIDE:
            faults.append(f"{place} floor {floor} imports {name}")
    return faults


def test_every_module_stands_on_a_floor() -> None:
    """A new module is placed in the table above."""
    assert {room(p) for p in modules()} - FLOOR_OF.keys() == set()


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(SOURCE)))
def test_imports_go_down_only(path: Path) -> None:
    """No module imports from its own floor or from above, the named neighbours excepted."""
    assert faults_of(path) == []


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(SOURCE)))
def test_only_config_reads_the_environment_and_only_doors_print(path: Path) -> None:
    """`os.environ` and `getenv` stand in `config`, `print` in the command line."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    words = {n.attr for n in ast.walk(tree) if isinstance(n, ast.Attribute)}
    if room(path) != "config":
        assert words & {"environ", "getenv"} == set()
    calls = {n.func.id for n in ast.walk(tree) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)}
    if room(path) not in {"cli", "__main__"}:
        assert "print" not in calls
    assert calls & {"eval", "exec"} == set()


def test_an_arrow_that_goes_up_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The guard itself: a rule that imports a job is reported."""
    bad = tmp_path / "tally.py"
    bad.write_text("from gaugeblock.jobs import evaluate\nimport time\n", encoding="utf-8")
    monkeypatch.setattr("test_floors.SOURCE", tmp_path)
    assert len(faults_of(bad)) == 2
