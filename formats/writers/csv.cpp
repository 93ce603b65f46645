#include "formats/writer.hpp"

namespace vkalgo::formats {
namespace {

/// Returns the header, if the table has one, and the rows, with commas between cells.
Bytes write_csv(const OutputTable& table) {
    return bytes_of(text_of(table, ","));
}

}  // namespace

const Writer& writer_csv();
const Writer& writer_csv() {
    static const Writer writer{.name = "csv",
                               .endings = {".csv"},
                               .needs = OutputPart::rows,
                               .separator = ',',
                               .keeps_given_delimiter = true,
                               .write = write_csv};
    return writer;
}

}  // namespace vkalgo::formats
