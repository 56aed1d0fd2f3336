"""The environment: the only place that reads it.

Read are `GAUGEBLOCK_STORE` (the results database, a file or a URL), `CI` (set to anything but nothing, `0` and
`false`: this is a build machine), `NO_COLOR`, and the variables that a suite names for keys and headers.
"""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from gaugeblock.errors import ConfigError

__all__ = ["DEFAULT_KEYS", "Environment", "is_variable_name", "read_environment"]

DEFAULT_KEYS = {"openai": "OPENAI_API_KEY", "anthropic": "ANTHROPIC_API_KEY"}
"""The variable that holds the key of a kind of judge, where the suite names none."""

_REFERENCE = re.compile(r"\$\{([^{}]*)\}")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Environment:
    """What gaugeblock takes from the environment."""

    store: str | None = None
    """`GAUGEBLOCK_STORE`; None: not set."""
    ci: bool = False
    no_color: bool = False
    variables: Mapping[str, str] = field(default_factory=dict, repr=False)
    """All variables; kept out of every output."""

    def variable(self, name: str) -> str | None:
        """A variable's value without blanks around it; None when it is not set or empty."""
        return self.variables.get(name, "").strip() or None

    def key(self, kind: str, api_key_env: str | None = None) -> str | None:
        """The key for a kind of judge: of the variable that the suite names, else of the kind's default one.

        Raises:
            ConfigError: the suite names a variable that is not set.
        """
        if api_key_env is not None:
            value = self.variable(api_key_env)
            if value is None:
                raise ConfigError(
                    f"judge.api_key_env: the environment variable {api_key_env} is not set.",
                    hint=f"Set it before the run: export {api_key_env}=…",
                )
            return value
        return self.variable(DEFAULT_KEYS[kind]) if kind in DEFAULT_KEYS else None

    def expand(self, text: str) -> str:
        """The text with every `${NAME}` replaced by that variable, in one pass.

        Raises:
            ConfigError: a variable is not set, or the result has a line end.
        """
        filled = _REFERENCE.sub(lambda m: self._wanted(m[1]), text)
        if "\n" in filled or "\r" in filled:
            raise ConfigError("judge.headers: a header is one line; the value of a variable holds a line end.")
        return filled

    def secrets(self, api_key_env: str | None = None) -> tuple[str, ...]:
        """The values that no output may show: the keys of all kinds, and the suite's own."""
        names = [*DEFAULT_KEYS.values(), *([api_key_env] if api_key_env else [])]
        return tuple(value for name in names if (value := self.variable(name)))

    def _wanted(self, name: str) -> str:
        value = self.variable(name)
        if value is None:
            raise ConfigError(
                f"judge.headers: the environment variable {name} is not set.",
                hint=f"Set it before the run: export {name}=…",
            )
        return value


def read_environment(variables: Mapping[str, str] | None = None) -> Environment:
    """The environment as it stands now; `variables` stands in for the process's own."""
    found = dict(os.environ if variables is None else variables)
    return Environment(
        store=found.get("GAUGEBLOCK_STORE", "").strip() or None,
        ci=found.get("CI", "").strip().lower() not in ("", "0", "false"),
        no_color=bool(found.get("NO_COLOR")),
        variables=found,
    )


def is_variable_name(text: str) -> bool:
    """Whether a text can be the name of an environment variable."""
    return _NAME.fullmatch(text) is not None
