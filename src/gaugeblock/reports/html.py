"""The run as one HTML file that needs nothing else: what an auditor reads, prints and keeps.

Style and script stand in the file and are named by their hashes in its Content-Security-Policy; nothing is loaded and
nothing else may run. Failed and unscored cases are always in it, passed ones up to a stated number. Cases are written
as they are read; only the passed ones, and what is unscored, wait in a spool until the failed ones are done.
"""

import base64
import hashlib
import tempfile
from collections.abc import Mapping
from contextlib import aclosing
from functools import cache
from importlib.resources import files
from typing import IO, Any

from jinja2 import Environment, FunctionLoader, StrictUndefined, Template
from markupsafe import Markup

from gaugeblock._version import __version__
from gaugeblock.ports import Store
from gaugeblock.reports.html_case import case_view
from gaugeblock.reports.html_page import page_view
from gaugeblock.reports.marking import clean
from gaugeblock.reports.strict_json import TextSink
from gaugeblock.reports.summary import Summary
from gaugeblock.reports.walk import CaseResult, case_results
from gaugeblock.verdict import Status

__all__ = ["write_html"]

_SPOOL = 4_000_000
"""Characters that a spool keeps in memory before it goes to a temporary file."""


async def write_html(summary: Summary, store: Store, stream: TextSink, *, passed_cap: int = 200) -> None:
    """Write the whole report.

    Args:
        passed_cap: at most so many passed cases are shown; how many were left out is said.
    """
    shown = min(summary.clean, passed_cap)
    context = {
        "page": page_view(summary),
        "shown": shown,
        "left_out": summary.clean - shown,
        **_inline(summary.record.header.run_id),
    }
    stream.write(_template("head.html.j2").render(context))
    await _write_cases(summary, store, stream, passed=shown)
    stream.write(_template("tail.html.j2").render(context))


async def _write_cases(summary: Summary, store: Store, stream: TextSink, *, passed: int) -> None:
    """Failed cases as they come, then the unscored, then the first `passed` ones; reads no further than it must."""
    writer, others = _CaseWriter(summary), sum(summary.cases.values()) - summary.clean
    results = case_results(store, summary.record.header.run_id, summary.rubric, summary.overrides, with_calls=True)
    with _spool() as unscored, _spool() as kept:
        async with aclosing(results):
            while passed or others:
                if (result := await anext(results, None)) is None:
                    break
                if not result.clean:
                    others -= 1
                    failed = result.of(Status.FAILED) or result.status is Status.FAILED
                    (stream if failed else unscored).write(writer.article(result))
                elif passed:
                    passed -= 1
                    kept.write(writer.article(result))
        for spool in (unscored, kept):
            _pour(spool, stream)


class _CaseWriter:
    """Makes one article a case."""

    def __init__(self, summary: Summary) -> None:
        self._topics = {topic: i for i, topic in enumerate(summary.topics)}
        self._dimensions = {name: i for i, name in enumerate(summary.rubric.names)}
        self._pass_at = summary.rubric.pass_at
        self._template = _template("case.html.j2")

    def article(self, result: CaseResult) -> str:
        view = case_view(result, topics=self._topics, dimensions=self._dimensions, pass_at=self._pass_at)
        return self._template.render(case=view)


def _spool() -> IO[str]:
    return tempfile.SpooledTemporaryFile(max_size=_SPOOL, mode="w+", encoding="utf-8", newline="")


def _pour(spool: IO[str], stream: TextSink) -> None:
    spool.seek(0)
    while part := spool.read(1 << 16):
        stream.write(part)


def _inline(run_id: str) -> Mapping[str, Any]:
    """Style and script as they stand in the file, with the hashes that allow them."""
    style, script = _asset("report.css") + _page_foot(run_id), _asset("report.js")
    return {
        "style": Markup(style),  # noqa: S704 - our own file, and the escaped id
        "script": Markup(script),  # noqa: S704 - our own file
        "policy": "default-src 'none'; base-uri 'none'; form-action 'none'; "
        f"style-src {_hash(style)}; script-src {_hash(script)}",
        "version": __version__,
    }


def _page_foot(run_id: str) -> str:
    """The rule that prints the run's id at the foot of each page; whatever is no letter, digit or `-` is escaped."""
    words = "".join(c if c == "-" or (c.isascii() and c.isalnum()) else f"\\{ord(c):x} " for c in clean(run_id))
    return f'@page {{ @bottom-left {{ content: "Run {words}"; }} }}\n'


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode("utf-8")).digest()
    return f"'sha256-{base64.b64encode(digest).decode('ascii')}'"


def _asset(name: str) -> str:
    return (files("gaugeblock.reports") / "assets" / name).read_text(encoding="utf-8")


@cache
def _environment() -> Environment:
    environment = Environment(
        autoescape=True,
        loader=FunctionLoader(_asset),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.filters["shown"] = clean
    return environment


def _template(name: str) -> Template:
    return _environment().get_template(name)
