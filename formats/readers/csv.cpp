#include "formats/format.hpp"
#include "formats/tables/table_format.hpp"

namespace vkalgo::formats {

const Format& format_csv();
const Format& format_csv() {
    static const Format format = {
        .name = "csv",
        .about = "a table of numbers separated by commas, all columns or one",
        .endings = {".csv"},
        .otherwise = {Want::table},
        .has_columns = true,
        .floats_span_their_range = true,
        .delimiter = ',',
        .numbers = table_numbers,
        .columns = table_columns,
    };
    return format;
}

}  // namespace vkalgo::formats
