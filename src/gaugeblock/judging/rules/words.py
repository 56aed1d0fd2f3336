"""Words: a light stemmer, which words carry a claim, and which words can stand for each other."""

import re
from collections.abc import Iterable
from functools import lru_cache

from gaugeblock.judging.rules.synonyms import GROUPS
from gaugeblock.judging.rules.vocabulary import LIGHT, words_of

__all__ = ["LIGHT", "LIGHT_STEMS", "NEGATORS", "PHRASES", "PHRASE_HEADS", "keys_of", "stem"]


NEGATORS = words_of("not no never none nothing nobody neither nor cannot without")  # fmt: skip

_IRREGULAR = {
    w: base
    for base, forms in {
        "go": "went gone goes", "child": "children", "take": "took taken", "give": "gave given",
        "send": "sent", "tell": "told", "bring": "brought", "leave": "left", "keep": "kept", "hold": "held",
        "meet": "met", "make": "made", "get": "got gotten getting", "see": "saw seen", "wear": "wore worn",
        "drive": "drove driven", "eat": "ate eaten", "drink": "drank drunk", "person": "people persons", "man": "men",
        "woman": "women", "foot": "feet", "tooth": "teeth", "lose": "lost losing", "find": "found",
        "choose": "chose chosen",
        "write": "wrote written", "begin": "began begun", "speak": "spoke spoken", "say": "said", "sell": "sold",
        "buy": "bought", "think": "thought", "feel": "felt", "sleep": "slept", "spend": "spent", "lend": "lent",
        "hear": "heard", "run": "ran", "come": "came", "become": "became", "understand": "understood",
        "know": "knew known",
        "show": "shown", "draw": "drew drawn", "fall": "fell fallen", "forget": "forgot forgotten", "stand": "stood",
        "lie": "lying lies lay", "die": "died dying dies", "hide": "hid hidden", "hurt": "hurting",
        "swell": "swollen swelled",
        "break": "broke broken", "freeze": "froze frozen", "ring": "rang rung", "shut": "shutting", "wife": "wives",
        "bill": "billed billing bills", "process": "processes", "access": "accesses", "ill": "illness", "lead": "led",
        "deny": "denied denies", "rise": "rose risen", "throw": "threw thrown", "catch": "caught", "teach": "taught",
        "wake": "woke woken", "bear": "bore borne", "grow": "grew grown", "lens": "lenses", "stay": "stayed staying",
        "insurance": "insured insurer insure", "business": "businesses", "gas": "gases", "bus": "buses",
        "pay": "payment payments payable paid pays paying", "need": "needed needs needing",
        "class": "classes", "glass": "glasses", "less": "lesser",
        "address": "addresses addressed", "use": "used using",
    }.items()
    for w in forms.split()
}  # fmt: skip
_DERIVED = re.compile(
    r"(?<=[a-z]{4})(?:ations?|itions?|ements?|ments?|ness|ances?|ences?|ables?|ibles?|ally|ional|ions?|ives?|ity|ously|ous|"
    r"als?|ers?|ors?|ists?|ians?|izes?|ifys?|ants?|ents?|ate|at)$"
)
_AMERICAN = {
    "cheque": "check", "cheques": "checks", "authorise": "authorize", "authorised": "authorized", "centre": "center",
    "centres": "centers", "programme": "program", "colour": "color", "licence": "license", "enrol": "enroll",
    "enrolment": "enrollment", "physio": "physiotherapy", "anaesthetic": "anesthetic", "anaesthesia": "anesthesia",
    "paediatric": "pediatric", "gynaecology": "gynecology", "haematology": "hematology", "litre": "liter",
    "litres": "liters", "metre": "meter", "behaviour": "behavior", "neighbour": "neighbor", "practise": "practice",
    "cancelled": "canceled", "itemised": "itemized", "recognise": "recognize", "organise": "organize",
    "apologise": "apologize", "grey": "gray", "jewellery": "jewelry", "tyre": "tire", "mum": "mom", "favour": "favor",
    "honour": "honor", "catalogue": "catalog", "judgement": "judgment", "immunisation": "immunization",
    "hospitalised": "hospitalized", "specialised": "specialized", "diarrhoea": "diarrhea", "oesophagus": "esophagus",
}  # fmt: skip
_KEPT = words_of("""
    appeal appeals meal meals deal deals heal renal real physical physician physicians medical medicine general
    hospital patient patients apply reply supply family daily early only rely fly july comply assembly number
    water paper order cover over under never matter letter center counter shoulder winter summer dinner finger
    desk office member minute minutes moment original personal personally journal animal oral total final normal
    usual usually formal signal several special capital mineral parent parents student students accident present
    president event recent urgent urgently independent different current currently percent prevent prevented
    content talent resident department apartment statement instrument document documents element experiment
    comment treatment garment position condition conditions question questions attention mention action section
    station billing boarding building morning evening during nothing something anything everything wedding
    ceiling clothing king spring string thing things being bring sing ring wing need needed feed seed speed bed
    red shed internet internal international interpreter distance balance balances instance dance chance
    ambulance finance financial advance entrance insurance science absence presence sentence conference
    reference evidence residence table able capable stable cable available vegetable active native relative
    relatives positive negative massive city university community identity security facility quality county
    serious various previous previously obvious obviously delicious proxy pharmacist specialist therapist
    dentist list waitlist assist important instant constant infant pregnant plant restaurant transplant contrast
    fast last best quarter quarters hundred under order weather whether mother father brother sister
""")
_PHRASE_WORD = re.compile(r"[a-z0-9]+")


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """The word without its inflection, in lower case; close enough to compare, not meant to be read.

    >>> [stem(w) for w in ("cancelled", "cancellations", "plans", "studies", "paid")]
    ['cancel', 'cancel', 'plan', 'study', 'pay']
    """
    word = _AMERICAN.get(word, word).replace("isation", "ization")
    word = _IRREGULAR.get(word, word)
    if len(word) <= 3 or len(word) > 40:
        return word
    word = _without_plural(word)
    if word in _KEPT:
        return word
    word = _without_ending(word)
    if word in _KEPT:
        return word
    derived = _DERIVED.sub("", word)
    if derived != word:
        word = _undoubled(derived) if len(derived) > 3 else word
    return word[:-1] if len(word) > 3 and word[-1] == "e" else word


@lru_cache(maxsize=50_000)
def keys_of(text: str) -> frozenset[str]:
    """Everything the word or phrase (its stems joined by a blank) may stand for: itself and its groups' names."""
    return _GROUPS_OF.get(text, frozenset()) | {text}


def stems_of(text: str) -> frozenset[str]:
    """The stems of a list of words written as running text."""
    return frozenset(stem(w) for w in words_of(text))


def _without_plural(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def _without_ending(word: str) -> str:
    for ending in ("ing", "ied", "ed", "ly"):
        if word.endswith(ending) and len(word) - len(ending) >= (4 if ending == "ly" else 3):
            base = word[: -len(ending)]
            if not re.search("[aeiouy]", base):
                return word
            return base + "y" if ending == "ied" else _undoubled(base)
    return word


def _undoubled(base: str) -> str:
    return base[:-1] if len(base) > 3 and base[-1] == base[-2] and base[-1] not in "sz" else base


def _stems(phrase: str) -> str:
    return " ".join(stem(w) for w in _PHRASE_WORD.findall(phrase.lower()))


def _table(groups: Iterable[str]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for line in groups:
        members = [m.strip() for m in line.split(",") if m.strip()]
        name = "~" + members[0] + "/" + members[1]
        for member in members:
            found.setdefault(_stems(member), set()).add(name)
    return {k: frozenset(v) for k, v in found.items()}


LIGHT_STEMS = frozenset(stem(w) for w in LIGHT)
_GROUPS_OF = _table(GROUPS)
PHRASES = frozenset(k for k in _GROUPS_OF if " " in k)
"""Phrases of the table as stems joined by blanks."""
PHRASE_HEADS: dict[str, int] = {}
"""First stem of a phrase → the length in words of the longest one that begins so."""
for _phrase in PHRASES:
    _parts = _phrase.split(" ")
    PHRASE_HEADS[_parts[0]] = max(PHRASE_HEADS.get(_parts[0], 0), len(_parts))
