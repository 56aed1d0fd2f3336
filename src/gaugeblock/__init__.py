"""gaugeblock measures LLM agents and, first, the judge that measures them."""

from gaugeblock._version import __version__

__all__ = ["__version__"]
