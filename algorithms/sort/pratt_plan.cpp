#include "algorithms/sort/pratt_plan.hpp"

#include <algorithm>
#include <numeric>

namespace vkalgo {

namespace {

std::uint64_t divide_up(std::uint64_t a, std::uint64_t b) {
    return (a + b - 1) / b;
}

/// How far from its place an element is at most in an array that is sorted by all increments from `limit` on.
std::uint64_t most_displaced(std::uint64_t limit) {
    const std::vector<std::uint64_t> below = pratt_increments(limit);
    return std::accumulate(below.begin(), below.end(), std::uint64_t{0});
}

/// The largest limit such that tiles of so many rows are twice as tall as most_displaced(limit).
std::uint64_t limit_for(std::uint64_t rows) {
    std::uint64_t limit = 1;
    while (2 * most_displaced(limit + 1) <= rows) {
        ++limit;
    }
    return limit;
}

/// The increments from `limit` on that no smaller one of them divides: every other one is a multiple. Powers of 3 fall.
std::vector<std::uint64_t> corners(std::uint64_t limit) {
    std::vector<std::uint64_t> found;
    for (std::uint64_t three = 1;; three *= 3) {
        std::uint64_t corner = three;
        while (corner < limit) {
            corner *= 2;
        }
        if (found.empty() || corner % found.back() != 0) {
            found.push_back(corner);
        }
        if (three >= limit) {
            break;
        }
    }
    std::reverse(found.begin(), found.end());
    return found;
}

}  // namespace

std::vector<std::uint64_t> pratt_increments(std::uint64_t limit) {
    std::vector<std::uint64_t> found;
    if (limit <= 1) {
        return found;
    }
    std::uint64_t three = 1;
    while (three * 3 < limit) {
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
    std::vector<PrattPass> passes;
    if (count < 2) {
        return passes;
    }
    if (count <= shape.tile) {
        return {{.stride = 1, .rows = count, .multiples = pratt_increments(count)}};
    }
    const std::uint64_t tail = limit_for(shape.tile);
    const std::uint64_t ratio = limit_for(shape.rows);
    // What is sorted: by all increments from `done` on, and by all multiples of `sorted`.
    std::uint64_t done = std::max(divide_up(count, shape.rows), tail);
    std::vector<std::uint64_t> sorted;
    const auto wanted = [&](std::uint64_t stride, std::uint64_t limit) {
        std::vector<std::uint64_t> multiples = pratt_increments(limit);
        std::erase_if(multiples, [&](std::uint64_t multiple) {
            return std::any_of(sorted.begin(), sorted.end(),
                               [&](std::uint64_t corner) { return stride * multiple % corner == 0; });
        });
        return multiples;
    };
    for (const std::uint64_t corner : corners(done)) {
        const std::uint64_t rows = divide_up(count, corner);
        if (rows > 1) {
            passes.push_back({.stride = corner, .rows = rows, .multiples = wanted(corner, rows)});
        }
        sorted.push_back(corner);
    }
    const auto sort_in_tiles = [&](std::uint64_t stride, std::uint64_t rows) {
        passes.push_back({.stride = stride, .rows = rows, .multiples = wanted(stride, divide_up(done, stride))});
        passes.push_back({.stride = stride, .rows = rows, .first_row = rows / 2, .multiples = {}, .merges = true});
    };
    while (done > tail) {
        const std::uint64_t next = std::max(divide_up(done, ratio), tail);
        for (const std::uint64_t corner : corners(next)) {
            sort_in_tiles(corner, shape.rows);
            sorted.push_back(corner);
        }
        done = next;
    }
    sort_in_tiles(1, shape.tile);
    return passes;
}

}  // namespace vkalgo
