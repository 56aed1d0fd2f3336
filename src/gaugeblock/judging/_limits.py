"""Words that turn or limit what stands beside them; an ellipsis that swallows one proves nothing.

A word of one language may mean something else in another: then a quote with a gap is refused that would have been
harmless, and the judge is asked for the words without a gap.
"""

import re

__all__ = ["limiting_word"]

_BY_LANGUAGE = {
    "English": """not no non never none nobody nothing nowhere neither nor cannot dont doesnt isnt cant wont without
        unless until till if when whenever only solely merely except excepting exception exceptions exclude excludes
        excluded excluding but however although though provided providing barring hardly barely scarcely rarely seldom
        unlikely unable lack lacks lacking fail fails failed deny denies denied refuse refuses refused forbid forbids
        forbidden prohibit prohibits prohibited ban bans banned disallowed illegal cease ceases stop stops false untrue
        incorrect wrong limit limits limited maximum minimum most least""",
    "Spanish": """nunca jamás ni sin salvo excepto solo sólo solamente únicamente tampoco nada nadie si cuando hasta
        pero sino aunque menos máximo mínimo""",
    "French": """ne pas jamais sans sauf seulement uniquement rien hormis excepté mais s'il s'ils jusque lorsque
        quand""",
    "German": """nicht nichts nie niemals niemand ohne außer ausser nur wenn falls sofern bis weder noch ausgenommen
        lediglich aber jedoch sondern höchstens mindestens ausschließlich ausschliesslich obwohl verboten untersagt""",
    "Portuguese": """não nem sem exceto só somente apenas se quando até ninguém mas embora""",
    "Italian": """mai né senza tranne eccetto soltanto finché fino niente nulla ma purché però quando""",
    "Dutch, Polish, Nordic": """niet geen nooit zonder tenzij alleen tot maar bez tylko nigdy chyba jeśli inte ikke ej
        utan uden bara kun aldrig""",
    "Russian, Hebrew, Arabic": """не нет ни никогда без кроме только если нельзя но לא אין בלי רק אלא אם לא إلا لم لن
        ليس ليست غير بدون فقط إذا""",
}
_WORDS = frozenset(word for words in _BY_LANGUAGE.values() for word in words.split())
_BEGINNINGS = ("kein", "nessun", "ningún", "ningun", "nenhum", "aucun")
_ELIDED = frozenset({"n", "jusqu", "lorsqu"})
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
_WRITTEN_TOGETHER = re.compile(
    "[不未没沒无無非勿莫别別只仅僅除禁若]|ない|ません|なかっ|だけ|のみ|しか|않|못|없|아니|외에"
)
"""Chinese, Japanese, Korean."""


def limiting_word(swallowed: str) -> str:
    """The first word of a folded text that negates or limits; empty when there is none.

    >>> limiting_word("the clinic isn't open"), limiting_word("for the follow-up visit")
    ("isn't", '')
    """
    for match in _WORD.finditer(swallowed.casefold()):
        word = match[0]
        if word in _WORDS or word.endswith("n't") or word.startswith(_BEGINNINGS):
            return word
        if "'" in word:
            parts = word.split("'")
            if parts[0] in _ELIDED or not _WORDS.isdisjoint(parts):
                return word
    together = _WRITTEN_TOGETHER.search(swallowed)
    return together[0] if together else ""
