"""The gate: what the tallies, the policy and the judge's certificate decide together."""

from gaugeblock.gate.certification import CertificateCheck, check_certificate
from gaugeblock.gate.decision import Decision, DimensionDecision, decide
from gaugeblock.stats.rules import hard, mean_meets_threshold, mean_threshold, meets_threshold, threshold

__all__ = [
    "CertificateCheck",
    "Decision",
    "DimensionDecision",
    "check_certificate",
    "decide",
    "hard",
    "mean_meets_threshold",
    "mean_threshold",
    "meets_threshold",
    "threshold",
]
