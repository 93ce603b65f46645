// Internal to algorithms/sort/, its tests and its benchmark: the passes of Pratt's Shellsort.
#pragma once

#include <cstdint>
#include <vector>

namespace vkalgo {

/// Shellsort with the increments 2^p 3^q (V. R. Pratt, Shellsort and Sorting Networks, 1971). In an array that is
/// sorted by steps of 2h and of 3h, out[i] = max(x[i - h], min(x[i], x[i + h])) sorts it by steps of h, at every place
/// at once: x[i - h] > x[i] > x[i + h] cannot be. So the increments may come in any order that has 2h and 3h before h,
/// and which elements meet does not depend on their values.
///
/// A pass reads and writes every element once, a tile at a time, and does many increments in between. It takes the
/// array for a matrix of `stride` columns, row by row: a step by stride * m stays in its column, so a tile needs none
/// of its neighbours.
struct PrattPass {
    /// columns
    std::uint64_t stride = 1;
    /// of a tile, which is these rows of some columns; the last ones may be fewer
    std::uint64_t rows = 0;
    /// rows before the first whole tile, which make one of their own
    std::uint64_t first_row = 0;
    /// The steps are stride * m for each m of pratt_increments(limit, thirds); the others have been made before.
    std::uint64_t limit = 1;
    std::uint64_t thirds = kAllThirds;
    /// No steps: each column of a tile is two sorted halves of rows / 2, which are merged. A tile of its own before
    /// first_row is sorted already.
    bool merges = false;

    static constexpr std::uint64_t kAllThirds = 64;
};

struct PrattShape {
    /// elements of a tile that are neighbours, at least 8
    std::uint64_t tile = 8192;
    /// rows of a tile of columns, at least 8
    std::uint64_t rows = 1024;
};

/// The passes that sort `count` elements. As many levels as it takes: at the first, whole columns fit a tile. Each
/// later level has larger columns than tiles, but elements that are not far from their places any more: once the array
/// is sorted by all increments from M on, by no more than the sum of those below M (the genus of what they generate).
/// Tiles at least twice as tall are sorted by themselves, and then the lower half of each is merged with the upper half
/// of the next.
std::vector<PrattPass> plan_pratt(std::uint64_t count, const PrattShape& shape);

/// The passes without merges: once whole columns fit no tile any more, each increment is made on all elements, first
/// inside tiles and then inside tiles shifted by half of one. No two exchanges of an increment meet in one place.
std::vector<PrattPass> plan_pure_pratt(std::uint64_t count, const PrattShape& shape);

/// The numbers 2^p 3^q below `limit` with q < `thirds`, multiples before what divides them: powers of 3 fall, within
/// them powers of 2.
std::vector<std::uint64_t> pratt_increments(std::uint64_t limit, std::uint64_t thirds = PrattPass::kAllThirds);

}  // namespace vkalgo
