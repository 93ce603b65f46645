#include "formats/tables/table_format.hpp"

#include "formats/tables/csv.hpp"

#include <utility>

namespace vkalgo::formats {

Result<Array> table_numbers(std::string_view text, const ReadRequest& request) {
    const TableSettings settings{.form = request.form,
                                 .one_column = request.one_column,
                                 .keeps_columns = request.lines == TextLines::rows,
                                 .takes_numbers = true,
                                 .has_delimiter_option = request.has_delimiter_option,
                                 .notice = request.notice};
    if (request.columns.empty()) {
        return parse_csv_numbers(text, request.type, request.name, request.has_column_option, settings);
    }
    VKALGO_TRY(auto arrays,
               parse_csv_columns(text, request.columns, std::span(&request.type, 1), request.name, settings));
    return std::move(arrays.front());
}

Result<std::vector<Array>> table_columns(std::string_view text, const ReadRequest& request,
                                         std::span<const ElementType> types) {
    return parse_csv_columns(text, request.columns, types, request.name, {.form = request.form});
}

}  // namespace vkalgo::formats
