"""The rules judge as a model: no language model, no network; it answers with findings and abstains."""

import json
from collections.abc import Mapping

from gaugeblock.judging.rules import RULES_VERSION, judge_by_rules
from gaugeblock.ports import Ask, Reply
from gaugeblock.rubric import AnchoredDimension, Dimension
from gaugeblock.verdict import Finding, Reason

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
        found = {finding.dimension: finding for finding in judge_by_rules(ask.case, ruled)}
        findings = tuple(found.get(d.name) or _unsupported(d) for d in asked)
        return Reply(text=_record(findings), findings=findings, served_model="rules")

    async def close(self) -> None:
        """Nothing to give back."""


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
