#pragma once

#include "../../element_type.hpp"

#include <array>
#include <cstdint>
#include <optional>
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

/// The types that a recurrence's cells, inputs and params may have; cells and params take those of 4 and 8 bytes.
inline constexpr std::array<std::string_view, 8> kInputTypeNames{"u8", "u16", "u32", "i32", "u64", "i64", "f32", "f64"};
/// The type of that name; none for another word, a type of other arrays included.
std::optional<ElementType> input_type_from(std::string_view name);

/// A cell's place in the user's own indices.
struct Cell {
    std::int64_t i = 0, j = 0;
    bool operator==(const Cell&) const = default;
};

/// Rows and columns of a table in the user's own orientation.
struct TableSize {
    std::int64_t rows = 0, columns = 0;
    bool operator==(const TableSize&) const = default;
};

/// Eight patterns are two seen through a reflection or a transposition: rows top to bottom (RUD) and diagonals from the
/// upper left (NOSE). A Frame is that view: user's (i, j) <-> canonical (row, column), and the table's storage order,
/// in which a wavefront is contiguous. shaders/dp/frame.glsl does the same on the device.
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
    /// Wavefronts: canonical rows, or canonical diagonals. 0 for an empty table.
    std::int64_t stages() const;
    /// The wavefront that computes a cell, from 0.
    std::int64_t stage_of(Cell user) const;
    /// First canonical row of a stage and the number of its cells.
    std::int64_t stage_first_row(std::int64_t stage) const;
    /// Cells of a wavefront.
    std::int64_t stage_width(std::int64_t stage) const;
    /// Place of a cell in storage where each wavefront is contiguous.
    std::int64_t index_of(Cell user) const;
};

}  // namespace vkalgo::dp
