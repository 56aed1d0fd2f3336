"""The judge's own overall against its dimensions: a cross-check only, the harness does the arithmetic."""

import re
from decimal import Decimal

from gaugeblock.judging._loose_json import Value
from gaugeblock.judging._reply_values import word_of
from gaugeblock.stats._undefined import Undefined
from gaugeblock.stats.score import snap
from gaugeblock.verdict import Finding

__all__ = ["contradiction"]

_NEAR = Decimal("0.005")
"""A judge rounds its own mean."""

_PLAIN_NUMBER = re.compile(r"[0-9]{0,3}\.?[0-9]{1,20}")


def contradiction(claim: Value, findings: tuple[Finding, ...], *, pass_at: Decimal) -> str:
    """How the judge's own overall differs from what its dimensions give; empty when it does not, or says nothing.

    A number is held against the mean of the scores, as written and snapped; a word against pass, fail or unscored.
    """
    if isinstance(claim, tuple):
        claim = next((value for key, value in claim if key.lower() in ("verdict", "score")), None)
    if isinstance(claim, bool):
        claim = "pass" if claim else "fail"
    word = word_of(claim)
    if word is not None:
        return _against_word(word, findings, pass_at)
    if isinstance(claim, str) and _PLAIN_NUMBER.fullmatch(claim.strip()):
        return _against_number(claim.strip(), findings)
    return ""


def _against_word(word: str, findings: tuple[Finding, ...], pass_at: Decimal) -> str:
    own = _own_word(findings, pass_at)
    if word == own or (word == "fail" and own == "unscored"):
        return ""
    deciding = findings
    if own == "unscored":
        deciding = tuple(f for f in findings if f.problem is not None)
    elif own == "fail":
        deciding = tuple(f for f in findings if f.verdict == "fail") or findings
    return f'the judge\'s own overall "{word}" contradicts its dimensions, which give {own} ({_listed(deciding)})'


def _against_number(claim: str, findings: tuple[Finding, ...]) -> str:
    scores = [f.score for f in findings if f.score is not None]
    if len(scores) < len(findings):
        return ""
    means = (_mean([Decimal(score) for score in scores]), _mean(_snapped(scores)))
    if any(abs(Decimal(claim) - mean) <= _NEAR for mean in means):
        return ""
    return f"the judge's own overall {claim} contradicts its dimensions ({_listed(findings)})"


def _own_word(findings: tuple[Finding, ...], pass_at: Decimal) -> str:
    if any(f.verdict == "fail" for f in findings):
        return "fail"
    if any(f.problem is not None for f in findings):
        return "unscored"
    scores = _snapped([f.score for f in findings if f.score is not None])
    return "fail" if scores and _mean(scores) < pass_at else "pass"


def _snapped(scores: list[str]) -> list[Decimal]:
    return [Decimal(str(anchor)) for s in scores if not isinstance(anchor := snap(s), Undefined)]


def _mean(scores: list[Decimal]) -> Decimal:
    return sum(scores, Decimal(0)) / len(scores)


def _listed(findings: tuple[Finding, ...]) -> str:
    return ", ".join(f"{f.dimension}: {f.verdict or f.score or f.problem}" for f in findings)
