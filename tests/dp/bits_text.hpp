#pragma once

#include "algorithms/dp/method/testing.hpp"
#include "algorithms/dp/solve.hpp"
#include "algorithms/split_mix.hpp"
#include "tests/dp/solve_compiled.hpp"
#include "tests/support/device_fixture.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

/// Texts that method `bit-parallel` solves, and their answers when each cell is computed plainly.
namespace vkalgo::dp::test {

using BitsSymbols = std::vector<std::uint32_t>;

/// The text of a recurrence that compares symbols: the edit distance, or the longest common subsequence.
struct BitsText {
    bool edit = false;
    std::string type = "u8", range, range_of_y, cell = "u32", answer = "last", base = "0u", more;

    std::string source() const {
        const std::string text = edit ? "    cell_t here = x(i - 1) == y(j - 1) ? at(i - 1, j - 1) : at(i - 1, j - 1) "
                                        "+ cell_t(cost);\n    return min(min(here, at(i, j - 1) + cell_t(1)), at(i - "
                                        "1, j) + cell_t(cost));\n"
                                      : "    if (x(i - 1) == y(j - 1)) return at(i - 1, j - 1) + cell_t(1);\n    "
                                        "return max(at(i - 1, j), at(i, j - 1));\n";
        return "//! problem  a\n//! pattern  NOSE\n//! cell     " + cell + "\n//! input    x " + type + "[]" + range +
               "\n//! input    y " + type + "[]" + range_of_y +
               "\n//! param    cost u32 1\n//! rows     len(x) + 1\n//! columns  len(y) + 1\n//! base     first-row "
               "1\n//! base     first-column 1\n//! answer   " +
               answer + "\n" + more + "cell_t base(int i, int j) { return cell_t(" + base +
               "); }\ncell_t cell(int i, int j) {\n" + text + "}\n";
    }
};

/// Returns the value of the last cell, computed cell by cell. `base(i, j)` returns the values of the first row and
/// column.
template <class Base>
std::int64_t plain_cells(bool edit, const BitsSymbols& x, const BitsSymbols& y, Base base) {
    std::vector<std::int64_t> row(y.size() + 1);
    for (std::size_t j = 0; j <= y.size(); ++j) {
        row[j] = base(std::int64_t{0}, static_cast<std::int64_t>(j));
    }
    for (std::size_t i = 1; i <= x.size(); ++i) {
        std::int64_t diagonal = row[0];
        row[0] = base(static_cast<std::int64_t>(i), std::int64_t{0});
        for (std::size_t j = 1; j <= y.size(); ++j) {
            const bool equal = x[i - 1] == y[j - 1];
            const std::int64_t up = row[j];
            row[j] = edit ? std::min({diagonal + (equal ? 0 : 1), up + 1, row[j - 1] + 1})
                          : (equal ? diagonal + 1 : std::max(up, row[j - 1]));
            diagonal = up;
        }
    }
    return row.back();
}

inline BitsSymbols bits_symbols(std::size_t n, std::uint64_t seed, std::uint64_t alphabet, std::uint32_t first = 0) {
    SplitMix64 random(seed);
    BitsSymbols symbols(n);
    std::generate(symbols.begin(), symbols.end(),
                  [&] { return first + static_cast<std::uint32_t>(random.below(alphabet)); });
    return symbols;
}

inline ElementType bits_type(std::string_view type) {
    return type == "u8"    ? ElementType::u8
           : type == "u16" ? ElementType::u16
           : type == "i32" ? ElementType::i32
                           : ElementType::u32;
}

inline Instance bits_instance(const std::string& type, const BitsSymbols& x, const BitsSymbols& y) {
    const auto array = [&](const BitsSymbols& symbols) {
        InputArray made;
        made.type = bits_type(type);
        made.count = symbols.size();
        made.data.resize(symbols.size() * size_of(made.type));
        for (std::size_t k = 0; k < symbols.size(); ++k) {
            std::memcpy(made.data.data() + k * size_of(made.type), &symbols[k], size_of(made.type));  // Little-endian
        }
        return made;
    };
    Instance instance;
    instance.inputs["x"] = array(x);
    instance.inputs["y"] = array(y);
    return instance;
}

class Bits : public vkalgo::test::DeviceTest {
protected:
    static Result<Solution> solved(const BitsText& text, const BitsSymbols& x, const BitsSymbols& y,
                                   const TestKnobs& knobs = {}, const char* method = "bit-parallel") {
        SolveOptions options;
        options.method = method;
        options.knobs = &knobs;
        return dp::solve(runner(), recurrence_of(text.source()), bits_instance(text.type, x, y), options);
    }
    static void expect(std::int64_t answer, const BitsText& text, const BitsSymbols& x, const BitsSymbols& y,
                       const TestKnobs& knobs = {}) {
        const auto solution = solved(text, x, y, knobs);
        ASSERT_OK(solution);
        ASSERT_TRUE(solution->answer);
        EXPECT_EQ(solution->answer_as<double>(), static_cast<double>(answer)) << x.size() << " x " << y.size();
    }
    static std::int64_t plain(const BitsText& text, const BitsSymbols& x, const BitsSymbols& y) {
        return plain_cells(text.edit, x, y, [&](std::int64_t i, std::int64_t j) { return text.edit ? i + j : 0; });
    }
};

inline BitsText bits_lcs() {
    return {};
}
inline BitsText bits_edit() {
    BitsText text;
    text.edit = true;
    text.base = "i + j";
    return text;
}

}  // namespace vkalgo::dp::test
