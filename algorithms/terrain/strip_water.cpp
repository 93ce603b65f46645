// Sums of water, strip by strip.
#include "algorithms/terrain/flow_accumulation.hpp"
#include "algorithms/terrain/flow_reference.hpp"
#include "algorithms/terrain/strips.hpp"
#include "algorithms/terrain/watersheds.hpp"
#include "engine/context.hpp"

#include <limits>
#include <utility>

namespace vkalgo {

namespace {

constexpr std::uint64_t kNowhere = std::numeric_limits<std::uint64_t>::max();

enum SumBuffer : std::size_t { kSumCodes, kWater, kSums, kEnds };

/// Returns the options of the sums of strips. Water that flows in from other strips is added to the own water of the
/// cell that it enters, so the sums must include each cell's own water.
AccumulationOptions sum_options(const std::string& method, std::uint32_t words) {
    return {.include_self = true, .weighted = true, .wide = words == 2, .method = method};
}

/// For each node (Strips::nodes()): the node of another strip to which water that enters the node goes on, and how much
/// water flows into the node from other strips.
template <class Sum>
class Links {
public:
    explicit Links(std::uint64_t nodes)
        : next_(static_cast<std::size_t>(nodes), kNowhere), inflows_(static_cast<std::size_t>(nodes)) {}

    /// Records that water which enters `node` goes on to the node `to` of another strip.
    void link(std::uint64_t node, std::uint64_t to) { next_[static_cast<std::size_t>(node)] = to; }
    void add(std::uint64_t node, Sum water) { inflow(node) += water; }
    Sum& inflow(std::uint64_t node) { return inflows_[static_cast<std::size_t>(node)]; }

    /// Passes all inflows on along the links. Returns false if the links run in a circle.
    bool join() {
        std::vector<std::uint32_t> waiting(next_.size(), 0);
        for (const std::uint64_t to : next_) {
            waiting[static_cast<std::size_t>(to == kNowhere ? 0 : to)] += to == kNowhere ? 0 : 1;
        }
        std::vector<std::uint64_t> ready;
        for (std::size_t node = 0; node < next_.size(); ++node) {
            if (waiting[node] == 0) {
                ready.push_back(node);
            }
        }
        std::uint64_t done = 0;
        for (; !ready.empty(); ++done) {
            const std::uint64_t node = ready.back(), to = next_[static_cast<std::size_t>(node)];
            ready.pop_back();
            if (to == kNowhere) {
                continue;
            }
            add(to, inflow(node));
            if (--waiting[static_cast<std::size_t>(to)] == 0) {
                ready.push_back(to);
            }
        }
        return done == next_.size();
    }

private:
    std::vector<std::uint64_t> next_;
    std::vector<Sum> inflows_;
};

/// The state while one strip after the other is summed up on the device.
template <class Sum>
struct Summing {
    const StripWork& work;
    const StripSums<Sum>& sums;
    FlowAccumulation accumulation;
    Watersheds watersheds;
    StripBuffers buffers;
    Links<Sum> links;
    std::uint32_t rounds = 0;

    Result<void> prepare() {
        Context& context = work.context();
        VKALGO_TRY(accumulation, FlowAccumulation::create(context, sum_options(sums.method, sizeof(Sum) / 4)));
        VKALGO_TRY(watersheds, Watersheds::create(context));
        VKALGO_TRY(buffers, sum_buffers(work.strips, sums.method, sizeof(Sum) / 4, context.profile()));
        return buffers.create(context);
    }

    /// Returns the index of the first cell of `rows`.
    std::uint64_t origin(const Rows& rows) const { return std::uint64_t{rows.first} * work.strips.grid.width; }
    /// Returns the index of the first cell of the strip's first row and, if the strip has several rows, of its last
    /// row. The cells of these rows are nodes.
    std::vector<std::uint64_t> rims(const Rows& rows) const {
        std::vector<std::uint64_t> rims{origin(rows)};
        if (rows.count() > 1) {
            rims.push_back(origin({rows.end - 1, rows.end}));
        }
        return rims;
    }

    /// Sums up a strip: its own water and, if `joined`, the water that flows in from other strips.
    Result<void> accumulate(const Rows& rows, bool joined) {
        const Strips& strips = work.strips;
        const TerrainGrid grid = strips.part(rows);
        std::vector<Sum> water(static_cast<std::size_t>(grid.cells()));
        sums.own(rows, water);
        for (const std::uint64_t first : joined ? rims(rows) : std::vector<std::uint64_t>{}) {
            for (std::uint64_t cell = first; cell < first + grid.width; ++cell) {
                water[static_cast<std::size_t>(cell - origin(rows))] += links.inflow(strips.node_of(cell));
            }
        }
        VKALGO_CHECK(work.upload(buffers.view(kSumCodes), strips.cells(sums.codes, rows)));
        VKALGO_CHECK(work.upload(buffers.view(kWater), std::span<const Sum>(water)));
        VKALGO_TRY(const AccumulationPlan plan,
                   plan_accumulation(grid, accumulation.options(), work.context().profile()));
        VKALGO_TRY(const RoundRuns::Outcome outcome, work.runs.rounds("accumulation", plan.rounds, buffers.scratch(),
                                                                      [&](Recorder& recorder, const RoundRange& range) {
                                                                          return accumulation.record(
                                                                              recorder, grid,
                                                                              {.codes = buffers.view(kSumCodes),
                                                                               .weights = buffers.view(kWater),
                                                                               .sums = buffers.view(kSums),
                                                                               .scratch = buffers.scratch(),
                                                                               .rounds = range});
                                                                      }));
        rounds += outcome.rounds;
        return outcome.done ? Result<void>{} : circle();
    }

    static Error circle() { return Error{ErrorCode::invalid_argument, "the directions form a cycle", "codes"}; }

    /// Finds the strip's links, and adds the water that flows out of the strip to the inflows of the nodes that it
    /// enters.
    Result<void> link(const Rows& rows) {
        const Strips& strips = work.strips;
        const TerrainGrid grid = strips.part(rows);
        VKALGO_CHECK(accumulate(rows, false));
        VKALGO_CHECK(work.runs.once([&](Recorder& recorder) {
            return watersheds.record(
                recorder, grid,
                {.codes = buffers.view(kSumCodes), .labels = buffers.view(kEnds), .scratch = buffers.scratch()});
        }));
        std::vector<std::uint32_t> ends(grid.width);
        std::vector<Sum> flows(grid.width);
        for (const std::uint64_t first : rims(rows)) {
            const auto behind = static_cast<std::size_t>(first - origin(rows));
            VKALGO_CHECK(work.download(buffers.view(kEnds), std::span(ends), behind));
            VKALGO_CHECK(work.download(buffers.view(kSums), std::span(flows), behind));
            for (std::uint32_t column = 0; column < grid.width; ++column) {
                if (ends[column] == 0) {
                    continue;  // No data
                }
                const std::uint64_t end = origin(rows) + ends[column] - 1;
                const std::uint64_t target = flow_target(sums.codes, strips.grid, end);
                if (target == strips.grid.cells() || !strips.apart(end, target)) {
                    continue;
                }
                links.link(strips.node_of(first + column), strips.node_of(target));
                if (end == first + column) {
                    links.add(strips.node_of(target), flows[column]);
                }
            }
        }
        return {};
    }

    Result<void> finish(const Rows& rows) {
        VKALGO_CHECK(accumulate(rows, true));
        std::vector<Sum> all(static_cast<std::size_t>(work.strips.part(rows).cells()));
        VKALGO_CHECK(work.download(buffers.view(kSums), std::span(all)));
        sums.take(rows, all);
        return {};
    }

    Result<void> run() {
        const std::uint32_t count = work.strips.count();
        for (std::uint32_t strip = 0; strip < count; ++strip) {
            VKALGO_CHECK(link(work.strips.of(strip)));
            work.tell((strip + 1.0) / (2.0 * count));
        }
        if (!links.join()) {
            return circle();
        }
        for (std::uint32_t strip = 0; strip < count; ++strip) {
            VKALGO_CHECK(finish(work.strips.of(strip)));
            work.tell(0.5 + (strip + 1.0) / (2.0 * count));
        }
        return {};
    }
};

}  // namespace

Result<StripBuffers> sum_buffers(const Strips& strips, const std::string& method, std::uint32_t words,
                                 const DeviceProfile& profile) {
    const TerrainGrid grid = strips.largest(0);
    VKALGO_TRY(const AccumulationPlan plan, plan_accumulation(grid, sum_options(method, words), profile));
    VKALGO_TRY(const ScratchNeed ends, Watersheds::scratch(grid, profile));
    return StripBuffers{{plan.codes_bytes, plan.sums_bytes, plan.sums_bytes, 4 * grid.cells(),
                         std::max(plan.scratch.bytes, ends.bytes)}};
}

template <class Sum>
Result<std::uint32_t> sum_strips(const StripWork& work, const StripSums<Sum>& sums) {
    Summing<Sum> summing{.work = work, .sums = sums, .links = Links<Sum>(work.strips.nodes())};
    VKALGO_CHECK(summing.prepare());
    VKALGO_CHECK(summing.run());
    return summing.rounds;
}

template Result<std::uint32_t> sum_strips(const StripWork& work, const StripSums<std::uint32_t>& sums);
template Result<std::uint32_t> sum_strips(const StripWork& work, const StripSums<std::uint64_t>& sums);

}  // namespace vkalgo
