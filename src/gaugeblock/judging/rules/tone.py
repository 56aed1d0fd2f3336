"""Tone: plain and calm, empathetic where the question is sensitive, no sales talk."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from gaugeblock.judging.rules.matter import Matter

__all__ = ["Slip", "sensitivity", "slips"]


@dataclass(slots=True)
class Slip:
    """Words of the wrong tone, or an opening without a word of sympathy."""

    kind: str
    """`promotion`, `cheer`, `scolding` or `cold`."""
    quote: str
    why: str
    sure: bool = True
    claims: bool = False
    """The sales talk also states something: a superlative, a product."""


_BEREAVED = re.compile(
    r"\b(?:passed\s+(?:away|on)|passed\s+(?:last|this|in|on)|died|dead|death|deceased|lost\s+(?:my|our|his|her|their|a)\s+(?:\w+\s+){0,2}(?:mom|mum|mother|dad|father|wife|"
    r"husband|son|daughter|baby|child|brother|sister|partner|grand\w+|twin\w*|parent\w*)|funeral|widow\w*|late\s+(?:wife|husband|mother|father|mom|dad|son|"
    r"daughter|brother|sister|grand\w+|uncle|aunt|partner)|miscarr\w+|stillb\w+|bereave\w*|estate|hospice|dying|grief|griev\w+|terminal)\b",
    re.I,
)
_MONEY_TROUBLE = re.compile(
    r"\b(?:collection\w*|collector\w*|debt\w*|can'?t\s+(?:afford|pay)|cannot\s+(?:afford|pay)|lost\s+my\s+job|laid\s+off|out\s+of\s+work|behind\s+on|"
    r"months?\s+behind|past\s+due|overdue|bankrupt\w*|garnish\w*|credit\s+(?:bureau|score|report)|evict\w*|unable\s+to\s+pay|no\s+money|broke|unemployed|"
    r"final\s+notice|sue[ds]?|lawsuit|struggling)\b",
    re.I,
)
_FEAR = re.compile(
    r"\b(?:scared|terrified|frighten\w*|afraid|panick?\w*|anxious|anxiety|worried\s+sick|so\s+worried|really\s+worried|very\s+worried|worried|freak\w*|shaking|crying|cry|"
    r"dread\w*|nervous|petrified|desperate|overwhelm\w*|falling\s+apart|can'?t\s+(?:sleep|stop|breathe|cope|eat|think)|feel\s+sick|sick\s+about|"
    r"devastated|heartbroken|claustrophobi\w*|phobi\w*|stressed|upset|distraught|ashamed|embarrass\w*|hopeless|suicid\w*|awful|horrible|losing\s+(?:it|my\s+mind|sleep)|"
    r"don'?t\s+know\s+what\s+to\s+do|at\s+my\s+wits|in\s+tears|scary|alone\s+in\s+this|hate\s+needles|trembl\w*|helpless|numb|keeps?\s+me\s+up|up\s+all\s+night)\b",
    re.I,
)
_DIAGNOSED = re.compile(
    r"\b(?:cancer|tumou?r|chemo\w*|biops(?:y|ies)|lump|malignan\w*|abnormal|diagnos\w*|bad\s+results?|positive\s+(?:test|result)|hiv|miscarriage|"
    r"metasta\w*|mastectomy|leukemia|lymphoma|icu|intensive\s+care|stroke|overdose|assault\w*|abus\w*|dementia)\b",
    re.I,
)
_EMPATHY = re.compile(
    r"\b(?:sorry|condolence\w*|sympath\w*|understand\w*|(?:must|can|might|may)\s+(?:be|feel)\s+(?:\w+\s+)?(?:hard|difficult|stressful|scary|frightening|overwhelming|frustrating|"
    r"worrying|upsetting|unsettling|painful|tough|exhausting|confusing)|stressful|frustrat\w*|i\s+(?:know|hear|realize|can\s+(?:see|imagine|hear))|we\s+(?:know|hear|realize)|"
    r"hard\s+(?:time|to|on|enough|news)|difficult\s+(?:time|to|moment|news)|tough|thank\s+you\s+for\s+(?:telling|sharing|trusting|letting|reaching)|natural\s+to|"
    r"normal\s+to\s+feel|okay\s+to\s+(?:feel|be)|completely\s+(?:normal|natural|understandable)|you(?:'re|\s+are)\s+not\s+alone|take\s+(?:your|all\s+the)\s+time|"
    r"a\s+lot\s+to\s+(?:carry|take|handle|deal|process|go)|going\s+through|scary|frightening|worrying|unsettling|upsetting|overwhelming|feel\s+for\s+you|heart\s+goes|"
    r"thinking\s+of\s+you|wish\s+you|many\s+(?:people|patients)\s+(?:feel|are|find)|plenty\s+of\s+people|lots\s+of\s+people|nerve-?wracking|here\s+(?:for\s+you|to\s+help)|"
    r"gently|no\s+rush|whenever\s+you(?:'re|\s+are)\s+ready|makes\s+sense|of\s+course\s+you|anyone\s+would|reassur\w*|glad\s+you\s+(?:asked|told|reached|wrote|said)|"
    r"sad\s+to\s+hear|apolog\w*|worries?\s+you|concern\s+you|can\s+only\s+imagine|hate\s+that|not\s+easy|never\s+easy|isn't\s+easy|hard)\b",
    re.I,
)
_CHEER = re.compile(
    r"\b(?:yay|woo-?hoo|hooray|awesome|fantastic|super|great\s+(?:news|question)|good\s+news|exciting|excited|thrilled|happy\s+to\s+help|happily|wonderful\w*|amazing|"
    r"hey\s+(?:hey|there)|cheers|no\s+worries|no\s+biggie|easy\s+peasy|piece\s+of\s+cake|have\s+a\s+(?:great|fantastic|wonderful|lovely|super|awesome|blessed|sunny|beautiful)|"
    r"fun|party|smile|sweet|perfect|rock(?:s|ing)?|cool|you\s+got\s+this|cheer\s+up|chin\s+up|look\s+on\s+the\s+bright|bright\s+side|congrat\w*|delighted|lucky|"
    r"hip\s+hip|hurrah|brilliant|pop\s+(?:it|a|on|in|over|by)|buzz|whoop|yippee|terrific|fab(?:ulous)?|hi\s+there|howdy|absolutely|no\s+sweat|don'?t\s+be\s+a\s+stranger|ta-?da|voil[aà])\b",
    re.I,
)
_STRONG_CHEER = re.compile(
    r"\b(?:yay|woo-?hoo|hooray|awesome|fantastic|super|great\s+news|good\s+news|exciting|excited|thrilled|wonderful\w*|amazing|hey\s+(?:hey|there)|cheers|no\s+biggie|"
    r"easy\s+peasy|piece\s+of\s+cake|have\s+a\s+(?:great|fantastic|wonderful|lovely|super|awesome|blessed|sunny|beautiful)|fun|party|rock(?:s|ing)?|you\s+got\s+this|cheer\s+up|"
    r"chin\s+up|bright\s+side|delighted|lucky|hip\s+hip|hurrah|brilliant|whoop|yippee|terrific|fab(?:ulous)?|howdy|no\s+sweat|happy\s+to\s+help)\b",
    re.I,
)
_SCOLD = re.compile(
    r"\b(?:you\s+(?:really\s+|simply\s+)?(?:should|ought\s+to|could)\s+(?:really\s+)?(?:have|'ve)\b|should've|your\s+(?:own\s+)?(?:fault|responsibility|problem|mistake|doing)|toughen|calm\s+down|grow\s+up|"
    r"get\s+over|get\s+a\s+grip|pull\s+yourself|man\s+up|suck\s+it\s+up|deal\s+with\s+it|stop\s+(?:worrying|crying|complaining|panicking|fussing|whining|being)|"
    r"no\s+(?:further\s+comment|excuse\w*|point\s+(?:in\s+)?(?:crying|worrying|complaining|panicking))|not\s+our\s+(?:problem|concern|fault|responsibility)|nothing\s+(?:more\s+)?(?:we|i)\s+can\s+do|"
    r"as\s+(?:i|we)\s+(?:already\s+)?said|obviously|clearly\s+stated|read\s+the\s+(?:letter|bill|policy|instructions|website|form|notice)|you\s+were\s+(?:told|warned|informed)|"
    r"don'?t\s+be\s+(?:silly|dramatic|ridiculous|a\s+baby|childish|difficult)|overreact\w*|dramatic|"
    r"crying|tears\s+(?:will|won't)|(?:being|feeling)\s+(?:upset|scared|anxious|nervous)\s+(?:is|will|won't|does|doesn't)|"
    r"(?:feelings|emotions|fear|fears|nerves|grief|worry|panic)\s+(?:is|are|do|does|will|won't|don't|doesn't)\s+(?:not\s+)?(?:change|matter|alter|our|a\s+reason|irrelevant|help)|irrelevant|"
    r"next\s+time,?\s+(?:plan|pay|read|call|be)|pay\s+your\s+bills|people\s+like\s+you|everyone\s+(?:else\s+)?(?:manages|copes|does)|"
    r"that\s+is\s+(?:all|final)|that's\s+(?:final|life|that)|these\s+things\s+happen|move\s+on|request\s+noted|noted\b|per\s+policy|you\s+chose|careless\w*|lazy|foolish|silly|wast(?:e|ing)\s+(?:of\s+)?(?:our|my|your)?\s*time)",
    re.I,
)
_PROMOTION = tuple(
    re.compile(p, re.I)
    for p in (
        r"\b(?:best|greatest|finest|biggest|hottest)\s+(?:offer|deal|price|value|rate|care|team|service|clinic|experience|option|doctors?|in\s+(?:town|the))\b",
        r"\b(?:don't\s+miss|miss\s+out|hurry|act\s+(?:now|fast|today)|while\s+(?:they|it|supplies|spots|stocks?|places)\s+last|limited[-\s]time|grab\s+(?:a|your|one|yours|the)|snap\s+up|sign\s+up\s+(?:today|now|for)|"
        r"join\s+(?:today|now|us\s+today|thousands)|book\s+(?:now|today)|upgrade|treat\s+yourself|unlock|perks?|exclusive|special\s+offer|one-?time\s+offer|deal\s+of|bargain|steal|"
        r"what\s+are\s+you\s+waiting|for\s+a\s+limited|today\s+only|spots\s+are\s+(?:going|filling)|before\s+it'?s\s+(?:too\s+late|gone)|last\s+chance)\b",
        r"\b(?:world[-\s]class|award[-\s]winning|state[-\s]of[-\s]the[-\s]art|cutting[-\s]edge|top[-\s](?:notch|rated|tier)|best[-\s]in[-\s]class|unbeatable|unmatched|second\s+to\s+none|industry[-\s]leading|"
        r"revolutionary|premier|five[-\s]star|unrivall?ed|one[-\s]stop|game[-\s]chang\w+|next[-\s]level|luxur\w+|pamper\w*|glowing|life[-\s]changing|hassle[-\s]free|stress[-\s]free|effortless\w*|"
        r"seamless\w*|super[-\s]convenient|like\s+never\s+before|never\s+been\s+(?:easier|closer|better|simpler)|you(?:'ll|\s+will)\s+(?:love|adore|thank\s+us|never\s+(?:want|look|regret)|be\s+amazed)|fall\s+in\s+love|"
        r"love\s+(?:it|our|the)|worth\s+(?:the\s+wait|every|it)|peace\s+of\s+mind|experience\s+the|discover\s+(?:the|our|how|why)|enjoy\s+(?:the|our|all|exclusive|special|savings?)|take\s+advantage|save\s+(?:big|even\s+more|time\s+and\s+money)|rewards?\s+(?:points|program|club)|"
        r"loyalty|membership|vip|premium\s+(?:plan|membership|service|package|care)|deluxe|gold\s+membership|free\s+(?:gift|trial|tote|mug)|bonus|sweepstakes|raffle|discounts?\s+galore)\b",
        r"\b(?:most\s+\w+|(?:friendli|fast|cheap|larg|bigg|safe|kind|nic|great|smart|strong|clean|quick|eas)\w*est|best|finest|number\s+one|#1|leading|top)\s+(?:\w+\s+){0,4}?(?:in\s+the\s+(?:state|city|country|region|area|town|world|county|business|industry|northwest|valley)|around|anywhere|in\s+(?:town|america|oregon|the\s+us))\b",
        r"\b(?:apply|join|book|call|order|sign\s+up|enroll|try|schedule|register|download|get\s+started|switch|upgrade|come|visit|act|reserve|shop)\s+(?:\w+\s+){0,3}?(?:today|now|right\s+away)\s*!",
        r"\b(?:don't\s+let\s+(?:this|it|these|them|your)\b|slip\s+(?:through|away|by)|pass\s+(?:this|it)\s+up|awaits?\b|why\s+wait|yours\s+for|treat\s+(?:yourself|that\b)|the\s+treat\b|you\s+deserve|deserve\s+(?:it|a|the)|"
        r"begging\s+for|too\s+good|good\s+to\s+(?:miss|pass)|what\s+a\s+(?:deal|bargain|steal)|for\s+(?:only|just)\s+\$\s?\d|only\s+\$\s?\d[^.?\n]{0,60}!|great\s+(?:value|deal|price|savings?)|get\s+ready\s+to|jump\s+on|lock\s+in|score\s+(?:a|your)|secure\s+your\s+spot)",
        r"\bwhy\s+(?:not|don't\s+you|wait)\s+(?:\w+\s+){0,4}?(?:go|sign|join|try|upgrade|enroll|treat|switch|add|book|download|get|also|consider|take|check|make|let)\b",
        r"\b(?:while\s+you'?re\s+(?:here|at\s+it)|have\s+you\s+(?:considered|tried|heard\s+about|thought\s+about)|did\s+you\s+know|be\s+sure\s+to\s+check\s+out|check\s+out\s+our|ask\s+(?:us\s+)?about\s+our|tell\s+(?:your|all)\s+(?:friends|family)|"
        r"refer\s+a\s+friend|follow\s+us|leave\s+us\s+a\s+review|like\s+us\s+on)\b",
        r"\b(?:go\s+paperless|paperless\s+billing|e-?statements?)\b[^.?\n]{0,60}!",
    )
)
_EMOJI = re.compile("[\U0001f300-\U0001faff\u2728\u2b50\u2764\u263a]")


def sensitivity(question: str) -> tuple[str, int]:
    """What makes the question sensitive and how strongly: 0 not, 1 by its subject, 2 by its words."""
    if match := _BEREAVED.search(question):
        return f"it speaks of a death (“{match[0]}”)", 2
    if match := _FEAR.search(question):
        return f"it speaks of distress (“{match[0]}”)", 2
    if match := _MONEY_TROUBLE.search(question):
        return f"it speaks of money trouble (“{match[0]}”)", 1
    if match := _DIAGNOSED.search(question):
        return f"it speaks of a serious finding (“{match[0]}”)", 1
    return "", 0


_CLAIMING = re.compile(
    r"\b(?:best|greatest|finest|most|\w+est|world[-\s]class|award\w*|top|leading|membership|program|club|paperless|statements?|sign\s+up|upgrade|plus|premium|perks?|app|package|"
    r"stunning|glowing|never\s+been|state[-\s]of)\b",
    re.I,
)


def slips(matter: Matter) -> list[Slip]:
    """Everything in the wrong tone, the surest first."""
    why, level = sensitivity(matter.question.reading.text)
    found = [*_promotion(matter), *_scolding(matter, level), *_cheer(matter, level, why), *_cold(matter, level, why)]
    return sorted(found, key=lambda s: not s.sure)


def _sentence_with(matter: Matter, pattern: re.Pattern[str]) -> Iterator[tuple[str, str]]:
    for sentence in matter.answer_sentences:
        match = pattern.search(sentence.words.replace("’", "'"))
        if match:
            yield sentence.words, sentence.words[match.start() : match.end()]


def _in_source(matter: Matter, words: str) -> bool:
    low = words.lower()
    return any(low in p.reading.text.lower() for p in (*matter.passages, matter.question))


def _promotion(matter: Matter) -> Iterator[Slip]:
    for pattern in _PROMOTION:
        for sentence, words in _sentence_with(matter, pattern):
            if not _in_source(matter, words):
                yield Slip("promotion", sentence, f"“{words}” is sales talk", claims=bool(_CLAIMING.search(sentence)))


def _scolding(matter: Matter, level: int) -> Iterator[Slip]:
    for sentence, words in _sentence_with(matter, _SCOLD):
        if not _in_source(matter, words):
            yield Slip("scolding", sentence, f"“{words}” scolds or brushes off the patient", sure=level > 0)


def _cheer(matter: Matter, level: int, why: str) -> Iterator[Slip]:
    if not level:
        return
    for sentence in matter.answer_sentences:
        words = sentence.words
        strong = _STRONG_CHEER.search(words)
        if _EMOJI.search(words) or strong:
            said = strong[0] if strong else words
            yield Slip("cheer", words, f"“{said}” is cheerful, and the question is sensitive: {why}")
        elif words.rstrip().endswith("!"):
            yield Slip("cheer", words, f"an exclamation mark, and the question is sensitive: {why}", sure=level == 2)


def _cold(matter: Matter, level: int, why: str) -> Iterator[Slip]:
    if not level or not matter.answer_sentences:
        return
    if _EMPATHY.search(matter.answer.reading.text.replace("’", "'")):
        return
    yield Slip(
        "cold",
        matter.answer_sentences[0].words,
        f"no word of sympathy, and the question is sensitive: {why}",
        sure=level == 2,
    )
