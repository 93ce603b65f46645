#include "cli/formats/csv.hpp"

#include "cli/formats/format.hpp"

namespace vkalgo::cli {
namespace {

Result<Array> values(Bytes bytes, const ReadRequest& request) {
    if (request.columns.empty()) {
        return parse_csv_numbers(as_text(bytes), request.type, request.name, request.has_column_option);
    }
    VKALGO_TRY(auto arrays, parse_csv_columns(as_text(bytes), request.columns, request.type, request.name));
    return std::move(arrays.front());
}

Result<std::vector<Array>> columns(Bytes bytes, const ReadRequest& request) {
    return parse_csv_columns(as_text(bytes), request.columns, request.type, request.name);
}

}  // namespace

const Format& format_csv();
const Format& format_csv() {
    static const Format format = {
        .name = "csv",
        .about = "numbers between commas, all or one --column",
        .endings = {".csv"},
        .otherwise = {Want::table},
        .has_columns = true,
        .floats_span_their_range = true,
        .values = values,
        .columns = columns,
    };
    return format;
}

}  // namespace vkalgo::cli
