#pragma once

#include "algorithms/dp/check/check.hpp"
#include "compiler/assemble.hpp"
#include "tests/dp/problem_support.hpp"
#include "tests/dp/solve_compiled.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

/// Texts of recurrences whose numbers the check examines.
namespace vkalgo::dp::test {

/// Returns what the check reports about the numbers of a text.
inline std::vector<std::string> number_warnings_of(const std::string& source, const Instance* instance = nullptr) {
    const auto recurrence = compiler::read_recurrence(source, "a.glsl");
    EXPECT_OK(recurrence) << source;
    if (!recurrence) {
        return {};
    }
    const auto report =
        check_reads(*recurrence, recurrence->header.stage, compile_module, {.params = {}, .instance = instance});
    EXPECT_OK(report) << source;
    return report ? report->number_warnings : std::vector<std::string>();
}

/// A file of two inputs. `code` is either the expression that cell() returns, or a whole cell() or term().
struct NumbersText {
    std::string code;
    std::string cell = "u32";
    std::string header = "//! pattern  RUD\n//! base     first-row 1\n//! base     first-column 1\n";
    std::string base = "cell_t(i + j)";
    std::string answer = "last";

    std::string source() const {
        const bool whole =
            code.find("cell_t cell(") != std::string::npos || code.find("cell_t term(") != std::string::npos;
        return "//! problem  a\n" + header + "//! cell     " + cell +
               "\n//! input    x u32[]\n//! input    y u32[len(x)]\n//! rows     len(x)\n//! columns  len(x)\n"
               "//! answer   " +
               answer + "\n" + (base.empty() ? "" : "cell_t base(int i, int j) { return " + base + "; }\n") +
               (whole ? code : "cell_t cell(int i, int j) { return " + code + "; }\n");
    }
};

inline Instance instance_of_numbers(const std::vector<std::uint32_t>& x, const std::vector<std::uint32_t>& y) {
    Instance instance;
    instance.inputs["x"] = numbers(x);
    instance.inputs["y"] = numbers(y);
    return instance;
}

}  // namespace vkalgo::dp::test
