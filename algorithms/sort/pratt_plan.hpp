// Internal to algorithms/sort/, its tests and its benchmark: the passes of Pratt's Shellsort.
#pragma once

#include <cstdint>
#include <vector>

namespace vkalgo {

/// Shellsort with the increments 2^p 3^q (V. R. Pratt, Shellsort and Sorting Networks, 1971). Take an array that is
/// sorted by steps of 2h and of 3h. Then out[i] = max(x[i - h], min(x[i], x[i + h])), for all i at once, sorts it by
/// steps of h, because x[i - h] > x[i] > x[i + h] is impossible. So the increments may come in any order in which 2h
/// and 3h come before h. The positions that are compared do not depend on the values.
///
/// A pass reads and writes every element once, one tile at a time, and does many increments in between. It treats the
/// array as a matrix of `stride` columns, stored row by row. A step of stride * m stays within its column, so a tile
/// needs no elements of other columns.
struct PrattPass {
    /// Columns of the matrix.
    std::uint64_t stride = 1;
    /// Rows of a tile. A tile consists of these rows of some columns; the last tile may have fewer rows.
    std::uint64_t rows = 0;
    /// Rows before the first tile. The pass does not change them.
    std::uint64_t first_row = 0;
    /// The increments of the pass are stride * m, for each m of pratt_increments(limit, thirds). Other multiples of
    /// `stride` are not needed: earlier passes have done them, or they exceed the array.
    std::uint64_t limit = 1;
    std::uint64_t thirds = kAllThirds;
    /// If true, the pass has no increments. Each column of a tile is two sorted halves of rows / 2 elements, and the
    /// pass merges them. The rows before first_row are already sorted.
    bool merges = false;

    static constexpr std::uint64_t kAllThirds = 64;
};

struct PrattShape {
    /// Elements of a tile, at least 8.
    std::uint64_t tile = 8192;
    /// Rows of a tile that has several columns (stride above 1), at least 8.
    std::uint64_t rows = 1024;
};

/// Returns the passes that sort `count` elements, in as many levels as needed. At the first level, whole columns fit a
/// tile. At each later level, columns are larger than tiles, but elements are close to their final positions: once the
/// array is sorted by all increments from M on, no element is off by more than the sum of the increments below M (the
/// genus of the numerical semigroup that the increments from M on generate). Tiles at least twice as tall as that sum
/// are sorted by themselves; then the second half of each tile is merged with the first half of the next tile.
std::vector<PrattPass> plan_pratt(std::uint64_t count, const PrattShape& shape);

/// Returns passes that sort `count` elements without merges. Once whole columns no longer fit a tile, each increment is
/// applied to all elements, first inside tiles and then inside tiles shifted by half a tile. Of the exchanges of one
/// increment, no two that change anything touch the same position.
std::vector<PrattPass> plan_pure_pratt(std::uint64_t count, const PrattShape& shape);

/// Returns the numbers 2^p 3^q below `limit` with q < `thirds`. A number comes before its divisors: q descends, and for
/// each q, p descends.
std::vector<std::uint64_t> pratt_increments(std::uint64_t limit, std::uint64_t thirds = PrattPass::kAllThirds);

}  // namespace vkalgo
