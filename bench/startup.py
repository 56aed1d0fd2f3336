"""Start-up figures: CPU seconds of whole processes, best of five, beside a bare Python of the same machine.

Run it with `make bench`. Results are printed and kept as JSON in bench/results/.
"""

import json
import os
import platform
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

HERE = Path(__file__).parent
TRIES = 5

WORK = {
    "bare Python": [sys.executable, "-c", "pass"],
    "gaugeblock --help": [sys.executable, "-m", "gaugeblock", "--help"],
    "gaugeblock --version": [sys.executable, "-m", "gaugeblock", "--version"],
    "import gaugeblock": [sys.executable, "-c", "import gaugeblock"],
}
LIMITS = {"gaugeblock --help": 0.12, "import gaugeblock": 0.10}
"""CPU seconds."""


def cpu_seconds(command: list[str]) -> float:
    """User and system CPU of one child process."""
    before = os.times()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = os.times()
    return (after.children_user - before.children_user) + (after.children_system - before.children_system)


def modules_of_help() -> list[str]:
    """The package's modules that `--help` imports, the command modules among them if there are any."""
    code = (
        "import sys, gaugeblock.__main__ as m; m.run(['--help']);"
        "print(chr(10).join(n for n in sys.modules if n.startswith('gaugeblock')), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return sorted(done.stderr.split())


def main() -> int:
    """Measure, print, keep."""
    figures = {name: min(cpu_seconds(command) for _ in range(TRIES)) for name, command in WORK.items()}
    modules = modules_of_help()
    commands = [m for m in modules if m.startswith("gaugeblock.cli.") and m != "gaugeblock.cli._table"]
    for name, seconds in figures.items():
        limit = LIMITS.get(name)
        print(f"{name:<24} {seconds:6.3f} s CPU" + (f"   (limit {limit:.2f})" if limit else ""))
    print(f"command modules imported by --help: {', '.join(commands) or 'none'}")
    record = {
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "python": platform.python_version(),
        "machine": platform.machine(),
        "cores": os.cpu_count(),
        "cpu_seconds": figures,
        "help_imports": modules,
    }
    (HERE / "results").mkdir(exist_ok=True)
    (HERE / "results" / "startup.json").write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    missed = [name for name, limit in LIMITS.items() if figures[name] > limit]
    return 1 if missed or commands else 0


if __name__ == "__main__":
    sys.exit(main())
