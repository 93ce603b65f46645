#pragma once

#include "algorithms/dp/solve.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// The labels along the rows and columns of a picture.
namespace vkalgo::cli {

/// An input whose elements belong to the rows or to the columns of a table. For `rows len(x) + 1` the rows belong to x.
struct AxisInput {
    std::string name;
    /// Index i of the table belongs to element i - shift.
    std::int64_t shift = 0;
    /// Whether the table has one index more than there are elements, so that an index lies between two elements.
    bool between = false;
};

/// Returns the input of bytes whose elements belong to the rows (index 0) or to the columns (index 1). Returns nullopt
/// if no such input exists, or if there are several.
std::optional<AxisInput> axis_input(const dp::RecurrenceHeader& header, const dp::Instance& instance,
                                    const dp::Shape& shape, std::size_t index);

/// Returns the elements as letters of an alphabet, or as characters if the alphabet is empty. Returns an empty text if
/// a character is a blank or not printable ASCII, or if an index is not in the alphabet.
std::string letters_of(const dp::InputArray& input, const std::string& alphabet);

/// The title of an axis along which the reverse complement of y is drawn.
inline constexpr const char* kTurnedTitle = "y, reverse complement";

/// Returns about `wanted` round numbers from `low` to `high`. If `whole`, they are whole numbers. If `high` is not
/// above `low`, returns only `low`.
std::vector<double> ticks(double low, double high, double wanted, bool whole);

/// Returns a number as pictures show it: a whole number of up to 9 digits in full, any other number with 4 significant
/// digits.
std::string tick_text(double value);

}  // namespace vkalgo::cli
