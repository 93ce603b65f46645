#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace vkalgo::dp {

struct RecurrenceHeader;
struct SourceText;

/// A read in cell() whose index is made of one symbol of the row and one symbol of the column: TABLE(FACTOR * X(i + a)
/// + Y(j + b)), where FACTOR is a number or a param. Instead of a read in each cell, a method may look up once per row
/// the values for all symbols that a column may have. A list of these values is a query profile (Rognes and Seeberg,
/// Six-fold speed-up of Smith-Waterman sequence database searches, 2000).
struct ProfileRead {
    /// Numbers of the inputs TABLE, X and Y, in header order. TABLE holds i32.
    std::size_t table = 0, row = 0, column = 0;
    std::int64_t row_offset = 0, column_offset = 0;
    /// FACTOR as the text writes it: "24", "alphabet".
    std::string factor;
    /// Number of the token that names the table.
    std::size_t token = 0;
};

/// Returns the first ProfileRead in cell() whose column symbols have a declared range. Returns nullopt if cell() has no
/// such read, if it does not keep its parameters i and j or hides FACTOR, or if the text has preprocessor lines, which
/// may change its meaning.
std::optional<ProfileRead> find_profile_read(const RecurrenceHeader& header, const SourceText& text);

}  // namespace vkalgo::dp
