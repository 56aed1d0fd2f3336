"""Names to judge models: the table that a suite's `judge.model: kind:name` is looked up in.

Built-in kinds and kinds of installed packages (entry-point group `gaugeblock.models`) come in by the same door.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from gaugeblock._text import nearest
from gaugeblock.config.settings import JudgeSettings
from gaugeblock.errors import PluginError, UnknownNameError
from gaugeblock.ports import Model

__all__ = ["ENTRY_POINTS", "ModelRequest", "model_factory", "split_model"]

ENTRY_POINTS = "gaugeblock.models"


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRequest:
    """What a factory is given to make a judge model."""

    name: str
    """What stands after the colon: `gpt-5-mini`, a file."""
    settings: JudgeSettings
    folder: str
    """The suite's folder; relative files are looked up in it."""
    key: Callable[[str], str | None]
    """The value of an environment variable, for keys."""
    expand: Callable[[str], str]
    """Fills `${NAME}` from the environment, for headers."""


ModelFactory = Callable[[ModelRequest], Model]


def split_model(model: str) -> tuple[str, str]:
    """`openai:gpt-5-mini` → (`openai`, `gpt-5-mini`); `rules` → (`rules`, ``)."""
    kind, _, name = model.partition(":")
    return kind, name


def model_factory(kind: str) -> ModelFactory:
    """The factory of that kind.

    Raises:
        UnknownNameError: no such kind; the message lists those there are.
        PluginError: the package that offers it cannot be loaded.
    """
    built_in = _built_in()
    if kind in built_in:
        return built_in[kind]
    from importlib.metadata import entry_points

    found = {e.name: e for e in entry_points(group=ENTRY_POINTS)}
    if kind not in found:
        known = sorted({*built_in, *found})
        near = nearest(kind, known)
        raise UnknownNameError(
            f"judge.model: there is no kind of judge called '{kind}'; there are {', '.join(known)}.",
            hint=f"Did you mean '{near}'?" if near else "Write it as kind:name, such as openai:gpt-5-mini.",
        )
    try:
        factory: ModelFactory = found[kind].load()
    except Exception as error:
        raise PluginError(
            f"judge.model: the package behind '{kind}' ({found[kind].value}) cannot be loaded: {error}"
        ) from error
    return factory


def _built_in() -> Mapping[str, ModelFactory]:
    return {"openai": _openai, "recorded": _recorded, "rules": _rules}


def _openai(request: ModelRequest) -> Model:
    from gaugeblock.models.openai import make_openai

    return make_openai(request.name, request.settings, key=request.key, expand=request.expand)


def _recorded(request: ModelRequest) -> Model:
    from pathlib import Path

    from gaugeblock.models.recorded import RecordedModel

    return RecordedModel(Path(request.folder) / request.name, name=f"recorded:{request.name}")


def _rules(request: ModelRequest) -> Model:
    from gaugeblock.models.rules import RulesModel

    return RulesModel()
