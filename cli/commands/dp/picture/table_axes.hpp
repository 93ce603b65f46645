#pragma once

#include "algorithms/dp/solve.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// What stands along the rows and columns of a picture.
namespace vkalgo::cli {

/// The input whose elements an index of a table runs along: `rows len(x) + 1`.
struct AxisInput {
    std::string name;
    /// index i is about element i - shift
    std::int64_t shift = 0;
    /// the table has an index more than there are elements, and so an index stands between two of them
    bool between = false;
};

/// The input of bytes along the rows (index 0) or columns (1); none: there is none, or several.
std::optional<AxisInput> axis_input(const dp::RecurrenceHeader& header, const dp::Instance& instance,
                                    const dp::Shape& shape, std::size_t index);

/// Its elements as letters of an alphabet, or themselves where that is empty. Empty where one is no printable ASCII.
std::string letters_of(const dp::InputArray& input, const std::string& alphabet);

/// Of an axis along the reverse complement of y.
inline constexpr const char* kTurnedTitle = "y, reverse complement";

/// Round numbers from `low` to `high`, about `wanted` of them, at least one apart where `whole`.
std::vector<double> ticks(double low, double high, double wanted, bool whole);

/// A number as pictures have it: whole ones with all digits up to 9 of them, others with 4.
std::string tick_text(double value);

}  // namespace vkalgo::cli
