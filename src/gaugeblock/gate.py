"""The gate: what the tallies, the policy and the judge's certificate decide together."""

from dataclasses import dataclass
from decimal import Decimal

from gaugeblock.policy import Effect
from gaugeblock.run import Outcome

__all__ = ["CertificateCheck", "Decision", "DimensionDecision"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DimensionDecision:
    """What was decided about one dimension (or `overall`), and why."""

    dimension: str
    kind: str
    """`binary`, `anchored` or `overall`."""
    outcome: str
    """`pass`, `fail`, `inconclusive` or `not_gated`."""
    reason: str = ""
    """A code, "" when there is nothing to explain."""
    sentence: str = ""
    """One line for people, counts before percentages."""
    strength: str = ""
    """`confirmed`: the interval lies on one side of the threshold; `provisional`: it does not; "": no pass or fail."""
    threshold: Decimal | None = None
    effect: Effect | None = None
    failure_rate_upper: float | None = None
    """Zero tolerance: the failure rate is below this with 95 % confidence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CertificateCheck:
    """Whether the judge may open a gate."""

    state: str
    """`valid provisional none_demanded accepted missing expired not_examined changed`."""
    detail: str = ""
    """In words: which part changed, since when it has expired, what is lacking."""
    lacking: tuple[str, ...] = ()
    """The blocking dimensions that are not examined well enough."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """The run's outcome with all its grounds."""

    outcome: Outcome
    exit_code: int
    headline: str
    """The first line to print."""
    dimensions: tuple[DimensionDecision, ...] = ()
    """As in the rubric, `overall` last."""
    certificate: CertificateCheck
    notes: tuple[str, ...] = ()
    """Further lines that every report must show."""
