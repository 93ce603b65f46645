#pragma once

#include "algorithms/dp/recurrence/header.hpp"

#include <cstddef>
#include <string>
#include <vector>

#include <gtest/gtest.h>

/// A header that tests change, and helpers for the errors of changed headers.
namespace vkalgo::dp {

/// A correct header, with one keyword per line, and code. Tests replace lines.
inline const std::vector<std::string> kGoodHeader{
    "//! problem  test-1",               // 1
    "//! about    a table for tests",    // 2
    "//! pattern  NOSE",                 // 3
    "//! class    local",                // 4
    "//! cell     u32",                  // 5
    "//! input    x u8[]",               // 6
    "//! input    y u16[len(x)]",        // 7
    "//! param    gap u32 3",            // 8
    "//! rows     len(x) + 1",           // 9
    "//! columns  len(y) + 1",           // 10
    "//! domain   full",                 // 11
    "//! base     first-row 1",          // 12
    "//! base     first-column 2",       // 13
    "//! answer   last",                 // 14
    "//! bound    len(x) * gap",         // 15
    "//! order    from the upper left",  // 16
};
inline const std::string kGoodHeaderCode =
    "cell_t base(int i, int j) { return 0u; }\n"             // 17
    "cell_t cell(int i, int j) { return at(i - 1, j); }\n";  // 18

inline std::string text_of_header(const std::vector<std::string>& lines, const std::string& code = kGoodHeaderCode) {
    std::string text;
    for (const std::string& line : lines) {
        text += line + "\n";
    }
    return text + code;
}

/// Returns the good header with line `number` replaced.
inline std::string header_with_line(int number, const std::string& line, const std::string& code = kGoodHeaderCode) {
    std::vector<std::string> lines = kGoodHeader;
    lines[static_cast<std::size_t>(number - 1)] = line;
    return text_of_header(lines, code);
}

/// Returns the error of a text; empty if the text is accepted.
inline std::string header_message(const std::string& text) {
    const auto header = parse_header(text, "a.glsl");
    if (header) {
        return "";
    }
    EXPECT_EQ(header.error().code, ErrorCode::invalid_argument);
    return header.error().message;
}

/// Expects an error on line `line` of a.glsl whose message contains `part`.
inline void expect_header_message(const std::string& text, int line, const std::string& part) {
    const std::string message = header_message(text);
    EXPECT_TRUE(message.starts_with("a.glsl:" + std::to_string(line) + ": ")) << message << "\nin:\n" << text;
    EXPECT_NE(message.find(part), std::string::npos) << message << "\nlacks: " << part;
}

}  // namespace vkalgo::dp
