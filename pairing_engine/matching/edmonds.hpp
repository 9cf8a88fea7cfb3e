// A matching of the greatest weight by Edmonds' algorithm, with numbers of any length (see native.cpp).
//
// O(n^3), as described by Galil (1986): "Efficient algorithms for finding maximum matching in graphs".

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace matching {

// A whole number of N limbs, the least significant first; negative numbers are two's complements.
template <int N>
struct Number {
    uint64_t limb[N];

    Number() : limb{} {}

    // Add a nonnegative amount, shifted up by some bits. The sum must fit.
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

// A matching of the greatest total weight. Vertices have the numbers 1 to n, blossoms have higher numbers, 0 is none.
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

    // The partner of each vertex, 0 if it has none.
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

    // The blossoms that have a positive value in the end, nested ones too.
    std::vector<int> valued_blossoms() const {
        std::vector<int> found;
        for (int b = n + 1; b <= top; ++b)
            if (outer[b] && label[b].is_positive()) found.push_back(b);
        return found;
    }

    // Whether an edge of this weight has no slack.
    bool is_tight(int u, int v, const Number<N> &weight, const std::vector<int> &blossoms) const {
        Number<N> slack = label[u];
        slack += label[v];
        slack -= weight;
        slack -= weight;
        for (int b : blossoms)
            if (holds(b, u) && holds(b, v)) slack += label[b];
        return slack.is_zero();
    }

    // The number of these blossoms that an edge leads out of; v is 0 for a vertex that is unmatched.
    int leaves(int u, int v, const std::vector<int> &blossoms) const {
        int found = 0;
        for (int b : blossoms) found += holds(b, u) != (v && holds(b, v));
        return found;
    }

    // Whether a matching of the greatest weight may leave a vertex unmatched.
    bool may_be_single(int u) const { return label[u].is_zero(); }

   private:
    struct Ends {
        int u = 0, v = 0;
    };

    int n, top, size, lap = 0;
    Number<N> most;
    std::vector<Number<N>> doubled;  // the weight of each edge, twice
    std::vector<Ends> ends;          // the vertices of the edge that joins two vertices or blossoms
    std::vector<int> from;           // the petal of a blossom that contains a vertex
    std::vector<Number<N>> label;
    std::vector<int> mate, slack, outer, parent, state, seen;  // state: -1 free, 0 even, 1 odd
    std::vector<std::vector<int>> petals;
    std::vector<int> queue;

    Ends &end(int x, int y) { return ends[static_cast<size_t>(x) * size + y]; }
    bool holds(int b, int u) const { return from[static_cast<size_t>(b) * (n + 1) + u] != 0; }
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

    // The position of a petal, counted in the direction in which it is even.
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

    // Use a tight edge from an even vertex, and return whether that made the matching larger.
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

    // Find the largest change of labels before an edge becomes tight or a blossom opens; false if it is unlimited.
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
            bool is_done = false;
            for (int u = 1; u <= n; ++u) {
                if (state[outer[u]] == 0) {
                    label[u] -= amount;
                    is_done |= label[u].is_zero();  // leaving a vertex unmatched now loses nothing
                } else if (state[outer[u]] == 1) {
                    label[u] += amount;
                }
            }
            for (int b = n + 1; b <= top; ++b)
                if (outer[b] == b) {
                    if (state[b] == 0) label[b] += twice;
                    if (state[b] == 1) label[b] -= twice;
                }
            if (is_done) return false;
            for (int x = 1; x <= top; ++x)
                if (outer[x] == x && slack[x] && outer[slack[x]] != x && gap(end(slack[x], x)).is_zero() &&
                    use(Ends(end(slack[x], x))))
                    return true;
            for (int b = n + 1; b <= top; ++b)
                if (outer[b] == b && state[b] == 1 && label[b].is_zero()) expand(b);
        }
    }
};

}  // namespace matching
