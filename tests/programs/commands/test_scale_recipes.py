"""The recipes of docs/scale.md work with simulated cluster schedulers."""

import os
import re
import stat
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from tests.places import ROOT
from tests.programs.commands.calls import Call, put
from tests.programs.legacy.events import FIVE, WRONG

pytestmark = pytest.mark.slow  # schedulers start one program for each shard

SCALE = ROOT / "docs" / "scale.md"

SBATCH = r"""
import os, re, subprocess, sys
script = open(sys.argv[-1]).read()
first, last = map(int, re.search(r"^#SBATCH --array=(\d+)-(\d+)$", script, re.M).groups())
cores = re.search(r"^#SBATCH --cpus-per-task=(\d+)$", script, re.M)[1]
told = {"SLURM_ARRAY_TASK_COUNT": str(last - first + 1), "SLURM_CPUS_PER_TASK": cores}
for number in range(first, last + 1):
    told["SLURM_ARRAY_TASK_ID"] = str(number)
    subprocess.run(["sh", sys.argv[-1]], env=os.environ | told, check=True)
"""

PARALLEL = r"""
import subprocess, sys
assert sys.argv[1] == "-j"
for line in sys.stdin:
    subprocess.run([word.replace("{}", line.strip()) for word in sys.argv[3:]])
"""

SWISSCHECK = "from swisspair.swisscheck.cli import main\nmain()"


def recipe(word: str, language: str = "sh") -> str:
    blocks = re.findall(rf"^```{language}\n(.*?)^```", SCALE.read_text(encoding="utf-8"), re.M | re.S)
    found = [block for block in blocks if word in block]
    assert len(found) == 1
    return str(found[0])


@pytest.fixture
def shell(call: Call) -> dict[str, str]:
    for number in range(1, 20):
        put(f"{number:02}.trf", WRONG if number == 7 else FIVE)
    put("list", "".join(f"{number:02}.trf\n" for number in range(1, 20)))
    for name, code in {"sbatch": SBATCH, "parallel": PARALLEL, "swisscheck": SWISSCHECK}.items():
        path = put(f"bin/{name}", f"#!{sys.executable}\n{code}\n")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return os.environ | {"PATH": f"{Path('bin').resolve()}:{os.environ['PATH']}", "PYTHONPATH": str(SCALE.parents[1])}


def expected(call: Call) -> str:
    return call("swisscheck", "--files-from", "list", "--format", "jsonl", "--ordered").output


def test_slurm(shell: dict[str, str], call: Call) -> None:
    put("check.sh", recipe("#SBATCH"))
    subprocess.run(["sbatch", "--wait", "check.sh"], env=shell, check=True)
    merged = call("swisscheck", "--merge", *sorted(Path().glob("shard-*.jsonl")), "--format", "jsonl")
    assert merged.output == expected(call)


def test_gnu_parallel(shell: dict[str, str], call: Call) -> None:
    done = subprocess.run(["sh", "-c", recipe("parallel")], env=shell, capture_output=True, text=True, check=False)
    assert (done.stderr, done.returncode) == ("", 1)
    assert done.stdout.startswith("07.trf: round 1 differs\n")
    merged = call("swisscheck", "--merge", *sorted(Path().glob("part-*.jsonl")), "--format", "jsonl")
    assert merged.output == expected(call)


def test_kubernetes(shell: dict[str, str], call: Call) -> None:
    job = recipe("completionMode: Indexed", "yaml")
    found = re.search(r"^ +completions: (\d+)$", job, re.M)
    assert found
    script = textwrap.dedent(job.partition("- |\n")[2])
    for number in range(int(found[1])):
        subprocess.run(["sh", "-c", script], env=shell | {"JOB_COMPLETION_INDEX": str(number)}, check=True)
    merged = call("swisscheck", "--merge", *sorted(Path().glob("pod-*.jsonl")), "--format", "jsonl")
    assert merged.output == expected(call)


def test_a_matrix(shell: dict[str, str], call: Call) -> None:
    jobs = recipe("strategy:", "yaml")
    script, merge = (textwrap.dedent(part) for part in re.findall(r"- run: (?:\|\n)?((?: {10}.*\n)+|.*\n)", jobs))
    Path("events").mkdir()
    for path in Path().glob("*.trf"):
        path.rename(Path("events", path.name))
    found = re.search(r"shard: \[(.*?)\]", jobs)
    assert found
    for number in found[1].split(", "):
        subprocess.run(["sh", "-e", "-c", script.replace("${{ matrix.shard }}", number)], env=shell, check=True)
    done = subprocess.run(["sh", "-c", merge], env=shell, capture_output=True, text=True, check=False)
    assert (done.stderr, done.returncode) == ("", 1)
    assert (
        done.stdout
        == "events/07.trf: round 1 differs\nchecked 19 tournaments, 19 rounds: 1 round differs, 0 files unreadable\n"
    )
