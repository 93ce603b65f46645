#include "cli/small_array.hpp"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

constexpr std::uint64_t kMaxShown = 8;

std::string number_at(const Array& array, std::uint64_t at) {
    return with_type(array.type, [&](auto of) -> std::string {
        decltype(of) value{};
        std::memcpy(&value, array.data.data() + at * sizeof value, sizeof value);
        if constexpr (std::is_integral_v<decltype(of)>) {
            return fmt::format("{}", +value);
        } else {
            const auto number = static_cast<double>(value);
            // Whole numbers are printed in full, as in arrays of integers.
            const bool whole = number == std::trunc(number) && std::abs(number) <= 0x1p53;
            return whole ? fmt::format("{:.0f}", number) : fmt::format("{:.6g}", number);
        }
    });
}

}  // namespace

void show_small(const Array& array, Answer& answer) {
    if (array.shape.empty() || array.shape.size() > 2 || array.count() == 0) {
        return;
    }
    const std::uint64_t rows = array.shape.size() == 2 ? array.shape.front() : 1, columns = array.shape.back();
    if (rows > kMaxShown || columns > kMaxShown) {
        return;
    }
    for (std::uint64_t row = 0; row < rows; ++row) {
        std::string line;
        for (std::uint64_t column = 0; column < columns; ++column) {
            line += (column == 0 ? "" : "  ") + number_at(array, row * columns + column);
        }
        answer.line(array.shape.size() == 2 ? fmt::format("row {}", row) : "values", line);
    }
}

}  // namespace vkalgo::cli
