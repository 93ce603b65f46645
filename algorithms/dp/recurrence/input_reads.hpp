#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace vkalgo::dp {

struct SourceText;

/// Reads of one input that the text writes as `input(i)`, `input(i + number)` or `input(i - number)`, or with j in
/// place of i. The number is decimal and at most 1024. A method may load these elements once per row or column. At most
/// kMax offsets to i and kMax offsets to j are noted.
struct InputReads {
    static constexpr std::size_t kMax = 4;
    /// The offsets to i (`rows`) and to j (`columns`), each once, in the order of the text.
    std::vector<long> rows, columns;
};

/// Finds the reads of the input of that name.
InputReads find_input_reads(const SourceText& text, std::string_view input);

}  // namespace vkalgo::dp
