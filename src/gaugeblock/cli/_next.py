"""What to do after a run or a gate: the command for the last line."""

from gaugeblock.reports.summary import Summary

__all__ = ["next_command"]


def next_command(summary: Summary) -> str:
    """The command that helps most now; behind it, where that needs saying, its calls and what else is lacking."""
    code, run_id = summary.decision.exit_code, summary.record.header.run_id
    if code == 5:
        return f"gaugeblock gate {run_id} --accept-uncertified --reason TEXT   (0 calls; {_labels_lacking(summary)})"
    if code == 1:
        return f"gaugeblock runs show {run_id}"
    if code == 4:
        return f"gaugeblock runs show {run_id}   (why cells were not scored, and the cure)"
    return f"gaugeblock report {run_id} --html report.html"


def _labels_lacking(summary: Summary) -> str:
    """Which cells people have to label before this judge can be examined."""
    known = {} if summary.against_labels is None else {d.dimension: d for d in summary.against_labels.dimensions}
    cases = summary.record.header.cases
    lacking = {
        name: cases - (known[name].good + known[name].bad if name in known else 0)
        for name in summary.decision.certificate.lacking
    }
    missing = {name: n for name, n in lacking.items() if n > 0}
    if not missing:
        return "every cell has a label to examine the judge with"
    listed = ", ".join(f"{name} {n:,}" for name, n in missing.items())
    return (
        f"to examine the judge, labels are missing for {sum(missing.values()):,} of {cases * len(lacking):,}: {listed}"
    )
