"""Quotes are found word for word, presentation aside, and never inside other words or figures."""

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gaugeblock.case import Case, Output, Passage
from gaugeblock.judging._edges import inside
from gaugeblock.judging._folding import COMPOSING, fold, folded_text
from gaugeblock.judging.evidence import LONGEST_GAP, Texts, find_quote, is_trivial, look_up, why_not_found
from gaugeblock.rubric import BinaryDimension, Rubric
from gaugeblock.verdict import Quote

TYPESET = (
    "The co\u2011pay is \u201c$40 per visit\u201d \u2014\nunless the plan\u2019s deductible has not been met.\n"
    "Bring\u00a0your insurance card\u2026 and a photo ID."
)


@pytest.mark.parametrize(
    ("quote", "text", "shown"),
    [
        pytest.param("is $40 per visit.", "The co-pay is $40 per visit.", "is $40 per visit.", id="verbatim"),
        pytest.param(
            'The co-pay is "$40 per visit" - unless the plan\'s deductible has not been met.',
            TYPESET,
            TYPESET[:78],
            id="curly quotes, dash, hyphen, wrap",
        ),
        pytest.param("Bring your insurance card... and a photo ID.", TYPESET, TYPESET[79:], id="ellipsis sign, blank"),
        pytest.param(
            "before\n   arrival time", "be here before arrival time", "before arrival time", id="wrapped quote"
        ),
        pytest.param("before arrival", "x before \t\r\n  arrival", "before \t\r\n  arrival", id="run of blanks"),
        pytest.param("six hours", "six\u2009hours", "six\u2009hours", id="thin space"),
        pytest.param("permitted today", "per\u00admit\u200bted today", "per\u00admit\u200bted today", id="invisible"),
        pytest.param("colonoscopy", "a colono\u00ad\nscopy", "colono\u00ad\nscopy", id="soft hyphen at a line's end"),
        pytest.param("co-pay is due", "the co-\npay is due", "co-\npay is due", id="wrapped at a hyphen"),
        pytest.param("visit - unless", "visit -- unless", "visit -- unless", id="two hyphens as a dash"),
        pytest.param("from -40 degrees", "from \u221240 degrees", "from \u221240 degrees", id="minus sign"),
        pytest.param("café fermé", "le cafe\u0301 ferme\u0301", "cafe\u0301 ferme\u0301", id="decomposed text"),
        pytest.param("cafe\u0301", "le café", "café", id="decomposed quote"),
        pytest.param("한국어 답변", unicodedata.normalize("NFD", "한국어 답변"), None, id="decomposed Hangul"),
        pytest.param('dit "le prix" ici', "dit «\u202fle prix\u202f» ici", None, id="French quotation marks"),
        pytest.param('"Gebühr" und mehr', "die »Gebühr« und mehr", "»Gebühr« und mehr", id="German quotation marks"),
        pytest.param(
            '"six hours before"', "six hours before", "six hours before", id="the judge's own quotation marks"
        ),
        pytest.param("“six hours before.”", "six hours before, x", "six hours before", id="own marks and full stop"),
        pytest.param("… six hours before …", "x six hours before y", "six hours before", id="outer ellipses"),
        pytest.param("[...] six hours before", "x six hours before y", "six hours before", id="bracketed ellipsis"),
        pytest.param("可以退款", "您可以退款。", "可以退款", id="a script without blanks"),
        pytest.param("لا يجوز الدفع", "نعم، لا يجوز الدفع هنا", "لا يجوز الدفع", id="right to left"),
        pytest.param(
            "assurance est utile", "l’assurance est utile", "assurance est utile", id="behind an elided article"
        ),
        pytest.param("costs 40", "costs 40.", "costs 40", id="a figure at a sentence's end"),
        pytest.param("is 40", "is 40, or 50", "is 40", id="a figure before a comma"),
        pytest.param("40", "140 or 40", "40", id="a later place that stands free"),
        pytest.param("(six hours", "x (six hours) y", "(six hours", id="edge at a bracket"),
        pytest.param("half \ud83d here", "x half \ud83d here", "half \ud83d here", id="half surrogate"),
        pytest.param("a\x00b c", "x a\x00b c", "a\x00b c", id="NUL"),
    ],
)
def test_found(quote: str, text: str, shown: str | None) -> None:
    span = find_quote(quote, text)
    assert span is not None
    assert not span.gap
    if shown is not None:
        assert shown == text[span.start : span.end]


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        pytest.param('The co-pay is "$45 per visit"', TYPESET, id="another figure"),
        pytest.param("the plan's deductible has been met", TYPESET, id="a dropped not"),
        pytest.param("stop eating", "Stop eating", id="case is kept"),
        pytest.param("102 days", "10² days", id="a superscript is no digit"),
        pytest.param("10", "10²", id="before a superscript"),
        pytest.param("40", "140", id="inside a longer number"),
        pytest.param("40", "$40.50", id="without currency and decimals"),
        pytest.param("$40", "$40.50", id="without decimals"),
        pytest.param("$40.", "$40.50", id="full stop that is a decimal point"),
        pytest.param("200 units", "1,200 units", id="behind a thousands comma"),
        pytest.param("500 €", "12\u202f500 €", id="behind a thin thousands blank"),
        pytest.param("500 €", "12 500 €", id="behind a plain thousands blank"),
        pytest.param("is 40", "is 40%", id="before a per cent sign"),
        pytest.param("40 degrees", "at -40 degrees", id="without its sign"),
        pytest.param("40 mg", "≥40 mg", id="without its bound"),
        pytest.param("$40", "US$40", id="without its country"),
        pytest.param("30 a.m.", "7:30 a.m.", id="inside a time"),
        pytest.param("20 days", "10–20 days", id="inside a range"),
        pytest.param("call 555", "call 555-0137", id="inside a telephone number"),
        pytest.param("is permitted", "dis permitted", id="left edge inside a word"),
        pytest.param("is permit", "is permitted", id="right edge inside a word"),
        pytest.param("compliant with", "non-compliant with", id="inside a hyphenated word"),
        pytest.param("compliant with", "non-\ncompliant with", id="inside a hyphenated word, wrapped"),
        pytest.param("you can", "you can't", id="before an apostrophe"),
        pytest.param("50 kilos", "add .50 kilos", id="behind a bare decimal point"),
        pytest.param("the rate is non", "the rate is non-binding", id="before a hyphen"),
        pytest.param("the rate is non-", "the rate is non-\nbinding", id="behind a hyphen, wrapped"),
        pytest.param("the rate is non", "the rate is non-\nbinding", id="before a hyphen, wrapped"),
        pytest.param("t eat here", "don't eat here", id="behind an apostrophe"),
        pytest.param("40 per visit", "$40 per visit", id="without its currency"),
        pytest.param("5 mg is the limit", "take < 5 mg is the limit", id="without its bound, a blank between"),
        pytest.param("5 mg is the limit", "take ≥ 5 mg is the limit", id="without its lower bound, a blank between"),
        pytest.param("the cafe", "the cafe\u0301", id="between letter and accent"),
        pytest.param("允许退款", "不允许退款", id="behind a negation written together"),
        pytest.param("許可される", "許可されるない", id="before a negation written together"),
        pytest.param("四十元", "一百四十元", id="inside a Chinese numeral"),
        pytest.param("", "text", id="empty"),
        pytest.param("...", "text", id="only an ellipsis"),
    ],
)
def test_not_found(quote: str, text: str) -> None:
    assert find_quote(quote, text) is None


CLINIC = "Under the plan, the clinic is not permitted to bill you for the follow-up visit during the first ninety days."


@pytest.mark.parametrize(
    ("quote", "text", "shown"),
    [
        pytest.param(
            "is not permitted to bill you ... during the first ninety days",
            CLINIC,
            "is not permitted to bill you for the follow-up visit during the first ninety days",
            id="harmless words left out",
        ),
        pytest.param("to bill you […] the first ninety days", CLINIC, None, id="in brackets"),
        pytest.param("the clinic is ... permitted to bill you", CLINIC, "", id="swallows not"),
        pytest.param("to bill you ... during", CLINIC, "", id="a trivial part at the end"),
        pytest.param("during the first ... permitted to bill you", CLINIC, "", id="out of order"),
        pytest.param("the clinic is ... you", CLINIC, "", id="a trivial part"),
        pytest.param("to bill you ... bill you for the", CLINIC, "", id="overlapping parts"),
        pytest.param("you may be billed … for the visit", "you may be billed, unless x, for the visit", "", id="unless"),
        pytest.param("we will cover ... for this visit", "we will cover only half for this visit", "", id="only"),
        pytest.param("the clinic will ... send you a bill", "the clinic will never send you a bill", "", id="never"),
        pytest.param("you can go ... to the lab", "you can go if it isn't late to the lab", "", id="n't"),
        pytest.param("la visita está … cubierta por el plan", "la visita está casi nunca cubierta por el plan", "", id="es"),
        pytest.param("la visite est … couverte par le plan", "la visite est rarement, sans bon, couverte par le plan", "", id="fr"),
        pytest.param("la clinique … est ouverte le lundi", "la clinique qui n’ouvre est ouverte le lundi", "", id="French n'"),
        pytest.param("der Besuch wird … vom Plan bezahlt", "der Besuch wird keinesfalls vom Plan bezahlt", "", id="de"),
        pytest.param("a consulta é … paga pelo plano", "a consulta é apenas paga pelo plano", "", id="pt"),
        pytest.param("la visita viene … pagata dal piano", "la visita viene talvolta non pagata dal piano", "", id="it"),
        pytest.param("到达前可以喝清水…检查当天可以吃饭", "到达前可以喝清水，检查当天不可以吃饭", "", id="zh"),
        pytest.param("one two three ... four five six", "one two three " + "x" * LONGEST_GAP + " four five six", "", id="too long"),
        pytest.param(
            "one two three ... four five six",
            "one two three not four. one two three and four five six",
            "one two three and four five six",
            id="a later beginning that is harmless",
        ),
    ],
)  # fmt: skip
def test_gap(quote: str, text: str, shown: str | None) -> None:
    """An empty `shown` means: not verified."""
    span = find_quote(quote, text)
    if shown == "":
        assert span is None
        return
    assert span is not None
    assert span.gap
    if shown is not None:
        assert shown == text[span.start : span.end]


ALPHABET = st.sampled_from(
    "ab $4.05,-\u2011\u2014 \n\u00a0\u00ad\u200b\u0301eé“”\"'’«»…%不允ے\ud800\x00ᄒ\u1161\u11ab\u0958"
)


@given(st.text(ALPHABET, max_size=40), st.data())
def test_a_slice_with_free_edges_is_always_found(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    quote = text[start:end].strip()
    start = text.find(quote, start)
    if not quote or inside(text, start) or inside(text, start + len(quote)):
        return
    span = find_quote(quote, text)
    assert span is not None
    assert text[span.start : span.end] == quote


@given(st.text(max_size=60) | st.text(ALPHABET, max_size=60))
def test_offsets_lead_back_to_what_was_folded(text: str) -> None:
    folded = fold(text)
    at = 0
    for i in range(len(folded.text)):
        start, end = folded.origin(i, i + 1)
        assert 0 <= start < end <= len(text)
        assert start >= at
        at = start


@given(st.text(st.characters(exclude_characters="\u00ad\u034f"), max_size=30))
def test_normalisation_equals_the_whole_texts(text: str) -> None:
    """Composing stretch by stretch gives what composing the whole gives; seen where nothing else is folded."""
    plain = "".join(c for c in text if c.isalpha() or (unicodedata.combining(c) and c != "\u034f"))
    composed = unicodedata.normalize("NFC", plain)
    if folded_text(composed) == composed:
        assert composed == folded_text(plain)


def test_the_list_of_composing_characters_is_complete() -> None:
    seconds = set()
    for c in map(chr, range(sys.maxunicode + 1)):
        parts = unicodedata.decomposition(c).split()
        if len(parts) == 2 and not parts[0].startswith("<"):
            seconds.add(chr(int(parts[1], 16)))
    assert {c for c in seconds if not unicodedata.combining(c)} <= set(COMPOSING)


@given(st.text(max_size=40), st.text(max_size=80))
def test_any_quote_and_text_give_an_answer(quote: str, text: str) -> None:
    span = find_quote(quote, text)
    assert span is None or 0 <= span.start < span.end <= len(text)


CASE = Case(
    id="c",
    input="How long must I fast?",
    source=(
        Passage(id="prep", text="Stop eating six hours before arrival.\nFee: $40\nName: Bo"),
        Passage(id="bill", text="Fasting rules apply. Details by phone."),
    ),
    retrieved=(Passage(id="old", text="Stop eating at midnight before the visit."),),
    output=Output(
        text="Please stop eating six hours before arrival. Call 555-0137 or ask.", decision="ok", confidence=0.9
    ),
)
RUBRIC = Rubric(
    name="r",
    dimensions=(BinaryDimension(name="d", question="q", pass_when="p", disclaimers=("This is not medical advice.",)),),
)


@pytest.mark.parametrize(
    ("quote", "hint", "prefer", "where"),
    [
        pytest.param("six hours before arrival", None, ("response", "source"), "response", id="response before source"),
        pytest.param("six hours before arrival", "source", ("response", "source"), "source:prep", id="hint among them"),
        pytest.param("six hours before arrival", "response", ("source",), "source:prep", id="the rule beats the hint"),
        pytest.param("six hours before arrival", "source:bill", ("source",), "source:prep", id="a wrong hint"),
        pytest.param("Details by phone", None, ("source",), "source:bill", id="second passage"),
        pytest.param("before arrival. Fasting rules apply", None, ("source",), None, id="across two passages"),
        pytest.param("not medical advice", "source", ("source", "rubric"), "rubric", id="declared disclaimer"),
        pytest.param("How long must I fast", "source", ("response",), "input", id="only in the question"),
        pytest.param("Stop eating at midnight", None, ("source",), None, id="only in the retrieved context"),
        pytest.param("Decision: ok", None, ("response",), "response", id="a further field of the answer"),
        pytest.param("   ", None, ("response",), None, id="blank"),
    ],
)
def test_where_a_quote_stands(quote: str, hint: str | None, prefer: tuple[str, ...], where: str | None) -> None:
    found = look_up(Quote(text=quote, where=hint), Texts(CASE, RUBRIC), prefer=prefer)
    assert (where, where is not None) == (found.where, found.verified)
    assert (found.start is None) == (where is None)


def test_a_plain_source_has_no_passage_name() -> None:
    case = Case(id="c", source=(Passage(text="six hours before"),), output=Output(text="x"))
    assert look_up(Quote(text="six hours"), Texts(case)).where == "source"


@pytest.mark.parametrize(
    ("quote", "words"),
    [
        pytest.param("Stop eating at midnight", "stands only in the retrieved context", id="retrieved"),
        pytest.param("eat what you like", "neither in the response nor in the source", id="nowhere"),
        pytest.param("Please stop eating … ask", "part “ask” is too short", id="short part"),
        pytest.param("six hours before ... stop eating six", "do not stand in order", id="out of order"),
    ],
)
def test_why_a_quote_is_not_verified(quote: str, words: str) -> None:
    assert words in why_not_found(quote, Texts(CASE, RUBRIC))


def test_the_swallowed_word_is_named() -> None:
    texts = Texts(Case(id="c", source=(Passage(text=CLINIC),), output=Output(text="x")))
    assert "leaves out the word “not”" in why_not_found("the clinic is ... permitted to bill you", texts)


@pytest.mark.parametrize(
    ("quote", "trivial"),
    [
        ("Please stop", True), ("six hours", False), ("Please stop eating", False), ("555-0137", False),
        ("$40", False), ("Name", True), ("Bo", False), ("ok", False), ("0.9", False), ("eating", True),
        ("hours before", False), ("or ask", True),
    ],
)  # fmt: skip
def test_trivial(quote: str, trivial: bool) -> None:
    """`Bo` is a whole value of the source, `ok` and `0.9` are whole fields of the answer."""
    texts = Texts(CASE, RUBRIC)
    found = look_up(Quote(text=quote), texts)
    assert found.verified
    assert trivial is is_trivial(found, texts)


@pytest.mark.parametrize(
    "figure", ["$40", "six hours", "20 %", "20%", "7 a.m.", "14 days", "40 €", "EUR 40", "7:30", "24/7", "40元", "40mg", "Page 3"]
)  # fmt: skip
def test_a_figure_with_its_unit_is_not_trivial(figure: str) -> None:
    texts = Texts(Case(id="c", output=Output(text=f"we say {figure} here")))
    assert not is_trivial(look_up(Quote(text=figure), texts), texts)


@pytest.mark.parametrize("words", ["40", "1,200", "0.5", "in 5", "one of", "or 3", "ok"])
def test_a_bare_figure_is_trivial(words: str) -> None:
    texts = Texts(Case(id="c", output=Output(text=f"we say {words} here")))
    assert is_trivial(look_up(Quote(text=words), texts), texts)


def test_a_field_of_verdict_shaped_text_in_the_answer_is_trivial() -> None:
    texts = Texts(Case(id="c", output=Output(text='{"tone":{"verdict":"pass","evidence":"ok"}}\nok\n')))
    assert is_trivial(look_up(Quote(text="ok"), texts), texts)


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        pytest.param("x y z", " " * 1_000_000, id="blanks"),
        pytest.param("cat sat on", "xcat sat on" * 90_000, id="inside other words"),
        pytest.param("." * 1_000_000 + "a", "b " * 500_000, id="dots in the quote"),
        pytest.param('"' * 1_000_000 + "a", "b " * 500_000, id="marks in the quote"),
        pytest.param("a b c" + "..." * 100_000 + "d", "a b c d" * 100_000, id="many parts"),
        pytest.param("to go now ... to go now ... zz yy xx", "to go now " * 100_000, id="many places of a part"),
        pytest.param("x y z", "a" + "\u0301" * 1_000_000, id="marks on one letter"),
    ],
)
def test_a_text_of_a_megabyte_does_not_hang(quote: str, text: str) -> None:
    assert find_quote(quote, text) is None
