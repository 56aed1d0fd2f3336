"""Phrases: regular expressions written so that they can be read.

In a phrase a blank stands for any white space, and line ends with their indentation do not count; `<name>` stands for
an expression given by name. Case does not matter.
"""

import re

__all__ = ["phrase"]

_LINE_END = re.compile(r"\n\s*")


def phrase(text: str, **named: str) -> re.Pattern[str]:
    """The phrase as a pattern.

    >>> bool(phrase("you (?:are|will be) <how>", how="covered").search("So you  will be\\ncovered."))
    True
    """
    for name, expression in named.items():
        text = text.replace(f"<{name}>", expression.strip())
    text = _LINE_END.sub("", text.strip())
    return re.compile(text.replace(" ", r"\s+"), re.IGNORECASE)
