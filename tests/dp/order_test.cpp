// The order of stages: every cell once, after all cells that it may read, for patterns and for other stage functions.
#include "algorithms/dp/recurrence/order.hpp"

#include "tests/dp/patterns.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::dp {
namespace {

// Returns the quadrants around cell (i, j) that the thesis lets a pattern read. The quadrant of cell (a, b) is (sign of
// a - i, sign of b - j).
std::vector<Cell> regions_of(Pattern pattern) {
    const Cell up{-1, 0}, down{1, 0}, left{0, -1}, right{0, 1};
    const Cell up_left{-1, -1}, up_right{-1, 1}, down_left{1, -1}, down_right{1, 1};
    switch (pattern) {
        case Pattern::RUD:
            return {up, up_left, up_right};
        case Pattern::RDU:
            return {down, down_left, down_right};
        case Pattern::CLR:
            return {left, up_left, down_left};
        case Pattern::CRL:
            return {right, up_right, down_right};
        case Pattern::NOSE:
            return {left, up_left, up};
        case Pattern::SENO:
            return {right, down_right, down};
        case Pattern::SONE:
            return {left, down_left, down};
        case Pattern::NESO:
            return {up, up_right, right};
    }
    return {};
}

std::int64_t sign(std::int64_t value) {
    return value > 0 ? 1 : value < 0 ? -1 : 0;
}

/// Returns the cells of a stage. Each candidate lacks one index, order.solved. The stage determines this index; if it
/// is not whole or lies outside the table, the candidate gives no cell.
std::vector<Cell> cells_of_stage(const Order& order, std::int64_t stage) {
    const Order::Candidates box = order.candidates(stage);
    const auto extents = order.size.extents();
    std::vector<Cell> cells;
    for (std::int64_t number = 0; number < box.count(); ++number) {
        std::array<std::int64_t, kMaxIndices> at{};
        std::int64_t rest = number;
        for (std::size_t d = kMaxIndices; d-- > 0; rest /= box.length[d]) {
            at[d] = box.first[d] + rest % box.length[d];
        }
        at[order.solved] = 0;
        const std::int64_t left = stage - order.function.at(Cell::of(at));
        const int step = order.function.coefficients[order.solved];
        at[order.solved] = left / step;
        if (left % step == 0 && at[order.solved] >= 0 && at[order.solved] < extents[order.solved]) {
            cells.push_back(Cell::of(at));
        }
    }
    return cells;
}

void expect_each_cell_once(const Order& order) {
    std::map<std::array<std::int64_t, kMaxIndices>, std::int64_t> seen;
    for (std::int64_t stage = order.first; stage <= order.last; ++stage) {
        EXPECT_LE(order.candidates(stage).count(), order.most_candidates());
        for (const Cell cell : cells_of_stage(order, stage)) {
            EXPECT_TRUE(seen.emplace(cell.indices(), stage).second);
            EXPECT_EQ(order.function.at(cell), stage);
        }
    }
    EXPECT_EQ(static_cast<std::int64_t>(seen.size()), order.size.cells());
}

constexpr TableSize kTableSizes[] = {{1, 1}, {1, 7}, {7, 1}, {4, 4}, {3, 8}, {9, 5}};

TEST(Order, TakesEachCellOnceInEachPattern) {
    for (const Pattern pattern : all_patterns()) {
        EXPECT_EQ(StageFunction::of(pattern).pattern(), pattern);
        for (const TableSize size : kTableSizes) {
            const Order order = Order::of(StageFunction::of(pattern), size);
            expect_each_cell_once(order);
            const bool diagonal = order.function.coefficients[0] != 0 && order.function.coefficients[1] != 0;
            EXPECT_EQ(order.stages(), diagonal                              ? size.rows + size.columns - 1
                                      : order.function.coefficients[0] != 0 ? size.rows
                                                                            : size.columns);
        }
    }
}

TEST(Order, TakesEachCellOnceForAnyFunctionOfUpToFourIndices) {
    std::mt19937 random(7);
    for (int round = 0; round < 300; ++round) {
        StageFunction function;
        const std::size_t count = 2 + random() % 3;
        for (std::size_t d = 0; d < count; ++d) {
            function.coefficients[d] = static_cast<int>(random() % 7) - 3;
        }
        if (function == StageFunction{}) {
            continue;
        }
        const auto extent = [&](std::size_t d) { return d < count ? static_cast<std::int64_t>(1 + random() % 6) : 1; };
        expect_each_cell_once(Order::of(function, {extent(0), extent(1), extent(2), extent(3)}));
    }
}

TEST(Order, LeavesOutStagesWithoutACellOfTheDomain) {
    for (const Pattern pattern : all_patterns()) {
        for (const TableSize size : kTableSizes) {
            for (const Domain domain : {Domain::upper, Domain::lower}) {
                const Order order = Order::of(StageFunction::of(pattern), size, domain);
                std::int64_t least = std::numeric_limits<std::int64_t>::max();
                std::int64_t most = std::numeric_limits<std::int64_t>::min();
                for (std::int64_t i = 0; i < size.rows; ++i) {
                    for (std::int64_t j = 0; j < size.columns; ++j) {
                        if (domain == Domain::upper ? i <= j : i >= j) {
                            least = std::min(least, order.function.at({i, j}));
                            most = std::max(most, order.function.at({i, j}));
                        }
                    }
                }
                EXPECT_EQ(order.first, least);
                EXPECT_EQ(order.last, most);
            }
        }
    }
}

TEST(Order, ComputesWhatAPatternMayReadInAnEarlierStage) {
    constexpr TableSize size{5, 6};
    for (const Pattern pattern : all_patterns()) {
        const StageFunction stage = StageFunction::of(pattern);
        for (std::int64_t cell = 0; cell < size.rows * size.columns; ++cell) {
            for (std::int64_t read = 0; read < size.rows * size.columns; ++read) {
                const Cell at{cell / size.columns, cell % size.columns};
                const Cell other{read / size.columns, read % size.columns};
                for (const Cell& region : regions_of(pattern)) {
                    if (Cell{sign(other.i - at.i), sign(other.j - at.j)} == region) {
                        EXPECT_LT(stage.at(other), stage.at(at));
                    }
                }
            }
        }
    }
}

TEST(Order, HasNoStagesWithoutCells) {
    for (const Pattern pattern : all_patterns()) {
        EXPECT_EQ(Order::of(StageFunction::of(pattern), {0, 5}).stages(), 0);
        EXPECT_EQ(Order::of(StageFunction::of(pattern), {5, 0}).stages(), 0);
    }
    EXPECT_EQ(Order::of({{1, 1, 1, 0}}, {5, 5, 0}).stages(), 0);
}

TEST(Order, CountsTheCellsOfLargeTables) {
    constexpr std::int64_t side = std::int64_t{1} << 30;
    EXPECT_EQ((TableSize{side, side}.cells()), side * side);
    EXPECT_EQ((TableSize{side, side, 2}.cells()), std::nullopt);
    EXPECT_EQ((TableSize{side, 0, 2}.cells()), 0);
    const Order order = Order::of(StageFunction::of(Pattern::NOSE), {3, side});
    EXPECT_EQ(order.solved, 1U);
    EXPECT_EQ(order.most_candidates(), 3);
    EXPECT_EQ(order.candidates(1'000'000).count(), 3);
}

}  // namespace
}  // namespace vkalgo::dp
