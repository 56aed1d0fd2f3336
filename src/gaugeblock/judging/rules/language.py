"""Which texts the rules can read: English ones."""

import re

from gaugeblock.judging.rules.vocabulary import words_of

__all__ = ["is_foreign"]

_WORD = re.compile(r"[^\W\d_]+")
_ENGLISH = words_of("""
    the an and or to of in is are you your it for on with at be can if we our not this that will as by from
    have do does it's you'll don't please they us must may
""")
_LEAST_WORDS = 6


def is_foreign(text: str) -> bool:
    """Too few of the commonest English words for an English text of that length."""
    words = [w.lower() for w in _WORD.findall(text[:4000])]
    if len(words) < _LEAST_WORDS:
        return bool(words) and not any(w.isascii() for w in words)
    return sum(w in _ENGLISH for w in words) / len(words) < 0.06
