"""Polarity: does a clause of the answer say yes where the source says no?"""

from itertools import pairwise

from gaugeblock.judging.rules.reading import Token
from gaugeblock.judging.rules.vocabulary import pairs_of, words_of
from gaugeblock.judging.rules.words import NEGATORS, keys_of, stem, stems_of

__all__ = ["AXES", "CLOSING", "SIGN_WORDS", "across", "focus", "negators", "shades", "sign_of"]

_AXES_TABLE = """
before ahead prior beforehand | after afterward afterwards following
more above over older exceed | less under below younger fewer
primary | secondary
increase raise rise | decrease reduce lower
same identical | different
inside indoors | outside outdoors
wet damp | dry
empty | full
hot warm | cold cool
morning | evening afternoon night
first | last
fast | eat food snack breakfast
remove | stay
include | separate separately
always | never
earliest | latest
highest | lowest
upstairs | downstairs
home | office onsite
stop cease halt | continue proceed resume
front | rear
"""
AXES: dict[str, tuple[int, int]] = {
    stem(word): (number, side)
    for number, line in enumerate(_AXES_TABLE.strip().splitlines())
    for side, words in enumerate(line.split("|"))
    for word in words.split()
}
"""Stem → (axis, side): words of one axis and different sides say opposite things."""
_REFUSING = stems_of("""
    skip avoid refrain abstain exclude forbid prohibit ban unable ineligible unavailable excluded banned
    forbidden optional unnecessary hidden
""")
_SHUT = frozenset({"closed", "shut"})
CLOSING = stems_of("close closure shut")
"""Stems that say closed without a plain no: `closes`, `has closed`, `closing`."""
_LASTING = frozenset({"lasts", "lasted", "lasting"})
"""Forms of the verb `last`, which is no side of `first` and `last`."""
_BEING = words_of("""
    is are be was were stay stays remain 's it's isn't aren't office clinic clinics lab labs
""")
_REFUSING_PAIRS = pairs_of("""
    leave off, leave out, leave alone, hold off, stay off, stay away, stay out, keep off, keep out, keep away, give up,
    steer clear, stay clear, do without, go without, rule out, wait on, lay off, cut out, pass on, be out, is out,
    are out
""")
_PARTICLES = {"off": {"leav", "hold", "stay", "keep"}, "alone": {"leav"}, "home": {"leav", "stay", "keep"},
              "outside": {"leav", "stay", "keep", "remain"}, "behind": {"leav", "stay"}}  # fmt: skip
"""Particles that make a verb refuse, even with its object between."""
_REFUSING_STEMS = frozenset(f"{stem(p.split()[0])} {p.split()[1]}" for p in _REFUSING_PAIRS)
_REFUSING_TAILS = frozenset(p.split()[1] for p in _REFUSING_PAIRS)
_NEUTRAL = pairs_of("""
    no charge, no cost, no later, no more, no less, no fewer, no earlier, not only, not just, no matter, no problem,
    no worries, no fee, without charge, without cost, no extra, or not, if not, not sure, no doubt, never more,
    never less, never fewer, never later, never earlier, nor more, nor less,
    no sooner,
    nothing but, don't forget, don't worry, don't hesitate, not at, without paying, not less, not more,
    not later, none other
""")
SIGN_WORDS = _REFUSING | stems_of("require need must allow permit accept necessary")
"""Stems that only carry the yes or no of a clause."""
_WIDE = stems_of("""
    except unless only stop pause hold end close instead separate apart rather miss lose remove limit hide
    without free waive forgive lift erase wipe cease drop cancel exempt away off out stay delay late wait beyond
    outside differ solely nothing little few hardly rarely seldom exception exclude wrong otherwise expire lapse
    void
""")
"""Words that can make a sentence negative without saying not."""


def negators(tokens: list[Token]) -> set[str]:
    """The plain noes of the words (`not`, `skip`, `closed` …), without those that only look so (`no later than`)."""
    found: set[str] = set()
    for i, token in enumerate(tokens):
        if token.kind != "word":
            continue
        low = token.low
        after = tokens[i + 1].low if i + 1 < len(tokens) else ""
        if low in _SHUT:
            if i == 0 or tokens[i - 1].low in _BEING or tokens[i - 1].kind == "sign":
                found.add("shut")
        elif low in NEGATORS or low.endswith("n't"):
            longer = [t.low for t in tokens[i : i + 3]] == ["no", "longer", "than"]
            if f"{low} {after}" not in _NEUTRAL and not longer:
                found.add("without" if low == "without" else "not")
        elif low in _PARTICLES and any(t.stem in _PARTICLES[low] for t in tokens[max(0, i - 5) : i]):
            found.add("refuse")
        elif token.stem in _REFUSING or (
            after in _REFUSING_TAILS
            and (f"{token.stem} {after}" in _REFUSING_STEMS or f"{low} {after}" in _REFUSING_PAIRS)
        ):
            found.add(token.stem)
    return found


def focus(tokens: list[Token], width: int = 2) -> set[str]:
    """Everything the words nearest to a no may stand for: what it denies."""
    found: set[str] = set()
    for i, token in enumerate(tokens):
        low = token.low
        if token.kind != "word" or not (
            low in NEGATORS or low.endswith("n't") or token.stem in _REFUSING or low in _SHUT
        ):
            continue
        after = [t for t in tokens[i + 1 : i + 6] if t.content and t.low != "longer"][:width]
        before = [t for t in tokens[max(0, i - 4) : i] if t.content][-width:]
        near = after if low in NEGATORS or low.endswith("n't") or token.stem not in _ADJECTIVES else before
        for word in near or before:
            found |= keys_of(word.stem)
    return found


_ADJECTIVES = stems_of("""
    unable ineligible unavailable excluded banned forbidden optional unnecessary hidden prohibited
""")


def shades(tokens: list[Token]) -> set[str]:
    """Every word that may turn the meaning round, plain or not."""
    turned_down = {"deny" for t in tokens if t.low == "down"} if any(t.stem == "turn" for t in tokens) else set()
    wide = {t.stem for i, t in enumerate(tokens) if t.stem in _WIDE and not (i and tokens[i - 1].low == "feel")}
    return negators(tokens) | wide | turned_down


def sign_of(tokens: list[Token]) -> int:
    """1: the clause has no plain no; −1: it has one; 0: it is turned in a way that is not seen through."""
    if len(tokens) > 2 and tokens[0].low in {"no", "nope"} and tokens[1].low in {",", "–"}:
        tokens = tokens[2:]
    noes = negators(tokens) - {"without"}
    if tokens[0].low in _EXCEPTING:
        return 0
    if _is_your_cost(tokens) or any(
        a.low in _SOMEBODY and b.low in {"else", "person", "adult"} for a, b in pairwise(tokens[:4])
    ):
        return 0
    if not noes:
        return 1
    if any(
        t.low == "free" and i and t.start - tokens[i - 1].end == 1 and tokens[i - 1].content
        for i, t in enumerate(tokens)
    ):
        return 0
    turned = len(noes) > 1 or any(
        (t.low in _TURNING and not (t.low == "before" and before.figure)) or t.stem in _ENDING
        for before, t in pairwise(tokens)
    )
    return 0 if turned else -1


def _is_your_cost(tokens: list[Token]) -> bool:
    """`You pay for it yourself`: a yes that says that nobody else pays."""
    for i, token in enumerate(tokens):
        before = {t.low for t in tokens[max(0, i - 4) : i]}
        if token.stem == "pay" and before & _YOU and not before & {"can", "may", "could"}:
            return True
    return False


_SOMEBODY = frozenset({"someone", "somebody", "another"})
_YOU = frozenset({"you", "you'd", "you'll", "you're", "you've"})


_ENDING = stems_of("""
    stop skip avoid miss forget hesitate delay fail lose interrupt shorten problem trouble issue obstacle concern
    danger risk harm object mind refuse reject deny
""")
"""Words that say no themselves: `do not stop` says go on, `no problem` says yes."""
_EXCEPTING = frozenset({"except", "unless", "apart", "besides", "otherwise"})
_TURNING = words_of("without unless until before only except but if nothing just whether or") - {"or"}


def across(answer: list[Token], source: list[Token]) -> bool:
    """The two stand on two sides of an axis (before and after, more and less)."""
    return _across(answer, source)


def _across(answer: list[Token], source: list[Token]) -> bool:
    mine, theirs = _sides(answer), _sides(source)
    return sum(mine[a].isdisjoint(theirs[a]) for a in mine.keys() & theirs.keys()) % 2 == 1


def _sides(tokens: list[Token]) -> dict[int, set[int]]:
    found: dict[int, set[int]] = {}
    for token in tokens:
        if token.stem in AXES and token.low not in _LASTING:
            axis, side = AXES[token.stem]
            found.setdefault(axis, set()).add(side)
    return found
