"""The recorded target: the answer stands in the case."""

from gaugeblock.case import Case
from gaugeblock.trace import Trace

__all__ = ["RecordedTarget"]


class RecordedTarget:
    """Gives back what the case has recorded; a case without an answer has a trace without one."""

    name = "recorded"

    async def run(self, case: Case, trial: int) -> Trace:
        """The recorded answer, messages and tool calls."""
        return Trace(output=case.output, messages=case.trace, tool_calls=case.tool_calls)

    async def close(self) -> None:
        """Nothing to give back."""
