"""The suite file: read whole, refused with every fault, paths absolute, keys kept out."""

from decimal import Decimal
from pathlib import Path

import pytest

from gaugeblock.config.settings import Granularity, JudgeSettings, Suite, TargetSettings
from gaugeblock.config.suite_file import check_policy, find_store_folder, load_prompt, load_suite
from gaugeblock.errors import ConfigError
from gaugeblock.files.rubric_file import load_rubric
from gaugeblock.policy import CertificateDemand, DropScope, Effect, Policy, Threshold, ValidationPolicy

FULL = """\
# yaml-language-server: $schema=suite.schema.json
name: carepoint
golden_set: [cases.jsonl, more/*.csv]
target: recorded
judge:
  model: openai:gpt-5-mini
  base_url: http://127.0.0.1:8091/v1
  api_key_env: JUDGE_KEY
  rubric: rubric.yaml
  prompt: prompt.txt
  concurrency: 8
  granularity: per_dimension
  max_tokens: 500
  timeout: 2.5
  retries: 0
  headers: {X-Team: "care", Authorization: "Bearer ${TEAM_TOKEN}"}
  store_raw: false
labels: labels.csv
policy:
  accuracy:     {at_least: 1.00, effect: block, max_failure_rate: 0.05}
  completeness: {at_least: 0.95, effect: triage, rule: lower_bound, min_n: 30}
  overall:      {at_least: .9}
  certificate: confirmed
  validation: {rho_at_least: 0.75, mae_at_most: 0.25, drop_at_least: 0.5, on: dimension}
"""
SHORT = "golden_set: cases.jsonl\njudge: {model: rules, rubric: 'builtin:patient-service'}\n"


@pytest.fixture(name="folder")
def _folder(tmp_path: Path) -> Path:
    folder = tmp_path / "care"
    folder.mkdir()
    for name in ("rubric.yaml", "labels.csv"):
        (folder / name).write_text("", encoding="utf-8")
    (folder / "prompt.txt").write_text(
        "{{question}} {{ source }} {{retrieved}} {{response}} {{rubric}}", encoding="utf-8"
    )
    return folder


def loaded(folder: Path, content: str) -> Suite:
    """The suite of a folder with that file."""
    (folder / "gaugeblock.yaml").write_text(content, encoding="utf-8")
    return load_suite(folder)


def faults(folder: Path, content: str) -> list[str]:
    """The lines of the refusal, without the folder."""
    with pytest.raises(ConfigError) as refused:
        loaded(folder, content)
    return str(refused.value).replace(f"{folder}/", "").splitlines()


def test_a_file_with_every_key(folder: Path) -> None:
    """Numbers are made of text where one is wanted, thresholds are exact decimals, paths are absolute."""
    assert loaded(folder, FULL) == Suite(
        name="carepoint",
        file=folder / "gaugeblock.yaml",
        golden_set=(str(folder / "cases.jsonl"), str(folder / "more" / "*.csv")),
        target=TargetSettings(kind="recorded"),
        judge=JudgeSettings(
            model="openai:gpt-5-mini",
            rubric=str(folder / "rubric.yaml"),
            base_url="http://127.0.0.1:8091/v1",
            api_key_env="JUDGE_KEY",
            prompt=folder / "prompt.txt",
            concurrency=8,
            granularity=Granularity.PER_DIMENSION,
            max_tokens=500,
            timeout=2.5,
            retries=0,
            headers={"X-Team": "care", "Authorization": "Bearer ${TEAM_TOKEN}"},
            store_raw=False,
        ),
        labels=folder / "labels.csv",
        policy=Policy(
            thresholds=(
                Threshold(dimension="accuracy", at_least=Decimal("1.00"), max_failure_rate=Decimal("0.05")),
                Threshold(
                    dimension="completeness",
                    at_least=Decimal("0.95"),
                    effect=Effect.TRIAGE,
                    rule="lower_bound",
                    min_n=30,
                ),
                Threshold(dimension="overall", at_least=Decimal("0.9"), effect=Effect.BLOCK),
            ),
            certificate=CertificateDemand.CONFIRMED,
            validation=ValidationPolicy(
                rho_at_least=Decimal("0.75"),
                mae_at_most=Decimal("0.25"),
                drop_at_least=Decimal("0.5"),
                on=DropScope.DIMENSION,
            ),
        ),
    )


def test_defaults(folder: Path) -> None:
    """A suite needs its golden set; its name is the folder's, its policy may be missing."""
    suite = loaded(folder, SHORT)
    assert (suite.name, suite.policy, suite.labels) == ("care", None, None)
    assert suite.judge == JudgeSettings(model="rules", rubric="builtin:patient-service")
    assert suite.folder == folder


def test_the_file_may_be_named_itself(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Under any name, from any working folder."""
    (folder / "other.yaml").write_text(SHORT, encoding="utf-8")
    monkeypatch.chdir(folder.parent)
    assert load_suite(Path("care/other.yaml")).golden_set == (str(folder / "cases.jsonl"),)


def test_no_suite_file_says_how_to_make_one(tmp_path: Path) -> None:
    """The message names the file that was looked for."""
    with pytest.raises(ConfigError, match=r"gaugeblock\.yaml: there is no suite file\. gaugeblock init DIR makes one"):
        load_suite(tmp_path)


def judge(line: str) -> str:
    """A suite with one more line in its judge."""
    return f"golden_set: c.jsonl\njudge:\n  model: rules\n  rubric: builtin:agent-answer\n  {line}\n"


def policy(line: str) -> str:
    """A suite with such a policy line."""
    return SHORT + f"policy:\n  {line}\n"


FAULTS = {
    "an empty file": ("", ["gaugeblock.yaml:1: expected an object, got nothing"]),
    "no golden set": ("name: x\n", ["gaugeblock.yaml:1: field golden_set: is missing"]),
    "an empty list of files": ("golden_set: []\n", ["gaugeblock.yaml:1: field golden_set: "]),
    "a misspelt key": (SHORT + "polcy: {}\n", ["gaugeblock.yaml:3: field polcy: unknown key; did you mean policy?"]),
    "a key twice": (SHORT + "golden_set: x\n", ['gaugeblock.yaml:3: the key "golden_set" stands twice: line 1 and line 3']),
    "no judge model": ("golden_set: x\njudge: {rubric: 'builtin:agent-answer'}\n", ["gaugeblock.yaml:2: field judge.model: is missing"]),
    "no rubric": ("golden_set: x\njudge: {model: rules}\n", ["gaugeblock.yaml:2: field judge.rubric: is missing"]),
    "a kind without a name": ("golden_set: x\njudge: {model: 'openai:', rubric: 'builtin:agent-answer'}\n", ["field judge.model: expected kind:name, such as openai:gpt-5-mini"]),
    "a rubric that is not there": ("golden_set: x\njudge: {model: rules, rubric: no.yaml}\n", ["gaugeblock.yaml:2: field judge.rubric: no.yaml: there is no such file"]),
    "labels that are not there": (SHORT + "labels: no.csv\n", ["gaugeblock.yaml:3: field labels: no.csv: there is no such file"]),
    "a misspelt key of the judge": (judge("concurency: 3"), ["gaugeblock.yaml:5: field judge.concurency: unknown key; did you mean concurrency?"]),
    "a number that is none": (judge("concurrency: many"), ['gaugeblock.yaml:5: field judge.concurrency: expected a whole number, got "many"']),
    "no call at a time": (judge("concurrency: 0"), ["expected a number of at least 1"]),
    "a time-out of nothing": (judge("timeout: 0"), ["field judge.timeout: expected a number of more than 0"]),
    "an endless time-out": (judge("timeout: inf"), ["field judge.timeout: expected a finite number"]),
    "an address without http": (judge("base_url: localhost:80/v1"), ["field judge.base_url: expected http://… or https://…"]),
    "a password in the address": (judge("base_url: http://kim:pw@host/v1"), ["a user name or password does not belong in a URL"]),
    "a variable that can be none": (judge("api_key_env: MY KEY"), ["field judge.api_key_env: expected the name of an environment variable"]),
    "a target of a later release": (SHORT + "target: {http: {url: x}}\n", ["gaugeblock.yaml:3: field target: the target http is not available yet"]),
    "an unknown target": (SHORT + "target: recoded\n", ['field target: expected recorded, got "recoded"']),
    "a percentage": (policy("tone: {at_least: 95%}"), ['gaugeblock.yaml:4: field policy.tone.at_least: expected a decimal from 0 to 1, such as 0.95 for 95 %, got "95%"']),
    "a threshold above one": (policy("tone: {at_least: 95}"), ['expected a number of at most 1, got "95"']),
    "a threshold that is no number": (policy("tone: {at_least: NaN}"), ["field policy.tone.at_least: expected a"]),
    "a threshold without a number": (policy("tone: {effect: trend}"), ["gaugeblock.yaml:4: field policy.tone.at_least: is missing"]),
    "a threshold as a bare number": (policy("tone: 0.9"), ['field policy.tone: expected an object, got "0.9"']),
    "an unknown effect": (policy("tone: {at_least: 1, effect: stop}"), ["field policy.tone.effect: expected 'block', 'triage' or 'trend', got \"stop\""]),
    "a misspelt key of a threshold": (policy("tone: {at_least: 1, efect: block}"), ["field policy.tone.efect: unknown key; did you mean effect?"]),
    "a claim without zero tolerance": (policy("tone: {at_least: 0.9, max_failure_rate: 0.1}"), ["max_failure_rate belongs to at_least: 1.00; this line has at_least: 0.9"]),
    "a bound that can never be reached": (policy("tone: {at_least: 1.0, rule: lower_bound}"), ["rule: lower_bound never reaches 1.00"]),
    "a line of a later release": (policy("never_break: {at_least: 1}"), ["gaugeblock.yaml:4: field policy.never_break: never_break is not available yet"]),
    "an unknown demand": (policy("certificate: sure"), ["field policy.certificate: expected 'provisional', 'confirmed' or 'none', got \"sure\""]),
    "a misspelt key of the validation": (policy("validation: {rho: 0.8}"), ["field policy.validation.rho: unknown key; known are rho_at_least"]),
    "a prompt that is not there": (judge("prompt: no.txt"), ["gaugeblock.yaml:5: field judge.prompt: no.txt: there is no such file"]),
    "every fault at once, by line": (
        "golden_set: x\ntarget: {python: a:b}\njudge:\n  api_key: secret-thing\n  rubric: no.yaml\npolicy:\n  tone: {at_least: 2}\n",
        ["gaugeblock.yaml:2: field target", "gaugeblock.yaml:3: field judge.model: is missing", "gaugeblock.yaml:4: field judge.api_key", "gaugeblock.yaml:5: field judge.rubric", "gaugeblock.yaml:7: field policy.tone"],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("content", "expected"), FAULTS.values(), ids=FAULTS.keys())
def test_a_faulty_suite_is_refused_in_words(folder: Path, content: str, expected: list[str]) -> None:
    """Each line names file, line and field, and what to do."""
    found = faults(folder, content)
    assert len(found) == len(expected)
    for words, line in zip(expected, found, strict=True):
        assert words in line


KEYS = {
    "a key by name": "api_key: hunter2hunter2",
    "a key by another name": "Token: hunter2hunter2",
    "a key in place of a variable's name": "api_key_env: sk-hunter2hunter2hunter2",
    "a key in the address": "base_url: http://host/v1?api_key=hunter2hunter2",
    "a key in a header": "headers: {Authorization: Bearer hunter2hunter2}",
    "a key in a header of its own": "headers: {x-api-key: hunter2}",
}


@pytest.mark.parametrize("line", KEYS.values(), ids=KEYS.keys())
def test_a_key_in_the_file_is_refused_and_never_shown(folder: Path, line: str) -> None:
    """The advice is the variable's name; the key itself is in no message."""
    (found,) = faults(folder, judge(line))
    assert found.startswith("gaugeblock.yaml:5: field judge.")
    assert "environment variable" in found
    assert "hunter2" not in found


PROMPTS = {
    "an unknown placeholder": ("Judge {{response}}\nby {{answer}}", "prompt.txt:2: unknown placeholder {{answer}}; known are question, source"),
    "a misspelt placeholder": ("{{respnse}} {{response}}", "prompt.txt:1: unknown placeholder {{respnse}}; did you mean response?"),
    "a placeholder in capitals": ("{{Response}} {{response}}", "unknown placeholder {{Response}}; did you mean response?"),
    "a template's expression": ("{{response}}\n\n{{ case.id }}", "prompt.txt:3: unknown placeholder {{ case.id }}"),
    "no response": ("{{question}} {{rubric}}", "prompt.txt: there is no {{response}}, so the judge would not see the answer"),
    "bytes of another encoding": ("{{response}} \udce9", "prompt.txt: byte 13 (0xe9) is not UTF-8"),
}  # fmt: skip


@pytest.mark.parametrize(("prompt", "words"), PROMPTS.values(), ids=PROMPTS.keys())
def test_a_faulty_wording_is_refused_with_its_line(folder: Path, prompt: str, words: str) -> None:
    """Nothing unfilled is ever sent to a judge."""
    (folder / "prompt.txt").write_bytes(prompt.encode("utf-8", "surrogateescape"))
    (found,) = faults(folder, judge("prompt: prompt.txt"))
    assert found.startswith("gaugeblock.yaml:5: field judge.prompt: ")
    assert words in found
    with pytest.raises(ConfigError):
        load_prompt(folder / "prompt.txt")


def test_a_right_wording_is_given_as_it_stands(folder: Path) -> None:
    """Braces of other kinds are only text."""
    (folder / "prompt.txt").write_text('{{response}} {"a": {}} {single}', encoding="utf-8")
    assert load_prompt(folder / "prompt.txt") == '{{response}} {"a": {}} {single}'


def test_every_policy_line_for_an_unknown_dimension_is_named() -> None:
    """With the nearest name; `overall` is always known."""
    rubric = load_rubric("builtin:patient-service")
    check_policy(Policy(thresholds=(_threshold("tone"), _threshold("overall"))), rubric)
    wrong = Policy(thresholds=(_threshold("tones"), _threshold("tone"), _threshold("zzz")))
    with pytest.raises(ConfigError) as refused:
        check_policy(wrong, rubric, place="gaugeblock.yaml")
    first, second = str(refused.value).splitlines()
    assert first == (
        "gaugeblock.yaml: field policy.tones: the rubric patient-service has no dimension tones; did you mean tone?"
    )
    assert second.endswith("known are accuracy, completeness, groundedness, tone, compliance, overall")


def _threshold(dimension: str) -> Threshold:
    return Threshold(dimension=dimension, at_least=Decimal("0.9"))


def test_the_store_folder_is_looked_for_upward(tmp_path: Path) -> None:
    """The nearest folder that holds `.gaugeblock`; a file of that name is none."""
    deep = tmp_path / "a" / "b"
    deep.mkdir(parents=True)
    assert find_store_folder(deep) is None
    (tmp_path / ".gaugeblock").mkdir()
    (tmp_path / "a" / ".gaugeblock").write_text("", encoding="utf-8")
    assert find_store_folder(deep) == tmp_path
    (deep / ".gaugeblock").mkdir()
    assert find_store_folder(deep) == deep
