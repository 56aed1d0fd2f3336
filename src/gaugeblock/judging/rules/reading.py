"""Reading: a text as tokens, segments, clauses and sentences, with offsets into the original.

A *sentence* is what a full stop ends. A *clause* says one thing and has one polarity. A *segment* is a stretch between
commas and conjunctions: the neighbourhood a figure belongs to. Presentation (typographic quotes, dashes) is folded one
character for one, so every offset fits the original text.
"""

import re
from dataclasses import dataclass, field

from gaugeblock.judging.rules.vocabulary import STOP, words_of
from gaugeblock.judging.rules.words import PHRASE_HEADS, PHRASES, keys_of, stem

__all__ = ["VERBS", "Reading", "Token", "read"]

_FOLD = str.maketrans({"‘": "'", "’": "'", "ʼ": "'", "“": '"', "”": '"', "‑": "-", "‐": "-", "−": "-", "—": "–"})
_TOKEN = re.compile(
    r"(?=[\d(+$€£])(?:"
    r"(?P<phone>(?:\+?1[-. ])?\(?\b\d{3}\)?[-. ]\d{3}[-. ]\d{4}\b|\b\d{3}[-.]\d{4}\b)"
    r"|(?P<money>[$€£]\s?\d+(?:,\d{3})*(?:\.\d+)?)"
    r"|(?P<time>\b\d{1,2}:\d{2}(?!\d))"
    r"|(?P<ordinal>\b\d{1,2}(?:st|nd|rd|th)\b)"
    r"|(?P<mark>\b\d+[a-z]-?\d*\b(?<![ap]))"
    r"|(?P<number>\d+(?:,\d{3})*(?:\.\d+)?))"
    r"|(?P<half>(?<![^\W_])(?:[ap]\.\s?m\.?|[ap]m\b)|(?<=\d)[ap]m\b)"
    r"|(?P<code>\b[a-z]{1,3}-?\d+[a-z]?\b)"
    r"|(?P<word>[^\W\d_]+(?:'[^\W\d_]+)*)"
    r"|(?P<sign>\n|[^\w\s])",
    re.IGNORECASE,
)
_NUMBER_AND_HALF = re.compile(r"^(\d{1,2})([ap]m)$", re.IGNORECASE)
_ABBREVIATED = words_of("dr mr mrs ms st no vs inc e.g i.e ext approx dept ave rd blvd jr sr")
_OPENERS = words_of("""
    you we it they he she there i our please is are was may can must will do don't does should cannot can't
    won't isn't aren't doesn't be bring call wear take drink eat arrive ask tell skip avoid leave keep use stop
    have plan everyone anyone nobody this that these those your their
""")
_CONJUNCTIONS = words_of("""
    but while whereas unless except because if when so although though which who then once since otherwise
    provided however apart
""")
_SUBORDINATE = _CONJUNCTIONS - {"but", "so", "who", "which", "then", "however", "apart"}
_JOINERS = frozenset({"and", "or", "nor", "plus", "with", "also"})
_COMMANDS = words_of("""
    bring call wear take drink eat arrive ask tell skip avoid leave keep use stop have plan pays costs takes
""")
_VERBS = words_of("""
    is are was were may can must will do does don't doesn't should cannot can't won't isn't aren't has have had
    need needs get gets applies apply
""")
_ACTS = words_of("""
    opens closes stays remains runs starts begins ends finishes takes costs pays covers includes comes goes leaves
    arrives departs lasts lies works serves accepts keeps requires allows sells lends rents sends carries
    stay remain cost cover include require
""")
"""Verbs that begin a clause of their own after `and`, without a new subject."""
VERBS = _VERBS | _ACTS
"""Words that are a clause's verb."""


@dataclass(slots=True)
class Token:
    """One word, number or sign."""

    low: str
    stem: str
    start: int
    end: int
    kind: str
    """`word`, `number`, `money`, `time`, `half` (a.m.), `phone`, `code`, `ordinal` or `sign`."""
    capital: bool = False
    keys: frozenset[str] = frozenset()
    sentence: int = 0
    clause: int = 0
    segment: int = 0
    place: int = 0
    """Its position among the reading's tokens."""
    figure: bool = False
    """Part of a quantity."""
    content: bool = False
    """Carries a claim: a word that is no function word."""


@dataclass(slots=True)
class Reading:
    """A text, read once."""

    text: str
    tokens: list[Token] = field(default_factory=list)
    sentences: list[list[Token]] = field(default_factory=list)
    clauses: list[list[Token]] = field(default_factory=list)
    segments: list[list[Token]] = field(default_factory=list)
    keys: set[str] = field(default_factory=set)
    """Everything its words may stand for."""

    def words(self, tokens: list[Token]) -> str:
        """The original text from the first of the tokens to the last."""
        return self.text[tokens[0].start : tokens[-1].end] if tokens else ""


def read(text: str) -> Reading:
    """The text as tokens, grouped; never raises, linear in the text's length."""
    reading = Reading(text)
    _tokenise(reading)
    _group(reading)
    _name_phrases(reading.tokens)
    for token in reading.tokens:
        if token.kind == "word":
            reading.keys |= token.keys
    return reading


def _tokenise(reading: Reading) -> None:
    folded = reading.text.translate(_FOLD)
    tokens = reading.tokens
    for match in _TOKEN.finditer(folded):
        kind = match.lastgroup or "sign"
        kind = "code" if kind == "mark" else kind
        word, start, end = match[0], match.start(), match.end()
        low = word.lower()
        if kind == "sign" and low == "-" and _inside_a_word(folded, start):
            continue
        if kind == "code" and (parts := _NUMBER_AND_HALF.match(low)):
            tokens.append(Token(parts[1], parts[1], start, start + len(parts[1]), "number", place=len(tokens)))
            tokens.append(Token(parts[2], parts[2], start + len(parts[1]), end, "half", place=len(tokens)))
            continue
        if kind == "half" and (not tokens or tokens[-1].kind not in {"number", "time"}):
            kind = "word"
        base = _bare(low) if kind == "word" else low
        root = stem(base) if kind == "word" else low
        keys = keys_of(root) if kind == "word" else frozenset((low,))
        content = kind == "word" and base not in STOP and root not in STOP and not base.endswith("n't")
        tokens.append(Token(base, root, start, end, kind, word[0].isupper(), keys, place=len(tokens), content=content))


def _bare(low: str) -> str:
    if "'" not in low:
        return low
    if low.endswith("n't"):
        return low
    return low.split("'", 1)[0] or low


def _inside_a_word(text: str, at: int) -> bool:
    return 0 < at < len(text) - 1 and text[at - 1].isalnum() and text[at + 1].isalnum()


def _group(reading: Reading) -> None:
    """Number sentences, clauses and segments in one pass."""
    sentence = clause = segment = 0
    tokens, text = reading.tokens, reading.text
    fresh, subordinate, verbed = True, False, False
    for i, token in enumerate(tokens):
        if token.kind == "word":
            if token.low in _CONJUNCTIONS or (token.low == "as" and _next_is(tokens, i, _PRONOUNS)):
                if not fresh or (i and tokens[i - 1].low == ","):
                    clause, segment = clause + 1, segment + (not fresh)
                subordinate = token.low in _SUBORDINATE
            elif token.low in _JOINERS and not token.capital:
                segment += not fresh
                if token.low != "with" and _opens_clause(tokens, i + 1, verbed=verbed):
                    clause, verbed = clause + 1, False
            elif fresh and i and tokens[i - 1].low == "," and (subordinate or _opens_clause(tokens, i, verbed=verbed)):
                clause, subordinate = clause + 1, False
        if clause != tokens[i - 1].clause:
            verbed = False
        verbed = verbed or token.low in _VERBS or token.low in _COMMANDS or token.low in _ACTS
        token.sentence, token.clause, token.segment = sentence, clause, segment
        fresh = False
        if _ends_sentence(tokens, i, text):
            sentence, clause, segment, fresh, subordinate = sentence + 1, clause + 1, segment + 1, True, False
        elif token.kind == "sign" and token.low in {";", ":", "(", ")", "–"} and not _in_range(tokens, i):
            clause, segment, fresh, subordinate = clause + 1, segment + 1, True, False
        elif token.low == ",":
            segment, fresh = segment + 1, True
    reading.sentences = _by(tokens, "sentence")
    reading.clauses = _by(tokens, "clause")
    reading.segments = _by(tokens, "segment")


def _next_is(tokens: list[Token], i: int, words: frozenset[str]) -> bool:
    return i + 1 < len(tokens) and tokens[i + 1].low in words


_PRONOUNS = words_of("we you they it there i he she that these those")


def _opens_clause(tokens: list[Token], i: int, *, verbed: bool) -> bool:
    """The words from here on have a subject or verb of their own; a second subject of one verb is no clause."""
    if i >= len(tokens):
        return False
    if tokens[i].low in _OPENERS:
        return True
    if verbed and tokens[i].low in _ACTS and i and tokens[i - 1].low in _JOINERS:
        return True
    verbed = verbed or (i > 1 and tokens[i - 2].low == "," and tokens[i - 1].low in _JOINERS)
    return verbed and any(t.low in _VERBS for t in tokens[i + 1 : i + 4] if t.kind == "word")


def _in_range(tokens: list[Token], i: int) -> bool:
    """A dash between two figures or names that stand close: `6:30–5:30`, `Monday–Friday`."""
    if tokens[i].low != "–" or i == 0 or i + 1 >= len(tokens):
        return False
    return tokens[i + 1].start - tokens[i - 1].end <= 1


def _ends_sentence(tokens: list[Token], i: int, text: str) -> bool:
    token = tokens[i]
    following = text[token.end : token.end + 2]
    if token.kind == "half":
        if not token.low.endswith("."):
            return False
        if i + 1 >= len(tokens):
            return True
        after = tokens[i + 1]
        return after.capital and after.start > token.end and stem(after.low) not in _DAYS
    if token.kind != "sign":
        return False
    if token.low == "\n":
        return True
    if token.low not in {".", "!", "?", "…"}:
        return False
    if token.low == "." and i and tokens[i - 1].low in _ABBREVIATED and tokens[i - 1].end == token.start:
        return False
    return not following or following[0].isspace() or following[0] in "\"'”’)*"


_DAYS = words_of("monday tuesday wednesday thursday friday saturday sunday")


def _by(tokens: list[Token], name: str) -> list[list[Token]]:
    groups: list[list[Token]] = []
    last = -1
    for token in tokens:
        number = getattr(token, name)
        if number != last:
            groups.append([])
            last = number
        groups[-1].append(token)
    return groups


def _name_phrases(tokens: list[Token]) -> None:
    for i, token in enumerate(tokens):
        longest = PHRASE_HEADS.get(token.stem, 0)
        if not longest or token.kind != "word":
            continue
        parts = [token.stem]
        for j in range(i + 1, min(i + longest, len(tokens))):
            if tokens[j].kind == "sign":
                break
            parts.append(tokens[j].stem)
            phrase = " ".join(parts)
            if phrase in PHRASES:
                names = keys_of(phrase)
                for part in tokens[i : j + 1]:
                    part.keys = part.keys | names
