"""Evidence: a judge's quotation is looked up in the texts it was shown, word for word.

What counts as found: the same words in the same order in one place, after presentation alone was folded
(`judging/_folding.py`), with neither edge inside another word or figure (`judging/_edges.py`). Nothing is ever
similar enough. The judge's own wrapping may be dropped: quotation marks around the quote, a leading or trailing
ellipsis, a final full stop.

An ellipsis inside a quote is first taken as it stands. Otherwise every part must stand in the same place in order,
the parts may not overlap, none may be trivial, and what is left out between two of them may be at most 300 characters
long and hold no word that negates or limits (`judging/_limits.py`). Such a quote is marked: it has a gap.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gaugeblock._conversation import answer_text
from gaugeblock._text import shorten
from gaugeblock.case import Case
from gaugeblock.judging._edges import inside
from gaugeblock.judging._folding import INVISIBLE, Folded, fold, folded_text
from gaugeblock.judging._limits import limiting_word
from gaugeblock.judging._trivial import is_short, is_whole, is_whole_field
from gaugeblock.rubric import BinaryDimension, Rubric
from gaugeblock.verdict import Evidence, Quote

__all__ = ["LONGEST_GAP", "MOST_PARTS", "Span", "Texts", "find_quote", "is_trivial", "look_up", "why_not_found"]

LONGEST_GAP = 300
"""Characters that one ellipsis may stand for."""

MOST_PARTS = 8
"""Parts that a quote with ellipses may have."""

_MOST_TRIES = 20_000
"""Occurrences inside other words that are looked at before a text is given up."""

_MOST_ENDS = 200
"""Occurrences of one part that are followed up."""

_MOST_LAYERS = 8
"""Layers of wrapping that are taken off a quote."""

_DOTS = 3
_PLACES = ("response", "source", "rubric", "input")
_ELLIPSIS = re.compile(r" ?(?:[\[(] ?\.(?: ?\.){2,} ?[\])]|\.(?: ?\.){2,}) ?")
_WRAPPERS = frozenset({'""', "''", "「」", "『』", "**"})
_STOPS = (".", "。", "．", "।")
_LETTER = re.compile(r"[^\W_]")
_RIM = re.compile(rf"[\s{INVISIBLE}]*")


@dataclass(frozen=True, slots=True)
class Span:
    """Where a quote stands: code points of the original, so that `text[start:end]` shows the words."""

    start: int
    end: int
    gap: bool = False
    """The quote leaves words out between its parts."""


def find_quote(quote: str, text: str) -> Span | None:
    """Where the quote stands in the text, the first place if there are several; None when it does not.

    >>> find_quote("the plan's deductible", "unless the plan’s\\ndeductible is met")
    Span(start=7, end=28, gap=False)
    """
    needle, page = _Needle(quote), _Page(text)
    return _exactly(needle, page) or _with_gaps(needle, page)


class Texts:
    """What a judge may quote for one case; each text is folded when first needed, and once."""

    __slots__ = ("_case", "_orders", "_pages", "_retrieved", "_rubric", "fields")

    def __init__(self, case: Case, rubric: Rubric | None = None) -> None:
        self._case = case
        self._rubric = rubric
        self._orders: dict[tuple[str, ...], tuple[tuple[str, _Page], ...]] = {}
        self._retrieved: tuple[_Page, ...] | None = None
        output = case.output
        self.fields: tuple[str, ...] = ()
        """The answer's whole fields."""
        self._pages: dict[str, tuple[tuple[str, _Page], ...]] = {
            "response": (("response", _Page(answer_text(output) if output else "")),),
            "source": tuple((f"source:{p.id}" if p.id else "source", _Page(p.text)) for p in case.source or ()),
        }
        if output:
            confidence = None if output.confidence is None else str(output.confidence)
            given = (output.text, output.decision, confidence, output.reasoning)
            self.fields = tuple(field for field in given if field)

    def pages(self, place: str) -> "tuple[tuple[str, _Page], ...]":
        """The texts of `response`, `source`, `source:<id>`, `rubric` or `input`, each with its exact place."""
        found = self._pages.get(place)
        if found is None:
            found = self._pages[place] = self._further(place)
        return found

    def in_order(self, places: tuple[str, ...]) -> "tuple[tuple[str, _Page], ...]":
        """The texts of several places, each text once."""
        found = self._orders.get(places)
        if found is None:
            once: dict[int, tuple[str, _Page]] = {}
            for place in places:
                for page in self.pages(place):
                    once.setdefault(id(page[1]), page)
            found = self._orders[places] = tuple(once.values())
        return found

    def retrieved(self) -> "tuple[_Page, ...]":
        """What the agent was given; it proves nothing."""
        if self._retrieved is None:
            self._retrieved = tuple(_Page(p.text) for p in self._case.retrieved or ())
        return self._retrieved

    def _further(self, place: str) -> "tuple[tuple[str, _Page], ...]":
        if place == "input":
            return (("input", _Page(self._case.question)),)
        if place == "rubric":
            dimensions = self._rubric.dimensions if self._rubric else ()
            declared = (text for d in dimensions if isinstance(d, BinaryDimension) for text in d.disclaimers)
            return tuple(("rubric", _Page(text)) for text in dict.fromkeys(declared))
        return tuple(page for page in self._pages["source"] if page[0] == place)


def look_up(quote: Quote, texts: Texts, *, prefer: tuple[str, ...] = ()) -> Evidence:
    """The quotation with the place where it stands, `verified` only if it was found.

    Args:
        quote: the judge's claim where it stands is a hint for the order of looking, nothing more.
        texts: all that may be quoted.
        prefer: the places that could prove the verdict. They are looked through first, gaps and all; then the place
            the judge named, then response, source, rubric and input.
    """
    needle = _Needle(quote.text)
    if not needle.raw:
        return Evidence(quote=quote.text)
    named = quote.where
    if named and named.partition(":")[0] in prefer:
        prefer = (named, *prefer)
    first = texts.in_order(prefer)
    found = _found(needle, first)
    if found is None:
        every = (*prefer, named, *_PLACES) if named else prefer + _PLACES
        found = _found(needle, texts.in_order(every)[len(first) :])
    if found is None:
        return Evidence(quote=quote.text)
    where, span = found
    return Evidence(quote=quote.text, where=where, start=span.start, end=span.end, verified=True, gap=span.gap)


def is_trivial(evidence: Evidence, texts: Texts) -> bool:
    """Whether a quote that was found is too short to prove anything (`judging/_trivial.py`)."""
    if not is_short(evidence.quote):
        return False
    if evidence.where is None or evidence.start is None or evidence.end is None:
        return True
    place = evidence.where.partition(":")[0]
    for _, page in texts.pages(evidence.where):
        words = page.raw[evidence.start : evidence.end]
        if is_whole(words, texts.fields if place == "response" else (page.raw,)):
            return False
        if place == "source" and is_whole_field(page.raw, evidence.start, evidence.end):
            return False
    return True


def why_not_found(quote: str, texts: Texts) -> str:
    """In words, why a quote that was given is not verified."""
    needle = _Needle(quote)
    shown = f"the quote “{shorten(quote, 60)}”"
    if any(_exactly(needle, page) or _with_gaps(needle, page) for page in texts.retrieved()):
        return f"{shown} stands only in the retrieved context, which proves nothing"
    if needle.parts:
        return f"{shown}: {_fault_of_gaps(needle, texts)}"
    return f"{shown} stands neither in the response nor in the source"


def _found(needle: "_Needle", pages: "Sequence[tuple[str, _Page]]") -> tuple[str, Span] | None:
    for find in (_exactly, _with_gaps):
        for where, page in pages:
            span = find(needle, page)
            if span is not None:
                return where, span
    return None


def _fault_of_gaps(needle: "_Needle", texts: Texts) -> str:
    for parts in needle.parts:
        if len(parts) > MOST_PARTS:
            return f"it has more than {MOST_PARTS} parts between its ellipses"
        short = next((part for part in parts if is_short(part)), None)
        if short is not None:
            return f"its part “{shorten(short, 40)}” is too short to stand beside an ellipsis"
        for _, page in texts.pages("response") + texts.pages("source"):
            word = _swallowed_word(parts, page)
            if word:
                return f"its ellipsis leaves out the word “{word}”"
    return f"its parts do not stand in order in one place, at most {LONGEST_GAP} characters apart"


def _swallowed_word(parts: tuple[str, ...], page: "_Page") -> str:
    text, end = page.folded.text, -1
    for part in parts:
        at = text.find(part, max(end, 0))
        if at < 0:
            return ""
        word = limiting_word(text[end:at]) if end >= 0 else ""
        if word:
            return word
        end = at + len(part)
    return ""


class _Page:
    """One text that may be quoted."""

    __slots__ = ("_folded", "raw")

    def __init__(self, raw: str) -> None:
        self.raw = raw
        self._folded: Folded | None = None

    @property
    def folded(self) -> Folded:
        if self._folded is None:
            self._folded = fold(self.raw)
        return self._folded

    def span(self, start: int, end: int) -> tuple[int, int] | None:
        """A stretch of the folded text in offsets of the original; None when an edge cuts a word or figure."""
        start, end = self.folded.origin(start, end)
        start = _first_visible(self.raw, start, end)
        while end > start and _RIM.fullmatch(self.raw, end - 1, end):
            end -= 1
        return (start, end) if _stands_free(self.raw, start, end) else None


class _Needle:
    """One quote in the forms in which it may be found."""

    __slots__ = ("_forms", "_parts", "raw")

    def __init__(self, quote: str) -> None:
        self.raw = quote.strip()
        self._forms: tuple[str, ...] | None = None
        self._parts: tuple[tuple[str, ...], ...] | None = None

    @property
    def forms(self) -> tuple[str, ...]:
        """Folded: as given first, then without the judge's own wrapping."""
        if self._forms is None:
            self._forms = tuple(_unwrapped(folded_text(self.raw).strip()))
        return self._forms

    @property
    def parts(self) -> tuple[tuple[str, ...], ...]:
        """For each form with an inner ellipsis, the parts around it."""
        if self._parts is None:
            elided = (form for form in self.forms if ".." in form or ". ." in form)
            split = (tuple(part for part in _ELLIPSIS.split(form) if part.strip()) for form in elided)
            self._parts = tuple(dict.fromkeys(parts for parts in split if len(parts) > 1))
        return self._parts


def _unwrapped(words: str) -> Iterator[str]:
    """The words, then with one layer after the other of the judge's own wrapping taken off."""
    for _ in range(_MOST_LAYERS):
        if not _LETTER.search(words):
            return
        yield words
        bare = _without_layer(words)
        if bare == words:
            return
        words = bare


def _without_layer(words: str) -> str:
    if len(words) > 2 and words[0] + words[-1] in _WRAPPERS:
        return words[1:-1].strip()
    if words[-1] in ".])" and (bare := words.rstrip(" .[]()")) and words[len(bare) :].count(".") >= _DOTS:
        return bare
    if words[0] in ".[(" and (bare := words.lstrip(" .[]()")) and words[: -len(bare)].count(".") >= _DOTS:
        return bare
    return words[:-1].rstrip() if words.endswith(_STOPS) else words


def _exactly(needle: _Needle, page: _Page) -> Span | None:
    raw = page.raw
    for start in _occurrences(needle.raw, raw):
        end = start + len(needle.raw)
        if _stands_free(raw, start, end):
            return Span(start, end)
    for form in needle.forms:
        for start in _occurrences(form, page.folded.text):
            span = page.span(start, start + len(form))
            if span is not None:
                return Span(*span)
    return None


def _with_gaps(needle: _Needle, page: _Page) -> Span | None:
    for parts in needle.parts:
        if len(parts) > MOST_PARTS or any(is_short(part) for part in parts):
            continue
        span = _chain(parts, page)
        if span is not None:
            return span
    return None


def _chain(parts: tuple[str, ...], page: _Page) -> Span | None:
    """The parts in order with a harmless gap between each two; every end that is in reach is followed up."""
    text = page.folded.text
    reached = {at + len(parts[0]): span for at, span in _free_places(parts[0], page, 0, len(text))}
    for part in parts[1:]:
        further: dict[int, tuple[int, int]] = {}
        for end, so_far in reached.items():
            for at, span in _free_places(part, page, end, end + LONGEST_GAP + len(part)):
                if limiting_word(text[end:at]):
                    break
                further.setdefault(at + len(part), (so_far[0], span[1]))
        reached = dict(list(further.items())[:_MOST_ENDS])
    return Span(*next(iter(reached.values())), gap=True) if reached else None


def _free_places(part: str, page: _Page, start: int, end: int) -> Iterator[tuple[int, tuple[int, int]]]:
    found = 0
    for at in _occurrences(part, page.folded.text, start, end):
        span = page.span(at, at + len(part))
        if span is not None:
            yield at, span
            found += 1
            if found == _MOST_ENDS:
                return


def _occurrences(words: str, text: str, start: int = 0, end: int | None = None) -> Iterator[int]:
    stop = len(text) if end is None else end
    at = text.find(words, start, stop) if words else -1
    tries = 0
    while at >= 0 and tries < _MOST_TRIES:
        yield at
        tries += 1
        at = text.find(words, at + 1, stop)


def _first_visible(text: str, start: int, end: int) -> int:
    rim = _RIM.match(text, start, end)
    return rim.end() if rim else start


def _stands_free(text: str, start: int, end: int) -> bool:
    return not inside(text, start) and not inside(text, end)
