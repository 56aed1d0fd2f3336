"""The demonstration: the CarePoint suite from its template, judged by rules, with its outcome checked.

Succeeds on exactly the documented outcome: the gate is closed with exit code 1, and the three answers that are known
to be bad were failed on the dimensions that people failed them on. Fails on any other.
"""

import csv
import json
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent.parent
FOLDER = HERE / "demo-run"
JUDGED = "the demonstration's judge is rules and has not been examined"


def main() -> int:
    """Run the suite and compare what came out with what is documented."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    gaugeblock("init", str(FOLDER), "--template", "carepoint")
    code = gaugeblock(
        "run", "--accept-uncertified", "--reason", JUDGED, "--json", "results.json", "--html", "report.html", cwd=FOLDER
    )
    results = json.loads((FOLDER / "results.json").read_text(encoding="utf-8"))
    planted = known_bad()
    failed = {
        (c["case_id"], v["dimension"]) for c in results["cases"] for v in c["verdicts"] if v["status"] == "failed"
    }
    found = [case for case, dimensions in planted.items() if all((case, d) in failed for d in dimensions)]
    print()
    if (code, results["outcome"], len(found), len(planted)) != (1, "closed", 3, 3):
        print(
            f"the demonstration came out otherwise: exit {code}, {results['outcome']}, found {found} of {list(planted)}"
        )
        return 1
    print(f"gate: CLOSED (exit 1), as intended: {len(found)} planted failures found ({', '.join(found)})")
    print(f"report: {FOLDER / 'report.html'}")
    return 0


def known_bad() -> dict[str, list[str]]:
    """The answers known to be bad, each with the dimensions that people failed it on."""
    planted: dict[str, list[str]] = {}
    with (FOLDER / "labels.csv").open(encoding="utf-8", newline="") as stream:
        for row in csv.DictReader(stream):
            if row["known_bad"] == "true" and row["label"] == "fail":
                planted.setdefault(row["case_id"], []).append(row["dimension"])
    return planted


def gaugeblock(*arguments: str, cwd: Path = HERE) -> int:
    """One command, shown as a user would type it."""
    print(f"$ gaugeblock {' '.join(a if ' ' not in a else repr(a) for a in arguments)}", flush=True)
    return subprocess.run([sys.executable, "-m", "gaugeblock", *arguments], cwd=cwd, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
