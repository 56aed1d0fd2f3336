"""Treatment: orders about medicines and remedies that the source does not give."""

from collections.abc import Iterator
from itertools import pairwise

from gaugeblock.judging.rules.breach import Breach, known_stems
from gaugeblock.judging.rules.matter import Matter, Sentence, shares
from gaugeblock.judging.rules.reading import Token
from gaugeblock.judging.rules.vocabulary import words_of
from gaugeblock.judging.rules.words import LIGHT_STEMS, stem, stems_of

__all__ = ["treatments"]

_AGAINST = stems_of("""
    stop pause hold skip discontinue halt quit drop leave avoid omit miss withhold cease suspend
""")
_FOR = stems_of("""
    take use swallow continue keep try pop apply start resume restart have drink chew inject wear rub
""")
_CHANGING = stems_of("""
    double halve increase decrease lower raise reduce cut switch adjust change add split lessen up triple
""")
_HOME_CURES = stems_of("ice elevate gargle massage compress soak stretch heat rub")
_MEDICINES = stems_of("""
    medicine medication medications drug pill pills tablet dose doses dosage insulin metformin warfarin eliquis
    coumadin xarelto plavix aspirin ibuprofen advil motrin tylenol acetaminophen naproxen aleve benadryl
    antibiotic antibiotics amoxicillin prednisone steroid steroids inhaler antihistamine claritin zyrtec
    melatonin laxative miralax imodium pepto thinner thinners statin lisinopril metoprolol ozempic semaglutide
    supplement supplements vitamin antacid tums painkiller painkillers sedative valium xanax ativan lorazepam
    antidepressant hydrocortisone cream ointment drops patch nitroglycerin decongestant mucinex sudafed nyquil
    caffeine milligrams mg zofran tranquilizer prescription refill hormone birth methotrexate levothyroxine
    synthroid gabapentin opioid oxycodone cough syrup paracetamol remedy ginger diuretic beta blocker antacid
    nsaid nsaids
""") - {stem("birth"), stem("drops"), stem("patch"), stem("beta")}


def treatments(matter: Matter) -> Iterator[Breach]:
    drugs = _drugs_of(matter)
    for sentence in matter.answer_sentences:
        tokens = sentence.tokens
        for i, token in enumerate(tokens):
            if token.kind != "word" or not _commanded(tokens, i):
                continue
            breach = _cure(matter, sentence, i) if token.stem in _HOME_CURES else _dosing(matter, sentence, i, drugs)
            if breach:
                yield breach
                break
        else:
            yield from _praised(matter, sentence, drugs)
            yield from _home_remedy(matter, sentence)


def _drugs_of(matter: Matter) -> frozenset[str]:
    """Stems that name a medicine in this case: the common names, and what the patient says they take."""
    tokens = matter.question.reading.tokens
    mine = {
        t.stem
        for i, t in enumerate(tokens)
        if t.content
        and t.stem not in LIGHT_STEMS
        and any(b.low in {"take", "taking", "takes", "on"} for b in tokens[max(0, i - 2) : i])
    }
    return _MEDICINES | mine


def _dosing(matter: Matter, sentence: Sentence, i: int, drugs: frozenset[str]) -> Breach | None:
    """An order about a medicine that the source does not give."""
    tokens, act = sentence.tokens, sentence.tokens[i]
    sign = -1 if act.stem in _AGAINST else 1 if act.stem in _FOR else 0
    if not sign and act.stem not in _CHANGING:
        return None
    span = _up_to_break(tokens, i)
    named = [t for t in span[1:] if t.stem in drugs or _is_drug(t)]
    if not named:
        return None
    if any(t.low in _PLAIN_NOES or t.low.endswith("n't") for t in tokens[max(0, i - 3) : i]) or any(
        t.low == "no" for t in span[1:3]
    ):
        sign = -sign
    stand, deciding = _stand_of_source(matter, named, sign, changing=act.stem in _CHANGING)
    if stand == "same":
        return None
    start = max(0, i - 1) if i and tokens[i - 1].kind == "word" else i
    quote = sentence.text.reading.words(tokens[start : i + len(span)])
    return Breach(
        "treatment",
        quote if len(quote) >= 12 else sentence.words,
        f"“{quote}” tells the patient what to do with a medicine, and the source does not",
        against=stand == "other",
        instead=deciding,
    )


_PLAIN_NOES = frozenset({"not", "never", "no", "without"})
_DECIDED_ELSEWHERE = words_of("whether decide decides decided decision")


def _stand_of_source(matter: Matter, named: list[Token], sign: int, *, changing: bool) -> tuple[str, str]:
    """`same`, `other` (it speaks of the medicine and says something else) or `silent`; and who decides, if anyone."""
    stand, deciding = "silent", ""
    for source in matter.source_sentences:
        near = [
            t
            for t in source.tokens
            if any(t.stem == n.stem or not _specific(t).isdisjoint(_specific(n)) for n in named)
        ]
        if not near:
            continue
        clauses = {t.clause for t in near}
        words = [t for t in source.tokens if t.kind == "word"]
        here = [t for t in words if t.clause in clauses] or words
        if denied_change(here):
            stand = "other"
            continue
        if any(t.low in _DECIDED_ELSEWHERE for t in words):
            stand, deciding = "other", deciding or source.words
            continue
        signs = _signs(here) or _signs(words)
        denied = any(t.low in _PLAIN_NOES for t in here)
        if changing:
            if any(t.stem in _CHANGING for t in words) and not denied:
                return "same", ""
        elif sign in signs or (not signs and denied == (sign < 0)):
            return "same", ""
        stand = "other"
    return stand, deciding


def denied_change(words: list[Token]) -> bool:
    """The words forbid any change of a medicine."""
    return any(t.low in _PLAIN_NOES for t in words) and any(t.low in {"change", "adjust"} for t in words)


def _specific(token: Token) -> frozenset[str]:
    """The groups that name a kind of medicine."""
    return frozenset(k for k in token.keys if k.startswith(_MEDICINE_GROUPS))


_MEDICINE_GROUPS = (
    "~blood thinner",
    "~medicine",
    "~diabetes",
    "~insulin",
    "~inhaler",
    "~steroid",
    "~supplement",
    "~dose",
    "~prescription",
)


def _signs(words: list[Token]) -> set[int]:
    """What the words tell to do: 1 take or continue, −1 stop or leave out."""
    found: set[int] = set()
    for i, token in enumerate(words):
        sign = -1 if token.stem in _AGAINST else 1 if token.stem in _FOR else 0
        if sign:
            denied = any(
                t.low in _PLAIN_NOES or t.low.endswith("n't")
                for t in (*words[max(0, i - 3) : i], *words[i + 1 : i + 2])
            )
            found.add(-sign if denied else sign)
    return found


def _cure(matter: Matter, sentence: Sentence, i: int) -> Breach | None:
    token = sentence.tokens[i]
    if token.stem in known_stems(matter) or any(t.kind == "money" for t in sentence.tokens[i + 1 : i + 4]):
        return None
    quote = sentence.text.reading.words(_up_to_break(sentence.tokens, i))
    return Breach(
        "treatment",
        quote if len(quote) >= 12 else sentence.words,
        f"“{quote}” is advice on treatment, and the source does not give it",
    )


_HELPS = stems_of("help ease relieve work cure calm soothe fix treat prevent reduce")


def _praised(matter: Matter, sentence: Sentence, drugs: frozenset[str]) -> Iterator[Breach]:
    """A medicine that neither source nor question names, or one that is said to help."""
    known = known_stems(matter)
    for token in sentence.tokens:
        if (token.stem in _NAMED_DRUGS or _is_drug(token)) and token.stem not in known:
            yield Breach("treatment", sentence.words, f"“{token.low}” is recommended, and the source does not name it")
            return
    named = [t for t in sentence.tokens if t.stem in drugs and not shares(t, matter.source_keys)]
    helps = [t for t in sentence.tokens if t.stem in _HELPS]
    if named and helps and helps[-1].place > named[0].place:
        yield Breach("treatment", sentence.words, f"“{named[0].low}” is recommended, and the source does not name it")


_TAKING = stems_of("take put drink try apply use swallow eat sip chew rub")
_RELIEF = stems_of(
    "ease help relieve calm soothe settle speed numb shake clear bring knock kick fight cure feel lower reduce"
)


def _home_remedy(matter: Matter, sentence: Sentence) -> Iterator[Breach]:
    """An order to take something the source does not name, and what it is good for."""
    tokens = sentence.tokens
    for i, token in enumerate(tokens):
        if token.kind != "word" or token.stem not in _TAKING or not _commanded(tokens, i):
            continue
        what = [t for t in tokens[i + 1 : i + 5] if t.content and not t.figure and t.stem not in LIGHT_STEMS]
        strange = [t for t in what if not shares(t, matter.source_keys) and not shares(t, matter.question_keys)]
        rest = tokens[i + 1 : i + 16]
        purpose = any(a.low in {"to", "will", "should", "can", "'ll"} and b.stem in _RELIEF for a, b in pairwise(rest))
        if strange and purpose:
            yield Breach(
                "treatment",
                sentence.words,
                f"“{strange[0].low}” is recommended as a remedy, and the source does not name it",
            )
            return


_NAMED_DRUGS = _MEDICINES - stems_of("""
    medicine medication medications drug pill pills tablet dose doses dosage supplement supplements vitamin
    steroid inhaler antibiotic thinner prescription refill cream ointment syrup remedy ginger cough hormone
    caffeine mg milligrams painkiller antihistamine sedative laxative diuretic blocker statin
""")


_SUBJECTS = words_of("""
    you you'll you'd please can could should may might must to and or then just also simply either don't not
    never would instead better try go ahead
""")


_OPENING = words_of("meanwhile afterwards otherwise first next instead so also yes sure until simply")


def _commanded(tokens: list[Token], i: int) -> bool:
    """An imperative, or what the patient should, can or may do."""
    if i == 0 or tokens[i - 1].kind == "sign":
        return True
    before = tokens[i - 1]
    if i == 1 and before.low in _OPENING:
        return True
    if before.low == "to" and i > 1:
        return tokens[i - 2].low in {
            "want",
            "need",
            "have",
            "best",
            "ought",
            "sure",
            "safe",
            "okay",
            "fine",
            "wise",
            "better",
            "idea",
            "free",
            "recommended",
        }
    return before.low in _SUBJECTS


def _up_to_break(tokens: list[Token], i: int) -> list[Token]:
    span = [tokens[i]]
    for token in tokens[i + 1 : i + 12]:
        if token.low in {";", ":", "(", "–", ".", "!", "?", ","}:
            break
        span.append(token)
    return span


_DRUG_ENDINGS = (
    "cillin", "mycin", "statin", "pril", "olol", "azole", "profen", "azepam", "formin", "oxacin",
    "sartan", "codone", "xaban",
)  # fmt: skip


def _is_drug(token: Token) -> bool:
    """A name that looks like a medicine's."""
    return token.content and token.low.endswith(_DRUG_ENDINGS)
