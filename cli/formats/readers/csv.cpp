#include "cli/formats/csv.hpp"

#include "cli/formats/format.hpp"

namespace vkalgo::cli {
namespace {

Result<Array> values(Bytes bytes, const ReadRequest& request) {
    return parse_csv_numbers(as_text(bytes), request.column, request.type, request.name);
}

Result<CsvTable> table(Bytes bytes, const ReadRequest& request) {
    return parse_csv(as_text(bytes), CsvHeader::required, request.name);
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
        .table = table,
    };
    return format;
}

}  // namespace vkalgo::cli
