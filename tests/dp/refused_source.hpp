#pragma once

#include "algorithms/dp/recurrence/header.hpp"

#include <chrono>
#include <string>

#include <gtest/gtest.h>

namespace vkalgo::dp {

/// Returns the error that the reader of recurrences gives for `code`, which begins at line 11, and a cell that adds
/// `value`; empty if it gives no error. The reader must not take long.
inline std::string refusal_of(const std::string& code, const std::string& value = "1u") {
    static const std::string kHeader =
        "//! problem  test\n//! pattern  NOSE\n//! class    local\n//! cell     u32\n//! input    x u8[]\n"
        "//! rows     len(x)\n//! columns  len(x)\n//! base     first-row 1\n//! answer   last\n"
        "cell_t base(int i, int j) { return 0u; }\n";
    const auto start = std::chrono::steady_clock::now();
    const auto header =
        parse_header(kHeader + code + "cell_t cell(int i, int j) { return at(i - 1, j) + " + value + "; }\n", "a.glsl");
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
    EXPECT_LT(passed.count(), 20) << code.substr(0, 200);
    return header ? "" : header.error().message;
}

inline void expect_refusal(const std::string& code, const std::string& value, const std::string& part) {
    const std::string message = refusal_of(code, value);
    EXPECT_NE(message.find(part), std::string::npos) << "'" << message << "' lacks: " << part << "\nin:\n" << code;
}

}  // namespace vkalgo::dp
