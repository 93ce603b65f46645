#pragma once

#include "../interpreter/interpreter.hpp"
#include "../recurrence/header.hpp"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace vkalgo::dp {

/// A pair of operations: the first is max, min or a sum; the second is a sum or a product, and distributes over the
/// first.
enum class Semiring : std::uint8_t { max_plus, min_plus, plus_times };
inline constexpr std::array<std::string_view, 3> kSemiringNames{"max-plus", "min-plus", "plus-times"};
/// Returns the name of a semiring, such as "max-plus".
std::string_view to_string(Semiring semiring);

/// A property of cells: each cell is linear in the cells that it reads. Over max-plus, cell(x max y) = cell(x) max
/// cell(y) and cell(x + s) = cell(x) + s, for all values x and y of the table and numbers s. Linear maps can be
/// composed before the values that they map are known. So a part of a table may be turned into a linear map before the
/// cells on which it depends are known.
struct Algebra {
    Semiring semiring = Semiring::max_plus;
    /// Whether cells are linear except for a constant, as in max(0, at(i - 1, j - 1) + 3).
    bool has_constant = false;

    bool operator==(const Algebra&) const = default;
};

/// The most cells that algebras_of() computes; a cell counts each time that it is computed.
inline constexpr std::int64_t kAlgebraCells = 2400;

/// Returns the algebras that fit a sample of at most 24 cells of a filled table. For each test, fills the table with
/// random values and computes the sampled cells again. An algebra does not fit if a cell causes a fault in its tests.
/// The values of the table are lost. In unsigned numbers, most constants of max-plus and min-plus are not detected.
std::vector<Algebra> algebras_of(Interpretation& filled, const RecurrenceHeader& header, const Shape& shape,
                                 std::uint64_t seed);

/// Removes the algebras that are not in `fitting`. An algebra that remains has a constant if it has one in either list.
void keep_common_algebras(std::vector<Algebra>& algebras, const std::vector<Algebra>& fitting);

}  // namespace vkalgo::dp
