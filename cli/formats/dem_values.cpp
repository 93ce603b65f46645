#include "cli/formats/dem_format.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace vkalgo::cli {
namespace {

/// Heights from here on, up or down, are none (is_height).
constexpr double kBeyond = 0x1p126;

template <class T, bool swapped>
T load(const char* place) {
    T value{};
    if constexpr (swapped) {
        char bytes[sizeof(T)];
        std::reverse_copy(place, place + sizeof(T), bytes);
        std::memcpy(&value, bytes, sizeof value);
    } else {
        std::memcpy(&value, place, sizeof value);
    }
    return value;
}

template <class T, bool swapped>
void read_typed(const CellValues& cells, const std::vector<double>& no_data, float* heights, std::uint64_t row_cells) {
    for (std::uint64_t row = 0; row < cells.rows; ++row) {
        const char* from = cells.first + static_cast<std::int64_t>(row) * cells.to_south;
        float* to = heights + row * row_cells;
        for (std::uint64_t column = 0; column < cells.columns; ++column) {
            const auto value =
                static_cast<double>(load<T, swapped>(from + static_cast<std::int64_t>(column) * cells.to_east));
            const bool none = std::find(no_data.begin(), no_data.end(), value) != no_data.end();
            to[column] = none ? std::numeric_limits<float>::quiet_NaN() : height_of(value * cells.scale + cells.offset);
        }
    }
}

}  // namespace

float height_of(double value) {
    return std::abs(value) < kBeyond ? static_cast<float>(value) : std::numeric_limits<float>::quiet_NaN();
}

void read_cells(const CellValues& cells, float* heights, std::uint64_t row_cells) {
    // A number of text stands for the nearest of the file's type.
    std::vector<double> no_data = cells.no_data;
    if (cells.type == ElementType::f32) {
        for (double& value : no_data) {
            value = std::abs(value) < kBeyond ? static_cast<double>(static_cast<float>(value)) : value;
        }
    }
    with_type(cells.type, [&](auto type) {
        using T = decltype(type);
        if (cells.swapped) {
            read_typed<T, true>(cells, no_data, heights, row_cells);
        } else {
            read_typed<T, false>(cells, no_data, heights, row_cells);
        }
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

}  // namespace vkalgo::cli
