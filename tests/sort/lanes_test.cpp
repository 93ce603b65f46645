// The radix sorts with rows of 4 to 128 lanes, simulated in shared memory, and with tiles in any order.
#include "tests/sort/sorting.hpp"
#include <vkalgo_spirv/tests_sort/radix_scatter_lanes.hpp>
#include <vkalgo_spirv/tests_sort/radix_sweep_lanes.hpp>

namespace vkalgo::test {
namespace {

class SortLanes : public DeviceTest {
protected:
    static void sort_and_expect(const SortOptions& options, const SortTuning& tuning, std::size_t count, Spread spread,
                                const std::string& what) {
        const SortPlan plan = take(plan_tuned_sort({options, count}, context().profile(), tuning));
        const Sort sort = take(create_tuned_sort(context(), options, tuning));
        const SortBuffers buffers(runner(), plan, some_bytes(options.type, count, spread), count);
        ASSERT_OK(runner().run([&](Recorder& recorder) { return sort.record(recorder, buffers.arguments()); }));
        buffers.expect(sort_words(options, count) + ", " + what);
    }
};

/// Returns a tuning for rows of `lanes` lanes and for small tiles.
SortTuning by_lanes(const SortOptions& options, const DeviceProfile& profile, std::uint32_t lanes) {
    SortTuning tuning = sort_tuning(options, profile);
    tuning.lanes = lanes;
    tuning.bits = 8;
    tuning.radix_threads = 128;
    tuning.each = 2;
    tuning.sweep = tuning.few_sweep = {.threads = 128, .each = 3, .rounds = 2};
    // At most 8 teams per workgroup, so that the counters of all teams fit 16 KiB of shared memory.
    while (tuning.radix_threads / lanes > 8) {
        tuning.radix_threads /= 2;
        tuning.sweep.threads = tuning.few_sweep.threads = tuning.radix_threads;
    }
    tuning.rank_spirv = options.method == "radix"
                            ? std::span<const std::uint32_t>(spirv::tests_sort_radix_scatter_lanes)
                            : spirv::tests_sort_radix_sweep_lanes;
    return tuning;
}

TEST_F(SortLanes, RankDigitsInRowsOfEveryWidth) {
    for (const char* method : {"radix", "onesweep"}) {
        for (const std::uint32_t lanes : {4U, 16U, 32U, 64U, 128U}) {
            SortOptions options{.values = true, .method = method};
            if (lanes % 64 == 0) {
                options = {.type = ElementType::f64, .descending = true, .method = method};
            }
            const SortTuning tuning = by_lanes(options, context().profile(), lanes);
            for (const Spread spread : {Spread::uniform, Spread::constant, Spread::few}) {
                sort_and_expect(options, tuning, 3001, spread, std::to_string(lanes) + " lanes");
            }
        }
    }
}

/// Disables the ranking by runs, which some devices prefer, so that these devices test subgroups too.
TEST_F(SortLanes, RankDigitsByTheDevicesOwnSubgroups) {
    for (const bool values : {false, true}) {
        const SortOptions options{.type = ElementType::u64, .values = values, .method = "radix"};
        SortTuning tuning = sort_tuning(options, context().profile());
        tuning.radix_run = 0;
        sort_and_expect(options, tuning, 5003, Spread::few, "no runs");
    }
}

TEST_F(SortLanes, RankDigitsByRunsOfAnyLength) {
    const SortOptions options{.type = ElementType::u64, .values = true, .method = "radix"};
    for (const std::uint32_t run : {1U, 7U, 4096U}) {
        SortTuning tuning = sort_tuning(options, context().profile());
        tuning.radix_run = run;
        for (const std::size_t count : {2U, 63U, 65U, 9973U}) {
            sort_and_expect(options, tuning, count, Spread::few, "runs of " + std::to_string(run));
        }
    }
}

/// The result depends neither on the order of the tiles nor on the time that one tile waits for another.
TEST_F(SortLanes, SweepTilesInAnyOrder) {
    using Order = SortTuning::SweepOrder;
    for (const Order order : {Order::workgroup, Order::ticket, Order::reversed}) {
        for (const std::uint32_t patience : {0U, 16U}) {
            const SortOptions options{.values = patience != 0, .end_bit = 24, .method = "onesweep"};
            SortTuning tuning = sort_tuning(options, context().profile());
            tuning.sweep.each = tuning.few_sweep.each = 2;
            tuning.sweep.rounds = tuning.few_sweep.rounds = 1;
            tuning.sweep_order = order;
            tuning.sweep_patience = patience;
            for (const std::size_t count : {1U, 257U, 40009U}) {
                sort_and_expect(
                    options, tuning, count, Spread::uniform,
                    "order " + std::to_string(static_cast<int>(order)) + ", patience " + std::to_string(patience));
            }
        }
    }
}

}  // namespace
}  // namespace vkalgo::test
