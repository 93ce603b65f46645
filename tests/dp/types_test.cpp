#include "algorithms/dp/recurrence/types.hpp"

#include <functional>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::dp {
namespace {

std::vector<Pattern> all_patterns() {
    std::vector<Pattern> patterns;
    patterns.reserve(kPatternNames.size());
    for (const std::string_view name : kPatternNames) {
        patterns.push_back(pattern_from(name).value());
    }
    return patterns;
}

void for_sizes(const std::function<void(Pattern, TableSize)>& check) {
    for (const Pattern pattern : all_patterns()) {
        for (std::int64_t rows = 0; rows <= 7; ++rows) {
            for (std::int64_t columns = 0; columns <= 7; ++columns) {
                SCOPED_TRACE(std::string(to_string(pattern)) + " " + std::to_string(rows) + "x" +
                             std::to_string(columns));
                check(pattern, {rows, columns});
            }
        }
    }
}

// The quadrants of a cell's neighbourhood that the thesis lets a pattern read, as (sign of a - i, sign of b - j).
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

TEST(Names, GoBothWays) {
    for (std::size_t k = 0; k < kPatternNames.size(); ++k) {
        EXPECT_EQ(to_string(static_cast<Pattern>(k)), kPatternNames[k]);
        EXPECT_EQ(pattern_from(kPatternNames[k]), static_cast<Pattern>(k));
    }
    for (std::size_t k = 0; k < kClassNames.size(); ++k) {
        EXPECT_EQ(to_string(static_cast<RecurrenceClass>(k)), kClassNames[k]);
        EXPECT_EQ(class_from(kClassNames[k]), static_cast<RecurrenceClass>(k));
    }
    for (std::size_t k = 0; k < kInputTypeNames.size(); ++k) {
        EXPECT_EQ(to_string(input_type_from(kInputTypeNames[k]).value()), kInputTypeNames[k]);
    }
    EXPECT_FALSE(input_type_from("i8"));
    EXPECT_FALSE(pattern_from("nose"));
    EXPECT_FALSE(class_from("Local"));
    EXPECT_FALSE(input_type_from("u128"));
}

TEST(Frame, TakesEveryCellThereAndBack) {
    for_sizes([](Pattern pattern, TableSize size) {
        const Frame frame = Frame::of(pattern, size);
        EXPECT_EQ(frame.canonical_rows() * frame.canonical_columns(), size.rows * size.columns);
        for (std::int64_t i = 0; i < size.rows; ++i) {
            for (std::int64_t j = 0; j < size.columns; ++j) {
                const Cell canonical = frame.to_canonical({i, j});
                EXPECT_EQ(frame.to_user(canonical), (Cell{i, j}));
                EXPECT_GE(canonical.i, 0);
                EXPECT_LT(canonical.i, frame.canonical_rows());
                EXPECT_GE(canonical.j, 0);
                EXPECT_LT(canonical.j, frame.canonical_columns());
            }
        }
    });
}

TEST(Frame, StoresEachWavefrontContiguouslyAndInOrder) {
    for_sizes([](Pattern pattern, TableSize size) {
        const Frame frame = Frame::of(pattern, size);
        std::vector<int> hits(static_cast<std::size_t>(size.rows * size.columns), 0);
        for (std::int64_t i = 0; i < size.rows; ++i) {
            for (std::int64_t j = 0; j < size.columns; ++j) {
                const std::int64_t index = frame.index_of({i, j});
                ASSERT_GE(index, 0);
                ASSERT_LT(index, size.rows * size.columns);
                ++hits[static_cast<std::size_t>(index)];
            }
        }
        for (const int count : hits) {
            EXPECT_EQ(count, 1);
        }
        std::int64_t next = 0;
        for (std::int64_t stage = 0; stage < frame.stages(); ++stage) {
            const std::int64_t width = frame.stage_width(stage);
            EXPECT_GE(width, 1);
            for (std::int64_t k = 0; k < width; ++k, ++next) {
                const std::int64_t row = frame.stage_first_row(stage) + (frame.diagonal ? k : 0);
                const Cell user = frame.to_user({row, frame.diagonal ? stage - row : k});
                EXPECT_EQ(frame.stage_of(user), stage);
                EXPECT_EQ(frame.index_of(user), next);
            }
        }
        EXPECT_EQ(next, size.rows * size.columns);
    });
}

TEST(Frame, ComputesWhatAPatternMayReadInAnEarlierStage) {
    for_sizes([](Pattern pattern, TableSize size) {
        const Frame frame = Frame::of(pattern, size);
        const std::vector<Cell> regions = regions_of(pattern);
        for (std::int64_t cell = 0; cell < size.rows * size.columns; ++cell) {
            for (std::int64_t read = 0; read < size.rows * size.columns; ++read) {
                const Cell at{cell / size.columns, cell % size.columns};
                const Cell other{read / size.columns, read % size.columns};
                const Cell direction{sign(other.i - at.i), sign(other.j - at.j)};
                for (const Cell& region : regions) {
                    if (direction == region) {
                        EXPECT_LT(frame.stage_of(other), frame.stage_of(at));
                        EXPECT_LT(frame.index_of(other), frame.index_of(at));
                    }
                }
            }
        }
    });
}

TEST(Frame, HasNoStagesWithoutCells) {
    for (const Pattern pattern : all_patterns()) {
        EXPECT_EQ(Frame::of(pattern, {0, 5}).stages(), 0);
        EXPECT_EQ(Frame::of(pattern, {5, 0}).stages(), 0);
        EXPECT_EQ(Frame::of(pattern, {0, 0}).stages(), 0);
    }
    EXPECT_EQ(Frame::of(Pattern::RUD, {3, 5}).stages(), 3);
    EXPECT_EQ(Frame::of(Pattern::CRL, {3, 5}).stages(), 5);
    EXPECT_EQ(Frame::of(Pattern::SENO, {3, 5}).stages(), 7);
}

TEST(Frame, IndexesTheLargestTablesWithoutOverflow) {
    constexpr std::int64_t side = (std::int64_t{1} << 31) - 1;
    for (const Pattern pattern : all_patterns()) {
        const Frame frame = Frame::of(pattern, {side, side});
        const Cell first = frame.to_user({0, 0});
        const Cell last = frame.to_user({side - 1, side - 1});
        EXPECT_EQ(frame.index_of(first), 0);
        EXPECT_EQ(frame.index_of(last), side * side - 1);
    }
    // A strip that is 2^31 - 1 long and 3 wide: the middle diagonal starts after 3 + 3 * (d - 2) cells, d its number.
    const Frame strip = Frame::of(Pattern::NOSE, {3, side});
    EXPECT_EQ(strip.index_of({0, 1000000000}), 3 + 3 * (1000000000LL - 2));
}

TEST(Frame, OrientsThePatternsAsTheThesisDrawsThem) {
    const TableSize size{4, 6};
    const auto first = [&](Pattern pattern) { return Frame::of(pattern, size).to_user({0, 0}); };
    EXPECT_EQ(first(Pattern::NOSE), (Cell{0, 0}));
    EXPECT_EQ(first(Pattern::SENO), (Cell{3, 5}));
    EXPECT_EQ(first(Pattern::SONE), (Cell{3, 0}));
    EXPECT_EQ(first(Pattern::NESO), (Cell{0, 5}));
    EXPECT_EQ(Frame::of(Pattern::RDU, size).stage_of({3, 2}), 0);
    EXPECT_EQ(Frame::of(Pattern::CLR, size).stage_of({3, 2}), 2);
    EXPECT_EQ(Frame::of(Pattern::CRL, size).stage_of({3, 2}), 3);
}

}  // namespace
}  // namespace vkalgo::dp
