"""The page in a browser (docs/browser.md): its parts, and how it is built and served."""
