"""`gaugeblock certificate`."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gaugeblock.cli._app import new_app
from gaugeblock.cli._console import next_step, say

if TYPE_CHECKING:
    from gaugeblock.certificate import Certificate
    from gaugeblock.config.environment import Environment

__all__ = ["app"]

app = new_app("Show the certificates that this suite's judge has.")


@app.callback()
def _group() -> None:
    """Show the certificates that this suite's judge has."""


@app.command()
def show(
    suite: Annotated[Path, typer.Argument(help="The suite file, or its folder.")] = Path("gaugeblock.yaml"),
    store: Annotated[str | None, typer.Option(help="Results database: a path or a postgresql:// URL.")] = None,
) -> int:
    """Every certificate beside the suite, and whether one is for the judge of the last run."""
    from gaugeblock.config.environment import read_environment

    return asyncio.run(_show(suite, read_environment(), store))


async def _show(suite: Path, environment: "Environment", store_url: str | None) -> int:
    from gaugeblock.assemble import load
    from gaugeblock.cli._stored import the_store
    from gaugeblock.errors import UsageError

    loaded = load(suite)
    try:
        async with the_store(suite, store_url, environment) as store:
            runs = await store.runs(suite=loaded.suite.name, limit=1)
            digest = runs[0].header.judge_digest if runs else ""
            kept = await store.certificate(digest) if digest else None
    except UsageError:
        digest, kept = "", None
    found = [*loaded.certificates, *([kept] if kept is not None else [])]
    for line in loaded.warnings:
        say(f"warning: {line}")
    say(f"{len(found)} certificate{'' if len(found) == 1 else 's'} for suite {loaded.suite.name}")
    for certificate in found:
        for line in _lines(certificate, digest):
            say(line)
    if digest and all(c.judge_digest != digest for c in found):
        say(f"none for the judge of the last run, digest {digest[:12]}…")
    if not found:
        say("examining a judge and issuing its certificate comes with a later release")
    next_step("gaugeblock gate last --accept-uncertified --reason TEXT" if digest else "gaugeblock run")
    return 0


def _lines(certificate: "Certificate", digest: str) -> list[str]:
    mark = "the judge of the last run" if certificate.judge_digest == digest else "another judge"
    states = ", ".join(f"{name} {state.value}" for name, state in certificate.dimensions.items())
    return [
        f"  {certificate.judge_digest[:12]}…  issued {certificate.issued_on}  {certificate.judge_model}  ({mark})",
        f"    {states or 'no dimension examined'}",
        *([f"    {certificate.place}"] if certificate.place else []),
    ]
