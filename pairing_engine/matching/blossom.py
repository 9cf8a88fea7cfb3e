"""Maximum-weight matching by networkx, in whole numbers of any length: the reference for everything faster."""

from __future__ import annotations

from collections.abc import Sequence


def heaviest_by_networkx(vertices: int, edges: Sequence[tuple[int, int, int]]) -> list[int]:
    """The mates in a matching of the greatest total weight; -1 for unmatched vertices. Weights must be plain `int`.

    (networkx works exactly only while every weight is an `int`: one `bool` or `IntEnum` switches it to floats.)
    """
    import networkx

    graph = networkx.Graph()
    graph.add_nodes_from(range(vertices))
    graph.add_weighted_edges_from(edges)
    mates = [-1] * vertices
    for u, v in networkx.max_weight_matching(graph):
        mates[u], mates[v] = v, u
    return mates
