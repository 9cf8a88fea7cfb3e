"""The browser page (docs/browser.md): its parts, build and server."""
