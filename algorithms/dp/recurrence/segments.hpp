#pragma once

#include "../../../engine/result.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace vkalgo::dp {

struct RecurrenceHeader;
struct SourceText;

/// A read of an input in the text of term() at `i`, `k` or `j` plus a number.
struct TermInput {
    /// whose element: that of the cell's row, of the split, or of the cell's column
    enum class Index : std::uint8_t { row, split, column } index = Index::row;
    /// number of the input, in header order
    std::size_t input = 0;
    std::int64_t offset = 0;
    bool operator==(const TermInput&) const = default;
};

/// A word of the text that stands for something that a method has at hand.
struct TermWord {
    /// number of the token in a SourceText of the recurrence
    std::size_t token = 0;
    /// what is called in its place
    std::string name;
};

/// What the text of a `reduce` shows of its terms, where they are a product of segments: term(i, k, j) reads the table
/// as at(i, k + row) and at(k + column, j) alone, for k = i + first .. j + last.
struct SegmentTerms {
    /// Numbers in the text are this large at most, of either sign.
    static constexpr std::int64_t kMaxOffset = 8;
    std::int64_t first = 0, last = 0;
    std::int64_t row = 0, column = 0;
    /// each once, in the order of the text
    std::vector<TermInput> inputs;
    std::vector<TermWord> words;

    /// How many rows further down than its column the second cell lies: column - row.
    std::int64_t gap() const { return column - row; }
    /// Are a cell's splits all those whose cells are both earlier and on or above the diagonal?
    bool tight() const { return gap() < 2 && last + row == -1 && (first + row == 0 || first + column == 1); }
};

/// The name that a read of an input has in place of the input's own.
std::string term_input_name(const RecurrenceHeader& header, const SegmentTerms& terms, std::size_t number);

/// Reads the text of term(). Errors: unsupported: the terms are none of a product of segments; says why.
Result<SegmentTerms> segment_terms_of(const RecurrenceHeader& header, const SourceText& text);

}  // namespace vkalgo::dp
