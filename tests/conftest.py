"""What all tests share: real services that are missing make their tests skip, and fail where they are required."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

REQUIRED = "GAUGEBLOCK_REQUIRE_SERVICES"
"""Set in CI: a test of the database or the browser that would skip fails instead."""

SERVICES = ("database", "browser")

settings.register_profile(
    "gaugeblock",
    deadline=None,
    derandomize=bool(os.environ.get(REQUIRED)),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("gaugeblock")
"""No property is judged by the clock; in CI the same examples are drawn every time."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]):  # type: ignore[no-untyped-def]  # pytest's own protocol
    """Turn the skip of a service's test into a failure where services are required."""
    report = yield
    if report.skipped and os.environ.get(REQUIRED) and any(item.get_closest_marker(name) for name in SERVICES):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} was skipped, and {REQUIRED} is set: {report.longrepr}"
    return report


@pytest.fixture
def reference_data() -> Path:
    """The folder of reference data, or a skip where it is not at hand."""
    folder = os.environ.get("GAUGEBLOCK_REFERENCE_DATA")
    if not folder:
        pytest.skip("GAUGEBLOCK_REFERENCE_DATA is not set: the reference data is not at hand")
    return Path(folder)


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """No setting of the machine reaches a test."""
    for name in ("CI", "GAUGEBLOCK_STORE", "OPENAI_API_KEY", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
