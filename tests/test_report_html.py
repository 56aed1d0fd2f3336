"""The HTML report: what stands in it, in which order, and that nothing in it can do anything."""

import asyncio
import base64
import hashlib
import io
import re
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from gaugeblock.ports import StoredCase
from gaugeblock.reports.html import write_html
from gaugeblock.reports.marking import LONG, Span, clean, excerpt, marked
from gaugeblock.run import Override, RunRecord
from gaugeblock.verdict import Evidence, Reason, Status, Verdict
from report_runs import (
    HOSTILE_NAME,
    NOON,
    PATIENT_RUBRIC,
    SCRIPT,
    STYLE,
    Run,
    TinyStore,
    carepoint_run,
    entity_run,
    header,
    hostile_run,
    stored,
    summary_of,
)

VOID = {"meta", "br", "img", "link", "input", "hr"}
BLOCKS = {"td", "th", "tr", "p", "li", "dt", "dd", "h1", "h2", "h3", "h4", "summary", "caption"}


def page_of(run: Run, *, passed_cap: int = 200) -> str:
    """The whole file."""

    async def go() -> str:
        stream = io.StringIO()
        await write_html(await summary_of(run), run.store, stream, passed_cap=passed_cap)  # type: ignore[arg-type]
        return stream.getvalue()

    return asyncio.run(go())


class Outline(HTMLParser):
    """Reads a page: its elements, its text, and whether every element is closed."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag
        if tag in BLOCKS:
            self.text.append("\n")

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    def all(self, tag: str) -> list[dict[str, str | None]]:
        """The attributes of every element of that name."""
        return [attributes for name, attributes in self.elements if name == tag]

    @property
    def words(self) -> str:
        """All text, blanks folded."""
        return " ".join("".join(self.text).split())


RUNS = {"binary": carepoint_run, "anchored": entity_run, "hostile": hostile_run}


@pytest.mark.parametrize("kind", RUNS)
def test_page_is_well_formed_and_alone(kind: str) -> None:
    """Every element is closed, no two share an id, and nothing is loaded from anywhere."""
    outline = Outline(page_of(RUNS[kind]()))
    assert outline.open == []
    ids = Counter(a["id"] for _, a in outline.elements if "id" in a)
    assert [i for i, n in ids.items() if n > 1] == []
    assert [a for _, a in outline.elements if "src" in a or "srcset" in a] == []
    assert not outline.all("link")
    assert all((a["href"] or "").startswith("#") for a in outline.all("a"))
    assert {(a["href"] or "")[1:] for a in outline.all("a")} <= set(ids)


@pytest.mark.parametrize("kind", RUNS)
def test_only_our_own_style_and_script_may_run(kind: str) -> None:
    """The policy names the hashes of the one style and the one script; no attribute carries either."""
    page = page_of(RUNS[kind]())
    outline = Outline(page)
    policy = outline.all("meta")[1]["content"] or ""
    assert policy.startswith("default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'sha256-")
    assert "unsafe" not in policy
    for tag in ("style", "script"):
        bodies = re.findall(rf"<{tag}>(.*?)</{tag}>", page, re.DOTALL)
        assert len(bodies) == 1
        digest = base64.b64encode(hashlib.sha256(bodies[0].encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy
    assert not [k for _, a in outline.elements for k in a if k == "style" or k.startswith("on")]


def test_hostile_texts_are_shown_as_they_are() -> None:
    """Markup is text, templates are not filled, half surrogates and control characters are U+FFFD."""
    page = page_of(hostile_run())
    outline = Outline(page)
    page.encode("utf-8")
    assert not outline.all("img")
    assert f'Hello {SCRIPT} {STYLE} <a href="javascript:' in outline.words.replace("'oaccuracywned'", "'owned'")
    assert HOSTILE_NAME in outline.words
    assert "{{ 7 * 7 }} {% raw %} =HYPERLINK(" in outline.words
    assert "half � surrogate, NUL � and bell �" in outline.words
    assert "\x00" not in page
    assert outline.words.count("يجب الصيام") >= 2


def test_one_megabyte_is_collapsed_and_complete() -> None:
    """The extract shows the quote's surroundings; the whole text stands behind a click."""
    run = hostile_run()
    answer = run.store.stored[3].record["output"]["text"]
    page = page_of(run)
    assert f"The whole text, {len(answer):,} characters" in page
    assert "1,047,900 characters left out" in page
    assert page.count(">The needle stands here</mark>") == 2
    assert answer[-300:] in page
    assert len(page) < len(answer) + 100_000


def test_decision_stands_first_with_a_reason_for_each_dimension() -> None:
    """Headline, exit code, what is required, and why."""
    words = Outline(page_of(carepoint_run())).words
    for text in (
        "gate: CLOSED (exit 1): accuracy: 7 of 39 failed",
        "Judge certified, provisional. Certificate of 2026-11-01",
        "triage: completeness: 33/39 passed, 84.6 %, below 95 %",
        "Warning: recorded replies name a case that is not in the golden set: cp-77",
        "completeness ✕ fail confirmed 95 % triage 33/39 passed, 84.6 % [70.3, 92.8]; threshold 95 %: missed, confirmed",
        "195 of 196 quotes (99.5 %) were found word for word in the source or the answer",
        "undecided 3 the rules judge cannot decide this and says so read the case yourself",
        "Pass when every stated fact stands in the source with the same value",
        "Model served judge-x-2026-10",
        "Tokens 33,292 sent, 6,724 received",
    ):
        assert text in words


def test_unexamined_judge_and_rules_are_loud() -> None:
    """No certificate, and no language model: both in a banner under the decision."""
    page = page_of(carepoint_run(certified=False, judge_is_rules=True, judge_model="rules"))
    assert '<p class="banner loud"><strong>Judge unexamined.</strong>' in page
    assert "<strong>No language model was used.</strong>" in page
    assert "gate: NOT CERTIFIED (exit 5)" in page
    assert "judge unexamined" not in page
    assert "the judge is a set of rules" not in page


@pytest.mark.parametrize(
    ("reason", "expected"),
    [
        pytest.param("pilot\nweek", "accepted: pilot week.", id="with a reason"),
        pytest.param("", "accepted without a reason.", id="without a reason"),
    ],
)
def test_accepted_judge_is_said_once_with_its_reason(reason: str, expected: str) -> None:
    """The banner carries the reason; no bullet repeats it, and other notes stay."""
    run = carepoint_run(certified=False, accepted_uncertified=True, accepted_reason=reason)
    words = Outline(page_of(run)).words
    assert (
        f"accepted by a person's flag. No certificate for judge jjjjjjjjjjjj; {expected}".replace(
            "jjjjjjjjjjjj", run.record.header.judge_digest[:12]
        )
        in words
    )
    assert "judge not certified (" not in words
    assert "triage: completeness: 33/39 passed" in words


def test_words_are_explained_at_the_end() -> None:
    """The glossary follows the cases and is linked; kappa and anchors are explained where they are shown."""
    page = page_of(carepoint_run())
    terms = re.findall(r"<dt>(.*?)</dt>", page[page.index('<section id="glossary"') :])
    assert {"Case", "Cell", "Verdict", "Unscored", "Zero tolerance", "Digest", "Evidence: either"} <= set(terms)
    assert "Cohen's κ" in terms
    assert "Anchor" not in terms
    assert '<a href="#glossary">Glossary</a>' in page
    assert page.index('id="cases"') < page.index('id="glossary"')
    scales = entity_run()
    scales.labels = ()
    terms = re.findall(r"<dt>(.*?)</dt>", page_of(scales))
    assert "Anchor" in terms
    assert "Cohen's κ" not in terms


def test_run_id_at_the_page_foot_cannot_leave_its_string() -> None:
    """Whatever is no letter, digit or hyphen is a CSS escape."""
    run = carepoint_run()
    run.record = replace(run.record, header=replace(run.record.header, run_id='a-1"}</style>'))
    style = re.findall(r"<style>(.*?)</style>", page_of(run), re.DOTALL)[0]
    assert r'content: "Run a-1\22 \7d \3c \2f style\3e "; }' in style


def test_judge_is_shown_beside_peoples_labels() -> None:
    """Failures caught first, then false failures, undecided, agreement, kappa."""
    words = Outline(page_of(carepoint_run())).words
    assert "Judge against people's labels on these cases" in words
    assert (
        "groundedness 10 of 11 (at least 63.6 %, 95 % sure) 0 of 29, 0.0 % [0.0, 11.9] 2, of these 0 labelled fail "
        "37 of 38 decided, 97.4 % [86.5, 99.5] 0.93"
    ) in words
    assert "3 of 3 answers known to be bad were failed." in words
    bare = carepoint_run()
    bare.labels = ()
    assert "people's labels" not in page_of(bare)


def test_anchored_dimensions_show_the_share_at_each_anchor() -> None:
    """Counts, shares with Wilson's interval, and the distance from people's labels."""
    words = Outline(page_of(entity_run())).words
    assert "Share at each anchor, with its interval" in words
    assert "faithfulness 1 5.0 % [0.9, 23.6] 3 15.0 % [5.2, 36.0] 1 5.0 % [0.9, 23.6] 4 20.0 % [8.1, 41.6]" in words
    assert "19 of 19 equal, 19 within one anchor, mean distance 0.00" in words
    assert "0.75 (the judge wrote 0.8)" in words


def test_mean_of_one_anchor_is_marked_as_crowded() -> None:
    """Where 80 % of the scores are equal, the reader is told that the interval covers too little."""
    run = entity_run()
    run.store.rows = [
        replace(v, score=1.0, status=Status.PASSED) if v.dimension == "reasoning" else v for v in run.store.rows
    ]
    words = Outline(page_of(run)).words
    assert "all scores equal, no interval" in words
    assert "at least 80 % on one anchor: the mean's interval covers too little" in words


def test_failed_cases_come_first_then_unscored_then_passed() -> None:
    """All failed and unscored cases are there, whatever the cap on passed ones."""
    outline = Outline(page_of(carepoint_run(), passed_cap=4))
    statuses = [a["data-status"] for a in outline.all("article")]
    assert statuses == ["failed"] * 20 + ["unscored"] * 3 + ["passed"] * 4
    assert "4 passed cases are shown; 13 more passed and were left out." in outline.words


def test_no_passed_case_left_out_is_not_mentioned() -> None:
    """Below the cap nothing is said about it."""
    assert "left out.</strong>" not in page_of(carepoint_run())


def test_evidence_is_marked_where_it_stands_and_linked_to_its_verdict() -> None:
    """Source and answer, by passage; the link leads to the verdict's own place."""
    page = page_of(carepoint_run())
    assert (
        'The copay applies <mark class="failed" title="completeness">only once the yearly deductible of $600 has been '
        'met</mark><a class="ref failed" href="#v3-2">completeness</a>; until then'
    ) in page
    assert '<li id="v3-2" class="verdict failed"' in page


def test_turned_verdict_names_who_and_why() -> None:
    """In the table of the decision, and at the verdict."""
    run = carepoint_run()
    run.store.turned = [
        Override(run_id="r", case_id="cp-07", dimension="compliance", label="pass", who="M. Ode", why="<b>", at=NOON)
    ]
    words = Outline(page_of(run)).words
    assert "cp-07 compliance pass M. Ode 2026-11-30 12:00 <b>" in words
    assert "judged failed; turned to pass by M. Ode on 2026-11-30: <b>" in words
    assert "compliance ↷ failed, turned by M. Ode: counts as passed" in words


def test_case_that_passes_by_a_persons_decision_has_a_badge_of_its_own() -> None:
    """No plain green for it, neither at the case nor where the quote stands."""
    record = {"id": "c", "input": "q", "output": {"text": "Take two."}}
    failed = Evidence(quote="Take two.", where="response", start=0, end=9, verified=True)
    rows = [
        Verdict(case_id="c", dimension=name, status=Status.PASSED)
        if name != "tone"
        else Verdict(case_id="c", dimension=name, status=Status.FAILED, evidence=(failed,))
        for name in PATIENT_RUBRIC.names
    ]
    run = Run(
        record=RunRecord(header=header("turned", PATIENT_RUBRIC, 1), finished_at=NOON),
        store=TinyStore(stored=[stored(0, record)], rows=rows),
    )
    run.store.turned = [
        Override(run_id="r", case_id="c", dimension="tone", label="pass", who="<i>Ann", why="fine", at=NOON)
    ]
    page = page_of(run)
    assert "passed, after a person turned a failure" in page
    assert "failed, turned by &lt;i&gt;Ann: counts as passed" in page
    assert '<mark class="turned" title="tone">Take two.</mark><a class="ref turned"' in page


def test_purged_texts_leave_the_verdicts() -> None:
    """A report of a run whose texts were removed says so and shows what is left."""
    run = carepoint_run()
    run.store.stored = [replace(c, record={}) for c in run.store.stored]
    words = Outline(page_of(run)).words
    assert "The texts of this case are not stored any more." in words
    assert "fasting from midnight, source says six hours before arrival" in words


def test_case_without_answer_source_or_verdict_is_shown() -> None:
    """Holes are shown as holes."""
    store = TinyStore(
        stored=[
            stored(0, {"id": "bare", "input": ""}),
            stored(1, {"id": "gone", "input": "q", "output": {"text": ""}}),
        ],
        rows=[
            Verdict(case_id="bare", dimension=n, status=Status.UNSCORED, reason=Reason.NO_RESPONSE)
            for n in PATIENT_RUBRIC.names
        ],
    )
    run = Run(record=RunRecord(header=header("bare", PATIENT_RUBRIC, 2)), store=store)
    words = Outline(page_of(run)).words
    assert "nothing was measured" in words
    assert "no_response" in words
    assert "No verdict came back." in words
    assert "Run 20261130-bare · stopped before the end" in words


def test_conversation_and_unnamed_passages_keep_their_offsets() -> None:
    """A quote of the question is marked in it; of two passages without a name, the one with these words."""
    record = {
        "id": "c",
        "input": [{"role": "user", "content": "Hi there"}, {"role": "assistant", "content": "Yes?"}],
        "source": [{"id": "", "text": "first passage"}, {"id": "", "text": "other passage"}],
        "retrieved": [{"id": "doc-1", "text": "what the agent saw"}],
        "reference": "known good",
        "output": {"text": "Merge.", "decision": "merge", "confidence": 0.9},
    }
    quotes = (
        Evidence(quote="Hi there", where="input", start=6, end=14, verified=True),
        Evidence(quote="other", where="source", start=0, end=5, verified=True),
        Evidence(quote="Confidence: 0.9", where="response", start=8, end=23, verified=True, gap=True),
        Evidence(quote="out of range", where="response", start=4, end=999),
    )
    row = Verdict(case_id="c", dimension="tone", status=Status.FAILED, evidence=quotes)
    run = Run(
        record=RunRecord(header=header("talk", PATIENT_RUBRIC, 1)),
        store=TinyStore(stored=[stored(0, record)], rows=[row]),
    )
    page = page_of(run)
    marks = re.findall(r"<mark[^>]*>(.*?)</mark>", page)
    assert marks == ["Hi there", "other", "Confidence: 0.9"]
    assert "found word for word in <bdi>response</bdi>, words left out" in page
    assert '<span class="unverified">found nowhere</span>, said to stand in <bdi>response</bdi>' in page
    assert "what the agent saw" in page
    assert "known good" in page


def test_raw_replies_are_behind_a_click() -> None:
    """First asking and re-ask, with what finished them."""
    words = Outline(page_of(carepoint_run())).words
    assert "What the judge sent (2 calls)" in words
    assert "Re-ask · served by judge-x-2026-10 · finished: length" in words
    assert '{"accuracy": {"verd' in words


@pytest.mark.parametrize(
    ("spans", "expected"),
    [
        pytest.param([(0, 3)], "[abc]a d e f g h", id="at the beginning"),
        pytest.param([(0, 3), (2, 6)], "[ab][c]a[ d ]be f g h", id="overlapping"),
        pytest.param([(0, 8), (2, 4)], "[ab][c ]b[d e ]af g h", id="nested"),
        pytest.param([(0, 3), (0, 3)], "[abc]ab d e f g h", id="the same words twice"),
        pytest.param([(5, 5), (9, 99), (-1, 2)], "abc d e f g h", id="spans that do not fit are left out"),
    ],
)
def test_spans_are_marked(spans: Sequence[tuple[int, int]], expected: str) -> None:
    """Brackets stand for marks, letters after them for links."""
    text = "abc d e f g h"
    html = marked(
        text, [Span(start=s, end=e, label="ab"[i % 2], tone="failed", target="x") for i, (s, e) in enumerate(spans)]
    )
    plain = re.sub(r"<mark[^>]*>(.*?)</mark>", r"[\1]", str(html))
    assert re.sub(r"<a [^>]*>(.*?)</a>", r"\1", plain) == expected


def test_marks_change_no_character() -> None:
    """Without its marks and links the text is what it was, wherever the spans lie."""
    text = "a<b>&\"'" * 5
    for start in range(0, len(text), 3):
        for end in range(start + 1, len(text), 4):
            spans = [
                Span(start=start, end=end, label="l", tone="passed", target="t"),
                Span(start=start // 2, end=end, label="m", tone="failed", target="t"),
            ]
            html = re.sub(r"<a [^>]*>.*?</a>", "", str(marked(text, spans)))
            assert "".join(Outline(html).text) == text


def test_extract_adds_up_to_the_whole() -> None:
    """What is shown and what is said to be left out is the text's length."""
    text = "x" * (3 * LONG)
    spans = [Span(start=p, end=p + 10, label="l", tone="passed", target="t") for p in (10, 5000, 5100, 11_990)]
    html = str(excerpt(text, spans))
    left_out = sum(int(n.replace(",", "")) for n in re.findall(r"… ([\d,]+) characters left out …", html))
    shown = re.sub(r"<span class=\"gap\">.*?</span>|<[^>]+>", "", html)
    assert len(shown) + left_out == len(text)
    assert html.count("<mark") == 4


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("a\r\nb\rc", "a\nb\nc", id="line ends"),
        pytest.param("\ud800 \x00 \x1b \x85", "� � � �", id="what HTML cannot hold"),
        pytest.param("tab\t😀", "tab\t😀", id="everything else stays"),
    ],
)
def test_clean_text(text: str, expected: str) -> None:
    """Lone surrogates and control characters become U+FFFD."""
    assert clean(text) == expected


def test_style_and_script_cannot_close_their_element() -> None:
    """The files that are put in as they are hold no markup, and load nothing."""
    assets = Path(__file__).parent.parent / "src" / "gaugeblock" / "reports" / "assets"
    for name in ("report.css", "report.js"):
        text = (assets / name).read_text(encoding="utf-8")
        assert "</" not in text
        assert "url(" not in text
        assert "@import" not in text
        assert "http" not in text


class Counting(TinyStore):
    """A store that counts the cases it gave out and notices that it was let go."""

    given = 0
    released = False

    async def cases(self, run_id: str) -> AsyncIterator[StoredCase]:
        try:
            for case in self.stored:
                self.given += 1
                yield case
        finally:
            self.released = True


def test_report_reads_no_further_than_it_shows() -> None:
    """Once every failed and unscored case and enough passed ones are written, the store is let go."""
    run = carepoint_run()
    clean = [replace(v, status=Status.PASSED, reason=None) for v in run.store.rows]
    run.store = Counting(stored=run.store.stored, rows=clean, asked=run.store.asked)
    summary = asyncio.run(summary_of(run))
    run.store.given, run.store.released = 0, False
    asyncio.run(write_html(summary, run.store, io.StringIO(), passed_cap=3))  # type: ignore[arg-type]
    assert run.store.given == 3
    assert run.store.released


@pytest.mark.parametrize("sign", ["\u202a", "\u202d", "\u202e", "\u2066", "\u2069"])
def test_signs_that_turn_the_order_of_words_are_shown_and_not_obeyed(sign: str) -> None:
    """A reviewer reads the words that were judged, in their order; offsets stay, one sign for one."""
    assert clean(f"live {sign}evil") == "live \ufffdevil"
