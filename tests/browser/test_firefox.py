"""Firefox runs an evening, too. It is driven by WebDriver BiDi, which it speaks itself."""

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from tests.browser.test_evening_in_chromium import NAMES
from trf import read

pytestmark = pytest.mark.browser

HELPERS = """
const until = async test => {
  for (let tries = 0; tries < 1200; tries += 1) {
    const found = test();
    if (found) return found;
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  throw new Error("waited in vain for " + test);
};
const one = key => document.querySelector(`[data-key="${key}"]`);
const fill = (key, value) => {
  one(key).value = value;
  one(key).dispatchEvent(new Event("input", { bubbles: true }));
};
const ready = () => until(() => document.documentElement.dataset.engine === "ready");
"""

EVENING = """
await ready();
fill("event-name", "Thursday Club");
fill("rounds", "3");
fill("list", %s);
one("begin").click();
for (const number of [1, 2]) {
  (await until(() => one("pair"))).click();
  await until(() => one("board-2") && document.querySelector(".head h2").textContent.includes(`Round ${number}`));
  document.querySelectorAll(".board [data-key$='-1-0']").forEach(button => button.click());
  await until(() => one("pair"));
}
return "played";
"""

AFTERWARDS = """
await ready();
await until(() => one("tab-file"));
one("tab-file").click();
return (await until(() => one("text"))).value;
"""


@pytest.fixture
def evaluated(tmp_path: Path) -> Iterator[Callable[[str, str], str]]:
    """Yield a function that opens an address, runs a script there and returns its text."""
    client = pytest.importorskip("websockets.sync.client", reason="needs websockets: make browser installs it")
    path = shutil.which("firefox") or shutil.which("firefox-esr")
    if not path:
        pytest.skip("needs Firefox: apt-get install firefox-esr")
    command = [path, "--headless", "--no-remote", "--profile", str(tmp_path), "--remote-debugging-port=0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        line = next(line for line in process.stderr if "WebDriver BiDi listening on" in line)
        with client.connect(f"{line.split()[-1]}/session", max_size=2**26) as socket:
            numbers = count(1)

            def call(method: str, **values: object) -> dict[str, object]:
                number = next(numbers)
                socket.send(json.dumps({"id": number, "method": method, "params": values}))
                while (heard := json.loads(socket.recv(timeout=180))).get("id") != number:
                    pass
                assert heard["type"] == "success", heard
                return dict(heard["result"])

            call("session.new", capabilities={})
            tree = call("browsingContext.getTree")["contexts"]
            assert isinstance(tree, list)
            context = tree[0]["context"]

            def run(address: str, script: str) -> str:
                call("browsingContext.navigate", context=context, url=address, wait="complete")
                expression = f"(async () => {{ {HELPERS} {script} }})()"
                target = {"context": context}
                found = call("script.evaluate", expression=expression, target=target, awaitPromise=True)
                assert found["type"] == "success", found
                result = found["result"]
                assert isinstance(result, dict)
                return str(result["value"])

            yield run
        process.terminate()


def test_an_evening_in_firefox_survives_a_reload(evaluated: Callable[[str, str], str], address: str) -> None:
    assert evaluated(address, EVENING % json.dumps(NAMES)) == "played"
    event = read(evaluated(address, AFTERWARDS))
    assert (event.name, len(event.rounds), event.under_way) == ("Thursday Club", 2, False)
