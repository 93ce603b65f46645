// Columns of Pratt's Shellsort in registers.
#include "algorithms/sort/sort_tuning.hpp"
#include "tests/sort/sorting.hpp"

namespace vkalgo::test {
namespace {

class PrattColumns : public DeviceTest {};

/// Zeros and ones in turn. Each increment below 128 but 96 and 108 is needed to sort one of these columns at least.
TEST_F(PrattColumns, AreSortedByEveryIncrement) {
    struct Pattern {
        std::uint32_t period, ones, first;
    };
    const SortOptions options{.method = "pratt"};
    SortTuning tuning = sort_tuning(options, context().profile());
    tuning.pratt_columns_from = 0;
    tuning.pratt_column_rows = 128;
    const Sort sort = take(create_tuned_sort(context(), options, tuning));
    const SortPlan plan = take(plan_tuned_sort({options, 128}, context().profile(), tuning));
    for (const Pattern& pattern :
         {Pattern{3, 2, 0}, {9, 5, 2}, {6, 5, 1}, {29, 19, 8}, {27, 15, 24}, {86, 16, 70}, {36, 10, 30}, {35, 23, 8}}) {
        std::vector<std::uint32_t> keys(128);
        for (std::uint32_t row = 0; row < 128; ++row) {
            keys[row] = (row + pattern.first) % pattern.period < pattern.ones ? 1 : 0;
        }
        const auto bytes = std::as_bytes(std::span(keys));
        const SortBuffers buffers(runner(), plan, {bytes.begin(), bytes.end()}, keys.size());
        ASSERT_OK(runner().run([&](Recorder& recorder) { return sort.record(recorder, buffers.arguments()); }));
        buffers.expect(std::to_string(pattern.ones) + " of " + std::to_string(pattern.period));
    }
}

}  // namespace
}  // namespace vkalgo::test
