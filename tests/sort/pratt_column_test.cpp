// Columns of Pratt's Shellsort in registers.
#include "algorithms/sort/sort_tuning.hpp"
#include "tests/sort/sorting.hpp"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <vector>

namespace vkalgo::test {
namespace {

class PrattColumns : public DeviceTest {};

/// Applies each increment in turn: compares every bit of x with the bit that lies the increment further on, from the
/// first bit to the last, and exchanges the two if they are out of order.
std::vector<bool> exchanged(std::vector<bool> x, std::initializer_list<std::size_t> steps) {
    for (const std::size_t step : steps) {
        for (std::size_t k = 0; k + step < x.size(); ++k) {
            if (x[k] && !x[k + step]) {
                x[k] = false;
                x[k + step] = true;
            }
        }
    }
    return x;
}

/// The kernel has at most 128 rows and omits the increments 96 and 108. Tests all combinations of zeros and ones. The
/// increments 81, 54 and 27 must sort each class of rows that are 27 apart, which has at most 5 rows. The increments
/// 48, 24, 12, 6 and 3 must sort each class of rows that are 3 apart, which has at most 43 rows, if each class of rows
/// that are 9 apart is sorted.
TEST(PrattColumnIncrements, SortEveryColumnWithout96And108) {
    for (std::size_t rows = 0; rows <= 5; ++rows) {
        for (std::uint32_t bits = 0; bits < 1U << rows; ++bits) {
            std::vector<bool> x(rows);
            for (std::size_t row = 0; row < rows; ++row) {
                x[row] = (bits >> row & 1) != 0;
            }
            x = exchanged(x, {81 / 27, 54 / 27, 27 / 27});
            EXPECT_TRUE(std::is_sorted(x.begin(), x.end())) << rows << " rows, bits " << bits;
        }
    }
    for (std::size_t rows = 0; rows <= 43; ++rows) {
        // Returns how many rows have remainder `third` modulo 3. These rows are sorted, so their zeros come first.
        const auto of_third = [&](std::size_t third) { return (rows + 2 - third) / 3; };
        for (std::size_t a = 0; a <= of_third(0); ++a) {
            for (std::size_t b = 0; b <= of_third(1); ++b) {
                for (std::size_t c = 0; c <= of_third(2); ++c) {
                    std::vector<bool> x(rows);
                    for (std::size_t row = 0; row < rows; ++row) {
                        x[row] = row / 3 >= (row % 3 == 0 ? a : row % 3 == 1 ? b : c);
                    }
                    x = exchanged(x, {48 / 3, 24 / 3, 12 / 3, 6 / 3, 3 / 3});
                    ASSERT_TRUE(std::is_sorted(x.begin(), x.end())) << rows << " rows: " << a << ", " << b << ", " << c;
                }
            }
        }
    }
}

/// Sorts columns of periodic zeros and ones. Each increment of the kernel is needed to sort at least one of these
/// columns.
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
