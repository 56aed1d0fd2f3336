"""Run a file of statistics vectors through gaugeblock's public functions.

    python tests/run_vectors.py FILE.json

The file has `vectors`, each with `id`, `quantity`, `input`, `expected` and `tolerance.abs`. A number may differ by
that and 1e-9 of itself; with tolerance 0 everything must be equal. `{"status": "undefined", "reason": …}` must come
back as that reason and no number. Quantities that gaugeblock does not have are named and counted apart.
The last line is `N passed, N failed`; the exit code is 1 when any failed.
"""

import json
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from gaugeblock import gate
from gaugeblock.stats import mean, proportion, score, zero_failure
from gaugeblock.stats._interval import Interval
from gaugeblock.stats._undefined import Undefined

Record = dict[str, Any]


@dataclass(slots=True)
class Tried:
    """What came of a file of vectors."""

    passed: int = 0
    failures: list[str] = field(default_factory=list)
    missing: Counter[str] = field(default_factory=Counter)
    """Vectors by quantity that gaugeblock does not have."""
    quantities: Counter[str] = field(default_factory=Counter)
    """Vectors tried, by quantity."""


def run(path: Path) -> Tried:
    """Try every vector of a file."""
    tried = Tried()
    for vector in json.loads(path.read_text(encoding="utf-8"))["vectors"]:
        quantity = vector["quantity"]
        function = QUANTITIES.get(quantity)
        if function is None:
            tried.missing[quantity] += 1
            continue
        tried.quantities[quantity] += 1
        if fault := _fault(function, vector):
            tried.failures.append(f"{vector['id']}: {fault}")
        else:
            tried.passed += 1
    return tried


def _fault(function: Callable[[Record], Record], vector: Record) -> str:
    try:
        got = function(vector["input"])
    except (ArithmeticError, TypeError, ValueError, KeyError, AttributeError) as error:
        return f"expected {vector['expected']}, got {type(error).__name__}: {error}"
    expected, tolerance = vector["expected"], float(vector.get("tolerance", {}).get("abs", 0))
    wrong = [key for key in expected if not equal(expected[key], got.get(key), tolerance)]
    if expected.get("status") != got.get("status") and "status" not in wrong:
        wrong.append("status")
    return "; ".join(f"{key}: expected {expected.get(key)!r}, got {got.get(key)!r}" for key in wrong)


def equal(expected: Any, got: Any, tolerance: float) -> bool:
    """Whether a result is the expected one; a number never equals a boolean, text or None."""
    if isinstance(expected, list):
        return (
            isinstance(got, list | tuple)
            and len(got) == len(expected)
            and all(equal(e, g, tolerance) for e, g in zip(expected, got, strict=True))
        )
    if isinstance(expected, bool) or expected is None or isinstance(expected, str):
        return type(expected) is type(got) and expected == got
    if isinstance(got, bool) or not isinstance(got, int | float | Fraction):
        return False
    if tolerance == 0:
        return bool(expected == got)
    return abs(float(got) - expected) <= tolerance + 1e-9 * abs(expected)


def _undefined(reason: str) -> Record:
    return {"status": "undefined", "reason": reason}


def _interval(ends: Interval | Undefined) -> Record:
    if isinstance(ends, Undefined):
        return _undefined(ends.reason)
    return {"lower": ends.lower, "upper": ends.upper}


def _one(name: str, value: Any) -> Record:
    return _undefined(value.reason) if isinstance(value, Undefined) else {name: value}


def _count(value: Any) -> float:
    """A count as the file has it: a number or its text."""
    number = Fraction(str(value))
    return number.numerator if number.denominator == 1 else float(number)


def _confidence(given: Mapping[str, Any]) -> float:
    return float(given.get("confidence", 0.95))


def _rate(function: Callable[..., Interval | Undefined]) -> Callable[[Record], Record]:
    return lambda given: _interval(function(_count(given["k"]), _count(given["n"]), confidence=_confidence(given)))


def _bound(name: str, function: Callable[..., float | Undefined]) -> Callable[[Record], Record]:
    return lambda given: _one(name, function(_count(given["k"]), _count(given["n"]), confidence=_confidence(given)))


def _clustered(given: Record) -> Record:
    found = proportion.clustered(
        [int(v) if v in (0, 1, "0", "1") else v for v in given["values"]],
        given["clusters"],
        confidence=_confidence(given),
    )
    if isinstance(found, Undefined):
        return _undefined(found.reason)
    return {"estimate": found.estimate, "n_eff": found.n_eff} | _interval(found.interval)


def _t_interval(given: Record) -> Record:
    found = mean.t_interval(given["values"], confidence=_confidence(given))
    return _one("mean", found.mean) | _one("se", found.error) | _interval(found.interval)


def _rule(result: Any) -> Record:
    return {
        "outcome": str(result.outcome),
        "evidence": result.evidence,
        "reason": result.reason,
        "failure_rate_upper": result.failure_rate_upper,
    }


def _hard(given: Record) -> Record:
    return _rule(
        gate.hard(
            scored=int(given["scored"]),
            failed=int(given["failed"]),
            unscored=int(given["unscored"]),
            max_failure_rate=given.get("max_failure_rate"),
            confidence=_confidence(given),
        )
    )


def _threshold(given: Record) -> Record:
    return _rule(
        gate.threshold(
            passed=int(given["passed"]),
            scored=int(given["scored"]),
            unscored=int(given["unscored"]),
            threshold=given["threshold"],
            policy=given.get("policy", "point"),
            confidence=_confidence(given),
            min_n=given.get("min_n"),
        )
    )


def _snap(given: Record) -> Record:
    return _one("anchor", score.snap(given["x"]))


QUANTITIES: dict[str, Callable[[Record], Record]] = {
    "proportion.wilson": _rate(proportion.wilson),
    "proportion.clopper_pearson": _rate(proportion.clopper_pearson),
    "proportion.jeffreys": _rate(proportion.jeffreys),
    "proportion.lower_bound": _bound("lower", proportion.lower_bound),
    "proportion.upper_bound": _bound("upper", proportion.upper_bound),
    "proportion.clustered": _clustered,
    "zero_failure.upper_bound": lambda given: _one(
        "upper", zero_failure.upper_bound(_count(given["n"]), confidence=_confidence(given))
    ),
    "zero_failure.min_n": lambda given: _one(
        "n", zero_failure.min_n(float(given["max_failure_rate"]), confidence=_confidence(given))
    ),
    "mean.t_interval": _t_interval,
    "score.snap": _snap,
    "gate.hard": _hard,
    "gate.threshold": _threshold,
    "gate.meets_threshold": lambda given: _one(
        "meets", gate.meets_threshold(Fraction(str(given["k"])), Fraction(str(given["n"])), given["threshold"])
    ),
    "gate.mean_meets_threshold": lambda given: _one(
        "meets", gate.mean_meets_threshold(given["values"], given["threshold"])
    ),
}
"""Every quantity gaugeblock computes, by its name in the files."""


def main(arguments: list[str]) -> int:
    """Print what failed, what is missing, and the count."""
    if len(arguments) != 1:
        print("usage: python tests/run_vectors.py FILE.json", file=sys.stderr)
        return 2
    tried = run(Path(arguments[0]))
    for failure in tried.failures:
        print(f"FAILED {failure}")
    if tried.missing:
        names = ", ".join(f"{name} ({n})" for name, n in sorted(tried.missing.items()))
        print(f"not in gaugeblock yet, {tried.missing.total()} vectors not tried: {names}")
    print(f"{tried.passed} passed, {len(tried.failures)} failed")
    return 1 if tried.failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
