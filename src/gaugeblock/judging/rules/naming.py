"""Naming: other names, `all` for `most`, `usually` for `always`."""

from itertools import pairwise

from gaugeblock.judging.rules.compliance_phrases import PAID
from gaugeblock.judging.rules.conflict import Conflict, Scan
from gaugeblock.judging.rules.matter import Matter, Sentence, Text, shares
from gaugeblock.judging.rules.reading import Token
from gaugeblock.judging.rules.vocabulary import words_of
from gaugeblock.judging.rules.words import LIGHT_STEMS, NEGATORS

__all__ = ["check_frequency", "check_hedges", "check_names", "check_own_plan", "check_quantifiers"]


def check_names(matter: Matter, found: Scan) -> None:
    """A name that stands neither in source nor in question, where the source has another one."""
    known = {t.low for text in (*matter.passages, matter.question) for t in text.reading.tokens}
    stems = {t.stem for text in (*matter.passages, matter.question) for t in text.reading.tokens}
    said = {t.low for t in matter.answer.reading.tokens}
    for sentence in matter.answer_sentences:
        for token, near in _names(sentence):
            if (
                token.low in known
                or token.stem in stems
                or token.low.rstrip("s") in known
                or f"{token.low}s" in known
                or shares(token, matter.source_keys)
            ):
                continue
            rival = _rival_name(matter, sentence, near, said)
            if rival is None:
                continue
            source, other, beside = rival
            found.conflicts.append(
                Conflict(
                    sentence.words,
                    source.words,
                    f"the answer names “{matter.answer.reading.words([token])}”, the source names "
                    f"“{source.text.reading.words([other])}” in the same place",
                    sure=beside or _is_place(sentence, token),
                )
            )


def _is_place(sentence: Sentence, token: Token) -> bool:
    at = token.place - sentence.tokens[0].place
    return any(t.low in {"at", "near", "to"} for t in sentence.tokens[max(0, at - 2) : at])


def _rival_name(
    matter: Matter, sentence: Sentence, near: set[str], said: set[str]
) -> tuple[Sentence, Token, bool] | None:
    """Another name of the source, and whether it stands beside the very same words."""
    for source in matter.source_sentences:
        shared = sum(shares(t, source.keys) for t in sentence.content)
        for other, around in _names(source):
            if other.low not in said and (near & around or shared >= 3):
                return source, other, bool(near & around)
    return None


def _names(sentence: Sentence) -> list[tuple[Token, set[str]]]:
    """Capitalised words inside the sentence, each with the stems beside it."""
    found = []
    tokens = sentence.tokens
    for i, token in enumerate(tokens):
        if (
            not token.capital
            or token.kind != "word"
            or token.figure
            or not token.content
            or len(token.low) < 3
            or i == 0
        ):
            continue
        before = tokens[i - 1]
        if (before.kind == "sign" and before.low not in {",", "("}) or (before.low in {"dr", "\n"} and i == 1):
            continue
        beside = tokens[max(0, i - 1) : i] + tokens[i + 1 : i + 2]
        found.append(
            (
                token,
                {t.stem for t in beside if t.kind == "word" and (t.content or t.low in {"dr", "at", "in"})}
                - {"in", "at"},
            )
        )
    return found


_UNIVERSAL = words_of("all every each any always whichever whatever")
_LIMITED = words_of("most some many certain usually few several")


def check_quantifiers(matter: Matter, found: Scan) -> None:
    """`All plans` where the source says `most plans`."""
    limited = _quantified(matter.passages, _LIMITED)
    universal = _quantified(matter.passages, _UNIVERSAL)
    for text, word, noun in _quantified([matter.answer], _UNIVERSAL):
        mine = [e for e in limited if e[2].stem == noun.stem]
        if not mine or any(e[2].stem == noun.stem for e in universal):
            continue
        source_text, source_word, source_noun = mine[0]
        found.conflicts.append(
            Conflict(
                text.reading.text[word.start : noun.end],
                source_text.reading.text[source_word.start : source_noun.end],
                f"the answer says “{text.reading.text[word.start : noun.end]}”, the source only "
                f"“{source_text.reading.text[source_word.start : source_noun.end]}”",
                sure=word.low not in {"any", "each"},
            )
        )


def _quantified(texts: list[Text], words: frozenset[str]) -> list[tuple[Text, Token, Token]]:
    found = []
    for text in texts:
        tokens = text.reading.tokens
        for i, token in enumerate(tokens):
            if token.low not in words:
                continue
            for after in tokens[i + 1 : i + 4]:
                if after.kind == "sign":
                    break
                if after.content and not after.figure:
                    found.append((text, token, after))
                    break
    return found


_ALWAYS = words_of("always never")
_OFTEN = words_of("""
    usually often sometimes generally typically normally mostly occasionally rarely
""")


def check_frequency(matter: Matter, found: Scan) -> None:
    """`Usually` where the source says `always`, or the other way, in sentences about the same."""
    for mine, theirs in ((_OFTEN, _ALWAYS), (_ALWAYS, _OFTEN)):
        if any(t.low in mine for p in matter.passages for t in p.reading.tokens):
            continue
        for sentence in matter.answer_sentences:
            said = next((t for t in sentence.tokens if t.low in mine), None)
            if said is None or len(sentence.content) < 3:
                continue
            for source in matter.source_sentences:
                stands = next((t for t in source.tokens if t.low in theirs), None)
                stems = {t.stem for t in source.content}
                same = sum(t.stem in stems for t in sentence.content)
                if stands and same >= 3 and same >= 0.4 * len(stems):
                    found.conflicts.append(
                        Conflict(
                            sentence.words,
                            source.words,
                            f"the answer says “{said.low}”, the source says “{stands.low}” about the same thing",
                        )
                    )


_HEDGES = words_of("""
    most many some usually often typically generally normally sometimes mostly may might likely
    probably tend tends expect expected aim aims
""")
_ABSOLUTE = words_of("always definitely certainly surely absolutely guarantee guaranteed promise promised invariably")
_ABSOLUTE_PHRASES = ("without exception", "every time", "without fail", "in every case", "no matter", "for sure",
                     "set in stone", "all the time")  # fmt: skip


def check_hedges(matter: Matter, found: Scan) -> None:
    """`Always` or a promise where the source only says `most` or `usually` of the same."""
    for n, sentence in enumerate(matter.answer_sentences):
        said = _absolute(matter, sentence)
        if not said or len(sentence.content) < 2:
            continue
        near = {k for s in matter.answer_sentences[max(0, n - 1) : n + 1] for k in s.keys}
        for source in matter.source_sentences:
            hedge = next((t for t in source.tokens if t.low in _HEDGES), None)
            if hedge is None or source.disclaimer or any(t.low in _ABSOLUTE for t in source.tokens):
                continue
            if any(t.low in _HEDGES for t in sentence.tokens):
                continue
            common = sum(shares(t, near) for t in source.content if t.stem not in LIGHT_STEMS)
            figures = any(q.equals(f) for q in sentence.figures for f in source.figures if q.kind == f.kind)
            if common + 2 * figures >= (2 if figures and any(q.kind == "money" for q in sentence.figures) else 3):
                found.conflicts.append(
                    Conflict(
                        sentence.words,
                        source.words,
                        f"the answer says “{said}” where the source only says “{hedge.low}”: “{source.words}”",
                    )
                )
                return


def check_own_plan(matter: Matter, found: Scan) -> None:
    """`Your plan pays` where the source only says that most, many or some plans do."""
    for sentence in matter.answer_sentences:
        words = [t.low for t in sentence.tokens if t.kind == "word"]
        if not any(a == "your" and b in _PLANS for a, b in pairwise(words)) or not PAID.search(sentence.words):
            continue
        if any(w in _HEDGES or w in _ASKED or w in NEGATORS or w.endswith("n't") for w in words):
            continue
        for source in matter.source_sentences:
            theirs = [t.low for t in source.tokens if t.kind == "word"]
            partial = any(a in _LIMITED and b in _PLANS for a, b in pairwise(theirs))
            if not partial or not PAID.search(source.words):
                continue
            same = any(q.equals(f) for q in sentence.figures for f in source.figures if q.kind == f.kind)
            if same or sum(shares(t, source.keys) for t in sentence.content if t.stem not in LIGHT_STEMS) >= 2:
                found.conflicts.append(
                    Conflict(
                        sentence.words,
                        source.words,
                        f"the answer says it of the patient's own plan, the source only “{source.words}”",
                    )
                )
                return


_PLANS = words_of("plan plans insurance insurer insurers policy policies")
_ASKED = words_of("if whether check ask confirm call see depends")


def _absolute(matter: Matter, sentence: Sentence) -> str:
    """The word of the sentence that leaves no exception, where the source does not have it."""
    words = f" {' '.join(t.low for t in sentence.tokens if t.kind == 'word')} "
    if any(t.low in NEGATORS or t.low.endswith("n't") for t in sentence.tokens if t.low != "without"):
        return ""
    return next((p for p in _ABSOLUTE_PHRASES if f" {p} " in words), "") or next(
        (t.low for t in sentence.tokens if t.low in _ABSOLUTE), ""
    )
