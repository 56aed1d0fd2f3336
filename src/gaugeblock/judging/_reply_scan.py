"""Finding the verdict objects in a reply: thinking set apart, fences and small talk passed over.

What counts as thinking: the text between a thinking tag and its closing tag, everything in front of a closing tag that
was never opened, and everything behind an opening tag that is never closed. A tag inside a string of an object is text.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from gaugeblock.judging._loose_json import BLANK, Parsed, Repair, State, Value, parse_loose, parse_strict

__all__ = ["Found", "Scan", "scan"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """One complete object of a reply."""

    value: Value
    text: str
    """The object as it stands in the reply."""
    repairs: tuple[Repair, ...] = ()


@dataclass(slots=True, kw_only=True)
class Scan:
    """What stands in a reply."""

    found: list[Found] = field(default_factory=list)
    """Complete objects outside of thinking, in order."""
    thinking: list[str] = field(default_factory=list)
    repairs: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    cut: str = ""
    """Inside what the text ends, in words; empty: it does not end inside an object."""
    cut_is_ours: bool = False
    """The object that is cut is, or may have become, a verdict object."""
    thinking_is_cut: bool = False
    broken: str = ""
    """What is wrong with a malformed verdict object that no complete one follows, in words."""
    words_outside: bool = False
    """There is text besides objects, thinking and fences."""


def scan(text: str, is_ours: Callable[[str], bool]) -> Scan:
    """Every complete object outside of thinking; `is_ours` tells a key that a verdict object has."""
    strict = parse_strict(text)
    if strict and isinstance(strict[0], tuple):
        return Scan(found=[Found(value=strict[0], text=text)])
    if strict and isinstance(strict[0], str) and "{" in strict[0]:
        inside = _Scanner(strict[0], is_ours).run()
        inside.repairs.append("reply taken out of a JSON string")
        return inside
    return _Scanner(text, is_ours).run()


_NAMES = r"think(?:ing)?|thoughts?|reasoning|reflection|scratchpad|analysis"
_OPEN = (
    rf"<(?:\w{{1,20}}:)?(?:{_NAMES})(?:\s[^<>\n]{{0,100}})?>"
    rf"|\[(?:THINK(?:ING)?|REASONING)\]|◁(?:{_NAMES})▷"
    r"|<\|(?:begin_of_(?:thought|thinking|reasoning)|think|thinking)\|>"
    r"|<\|channel\|>\s{0,5}(?:analysis|commentary)\b[^<\n]{0,100}<\|message\|>"
)
_CLOSE = (
    rf"</(?:\w{{1,20}}:)?(?:{_NAMES})\s{{0,5}}>"
    rf"|\[/(?:THINK(?:ING)?|REASONING)\]|◁/(?:{_NAMES})▷"
    r"|<\|(?:end_of_(?:thought|thinking|reasoning)|/think|/thinking)\|>"
    r"|<\|channel\|>\s{0,5}final\b[^<\n]{0,100}<\|message\|>"
)
_END_OF_MESSAGE = r"<\|end\|>"
_TAG = re.compile(rf"(?P<open>{_OPEN})|(?P<close>{_CLOSE})|(?P<end>{_END_OF_MESSAGE})", re.IGNORECASE)
_B = f"[{BLANK}]*+"
_MEMBER_AHEAD = rf"""{_B}(?:["'“}},/\#]|[\w$\-]{{1,100}}+{_B}(?:[:/\#]|\Z)|\Z)"""
_MARK = re.compile(
    rf"(?P<object>\{{(?:{_B}\{{)*+(?={_MEMBER_AHEAD})|\[(?={_B}\{{))|(?P<open>{_OPEN})|(?P<close>{_CLOSE})",
    re.IGNORECASE,
)
_LINE_BEFORE = re.compile(r"(?:\A|\n)[ \t]{0,8}\Z")
_FENCE = re.compile(r"(?:`{3,}|~{3,})[\w+\-]*")
_WORD = re.compile(rf"[^{BLANK}]")
_BRACKET = re.compile(r"[{}\[\]]")
_STRICT_TRIES = 16
_REREADING = 4


class _Scanner:
    """Goes through one reply from front to back."""

    def __init__(self, text: str, is_ours: Callable[[str], bool]) -> None:
        self.text = text
        self.is_ours = is_ours
        self.result = Scan()
        self.outside: list[str] = []
        self.strict_tries = _STRICT_TRIES
        self.reread = 0
        """Characters read in objects that came to nothing; beyond a multiple of the text none is read twice."""
        self.dropped = ""
        self.closing: re.Match[str] | None = None
        self.closing_is_known = False

    def run(self) -> Scan:
        pos = 0
        while found := _MARK.search(self.text, pos):
            self.outside.append(self.text[pos : found.start()])
            if found.lastgroup == "open":
                pos = self._thinking(found)
            elif found.lastgroup == "close":
                self._all_was_thinking(found.start())
                pos = found.end()
            else:
                pos = self._object(found.end() - 1)
        self.outside.append(self.text[pos:])
        self._finish()
        return self.result

    def _finish(self) -> None:
        result = self.result
        if self.dropped and not result.found and not result.cut:
            result.cut, result.cut_is_ours = self.dropped, True
        outside = "".join(self.outside)
        plain = _FENCE.sub("", outside).replace("\ufeff", "")
        result.words_outside = bool(_WORD.search(plain))
        if "\ufeff" in outside:
            result.repairs.append("byte-order mark removed")
        if result.thinking:
            result.repairs.append("thinking set apart")
        if result.found and _FENCE.search(outside):
            result.repairs.append("code fence removed")
        if result.found and result.words_outside:
            result.repairs.append("text around the object passed over")

    def _thinking(self, opening: re.Match[str]) -> int:
        """The place behind the block that opens here; blocks of the same kind inside it count."""
        kind, depth = _kind(opening[0]), 1
        for tag in _TAG.finditer(self.text, opening.end()):
            if tag.lastgroup == "end":
                depth = 0 if kind == "channel" else depth
            elif _kind(tag[0]) == kind:
                depth += 1 if tag.lastgroup == "open" else -1
            if depth == 0:
                self.result.thinking.append(self.text[opening.end() : tag.start()])
                return tag.end()
        self.result.thinking.append(self.text[opening.end() :])
        self.result.thinking_is_cut = True
        return len(self.text)

    def _all_was_thinking(self, end: int) -> None:
        """A closing tag without an opening one: what came so far was thinking, its verdicts too."""
        self.result = Scan(thinking=[self.text[:end]])
        self.outside.clear()

    def _object(self, start: int) -> int:
        """Read the object that may start here; the place to go on from."""
        if self.strict_tries > 0:
            self.strict_tries -= 1
            strict = parse_strict(self.text, start)
            if strict:
                return self._take(Found(value=strict[0], text=self.text[start : strict[1]]), strict[1])
        parsed = parse_loose(self.text, start, self.is_ours)
        if parsed.state is State.COMPLETE:
            text = self.text[start : parsed.end]
            if not parsed.ours and not any(quote in text for quote in "\"'“"):
                self.outside.append(text)
                return parsed.end
            return self._take(Found(value=parsed.value, text=text, repairs=parsed.repairs), parsed.end)
        closing = self._last_unopened_closing_tag()
        if closing and closing.start() > start:
            self._all_was_thinking(closing.start())
            self.dropped = parsed.problem if parsed.state is State.CUT else ""
            return closing.end()
        return self._leave(start, parsed)

    def _take(self, found: Found, end: int) -> int:
        self.result.found.append(found)
        if self.result.broken and _has_key(found.value, self.is_ours):
            self.result.broken = ""
            self.result.notes.append("a malformed object in front of the verdict was left out")
        return end

    def _leave(self, start: int, parsed: Parsed) -> int:
        """Go on behind an object that cannot be read, never into one that has our keys: it may quote the answer."""
        if parsed.state is State.CUT:
            self.result.cut = parsed.problem
            self.result.cut_is_ours = parsed.ours or not parsed.keys
            return len(self.text)
        if parsed.ours:
            self.result.broken = parsed.problem
            end = _balanced_end(self.text, start)
        elif parsed.state is State.TOO_DEEP:
            end = parsed.end
        else:
            self.reread += parsed.end - start
            end = start + 1 if self.reread <= _REREADING * len(self.text) else max(parsed.end, start + 1)
        self.outside.append(self.text[start:end])
        return end

    def _last_unopened_closing_tag(self) -> re.Match[str] | None:
        """The last closing tag at a line's beginning that no opening tag belongs to; looked for once."""
        if not self.closing_is_known:
            self.closing, self.closing_is_known = _last_unopened(self.text), True
        return self.closing


def _last_unopened(text: str) -> re.Match[str] | None:
    depth, last = 0, None
    for tag in _TAG.finditer(text):
        if tag.lastgroup == "open":
            depth += 1
        elif tag.lastgroup == "close" and depth:
            depth -= 1
        elif tag.lastgroup == "close" and _LINE_BEFORE.search(text, max(0, tag.start() - 9), tag.start()):
            last = tag
    return last


def _kind(tag: str) -> str:
    """The family a thinking tag belongs to: tags of one family close one another."""
    low = tag.lower()
    if "channel" in low:
        return "channel"
    for name in ("reason", "reflection", "scratchpad", "analysis"):
        if name in low:
            return name
    return "think"


def _balanced_end(text: str, start: int) -> int:
    """Behind the bracket that closes the one at `start`, strings disregarded; the text's end when none does."""
    depth = 0
    for bracket in _BRACKET.finditer(text, start):
        depth += 1 if bracket[0] in "{[" else -1
        if depth <= 0:
            return bracket.end()
    return len(text)


def _has_key(value: Value, is_ours: Callable[[str], bool]) -> bool:
    if isinstance(value, tuple):
        return any(is_ours(key) for key, _ in value)
    return isinstance(value, list) and any(isinstance(item, tuple) and _has_key(item, is_ours) for item in value)
