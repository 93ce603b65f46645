// Tests with_own_cells(), which renames the read of the neighbour in the stage before: in patterns of rows the cell of
// the same column, in patterns of columns the cell of the same row.
#include "compiler/renamed.hpp"

#include "compiler/assemble.hpp"

#include <string>

#include <gtest/gtest.h>

namespace vkalgo::compiler::test {
namespace {

std::string own_cells(const std::string& pattern, const std::string& expression) {
    const std::string code = "cell_t cell(int i, int j) {\n    return " + expression + ";\n}\n";
    const std::string source =
        "//! problem p\n//! pattern " + pattern + "\n//! cell u32\n//! rows n\n//! columns m\n//! answer last\n" + code;
    const auto recurrence = read_recurrence(source, "p.glsl");
    EXPECT_TRUE(recurrence) << recurrence.error().message;
    const std::string renamed = with_own_cells(recurrence->header, code);
    const std::string begin = "cell_t cell(int i, int j) {\n    return ";
    EXPECT_TRUE(renamed.starts_with(begin)) << renamed;
    return renamed.substr(begin.size(), renamed.find(";\n}\n") - begin.size());
}

TEST(Renamed, ReadsOfTheOwnCellInTheStageBeforeAreRenamedInEveryOrder) {
    EXPECT_EQ(own_cells("RUD", "at(i - 1, j) + at(i + 1, j)"), "vkalgo_own_at(i - 1, j) + at(i + 1, j)");
    EXPECT_EQ(own_cells("RDU", "at(i - 1, j) + at(i + 1, j)"), "at(i - 1, j) + vkalgo_own_at(i + 1, j)");
    EXPECT_EQ(own_cells("CLR", "at(i, j - 1) + at(i - 1, j)"), "vkalgo_own_at(i, j - 1) + at(i - 1, j)");
    EXPECT_EQ(own_cells("CRL", "at(i, j - 1) + at(i, j + 1)"), "at(i, j - 1) + vkalgo_own_at(i, j + 1)");
}

TEST(Renamed, ReadsOfOtherCellsKeepTheirName) {
    for (const char* expression : {"at(i - 1, j - 1) + at(i - 2, j)", "at(i - 1, j + 0u)", "at(i - 1u, j)",
                                   "at(int(i - 1), j)", "at(k - 1, j)", "at(j, i - 1)", "uint(i) + CELL_MAX"}) {
        EXPECT_EQ(own_cells("RUD", expression), expression);
    }
    EXPECT_EQ(own_cells("RUD", "at(i - 1, int(at(i - 1, j)))"), "at(i - 1, int(vkalgo_own_at(i - 1, j)))");
}

}  // namespace
}  // namespace vkalgo::compiler::test
