#include "algorithms/sort/pratt_plan.hpp"

#include "algorithms/divide_up.hpp"

#include <algorithm>

namespace vkalgo {

namespace {

bool is_increment(std::uint64_t step) {
    for (const std::uint64_t factor : {2U, 3U}) {
        while (step % factor == 0) {
            step /= factor;
        }
    }
    return step == 1;
}

/// Returns the largest limit for which tiles of `rows` rows are tall enough. In an array that is sorted by all
/// increments from the limit on, an element is off its position by at most the sum of the increments below the limit.
/// That sum must be at most half a tile.
std::uint64_t limit_for(std::uint64_t rows) {
    std::uint64_t displaced = 0;
    for (std::uint64_t limit = 1;; ++limit) {
        displaced += is_increment(limit) ? limit : 0;
        if (2 * displaced > rows) {
            return limit;
        }
    }
}

/// An increment at or above a limit that is not a multiple of any smaller increment at or above that limit. Every
/// increment at or above the limit is a multiple of a corner.
struct Corner {
    std::uint64_t step = 1;
    /// The increments step * 2^p 3^q with q >= thirds are multiples of the corner that is done before this one, so they
    /// are done with that corner.
    std::uint64_t thirds = PrattPass::kAllThirds;
};

/// Returns the corners for a limit in the order in which they are done: by descending power of 3.
std::vector<Corner> corners(std::uint64_t limit) {
    std::vector<Corner> found;
    std::uint64_t three = 1;
    for (; three < limit; three *= 3) {
        std::uint64_t step = three;
        while (step < limit) {
            step *= 2;
        }
        found.push_back({.step = step, .thirds = 1});
    }
    found.push_back({.step = three});
    std::reverse(found.begin(), found.end());
    return found;
}

std::vector<PrattPass> one_tile(std::uint64_t count) {
    return count < 2 ? std::vector<PrattPass>{} : std::vector<PrattPass>{{.stride = 1, .rows = count, .limit = count}};
}

/// Returns the passes for all increments from `limit` on. A whole column of such a pass must fit a tile.
std::vector<PrattPass> whole_columns(std::uint64_t count, std::uint64_t limit) {
    std::vector<PrattPass> passes;
    for (const Corner& corner : corners(limit)) {
        const std::uint64_t rows = divide_up(count, corner.step);
        if (rows > 1) {
            passes.push_back({.stride = corner.step, .rows = rows, .limit = rows, .thirds = corner.thirds});
        }
    }
    return passes;
}

}  // namespace

std::vector<std::uint64_t> pratt_increments(std::uint64_t limit, std::uint64_t thirds) {
    std::vector<std::uint64_t> found;
    if (limit <= 1) {
        return found;
    }
    std::uint64_t three = 1;
    for (std::uint64_t q = 1; q < thirds && three * 3 < limit; ++q) {
        three *= 3;
    }
    for (; three > 0; three /= 3) {
        std::uint64_t step = three;
        while (step * 2 < limit) {
            step *= 2;
        }
        for (; step >= three; step /= 2) {
            found.push_back(step);
            if (step == three) {
                break;
            }
        }
    }
    return found;
}

std::vector<PrattPass> plan_pratt(std::uint64_t count, const PrattShape& shape) {
    if (count <= shape.tile) {
        return one_tile(count);
    }
    const std::uint64_t tail = limit_for(shape.tile);
    const std::uint64_t ratio = limit_for(shape.rows);
    // The array is sorted by all increments from `done` on.
    std::uint64_t done = std::max(divide_up(count, shape.rows), tail);
    std::vector<PrattPass> passes = whole_columns(count, done);
    const auto sort_in_tiles = [&](const Corner& corner, std::uint64_t rows) {
        passes.push_back(
            {.stride = corner.step, .rows = rows, .limit = divide_up(done, corner.step), .thirds = corner.thirds});
        passes.push_back({.stride = corner.step, .rows = rows, .first_row = rows / 2, .merges = true});
    };
    while (done > tail) {
        const std::uint64_t next = std::max(divide_up(done, ratio), tail);
        for (const Corner& corner : corners(next)) {
            sort_in_tiles(corner, shape.rows);
        }
        done = next;
    }
    sort_in_tiles({}, shape.tile);
    return passes;
}

std::vector<PrattPass> plan_pure_pratt(std::uint64_t count, const PrattShape& shape) {
    if (count <= shape.tile) {
        return one_tile(count);
    }
    const std::uint64_t limit = divide_up(count, shape.rows);
    std::vector<PrattPass> passes = whole_columns(count, limit);
    for (const std::uint64_t step : pratt_increments(limit)) {
        const std::uint64_t rows = step == 1 ? shape.tile : shape.rows;
        passes.push_back({.stride = step, .rows = rows, .limit = 2});
        passes.push_back({.stride = step, .rows = rows, .first_row = rows / 2, .limit = 2});
    }
    return passes;
}

}  // namespace vkalgo
