#include "formats/rasters/dem_format.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include <fmt/format.h>

namespace vkalgo::formats {
namespace {

/// A number with this absolute value or a larger one is not a height (is_height).
constexpr double kBeyond = 0x1p126;
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

template <class T, bool swapped>
T load(const char* from) {
    T value{};
    if constexpr (swapped) {
        char bytes[sizeof(T)];
        std::reverse_copy(from, from + sizeof(T), bytes);
        std::memcpy(&value, bytes, sizeof value);
    } else {
        std::memcpy(&value, from, sizeof value);
    }
    return value;
}

/// Returns true if f64 holds the number exactly.
template <class T>
bool f64_holds(T value) {
    if constexpr (std::is_integral_v<T> && sizeof(T) == sizeof(double)) {
        // 2^64 - 1 and 2^63 - 1 round up to numbers that T does not have.
        const auto real = static_cast<double>(value);
        return real < std::ldexp(1.0, std::numeric_limits<T>::digits) && static_cast<T>(real) == value;
    }
    return true;
}

template <class T, bool swapped>
Result<void> read_typed(const CellValues& cells, const std::vector<double>& no_data, Dem& dem, std::uint64_t first,
                        const std::string& name) {
    for (std::uint64_t row = 0; row < cells.rows; ++row) {
        const char* from = cells.first + static_cast<std::int64_t>(row) * cells.to_south;
        const std::uint64_t to = first + row * dem.grid.width;
        for (std::uint64_t column = 0; column < cells.columns; ++column) {
            const T number = load<T, swapped>(from + static_cast<std::int64_t>(column) * cells.to_east);
            const auto value = static_cast<double>(number);
            const bool none = std::find(no_data.begin(), no_data.end(), value) != no_data.end();
            if (!none && !f64_holds(number)) {
                if constexpr (std::is_integral_v<T>) {
                    return bad_dem(
                        name, fmt::format("has {} at row {}, column {} (counted from 0), which f64 cannot hold; f64 is "
                                          "the widest type of heights, so subtract the same whole number from all "
                                          "heights",
                                          number, (to + column) / dem.grid.width, (to + column) % dem.grid.width));
                }
            }
            const double height = none ? kNone : height_of(value * cells.scale + cells.offset);
            dem.heights[to + column] = static_cast<float>(height);
            if (!dem.wide.empty()) {
                dem.wide[to + column] = height;
            }
        }
    }
    return {};
}

/// Returns true if f32 may be too narrow for a height.
bool is_wide(const CellValues& cells) {
    const bool narrow = cells.type == ElementType::f32 || size_of(cells.type) < sizeof(float);
    return !narrow || cells.scale != 1 || cells.offset != 0;
}

}  // namespace

double height_of(double value) {
    return std::abs(value) < kBeyond ? value : kNone;
}

void begin_heights(Dem& dem, const CellValues& cells, double height) {
    dem.heights.assign(dem.grid.cells(), static_cast<float>(height));
    dem.wide.assign(is_wide(cells) ? dem.grid.cells() : 0, height);
}

std::uint64_t height_bytes(const CellValues& cells) {
    return sizeof(float) + (is_wide(cells) ? sizeof(double) : 0);
}

Result<void> read_cells(const CellValues& cells, Dem& dem, std::uint64_t first, const std::string& name) {
    // The numbers that mean no data may come from text. If the cells are f32, such a number stands for the nearest f32.
    std::vector<double> no_data = cells.no_data;
    if (cells.type == ElementType::f32) {
        for (double& value : no_data) {
            value = std::abs(value) < kBeyond ? static_cast<double>(static_cast<float>(value)) : value;
        }
    }
    return with_type(cells.type, [&](auto type) {
        using T = decltype(type);
        return cells.swapped ? read_typed<T, true>(cells, no_data, dem, first, name)
                             : read_typed<T, false>(cells, no_data, dem, first, name);
    });
}

namespace {

constexpr double kAxis = 6378137;
constexpr double kFlattening = 1 / 298.257223563;
constexpr double kEccentricitySquared = kFlattening * (2 - kFlattening);
constexpr double kRadian = 3.14159265358979323846 / 180;

double w_squared(double latitude) {
    const double sine = std::sin(latitude * kRadian);
    return 1 - kEccentricitySquared * sine * sine;
}

}  // namespace

double metres_per_degree_east(double latitude) {
    return kRadian * kAxis * std::cos(latitude * kRadian) / std::sqrt(w_squared(latitude));
}

double metres_per_degree_north(double latitude) {
    return kRadian * kAxis * (1 - kEccentricitySquared) / std::pow(w_squared(latitude), 1.5);
}

}  // namespace vkalgo::formats
