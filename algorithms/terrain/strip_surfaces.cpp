// Surfaces and directions, strip by strip.
#include "algorithms/terrain/depression_fill.hpp"
#include "algorithms/terrain/flow_directions.hpp"
#include "algorithms/terrain/strips.hpp"
#include "engine/context.hpp"
#include "shaders/terrain/terrain.h"

#include <bit>
#include <utility>

namespace vkalgo {

namespace {

/// Returns whether two rows are equal, bit for bit.
template <class T>
bool same_bits(std::span<const T> one, std::span<const T> other) {
    return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                      [](T a, T b) { return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b); });
}

enum FillBuffer : std::size_t { kHeights, kFilled };
enum FlowBuffer : std::size_t { kSurface, kFlowCodes, kRowWeights, kKnown, kFound, kValues };

/// The direction of a cell depends on cells up to two cells away, and the codes of the neighbours are needed too.
constexpr std::uint32_t kFlowHalo = 3;

struct Filling {
    const StripWork& work;
    std::span<const float> heights;
    std::span<float> filled;
    DepressionFill fill;
    StripBuffers buffers;
    std::uint32_t rounds = 0;

    Result<StripChanges> visit(std::uint32_t strip) {
        const Strips& strips = work.strips;
        const Rows inner = strips.of(strip), all = strips.around(strip, 1);
        const TerrainGrid grid = strips.part(all);
        const std::size_t above = std::size_t{inner.first - all.first} * grid.width;
        const std::size_t below = above + std::size_t{inner.count()} * grid.width;
        const BufferView ground = buffers.view(kHeights), levels = buffers.view(kFilled);
        // The rows around the strip are the first and the last row of `grid`, so they touch the outside and keep the
        // levels that they are given.
        VKALGO_CHECK(work.upload(ground, strips.cells(filled, {all.first, inner.first})));
        VKALGO_CHECK(work.upload(ground, strips.cells(heights, inner), above));
        VKALGO_CHECK(work.upload(ground, strips.cells(filled, {inner.end, all.end}), below));
        VKALGO_TRY(const FillPlan plan, plan_fill(grid, work.context().profile()));
        VKALGO_TRY(const std::uint32_t took,
                   work.runs.to_the_end(
                       "fill", plan.rounds, buffers.scratch(), [&](Recorder& recorder, const RoundRange& range) {
                           return fill.record(recorder, grid, {ground, levels, buffers.scratch(), range});
                       }));
        rounds += took;
        const std::span<float> own = strips.cells(filled, inner);
        const std::span<float> first_row = own.first(grid.width), last_row = own.last(grid.width);
        const std::vector<float> first(first_row.begin(), first_row.end()), last(last_row.begin(), last_row.end());
        VKALGO_CHECK(work.download(levels, own, above));
        return StripChanges{!same_bits<float>(first, first_row), !same_bits<float>(last, last_row)};
    }
};

struct Directing {
    const StripWork& work;
    std::span<const float> heights;
    const RankedHeights* ranked;
    FlowOptions options;
    std::span<const FlowWeights> row_weights;
    std::span<FlowCode> codes;
    FlowDirections flow;
    StripBuffers buffers;
    /// For each strip the steps of its first row, then of its last row, in the layout of FlatSeams::known.
    std::vector<std::vector<std::uint32_t>> steps;
    std::uint32_t rounds = 0;

    const TerrainGrid& grid() const { return work.strips.grid; }
    /// Returns how many numbers FlatSeams::known has per row: two per column.
    std::size_t pair() const { return 2 * std::size_t{grid().width}; }
    /// Returns whether the cell at `row` and `column` is as high as a neighbour in the row `beside`. Only then can the
    /// two cells be in one flat.
    bool is_level(std::uint32_t row, std::uint32_t beside, std::uint32_t column) const {
        const float own = heights[std::size_t{row} * grid().width + column];
        const std::uint32_t first = column == 0 ? 0 : column - 1;
        const std::uint32_t last = std::min(column + 1, grid().width - 1);
        for (std::uint32_t at = first; at <= last; ++at) {
            const float there = heights[std::size_t{beside} * grid().width + at];
            if (is_height(own) && is_height(there) && effective_height(own) == effective_height(there)) {
                return true;
            }
        }
        return false;
    }

    /// Uploads what the device needs for a strip, and returns the arguments.
    Result<FlowArguments> prepare(std::uint32_t strip) {
        const Rows inner = work.strips.of(strip), all = work.strips.around(strip, kFlowHalo);
        FlowArguments arguments{.heights = buffers.view(kSurface),
                                .codes = buffers.view(kFlowCodes),
                                .scratch = buffers.scratch(),
                                .seams = {.known = buffers.view(kKnown), .found = buffers.view(kFound)}};
        VKALGO_CHECK(work.upload(arguments.heights, work.strips.cells(heights, all)));
        if (options.ranked) {
            const auto ranks = work.strips.cells(heights, all);
            std::vector<double> values(ranks.size());
            std::transform(ranks.begin(), ranks.end(), values.begin(), [&](float rank) { return ranked->value(rank); });
            arguments.values = buffers.view(kValues);
            arguments.values_by_cell = true;
            VKALGO_CHECK(work.upload(arguments.values, std::span<const double>(values)));
        }
        if (!row_weights.empty()) {
            arguments.row_weights = buffers.view(kRowWeights);
            VKALGO_CHECK(work.upload(arguments.row_weights, row_weights.subspan(all.first, all.count())));
        }
        if (inner.first > all.first) {
            arguments.seams.above = inner.first - 1 - all.first;
            VKALGO_CHECK(work.upload(arguments.seams.known, std::span(steps[strip - 1]).last(pair())));
        }
        if (inner.end < all.end) {
            arguments.seams.below = inner.end - all.first;
            VKALGO_CHECK(work.upload(arguments.seams.known, std::span(steps[strip + 1]).first(pair()), pair()));
        }
        return arguments;
    }

    Result<StripChanges> visit(std::uint32_t strip) {
        const Rows inner = work.strips.of(strip), all = work.strips.around(strip, kFlowHalo);
        const TerrainGrid part = work.strips.part(all);
        VKALGO_TRY(FlowArguments arguments, prepare(strip));
        const auto record = [&](Recorder& recorder, const RoundRange& range) {
            arguments.rounds = range;
            return flow.record(recorder, part, arguments);
        };
        StripChanges changes;
        if (options.resolve_flats) {
            VKALGO_TRY(const FlowPlan plan, plan_flow(part, options, work.context().profile()));
            VKALGO_TRY(const std::uint32_t took,
                       work.runs.to_the_end("directions", plan.rounds, buffers.scratch(), record));
            rounds += took;
            VKALGO_TRY(changes, take_steps(strip, arguments.seams));
        } else {
            VKALGO_CHECK(work.runs.once([&](Recorder& recorder) { return record(recorder, {}); }));
        }
        VKALGO_CHECK(work.download(arguments.codes, work.strips.cells(codes, inner),
                                   std::size_t{inner.first - all.first} * part.width));
        return changes;
    }

    Result<StripChanges> take_steps(std::uint32_t strip, const FlatSeams& seams) {
        if (!seams.any()) {
            return StripChanges{};
        }
        std::vector<std::uint32_t> found(2 * pair());
        VKALGO_CHECK(work.download(seams.found, std::span(found)));
        const Rows inner = work.strips.of(strip);
        const auto take_over = [&](std::size_t from, std::uint32_t row, std::uint32_t beyond) {
            const auto now = std::span<const std::uint32_t>(found).subspan(from, pair());
            const auto before = std::span(steps[strip]).subspan(from, pair());
            bool changed = false;
            for (std::size_t k = 0; k < now.size() && !changed; ++k) {
                const auto column = static_cast<std::uint32_t>(k % grid().width);
                changed = now[k] != before[k] && is_level(row, beyond, column);
            }
            std::copy(now.begin(), now.end(), before.begin());
            return changed;
        };
        StripChanges changes;
        changes.first_row = seams.above != FlatSeams::kNone && take_over(0, inner.first, inner.first - 1);
        changes.last_row = seams.below != FlatSeams::kNone && take_over(pair(), inner.end - 1, inner.end);
        return changes;
    }
};

}  // namespace

Result<StripBuffers> fill_buffers(const Strips& strips, const DeviceProfile& profile) {
    const TerrainGrid grid = strips.largest(1);
    VKALGO_TRY(const ScratchNeed scratch, DepressionFill::scratch(grid, profile));
    return StripBuffers{{4 * grid.cells(), 4 * grid.cells(), scratch.bytes}};
}

Result<std::uint32_t> fill_strips(const StripWork& work, std::span<const float> heights, std::vector<float>& filled) {
    // The greatest possible height. No cell is filled higher.
    const float highest = std::bit_cast<float>(VKALGO_TERRAIN_NO_HEIGHT - 1);
    filled.assign(heights.begin(), heights.end());
    std::replace_if(
        filled.begin(), filled.end(), [](float height) { return is_height(height); }, highest);
    Filling filling{work, heights, filled, {}, {}};
    VKALGO_TRY(filling.fill, DepressionFill::create(work.context()));
    VKALGO_TRY(filling.buffers, fill_buffers(work.strips, work.context().profile()));
    VKALGO_CHECK(filling.buffers.create(work.context()));
    VKALGO_CHECK(settle_strips(work, [&](std::uint32_t strip) { return filling.visit(strip); }));
    return filling.rounds;
}

Result<StripBuffers> direct_buffers(const Strips& strips, const FlowOptions& options, bool has_weights,
                                    const DeviceProfile& profile) {
    const TerrainGrid grid = strips.largest(kFlowHalo);
    VKALGO_TRY(const ScratchNeed scratch, FlowDirections::scratch(grid, options, profile));
    const std::uint64_t row = 16 * std::uint64_t{grid.width};
    const std::uint64_t weights = has_weights ? sizeof(FlowWeights) * grid.height : 0;
    return StripBuffers{{4 * grid.cells(), flow_codes_bytes(grid.cells()), weights, row, row,
                         options.ranked ? 8 * grid.cells() : 0, scratch.bytes}};
}

Result<std::uint32_t> direct_strips(const StripWork& work, const StripSurface& surface, const FlowOptions& options,
                                    std::span<const FlowWeights> row_weights, std::vector<FlowCode>& codes) {
    codes.resize(surface.heights.size());
    Directing directing{work, surface.heights, surface.ranked, options, row_weights, codes, {}, {}, {}};
    VKALGO_TRY(directing.flow, FlowDirections::create(work.context(), options));
    VKALGO_TRY(directing.buffers, direct_buffers(work.strips, options, !row_weights.empty(), work.context().profile()));
    VKALGO_CHECK(directing.buffers.create(work.context()));
    directing.steps.assign(work.strips.count(), std::vector<std::uint32_t>(2 * directing.pair(), VKALGO_FLAT_FAR));
    VKALGO_CHECK(settle_strips(work, [&](std::uint32_t strip) { return directing.visit(strip); }));
    return directing.rounds;
}

}  // namespace vkalgo
