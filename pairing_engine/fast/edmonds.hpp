// A matching of the greatest weight by Edmonds' algorithm, with numbers of any length (see question.hpp).
//
// Vertices and edges are kept in lists, so memory grows with the number of edges. The search takes O(n m) to O(n^3)
// steps. It follows Galil (1986), "Efficient algorithms for finding maximum matching in graphs".

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace matching {

// The function that is called between the stages of a search. It may throw, which ends the search.
inline void (*between_stages)() = nullptr;

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

// A matching of the greatest total weight. The vertices are numbered from 0 to n - 1; a blossom has the number n or
// more. A *link* is an edge seen from one end: link 2k leads to the first vertex of edge k, link 2k + 1 to the second.
template <int N>
class Matching {
   public:
    explicit Matching(int vertices)
        : n(vertices),
          slots(vertices),
          mate(vertices, NONE),
          home(vertices),
          label(2 * vertices),
          entry(2 * vertices, NONE),
          parent(2 * vertices, NONE),
          base(2 * vertices, NONE),
          best(2 * vertices, NONE),
          best_to(2 * vertices, NONE),
          value(2 * vertices),
          petals(vertices),
          links(vertices),
          best_links(vertices),
          has_best_links(vertices) {}

    // Add an edge of positive weight.
    void add(int u, int v, const Number<N> &weight) {
        ends.push_back(u);
        ends.push_back(v);
        doubled.push_back(weight);
        doubled.back() += weight;
    }

    // The partner of each vertex, -1 if it has none. The weight of an edge is at most the sum of the bounds of its ends.
    std::vector<int> solve(const std::vector<Number<N>> &bounds) {
        list_neighbours();
        for (int v = 0; v < n; ++v) {
            home[v] = base[v] = v;
            value[v] = bounds[v];
            value[v] += bounds[v];
        }
        for (int b = 2 * n; b-- > n;) spare.push_back(b);
        lower_values();
        match_tight_edges();
        while (stage())
            if (between_stages) between_stages();
        std::vector<int> mates(n, NONE);
        for (int v = 0; v < n; ++v)
            if (mate[v] != NONE) mates[v] = ends[mate[v]];
        return mates;
    }

    // The blossoms around a vertex that have a positive value in the end, the outermost first.
    std::vector<int> valued_blossoms(int v) const {
        std::vector<int> around;
        for (int b = parent[v]; b != NONE; b = parent[b])
            if (value[b].is_positive()) around.push_back(b);
        std::reverse(around.begin(), around.end());
        return around;
    }

    // Whether an edge of this weight has no slack; `common` of the blossoms around a vertex hold both ends.
    bool is_tight(int u, int v, const Number<N> &weight, const std::vector<int> &around, size_t common) const {
        Number<N> left = value[u];
        left += value[v];
        left -= weight;
        left -= weight;
        for (size_t i = 0; i < common; ++i) {
            left += value[around[i]];
            left += value[around[i]];
        }
        return left.is_zero();
    }

    // Whether a matching of the greatest weight may leave a vertex unmatched.
    bool may_be_single(int v) const { return value[v].is_zero(); }

   private:
    static constexpr int NONE = -1;
    enum Label : signed char { FREE = 0, EVEN = 1, ODD = 2, MARKED = 5, DEAD = -1 };

    int n, slots;                  // slots: one more than the highest number of a blossom so far
    std::vector<int> ends;         // the vertex to which each link leads
    std::vector<Number<N>> doubled;
    std::vector<int> first, near;  // near[first[v]] to near[first[v + 1] - 1]: the links from v to its neighbours
    std::vector<int> mate;         // the link from a vertex to its partner
    std::vector<int> home;         // the outermost blossom that holds a vertex
    std::vector<signed char> label;
    std::vector<int> entry;        // the link by which a vertex or blossom got its label, seen from outside
    std::vector<int> parent, base, best, best_to;
    std::vector<Number<N>> value;
    std::vector<std::vector<int>> petals, links, best_links;  // of the blossom n + i at place i
    std::vector<char> has_best_links, allowed;
    std::vector<int> spare, queue;

    std::vector<int> &petals_of(int b) { return petals[b - n]; }
    std::vector<int> &links_of(int b) { return links[b - n]; }

    void list_neighbours() {
        first.assign(n + 1, 0);
        for (int v : ends) ++first[v + 1];
        for (int v = 0; v < n; ++v) first[v + 1] += first[v];
        near.resize(ends.size());
        std::vector<int> next(first.begin(), first.end());
        for (size_t link = 0; link < ends.size(); ++link) near[next[ends[link ^ 1]]++] = static_cast<int>(link);
        allowed.resize(doubled.size());
    }

    Number<N> slack(int k) const {
        Number<N> left = value[ends[2 * k]];
        left += value[ends[2 * k + 1]];
        left -= doubled[k];
        return left;
    }

    // Lower the value of each vertex until an edge of the vertex has no slack, or to 0. All values stay even.
    void lower_values() {
        for (int v = 0; v < n; ++v) {
            Number<N> least = value[v];
            for (int at = first[v]; at < first[v + 1]; ++at) {
                Number<N> left = slack(near[at] / 2);
                if (left < least) least = left;
            }
            value[v] -= least;
        }
    }

    // Match vertices by edges without slack, as long as both ends are unmatched; this saves most of the stages.
    void match_tight_edges() {
        for (int v = n; v--;) {
            for (int at = first[v]; at < first[v + 1] && mate[v] == NONE; ++at) {
                int link = near[at], w = ends[link];
                if (mate[w] != NONE || slack(link / 2).is_positive()) continue;
                mate[v] = link;
                mate[w] = link ^ 1;
            }
        }
    }

    template <typename Action>
    void each_vertex(int b, const Action &action) {
        if (b < n) return action(b);
        for (int petal : petals_of(b)) each_vertex(petal, action);
    }

    void give_label(int w, Label kind, int link) {
        int b = home[w];
        label[w] = label[b] = kind;
        entry[w] = entry[b] = link;
        best[w] = best[b] = NONE;
        if (kind == EVEN) return each_vertex(b, [this](int v) { queue.push_back(v); });
        int top = base[b];
        give_label(ends[mate[top]], EVEN, mate[top] ^ 1);
    }

    // The base of the new blossom that an edge between two even vertices closes; NONE if it is an augmenting path.
    int common_base(int v, int w) {
        std::vector<int> path;
        int found = NONE;
        while (v != NONE || w != NONE) {
            int b = home[v];
            if (label[b] == MARKED) {
                found = base[b];
                break;
            }
            path.push_back(b);
            label[b] = MARKED;
            v = entry[b] == NONE ? NONE : ends[entry[home[ends[entry[b]]]]];
            if (w != NONE) std::swap(v, w);
        }
        for (int b : path) label[b] = EVEN;
        return found;
    }

    void shrink(int root, int k) {
        int v = ends[2 * k], w = ends[2 * k + 1], top = home[root], one = home[v], other = home[w];
        int b = spare.back();
        spare.pop_back();
        slots = std::max(slots, b + 1);
        base[b] = root;
        parent[b] = NONE;
        parent[top] = b;
        std::vector<int> &ring = petals_of(b), &joints = links_of(b);
        ring.clear();
        joints.clear();
        for (; one != top; one = home[ends[entry[one]]]) {
            parent[one] = b;
            ring.push_back(one);
            joints.push_back(entry[one]);
        }
        ring.push_back(top);
        std::reverse(ring.begin(), ring.end());
        std::reverse(joints.begin(), joints.end());
        joints.push_back(2 * k);
        for (; other != top; other = home[ends[entry[other]]]) {
            parent[other] = b;
            ring.push_back(other);
            joints.push_back(entry[other] ^ 1);
        }
        label[b] = EVEN;
        entry[b] = entry[top];
        value[b] = Number<N>();
        each_vertex(b, [&](int u) {
            if (label[home[u]] == ODD) queue.push_back(u);
            home[u] = b;
        });
        collect_best_links(b);
    }

    // Keep, for each even neighbour of a new blossom, the edge of least slack.
    void collect_best_links(int b) {
        std::vector<int> &kept = best_links[b - n];
        kept.clear();
        std::vector<int> reached;
        auto offer = [&](int k) {
            int i = ends[2 * k], j = ends[2 * k + 1];
            if (home[j] == b) std::swap(i, j);
            int to = home[j];
            if (to == b || label[to] != EVEN) return;
            if (best_to[to] == NONE) reached.push_back(to);
            if (best_to[to] == NONE || slack(k) < slack(best_to[to])) best_to[to] = k;
        };
        for (int petal : petals_of(b)) {
            if (petal >= n && has_best_links[petal - n]) {
                for (int k : best_links[petal - n]) offer(k);
                best_links[petal - n].clear();
                has_best_links[petal - n] = 0;
            } else {
                each_vertex(petal, [&](int u) {
                    for (int at = first[u]; at < first[u + 1]; ++at) offer(near[at] / 2);
                });
            }
            best[petal] = NONE;
        }
        best[b] = NONE;
        for (int to : reached) {
            int k = best_to[to];
            best_to[to] = NONE;
            kept.push_back(k);
            if (best[b] == NONE || slack(k) < slack(best[b])) best[b] = k;
        }
        has_best_links[b - n] = 1;
    }

    static int around(const std::vector<int> &ring, int place) {
        return ring[place < 0 ? place + static_cast<int>(ring.size()) : place];
    }

    // The place of a petal, and the direction from there to the base along an even number of links.
    struct Walk {
        int place, step, turned;
    };

    Walk walk_from(const std::vector<int> &ring, int petal) const {
        int place = static_cast<int>(std::find(ring.begin(), ring.end(), petal) - ring.begin());
        if (place & 1) return {place - static_cast<int>(ring.size()), 1, 0};
        return {place, -1, 1};
    }

    void expand(int b, bool at_end) {
        std::vector<int> ring, joints;
        ring.swap(petals_of(b));
        joints.swap(links_of(b));
        for (int petal : ring) {
            parent[petal] = NONE;
            if (petal < n)
                home[petal] = petal;
            else if (at_end && value[petal].is_zero())
                expand(petal, true);
            else
                each_vertex(petal, [&](int v) { home[v] = petal; });
        }
        if (!at_end && label[b] == ODD) relabel(b, ring, joints);
        label[b] = DEAD;
        entry[b] = base[b] = best[b] = NONE;
        best_links[b - n].clear();
        has_best_links[b - n] = 0;
        spare.push_back(b);
    }

    // Give labels to the petals of an odd blossom that was opened in the middle of a stage.
    void relabel(int b, const std::vector<int> &ring, const std::vector<int> &joints) {
        int arrived = home[ends[entry[b] ^ 1]];
        auto [place, step, turned] = walk_from(ring, arrived);
        int link = entry[b];
        while (place) {
            int joint = around(joints, place - turned);
            label[ends[link ^ 1]] = FREE;
            label[ends[joint ^ turned ^ 1]] = FREE;
            give_label(ends[link ^ 1], ODD, link);
            allowed[joint / 2] = 1;
            place += step;
            link = around(joints, place - turned) ^ turned;
            allowed[link / 2] = 1;
            place += step;
        }
        int petal = around(ring, place);
        label[ends[link ^ 1]] = label[petal] = ODD;
        entry[ends[link ^ 1]] = entry[petal] = link;
        best[petal] = NONE;
        for (place += step; around(ring, place) != arrived; place += step) {
            petal = around(ring, place);
            if (label[petal] == EVEN) continue;
            int reached = NONE;
            each_vertex(petal, [&](int v) {
                if (reached == NONE && label[v] != FREE) reached = v;
            });
            if (reached == NONE) continue;
            label[reached] = FREE;
            label[ends[mate[base[petal]]]] = FREE;
            give_label(reached, ODD, entry[reached]);
        }
    }

    // Exchange matched and unmatched edges between a vertex of a blossom and the base, which v then becomes.
    void turn(int b, int v) {
        int petal = v;
        while (parent[petal] != b) petal = parent[petal];
        if (petal >= n) turn(petal, v);
        std::vector<int> &ring = petals_of(b), &joints = links_of(b);
        int from = static_cast<int>(std::find(ring.begin(), ring.end(), petal) - ring.begin());
        auto [place, step, turned] = walk_from(ring, petal);
        while (place) {
            place += step;
            petal = around(ring, place);
            int link = around(joints, place - turned) ^ turned;
            if (petal >= n) turn(petal, ends[link]);
            place += step;
            petal = around(ring, place);
            if (petal >= n) turn(petal, ends[link ^ 1]);
            mate[ends[link]] = link ^ 1;
            mate[ends[link ^ 1]] = link;
        }
        std::rotate(ring.begin(), ring.begin() + from, ring.end());
        std::rotate(joints.begin(), joints.begin() + from, joints.end());
        base[b] = base[ring[0]];
    }

    // Exchange matched and unmatched edges from an even vertex to the root of its tree. The vertex gets another link to a
    // partner, or none.
    void flip(int s, int link) {
        for (;;) {
            int b = home[s];
            if (b >= n) turn(b, s);
            mate[s] = link;
            if (entry[b] == NONE) return;
            int odd = home[ends[entry[b]]];
            s = ends[entry[odd]];
            int j = ends[entry[odd] ^ 1];
            if (odd >= n) turn(odd, j);
            mate[j] = entry[odd];
            link = entry[odd] ^ 1;
        }
    }

    // Match the ends of an edge between two trees, or between a tree and an unmatched vertex of value 0.
    void augment(int k) {
        for (int link : {2 * k + 1, 2 * k}) flip(ends[link ^ 1], link);
    }

    // Use all tight edges at the vertices in the queue, and return whether that changed the matching.
    bool use_queue() {
        while (!queue.empty()) {
            int v = queue.back();
            queue.pop_back();
            for (int at = first[v]; at < first[v + 1]; ++at) {
                int link = near[at], k = link / 2, w = ends[link];
                if (home[v] == home[w]) continue;
                Number<N> left;
                if (!allowed[k]) {
                    left = slack(k);
                    if (!left.is_positive()) allowed[k] = 1;
                }
                signed char other = label[home[w]];
                if (allowed[k]) {
                    if (other == FREE && mate[base[home[w]]] == NONE) {
                        entry[home[w]] = NONE;
                        augment(k);
                        return true;
                    } else if (other == FREE) {
                        give_label(w, ODD, link ^ 1);
                    } else if (other == EVEN) {
                        int root = common_base(v, w);
                        if (root == NONE) {
                            augment(k);
                            return true;
                        }
                        shrink(root, k);
                    } else if (label[w] == FREE) {
                        label[w] = ODD;
                        entry[w] = link ^ 1;
                    }
                } else if (other == EVEN) {
                    int &kept = best[home[v]];
                    if (kept == NONE || left < slack(kept)) kept = k;
                } else if (label[w] == FREE) {
                    if (best[w] == NONE || left < slack(best[w])) best[w] = k;
                }
            }
        }
        return false;
    }

    enum Event { SINGLE, NEW_VERTEX, NEW_PATH, OPEN };

    // Change the values by as much as possible, and prepare the search for what has become possible. Return whether that
    // changed the matching: an even vertex of value 0 is left unmatched instead of the root of its tree.
    bool change_values() {
        Event event = SINGLE;
        Number<N> least;
        int which = NONE;
        for (int v = 0; v < n; ++v) {
            if (label[home[v]] != EVEN || (which != NONE && !(value[v] < least))) continue;
            least = value[v];
            which = v;
        }
        auto take = [&](Event kind, const Number<N> &amount, int number) {
            if (!(amount < least)) return;
            event = kind;
            least = amount;
            which = number;
        };
        for (int v = 0; v < n; ++v)
            if (label[home[v]] == FREE && best[v] != NONE) take(NEW_VERTEX, slack(best[v]), best[v]);
        for (int b = 0; b < slots; ++b)
            if (parent[b] == NONE && label[b] == EVEN && best[b] != NONE) {
                Number<N> half = slack(best[b]);
                half.halve();
                take(NEW_PATH, half, best[b]);
            }
        for (int b = n; b < slots; ++b)
            if (base[b] != NONE && parent[b] == NONE && label[b] == ODD) take(OPEN, value[b], b);
        for (int v = 0; v < n; ++v) {
            if (label[home[v]] == EVEN) value[v] -= least;
            if (label[home[v]] == ODD) value[v] += least;
        }
        for (int b = n; b < slots; ++b) {
            if (base[b] == NONE || parent[b] != NONE) continue;
            if (label[b] == EVEN) value[b] += least;
            if (label[b] == ODD) value[b] -= least;
        }
        if (event == SINGLE) {
            flip(which, NONE);
            return true;
        }
        if (event == OPEN) {
            expand(which, false);
            return false;
        }
        allowed[which] = 1;
        int v = ends[2 * which];
        queue.push_back(event == NEW_VERTEX && label[home[v]] == FREE ? ends[2 * which + 1] : v);
        return false;
    }

    // Match an unmatched vertex of positive value, or make its value 0; false if there is none.
    bool stage() {
        std::fill(label.begin(), label.begin() + slots, static_cast<signed char>(FREE));
        std::fill(best.begin(), best.begin() + slots, NONE);
        for (int b = n; b < slots; ++b) {
            best_links[b - n].clear();
            has_best_links[b - n] = 0;
        }
        std::fill(allowed.begin(), allowed.end(), 0);
        queue.clear();
        for (int v = 0; v < n; ++v)
            if (mate[v] == NONE && value[v].is_positive() && label[home[v]] == FREE) give_label(v, EVEN, NONE);
        if (queue.empty()) return false;
        while (!use_queue() && !change_values()) continue;
        for (int b = n; b < slots; ++b)
            if (parent[b] == NONE && base[b] != NONE && label[b] == EVEN && value[b].is_zero()) expand(b, true);
        return true;
    }
};

}  // namespace matching
