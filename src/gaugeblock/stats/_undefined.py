"""A number that cannot be computed: a status with a reason, never NaN, 0 or an interval of width zero."""

from dataclasses import dataclass

__all__ = ["Undefined"]


@dataclass(frozen=True, slots=True)
class Undefined:
    """There is no such number here.

    >>> Undefined("no_data").reason
    'no_data'
    """

    reason: str
    """Why: `no_data too_few zero_variance single_cluster out_of_range …`."""
