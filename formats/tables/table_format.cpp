#include "formats/tables/table_format.hpp"

#include "formats/tables/csv.hpp"

#include <utility>

namespace vkalgo::formats {

Result<Array> table_numbers(std::string_view text, const ReadRequest& request) {
    if (request.columns.empty()) {
        return parse_csv_numbers(text, request.type, request.name, request.has_column_option,
                                 {.delimiter = request.delimiter,
                                  .one_column = request.one_column,
                                  .keeps_columns = request.lines == TextLines::rows});
    }
    VKALGO_TRY(auto arrays, parse_csv_columns(text, request.columns, std::span(&request.type, 1), request.name,
                                              request.rows, request.delimiter));
    return std::move(arrays.front());
}

Result<std::vector<Array>> table_columns(std::string_view text, const ReadRequest& request,
                                         std::span<const ElementType> types) {
    return parse_csv_columns(text, request.columns, types, request.name, nullptr, request.delimiter);
}

}  // namespace vkalgo::formats
