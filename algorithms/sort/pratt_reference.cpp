#include "algorithms/sort/pratt_reference.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace vkalgo {

namespace {

/// Applies one increment to every key at once: out[i] = max(x[i - step], min(x[i], x[i + step])).
void do_increment(std::vector<std::uint64_t>& tile, std::uint64_t step) {
    const std::vector<std::uint64_t> before = tile;
    for (std::uint64_t i = 0; i < tile.size(); ++i) {
        const std::uint64_t lower = i + step < tile.size() ? std::min(before[i], before[i + step]) : before[i];
        tile[i] = i < step ? lower : std::max(before[i - step], lower);
    }
}

}  // namespace

void reference_pratt(std::span<std::uint64_t> keys, const PrattPass& pass) {
    const std::vector<std::uint64_t> increments =
        pass.merges ? std::vector<std::uint64_t>{} : pratt_increments(pass.limit, pass.thirds);
    std::vector<std::uint64_t> tile;
    for (std::uint64_t column = 0; column < std::min<std::uint64_t>(pass.stride, keys.size()); ++column) {
        const std::uint64_t rows = (keys.size() - column + pass.stride - 1) / pass.stride;
        // The pass does not change the rows before first_row.
        for (std::uint64_t begin = pass.first_row; begin < rows; begin += pass.rows) {
            tile.clear();
            for (std::uint64_t row = begin; row < std::min(begin + pass.rows, rows); ++row) {
                tile.push_back(keys[row * pass.stride + column]);
            }
            if (pass.merges) {
                std::inplace_merge(
                    tile.begin(),
                    tile.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(pass.rows / 2, tile.size())),
                    tile.end());
            }
            for (const std::uint64_t step : increments) {
                do_increment(tile, step);
            }
            for (std::uint64_t i = 0; i < tile.size(); ++i) {
                keys[(begin + i) * pass.stride + column] = tile[i];
            }
        }
    }
}

void reference_part_step(std::span<std::uint64_t> earlier, std::span<std::uint64_t> later, const PartStep& step) {
    const auto exchange = [](std::uint64_t& first, std::uint64_t& second) {
        if (second < first) {
            std::swap(first, second);
        }
    };
    if (step.exchanges) {
        for (std::size_t i = 0; i < later.size(); ++i) {
            exchange(earlier[earlier.size() - 1 - i], later[i]);
        }
        return;
    }
    for (std::uint64_t distance = step.stride << step.row_bits; distance > step.stride;) {
        distance /= 2;
        for (std::uint64_t i = 0; i + distance < earlier.size(); ++i) {
            if (((i + step.before) & distance) == 0) {
                exchange(earlier[i], earlier[i + distance]);
            }
        }
    }
}

}  // namespace vkalgo
