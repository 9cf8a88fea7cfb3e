// The cheapest matching of a bracket graph, in C++, for costs of any length.
//
// Only wheels that are built with SWISSPAIR_COMPILED=1 have this module; `kernel.order_costs` calls it. One call does
// what packing, ranks, stages and a library do in Python: it makes fields as narrow as the edges of the graph allow,
// replaces the digits of single players by ranks, and runs Edmonds' algorithm (edmonds.hpp).
//
// A stage solves as many of the most significant fields as fit into 128 bits. Then it removes all edges that have
// slack, since they are in no cheapest matching. A matching of the remaining edges is a cheapest one if its edges lead
// out of every blossom of positive value exactly once. The number of these blossoms that an edge leads out of is
// therefore the first field of the next stage.

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <algorithm>
#include <cstdint>
#include <new>
#include <utility>
#include <vector>

#include "edmonds.hpp"

namespace {

using matching::Matching;
using matching::Number;

struct Share {
    int part;
    uint64_t amount;
};

struct Edge {
    int u, v, cost;
};

struct Digit {
    int owner;
    long long as_top, otherwise, by;
};

// An amount in a field that has an owner. The edge is a number: first come the edges, then the unmatched vertices.
struct Added {
    int edge, low;
    uint64_t amount;
};

int bit_length(uint64_t amount) {
    int found = 0;
    for (; amount; amount >>= 1) ++found;
    return found;
}

class Question {
   public:
    std::vector<Edge> edges;
    std::vector<int> alone;                  // the cost number of leaving it unmatched; -1: must be matched
    std::vector<int> numbers;                // the number of each vertex in the order; -1: none
    std::vector<std::vector<Share>> shares;  // the parts of each cost, numbered from the least significant one
    int parts = 0;
    std::vector<long long> top, other;       // the amounts in the sums of the order, by number
    int sum_bits = 0;
    std::vector<Digit> digits;               // the digits of single players, the least significant first

    int members = 0;  // the partners of the first vertices are asked for; all other partners count as the same,
    int bye = -1;     // except this vertex

    // The partner of each vertex, -1 if unmatched. Empty if a vertex that must be matched cannot be matched.
    // The search ends when all cheapest matchings give the same answer about the members.
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
            if (sum_low >= cut) sum_bits = 0;
            while (digits_left && digit_lows[digits_left - 1] >= cut) --digits_left;
        }
    }

   private:
    // The bits of a total for which one and two limbs suffice. Weights are a little longer, are added and doubled.
    static constexpr int SHORT = 56, ROOM = 120;

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

    // In every digit of a player, replace the values of the player's edges by their ranks.
    void rank() {
        struct At {
            int edge, mate;  // mate: the number of the opponent if the player is the top, else -1
        };
        std::vector<std::vector<At>> near(top.size());
        int count = static_cast<int>(edges.size());
        for (int e = 0; e < count; ++e) {
            int one = numbers[edges[e].u], two = numbers[edges[e].v];
            if (one >= 0) near[one].push_back({e, two});
            if (two >= 0) near[two].push_back({e, -1});
        }
        for (size_t v = 0; v < alone.size(); ++v)
            if (alone[v] >= 0 && numbers[v] >= 0) near[numbers[v]].push_back({count + static_cast<int>(v), -1});
        std::vector<long long> values, different;
        digit_lows.clear();
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
                auto place = std::lower_bound(different.begin(), different.end(), values[i]) - different.begin();
                if (place) added.push_back({near[digit.owner][i].edge, bits, static_cast<uint64_t>(place)});
            }
            bits += bit_length(different.size() - 1);
        }
        sum_low = bits;
        if (!sum_bits) return;
        for (int e = 0; e < count; ++e) {
            int one = numbers[edges[e].u], two = numbers[edges[e].v];
            long long sum = one < 0 ? 0 : two < 0 ? other[one] : top[one] + other[two];
            if (one < 0 && two >= 0) sum = other[two];
            if (sum) added.push_back({e, bits, static_cast<uint64_t>(sum)});
        }
        for (size_t v = 0; v < alone.size(); ++v)
            if (alone[v] >= 0 && numbers[v] >= 0 && other[numbers[v]])
                added.push_back({count + static_cast<int>(v), bits, static_cast<uint64_t>(other[numbers[v]])});
        bits += sum_bits;
    }

    // Make each part as narrow as the edges allow. An edge counts at both of its ends, so a total is at most half the
    // sum of the largest amounts of all vertices. The amount of an unmatched vertex counts twice.
    void narrow() {
        struct Seen {
            uint64_t most = 0, first = 0;
            int times = 0;
            bool differs = false;
        };
        std::vector<Seen> seen(alone.size() * parts_left);
        std::vector<int> degree(alone.size());
        for (const Edge &edge : edges)
            for (int v : {edge.u, edge.v}) {
                ++degree[v];
                for (const Share &share : shares[edge.cost]) {
                    if (share.part >= parts_left) continue;
                    Seen &at = seen[static_cast<size_t>(v) * parts_left + share.part];
                    at.most = std::max(at.most, share.amount);
                    if (!at.times++) at.first = share.amount;
                    at.differs |= share.amount != at.first;
                }
            }
        lows.assign(parts_left, 0);
        widths.assign(parts_left, 0);
        std::vector<uint64_t> single(parts_left);
        std::vector<uint64_t> total(parts_left);
        std::vector<char> matters(parts_left);
        for (size_t v = 0; v < alone.size(); ++v) {
            if (alone[v] >= 0)
                for (const Share &share : shares[alone[v]])
                    if (share.part < parts_left) single[share.part] = share.amount;
            for (int part = 0; part < parts_left; ++part) {
                const Seen &at = seen[v * parts_left + part];
                total[part] += std::max(at.most, 2 * single[part]);
                if (alone[v] >= 0)
                    matters[part] |= degree[v] && (at.most || single[part]);
                else
                    matters[part] |= at.differs || (at.times && at.times < degree[v]);
            }
            if (alone[v] >= 0)
                for (const Share &share : shares[alone[v]])
                    if (share.part < parts_left) single[share.part] = 0;
        }
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
            if (bits - lows[part] > room) return cut;
            cut = lows[part];
        }
        if (bits - sum_low > room) return cut;
        cut = sum_low;
        for (size_t d = digits_left; d-- && bits - digit_lows[d] <= room;) cut = digit_lows[d];
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
        for (size_t i = 0; i < names.size(); ++i) {
            int v = names[i];
            place[v] = static_cast<int>(i) + 1;
            if (alone[v] >= 0) {
                each[count + v] = costs[alone[v]];
                each[count + v].add(alone_leaves[v], bits - cut);
            } else {
                each[count + v].add(1, bits - cut + leaves_bits);
            }
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
        std::vector<int> found = matching.solve();
        for (int v : names) {
            int mate = found[place[v]];
            mates[v] = mate ? names[mate - 1] : -1;
            if (!mate && alone[v] < 0) return false;
        }
        if (cut) reduce(matching, place, each);
        return true;
    }

    // Keep only edges without slack, and of these only such as have a choice at one end.
    template <int N>
    void reduce(const Matching<N> &matching, const std::vector<int> &place, const std::vector<Number<N>> &saved) {
        std::vector<int> blossoms = matching.valued_blossoms(), choices(alone.size()), open;
        size_t kept = 0;
        for (size_t e = 0; e < edges.size(); ++e) {
            int u = place[edges[e].u], v = place[edges[e].v];
            if (!matching.is_tight(u, v, saved[e], blossoms)) continue;
            ++choices[edges[e].u];
            ++choices[edges[e].v];
            edge_leaves[kept] = matching.leaves(u, v, blossoms);
            edges[kept++] = edges[e];
        }
        edges.resize(kept);
        for (int v : names) {
            if (alone[v] >= 0 && !matching.may_be_single(place[v])) alone[v] = -1;
            if (alone[v] < 0) continue;
            ++choices[v];
            alone_leaves[v] = matching.leaves(place[v], 0, blossoms);
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
        leaves_bits = bit_length(names.size() * blossoms.size());
    }

    bool is_settled() const {
        std::vector<int> told(alone.size(), -2);
        auto differs = [&](int v, int mate) {
            if (v >= members) return false;
            int outcome = mate < members || mate == bye ? mate : -1;
            if (told[v] == -2) told[v] = outcome;
            return told[v] != outcome;
        };
        for (const Edge &edge : edges)
            if (differs(edge.u, edge.v) || differs(edge.v, edge.u)) return false;
        for (int v : names)
            if (alone[v] >= 0 && differs(v, -1)) return false;
        return true;
    }
};

// ---- conversion of Python's objects ----

bool read_number(PyObject *object, long long &found) {
    found = PyLong_AsLongLong(object);
    return found != -1 || !PyErr_Occurred();
}

bool read_numbers(PyObject *list, std::vector<long long> &found) {
    if (!PyList_Check(list)) return PyErr_SetString(PyExc_TypeError, "a list of numbers is expected"), false;
    found.resize(PyList_GET_SIZE(list));
    for (size_t i = 0; i < found.size(); ++i)
        if (!read_number(PyList_GET_ITEM(list, i), found[i])) return false;
    return true;
}

bool read_tuple(PyObject *tuple, long long *found, Py_ssize_t size) {
    if (!PyTuple_Check(tuple) || PyTuple_GET_SIZE(tuple) != size)
        return PyErr_Format(PyExc_TypeError, "a tuple of %zd numbers is expected", size), false;
    for (Py_ssize_t i = 0; i < size; ++i)
        if (!read_number(PyTuple_GET_ITEM(tuple, i), found[i])) return false;
    return true;
}

// The costs of a problem, each read once, and their parts, sorted by the numbers of the parts.
class Costs {
   public:
    explicit Costs(PyObject *shares) : shares_(shares) {}

    // The position of a cost among those read so far; -1 if it cannot be read.
    int place(long long cost) {
        auto at = std::lower_bound(known_.begin(), known_.end(), std::make_pair(cost, 0));
        if (at != known_.end() && at->first == cost) return at->second;
        int fresh = static_cast<int>(raw.size());
        if (!read(cost)) return -1;
        known_.insert(at, {cost, fresh});
        return fresh;
    }

    void number(Question &question) {
        std::vector<long long> parts;
        for (const auto &cost : raw)
            for (const auto &share : cost) parts.push_back(share.first);
        std::sort(parts.begin(), parts.end());
        parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
        question.parts = static_cast<int>(parts.size());
        for (const auto &cost : raw) {
            question.shares.emplace_back();
            for (const auto &share : cost) {
                auto place = std::lower_bound(parts.begin(), parts.end(), share.first) - parts.begin();
                question.shares.back().push_back({static_cast<int>(place), share.second});
            }
        }
    }

   private:
    PyObject *shares_;
    std::vector<std::pair<long long, int>> known_;
    std::vector<std::vector<std::pair<long long, uint64_t>>> raw;

    bool read(long long cost) {
        PyObject *key = PyLong_FromLongLong(cost);
        PyObject *list = key ? PyObject_GetItem(shares_, key) : nullptr;
        Py_XDECREF(key);
        if (!list) return false;
        bool good = PyList_Check(list);
        if (!good) PyErr_SetString(PyExc_TypeError, "the parts of a cost are a list");
        raw.emplace_back();
        for (Py_ssize_t i = 0; good && i < PyList_GET_SIZE(list); ++i) {
            long long share[2];
            good = read_tuple(PyList_GET_ITEM(list, i), share, 2);
            if (good && (share[1] < 0 || share[1] > (1LL << 40))) {
                PyErr_SetString(PyExc_OverflowError, "a part of a cost is too large");
                good = false;
            }
            if (good && share[1]) raw.back().push_back({share[0], static_cast<uint64_t>(share[1])});
        }
        Py_DECREF(list);
        return good;
    }
};

bool read_graph(PyObject *pairs, PyObject *alone, Costs &costs, Question &question) {
    if (!PyList_Check(pairs) || !PyList_Check(alone))
        return PyErr_SetString(PyExc_TypeError, "pairs and vertices alone are lists"), false;
    int vertices = static_cast<int>(PyList_GET_SIZE(alone));
    question.edges.reserve(PyList_GET_SIZE(pairs));
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(pairs); ++i) {
        long long edge[3];
        if (!read_tuple(PyList_GET_ITEM(pairs, i), edge, 3)) return false;
        if (edge[0] < 0 || edge[1] < 0 || edge[0] >= vertices || edge[1] >= vertices || edge[0] == edge[1])
            return PyErr_SetString(PyExc_ValueError, "an edge joins two different vertices of the graph"), false;
        int cost = costs.place(edge[2]);
        if (cost < 0) return false;
        question.edges.push_back({static_cast<int>(edge[0]), static_cast<int>(edge[1]), cost});
    }
    for (int v = 0; v < vertices; ++v) {
        PyObject *own = PyList_GET_ITEM(alone, v);
        long long number = 0;
        if (own != Py_None && !read_number(own, number)) return false;
        question.alone.push_back(own == Py_None ? -1 : costs.place(number));
        if (own != Py_None && question.alone.back() < 0) return false;
    }
    return true;
}

bool read_order(PyObject *numbers, PyObject *digits, Question &question) {
    std::vector<long long> found;
    if (!read_numbers(numbers, found)) return false;
    if (found.size() != question.alone.size() || question.top.size() != question.other.size())
        return PyErr_SetString(PyExc_ValueError, "every vertex has one number, every number two sums"), false;
    long long most = static_cast<long long>(question.top.size());
    for (long long number : found) {
        if (number >= most) return PyErr_SetString(PyExc_ValueError, "a number is not of the order"), false;
        question.numbers.push_back(static_cast<int>(number < 0 ? -1 : number));
    }
    for (const auto &sums : {question.top, question.other})
        for (long long sum : sums)
            if (sum < 0 || sum > (1LL << 60))
                return PyErr_SetString(PyExc_OverflowError, "a sum of the order is out of range"), false;
    if (!PyList_Check(digits)) return PyErr_SetString(PyExc_TypeError, "digits are a list"), false;
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(digits); ++i) {
        long long digit[4];
        if (!read_tuple(PyList_GET_ITEM(digits, i), digit, 4)) return false;
        if (digit[0] < 0 || digit[0] >= most)
            return PyErr_SetString(PyExc_ValueError, "a digit has no owner in the order"), false;
        question.digits.push_back({static_cast<int>(digit[0]), digit[1], digit[2], digit[3]});
    }
    return true;
}

PyObject *as_list(const std::vector<int> &mates) {
    PyObject *list = PyList_New(static_cast<Py_ssize_t>(mates.size()));
    for (size_t v = 0; list && v < mates.size(); ++v) {
        PyObject *mate = PyLong_FromLong(mates[v]);
        if (!mate) {
            Py_DECREF(list);
            return nullptr;
        }
        PyList_SET_ITEM(list, static_cast<Py_ssize_t>(v), mate);
    }
    return list;
}

PyObject *lightest(PyObject *, PyObject *args) {
    PyObject *pairs, *alone, *shares, *numbers, *top, *other, *digits;
    Question question;
    int &bits = question.sum_bits;
    if (!PyArg_ParseTuple(args, "OOOOOOiOii", &pairs, &alone, &shares, &numbers, &top, &other, &bits, &digits,
                          &question.members, &question.bye))
        return nullptr;
    try {
        Costs costs(shares);
        if (!read_numbers(top, question.top) || !read_numbers(other, question.other) ||
            !read_graph(pairs, alone, costs, question) || !read_order(numbers, digits, question))
            return nullptr;
        costs.number(question);
        if (question.alone.empty()) return PyList_New(0);
        std::vector<int> mates = question.answer();
        if (mates.empty()) Py_RETURN_NONE;
        return as_list(mates);
    } catch (const std::bad_alloc &) {
        return PyErr_NoMemory();
    }
}

PyMethodDef methods[] = {{"lightest", lightest, METH_VARARGS, "The mates in the lightest matching, or None."},
                         {nullptr, nullptr, 0, nullptr}};

PyModuleDef module = {PyModuleDef_HEAD_INIT, "native", nullptr, 0, methods, nullptr, nullptr, nullptr, nullptr};

}  // namespace

PyMODINIT_FUNC PyInit_native(void) { return PyModule_Create(&module); }
