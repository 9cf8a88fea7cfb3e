// The cheapest matching of a bracket graph, in C++, for costs of any length, in limbs of 64 bits.
//
// Only wheels that are built with SWISSPAIR_COMPILED=1 have this module; `kernel.order_costs` calls it. One call does
// what packing, ranks and a library do in Python: it makes fields as narrow as the edges of the graph allow, replaces
// the digits of single players by ranks, and runs Edmonds' algorithm (edmonds.hpp).

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

    // The partner of each vertex, -1 if unmatched. Empty if a vertex that must be matched cannot be matched.
    // Throws std::bad_alloc, and Length if costs are too long.
    struct Length {};
    std::vector<int> answer() {
        rank();
        narrow();
        int limbs = (bits + 8 + 63) / 64;
        if (limbs <= 1) return solve<1>();
        if (limbs <= 2) return solve<2>();
        if (limbs <= 3) return solve<3>();
        if (limbs <= 4) return solve<4>();
        if (limbs <= 6) return solve<6>();
        if (limbs <= 8) return solve<8>();
        if (limbs <= 12) return solve<12>();
        if (limbs <= 20) return solve<20>();
        if (limbs <= 40) return solve<40>();
        throw Length();
    }

   private:
    int bits = 0;
    std::vector<Added> added;
    std::vector<int> lows;    // the lowest bit of each part
    std::vector<int> widths;  // 0 for a part in which all matchings have the same total

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
        for (const Digit &digit : digits) {
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
        std::vector<Seen> seen(alone.size() * parts);
        std::vector<int> degree(alone.size());
        for (const Edge &edge : edges)
            for (int v : {edge.u, edge.v}) {
                ++degree[v];
                for (const Share &share : shares[edge.cost]) {
                    Seen &at = seen[static_cast<size_t>(v) * parts + share.part];
                    at.most = std::max(at.most, share.amount);
                    if (!at.times++) at.first = share.amount;
                    at.differs |= share.amount != at.first;
                }
            }
        lows.assign(parts, 0);
        widths.assign(parts, 0);
        std::vector<uint64_t> single(parts);
        std::vector<uint64_t> total(parts);
        std::vector<char> matters(parts);
        for (size_t v = 0; v < alone.size(); ++v) {
            if (alone[v] >= 0)
                for (const Share &share : shares[alone[v]]) single[share.part] = share.amount;
            for (int part = 0; part < parts; ++part) {
                const Seen &at = seen[v * parts + part];
                total[part] += std::max(at.most, 2 * single[part]);
                if (alone[v] >= 0)
                    matters[part] |= degree[v] && (at.most || single[part]);
                else
                    matters[part] |= at.differs || (at.times && at.times < degree[v]);
            }
            if (alone[v] >= 0)
                for (const Share &share : shares[alone[v]]) single[share.part] = 0;
        }
        for (int part = 0; part < parts; ++part) {
            lows[part] = bits;
            widths[part] = matters[part] ? bit_length(total[part] / 2) : 0;
            bits += widths[part];
        }
    }

    template <int N>
    Number<N> packed(int cost) const {
        Number<N> found;
        for (const Share &share : shares[cost])
            if (widths[share.part]) found.add(share.amount, lows[share.part]);
        return found;
    }

    // Edmonds' algorithm looks for the greatest weight. The weight of an edge is what it saves: the costs of leaving
    // its vertices unmatched, minus its own cost. Matching a vertex that must be matched saves more than any total.
    template <int N>
    std::vector<int> solve() const {
        size_t count = edges.size(), vertices = alone.size();
        std::vector<Number<N>> costs(shares.size()), each(count + vertices);
        for (size_t cost = 0; cost < shares.size(); ++cost) costs[cost] = packed<N>(static_cast<int>(cost));
        for (size_t e = 0; e < count; ++e) each[e] = costs[edges[e].cost];
        for (size_t v = 0; v < vertices; ++v) {
            if (alone[v] >= 0)
                each[count + v] = costs[alone[v]];
            else
                each[count + v].add(1, bits);
        }
        for (const Added &more : added) each[more.edge].add(more.amount, more.low);
        Matching<N> matching(static_cast<int>(vertices));
        for (size_t e = 0; e < count; ++e) {
            Number<N> saved = each[count + edges[e].u];
            saved += each[count + edges[e].v];
            saved -= each[e];
            if (saved.is_positive()) matching.add(edges[e].u + 1, edges[e].v + 1, saved);
        }
        std::vector<int> found = matching.solve(), mates(vertices);
        for (size_t v = 0; v < vertices; ++v) {
            mates[v] = found[v + 1] - 1;
            if (mates[v] < 0 && alone[v] < 0) return {};
        }
        return mates;
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
    if (!PyArg_ParseTuple(args, "OOOOOOiO", &pairs, &alone, &shares, &numbers, &top, &other, &bits, &digits))
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
    } catch (const Question::Length &) {
        return PyErr_SetString(PyExc_OverflowError, "these costs are too long"), nullptr;
    } catch (const std::bad_alloc &) {
        return PyErr_NoMemory();
    }
}

PyMethodDef methods[] = {{"lightest", lightest, METH_VARARGS, "The mates in the lightest matching, or None."},
                         {nullptr, nullptr, 0, nullptr}};

PyModuleDef module = {PyModuleDef_HEAD_INIT, "native", nullptr, 0, methods, nullptr, nullptr, nullptr, nullptr};

}  // namespace

PyMODINIT_FUNC PyInit_native(void) { return PyModule_Create(&module); }
