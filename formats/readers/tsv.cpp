#include "formats/format.hpp"
#include "formats/tables/table_format.hpp"

namespace vkalgo::formats {

const Format& format_tsv();
const Format& format_tsv() {
    static const Format format = {
        .name = "tsv",
        .about = "a table of numbers separated by tabs, all columns or one",
        .endings = {".tsv", ".tab"},
        .has_columns = true,
        .floats_span_their_range = true,
        .delimiter = '\t',
        .numbers = table_numbers,
        .columns = table_columns,
    };
    return format;
}

}  // namespace vkalgo::formats
