#include "formats/writer.hpp"

namespace vkalgo::formats {
namespace {

/// Returns the header, if the table has one, and the rows, with tabs between cells.
Bytes write_tsv(const OutputTable& table) {
    return bytes_of(text_of(table, "\t"));
}

}  // namespace

const Writer& writer_tsv();
const Writer& writer_tsv() {
    static const Writer writer{
        .name = "tsv", .endings = {".tsv"}, .needs = OutputPart::rows, .separator = '\t', .write = write_tsv};
    return writer;
}

}  // namespace vkalgo::formats
