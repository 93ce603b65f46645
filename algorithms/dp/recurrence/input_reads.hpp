#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace vkalgo::dp {

struct SourceText;

/// Reads of one input that stand in a recurrence's text as `input(i + offset)` or `input(j + offset)`, offset a number
/// or none: what a method loads once for a row or a column. At most kMax of each are noted.
struct InputReads {
    static constexpr std::size_t kMax = 4;
    /// the offsets, in the order of the text
    std::vector<long> rows, columns;
};

/// How the text reads the input of that name.
InputReads find_input_reads(const SourceText& text, std::string_view input);

}  // namespace vkalgo::dp
