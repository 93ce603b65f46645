#pragma once

#include "../../element_type.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace vkalgo::dp {

/// The thesis's eight wavefronts, with (i, j) = (row, column). The regions a cell may read:
enum class Pattern : std::uint8_t {
    /// rows, top to bottom: Up, UpLeft, UpRight
    RUD,
    /// rows, bottom up: Down, DownLeft, DownRight
    RDU,
    /// columns, left to right: Left, UpLeft, DownLeft
    CLR,
    /// columns, right to left: Right, UpRight, DownRight
    CRL,
    /// diagonals i + j upwards: Left, UpLeft, Up
    NOSE,
    /// diagonals i + j downwards: Right, DownRight, Down
    SENO,
    /// diagonals j - i upwards: Left, DownLeft, Down
    SONE,
    /// diagonals j - i downwards: Up, UpRight, Right
    NESO,
};
inline constexpr std::array<std::string_view, 8> kPatternNames{"RUD",  "RDU",  "CLR",  "CRL",
                                                               "NOSE", "SENO", "SONE", "NESO"};
/// "NOSE" and the like.
std::string_view to_string(Pattern pattern);
/// Empty: there is none of that name.
std::optional<Pattern> pattern_from(std::string_view name);

/// How far a recurrence reads, in the canonical orientation of its pattern (see Frame).
enum class RecurrenceClass : std::uint8_t {
    /// neighbours at distance 1, diagonals included
    local,
    /// some cells of the previous row
    row_gather,
    /// any number of cells of the previous row
    row_all,
    /// row i and column j of cell (i, j) only
    segments,
    /// the table is one row (or column): any earlier cell of it
    chain,
    /// any earlier cell
    any,
};
inline constexpr std::array<std::string_view, 6> kClassNames{"local",    "row-gather", "row-all",
                                                             "segments", "chain",      "any"};
/// "local" and the like.
std::string_view to_string(RecurrenceClass name);
/// Empty: there is none of that name.
std::optional<RecurrenceClass> class_from(std::string_view name);

/// What there is of an answer: the number, or why there is none.
enum class AnswerStatus : std::uint8_t { ok, infeasible, unbounded, negative_cycle };
/// "ok", "infeasible", "unbounded", "negative-cycle"
std::string_view to_string(AnswerStatus status);

/// The types that a recurrence's cells, inputs and params may have; cells and params take those of 4 and 8 bytes.
inline constexpr std::array<std::string_view, 8> kInputTypeNames{"u8", "u16", "u32", "i32", "u64", "i64", "f32", "f64"};
/// The type of that name; none for another word, a type of other arrays included.
std::optional<ElementType> input_type_from(std::string_view name);

/// "u32", for messages.
std::string name_of(ElementType type);

/// Whether a value of the type can be that whole number; of floats, any can be.
bool holds(ElementType type, std::int64_t value);

/// Indices of a cell at most: i, j, k and l.
inline constexpr std::size_t kMaxIndices = 4;

/// A cell's place in the user's own indices; k and l are 0 where a table has no such index.
struct Cell {
    std::int64_t i = 0, j = 0, k = 0, l = 0;
    bool operator==(const Cell&) const = default;

    /// The same as an array.
    std::array<std::int64_t, kMaxIndices> indices() const { return {i, j, k, l}; }
    /// A cell from such an array.
    static Cell of(const std::array<std::int64_t, kMaxIndices>& indices) {
        return {indices[0], indices[1], indices[2], indices[3]};
    }
};

/// How many values each index takes, in the user's own orientation; 1 for an index that a table does not have.
struct TableSize {
    std::int64_t rows = 0, columns = 0, third = 1, fourth = 1;
    bool operator==(const TableSize&) const = default;

    /// The same as an array.
    std::array<std::int64_t, kMaxIndices> extents() const { return {rows, columns, third, fourth}; }
    /// Whether there is no cell.
    bool empty() const { return rows <= 0 || columns <= 0 || third <= 0 || fourth <= 0; }
    /// Whether the cell lies in it.
    bool contains(Cell cell) const {
        return cell.i >= 0 && cell.i < rows && cell.j >= 0 && cell.j < columns && cell.k >= 0 && cell.k < third &&
               cell.l >= 0 && cell.l < fourth;
    }
    /// Cells in all; nothing beyond 2^60.
    std::optional<std::int64_t> cells() const;
};

/// Eight patterns are two seen through a reflection or a transposition: rows top to bottom (RUD) and diagonals from the
/// upper left (NOSE). A Frame is that view: user's (i, j) <-> canonical (row, column). shaders/dp/frame.glsl does the
/// same on the device.
struct Frame {
    bool reflect_rows = false;
    bool reflect_columns = false;
    bool transpose = false;
    bool diagonal = false;
    /// the user's
    TableSize size;

    /// The frame in which a pattern runs down rows, or down diagonals.
    static Frame of(Pattern pattern, TableSize size);

    /// Rows as the method sees them.
    std::int64_t canonical_rows() const { return transpose ? size.columns : size.rows; }
    /// Columns as the method sees them.
    std::int64_t canonical_columns() const { return transpose ? size.rows : size.columns; }
    /// The user's cell as the method sees it.
    Cell to_canonical(Cell user) const;
    /// The method's cell as the user sees it.
    Cell to_user(Cell canonical) const;
};

}  // namespace vkalgo::dp
