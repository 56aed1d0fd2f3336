"""Knowing the text under test again in a judge's reply: a verdict is never taken from words the agent wrote."""

import re

from gaugeblock.judging._reply_scan import Found, scan
from gaugeblock.judging._reply_values import Asked, Said, gather, outcome

__all__ = ["Echo"]

_SPACES = re.compile(r"\s+")
_LOOKED_UP = 64
"""So many objects are looked up letter by letter; beyond, the comparison by content has to do."""

_Mentioned = tuple[object, ...]


class Echo:
    """Tells whether a verdict object stands in the text under test.

    It does when its text is there, line breaks, blanks and casing aside, or when all that it says (dimension, value,
    quotes) is said by objects there, whatever their quotes, key order and wrapping. Escaped text is unescaped once.
    """

    def __init__(self, answer: str, asked: Asked) -> None:
        self._answer = answer if "{" in answer and asked.stands_in(answer) else ""
        self._asked = asked
        self._squeezed: str | None = None
        self._said: set[_Mentioned] = set()
        self._left = _LOOKED_UP

    def holds(self, found: Found, said: Said) -> bool:
        """Whether `found`, which says `said`, only repeats the text under test."""
        if not self._answer:
            return False
        if self._squeezed is None:
            self._squeezed = self._prepared()
        if _mentioned(said) <= self._said:
            return True
        self._left -= 1
        return self._left >= 0 and _squeeze(found.text) in self._squeezed

    def _prepared(self) -> str:
        unescaped = self._answer.replace('\\"', '"').replace("\\n", "\n")
        texts = dict.fromkeys((self._answer, unescaped))
        for text in texts:
            for found in scan(text, self._asked.is_ours).found:
                self._said |= _mentioned(gather(found.value, self._asked))
        return "\n".join(_squeeze(text) for text in texts)


def _squeeze(text: str) -> str:
    return _SPACES.sub("", text).casefold()


def _mentioned(said: Said) -> set[_Mentioned]:
    return {
        (m.finding.dimension, *outcome(m.finding), *(_squeeze(quote.text) for quote in m.finding.quotes))
        for m in said.mentions
    }
