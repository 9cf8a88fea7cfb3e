// The door between WebAssembly and the matcher (question.hpp): the words of a question in, the partners out. Both stand
// in the memory of this module.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "question.hpp"

#define DOOR(name) extern "C" __attribute__((export_name(#name)))

namespace {

std::vector<int64_t> words;
std::vector<int> mates;

}  // namespace

// The place for the words of the next question.
DOOR(room) int64_t *room(size_t count) {
    words.assign(count, 0);
    return words.data();
}

// Answer the question, and return the number of vertices, or -1 if a vertex that must be matched cannot be matched.
DOOR(answer) int answer() {
    matching::Question question(words.data(), words.size());
    mates.clear();
    if (!question.vertices()) return 0;
    mates = question.answer();
    return mates.empty() ? -1 : static_cast<int>(mates.size());
}

// The partner of each vertex, -1 for none.
DOOR(partners) const int *partners() { return mates.data(); }

// The reason why the module stopped (question.hpp); no reason means that it needed more memory.
DOOR(refusal) int refusal() { return matching::refusal; }
