// The cheapest matching of a graph, for costs of any length: a question is a list of numbers, and so is the answer.
//
// A cost has parts, of which the ones with higher numbers are more important; then come the digits of an order of
// candidates. The fields of a cost become as narrow as the edges of the graph allow, and the digits of single players
// become ranks. Then Edmonds' algorithm (edmonds.hpp) runs in stages.
//
// A stage solves as many of the most significant fields as fit into 128 bits. Then it removes all edges that have
// slack, since they are in no cheapest matching. A matching of the remaining edges is a cheapest one if its edges lead
// out of every blossom of positive value exactly once. The number of these blossoms that an edge leads out of is
// therefore the first field of the next stage.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include "edmonds.hpp"

namespace matching {

// What is wrong with a question.
struct BadQuestion : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

// A part of a cost that does not fit into one stage.
struct TooLong : std::overflow_error {
    using std::overflow_error::overflow_error;
};

// Refuse a question. In WebAssembly, where no exception can be thrown, the program stops, and `refusal` says why.
#ifdef __cpp_exceptions
template <class Error>
[[noreturn]] void refuse(const char *what) {
    throw Error(what);
}
#else
enum Refusal { NO_REFUSAL, BAD_QUESTION, TOO_LONG };
inline int refusal = NO_REFUSAL;
template <class Error>
[[noreturn]] void refuse(const char *) {
    refusal = std::is_base_of_v<std::overflow_error, Error> ? TOO_LONG : BAD_QUESTION;
    __builtin_trap();
}
#endif

struct Share {
    int part;
    uint64_t amount;
};

struct Edge {
    int u, v, cost;
};

struct Digit {
    int owner;
    int64_t as_top, otherwise, by;
};

// An amount that only one edge has, in a digit or a sum of the order. The edges come first, then the vertices alone.
struct Added {
    int edge, low;
    uint64_t amount;
};

inline int bit_length(uint64_t amount) {
    int found = 0;
    for (; amount; amount >>= 1) ++found;
    return found;
}

// The words of a question, in order. Every number is checked before it is used.
class Words {
   public:
    Words(const int64_t *words, size_t count) : at_(words), end_(words + count) {}

    int64_t take(int64_t least, int64_t most, const char *what) {
        if (at_ == end_) refuse<BadQuestion>("the question is too short");
        int64_t word = *at_++;
        if (word < least || word > most) refuse<BadQuestion>(what);
        return word;
    }

    // The number of items that follow, each with some words; more than the question holds is refused.
    size_t take_count(const char *what) { return static_cast<size_t>(take(0, MOST_ITEMS, what)); }

    void need(size_t words) const {
        if (words > static_cast<size_t>(end_ - at_)) refuse<BadQuestion>("the question is too short");
    }

    void close() const {
        if (at_ != end_) refuse<BadQuestion>("the question is too long");
    }

    static constexpr int64_t MOST_ITEMS = int64_t{1} << 28;

   private:
    const int64_t *at_, *end_;
};

class Question {
   public:
    // Read a question: the numbers of vertices, edges, costs, parts of costs, numbers in the order and digits; how many
    // of the first vertices are asked about, and the vertex of the bye or -1; then
    //   for each edge: its vertices, and the number of its cost;
    //   for each vertex: the number of the cost of leaving it unmatched, or -1 if it must be matched;
    //   for each cost, in ascending order: its number, and how many parts it has;
    //   for each part: its number, and its amount;
    //   for each vertex: its number in the order, or -1;
    //   for each number in the order: what it adds to the sums as the top of a pair, and otherwise;
    //   for each digit, the least significant first: the number of its owner, what the owner adds as the top of a pair,
    //   what the owner adds otherwise, and what the number of a top's opponent (counted from 1) is multiplied by.
    Question(const int64_t *question, size_t count) {
        Words words(question, count);
        size_t vertices = static_cast<size_t>(words.take(0, MOST_VERTICES, "too many vertices"));
        size_t edge_count = words.take_count("the number of edges is out of range");
        size_t costs = words.take_count("the number of costs is out of range");
        size_t share_count = words.take_count("the number of parts is out of range");
        size_t order = static_cast<size_t>(words.take(0, MOST_VERTICES, "too many numbers in the order"));
        size_t digit_count = words.take_count("the number of digits is out of range");
        int most = static_cast<int>(vertices);
        members = static_cast<int>(words.take(0, most, "more vertices are asked about than there are"));
        bye = static_cast<int>(words.take(-1, most - 1, "the bye is no vertex"));
        words.need(3 * edge_count + 2 * vertices + 2 * costs + 2 * share_count + 2 * order + 4 * digit_count);
        std::vector<int64_t> raw_edges(edge_count), raw_alone(vertices);
        read_edges(words, most, edge_count, raw_edges, raw_alone);
        read_costs(words, costs, share_count, raw_edges, raw_alone);
        read_order(words, order, digit_count);
        words.close();
    }

    // The partner of each vertex, -1 if unmatched. Empty if a vertex that must be matched cannot be matched.
    // The search ends when all cheapest matchings give the same answer about the members: their partners, where all
    // partners that are neither members nor the bye count as the same.
    std::vector<int> answer() {
        mates.assign(alone.size(), -1);
        for (size_t v = 0; v < alone.size(); ++v) names.push_back(static_cast<int>(v));
        edge_leaves.assign(edges.size(), 0);
        alone_leaves.assign(alone.size(), 0);
        parts_left = parts;
        digits_left = digits.size();
        for (;;) {
            bits = 0;
            added.clear();
            rank();
            narrow();
            int cut = lowest_of_stage();
            if (!(bits - cut + leaves_bits <= SHORT ? solve<1>(cut) : solve<2>(cut))) return {};
            if (!cut || is_settled()) return mates;
            while (parts_left && lows[parts_left - 1] >= cut) --parts_left;
            if (sum_low >= cut) has_sums = false;
            while (digits_left && digit_lows[digits_left - 1] >= cut) --digits_left;
        }
    }

    size_t vertices() const { return alone.size(); }

   private:
    // The bits of a total for which one and two limbs suffice. Weights are a little longer, are added and doubled.
    static constexpr int SHORT = 56, ROOM = 120;
    static constexpr int64_t MOST_VERTICES = 1 << 20;
    static constexpr int64_t MOST_AMOUNT = int64_t{1} << 60, MOST_DIGIT = int64_t{1} << 40;

    std::vector<Edge> edges;
    std::vector<int> alone;                  // the place of the cost of leaving a vertex unmatched; -1: must be matched
    std::vector<int> numbers;                // the number of each vertex in the order; -1: none
    std::vector<std::vector<Share>> shares;  // the parts of each cost, numbered from the least significant one
    int parts = 0;
    std::vector<int64_t> top, other;         // the amounts in the sums of the order, by number
    bool has_sums = false;
    std::vector<Digit> digits;               // the digits of single players, the least significant first
    int members = 0, bye = -1;

    int bits = 0;  // of all fields that are not solved yet
    std::vector<Added> added;
    std::vector<int> lows;    // the lowest bit of each part
    std::vector<int> widths;  // 0 for a part in which all matchings have the same total
    std::vector<int> digit_lows;
    int sum_low = 0;
    // What the stages have left: vertices and fields, and the number of blossoms that an edge leads out of.
    std::vector<int> names, mates, edge_leaves, alone_leaves;
    int parts_left = 0, leaves_bits = 0;
    size_t digits_left = 0;

    void read_edges(Words &words, int most, size_t count, std::vector<int64_t> &raw, std::vector<int64_t> &raw_alone) {
        edges.reserve(count);
        for (size_t e = 0; e < count; ++e) {
            int u = static_cast<int>(words.take(0, most - 1, "an edge joins two vertices of the graph"));
            int v = static_cast<int>(words.take(0, most - 1, "an edge joins two vertices of the graph"));
            if (u == v) refuse<BadQuestion>("an edge joins two different vertices");
            raw[e] = words.take(0, INT64_MAX, "the number of a cost is not negative");
            edges.push_back({u, v, -1});
        }
        alone.assign(most, -1);
        for (int64_t &cost : raw_alone) cost = words.take(-1, INT64_MAX, "the number of a cost is not negative");
    }

    void read_costs(Words &words, size_t count, size_t share_count, const std::vector<int64_t> &raw,
                    const std::vector<int64_t> &raw_alone) {
        std::vector<int64_t> known(count), raw_parts, different;
        std::vector<size_t> sizes(count);
        size_t sum = 0;
        for (size_t c = 0; c < count; ++c) {
            known[c] = words.take(0, INT64_MAX, "the number of a cost is not negative");
            if (c && known[c] <= known[c - 1]) refuse<BadQuestion>("the costs are in ascending order");
            sizes[c] = static_cast<size_t>(words.take(0, static_cast<int64_t>(share_count - sum), "too many parts"));
            sum += sizes[c];
        }
        if (sum != share_count) refuse<BadQuestion>("every part belongs to a cost");
        shares.resize(count);
        for (size_t c = 0; c < count; ++c)
            for (size_t i = 0; i < sizes[c]; ++i) {
                raw_parts.push_back(words.take(0, INT64_MAX, "the number of a part is not negative"));
                int64_t amount = words.take(0, INT64_MAX, "an amount is not negative");
                if (amount > MOST_AMOUNT) refuse<TooLong>("an amount is too long");
                shares[c].push_back({0, static_cast<uint64_t>(amount)});
            }
        different = raw_parts;
        std::sort(different.begin(), different.end());
        different.erase(std::unique(different.begin(), different.end()), different.end());
        parts = static_cast<int>(different.size());
        std::vector<size_t> last(different.size(), count);
        for (size_t c = 0, at = 0; c < count; ++c)
            for (Share &share : shares[c]) {
                share.part = place_in(different, raw_parts[at++]);
                if (last[share.part] == c) refuse<BadQuestion>("a cost has a part only once");
                last[share.part] = c;
            }
        for (size_t e = 0; e < edges.size(); ++e) edges[e].cost = known_place(known, raw[e]);
        for (size_t v = 0; v < alone.size(); ++v)
            if (raw_alone[v] >= 0) alone[v] = known_place(known, raw_alone[v]);
    }

    void read_order(Words &words, size_t order, size_t digit_count) {
        int64_t last = static_cast<int64_t>(order) - 1;
        for (size_t v = 0; v < alone.size(); ++v)
            numbers.push_back(static_cast<int>(words.take(-1, last, "a number is not of the order")));
        for (size_t i = 0; i < order; ++i) {
            top.push_back(words.take(0, MOST_AMOUNT, "a sum of the order is out of range"));
            other.push_back(words.take(0, MOST_AMOUNT, "a sum of the order is out of range"));
            has_sums |= top.back() || other.back();
        }
        for (size_t d = 0; d < digit_count; ++d) {
            const char *what = "a digit of the order is out of range";
            int owner = static_cast<int>(words.take(0, last, "a digit has no owner in the order"));
            int64_t as_top = words.take(-MOST_DIGIT, MOST_DIGIT, what);
            int64_t otherwise = words.take(-MOST_DIGIT, MOST_DIGIT, what);
            digits.push_back({owner, as_top, otherwise, words.take(-MOST_DIGIT, MOST_DIGIT, what)});
        }
    }

    static int place_in(const std::vector<int64_t> &sorted, int64_t number) {
        return static_cast<int>(std::lower_bound(sorted.begin(), sorted.end(), number) - sorted.begin());
    }

    static int known_place(const std::vector<int64_t> &sorted, int64_t number) {
        int place = place_in(sorted, number);
        if (place == static_cast<int>(sorted.size()) || sorted[place] != number) refuse<BadQuestion>("a cost is missing");
        return place;
    }

    // The edges at each vertex.
    std::vector<std::vector<int>> edges_at() const {
        std::vector<std::vector<int>> near(alone.size());
        for (size_t e = 0; e < edges.size(); ++e) {
            near[edges[e].u].push_back(static_cast<int>(e));
            near[edges[e].v].push_back(static_cast<int>(e));
        }
        return near;
    }

    // In every digit of a player, replace the values of the player's edges by their ranks.
    void rank() {
        struct At {
            int edge, mate;  // mate: the number of the opponent if the player is the top, else -1
        };
        int count = static_cast<int>(edges.size());
        digit_lows.clear();
        if (digits_left) {
            std::vector<std::vector<At>> near(top.size());
            for (int e = 0; e < count; ++e) {
                int one = numbers[edges[e].u], two = numbers[edges[e].v];
                if (one >= 0) near[one].push_back({e, two});
                if (two >= 0) near[two].push_back({e, -1});
            }
            for (size_t v = 0; v < alone.size(); ++v)
                if (alone[v] >= 0 && numbers[v] >= 0) near[numbers[v]].push_back({count + static_cast<int>(v), -1});
            std::vector<int64_t> values, different;
            for (size_t d = 0; d < digits_left; ++d) {
                const Digit &digit = digits[d];
                digit_lows.push_back(bits);
                values.clear();
                for (const At &at : near[digit.owner])
                    values.push_back(at.mate < 0 ? digit.otherwise : digit.as_top + (at.mate + 1) * digit.by);
                different = values;
                std::sort(different.begin(), different.end());
                different.erase(std::unique(different.begin(), different.end()), different.end());
                if (different.size() < 2) continue;
                for (size_t i = 0; i < values.size(); ++i) {
                    int place = place_in(different, values[i]);
                    if (place) added.push_back({near[digit.owner][i].edge, bits, static_cast<uint64_t>(place)});
                }
                bits += bit_length(different.size() - 1);
            }
        }
        sum_low = bits;
        if (!has_sums) return;
        std::vector<uint64_t> most(alone.size());
        for (int e = 0; e < count; ++e) {
            int one = numbers[edges[e].u], two = numbers[edges[e].v];
            int64_t sum = one < 0 ? (two < 0 ? 0 : other[two]) : two < 0 ? other[one] : top[one] + other[two];
            if (!sum) continue;
            added.push_back({e, bits, static_cast<uint64_t>(sum)});
            for (int v : {edges[e].u, edges[e].v}) most[v] = std::max(most[v], static_cast<uint64_t>(sum));
        }
        for (size_t v = 0; v < alone.size(); ++v) {
            if (alone[v] < 0 || numbers[v] < 0 || !other[numbers[v]]) continue;
            uint64_t sum = static_cast<uint64_t>(other[numbers[v]]);
            added.push_back({count + static_cast<int>(v), bits, sum});
            most[v] = std::max(most[v], 2 * sum);
        }
        bits += width_of(most);
    }

    static void add_checked(uint64_t &total, uint64_t amount) {
        total += amount;
        if (total >> 63) refuse<TooLong>("the total of a part is too long");
    }

    // The bits of a total. An edge counts at both of its ends, so a total is at most half the sum of the largest
    // amounts of all vertices. The amount of an unmatched vertex counts twice.
    static int width_of(const std::vector<uint64_t> &most) {
        uint64_t total = 0;
        for (uint64_t amount : most) add_checked(total, amount);
        return bit_length(total / 2);
    }

    // Make each part as narrow as the edges allow, and leave out parts in which all matchings have the same total.
    void narrow() {
        struct Seen {
            uint64_t most = 0, first = 0, single = 0;
            int times = 0;
            bool differs = false;
        };
        std::vector<std::vector<int>> near = edges_at();
        std::vector<Seen> seen(parts_left);
        std::vector<uint64_t> total(parts_left);
        std::vector<char> matters(parts_left);
        std::vector<int> touched;
        for (size_t v = 0; v < alone.size(); ++v) {
            touched.clear();
            auto each = [&](int cost, auto &&use) {
                for (const Share &share : shares[cost])
                    if (share.part < parts_left && share.amount) {
                        Seen &at = seen[share.part];
                        if (!at.times && !at.single) touched.push_back(share.part);
                        use(at, share.amount);
                    }
            };
            for (int e : near[v])
                each(edges[e].cost, [](Seen &at, uint64_t amount) {
                    at.most = std::max(at.most, amount);
                    if (!at.times++) at.first = amount;
                    at.differs |= amount != at.first;
                });
            if (alone[v] >= 0)
                each(alone[v], [](Seen &at, uint64_t amount) { at.single = std::max(at.single, amount); });
            int degree = static_cast<int>(near[v].size());
            for (int part : touched) {
                Seen &at = seen[part];
                add_checked(total[part], std::max(at.most, 2 * at.single));
                matters[part] |= alone[v] >= 0 ? degree > 0 : at.differs || at.times < degree;
                at = Seen();
            }
        }
        lows.assign(parts_left, 0);
        widths.assign(parts_left, 0);
        for (int part = 0; part < parts_left; ++part) {
            lows[part] = bits;
            widths[part] = matters[part] ? bit_length(total[part] / 2) : 0;
            bits += widths[part];
        }
    }

    // The lowest bit of the fields that fit into one stage.
    int lowest_of_stage() const {
        int room = ROOM - leaves_bits, cut = bits;
        if (bits <= room) return 0;
        for (int part = parts_left; part--;) {
            if (bits - lows[part] > room) return checked(cut);
            cut = lows[part];
        }
        if (bits - sum_low > room) return checked(cut);
        cut = sum_low;
        for (size_t d = digits_left; d-- && bits - digit_lows[d] <= room;) cut = digit_lows[d];
        return checked(cut);
    }

    int checked(int cut) const {
        if (cut == bits) refuse<TooLong>("a part of a cost does not fit into a stage");
        return cut;
    }

    template <int N>
    Number<N> packed(int cost, int cut) const {
        Number<N> found;
        for (const Share &share : shares[cost])
            if (share.part < parts_left && widths[share.part] && lows[share.part] >= cut)
                found.add(share.amount, lows[share.part] - cut);
        return found;
    }

    // Edmonds' algorithm looks for the greatest weight. The weight of an edge is what it saves: the costs of leaving
    // its vertices unmatched, minus its own cost. Matching a vertex that must be matched saves more than any total.
    // False if a vertex that must be matched cannot be matched.
    template <int N>
    bool solve(int cut) {
        size_t count = edges.size();
        std::vector<Number<N>> costs(shares.size()), each(count + alone.size());
        for (size_t cost = 0; cost < shares.size(); ++cost) costs[cost] = packed<N>(static_cast<int>(cost), cut);
        for (size_t e = 0; e < count; ++e) {
            each[e] = costs[edges[e].cost];
            each[e].add(edge_leaves[e], bits - cut);
        }
        std::vector<int> place(alone.size());
        std::vector<Number<N>> singles;  // what the vertices cost if they are unmatched
        for (size_t i = 0; i < names.size(); ++i) {
            int v = names[i];
            place[v] = static_cast<int>(i);
            if (alone[v] >= 0) {
                each[count + v] = costs[alone[v]];
                each[count + v].add(alone_leaves[v], bits - cut);
            } else {
                each[count + v].add(1, bits - cut + leaves_bits);
            }
            singles.push_back(each[count + v]);
        }
        for (const Added &more : added)
            if (more.low >= cut) each[more.edge].add(more.amount, more.low - cut);
        Matching<N> matching(static_cast<int>(names.size()));
        for (size_t e = 0; e < count; ++e) {
            Number<N> saved = each[count + edges[e].u];
            saved += each[count + edges[e].v];
            saved -= each[e];
            each[e] = saved;
            if (saved.is_positive()) matching.add(place[edges[e].u], place[edges[e].v], saved);
        }
        std::vector<int> found = matching.solve(singles);
        for (int v : names) {
            int mate = found[place[v]];
            mates[v] = mate < 0 ? -1 : names[mate];
            if (mate < 0 && alone[v] < 0) return false;
        }
        if (cut) reduce(matching, place, each);
        return true;
    }

    // Keep only edges without slack, and of these only such as have a choice at one end.
    template <int N>
    void reduce(const Matching<N> &matching, const std::vector<int> &place, const std::vector<Number<N>> &saved) {
        std::vector<std::vector<int>> around(names.size());
        size_t deepest = 0;
        for (size_t i = 0; i < names.size(); ++i) {
            around[i] = matching.valued_blossoms(static_cast<int>(i));
            deepest = std::max(deepest, around[i].size());
        }
        std::vector<int> choices(alone.size()), open;
        size_t kept = 0;
        for (size_t e = 0; e < edges.size(); ++e) {
            int u = place[edges[e].u], v = place[edges[e].v];
            size_t common = 0, most = std::min(around[u].size(), around[v].size());
            while (common < most && around[u][common] == around[v][common]) ++common;
            if (!matching.is_tight(u, v, saved[e], around[u], common)) continue;
            ++choices[edges[e].u];
            ++choices[edges[e].v];
            edge_leaves[kept] = static_cast<int>(around[u].size() + around[v].size() - 2 * common);
            edges[kept++] = edges[e];
        }
        edges.resize(kept);
        for (int v : names) {
            if (alone[v] >= 0 && !matching.may_be_single(place[v])) alone[v] = -1;
            if (alone[v] < 0) continue;
            ++choices[v];
            alone_leaves[v] = static_cast<int>(around[place[v]].size());
        }
        std::vector<char> is_open(alone.size());
        kept = 0;
        for (size_t e = 0; e < edges.size(); ++e) {
            if (choices[edges[e].u] < 2 && choices[edges[e].v] < 2) continue;
            is_open[edges[e].u] = is_open[edges[e].v] = 1;
            edge_leaves[kept] = edge_leaves[e];
            edges[kept++] = edges[e];
        }
        edges.resize(kept);
        for (int v : names) {
            if (is_open[v])
                open.push_back(v);
            else
                alone[v] = -1;
        }
        names = open;
        leaves_bits = bit_length(names.size() * 2 * deepest);
    }

    bool is_settled() const {
        std::vector<int> known(alone.size(), -2);
        auto differs = [&](int v, int mate) {
            if (v >= members) return false;
            int outcome = mate < members || mate == bye ? mate : -1;
            if (known[v] == -2) known[v] = outcome;
            return known[v] != outcome;
        };
        for (const Edge &edge : edges)
            if (differs(edge.u, edge.v) || differs(edge.v, edge.u)) return false;
        for (int v : names)
            if (alone[v] >= 0 && differs(v, -1)) return false;
        return true;
    }
};

}  // namespace matching
