"""The environment: read in one place, and its values never shown."""

import pytest

from gaugeblock.config.environment import Environment, read_environment
from gaugeblock.errors import ConfigError


def test_the_process_environment_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it stands at the call."""
    monkeypatch.setenv("GAUGEBLOCK_STORE", "postgresql://host/db")
    monkeypatch.setenv("CI", "true")
    monkeypatch.setenv("NO_COLOR", "1")
    found = read_environment()
    assert (found.store, found.ci, found.no_color) == ("postgresql://host/db", True, True)


@pytest.mark.parametrize(
    ("value", "ci"), [("1", True), ("true", True), ("yes", True), ("", False), ("0", False), ("False", False)]
)
def test_ci_is_set_by_anything_but_a_plain_no(value: str, ci: bool) -> None:
    """Build machines write 1 or true."""
    assert read_environment({"CI": value}).ci is ci


def test_nothing_set() -> None:
    """No store, no build machine, colours."""
    assert read_environment({"GAUGEBLOCK_STORE": " "}) == Environment(variables={"GAUGEBLOCK_STORE": " "})


def test_a_key_comes_from_the_named_variable_or_the_kind_s_own() -> None:
    """An empty variable is not set; a kind without a default variable has no key."""
    found = read_environment({"OPENAI_API_KEY": "sk-a\n", "MINE": "b", "ANTHROPIC_API_KEY": ""})
    assert found.key("openai") == "sk-a"
    assert found.key("openai", "MINE") == "b"
    assert found.key("anthropic") is None
    assert found.key("rules") is None
    with pytest.raises(ConfigError, match=r"variable OTHER is not set\. Set it before the run: export OTHER=…"):
        found.key("openai", "OTHER")


def test_headers_take_variables_in_one_pass() -> None:
    """What a variable holds is not read again."""
    found = read_environment({"A": "${B}", "B": "b", "LF": "x\nHost: evil", "CR": "x\rHost: evil"})
    assert found.expand("Bearer ${A} ${B} $B") == "Bearer ${B} b $B"
    with pytest.raises(ConfigError, match="variable C is not set"):
        found.expand("${C}")
    for name in ("LF", "CR"):
        with pytest.raises(ConfigError, match="a header is one line"):
            found.expand(f"${{{name}}}")


def test_secrets_are_the_keys_of_all_kinds_and_the_suite_s_own() -> None:
    """They are masked in every output; the environment itself prints none of them."""
    found = read_environment({"OPENAI_API_KEY": "sk-secret", "MINE": "other-secret", "PATH": "/bin"})
    assert found.secrets("MINE") == ("sk-secret", "other-secret")
    assert "secret" not in repr(found)
