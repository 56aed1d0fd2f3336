"""Which texts the rules can read: English ones."""

import re

from gaugeblock.judging.rules.vocabulary import STOP, words_of
from gaugeblock.judging.rules.words import keys_of, stem

__all__ = ["is_foreign"]

_WORD = re.compile(r"[^\W\d_]+")
_ENGLISH = STOP - words_of("a an no me on he has as i was so in es en de la et am d s t m us ha")
"""Function words of English that are none in its neighbours."""
_LEAST_WORDS = 6


def is_foreign(text: str) -> bool:
    """Too few of English's commonest words for a text of that length, and few that the synonym table knows."""
    words = [w.lower() for w in _WORD.findall(text[:4000])]
    if len(words) < _LEAST_WORDS:
        return bool(words) and not any(w.isascii() for w in words)
    if sum(w in _ENGLISH for w in words) / len(words) >= 0.12:
        return False
    return sum(len(keys_of(stem(w))) > 1 for w in words) / len(words) < 0.4
