"""The HTML report in a browser: accessible, inert, usable by keyboard, at any width, in light and dark."""

import asyncio
import io
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gaugeblock.reports.html import write_html
from report_runs import carepoint_run, entity_run, hostile_run, summary_of

pytestmark = pytest.mark.browser

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

UNFOLD = """() => {
  document.querySelectorAll('article').forEach((article, i) => {
    if (i % 5) article.remove();
  });
  document.querySelectorAll('details:not(.whole)').forEach((details) => { details.open = true; });
}"""
"""Everything open, every fifth case kept: they are all of one make, and axe is slow."""

RUNS = {
    "binary": carepoint_run,
    "anchored": entity_run,
    "hostile": hostile_run,
    "uncertified": lambda: carepoint_run(certified=False, judge_is_rules=True),
}


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Every run's report as a file."""
    folder = tmp_path_factory.mktemp("reports")
    return {name: write(folder / f"{name}.html", make) for name, make in RUNS.items()}


@pytest.fixture(scope="module")
def browser(pages: dict[str, Path]) -> Iterator[Any]:
    """One Chromium for the module; it starts after the reports are written, for it brings an event loop of its own."""
    if CHROMIUM is None:
        pytest.skip("no Chromium found: looked for chromium, chromium-browser and google-chrome on the path")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


def write(path: Path, make: Any) -> Path:
    """One report."""

    run, stream = make(), io.StringIO()

    async def go() -> None:
        await write_html(await summary_of(run), run.store, stream)

    asyncio.run(go())
    path.write_text(stream.getvalue(), encoding="utf-8", newline="\n")
    return path


class Visit:
    """An open report, and all that it asked for and complained about."""

    def __init__(self, browser: Any, path: Path, **context: Any) -> None:
        self.context = browser.new_context(**context)
        self.page = self.context.new_page()
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("dialog", lambda dialog: self.complaints.append(dialog.message))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.goto(path.as_uri())

    def __enter__(self) -> "Visit":
        return self

    def __exit__(self, *_: object) -> None:
        self.context.close()


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 1280), ("light", 390)])
@pytest.mark.parametrize("kind", RUNS)
def test_axe_finds_nothing(browser: Any, pages: dict[str, Path], kind: str, scheme: str, width: int) -> None:
    """No violation of any rule of axe-core, everything unfolded."""
    from axe_playwright_python.sync_playwright import Axe

    with Visit(browser, pages[kind], color_scheme=scheme, viewport={"width": width, "height": 900}) as visit:
        visit.page.evaluate(UNFOLD)
        found = Axe().run(visit.page)
        assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("width", [360, 1280, 3840])
@pytest.mark.parametrize("kind", RUNS)
def test_page_never_scrolls_sideways(browser: Any, pages: dict[str, Path], kind: str, width: int) -> None:
    """Wide tables scroll within themselves; lines of text stay readable on a wall of a screen."""
    with Visit(browser, pages[kind], viewport={"width": width, "height": 900}) as visit:
        visit.page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
        excess = visit.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert excess == 0
        measure = visit.page.evaluate(
            "Math.max(...[...document.querySelectorAll('.text')].map("
            "(e) => e.clientWidth / parseFloat(getComputedStyle(e).fontSize)))"
        )
        assert measure < 55


@pytest.mark.parametrize("width", [360, 390, 700, 1060, 1280])
@pytest.mark.parametrize("kind", ["binary", "anchored", "uncertified"])
def test_no_table_hides_a_word_off_screen(browser: Any, pages: dict[str, Path], kind: str, width: int) -> None:
    """Narrow: rows are blocks, and still rows and cells to a screen reader; in between: the table fits."""
    with Visit(browser, pages[kind], viewport={"width": width, "height": 900}) as visit:
        hidden = visit.page.evaluate(
            "[...document.querySelectorAll('.scroll')].filter((e) => e.scrollWidth > e.clientWidth)"
            ".map((e) => e.getAttribute('aria-label'))"
        )
        assert hidden == []
        table = visit.page.get_by_role("table", name="Decision by dimension")
        assert table.get_by_role("columnheader", name="Why").count() == 1
        assert table.get_by_role("row").nth(1).get_by_role("cell").count() == 4


def test_cases_far_down_are_laid_out_without_scrolling(browser: Any, pages: dict[str, Path]) -> None:
    """A picture of the whole page shows them all."""
    with Visit(browser, pages["binary"]) as visit:
        last = visit.page.locator("article .verdict").last
        assert last.evaluate("(e) => e.checkVisibility({ contentVisibilityAuto: true })")


def test_hostile_texts_do_nothing(browser: Any, pages: dict[str, Path]) -> None:
    """No script of theirs runs, no style of theirs applies, nothing is fetched, nothing is complained about."""
    with Visit(browser, pages["hostile"]) as visit:
        assert visit.page.title() == f"<i>suite</i>: not gated · run {hostile_run().record.header.run_id} · gaugeblock"
        assert visit.page.locator("body").is_visible()
        assert visit.page.locator("img").count() == 0
        assert visit.page.locator("a[href^='javascript']").count() == 0
        assert visit.requests == [pages["hostile"].as_uri()]
        assert visit.complaints == []


def test_policy_stops_a_script_that_got_in(browser: Any, pages: dict[str, Path], tmp_path: Path) -> None:
    """Even if escaping failed, the browser would not run it."""
    page = pages["binary"].read_text(encoding="utf-8")
    broken = tmp_path / "broken.html"
    broken.write_text(page.replace("<footer>", "<script>document.title='owned'</script><footer>"), encoding="utf-8")
    with Visit(browser, broken) as visit:
        assert visit.page.title().startswith("carepoint")
        assert any("Content Security Policy" in complaint for complaint in visit.complaints)


def test_everything_is_readable_without_javascript(browser: Any, pages: dict[str, Path]) -> None:
    """All cases are there; the filters, which would do nothing, are not."""
    with Visit(browser, pages["binary"], java_script_enabled=False) as visit:
        assert visit.page.locator("article").count() == 40
        assert visit.page.locator("article").nth(39).is_visible()
        assert not visit.page.locator("#filters").is_visible()


def test_filters_by_status_dimension_and_topic(browser: Any, pages: dict[str, Path]) -> None:
    """Each narrows the list, together they narrow further, and the count is said aloud."""
    with Visit(browser, pages["binary"]) as visit:
        page = visit.page
        shown = page.locator("article:visible")
        page.select_option("select[name=status]", "unscored")
        assert shown.count() == 3
        assert page.locator("#count").inner_text() == "3 of 40 cases shown"
        page.get_by_role("button", name="Show all").click()
        page.wait_for_function("document.getElementById('count').textContent === '40 of 40 cases shown'")
        page.select_option("select[name=dimension]", label="tone")
        assert sorted(shown.locator("h3").all_text_contents()) == ["cp-09", "cp-10", "cp-13", "cp-25", "cp-26"]
        page.select_option("select[name=topic]", label="billing")
        assert sorted(shown.locator("h3").all_text_contents()) == ["cp-10", "cp-13", "cp-26"]
        page.select_option("select[name=status]", "passed")
        assert page.locator("#none").is_visible()


def test_filters_work_from_the_keyboard(browser: Any, pages: dict[str, Path]) -> None:
    """The first Tab is the way past the navigation; a filter is changed and reset with keys alone."""
    with Visit(browser, pages["binary"]) as visit:
        page = visit.page
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.className") == "skip"
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "main"
        page.locator("select[name=status]").focus()
        page.keyboard.type("uns")
        page.keyboard.press("Tab")
        assert page.locator("#count").inner_text() == "3 of 40 cases shown"
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        page.wait_for_function("document.getElementById('count').textContent === '40 of 40 cases shown'")


def test_link_to_a_filtered_case_shows_it_again(browser: Any, pages: dict[str, Path]) -> None:
    """A link never leads nowhere."""
    with Visit(browser, pages["binary"]) as visit:
        visit.page.select_option("select[name=status]", "passed")
        visit.page.evaluate("location.hash = '#v4-1'")
        visit.page.wait_for_selector("#v4-1", state="visible")


def test_long_answer_is_folded_and_opens(browser: Any, pages: dict[str, Path]) -> None:
    """One megabyte is complete, behind one click."""
    with Visit(browser, pages["hostile"]) as visit:
        whole = visit.page.locator("details.whole")
        assert not whole.locator(".text").is_visible()
        whole.locator("summary").click()
        assert whole.locator(".text").evaluate("(e) => e.textContent.length") > 1_048_576


def test_right_to_left_text_runs_from_the_right(browser: Any, pages: dict[str, Path]) -> None:
    """Direction is taken from each text, and does not spill into the page around it."""
    with Visit(browser, pages["hostile"]) as visit:
        answer = visit.page.locator("#case-3 .answer .text")
        assert answer.evaluate("(e) => getComputedStyle(e).direction") == "rtl"
        assert visit.page.locator("#case-3 h3").evaluate("(e) => getComputedStyle(e).direction") == "ltr"


def test_print_leaves_out_what_paper_cannot_do(browser: Any, pages: dict[str, Path]) -> None:
    """No navigation, no filters, no raw replies; the rubric is printed though it is folded on the screen."""
    with Visit(browser, pages["binary"]) as visit:
        page = visit.page
        assert page.locator(".sections").is_visible()
        page.emulate_media(media="print")
        for hidden in (".sections", "#filters", ".raw >> nth=0"):
            assert not page.locator(hidden).is_visible()
        assert page.get_by_text("every stated fact stands in the source with the same value").is_visible()
        assert page.pdf().startswith(b"%PDF")
