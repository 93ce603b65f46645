#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace vkalgo::dp {

struct RecurrenceHeader;
struct SourceText;

/// A read in cell() whose index is made of one symbol of the row and one of the column:
/// TABLE(FACTOR * X(i + a) + Y(j + b)), where FACTOR is a number or a param. Instead of a read in each cell, a method
/// may look up once what a row has for each symbol: a query profile (Rognes and Seeberg, Six-fold speed-up of
/// Smith-Waterman sequence database searches, 2000).
struct ProfileRead {
    /// Numbers of the inputs, in header order; the table holds i32.
    std::size_t table = 0, row = 0, column = 0;
    std::int64_t row_offset = 0, column_offset = 0;
    /// As in the text: "24", "alphabet".
    std::string factor;
    /// Number of the token that names the table.
    std::size_t token = 0;
};

/// Returns the first such read in cell() for which the symbols of the columns have a declared range; nullopt if no read
/// has one.
std::optional<ProfileRead> find_profile_read(const RecurrenceHeader& header, const SourceText& text);

}  // namespace vkalgo::dp
