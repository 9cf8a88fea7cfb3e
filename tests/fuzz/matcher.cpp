// Random questions to the matcher in C++, most of them damaged, for a compiler's sanitizers (`make proof PART=sanitizers`).
//
// Every question must be refused, or be answered with a matching: partners are mutual, they are joined by an edge, and
// no vertex that must be matched is left. Small graphs are also solved by trying all matchings.

#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>
#include <set>

#include "question.hpp"

namespace {

using Numbers = std::vector<int64_t>;

std::mt19937_64 source;

int64_t below(int64_t bound) { return static_cast<int64_t>(source() % static_cast<uint64_t>(bound)); }

[[noreturn]] void fail(const char *what, uint64_t seed) {
    std::fprintf(stderr, "seed %llu: %s\n", static_cast<unsigned long long>(seed), what);
    std::exit(1);
}

struct Graph {
    int vertices;
    std::vector<std::vector<int64_t>> edges;  // two vertices and the number of a cost
    Numbers alone;
    std::vector<Numbers> amounts;             // of each cost, by part
    Numbers numbers, sums, digits;
    int64_t members, bye;
};

Graph random_graph() {
    Graph graph;
    graph.vertices = static_cast<int>(below(20) ? below(9) : below(120));
    int64_t often = 1 + below(10), single = below(11), costs = 1 + below(8), parts = 1 + below(below(4) ? 4 : 40);
    int64_t largest = int64_t{1} << below(below(3) ? 6 : 50);
    for (int u = 0; u < graph.vertices; ++u)
        for (int v = u + 1; v < graph.vertices; ++v)
            if (below(10) < often) graph.edges.push_back({u, v, below(costs)});
    for (int v = 0; v < graph.vertices; ++v) graph.alone.push_back(below(10) < single ? below(costs) : -1);
    graph.amounts.assign(costs, Numbers(parts));
    for (Numbers &cost : graph.amounts)
        for (int64_t &amount : cost) amount = below(2) ? below(largest) : 0;
    int64_t order = below(graph.vertices + 1);
    for (int v = 0; v < graph.vertices; ++v) graph.numbers.push_back(v < order ? v : -1);
    bool has_order = below(2), has_sums = below(2);
    for (int64_t i = 0; i < 2 * order; ++i) graph.sums.push_back(has_order && has_sums ? below(100) : 0);
    for (int64_t i = has_order && order ? below(2 * order) : 0; i--;) {
        graph.digits.push_back(below(order));
        for (int part = 0; part < 3; ++part) graph.digits.push_back(below(60) - 30);
    }
    graph.members = below(graph.vertices + 1);
    graph.bye = below(graph.vertices + 1) - 1;
    return graph;
}

// Write a graph as question.hpp describes it.
Numbers written(const Graph &graph) {
    std::set<int64_t> used;
    for (const auto &edge : graph.edges) used.insert(edge[2]);
    for (int64_t cost : graph.alone)
        if (cost >= 0) used.insert(cost);
    Numbers costs, parts;
    for (int64_t cost : used) {
        int64_t count = 0;
        for (size_t part = 0; part < graph.amounts[cost].size(); ++part)
            if (graph.amounts[cost][part]) {
                parts.insert(parts.end(), {static_cast<int64_t>(part), graph.amounts[cost][part]});
                ++count;
            }
        costs.insert(costs.end(), {cost, count});
    }
    auto size = [](const Numbers &numbers) { return static_cast<int64_t>(numbers.size()); };
    Numbers words = {graph.vertices, static_cast<int64_t>(graph.edges.size()), size(costs) / 2, size(parts) / 2,
                     size(graph.sums) / 2, size(graph.digits) / 4, graph.members, graph.bye};
    for (const auto &edge : graph.edges) words.insert(words.end(), edge.begin(), edge.end());
    for (const Numbers &list : {graph.alone, costs, parts, graph.numbers, graph.sums, graph.digits})
        words.insert(words.end(), list.begin(), list.end());
    return words;
}

// The cost of a matching of a small graph: the totals of the parts, the sum, and the digits, the most significant first.
Numbers total(const Graph &graph, const std::vector<int> &mates) {
    size_t parts = graph.amounts[0].size();
    Numbers found(parts + 1 + graph.digits.size() / 4);
    auto add = [&](int64_t cost) {
        for (size_t part = 0; part < parts; ++part) found[parts - 1 - part] += graph.amounts[cost][part];
    };
    for (const auto &edge : graph.edges)
        if (mates[edge[0]] == edge[1]) add(edge[2]);
    for (int v = 0; v < graph.vertices; ++v) {
        if (mates[v] < 0) add(graph.alone[v]);
        if (graph.numbers[v] < 0) continue;
        bool is_top = mates[v] > v && graph.numbers[mates[v]] >= 0;
        found[parts] += graph.sums[2 * graph.numbers[v] + !is_top];
        for (size_t at = graph.digits.size(), place = parts + 1; at; at -= 4, ++place)
            if (graph.digits[at - 4] == graph.numbers[v])
                found[place] += is_top ? graph.digits[at - 3] + (graph.numbers[mates[v]] + 1) * graph.digits[at - 1]
                                       : graph.digits[at - 2];
    }
    return found;
}

// Try all matchings, and keep the cheapest one.
void try_all(const Graph &graph, int v, std::vector<int> &mates, std::vector<int> &best, Numbers &least) {
    while (v < graph.vertices && mates[v] >= 0) ++v;
    if (v == graph.vertices) {
        Numbers cost = total(graph, mates);
        if (best.empty() || cost < least) best = mates, least = cost;
        return;
    }
    if (graph.alone[v] >= 0) try_all(graph, v + 1, mates, best, least);
    for (const auto &edge : graph.edges) {
        int w = static_cast<int>(edge[1]);
        if (edge[0] != v || mates[w] >= 0) continue;
        mates[v] = w, mates[w] = v;
        try_all(graph, v + 1, mates, best, least);
        mates[v] = mates[w] = -1;
    }
}

void check(const Graph &graph, const std::vector<int> &mates, uint64_t seed) {
    std::set<std::pair<int64_t, int64_t>> joined;
    for (const auto &edge : graph.edges) joined.insert({edge[0], edge[1]});
    for (int v = 0; v < graph.vertices; ++v) {
        int w = mates[v];
        if (w < 0 ? graph.alone[v] < 0 : mates[w] != v || !joined.count({std::min(v, w), std::max(v, w)}))
            fail("no matching", seed);
    }
}

void damage(Numbers &words) {
    static const int64_t strange[] = {-1, 0, 1, 2, -2, INT64_MAX, INT64_MIN, int64_t{1} << 60, (int64_t{1} << 60) + 1,
                                      int64_t{1} << 31, int64_t{1} << 32, 1 << 20, (1 << 20) + 1, -(int64_t{1} << 40)};
    for (int64_t times = 1 + below(3); times--;) {
        if (words.empty()) return;
        size_t at = static_cast<size_t>(below(below(2) ? std::min<int64_t>(8, words.size()) : words.size()));
        switch (below(6)) {
            case 0: words.resize(at); break;
            case 1: words.erase(words.begin() + at); break;
            case 2: words.insert(words.begin() + at, below(50)); break;
            case 3: words[at] = static_cast<int64_t>(source()); break;
            case 4: words[at] = static_cast<int64_t>(static_cast<uint64_t>(words[at]) + source() % 5 - 2); break;
            default: words[at] = strange[below(sizeof strange / sizeof *strange)];
        }
    }
}

}  // namespace

int main(int count, char **values) {
    uint64_t first = count > 1 ? std::strtoull(values[1], nullptr, 10) : 0;
    uint64_t many = count > 2 ? std::strtoull(values[2], nullptr, 10) : 20000;
    long refused = 0, answered = 0, impossible = 0, compared = 0;
    for (uint64_t seed = first; seed < first + many; ++seed) {
        source.seed(seed);
        Graph graph = random_graph();
        Numbers words = written(graph);
        bool is_whole = seed % 3 == 0, is_small = graph.vertices < 9;
        if (is_whole && is_small) {
            words[6] = graph.members = graph.vertices;
        } else if (!is_whole) {
            damage(words);
        }
        try {
            matching::Question question(words.data(), words.size());
            std::vector<int> mates = question.answer();
            ++answered;
            if (!is_whole) continue;
            bool is_none = mates.empty() && graph.vertices;
            impossible += is_none;
            if (!is_none) check(graph, mates, seed);
            if (!is_small) continue;
            std::vector<int> none(graph.vertices, -1), best;
            Numbers least;
            try_all(graph, 0, none, best, least);
            if (is_none != (best.empty() && graph.vertices)) fail("another answer whether there is a matching", seed);
            if (!is_none && graph.vertices && total(graph, mates) != least) fail("not the cheapest matching", seed);
            ++compared;
        } catch (const matching::BadQuestion &) {
            if (is_whole) fail("a good question was refused", seed);
            ++refused;
        } catch (const matching::TooLong &) {
            ++refused;
        } catch (const std::bad_alloc &) {
            ++refused;
        }
    }
    std::printf("%llu questions: %ld refused, %ld answered (%ld without a matching), %ld compared with all matchings\n",
                static_cast<unsigned long long>(many), refused, answered, impossible, compared);
}
