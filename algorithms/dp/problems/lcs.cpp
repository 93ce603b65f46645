#include "algorithms/dp/problem.hpp"
#include "algorithms/dp/problems/support.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace vkalgo::dp {
namespace {

using Symbols = std::span<const std::uint8_t>;

/// The length alone, 64 cells of a column at a time: bit i of `v` is 0 where the column grows from cell i to i + 1
/// (Hyyro, "Bit-parallel LCS-length computation revisited", 2004). n m / 64 steps and 257 bits a symbol of x.
std::uint64_t length_of(Symbols x, Symbols y) {
    const std::size_t words = (x.size() + 63) / 64;
    std::vector<std::uint64_t> places(256 * words, 0);
    for (std::size_t i = 0; i < x.size(); ++i) {
        places[x[i] * words + i / 64] |= std::uint64_t{1} << (i % 64);
    }
    std::vector<std::uint64_t> v(words, ~std::uint64_t{0});
    for (const std::uint8_t symbol : y) {
        const std::uint64_t* here = places.data() + symbol * words;
        std::uint64_t carry = 0;
        for (std::size_t w = 0; w < words; ++w) {
            const std::uint64_t u = v[w] & here[w];
            const std::uint64_t with_carry = v[w] + carry;
            const std::uint64_t sum = with_carry + u;
            carry = static_cast<std::uint64_t>(with_carry < carry || sum < u);
            v[w] = sum | (v[w] & ~here[w]);
        }
    }
    std::uint64_t length = 0;
    for (std::size_t w = 0; w < words; ++w) {
        const std::size_t bits = std::min<std::size_t>(64, x.size() - w * 64);
        const std::uint64_t mask = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
        length += static_cast<std::uint64_t>(std::popcount(~v[w] & mask));
    }
    return length;
}

void fill_table(Symbols x, Symbols y, std::uint32_t* cells) {
    const std::size_t columns = y.size() + 1;
    for (std::size_t i = 1; i <= x.size(); ++i) {
        std::uint32_t* row = cells + i * columns;
        const std::uint32_t* above = row - columns;
        for (std::size_t j = 1; j < columns; ++j) {
            row[j] = x[i - 1] == y[j - 1] ? above[j - 1] + 1 : std::max(above[j], row[j - 1]);
        }
    }
}

Result<Number> reference(const Instance& instance, std::vector<std::byte>* table) {
    const Symbols x = values_of<std::uint8_t>(instance, "x");
    const Symbols y = values_of<std::uint8_t>(instance, "y");
    if (table != nullptr) {
        fill_table(x, y, make_table<std::uint32_t>(*table, x.size() + 1, y.size() + 1));
    }
    return Number(length_of(x, y));
}

/// Follows the decisions from the last cell to the border and counts the symbols that both strings share.
Result<Number> replay(const Instance& instance, const Solution& solution) {
    const Symbols x = values_of<std::uint8_t>(instance, "x");
    const Symbols y = values_of<std::uint8_t>(instance, "y");
    auto i = static_cast<std::int64_t>(x.size());
    auto j = static_cast<std::int64_t>(y.size());
    std::uint64_t length = 0;
    for (const PathRecord& record : solution.path) {
        if (record.i != i || record.j != j || i == 0 || j == 0) {
            return not_a_solution("the walk is at " + cell_name(record.i, record.j) + " where " + cell_name(i, j) +
                                  " was due");
        }
        if (record.decision > 2) {
            return not_a_solution("unknown decision " + std::to_string(record.decision) + " at " + cell_name(i, j));
        }
        if (record.decision == 0) {
            if (x[static_cast<std::size_t>(i - 1)] != y[static_cast<std::size_t>(j - 1)]) {
                return not_a_solution("different symbols are paired at " + cell_name(i, j));
            }
            ++length;
        }
        i -= record.decision != 2 ? 1 : 0;
        j -= record.decision != 1 ? 1 : 0;
    }
    if (solution.path_end != Cell{i, j} || (i != 0 && j != 0)) {
        return not_a_solution("the walk ends at " + cell_name(i, j) + ", not at the border");
    }
    return Number(length);
}

}  // namespace

const Problem& problem_lcs();
const Problem& problem_lcs() {
    static const Problem problem{"lcs",     kTwoStrings, true, outline_two_strings, generate_two_strings,
                                 reference, replay};
    return problem;
}

}  // namespace vkalgo::dp
