import subprocess
import sys

from tests.places import ROOT

EVENING = """
import json
import sys
from fnmatch import fnmatch
from importlib.abc import MetaPathFinder
from importlib.machinery import PathFinder
from tools.web.packages import LEFT_OUT, STANDARD_LEFT_OUT

LEFT = *LEFT_OUT, *STANDARD_LEFT_OUT, "typer/*", "rich/*", "click/*", "dask/*"


class Bundle(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        found = PathFinder.find_spec(name, path, target)
        package = found and found.submodule_search_locations is not None
        file = name.replace(".", "/") + ("/__init__.py" if package else ".py")
        if any(fnmatch(file, pattern) for pattern in LEFT):
            raise ModuleNotFoundError(name + " is not in the bundle of the page", name=name)


sys.meta_path.insert(0, Bundle())
from swisspair.conversation import ask


def answer(kind, **values):
    found = json.loads(ask(json.dumps({"ask": kind, "name": "club.trf", **values})))
    assert "error" not in found, found
    return found


names = "Aalto, Eino 2015\\nBianchi, Carla 1890\\nCastro, Luis\\nEdlund 1700\\nGruber 1500"
trf = answer("new", event="Club", list=names, rounds=3, colour="white", tie_breaks="BH,SB")["trf"]
for number in (1, 2, 3):
    trf = answer("next-round", trf=trf)["trf"]
    boards = answer("event", trf=trf)["round"]["boards"]
    trf = answer("enter", trf=trf, results={str(one["board"]): "1-0" for one in boards})["trf"]
assert answer("check", trf=trf)["differing"] == 0
for kind, asked in (
    ("standings", {}),
    ("why", {"player": 1}),
    ("why-not", {"player": 1, "what": "2"}),
    ("judge", {"pairs": [[1, 2], [3, 4], [5, 0]]}),
    ("page", {"page": "standings"}),
):
    answer(kind, trf=trf, **asked)
"""


def test_the_page_imports_only_what_its_bundle_has() -> None:
    done = subprocess.run([sys.executable, "-c", EVENING], cwd=ROOT, capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr
