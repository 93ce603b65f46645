#pragma once

#include "../../element_type.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace vkalgo::dp {

/// The eight orders (wavefronts) of the thesis that docs/thesis.md describes, for cells (i, j) = (row, column). The
/// comments name the regions that a cell may read.
enum class Pattern : std::uint8_t {
    /// Rows, top to bottom: Up, UpLeft, UpRight.
    RUD,
    /// Rows, bottom to top: Down, DownLeft, DownRight.
    RDU,
    /// Columns, left to right: Left, UpLeft, DownLeft.
    CLR,
    /// Columns, right to left: Right, UpRight, DownRight.
    CRL,
    /// Diagonals in ascending order of i + j: Left, UpLeft, Up.
    NOSE,
    /// Diagonals in descending order of i + j: Right, DownRight, Down.
    SENO,
    /// Diagonals in ascending order of j - i: Left, DownLeft, Down.
    SONE,
    /// Diagonals in descending order of j - i: Up, UpRight, Right.
    NESO,
};
inline constexpr std::array<std::string_view, 8> kPatternNames{"RUD",  "RDU",  "CLR",  "CRL",
                                                               "NOSE", "SENO", "SONE", "NESO"};
/// Returns the name, such as "NOSE".
std::string_view to_string(Pattern pattern);
/// Returns the pattern of that name; nullopt for any other name.
std::optional<Pattern> pattern_from(std::string_view name);

/// The cells that a recurrence reads, in the canonical orientation of its pattern (see Frame).
enum class RecurrenceClass : std::uint8_t {
    /// Neighbours at distance 1, diagonals included.
    local,
    /// Some cells of the previous row.
    row_gather,
    /// Any number of cells of the previous row.
    row_all,
    /// Only row i and column j of cell (i, j).
    segments,
    /// Any earlier cell of a table that is one row (or column).
    chain,
    /// Any earlier cell.
    any,
};
inline constexpr std::array<std::string_view, 6> kClassNames{"local",    "row-gather", "row-all",
                                                             "segments", "chain",      "any"};
/// Returns the name, such as "local".
std::string_view to_string(RecurrenceClass name);
/// Returns the class of that name; nullopt for any other name.
std::optional<RecurrenceClass> class_from(std::string_view name);

/// Whether there is an answer and, if none exists, why.
enum class AnswerStatus : std::uint8_t { ok, infeasible, unbounded, negative_cycle };
/// Returns "ok", "infeasible", "unbounded" or "negative-cycle".
std::string_view to_string(AnswerStatus status);

/// The types that a recurrence's cells, inputs and params may have. Cells and params have 4 or 8 bytes.
inline constexpr std::array<std::string_view, 8> kInputTypeNames{"u8", "u16", "u32", "i32", "u64", "i64", "f32", "f64"};
/// Returns the type of that name; nullopt for another word, even if it names an ElementType that inputs cannot have.
std::optional<ElementType> input_type_from(std::string_view name);

/// Returns the name, such as "u32", for messages.
std::string name_of(ElementType type);

/// Returns whether a value of the type can be that whole number; true for floats.
bool holds(ElementType type, std::int64_t value);

/// The most indices of a cell: i, j, k and l.
inline constexpr std::size_t kMaxIndices = 4;

/// The user's indices of a cell; k and l are 0 if a table has no such index.
struct Cell {
    std::int64_t i = 0, j = 0, k = 0, l = 0;
    bool operator==(const Cell&) const = default;

    /// Returns the indices as an array.
    std::array<std::int64_t, kMaxIndices> indices() const { return {i, j, k, l}; }
    /// Returns the cell with these indices.
    static Cell of(const std::array<std::int64_t, kMaxIndices>& indices) {
        return {indices[0], indices[1], indices[2], indices[3]};
    }
};

/// The number of values of each index, in the user's own orientation. It is 1 for an index that a table does not have.
struct TableSize {
    std::int64_t rows = 0, columns = 0, third = 1, fourth = 1;
    bool operator==(const TableSize&) const = default;

    /// Returns the number of values of each index as an array.
    std::array<std::int64_t, kMaxIndices> extents() const { return {rows, columns, third, fourth}; }
    /// Returns whether the table has no cell.
    bool empty() const { return rows <= 0 || columns <= 0 || third <= 0 || fourth <= 0; }
    /// Returns whether the cell lies in the table.
    bool contains(Cell cell) const {
        return cell.i >= 0 && cell.i < rows && cell.j >= 0 && cell.j < columns && cell.k >= 0 && cell.k < third &&
               cell.l >= 0 && cell.l < fourth;
    }
    /// Returns the number of cells; nullopt if it exceeds 2^60.
    std::optional<std::int64_t> cells() const;
};

/// A view of a table in its canonical orientation: user's (i, j) <-> canonical (row, column). Reflections and a
/// transposition turn each of the eight patterns into one of two: rows from top to bottom (RUD), or diagonals from the
/// upper left (NOSE). shaders/dp/frame.glsl does the same on the device.
struct Frame {
    bool reflect_rows = false;
    bool reflect_columns = false;
    bool transpose = false;
    bool diagonal = false;
    /// The size in the user's orientation.
    TableSize size;

    /// Returns the frame in which a pattern computes rows from top to bottom, or diagonals from the upper left.
    static Frame of(Pattern pattern, TableSize size);

    /// Returns the number of rows in the canonical orientation.
    std::int64_t canonical_rows() const { return transpose ? size.columns : size.rows; }
    /// Returns the number of columns in the canonical orientation.
    std::int64_t canonical_columns() const { return transpose ? size.rows : size.columns; }
    /// Returns the canonical indices of a user's cell.
    Cell to_canonical(Cell user) const;
    /// Returns the user's indices of a canonical cell.
    Cell to_user(Cell canonical) const;
};

}  // namespace vkalgo::dp
