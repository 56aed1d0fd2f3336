"""The rules judge: deterministic, offline, no model; it explains itself with quotes and abstains where it cannot see.

It compares figures, yes and no, conditions and words of the answer with the source. It does not understand them.
"""

from gaugeblock.judging.rules.judge import RULE_NAMES, RULES_VERSION, judge_by_rules

__all__ = ["RULES_VERSION", "RULE_NAMES", "judge_by_rules"]
