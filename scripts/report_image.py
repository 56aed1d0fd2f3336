"""Makes docs/images/report.png: the top of the demonstration's report. Run it after `make demo`."""

import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

HERE = Path(__file__).parent.parent
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]


def main() -> int:
    """Take the picture."""
    browser = next((path for name in ("chromium", "google-chrome") if (path := shutil.which(name))), None)
    target = HERE / "docs" / "images" / "report.png"
    target.parent.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser, args=QUIET)
        page = chromium.new_page(viewport={"width": 1120, "height": 1000})
        page.goto((HERE / "demo-run" / "report.html").as_uri())
        page.screenshot(path=target)
        chromium.close()
    print(target.relative_to(HERE))
    return 0


if __name__ == "__main__":
    sys.exit(main())
