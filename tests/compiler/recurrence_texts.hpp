#pragma once

#include "compiler/assemble.hpp"

#include <map>
#include <string>
#include <string_view>

namespace vkalgo::compiler::test {

// Three examples of recurrences: one that runs by anti-diagonals (lcs), one by rows (knapsack), and one with a
// reduction (matrix-chain).
inline const std::string kLcs = R"(//! problem  lcs
//! about    longest common subsequence of two strings
//! pattern  NOSE
//! class    local
//! cell     u32
//! input    x u8[]
//! input    y u8[]
//! rows     len(x) + 1
//! columns  len(y) + 1
//! base     first-row 1
//! base     first-column 1
//! answer   last
cell_t base(int i, int j) { return 0u; }

cell_t cell(int i, int j) {
    if (x(i - 1) == y(j - 1)) return at(i - 1, j - 1) + 1u;
    return max(at(i - 1, j), at(i, j - 1));
}
)";

inline const std::string kKnapsack = R"(//! problem  knapsack
//! about    0/1 knapsack: the largest profit within a capacity
//! pattern  RUD
//! class    row-gather
//! cell     u32
//! input    weight u32[]
//! input    profit u32[len(weight)]
//! param    capacity u32
//! rows     len(weight) + 1
//! columns  capacity + 1
//! base     first-row 1
//! bound    sum(profit)
//! answer   last
cell_t base(int i, int j) { return 0u; }

cell_t cell(int i, int j) {
    int w = int(weight(i - 1));
    cell_t without = at(i - 1, j);
    return w <= j ? max(without, at(i - 1, j - w) + profit(i - 1)) : without;
}
)";

inline const std::string kMatrixChain = R"(//! problem  matrix-chain
//! about    fewest scalar multiplications for a chain of matrices
//! pattern  SONE
//! class    segments
//! cell     u64
//! input    d u32[]
//! rows     len(d) - 1
//! columns  len(d) - 1
//! domain   upper
//! base     diagonal 0
//! answer   at(0, len(d) - 2)
cell_t base(int i, int j) { return cell_t(0); }

// class segments may give the term of its reduction instead of cell(); the method owns the loop and can block it
//! reduce   min k = i .. j - 1
cell_t term(int i, int k, int j) {
    return at(i, k) + at(k + 1, j) + cell_t(d(i)) * d(k + 1) * d(j + 1);
}
)";

// A minimal template for the modules `stage` and `stage-wide`.
inline const std::string kTinyTemplate = R"(// One invocation, one cell.
// inputs from binding 2
layout(local_size_x = 1) in;
layout(push_constant) uniform VkalgoPush { ivec4 cell_and_size; VKALGO_PARAMS };
layout(std430, set = 0, binding = 0) readonly buffer Before { cell_t before[]; };
layout(std430, set = 0, binding = 1) writeonly buffer After { cell_t after[]; };
int rows() { return cell_and_size.z; }
int columns() { return cell_and_size.w; }
int vkalgo_extent(int index) { return 1; }
cell_t vkalgo_at(ivec4 c) { return before[c.x * columns() + c.y]; }
void vkalgo_raise(uint flag, int a, int b) { after[1] = cell_t(flag); }
bool vkalgo_reads_count() { return true; }
void overflow_if(bool condition) { if (condition) vkalgo_raise(VKALGO_STATUS_OVERFLOW, 0, 0); }
void main() {
    const int i = cell_and_size.x;
    const int j = cell_and_size.y;
    if (vkalgo_in_domain(i, j)) after[0] = vkalgo_in_base(i, j) ? base(i, j) : cell(i, j);
#ifdef VKALGO_HAS_STEP
    after[2] = cell_t(step(i, j).decision);
#endif
}
)";

/// Returns a source of two texts: kTinyTemplate as dp/stage.glsl, and dp/dp.h unchanged. It has no other text.
inline TextSource tiny_source() {
    return [](std::string_view name) -> std::optional<std::string> {
        if (name == "dp/stage.glsl") {
            return kTinyTemplate;
        }
        return name == "dp/dp.h" ? embedded_source()(name) : std::nullopt;
    };
}

/// Returns `text` with the first `from` replaced by `to`, or a message if `from` is not in the text.
inline std::string replaced(std::string text, std::string_view from, std::string_view to) {
    const std::size_t at = text.find(from);
    return at == std::string::npos ? "'" + std::string(from) + "' is not in the text"
                                   : text.replace(at, from.size(), to);
}

/// Assembles module `stage`, from the tiny template unless `texts` is given. Returns the error message, or "".
inline std::string message_of(const std::string& source, const TextSource& texts = tiny_source()) {
    auto recurrence = read_recurrence(source, "my.glsl");
    if (!recurrence) {
        return recurrence.error().message;
    }
    const auto done = assemble_module(*recurrence, "stage", texts);
    return done ? "" : done.error().message;
}

}  // namespace vkalgo::compiler::test
