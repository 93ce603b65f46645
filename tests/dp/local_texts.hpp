#pragma once

#include "algorithms/dp/recurrence/header.hpp"

#include <string>

#include <gtest/gtest.h>

namespace vkalgo::dp::test {

/// A local alignment; the defaults are those of align-local, written differently.
struct LocalText {
    std::string cell =
        "    const cell_t west = at(i, j - 1), north = at(i - 1, j);\n"
        "    int gapped = max(west.Right, west.Best - first) - more;\n"
        "    cell_t made;\n"
        "    made.Down = max(north.Best - (more + first), north.Down - more * 1);\n"
        "    made.Right = gapped;\n"
        "    gapped = max(gapped, made.Down);\n"
        "    const int matched = w(letters * a(i - 1) + b(j - 1)) + at(i - 1, j - 1).Best;\n"
        "    made.Best = max(matched > gapped ? matched : gapped, 0);\n"
        "    return made;\n";
    std::string base = "return cell_t(-first * 3 - 7, 0, -1000000);";
    std::string cells = "i32 Down, i32 Best, i32 Right", value = "//! value    c.Best\n";
    std::string pattern = "NOSE", answer = "max all", more;
    std::string base_lines = "//! base     first-row 1\n//! base     first-column 1\n";

    std::string source() const {
        return "//! problem  own\n//! pattern  " + pattern + "\n//! class    local\n//! cell     " + cells + "\n" +
               value +
               "//! param    letters u32 4 in 1 .. 64\n//! param    first i32 3\n//! param    more i32 1\n"
               "//! param    natural u32 2\n//! input    a u8[] in 0 .. letters - 1\n"
               "//! input    b u8[] in 0 .. letters - 1\n//! input    w i32[letters * letters]\n"
               "//! rows     len(a) + 1\n//! columns  len(b) + 1\n" +
               base_lines + "//! answer   " + answer + "\n" + more + "cell_t base(int i, int j) { " + base +
               " }\ncell_t cell(int i, int j) {\n" + cell + "}\n";
    }
    RecurrenceHeader header() const {
        auto header = parse_header(source(), "own.glsl");
        EXPECT_TRUE(header) << header.error().message << '\n' << source();
        return header ? *header : RecurrenceHeader{};
    }
};

/// Returns a local alignment with linear gaps and cells of one number.
inline LocalText linear() {
    LocalText text;
    text.cells = "i32";
    text.value = "";
    text.base = "return 0;";
    text.cell =
        "    const int gap = first + more;\n"
        "    int best = max(0, at(i - 1, j - 1) + w(letters * a(i - 1) + b(j - 1)));\n"
        "    best = max(best, max(at(i - 1, j) - gap, at(i, j - 1) - gap));\n    return best;\n";
    return text;
}

}  // namespace vkalgo::dp::test
