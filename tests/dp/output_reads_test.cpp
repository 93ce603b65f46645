// How the text may read its own outputs: only outputs of int and uint, and never what another cell of the stage writes.
#include "tests/dp/interpreted.hpp"

#include <string>

namespace vkalgo::dp::test {
namespace {

std::string file_of(const std::string& body, const std::string& lines = {}) {
    return "//! problem  a\n//! pattern  RUD\n//! cell     i32\n//! rows     n\n//! columns  m\n//! answer   last\n"
           "//! output   sums i32[n * m]\n" +
           lines + "cell_t cell(int i, int j) {\n    " + body + "\n}\n";
}

std::string fault_message_of(const std::string& source, const InterpretOptions& options = {}) {
    return Interpreted(source, sized(5, 6), options).message();
}

TEST(OutputReads, OfElementsThatEarlierStagesOrTheCellItselfWroteAreDefined) {
    const std::string above = file_of(
        "sums(i * columns() + j, i + (i > 0 ? sums((i - 1) * columns() + j) : 0));\n    return sums(i * columns() + "
        "j);");
    const std::vector<std::int32_t> table = interpreted_table<std::int32_t>(above, sized(5, 6));
    ASSERT_EQ(table.size(), 30U);
    EXPECT_EQ(table[29], 1 + 2 + 3 + 4);
    // Several cells may read one element of the row above; if several values are written to it, one remains.
    EXPECT_EQ(fault_message_of(file_of("sums(i, j);\n    return i > 0 ? sums(i - 1) : 0;")), "");
    // In a sequential row the cells are computed one after another.
    EXPECT_EQ(fault_message_of(file_of("sums(0, sums(0) + 1);\n    return sums(0);", "//! sequential row\n")), "");
}

TEST(OutputReads, OfElementsThatAnotherCellOfTheStageWritesAreRefused) {
    const std::string left =
        fault_message_of(file_of("sums(i * columns() + j, 1);\n"
                                 "    return j > 0 ? sums(i * columns() + j - 1) : 0;"));
    EXPECT_EQ(left,
              "a.glsl: cell (0, 1) reads or writes element 0 of output 'sums', which another cell of the same stage "
              "writes or reads (line 10); cells of one stage run at once, so read only what earlier stages wrote");
    EXPECT_NE(fault_message_of(file_of("const int right = j + 1 < columns() ? sums(j + 1) : 0;\n"
                                       "    sums(j, 1);\n    return right;"))
                  .find("cell (0, 1) reads or writes element 1 of output 'sums'"),
              std::string::npos);
    EXPECT_NE(
        fault_message_of(file_of("sums(0, sums(0) + 1);\n    return 1;")).find("cell (0, 1) reads or writes element 0"),
        std::string::npos);
    InterpretOptions noted;
    noted.notes_value_faults = true;
    Interpreted made(file_of("sums(0, sums(0) + 1);\n    return 1;"), sized(5, 6), noted);
    ASSERT_TRUE(made.filled) << made.message();
    ASSERT_TRUE(made.run->noted());
    EXPECT_EQ(made.run->noted()->kind, FaultKind::race);
}

}  // namespace
}  // namespace vkalgo::dp::test
