// The lightest matching of a bracket graph, in C++: costs of any length, in limbs of 64 bits.
//
// Only wheels that are built with SWISSPAIR_COMPILED=1 have this module; `kernel.order_costs` asks it. It does in
// one call what packing, ranks and a library do elsewhere: fields as narrow as the edges of the graph allow, ranks in
// place of the digits of single players, and a matching of the greatest weight by Edmonds' algorithm, O(n^3), as
// described by Galil (1986): "Efficient algorithms for finding maximum matching in graphs".

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <new>
#include <utility>
#include <vector>

namespace {

// A whole number of N limbs, the least significant first; negative numbers are two's complements.
template <int N>
struct Number {
    uint64_t limb[N];

    Number() : limb{} {}

    // Add an amount, 0 or more, moved up by some bits. The sum must fit.
    void add(uint64_t amount, int bits) {
        int place = bits >> 6, rest = bits & 63;
        carry(place, amount << rest);
        if (rest && place + 1 < N) carry(place + 1, amount >> (64 - rest));
    }

    void carry(int place, uint64_t amount) {
        for (; amount && place < N; ++place) {
            limb[place] += amount;
            amount = limb[place] < amount;
        }
    }

    Number &operator+=(const Number &other) {
        uint64_t over = 0;
        for (int i = 0; i < N; ++i) {
            uint64_t sum = limb[i] + over;
            over = sum < over;
            sum += other.limb[i];
            over += sum < other.limb[i];
            limb[i] = sum;
        }
        return *this;
    }

    Number &operator-=(const Number &other) {
        uint64_t under = 0;
        for (int i = 0; i < N; ++i) {
            uint64_t one = limb[i], two = other.limb[i], difference = one - two;
            limb[i] = difference - under;
            under = (one < two) | (difference < under);
        }
        return *this;
    }

    void halve() {
        for (int i = 0; i + 1 < N; ++i) limb[i] = limb[i] >> 1 | limb[i + 1] << 63;
        limb[N - 1] = static_cast<uint64_t>(static_cast<int64_t>(limb[N - 1]) >> 1);
    }

    bool is_zero() const {
        for (int i = 0; i < N; ++i)
            if (limb[i]) return false;
        return true;
    }

    bool is_positive() const { return static_cast<int64_t>(limb[N - 1]) >= 0 && !is_zero(); }

    bool operator<(const Number &other) const {
        int64_t one = static_cast<int64_t>(limb[N - 1]), two = static_cast<int64_t>(other.limb[N - 1]);
        if (one != two) return one < two;
        for (int i = N - 2; i >= 0; --i)
            if (limb[i] != other.limb[i]) return limb[i] < other.limb[i];
        return false;
    }
};

// A matching of the greatest total weight. Vertices are 1 to n, blossoms the numbers after that, and 0 is nobody.
template <int N>
class Matching {
   public:
    explicit Matching(int vertices)
        : n(vertices),
          top(vertices),
          size(2 * vertices + 1),
          doubled(static_cast<size_t>(vertices + 1) * (vertices + 1)),
          ends(static_cast<size_t>(size) * size),
          from(static_cast<size_t>(size) * (vertices + 1)),
          label(size),
          mate(size),
          slack(size),
          outer(size),
          parent(size),
          state(size),
          seen(size),
          petals(size) {}

    // Give an edge its weight, which must be positive.
    void add(int u, int v, const Number<N> &weight) {
        Number<N> &one = doubled[u * (n + 1) + v];
        one = weight;
        one += weight;
        doubled[v * (n + 1) + u] = one;
        end(u, v) = {u, v};
        end(v, u) = {v, u};
        if (most < weight) most = weight;
    }

    // The mates of the vertices, 0 for those who have none.
    std::vector<int> solve() {
        for (int u = 1; u <= n; ++u) {
            outer[u] = u;
            origin(u, u) = u;
            label[u] = most;
        }
        while (grow()) {
        }
        return std::vector<int>(mate.begin(), mate.begin() + n + 1);
    }

   private:
    struct Ends {
        int u = 0, v = 0;
    };

    int n, top, size, lap = 0;
    Number<N> most;
    std::vector<Number<N>> doubled;  // the weight of each edge, twice
    std::vector<Ends> ends;          // the vertices by which two vertices or blossoms are joined
    std::vector<int> from;           // the petal of a blossom in which a vertex lies
    std::vector<Number<N>> label;
    std::vector<int> mate, slack, outer, parent, state, seen;  // state: -1 free, 0 even, 1 odd
    std::vector<std::vector<int>> petals;
    std::vector<int> queue;

    Ends &end(int x, int y) { return ends[static_cast<size_t>(x) * size + y]; }
    int &origin(int x, int u) { return from[static_cast<size_t>(x) * (n + 1) + u]; }

    Number<N> gap(const Ends &edge) const {
        Number<N> found = label[edge.u];
        found += label[edge.v];
        found -= doubled[edge.u * (n + 1) + edge.v];
        return found;
    }

    void offer_slack(int u, int x) {
        if (!slack[x] || gap(end(u, x)) < gap(end(slack[x], x))) slack[x] = u;
    }

    void find_slack(int x) {
        slack[x] = 0;
        for (int u = 1; u <= n; ++u)
            if (end(u, x).u && outer[u] != x && state[outer[u]] == 0) offer_slack(u, x);
    }

    void enqueue(int x) {
        if (x <= n) {
            queue.push_back(x);
            return;
        }
        for (int petal : petals[x]) enqueue(petal);
    }

    void put_into(int x, int blossom) {
        outer[x] = blossom;
        if (x > n)
            for (int petal : petals[x]) put_into(petal, blossom);
    }

    // The place of a petal, counted in the direction in which it is even.
    int even_place(int blossom, int petal) {
        std::vector<int> &ring = petals[blossom];
        int place = static_cast<int>(std::find(ring.begin(), ring.end(), petal) - ring.begin());
        if (place % 2 == 0) return place;
        std::reverse(ring.begin() + 1, ring.end());
        return static_cast<int>(ring.size()) - place;
    }

    void match(int x, int y) {
        Ends edge = end(x, y);
        mate[x] = edge.v;
        if (x <= n) return;
        int petal = origin(x, edge.u), place = even_place(x, petal);
        for (int i = 0; i < place; ++i) match(petals[x][i], petals[x][i ^ 1]);
        match(petal, y);
        std::rotate(petals[x].begin(), petals[x].begin() + place, petals[x].end());
    }

    void augment(int x, int y) {
        for (;;) {
            int next = outer[mate[x]];
            match(x, y);
            if (!next) return;
            match(next, outer[parent[next]]);
            x = outer[parent[next]];
            y = next;
        }
    }

    int common_ancestor(int x, int y) {
        for (++lap; x || y; std::swap(x, y)) {
            if (!x) continue;
            if (seen[x] == lap) return x;
            seen[x] = lap;
            x = outer[mate[x]];
            if (x) x = outer[parent[x]];
        }
        return 0;
    }

    void climb(std::vector<int> &ring, int x, int ancestor) {
        while (x != ancestor) {
            ring.push_back(x);
            int odd = outer[mate[x]];
            ring.push_back(odd);
            enqueue(odd);
            x = outer[parent[odd]];
        }
    }

    void shrink(int x, int ancestor, int y) {
        int b = n + 1;
        while (b <= top && outer[b]) ++b;
        if (b > top) ++top;
        label[b] = Number<N>();
        state[b] = 0;
        mate[b] = mate[ancestor];
        std::vector<int> &ring = petals[b];
        ring.assign(1, ancestor);
        climb(ring, x, ancestor);
        std::reverse(ring.begin() + 1, ring.end());
        climb(ring, y, ancestor);
        put_into(b, b);
        for (int z = 1; z <= top; ++z) end(b, z) = end(z, b) = {0, 0};
        for (int u = 1; u <= n; ++u) origin(b, u) = 0;
        for (int petal : ring) {
            for (int z = 1; z <= top; ++z) {
                if (!end(petal, z).u) continue;
                if (!end(b, z).u || gap(end(petal, z)) < gap(end(b, z))) {
                    end(b, z) = end(petal, z);
                    end(z, b) = end(z, petal);
                }
            }
            for (int u = 1; u <= n; ++u)
                if (origin(petal, u)) origin(b, u) = petal;
        }
        find_slack(b);
    }

    void expand(int b) {
        for (int petal : petals[b]) put_into(petal, petal);
        int entry = origin(b, end(b, parent[b]).u), place = even_place(b, entry);
        std::vector<int> &ring = petals[b];
        for (int i = 0; i < place; i += 2) {
            int odd = ring[i], even = ring[i + 1];
            parent[odd] = end(even, odd).u;
            state[odd] = 1;
            state[even] = 0;
            slack[odd] = 0;
            find_slack(even);
            enqueue(even);
        }
        state[entry] = 1;
        parent[entry] = parent[b];
        for (size_t i = place + 1; i < ring.size(); ++i) {
            state[ring[i]] = -1;
            find_slack(ring[i]);
        }
        outer[b] = 0;
    }

    // Use a tight edge from an even vertex; whether that made the matching larger.
    bool use(const Ends &edge) {
        int x = outer[edge.u], y = outer[edge.v];
        if (state[y] == -1) {
            parent[y] = edge.u;
            state[y] = 1;
            int next = outer[mate[y]];
            slack[y] = slack[next] = 0;
            state[next] = 0;
            enqueue(next);
        } else if (state[y] == 0) {
            int ancestor = common_ancestor(x, y);
            if (!ancestor) {
                augment(x, y);
                augment(y, x);
                return true;
            }
            shrink(x, ancestor, y);
        }
        return false;
    }

    bool use_queue() {
        for (size_t head = 0; head < queue.size(); ++head) {
            int u = queue[head];
            if (state[outer[u]] == 1) continue;
            for (int v = 1; v <= n; ++v) {
                if (!end(u, v).u || outer[u] == outer[v]) continue;
                if (!gap(end(u, v)).is_zero())
                    offer_slack(u, outer[v]);
                else if (use(Ends(end(u, v))))
                    return true;
            }
        }
        queue.clear();
        return false;
    }

    // The most by which labels can change before an edge becomes tight or a blossom opens; false if nothing bounds it.
    bool step(Number<N> &least) {
        bool found = false;
        auto take = [&](const Number<N> &amount) {
            if (!found || amount < least) least = amount;
            found = true;
        };
        for (int b = n + 1; b <= top; ++b)
            if (outer[b] == b && state[b] == 1) {
                Number<N> half = label[b];
                half.halve();
                take(half);
            }
        for (int x = 1; x <= top; ++x) {
            if (outer[x] != x || !slack[x] || state[x] == 1) continue;
            Number<N> amount = gap(end(slack[x], x));
            if (state[x] == 0) amount.halve();
            take(amount);
        }
        for (int u = 1; u <= n; ++u)
            if (state[outer[u]] == 0) take(label[u]);
        return found;
    }

    bool grow() {
        std::fill(state.begin() + 1, state.begin() + top + 1, -1);
        std::fill(slack.begin(), slack.end(), 0);
        queue.clear();
        for (int x = 1; x <= top; ++x)
            if (outer[x] == x && !mate[x]) {
                parent[x] = 0;
                state[x] = 0;
                enqueue(x);
            }
        if (queue.empty()) return false;
        for (;;) {
            if (use_queue()) return true;
            Number<N> amount, twice;
            if (!step(amount)) return false;
            twice = amount;
            twice += amount;
            for (int u = 1; u <= n; ++u) {
                if (state[outer[u]] == 0) {
                    label[u] -= amount;
                    if (!label[u].is_positive()) return false;  // from here on a single vertex is no loss
                } else if (state[outer[u]] == 1) {
                    label[u] += amount;
                }
            }
            for (int b = n + 1; b <= top; ++b)
                if (outer[b] == b) {
                    if (state[b] == 0) label[b] += twice;
                    if (state[b] == 1) label[b] -= twice;
                }
            for (int x = 1; x <= top; ++x)
                if (outer[x] == x && slack[x] && outer[slack[x]] != x && gap(end(slack[x], x)).is_zero() &&
                    use(Ends(end(slack[x], x))))
                    return true;
            for (int b = n + 1; b <= top; ++b)
                if (outer[b] == b && state[b] == 1 && label[b].is_zero()) expand(b);
        }
    }
};


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

// An amount that an edge has in a field of its own; edges are numbered, and after them the vertices that are alone.
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
    std::vector<int> alone;                  // the number of the cost of being alone; -1: must be matched
    std::vector<int> numbers;                // of each vertex in the order; -1: none
    std::vector<std::vector<Share>> shares;  // the parts of each cost, numbered from the least significant one
    int parts = 0;
    std::vector<long long> top, other;       // the sums of the order, by number
    int sum_bits = 0;
    std::vector<Digit> digits;               // those of single players, the least significant first

    // The mates of all vertices, -1 for those who are alone. Empty if somebody who must be matched cannot be.
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
    std::vector<int> widths;  // 0 for a part in which no two matchings can differ

    // Give every digit of a player the ranks of the values that the player's edges have in it.
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
            long long sum = one >= 0 && two >= 0 ? top[one] + other[two] : one >= 0 ? other[one] : two >= 0 ? other[two] : 0;
            if (sum) added.push_back({e, bits, static_cast<uint64_t>(sum)});
        }
        for (size_t v = 0; v < alone.size(); ++v)
            if (alone[v] >= 0 && numbers[v] >= 0 && other[numbers[v]])
                added.push_back({count + static_cast<int>(v), bits, static_cast<uint64_t>(other[numbers[v]])});
        bits += sum_bits;
    }

    // Make each part as narrow as the edges allow. An edge counts at both of its ends, so a total is at most half the
    // sum of what each vertex can have at most, where being alone counts twice.
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

    // Edmonds' algorithm looks for the greatest weight: what an edge saves, which is what its vertices cost alone, less
    // its own cost. A vertex that must be matched saves more than all others can cost.
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

// ---- Python's objects ----

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

// The costs of a question, each read once, and their parts in the order of the numbers of these.
class Costs {
   public:
    explicit Costs(PyObject *shares) : shares_(shares) {}

    // The place of a cost among those read so far; -1 if it cannot be read.
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
    if (!PyArg_ParseTuple(args, "OOOOOOiO", &pairs, &alone, &shares, &numbers, &top, &other, &question.sum_bits, &digits))
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

PyMethodDef methods[] = {{"lightest", lightest, METH_VARARGS, "The mates in the lightest matching; None: there is none."},
                         {nullptr, nullptr, 0, nullptr}};

PyModuleDef module = {PyModuleDef_HEAD_INIT, "native", nullptr, 0, methods, nullptr, nullptr, nullptr, nullptr};

}  // namespace

PyMODINIT_FUNC PyInit_native(void) { return PyModule_Create(&module); }
