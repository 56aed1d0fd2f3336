"""Bounds: whether the words around a figure make it a least or a most."""

from gaugeblock.judging.rules.reading import Token

__all__ = ["bound_of"]

_LEAST_BEFORE = (
    ("at", "least"), ("no", "less", "than"), ("no", "fewer", "than"), ("not", "less", "than"), ("more", "than"),
    ("over",), ("above",), ("minimum", "of"), ("a", "minimum", "of"), ("starting", "at"), ("older", "than"),
    ("minimum",), ("exceeds",), ("exceeding",), ("beyond",), ("fewer", "than", "no"),
)  # fmt: skip
_MOST_BEFORE = (
    ("at", "most"), ("up", "to"), ("no", "more", "than"), ("not", "more", "than"), ("maximum", "of"), ("under",),
    ("below",), ("less", "than"), ("fewer", "than"), ("as", "many", "as"), ("as", "much", "as"), ("as", "long", "as"),
    ("limit", "of"), ("capped", "at"), ("younger", "than"), ("maximum",), ("cap", "of"), ("within",), ("limited", "to"),
)  # fmt: skip
_LEAST_AFTER = (("or", "more"), ("and", "older"), ("or", "older"), ("and", "up"), ("and", "over"), ("or", "over"),
                ("or", "above"), ("and", "above"), ("minimum",), ("or", "longer"), ("at", "least"))  # fmt: skip
_MOST_AFTER = (("or", "less"), ("or", "fewer"), ("and", "under"), ("or", "under"), ("or", "younger"), ("maximum",),
               ("at", "most"), ("at", "the", "most"), ("and", "younger"), ("or", "below"), ("max",))  # fmt: skip


def bound_of(tokens: list[Token], first: int, last: int) -> str:
    """Whether the figure is a least or a most, from the words around it; nothing when they say both or neither."""
    here = tokens[first].sentence
    words = [t.low for t in tokens[max(0, first - 6) : first] if t.sentence == here]
    before = tuple(words[-3:])
    after = tuple(t.low for t in tokens[last + 1 : last + 5])
    bound = _longest_before(before)
    if bound:
        than = before[-1:] == ("than",) and before[-2:-1] not in (("younger",), ("older",))
        denied = than and any(w in _NOES or w.endswith("n't") for w in words[-6:-1])
        already = before in _DENIED_BOUNDS
        return ("least" if bound == "most" else "most") if denied and not already else bound
    if any(_within(after, p) for p in _LEAST_AFTER):
        return "least"
    return "most" if any(_within(after, p) for p in _MOST_AFTER) else ""


_NOES = frozenset({"no", "not", "never", "cannot", "nothing", "nobody", "none"})
_DENIED_BOUNDS = frozenset({("no", "less", "than"), ("no", "fewer", "than"), ("not", "less", "than"),
                            ("no", "more", "than"), ("not", "more", "than")})  # fmt: skip


def _longest_before(before: tuple[str, ...]) -> str:
    """The longest phrase wins: `no fewer than` over `fewer than`."""
    for length in (3, 2, 1):
        if before[-length:] in _MOST_BEFORE:
            return "most"
        if before[-length:] in _LEAST_BEFORE:
            return "least"
    return ""


def _within(words: tuple[str, ...], phrase: tuple[str, ...]) -> bool:
    return words[: len(phrase)] == phrase or words[1 : len(phrase) + 1] == phrase
