#include "algorithms/volume/volume_topology.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

namespace vkalgo {

namespace {

/// The voxels from low to high - 1 of a row.
struct Run {
    std::uint32_t low, high;
};

/// Connected sets of runs, by union-find.
class Pieces {
public:
    explicit Pieces(std::size_t count) : parents_(count), count_(count) {
        std::iota(parents_.begin(), parents_.end(), std::size_t{0});
    }
    void join(std::size_t a, std::size_t b) {
        a = root(a);
        b = root(b);
        if (a != b) {
            parents_[std::max(a, b)] = std::min(a, b);
            --count_;
        }
    }
    std::size_t count() const { return count_; }

private:
    std::size_t root(std::size_t of) {
        while (parents_[of] != of) {
            of = parents_[of] = parents_[parents_[of]];
        }
        return of;
    }

    std::vector<std::size_t> parents_;
    std::size_t count_;
};

/// The runs of every row: of the voxels that are set, or of those that are not.
class Runs {
public:
    Runs(const VolumeShape& shape, std::span<const std::uint32_t> bits, bool set) : shape_(shape) {
        first_.reserve(static_cast<std::size_t>(shape.rows()) + 1);
        for (std::size_t row = 0; row < shape.rows(); ++row) {
            first_.push_back(runs_.size());
            const std::uint32_t* const words = bits.data() + row * shape.row_words();
            for (std::uint32_t x = next(words, 0, set); x < shape.x;) {
                const std::uint32_t end = next(words, x, !set);
                runs_.push_back({x, end});
                x = next(words, end, set);
            }
        }
        first_.push_back(runs_.size());
    }

    std::size_t count() const { return runs_.size(); }
    const Run& operator[](std::size_t run) const { return runs_[run]; }
    std::size_t first(std::size_t row) const { return first_[row]; }
    std::size_t end(std::size_t row) const { return first_[row + 1]; }

    /// Joins, in `pieces`, each run of a row with the runs of another row that have an x in common with it or, with
    /// `corners`, come within one step in x.
    void join(Pieces& pieces, std::size_t row, std::size_t other, bool corners) const {
        const std::uint32_t reach = corners ? 1 : 0;
        std::size_t a = first(row), b = first(other);
        while (a < end(row) && b < end(other)) {
            if (runs_[a].low < runs_[b].high + reach && runs_[b].low < runs_[a].high + reach) {
                pieces.join(a, b);
            }
            ++(runs_[a].high < runs_[b].high ? a : b);
        }
    }

private:
    /// Returns the x of the first voxel from x on that is set or, if `set` is false, not set. If there is none, returns
    /// the width.
    std::uint32_t next(const std::uint32_t* words, std::uint32_t x, bool set) const {
        while (x < shape_.x) {
            const std::uint32_t word = (set ? words[x / 32] : ~words[x / 32]) >> x % 32;
            if (word != 0) {
                return std::min(x + static_cast<std::uint32_t>(std::countr_zero(word)), shape_.x);
            }
            x = (x / 32 + 1) * 32;
        }
        return shape_.x;
    }

    VolumeShape shape_;
    std::vector<Run> runs_;
    /// The index of the first run of each row, and the number of all runs.
    std::vector<std::size_t> first_;
};

std::uint64_t count_objects(const VolumeShape& shape, std::span<const std::uint32_t> bits) {
    const Runs runs(shape, bits, true);
    Pieces pieces(runs.count());
    for (std::size_t z = 0; z < shape.z; ++z) {
        for (std::size_t y = 0; y < shape.y; ++y) {
            const std::size_t row = z * shape.y + y;
            if (y > 0) {
                runs.join(pieces, row, row - 1, true);
            }
            for (std::size_t other = y > 0 ? y - 1 : 0; z > 0 && other < std::min<std::size_t>(y + 2, shape.y);
                 ++other) {
                runs.join(pieces, row, (z - 1) * shape.y + other, true);
            }
        }
    }
    return pieces.count();
}

std::uint64_t count_cavities(const VolumeShape& shape, std::span<const std::uint32_t> bits) {
    const Runs runs(shape, bits, false);
    const std::size_t outside = runs.count();
    Pieces pieces(runs.count() + 1);
    for (std::size_t z = 0; z < shape.z; ++z) {
        for (std::size_t y = 0; y < shape.y; ++y) {
            const std::size_t row = z * shape.y + y;
            const bool rim = y == 0 || y + 1 == shape.y || z == 0 || z + 1 == shape.z;
            for (std::size_t run = runs.first(row); run < runs.end(row); ++run) {
                if (rim || runs[run].low == 0 || runs[run].high == shape.x) {
                    pieces.join(run, outside);
                }
            }
            if (y > 0) {
                runs.join(pieces, row, row - 1, false);
            }
            if (z > 0) {
                runs.join(pieces, row, row - shape.y, false);
            }
        }
    }
    return pieces.count() - 1;
}

/// Returns the number of runs of set bits in the union of some rows of voxels; null stands for a row outside the
/// volume. The union tells which cubes, or which faces, edges or vertices between the rows, belong to a voxel that is
/// set. Along x, a run has one more vertex than it has edges, so it adds 1 to vertices - edges, whatever its length.
std::int64_t runs_of_union(std::span<const std::uint32_t* const> rows, std::uint32_t words) {
    std::int64_t runs = 0;
    std::uint32_t before = 0;
    for (std::uint32_t word = 0; word < words; ++word) {
        std::uint32_t all = 0;
        for (const std::uint32_t* const row : rows) {
            all |= row == nullptr ? 0 : row[word];
        }
        runs += std::popcount(all & ~(all << 1 | before));
        before = all >> 31;
    }
    return runs;
}

std::int64_t euler_number(const VolumeShape& shape, std::span<const std::uint32_t> bits) {
    const auto row_of = [&](std::size_t y, std::size_t z) -> const std::uint32_t* {
        return y < shape.y && z < shape.z ? bits.data() + (z * shape.y + y) * shape.row_words() : nullptr;
    };
    std::int64_t euler = 0;
    for (std::size_t z = 0; z <= shape.z; ++z) {
        for (std::size_t y = 0; y <= shape.y; ++y) {
            // Indices below 0 wrap around to indices beyond every row.
            const std::uint32_t* const rows[] = {row_of(y, z), row_of(y - 1, z), row_of(y, z - 1),
                                                 row_of(y - 1, z - 1)};
            const std::uint32_t* const beside[] = {rows[0], rows[2]};
            const std::uint32_t words = shape.row_words();
            euler += runs_of_union(std::span(rows, 1), words) - runs_of_union(std::span(rows, 2), words) -
                     runs_of_union(beside, words) + runs_of_union(rows, words);
        }
    }
    return euler;
}

}  // namespace

Result<VolumeTopology> volume_topology(const VolumeShape& shape, std::span<const std::uint32_t> bits) {
    if (bits.size() != shape.words()) {
        return Error{ErrorCode::invalid_argument, "the number of words of the bit volume does not match its shape",
                     "bits"};
    }
    if (shape.voxels() == 0) {
        return VolumeTopology{};
    }
    return VolumeTopology{count_objects(shape, bits), count_cavities(shape, bits), euler_number(shape, bits)};
}

}  // namespace vkalgo
