"""`gaugeblock gate`."""

import asyncio
from pathlib import Path
from typing import Annotated

import typer

__all__ = ["gate"]


def gate(
    run: Annotated[str, typer.Argument(help="last, last~1 or the beginning of a run's id.")] = "last",
    suite: Annotated[Path, typer.Option(help="The suite file whose policy is applied.")] = Path("gaugeblock.yaml"),
    overrule: Annotated[
        str | None, typer.Option(help="CASE:DIMENSION of a failed verdict that a person has looked at and passes.")
    ] = None,
    who: Annotated[str, typer.Option(help="Who decided; needed with --overrule.")] = "",
    why: Annotated[str, typer.Option(help="Why; needed with --overrule, shown in every report.")] = "",
    label: Annotated[str, typer.Option(help="The person's label: pass, or an anchor.")] = "pass",
    accept_uncertified: Annotated[
        bool, typer.Option("--accept-uncertified", help="Let a judge without a certificate decide; shown everywhere.")
    ] = False,
    reason: Annotated[str, typer.Option(help="Why; needed with --accept-uncertified where CI is set.")] = "",
    json_out: Annotated[Path | None, typer.Option("--json", help="Write the results as strict JSON.")] = None,
    html_out: Annotated[Path | None, typer.Option("--html", help="Write the report as one HTML file.")] = None,
    store: Annotated[str | None, typer.Option(help="Results database: a path or a postgresql:// URL.")] = None,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Every topic, every failing case.")] = False,
) -> int:
    """Apply the policy to a stored run again, without any call.

    The policy is the suite file's where there is one, else the one the run was made with; where it is another, that is
    said in every report of the run. An acceptance (--accept-uncertified) and its reason are kept with the run.
    """
    from gaugeblock.cli._acceptance import check_acceptance
    from gaugeblock.cli._stored import Acceptance, Overruling, decide_again
    from gaugeblock.config.environment import read_environment

    environment = read_environment()
    check_acceptance(accept_uncertified, reason, in_ci=environment.ci)
    return asyncio.run(
        decide_again(
            run,
            suite,
            environment,
            store_url=store,
            acceptance=Acceptance(accept_uncertified, reason),
            overruling=Overruling.read(overrule, who=who, why=why, label=label),
            json_out=json_out,
            html_out=html_out,
            verbose=verbose,
        )
    )
