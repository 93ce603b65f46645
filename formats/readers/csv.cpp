#include "formats/tables/csv.hpp"

#include "formats/format.hpp"

namespace vkalgo::formats {
namespace {

Result<Array> csv_numbers(std::string_view text, const ReadRequest& request) {
    if (request.columns.empty()) {
        return parse_csv_numbers(text, request.type, request.name, request.has_column_option);
    }
    VKALGO_TRY(auto arrays,
               parse_csv_columns(text, request.columns, std::span(&request.type, 1), request.name, request.rows));
    return std::move(arrays.front());
}

Result<std::vector<Array>> csv_columns(std::string_view text, const ReadRequest& request,
                                       std::span<const ElementType> types) {
    return parse_csv_columns(text, request.columns, types, request.name);
}

}  // namespace

const Format& format_csv();
const Format& format_csv() {
    static const Format format = {
        .name = "csv",
        .about = "numbers between commas, all, or those of one column",
        .endings = {".csv"},
        .otherwise = {Want::table},
        .has_columns = true,
        .floats_span_their_range = true,
        .numbers = csv_numbers,
        .columns = csv_columns,
    };
    return format;
}

}  // namespace vkalgo::formats
