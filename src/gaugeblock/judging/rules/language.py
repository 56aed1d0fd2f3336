"""Which texts the rules can read: English ones."""

import re

from gaugeblock.judging.rules.vocabulary import STOP, words_of
from gaugeblock.judging.rules.words import keys_of, stem

__all__ = ["is_foreign"]

_WORD = re.compile(r"[^\W\d_]+")
_ENGLISH = STOP - words_of("a an no me on he has as i was so in es en de la et am d s t m us ha")
"""Function words of English that are none in its neighbours."""
_ELSEWHERE = words_of("""
    il lo gli le dei della delle degli alle nel nella che non è sono una uno del con puoi può giorni ore
    el los las unos unas al que por para y o su sus está es días hora usted puede
    les des une du au aux et est pas vous votre nous sur dans avec pour jours heures
    der das den dem und ist nicht ein eine einen für mit auf bis zu sie ihr wir ja uhr tage
    os uma não são em com você dias horas het een van voor niet zijn dagen uur
    się na nie jest dla na dzień dni av och är inte för dagar og ikke er til
""")
"""Function words of the neighbours that are no English words."""
_LEAST_WORDS = 6


def is_foreign(text: str) -> bool:
    """Whether a text is not in English, by its letters and by the commonest words.

    Foreign is: a fifth of the letters or more from another alphabet; a short text without a single known word; a
    longer one with too few of English's commonest words and few that the synonym table knows.
    """
    words = [w.lower() for w in _WORD.findall(text[:4000])]
    letters = "".join(words)
    if sum(c > "\u024f" for c in letters) >= 0.2 * len(letters) > 0:
        return True
    english = sum(w in _ENGLISH for w in words)
    if sum(w in _ELSEWHERE for w in words) > english:
        return True
    if len(words) < _LEAST_WORDS:
        return len(words) > 1 and not any(w in _ENGLISH or len(keys_of(stem(w))) > 1 for w in words)
    if english / len(words) >= 0.12:
        return False
    return sum(len(keys_of(stem(w))) > 1 for w in words) / len(words) < 0.4
