#pragma once

#include "../../../engine/result.hpp"
#include "expression.hpp"
#include "input_reads.hpp"
#include "types.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace vkalgo::dp {

/// A param's or a cell's value: int64 for i32 and i64, uint64 for the unsigned types, double for f32 and f64.
using Number = std::variant<std::int64_t, std::uint64_t, double>;

/// `input NAME TYPE[SIZE]`
struct InputDeclaration {
    std::string name;
    ElementType type = ElementType::u32;
    /// empty brackets: the input's own length
    std::optional<Expression> length;
    /// by which the text asks for its elements, as far as they are known beforehand
    InputReads reads;
    int line = 0;
};

/// `param NAME TYPE [default]`; u8 and u16 are not allowed here.
struct ParamDeclaration {
    std::string name;
    ElementType type = ElementType::u32;
    std::optional<Number> fallback;
    int line = 0;
    /// bytes from kParamsOffset in the push constants
    std::uint32_t offset = 0;
};

/// A border of the table.
enum class Border : std::uint8_t { first_row, last_row, first_column, last_column };

/// `base first-row K` ... `base diagonal OFFSET` (cells with j - i == OFFSET), in the file's own indices.
struct BaseRegion {
    /// monostate: a diagonal
    std::variant<Border, std::monostate> where;
    /// rows or columns of the border, or the diagonal's offset
    std::int64_t amount = 0;
    int line = 0;
};

/// Which cells exist: all, those with i <= j, or those with i >= j.
enum class Domain : std::uint8_t { full, upper, lower };

/// `answer last` (the last cell of the last stage), `answer at(E, E)`, `answer min|max BORDER`.
struct AnswerDeclaration {
    /// What the answer is: the last cell, a named cell, the least or the greatest along a border.
    enum class Kind : std::uint8_t { last, at, min, max } kind = Kind::last;
    /// of `at`
    std::optional<Expression> row, column;
    /// of `min` and `max`: over that border's outermost row or column
    Border border = Border::last_row;
    int line = 0;
};

/// `reduce min k = FIRST .. LAST`: cell(i, j) is the least (or largest) term(i, k, j); FIRST and LAST are GLSL.
struct Reduction {
    bool minimum = true;
    std::string variable, first, last;
    int line = 0;
};

/// Everything the `//!` lines of a recurrence file say, and which functions its text defines.
struct RecurrenceHeader {
    std::string problem, about, order;
    Pattern pattern = Pattern::NOSE;
    RecurrenceClass recurrence_class = RecurrenceClass::any;
    ElementType cell = ElementType::u32;
    std::vector<InputDeclaration> inputs;
    std::vector<ParamDeclaration> params;
    Expression rows, columns;
    Domain domain = Domain::full;
    std::vector<BaseRegion> base;
    AnswerDeclaration answer;
    std::optional<Expression> bound;
    std::optional<Reduction> reduce;
    /// defines step(i, j): its solution can be walked
    bool has_step = false;
    /// calls overflow_if
    bool has_overflow_check = false;
    /// holds a loop, or a macro that may be one
    bool has_loops = false;

    /// Whether base() gives the cell.
    bool in_base(Cell user, TableSize size) const;
    /// Whether the cell exists.
    bool in_domain(Cell user) const;
    /// Bytes at most of what a method keeps of the inputs for one column (see InputReads).
    std::uint32_t column_input_bytes() const;
    /// Can a solution be recovered: step(), or a reduction whose k the method finds.
    bool has_solution() const { return has_step || reduce.has_value(); }
};

/// Bytes at the start of the push constants that belong to the method; the recurrence's params follow, at most as many.
inline constexpr std::uint32_t kParamsOffset = 64;
inline constexpr std::uint32_t kMaxParamsBytes = 64;

/// Each is a storage buffer; vkalgo's own stand beside them.
inline constexpr std::size_t kMaxInputs = 64;

/// Reads the `//!` lines of a recurrence file and looks at which functions its text defines (a token scan; comments and
/// preprocessor lines are skipped). `file` is used in messages: "file:line: what is wrong; what to do".
/// Errors: invalid_argument: an unknown keyword or value, a line twice, a required line missing (problem, pattern,
/// class, cell, rows, columns, answer), no cell() (or term() under `reduce`), no base() although a base region is
/// declared, more than 64 inputs or 64 bytes of params, a name used twice or reserved; text that is none or larger than
/// 64 KiB; and what check_code says of the code (source_text.hpp): brackets, words that have no place in a recurrence,
/// recursion, paths without a return.
Result<RecurrenceHeader> parse_header(std::string_view source, std::string_view file);

/// The recurrence's own text with comments blanked out (same length and lines): what the token scans work on.
std::string blank_comments(std::string_view source);

}  // namespace vkalgo::dp
