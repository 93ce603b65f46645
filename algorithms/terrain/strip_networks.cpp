// Watersheds and orders of streams, strip by strip.
#include "algorithms/terrain/flow_reference.hpp"
#include "algorithms/terrain/stream_order.hpp"
#include "algorithms/terrain/strips.hpp"
#include "algorithms/terrain/watersheds.hpp"
#include "engine/context.hpp"

#include <limits>
#include <utility>

namespace vkalgo {

namespace {

enum LabelBuffer : std::size_t { kLabelCodes, kOutlets, kLabels };
enum OrderBuffer : std::size_t { kOrderCodes, kNetwork, kOrders };

/// The labels of strips. The labels that the device finds strip by strip may be open. An open label is 1 + the number
/// of outlets + the index, within the strip, of the last cell of the strip that the water passes. With outlets, a label
/// is open if the water flows on into another strip before it meets an outlet. Without outlets, the label of every cell
/// with data is open. close() replaces open labels.
class OpenLabels {
    template <class Values>
    static auto& at(Values& values, std::uint64_t index) {
        return values[static_cast<std::size_t>(index)];
    }

public:
    OpenLabels(const Strips& strips, std::span<const FlowCode> codes, std::uint32_t outlets,
               std::span<std::uint32_t> labels)
        : strips_(strips),
          codes_(codes),
          outlets_(outlets),
          labels_(labels),
          of_nodes_(static_cast<std::size_t>(strips.nodes()), kOpen) {}

    /// Replaces every open label by the label that the cell has in the whole grid.
    void close() {
        const std::uint64_t width = strips_.grid.width;
        // First closes the labels of the nodes (the cells of the first and last rows of strips) into of_nodes_, while
        // labels_ is still as the device wrote it. Every open label leads to a node of another strip or to the end of
        // the flow path. So once the labels of all nodes are closed, each cell's label can be closed in place.
        for (std::uint32_t strip = 0; strip < strips_.count(); ++strip) {
            const Rows rows = strips_.of(strip);
            for (const std::uint64_t row : {rows.first, rows.end - 1}) {
                for (std::uint64_t cell = row * width; cell < (row + 1) * width; ++cell) {
                    at(of_nodes_, strips_.node_of(cell)) = closed(at(labels_, cell), rows.first * width);
                }
            }
        }
        for (std::uint32_t strip = 0; strip < strips_.count(); ++strip) {
            const Rows rows = strips_.of(strip);
            for (std::uint64_t cell = rows.first * width; cell < rows.end * width; ++cell) {
                at(labels_, cell) = closed(at(labels_, cell), rows.first * width);
            }
        }
    }

    /// Returns the open label of water that passes the cell `last` as the last cell of its strip. `origin`: the first
    /// cell of the strip.
    std::uint32_t open(std::uint64_t last, std::uint64_t origin) const {
        return static_cast<std::uint32_t>(outlets_ + 1 + (last - origin));
    }

private:
    static constexpr std::uint64_t kOpen = std::numeric_limits<std::uint64_t>::max();

    /// Returns the closed label. `origin`: the first cell of the label's strip.
    std::uint32_t closed(std::uint32_t label, std::uint64_t origin) {
        std::vector<std::uint64_t> passed;
        while (label > outlets_) {
            const std::uint64_t last = origin + label - outlets_ - 1;
            const std::uint64_t target = flow_target(codes_, strips_.grid, last);
            if (target == strips_.grid.cells()) {
                label = static_cast<std::uint32_t>(last + 1);
                break;
            }
            const std::uint64_t node = strips_.node_of(target);
            if (at(of_nodes_, node) != kOpen) {
                label = static_cast<std::uint32_t>(at(of_nodes_, node));
                break;
            }
            passed.push_back(node);
            label = at(labels_, target);
            origin = target / strips_.grid.width / strips_.rows * strips_.rows * strips_.grid.width;
        }
        for (const std::uint64_t node : passed) {
            at(of_nodes_, node) = label;
        }
        return label;
    }

    const Strips& strips_;
    std::span<const FlowCode> codes_;
    std::uint32_t outlets_;
    std::span<std::uint32_t> labels_;
    std::vector<std::uint64_t> of_nodes_;
};

}  // namespace

Result<StripBuffers> label_buffers(const Strips& strips, const DeviceProfile& profile) {
    const TerrainGrid grid = strips.largest(0);
    VKALGO_TRY(const ScratchNeed scratch, Watersheds::scratch(grid, profile));
    return StripBuffers{{flow_codes_bytes(grid.cells()), 4 * grid.cells(), 4 * grid.cells(), scratch.bytes}};
}

Result<void> label_strips(const StripWork& work, std::span<const FlowCode> codes,
                          std::span<const std::uint64_t> outlets, std::vector<std::uint32_t>& labels) {
    const Strips& strips = work.strips;
    const std::uint64_t width = strips.grid.width;
    VKALGO_TRY(const Watersheds watersheds, Watersheds::create(work.context()));
    VKALGO_TRY(StripBuffers buffers, label_buffers(strips, work.context().profile()));
    VKALGO_CHECK(buffers.create(work.context()));
    labels.resize(codes.size());
    OpenLabels open(strips, codes, static_cast<std::uint32_t>(outlets.size()), labels);
    for (std::uint32_t strip = 0; strip < strips.count(); ++strip) {
        const Rows rows = strips.of(strip);
        const std::uint64_t origin = rows.first * width, end = rows.end * width;
        VKALGO_CHECK(work.upload(buffers.view(kLabelCodes), strips.cells(codes, rows)));
        if (!outlets.empty()) {
            // Marks the given outlets, and the cells from which water flows on into another strip.
            std::vector<std::uint32_t> marks(static_cast<std::size_t>(end - origin), 0);
            for (const std::uint64_t row : {rows.first, rows.end - 1}) {
                for (std::uint64_t cell = row * width; cell < (row + 1) * width; ++cell) {
                    const std::uint64_t target = flow_target(codes, strips.grid, cell);
                    if (target < strips.grid.cells() && strips.apart(cell, target)) {
                        marks[static_cast<std::size_t>(cell - origin)] = open.open(cell, origin);
                    }
                }
            }
            for (std::size_t k = 0; k < outlets.size(); ++k) {
                if (outlets[k] >= origin && outlets[k] < end) {
                    marks[static_cast<std::size_t>(outlets[k] - origin)] = static_cast<std::uint32_t>(k + 1);
                }
            }
            VKALGO_CHECK(work.upload(buffers.view(kOutlets), std::span<const std::uint32_t>(marks)));
        }
        VKALGO_CHECK(work.runs.once([&](Recorder& recorder) {
            return watersheds.record(recorder, strips.part(rows),
                                     {.codes = buffers.view(kLabelCodes),
                                      .outlets = outlets.empty() ? BufferView{} : buffers.view(kOutlets),
                                      .labels = buffers.view(kLabels),
                                      .scratch = buffers.scratch()});
        }));
        VKALGO_CHECK(work.download(buffers.view(kLabels), strips.cells(std::span(labels), rows)));
        work.tell((strip + 1.0) / strips.count());
    }
    open.close();
    return {};
}

Result<StripBuffers> order_buffers(const Strips& strips, const DeviceProfile& profile) {
    const TerrainGrid grid = strips.largest(1);
    VKALGO_TRY(const ScratchNeed scratch, StreamOrder::scratch(grid, profile));
    const std::uint64_t codes = flow_codes_bytes(grid.cells());
    return StripBuffers{{codes, codes, 4 * grid.cells(), scratch.bytes}};
}

Result<void> order_strips(const StripWork& work, std::span<const FlowCode> codes, std::span<const std::uint8_t> network,
                          std::vector<std::uint32_t>& orders) {
    const Strips& strips = work.strips;
    VKALGO_TRY(const StreamOrder streams, StreamOrder::create(work.context()));
    VKALGO_TRY(StripBuffers buffers, order_buffers(strips, work.context().profile()));
    VKALGO_CHECK(buffers.create(work.context()));
    orders.assign(codes.size(), 0);
    const std::span<std::uint32_t> known(orders);
    return settle_strips(work, [&](std::uint32_t strip) -> Result<StripChanges> {
        const Rows inner = strips.of(strip), all = strips.around(strip, 1);
        const TerrainGrid grid = strips.part(all);
        VKALGO_CHECK(work.upload(buffers.view(kOrderCodes), strips.cells(codes, all)));
        if (!network.empty()) {
            VKALGO_CHECK(work.upload(buffers.view(kNetwork), strips.cells(network, all)));
        }
        VKALGO_CHECK(work.upload(buffers.view(kOrders), strips.cells(known, all)));
        StreamArguments arguments{.codes = buffers.view(kOrderCodes),
                                  .network = network.empty() ? BufferView{} : buffers.view(kNetwork),
                                  .orders = buffers.view(kOrders),
                                  .scratch = buffers.scratch(),
                                  .knows_first = inner.first > all.first,
                                  .knows_last = inner.end < all.end};
        VKALGO_TRY([[maybe_unused]] const std::uint32_t took,
                   work.runs.to_the_end("streams", StreamOrder::rounds(grid), buffers.scratch(),
                                        [&](Recorder& recorder, const RoundRange& range) {
                                            arguments.rounds = range;
                                            return streams.record(recorder, grid, arguments);
                                        }));
        const std::span<std::uint32_t> own = strips.cells(known, inner);
        const std::vector<std::uint32_t> first(own.begin(), own.begin() + grid.width);
        const std::vector<std::uint32_t> last(own.end() - grid.width, own.end());
        VKALGO_CHECK(work.download(buffers.view(kOrders), own, std::size_t{inner.first - all.first} * grid.width));
        return StripChanges{!std::equal(first.begin(), first.end(), own.begin()),
                            !std::equal(last.begin(), last.end(), own.end() - grid.width)};
    });
}

}  // namespace vkalgo
