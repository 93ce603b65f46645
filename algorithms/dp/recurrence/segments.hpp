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
    /// The index to which `offset` is added: the cell's row i, the split k, or the cell's column j.
    enum class Index : std::uint8_t { row, split, column } index = Index::row;
    /// Number of the input, in header order.
    std::size_t input = 0;
    std::int64_t offset = 0;
    bool operator==(const TermInput&) const = default;
};

/// A word of the text that a method replaces by the name of a value that it already has.
struct TermWord {
    /// Number of the token in a SourceText of the recurrence.
    std::size_t token = 0;
    /// The name that replaces the word.
    std::string name;
};

/// The form of the terms of a `reduce`, if the text shows that they are products of segments: term(i, k, j) reads the
/// table only as at(i, k + row) and at(k + column, j), for k = i + first .. j + last.
struct SegmentTerms {
    /// The largest absolute value of a number that is added to i, k or j in the limits of the reduction and in the
    /// indices of cells. Reads of inputs with a larger number are not in `inputs`.
    static constexpr std::int64_t kMaxOffset = 8;
    std::int64_t first = 0, last = 0;
    std::int64_t row = 0, column = 0;
    /// The reads of inputs at i, k or j plus a number, each once, in the order of the text.
    std::vector<TermInput> inputs;
    std::vector<TermWord> words;

    /// Returns column - row: the row k + column of the second cell minus the column k + row of the first cell.
    std::int64_t gap() const { return column - row; }
    /// Returns whether gap() is less than 2 and a cell has every possible split, that is, every split whose two cells
    /// are computed earlier and do not lie below the diagonal.
    bool tight() const { return gap() < 2 && last + row == -1 && (first + row == 0 || first + column == 1); }
};

/// Returns the name that replaces the input's name in the reads that terms.inputs[number] describes.
std::string term_input_name(const RecurrenceHeader& header, const SegmentTerms& terms, std::size_t number);

/// Reads the text of term(). Errors: unsupported: the terms are not products of segments; the message says why.
Result<SegmentTerms> segment_terms_of(const RecurrenceHeader& header, const SourceText& text);

}  // namespace vkalgo::dp
