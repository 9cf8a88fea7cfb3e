"""Round robins in which the last two rounds of the first cycle are exchanged, as C.05 advises for two cycles."""

from __future__ import annotations

from pairing_engine.systems.round_robin.edition_2026 import ROUND_ROBIN_2026, ByTable

ROUND_ROBIN_EXCHANGED = ROUND_ROBIN_2026._replace(
    edition="exchanged", code="FIDE_ROUNDROBIN_EXCHANGED", process=ByTable(exchanged=True)
)
