#pragma once

#include "engine/result.hpp"
#include "formats/csv_rows.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

/// The loop that the readers of tables share.
namespace vkalgo::formats {

/// Calls `start(row, line)` for the first row, and `take(row, line)` for each row of values. `start` returns true if
/// the row is a header. `delimiter` is the character between cells. If `kept` is not null, it gets the text of all
/// rows.
template <class Start, class Take>
Result<void> walk_table(std::string_view text, const std::string& name, Start&& start, Take&& take, char delimiter,
                        std::vector<std::string_view>* kept = nullptr) {
    CsvRows rows(text, name, delimiter);
    VKALGO_CHECK(rows.check_encoding());
    std::vector<CsvCell> row;
    VKALGO_TRY(bool more, rows.next(row));
    if (!more) {
        return Error{
            ErrorCode::invalid_argument,
            fmt::format("'{}' is an empty {} file; add at least one row", name, delimiter == '\t' ? "TSV" : "CSV"),
            name};
    }
    const auto keep = [&] {
        if (kept != nullptr) {
            kept->push_back(rows.row());
        }
    };
    const std::size_t columns = row.size();
    VKALGO_TRY(const bool has_header, start(row, rows.line()));
    if (has_header) {
        keep();
        VKALGO_TRY(more, rows.next(row));
    }
    while (more) {
        if (row.size() != columns) {
            return bad_csv(
                name, rows.line(),
                fmt::format(": the row has {}, but the rows before have {}; {}", plural(row.size(), "cell"), columns,
                            row.size() < columns
                                ? "complete the row"
                                : "remove the surplus cells, or quote a cell that contains a separator"));
        }
        keep();
        VKALGO_CHECK(take(row, rows.line()));
        VKALGO_TRY(more, rows.next(row));
    }
    return {};
}

/// Returns an upper limit of the number of rows, so that arrays need not grow; growing would copy them. Memory that is
/// never touched costs nothing.
inline std::size_t most_rows(std::string_view text) {
    return 1 + static_cast<std::size_t>(std::count_if(text.begin(), text.end(),
                                                      [](char letter) { return letter == '\n' || letter == '\r'; }));
}

}  // namespace vkalgo::formats
