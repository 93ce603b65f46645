// The passes of Pratt's Shellsort, run on the CPU.
#include "algorithms/sort/pratt_plan.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

using Bits = std::uint64_t;

/// Runs passes on 64 arrays of zeros and ones at once, one bit of x per array: the minimum of two elements is their
/// conjunction, the maximum their disjunction. Returns false if a pass merges halves that are not sorted.
bool run(const std::vector<PrattPass>& passes, std::vector<Bits>& x) {
    bool ordered = true;
    for (const PrattPass& pass : passes) {
        const std::uint64_t columns = std::min<std::uint64_t>(pass.stride, x.size());
        for (std::uint64_t column = 0; column < columns; ++column) {
            const std::uint64_t rows = (x.size() - column + pass.stride - 1) / pass.stride;
            const auto at = [&](std::uint64_t row) -> Bits& { return x[row * pass.stride + column]; };
            std::uint64_t begin = 0;
            std::uint64_t end = std::min(pass.first_row == 0 ? pass.rows : pass.first_row, rows);
            while (begin < rows) {
                if (pass.merges) {
                    const std::uint64_t split = begin == 0 ? end : std::min(begin + pass.rows / 2, end);
                    for (std::uint64_t row = begin; row + 1 < end; ++row) {
                        ordered = ordered && (row + 1 == split || (at(row) & ~at(row + 1)) == 0);
                    }
                    for (std::uint64_t from = split; from < end; ++from) {
                        for (std::uint64_t row = from; row > begin; --row) {
                            const Bits a = at(row - 1);
                            const Bits b = at(row);
                            at(row - 1) = a & b;
                            at(row) = a | b;
                        }
                    }
                }
                for (const std::uint64_t multiple : pratt_increments(pass.limit, pass.thirds)) {
                    std::vector<Bits> before;
                    for (std::uint64_t row = begin; row < end; ++row) {
                        before.push_back(at(row));
                    }
                    for (std::uint64_t row = 0; row < before.size(); ++row) {
                        const bool last = row + multiple >= before.size();
                        const Bits lower = last ? before[row] : before[row] & before[row + multiple];
                        at(begin + row) = row < multiple ? lower : before[row - multiple] | lower;
                    }
                }
                begin = end;
                end = std::min(end + pass.rows, rows);
            }
        }
    }
    return ordered;
}

bool sorts_bits(const std::vector<PrattPass>& passes, std::vector<Bits> x) {
    if (!run(passes, x)) {
        return false;
    }
    for (std::size_t i = 0; i + 1 < x.size(); ++i) {
        if ((x[i] & ~x[i + 1]) != 0) {
            return false;
        }
    }
    return true;
}

/// Returns the numbers first to first + 63, one per array: bit i is element i.
std::vector<Bits> arrays_from(std::uint64_t first, std::size_t count) {
    std::vector<Bits> x(count);
    for (std::uint64_t lane = 0; lane < 64; ++lane) {
        for (std::size_t i = 0; i < count; ++i) {
            x[i] |= ((first + lane) >> i & 1) << lane;
        }
    }
    return x;
}

TEST(PrattPlan, IncrementsComeAfterTheirMultiples) {
    EXPECT_EQ(pratt_increments(1), std::vector<std::uint64_t>{});
    EXPECT_EQ(pratt_increments(2), std::vector<std::uint64_t>{1});
    EXPECT_EQ(pratt_increments(13), (std::vector<std::uint64_t>{9, 12, 6, 3, 8, 4, 2, 1}));
    EXPECT_EQ(pratt_increments(std::uint64_t{1} << 28).size(), 270U);
}

TEST(PrattPlan, SortsAllZerosAndOnes) {
    // Compare-exchanges that do not depend on the values sort everything if they sort all zeros and ones.
    for (const PrattShape& shape : {PrattShape{8, 8}, {8, 4}, {4, 8}, {16, 8}, {32, 8}}) {
        for (std::size_t count = 0; count <= 18; ++count) {
            for (const auto& passes : {plan_pratt(count, shape), plan_pure_pratt(count, shape)}) {
                for (std::uint64_t first = 0; first < std::uint64_t{1} << count; first += 64) {
                    ASSERT_TRUE(sorts_bits(passes, arrays_from(first, count))) << count << ", tile " << shape.tile;
                }
            }
        }
    }
}

TEST(PrattPlan, SortsZerosAndOnesOfEveryShare) {
    std::mt19937_64 random(4711);
    for (const PrattShape& shape : {PrattShape{32, 16}, {32, 48}, {96, 24}, {256, 96}}) {
        for (const std::size_t count :
             {std::size_t{31}, std::size_t{97}, std::size_t{1000}, std::size_t{4097}, std::size_t{20011}}) {
            std::vector<Bits> x(count);
            for (Bits& word : x) {
                // Bit k is set with a probability of (k + 1) / 65.
                for (unsigned k = 0; k < 64; ++k) {
                    word |= std::uint64_t{random() % 65 <= k} << k;
                }
            }
            for (const auto& passes : {plan_pratt(count, shape), plan_pure_pratt(count, shape)}) {
                EXPECT_TRUE(sorts_bits(passes, x)) << count << ", tile " << shape.tile << " x " << shape.rows;
            }
        }
    }
}

TEST(PrattPlan, PurePassesAreShellsortInPrattsOrder) {
    // After the passes of an increment, every element is in order with the element that lies the increment further on.
    // No pass merges.
    const std::size_t count = 3001;
    const PrattShape shape{128, 32};
    std::mt19937_64 random(3);
    std::vector<Bits> x(count);
    std::generate(x.begin(), x.end(), random);
    std::vector<std::uint64_t> done;
    const auto passes = plan_pure_pratt(count, shape);
    for (std::size_t i = 0; i < passes.size(); ++i) {
        EXPECT_FALSE(passes[i].merges);
        EXPECT_TRUE(run({passes[i]}, x));
        if (i + 1 != passes.size() && passes[i + 1].first_row != 0) {
            continue;  // The increment has another pass
        }
        done.push_back(passes[i].stride);
        for (const std::uint64_t step : done) {
            for (std::size_t at = 0; at + step < count; ++at) {
                ASSERT_EQ(x[at] & ~x[at + step], 0U) << "step " << step << " after pass " << i;
            }
        }
    }
    EXPECT_EQ(done.back(), 1U);
    for (const std::uint64_t step : pratt_increments(count)) {
        // An increment without a pass is a multiple of an increment with a pass.
        EXPECT_TRUE(std::any_of(done.begin(), done.end(), [&](std::uint64_t one) { return step % one == 0; })) << step;
    }
}

}  // namespace
}  // namespace vkalgo::test
