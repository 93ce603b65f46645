// Internal to algorithms/terrain/: grids larger than device memory, strip by strip.
//
// A strip is a number of whole rows of the grid. The device holds one strip at a time, with rows of the neighbouring
// strips around it where its cells look beyond the strip; the host holds the grid. Two ways lead to the results of the
// whole grid, bit for bit:
//   Surfaces, steps within flats and orders of streams are fixed points that the values approach from one side, in any
//   order. A visit settles a strip with the current rows of its neighbours. If the first or last row of the strip
//   changes, the neighbour beside it must be settled again. Once all strips are settled, so is the grid
//   (settle_strips).
//   Water runs along links. Each strip reports where water that enters through its first or last row leaves it, and how
//   much of its own water leaves where. The host joins these links, and each strip sums up again with what flows in
//   (sum_strips).
//   Source: Barnes, Parallel non-divergent flow accumulation for trillion cell digital elevation models, Environmental
//   Modelling & Software 92 (2017).
#pragma once

#include "engine/buffer.hpp"
#include "engine/device_profile.hpp"
#include "engine/result.hpp"
#include "flow_directions.hpp"
#include "ranked_heights.hpp"
#include "round_runs.hpp"
#include "terrain_grid.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace vkalgo {

class Context;

/// Rows [first, end) of a grid.
struct Rows {
    std::uint32_t first = 0;
    std::uint32_t end = 0;

    std::uint32_t count() const { return end - first; }
};

/// A grid that is cut into strips.
struct Strips {
    TerrainGrid grid;
    /// The number of rows of each strip; the last strip may have fewer.
    std::uint32_t rows = 0;

    std::uint32_t count() const { return (grid.height + rows - 1) / rows; }
    Rows of(std::uint32_t strip) const { return around(strip, 0); }
    /// Returns the strip with up to `halo` more rows on both sides, as far as the grid has them.
    Rows around(std::uint32_t strip, std::uint32_t halo) const;
    TerrainGrid part(const Rows& some) const { return {grid.width, some.count(), grid.dx, grid.dy}; }
    /// Returns a grid that is at least as large as any strip with that halo.
    TerrainGrid largest(std::uint32_t halo) const;

    /// Returns the entries of the rows `some`. `all` has an entry per cell of the grid.
    template <class T>
    std::span<T> cells(std::span<T> all, const Rows& some) const {
        return all.subspan(std::size_t{some.first} * grid.width, std::size_t{some.count()} * grid.width);
    }
    /// Returns a number above all results of node_of(). The cells of the first and last rows of strips are nodes. Each
    /// strip has the indices of two rows of nodes; a strip of one row uses half of them.
    std::uint64_t nodes() const { return 2 * std::uint64_t{count()} * grid.width; }
    /// Returns the index of the node of `cell`, which must be in the first or last row of a strip.
    std::uint64_t node_of(std::uint64_t cell) const;
    /// Returns whether the cells are in different strips.
    bool apart(std::uint64_t cell, std::uint64_t other) const {
        return cell / grid.width / rows != other / grid.width / rows;
    }
};

/// The buffers of one kind of work. Their sizes fit the largest strip with the rows around it. A plan only adds up the
/// sizes; create() makes the buffers when the work begins.
struct StripBuffers {
    /// Bytes of each buffer. The last one is the scratch.
    std::vector<std::uint64_t> sizes;
    std::vector<Buffer> buffers = {};

    Result<void> create(Context& context);
    BufferView view(std::size_t index) const { return buffers[index].view(); }
    BufferView scratch() const { return buffers.back().view(); }
    std::uint64_t bytes() const;
};

/// What every kind of work on strips needs: the submissions, the strips and a receiver of the progress.
struct StripWork {
    RoundRuns& runs;
    const Strips& strips;
    /// Takes the progress of the work, from 0 to 1, never decreasing.
    std::function<void(double)> tell;

    Context& context() const { return runs.runner.context(); }
    /// Uploads and downloads values. `behind` is the number of elements between the start of the view and the first
    /// value.
    template <class T>
    Result<void> upload(const BufferView& to, std::span<T> values, std::size_t behind = 0) const {
        return values.empty()
                   ? Result<void>{}
                   : runs.runner.upload(to.slice(behind * sizeof(T), values.size_bytes()), std::as_bytes(values));
    }
    template <class T>
    Result<void> download(const BufferView& from, std::span<T> values, std::size_t behind = 0) const {
        return runs.runner.download(from.slice(behind * sizeof(T), values.size_bytes()),
                                    std::as_writable_bytes(values));
    }
};

/// Whether a visit has changed the first and the last row of a strip. The strips above and below read these rows.
struct StripChanges {
    bool first_row = false;
    bool last_row = false;
};
/// Visits the strips that are not settled, down and up in turn, until all are settled. A visit settles a strip with the
/// current rows of its neighbours. Reports progress only in the first pass, which visits every strip. Errors: those of
/// `visit`.
Result<void> settle_strips(const StripWork& work,
                           const std::function<Result<StripChanges>(std::uint32_t strip)>& visit);

/// Computes the surface of DepressionFill into `filled`. Returns the number of rounds of all visits together.
Result<std::uint32_t> fill_strips(const StripWork& work, std::span<const float> heights, std::vector<float>& filled);
/// The input of FlowDirections: heights; or, with FlowOptions::ranked, ranks and the RankedHeights that they belong to.
struct StripSurface {
    std::span<const float> heights;
    const RankedHeights* ranked = nullptr;
};
/// Computes the directions of FlowDirections into `codes`. `row_weights` may be empty or have an entry per row. Returns
/// the number of rounds of all visits together.
Result<std::uint32_t> direct_strips(const StripWork& work, const StripSurface& surface, const FlowOptions& options,
                                    std::span<const FlowWeights> row_weights, std::vector<FlowCode>& codes);
/// Computes the labels of Watersheds into `labels`. `outlets` are as in DrainageOptions.
Result<void> label_strips(const StripWork& work, std::span<const FlowCode> codes,
                          std::span<const std::uint64_t> outlets, std::vector<std::uint32_t>& labels);
/// Computes the orders of StreamOrder into `orders`. `network` may be empty.
Result<void> order_strips(const StripWork& work, std::span<const FlowCode> codes, std::span<const std::uint8_t> network,
                          std::vector<std::uint32_t>& orders);

/// The water whose sums are computed, and where the sums go. Sum: uint32 or uint64.
template <class Sum>
struct StripSums {
    std::span<const FlowCode> codes;
    /// As AccumulationOptions::method.
    std::string method;
    /// Writes how much water each cell of these rows has. What it writes for cells without data is ignored.
    std::function<void(const Rows& rows, std::span<Sum> water)> own;
    /// Takes the sums of these rows, including each cell's own water.
    std::function<void(const Rows& rows, std::span<const Sum> sums)> take;
};
/// Computes the sums of FlowAccumulation and passes them to sums.take, strip by strip. Returns the number of rounds of
/// all visits together. Errors: invalid_argument (a circle).
template <class Sum>
Result<std::uint32_t> sum_strips(const StripWork& work, const StripSums<Sum>& sums);

// The buffers that each kind of work allocates for these strips. Errors: those of the algorithms' plans.
Result<StripBuffers> fill_buffers(const Strips& strips, const DeviceProfile& profile);
/// `has_weights`: whether there are row weights.
Result<StripBuffers> direct_buffers(const Strips& strips, const FlowOptions& options, bool has_weights,
                                    const DeviceProfile& profile);
Result<StripBuffers> label_buffers(const Strips& strips, const DeviceProfile& profile);
Result<StripBuffers> order_buffers(const Strips& strips, const DeviceProfile& profile);
/// `words`: the number of 32-bit words in a sum.
Result<StripBuffers> sum_buffers(const Strips& strips, const std::string& method, std::uint32_t words,
                                 const DeviceProfile& profile);

}  // namespace vkalgo
