// The merge of sorted parts, run on the CPU on every combination of zeros and ones.
#include "algorithms/sort/pratt_parts.hpp"

#include "algorithms/sort/pratt_reference.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

std::string words_of(const PartsShape& shape) {
    return std::to_string(shape.count) + " in parts of " + std::to_string(shape.part) + ", tile " +
           std::to_string(shape.tile) + ", columns " + std::to_string(shape.columns);
}

/// Does what pratt_bitonic.comp does, one workgroup after another. Returns whether the padding before and after the
/// part is unchanged.
bool sort_bitonic(std::span<int> part, const PartStep& step, std::uint64_t tile) {
    std::vector<int> padded(step.positions, 2);
    std::fill_n(padded.begin(), step.before, -1);
    std::copy(part.begin(), part.end(), padded.begin() + static_cast<std::ptrdiff_t>(step.before));
    const std::vector<int> all = padded;
    const std::uint64_t columns = tile >> step.row_bits;
    const std::uint64_t column_groups = (step.stride + columns - 1) / columns;
    for (std::uint64_t group = 0; group < step.positions / tile; ++group) {
        const std::uint64_t first =
            group / column_groups * (step.stride << step.row_bits) + group % column_groups * columns;
        const auto index_of = [&](std::uint64_t i) { return first + i / columns * step.stride + i % columns; };
        for (std::uint64_t distance = tile / 2; distance >= columns; distance /= 2) {
            for (std::uint64_t i = 0; i < tile; ++i) {
                if ((i & distance) == 0 && padded[index_of(i + distance)] < padded[index_of(i)]) {
                    std::swap(padded[index_of(i)], padded[index_of(i + distance)]);
                }
            }
        }
    }
    std::copy_n(padded.begin() + static_cast<std::ptrdiff_t>(step.before), part.size(), part.begin());
    return std::equal(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(step.before), padded.begin()) &&
           std::all_of(padded.begin() + static_cast<std::ptrdiff_t>(step.before + part.size()), padded.end(),
                       [](int item) { return item == 2; });
}

/// Runs the steps on keys whose parts are sorted. Returns whether the steps merge the parts.
testing::AssertionResult merges(const PartsShape& shape, const std::vector<PartStep>& steps, std::vector<int> keys) {
    std::vector<std::uint64_t> model(keys.begin(), keys.end());
    const auto part_of = [&](auto& all, std::uint64_t number) {
        return std::span(all).subspan(shape.first_of(number), shape.count_of(number));
    };
    for (const PartStep& step : steps) {
        const std::span<int> earlier = part_of(keys, step.earlier);
        const std::span<int> later = part_of(keys, step.later);
        reference_part_step(part_of(model, step.earlier), part_of(model, step.later), step);
        if (!step.exchanges) {
            if (!sort_bitonic(earlier, step, shape.tile)) {
                return testing::AssertionFailure() << words_of(shape) << ": an item left the part";
            }
        }
        for (std::size_t i = 0; step.exchanges && i < later.size(); ++i) {
            if (later[i] < earlier[shape.part - 1 - i]) {
                std::swap(later[i], earlier[shape.part - 1 - i]);
            }
        }
        if (!std::equal(keys.begin(), keys.end(), model.begin())) {
            return testing::AssertionFailure() << words_of(shape) << ": the model differs";
        }
    }
    if (!std::is_sorted(keys.begin(), keys.end())) {
        return testing::AssertionFailure() << words_of(shape) << ": not sorted";
    }
    return testing::AssertionSuccess();
}

TEST(PrattParts, MergeExchangeSortsAllZerosAndOnes) {
    EXPECT_TRUE(merge_exchange(0).empty());
    EXPECT_TRUE(merge_exchange(1).empty());
    EXPECT_EQ(merge_exchange(2), (std::vector<PartPair>{{0, 1}}));
    EXPECT_EQ(merge_exchange(16).size(), 63U);  // From Knuth's table
    for (std::uint64_t parts = 0; parts <= 17; ++parts) {
        const std::vector<PartPair> pairs = merge_exchange(parts);
        for (std::uint32_t bits = 0; bits < 1U << parts; ++bits) {
            std::uint32_t sorted = bits;
            for (const PartPair& pair : pairs) {
                ASSERT_LT(pair.earlier, pair.later);
                ASSERT_LT(pair.later, parts);
                if ((sorted >> pair.earlier & 1) != 0 && (sorted >> pair.later & 1) == 0) {
                    sorted ^= 1U << pair.earlier | 1U << pair.later;
                }
            }
            const auto ones = static_cast<std::uint64_t>(std::popcount(bits));
            ASSERT_EQ(sorted, ((1U << ones) - 1) << (parts - ones)) << parts << " parts, bits " << bits;
        }
    }
}

TEST(PrattParts, AreMergedWhateverTheirLengths) {
    // Parts are sorted, so the number of zeros in each part describes all inputs of zeros and ones.
    for (const auto& [tile, columns] : {std::pair<std::uint64_t, std::uint64_t>{2, 1}, {4, 2}, {8, 2}}) {
        for (std::uint64_t part = 1; part <= 11; ++part) {
            for (std::uint64_t count = part + 1; count <= (part <= 5 ? 5 : 3) * part && count <= 30; ++count) {
                const PartsShape shape{.count = count, .part = part, .tile = tile, .columns = columns};
                const std::vector<PartStep> steps = plan_part_steps(shape);
                std::vector<std::uint64_t> zeros(shape.parts());
                for (bool more = true; more;) {
                    std::vector<int> keys(count, 1);
                    for (std::uint64_t number = 0; number < shape.parts(); ++number) {
                        std::fill_n(keys.begin() + static_cast<std::ptrdiff_t>(shape.first_of(number)), zeros[number],
                                    0);
                    }
                    ASSERT_TRUE(merges(shape, steps, keys));
                    more = false;
                    for (std::uint64_t number = 0; number < shape.parts() && !more; ++number) {
                        more = zeros[number] < shape.count_of(number);
                        zeros[number] = more ? zeros[number] + 1 : 0;
                    }
                }
            }
        }
    }
}

TEST(PrattParts, PassesCompareAtEveryDistanceOnceInDescendingOrder) {
    const PartsShape shape{.count = 5 * 1073741760ULL + 5, .part = 1073741760, .tile = 8192, .columns = 8};
    const std::vector<PartStep> steps = plan_part_steps(shape);
    EXPECT_EQ(shape.parts(), 6U);
    std::uint64_t next = 0;
    for (const PartStep& step : steps) {
        if (step.exchanges) {
            EXPECT_EQ(next, 0U);
            continue;
        }
        next = next == 0 ? step.positions : next;
        EXPECT_EQ(step.stride << step.row_bits, next);
        EXPECT_GE(shape.tile >> step.row_bits, step.stride == 1 ? 1 : shape.columns);
        EXPECT_LE(step.before + shape.count_of(step.earlier), step.positions);
        EXPECT_LE(step.positions, std::uint64_t{1} << 30);
        next = step.stride == 1 ? 0 : step.stride;
    }
    // The 17 distances that are at least the length of a tile take two passes.
    EXPECT_EQ(steps[1].row_bits, 9U);
    EXPECT_EQ(steps[2].row_bits, 8U);
    EXPECT_EQ(steps[3].row_bits, 13U);
}

}  // namespace
}  // namespace vkalgo::test
