"""Every message has a translation that fits, and no translation is left of a message that is gone."""

from __future__ import annotations

from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from tests.language.catalogues import collected, compiled, files, read


@pytest.fixture(scope="module")
def sources() -> Catalog:
    """The messages of the sources."""
    return collected()


@pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)
def test_a_catalogue_has_the_messages_of_the_sources_and_no_others(path: Path, sources: Catalog) -> None:
    said = {message.id for message in read(path)}
    asked = {message.id for message in sources}
    assert said == asked, "run: make catalogues"


@pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)
def test_what_is_compiled_is_what_is_written(path: Path) -> None:
    from_file = GNUTranslations(BytesIO(path.with_suffix(".mo").read_bytes()))
    fresh = GNUTranslations(BytesIO(compiled(read(path))))
    assert from_file._catalog == fresh._catalog, "run: make catalogues"  # type: ignore[attr-defined]
