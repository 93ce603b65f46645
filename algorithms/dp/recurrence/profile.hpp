#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace vkalgo::dp {

struct RecurrenceHeader;
struct SourceText;

/// A read in cell() whose place is made of one symbol of the row and one of the column:
/// `TABLE(FACTOR * X(i + a) + Y(j + b))`, FACTOR a number or a param. A method may look up what a row has for each
/// symbol once, in place of each cell's read: a query profile (Rognes and Seeberg, Six-fold speed-up of Smith-Waterman
/// sequence database searches, 2000).
struct ProfileRead {
    /// numbers of the inputs, in header order; the table is of i32
    std::size_t table = 0, row = 0, column = 0;
    std::int64_t row_offset = 0, column_offset = 0;
    /// as in the text: "24", "alphabet"
    std::string factor;
    /// number of the token that names the table
    std::size_t token = 0;
};

/// The first such read in cell(), whose columns' symbols have a declared range; none: there is none.
std::optional<ProfileRead> find_profile_read(const RecurrenceHeader& header, const SourceText& text);

}  // namespace vkalgo::dp
