"""The rule for `--accept-uncertified`."""

from gaugeblock.errors import UsageError

__all__ = ["check_acceptance"]


def check_acceptance(accepted: bool, reason: str, *, in_ci: bool) -> None:
    """In CI the flag needs a reason; a reason needs the flag. Raises `UsageError`."""
    if accepted and in_ci and not reason.strip():
        raise UsageError(
            "--accept-uncertified needs --reason TEXT where the variable CI is set.",
            hint="The reason is stored with the run and shown in every report.",
        )
    if reason and not accepted:
        raise UsageError("--reason belongs to --accept-uncertified, which is not given.")
