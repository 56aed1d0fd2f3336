"""The run on a terminal: the decision first, then figures, failures and holes, in at most 25 lines.

Everything is text in columns, without boxes, so that a log file reads like the screen. Texts under test are put on
one line each, with control characters shown as U+FFFD; what the terminal's encoding lacks is replaced.
"""

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.text import Text

from gaugeblock import _figures as figures
from gaugeblock._reasons import CURES, Reason
from gaugeblock._text import printable, shorten
from gaugeblock.gate import DimensionDecision
from gaugeblock.policy import Effect
from gaugeblock.ports import Store
from gaugeblock.reports.against_labels import AgainstLabels
from gaugeblock.reports.summary import Summary, first_line
from gaugeblock.reports.walk import CaseResult, Cell, case_results, texts_of
from gaugeblock.run import Outcome
from gaugeblock.stats._undefined import Undefined
from gaugeblock.tally import OVERALL, Tally
from gaugeblock.verdict import Status

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["first_line", "print_summary", "terminal_lines"]

_LINES = 23
"""Lines of the short form; the command adds where the report is, and what to do next."""

_OUTCOME_STYLE = {
    Outcome.OPEN: "bold green",
    Outcome.CLOSED: "bold red",
    Outcome.INCONCLUSIVE: "bold yellow",
    Outcome.NOT_CERTIFIED: "bold yellow",
    Outcome.NOT_GATED: "bold",
}
_EFFECTS = (Effect.BLOCK, Effect.TRIAGE, Effect.TREND, None)
_WORD_STYLE = {"pass": "green", "fail": "red", "inconclusive": "yellow", "not_gated": "dim"}
_STATUS_STYLE = {Status.FAILED: "red", Status.UNSCORED: "yellow", Status.SKIPPED: "yellow", Status.PASSED: "green"}
_PLAINER = str.maketrans(
    {"“": '"', "”": '"', "…": "...", "·": "-", "−": "-", "–": "-", "≥": ">=", "→": "->", "×": "x", "’": "'"}
)


async def print_summary(summary: Summary, store: Store, console: "Console", *, verbose: bool = False) -> None:
    """Print the short form; with `verbose` every dimension and topic, and every failing and unscored case."""
    width = console.width if console.is_terminal else 100
    lines = _long_form(summary, width) if verbose else terminal_lines(summary, width=width)
    for line in lines:
        _print(console, line)
    if verbose:
        async for result in case_results(store, summary.record.header.run_id, summary.rubric, summary.overrides):
            if result.of(Status.FAILED) or result.of(Status.UNSCORED) or result.of(Status.SKIPPED):
                for line in _whole_case(result):
                    _print(console, line)


def terminal_lines(summary: Summary, *, width: int = 100) -> list[Text]:
    """The short form, at most 23 lines of at most `width` columns (more only where a rubric has many dimensions)."""
    head = [*_headline(summary, width), *_notes(summary, width)]
    figures_table = [*_dimension_table(summary, width), *_topic_line(summary, width)]
    tail = [*_reason_lines(summary, width), *_judge_lines(summary, width)]
    room = max(2, _LINES - len(head) - len(figures_table) - len(tail))
    return [_cut(line, width) for line in (*head, *figures_table, *_worst_lines(summary, room, width), *tail)]


def _long_form(summary: Summary, width: int) -> Iterator[Text]:
    yield from _headline(summary, width)
    yield from _notes(summary, 10_000)
    for d in summary.decision.dimensions:
        yield Text(f"{d.dimension}: {printable(d.sentence)}")
    yield from _dimension_table(summary, width)
    yield Text("by topic", style="bold")
    rows = [(printable(topic) or "(no topic)", *_cells(tally, None)) for (topic, _), tally in summary.by_topic.items()]
    yield from _columns(("topic", *_HEADINGS), rows, right=range(2, 7))
    yield from _reason_lines(summary, 10_000, most=100)
    yield from _judge_lines(summary, 10_000)
    for o in summary.overrides:
        yield Text(printable(f"turned: {o.case_id} {o.dimension} to {o.label} by {o.who}, {o.at:%Y-%m-%d}: {o.why}"))


def _headline(summary: Summary, width: int) -> list[Text]:
    style = _OUTCOME_STYLE[summary.decision.outcome]
    lines = textwrap.wrap(printable(first_line(summary)), width, subsequent_indent="  ")
    return [Text(line, style=style) for line in lines]


def _notes(summary: Summary, width: int) -> list[Text]:
    """What every report must show: misses that do not block, the judge's standing, warnings."""
    notes = [*summary.decision.notes, *(f"warning: {w}" for w in summary.warnings[:2])]
    if len(summary.warnings) > 2:
        notes.append(f"warning: and {len(summary.warnings) - 2} more; the HTML report has them all")
    return [Text(shorten(printable(note), width), style="yellow") for note in notes]


_HEADINGS = ("dimension", "passed", "failed", "unscored", "of", "rate", "95 % interval", "required", "outcome")
_NARROW_HEADINGS = ("dimension", "passed", "unscored", "rate", "95 % interval", "required", "outcome")
"""`passed` of those scored."""
_NARROW = 96
"""Columns; below, the table takes the narrow headings where it would not fit."""


def _dimension_table(summary: Summary, width: int) -> list[Text]:
    """One row a dimension; where the line is too long, columns are put together, and last its name is cut."""
    decided = {d.dimension: d for d in summary.decision.dimensions}
    rows = [_cells(tally, decided.get(name)) for name, tally in summary.by_dimension.items()]
    lines = _columns(_HEADINGS, rows, right=range(1, 6))
    if _excess(lines, width) <= 0:
        return lines
    if width < _NARROW:
        rows = [_narrow(row) for row in rows]
    headings = _NARROW_HEADINGS if width < _NARROW else _HEADINGS
    right = range(1, len(headings) - 3)  # the counts and the rate
    excess = _excess(_columns(headings, rows, right=right), width)
    longest = max(12, max(cell_len(row[0]) for row in rows) - max(0, excess))
    return _columns(headings, [(shorten(row[0], longest), *row[1:]) for row in rows], right=right)


def _excess(lines: Sequence[Text], width: int) -> int:
    return max(cell_len(line.plain) for line in lines) - width


def _narrow(row: Sequence[str]) -> tuple[str, ...]:
    """The same figures in fewer columns: passed of scored, the outcome without its strength."""
    name, passed, failed, unscored, _, rate, interval, required, outcome = row
    scored = int(passed.replace(",", "")) + int(failed.replace(",", ""))
    return name, f"{passed}/{scored:,}", unscored, rate, interval, required, outcome.split(",")[0]


def _cells(tally: Tally, decision: DimensionDecision | None) -> tuple[str, ...]:
    threshold = None if decision is None else decision.threshold
    required = ""
    if decision is not None and threshold is not None:
        limit = figures.score(threshold) if tally.kind == "anchored" else figures.limit(threshold)
        required = f"{limit} {decision.effect}"
    outcome = "" if decision is None else decision.outcome.replace("_", " ")
    if decision is not None and decision.strength == "provisional":
        outcome += ", provisional"
    return (
        printable(tally.dimension),
        f"{tally.passed:,}",
        f"{tally.failed:,}",
        f"{tally.unmeasured:,}",
        f"{tally.expected:,}",
        _rate(tally, decision),
        _interval(tally),
        required,
        outcome,
    )


def _rate(tally: Tally, decision: DimensionDecision | None) -> str:
    beside = None if decision is None else decision.threshold
    if tally.kind == "anchored":
        mean = tally.mean
        return "-" if isinstance(mean, Undefined) else f"mean {figures.score(mean, beside=beside)}"
    rate = tally.rate
    return "-" if isinstance(rate, Undefined) else figures.percent(rate, beside=beside)


def _interval(tally: Tally) -> str:
    found = tally.interval
    if isinstance(found, Undefined):
        return "-" if found.reason == "no_data" else found.reason.replace("_", " ")
    if tally.kind == "anchored":
        return figures.score_interval(found.lower, found.upper)
    return figures.interval(found.lower, found.upper)


def _columns(headings: Sequence[str], rows: Sequence[Sequence[str]], *, right: range) -> list[Text]:
    """Headings and rows in aligned columns, two blanks between them."""
    widths = [max(map(cell_len, column)) for column in zip(headings, *rows, strict=True)]
    lines = [Text(_row(headings, widths, right), style="bold")]
    for row in rows:
        line = Text(_row(row, widths, right))
        word = row[-1].split(",")[0].replace(" ", "_")
        if word in _WORD_STYLE:
            line.stylize(_WORD_STYLE[word], len(line) - len(row[-1]))
        lines.append(line)
    return lines


def _row(cells: Sequence[str], widths: Sequence[int], right: range) -> str:
    parts = [
        " " * (width - cell_len(cell)) + cell if i in right else cell + " " * (width - cell_len(cell))
        for i, (cell, width) in enumerate(zip(cells, widths, strict=True))
    ]
    return "  ".join(parts).rstrip()


def _topic_line(summary: Summary, width: int) -> list[Text]:
    """Passed cases of the scored ones by topic, the worst topics first, on one line."""
    topics = [(t, tally) for (t, name), tally in summary.by_topic.items() if name == OVERALL]
    if len(topics) < 2:
        return []
    topics.sort(key=lambda pair: (1.0 if isinstance(pair[1].rate, Undefined) else float(pair[1].rate), pair[0]))
    parts = [f"{shorten(printable(t), 24) or '(no topic)'} {tally.passed}/{tally.scored}" for t, tally in topics]
    line = "cases passed by topic: "
    for i, part in enumerate(parts):
        rest = f" · and {len(parts) - i} more" if i else ""
        if cell_len(line) + cell_len(part) + len(rest) + 3 > width:
            return [Text(line + rest)]
        line += f" · {part}" if i else part
    return [Text(line)]


def _worst_lines(summary: Summary, room: int, width: int) -> list[Text]:
    """The failing cases that cost most, one line each, and how many more there are."""
    failing = summary.failing
    if not failing:
        return []
    shown = summary.worst[: room if failing <= room else room - 1]
    rank = {d.dimension: _EFFECTS.index(d.effect) for d in summary.decision.dimensions}
    lines = [_case_line(result, rank, width) for result in shown]
    if failing > len(shown):
        lines.append(Text(f"and {failing - len(shown)} more failing cases: -v lists them all", style="dim"))
    return lines


def _case_line(result: CaseResult, rank: Mapping[str, int], width: int) -> Text:
    """The case, the dimensions it failed in (those that block first), and the quote that proves the first."""
    failed = sorted(result.of(Status.FAILED), key=lambda c: rank.get(c.verdict.dimension, len(_EFFECTS)))
    names = list(dict.fromkeys(shorten(printable(c.verdict.dimension), 24) for c in failed))
    more = f" +{len(names) - 2}: " if len(names) > 2 else ": "
    line = Text("failed ", style="red")
    line.append(f"{shorten(printable(result.stored.case_id), 24)} ", style="bold")
    line.append(", ".join(names[:2]) + more, style="default")
    line.append(_proof(failed, width - cell_len(line.plain)), style="default")
    return line


def _proof(failed: Sequence[Cell], room: int) -> str:
    """The first quoted evidence of the failures, cut to the room there is, else the judge's words."""
    for cell in failed:
        for e in cell.verdict.evidence:
            place = f"({printable(e.where or 'not found')}{'' if e.verified else ', not verified'})"
            return f"“{shorten(printable(e.quote), max(12, room - len(place) - 3))}” {place}"
    return next((shorten(printable(c.verdict.detail), room) for c in failed if c.verdict.detail), "no quote")


def _reason_lines(summary: Summary, width: int, *, most: int = 2) -> list[Text]:
    """Why cells have no verdict, each with its cure."""
    reasons = list(summary.reasons.items())
    lines = [
        Text(shorten(f"unscored {n:,}: {code}: {_cure(summary, code)}", width), style="yellow")
        for code, n in reasons[:most]
    ]
    if len(reasons) > most:
        rest = ", ".join(f"{code} {n:,}" for code, n in reasons[most:])
        lines.append(Text(shorten(f"also unscored: {rest}", width), style="yellow"))
    return lines


def _cure(summary: Summary, code: str) -> str:
    """What to do; for errors of the provider or the judge's code, the first one's own words."""
    if code in _SAID_BY_OTHERS and summary.first_details.get(code):
        return f"{printable(summary.first_details[code])}"
    return CURES[Reason(code)]


_SAID_BY_OTHERS = frozenset(
    {Reason.PROVIDER_ERROR, Reason.RATE_LIMITED, Reason.TIMEOUT, Reason.JUDGE_ERROR, Reason.TARGET_ERROR}
)


def _judge_lines(summary: Summary, width: int) -> list[Text]:
    """What is known of the judge: its quotes, and what it made of the labelled cases."""
    quotes, judging, header = summary.quotes, summary.judging, summary.record.header
    parts = [f"judge {printable(header.judge_model)}"] if header.judge_model else []
    if quotes.given:
        share = (
            f" ({figures.percent(Fraction(quotes.verified, quotes.given))})" if quotes.verified < quotes.given else ""
        )
        parts.append(f"{quotes.verified:,} of {quotes.given:,} quotes verified{share}")
    parts.append(figures.count(judging.calls, "call"))
    if judging.re_asks:
        parts.append(figures.count(judging.re_asks, "re-ask"))
    if judging.prompt_tokens is not None:
        parts.append(f"{judging.prompt_tokens + (judging.completion_tokens or 0):,} tokens")
    lines = [Text(shorten(" · ".join(parts), width))]
    if summary.against_labels is not None:
        words = _label_words(summary.against_labels)
        lines += [Text(line) for line in textwrap.wrap(words, width, subsequent_indent="  ")]
    return lines


def _label_words(labels: AgainstLabels) -> str:
    """The judge's validation in one sentence; a known bad answer that it passed is named.

    Labels on the whole answer are counted where there are no others.
    """
    every = [d for d in labels.dimensions if d.kind != OVERALL and d.good + d.bad] or labels.dimensions
    words = (
        f"judge against people's labels on these cases: {sum(d.failed_bad for d in every):,} of "
        f"{sum(d.bad for d in every):,} failures caught, {sum(d.failed_good for d in every):,} false, "
        f"{sum(d.undecided for d in every):,} undecided"
    )
    if labels.known_bad_missed:
        words += f"; known bad and not failed: {', '.join(map(printable, labels.known_bad_missed))}"
    return words


def _whole_case(result: CaseResult) -> Iterator[Text]:
    """One case in full: question, answer, and every verdict that did not pass."""
    topic = f" ({printable(result.stored.topic)})" if result.stored.topic else ""
    yield Text("")
    yield Text(f"{printable(result.stored.case_id)}{topic}: {result.status.value}", style="bold")
    for title, text in texts_of(result.stored.record):
        yield Text(f"  {title}: {_begun(printable(text))}")
    for cell in result.cells:
        verdict = cell.verdict
        if verdict.status is Status.PASSED:
            continue
        trial = f", trial {verdict.trial}" if len(result.overalls) > 1 else ""
        score = "" if verdict.score is None else f" {verdict.score:g}"
        reason = f": {verdict.reason} ({CURES[verdict.reason]})" if verdict.reason else ""
        detail = f": {printable(verdict.detail)}" if verdict.detail else ""
        words = f"  {verdict.status.value} {printable(verdict.dimension)}{trial}{score}{reason}{detail}"
        yield Text(words, style=_STATUS_STYLE[verdict.status])
        for e in verdict.evidence:
            yield Text(f"    “{printable(e.quote)}” ({printable(e.where or 'not found')})")


_LONGEST = 2_000
"""Characters of a text that the terminal shows; the HTML report has all of it."""


def _begun(text: str) -> str:
    left = len(text) - _LONGEST
    return text if left <= 0 else f"{text[:_LONGEST]}… ({left:,} more characters: see the HTML report)"


def _cut(line: Text, width: int) -> Text:
    if cell_len(line.plain) > width:
        cut = line.copy()
        cut.truncate(width, overflow="ellipsis")
        return cut
    return line


def _print(console: "Console", line: Text) -> None:
    """One line as the terminal can show it, never wrapped at words of ours."""
    encoding = console.encoding
    try:
        line.plain.encode(encoding)
    except UnicodeEncodeError:
        plain = line.plain.translate(_PLAINER).encode(encoding, "replace").decode(encoding)
        line = Text(plain, style=line.style)
    console.print(line, soft_wrap=True)
