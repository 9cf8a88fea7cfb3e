"""Give out build/web on this machine, with the headers that docs/browser.md names (``make web-serve``)."""

from __future__ import annotations

import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from os import PathLike
from pathlib import Path

from tools.web.build import TARGET

TYPES = {".mjs": "text/javascript", ".js": "text/javascript", ".wasm": "application/wasm"}


class Handler(SimpleHTTPRequestHandler):
    """Serve static files with the right types, and write nothing to the terminal."""

    def guess_type(self, path: str | PathLike[str]) -> str:
        """The type of a file; a browser takes no module and no WebAssembly of another type."""
        return TYPES.get(Path(path).suffix) or super().guess_type(path)

    def end_headers(self) -> None:
        """Ask browsers to look for a newer file each time."""
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name in the standard library
        """Write nothing to the terminal."""


def server(port: int = 0) -> ThreadingHTTPServer:
    """A server of the page on this machine; port 0 is any that is free."""
    return ThreadingHTTPServer(("127.0.0.1", port), partial(Handler, directory=str(TARGET)))


if __name__ == "__main__":
    with server(int(sys.argv[1]) if len(sys.argv) > 1 else 8000) as found:
        print(f"http://localhost:{found.server_address[1]}/")
        found.serve_forever()
