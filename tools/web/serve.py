"""Serve build/web on this machine with the headers of docs/browser.md (``python -m tools.web.serve``)."""

from __future__ import annotations

import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from os import PathLike
from pathlib import Path

from tools.web.build import TARGET

TYPES = {".mjs": "text/javascript", ".js": "text/javascript", ".wasm": "application/wasm"}


class Handler(SimpleHTTPRequestHandler):
    """A handler that serves static files with correct types and writes no log."""

    def guess_type(self, path: str | PathLike[str]) -> str:
        """Return the type of a file. Browsers are strict about the types of modules and of WebAssembly."""
        return TYPES.get(Path(path).suffix) or super().guess_type(path)

    def end_headers(self) -> None:
        """Add headers that make browsers look for newer files."""
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name in the standard library
        """Write no log."""


def server(port: int = 0, folder: Path = TARGET, handler: type[Handler] = Handler) -> ThreadingHTTPServer:
    """Return a server that serves a folder on this machine, by default the page. Port 0 chooses any free port."""
    return ThreadingHTTPServer(("127.0.0.1", port), partial(handler, directory=str(folder)))


if __name__ == "__main__":
    with server(int(sys.argv[1]) if len(sys.argv) > 1 else 8000) as found:
        print(f"http://localhost:{found.server_address[1]}/")
        found.serve_forever()
