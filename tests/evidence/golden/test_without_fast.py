"""Without the folder of the fast engine, every pair of the recorded rounds stays the same."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.places import ROOT


def test_recorded_rounds_are_paired_alike_without_the_fast_engine(tmp_path: Path) -> None:
    left_out = shutil.ignore_patterns("fast", "__pycache__", "*.so")
    for package in ("pairing_engine", "trf", "checker"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=left_out)
    command = [sys.executable, "-m", "tests.evidence.golden.without_fast", "20"]
    paths = os.pathsep.join(map(str, (tmp_path, ROOT)))
    done = subprocess.run(
        command, cwd=tmp_path, env=os.environ | {"PYTHONPATH": paths}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    (rounds,) = map(int, re.findall(r"^(\d+) rounds", done.stdout))
    assert rounds > 60
