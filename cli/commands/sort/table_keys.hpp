#pragma once

#include "cli/answer.hpp"
#include "cli/formats.hpp"
#include "engine/result.hpp"
#include "formats/array.hpp"
#include "formats/reader.hpp"
#include "formats/table_text.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// The columns of a table by which `vkalgo sort` orders its rows.
namespace vkalgo::cli {

/// Returns the words that may follow a column after a colon: directions, `text` and types.
std::vector<std::string> column_suffixes();

/// One column of keys. Rows whose cell has no key come after all others, in both directions.
class KeyColumn {
public:
    KeyColumn(std::string label, bool descending, ColumnNumbers numbers)
        : label_(std::move(label)), descending_(descending), numbers_(std::move(numbers)) {}
    KeyColumn(std::string label, bool descending, ColumnText text)
        : label_(std::move(label)), descending_(descending), text_(std::move(text)) {}

    /// Returns the column's name or number, as the user gave it.
    const std::string& label() const { return label_; }
    bool descending() const { return descending_; }
    bool is_text() const { return text_.has_value(); }
    /// Returns the number of cells without a key.
    std::uint64_t missing() const { return is_text() ? text_->missing : numbers_.missing; }
    bool is_missing(std::size_t row) const {
        const std::vector<bool>& rows = is_text() ? text_->is_missing : numbers_.is_missing;
        return !rows.empty() && rows[row];
    }
    /// Returns the numbers of a column that is not text. In missing cells they are NaN or 0.
    const Array& numbers() const { return numbers_.values; }
    Array take_numbers() { return std::move(numbers_.values); }
    /// Returns a key as text; for a missing key "nan", or an empty text if the column is text.
    std::string key_text(std::size_t row) const;

    /// Returns a number below, equal to or above 0 if row a comes before, with or after row b.
    int compare(std::size_t a, std::size_t b) const;

    /// Returns a number per row; rows that come first have smaller numbers. Sets `most` to the greatest number, which
    /// rows without a key have. If that number would not fit 64 bits, rows without a key have 0, and `beyond` is set to
    /// true, otherwise to false.
    std::vector<std::uint64_t> ordinals(std::uint64_t& most, bool& beyond) const;

private:
    std::string label_;
    bool descending_;
    ColumnNumbers numbers_;
    std::optional<ColumnText> text_;
};

/// The command line's settings for columns without settings of their own.
struct KeyDefaults {
    /// --type.
    std::optional<ElementType> type;
    /// The types that are tried if no type is given.
    std::vector<ElementType> tried;
    /// The direction, by --descending, --top or --bottom.
    bool descending = false;
    /// Whether --descending is given.
    bool descending_given = false;
};

/// A table, and the columns that its rows are sorted by, the most significant first.
struct TableKeys {
    TableText table;
    std::vector<KeyColumn> columns;

    std::uint64_t count() const { return table.values().size(); }
    std::uint64_t missing() const;
    /// Returns a number below, equal to or above 0 if row a comes before, with or after row b.
    int compare(std::size_t a, std::size_t b) const;
    /// Returns "price:desc:f64, name:text". json() returns the same information as JSON.
    std::string text() const;
    Json json() const;
};

/// Reads the table and the columns that --column names. Errors: those of the reader; invalid_argument: a column that is
/// named twice, or with two directions or types; a default that the user gave but no column takes.
Result<TableKeys> read_table_keys(InputReader& reader, const std::string& path, std::span<const std::string> wanted,
                                  const KeyDefaults& defaults);

/// Returns arrays of 32-bit or 64-bit numbers, one number per row in each. Rows are ordered by their numbers in the
/// first array, ascending. Rows with equal numbers are ordered by the next array. If the keys of a row fit 64 bits,
/// there is one array.
std::vector<Array> packed_keys(const TableKeys& keys);

}  // namespace vkalgo::cli
