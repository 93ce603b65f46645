#include "algorithms/dp/recurrence/types.hpp"

#include "tests/dp/patterns.hpp"

#include <functional>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::dp {
namespace {

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

TEST(Names, AreConvertedInBothDirections) {
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

TEST(Frame, MapsEveryCellThereAndBack) {
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

TEST(Frame, OrientsThePatternsAsTheThesisDrawsThem) {
    const TableSize size{4, 6};
    const auto first = [&](Pattern pattern) { return Frame::of(pattern, size).to_user({0, 0}); };
    EXPECT_EQ(first(Pattern::NOSE), (Cell{0, 0}));
    EXPECT_EQ(first(Pattern::SENO), (Cell{3, 5}));
    EXPECT_EQ(first(Pattern::SONE), (Cell{3, 0}));
    EXPECT_EQ(first(Pattern::NESO), (Cell{0, 5}));
}

}  // namespace
}  // namespace vkalgo::dp
