"""The rules judge as a model: no language model, no network; it answers with findings and abstains."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from gaugeblock.case import Case
from gaugeblock.judging.rules import RULES_VERSION, judge_by_rules
from gaugeblock.ports import Ask, Reply
from gaugeblock.rubric import AnchoredDimension, Dimension, OnPass
from gaugeblock.verdict import Finding, Quote, Reason

__all__ = ["RulesModel"]

_NO_SCALE = "the rules judge gives no scores; it answers yes/no dimensions only"
_NO_KEY = "the rubric's dimension has no `rules:` key, so the rules judge does not know which of its dimensions it is"


class RulesModel:
    """The judge `rules`: deterministic, offline, explains itself with quotes, and says `undecided` when it must."""

    name = "rules"
    uses_language_model = False
    settles = False

    def identity(self) -> Mapping[str, str]:
        """The version of the rules; it changes with any change of behaviour."""
        return {"model": "rules", "rules": RULES_VERSION}

    async def ask(self, ask: Ask) -> Reply:
        """Findings on the asked dimensions, and the same as JSON text for the record."""
        asked = [ask.rubric.dimension(name) for name in ask.dimensions]
        ruled = {d.name: d.rules for d in asked if d.rules is not None and not isinstance(d, AnchoredDimension)}
        sensitive = {d.name: d.sensitive for d in asked if not isinstance(d, AnchoredDimension)}
        found = {f.dimension: f for f in judge_by_rules(ask.case, ruled, sensitive=sensitive)}
        findings = tuple(_proved(found[d.name], d, ask.case) if d.name in found else _unsupported(d) for d in asked)
        return Reply(text=_record(findings), findings=findings, served_model="rules")

    async def close(self) -> None:
        """Nothing to give back."""


_FEWEST_WORDS = 3
_SENTENCE_ENDS = re.compile(r"(?<=[.!?])\s+|\n")


def _proved(finding: Finding, dimension: Dimension, case: Case) -> Finding:
    """The finding with quotes that the rubric's evidence rule takes.

    A quote of one or two words is widened to its sentence. A pass with nothing to quote, where the rubric wants a
    quote all the same, shows the answer's opening: the whole answer was read, and this is where it begins.
    """
    quotes = tuple(_widened(quote, case) for quote in finding.quotes)
    if not quotes and finding.verdict == "pass" and dimension.evidence.on_pass is OnPass.REQUIRED and case.output:
        quotes = (Quote(text=_opening(case.output.text), where="response"),)
    return replace(finding, quotes=tuple(dict.fromkeys(quotes)))


def _widened(quote: Quote, case: Case) -> Quote:
    if len(quote.text.split()) >= _FEWEST_WORDS:
        return quote
    for text in _texts(quote, case):
        for sentence in _sentences(text):
            if quote.text in sentence:
                return replace(quote, text=sentence)
    return quote


def _texts(quote: Quote, case: Case) -> Iterator[str]:
    if case.output and not (quote.where or "").startswith("source"):
        yield case.output.text
    for passage in case.source or ():
        if quote.where in (None, "source", f"source:{passage.id}"):
            yield passage.text


def _sentences(text: str) -> list[str]:
    return [sentence.strip() for sentence in _SENTENCE_ENDS.split(text) if sentence.strip()]


def _opening(text: str) -> str:
    """The first sentences up to three words at least, as they stand."""
    begin = len(text) - len(text.lstrip())
    for match in _SENTENCE_ENDS.finditer(text, begin):
        if len(text[begin : match.start()].split()) >= _FEWEST_WORDS:
            return text[begin : match.start()].rstrip()
    return text.strip()


def _unsupported(dimension: Dimension) -> Finding:
    words = _NO_SCALE if isinstance(dimension, AnchoredDimension) else _NO_KEY
    return Finding(dimension=dimension.name, problem=Reason.NOT_SUPPORTED_BY_RULES, detail=words)


def _record(findings: tuple[Finding, ...]) -> str:
    return json.dumps(
        {
            f.dimension: {
                "verdict": f.verdict or (f.problem.value if f.problem else None),
                "evidence": [q.text for q in f.quotes],
                "why": f.detail,
            }
            for f in findings
        }
    )
