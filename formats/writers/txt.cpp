#include "formats/writer.hpp"

namespace vkalgo::formats {
namespace {

/// Returns the rows without a header, with blanks between cells.
Bytes write_txt(const OutputTable& table) {
    std::string text;
    table.rows(text, " ");
    return bytes_of(text);
}

}  // namespace

const Writer& writer_txt();
const Writer& writer_txt() {
    static const Writer writer{.name = "txt", .endings = {".txt"}, .needs = OutputPart::rows, .write = write_txt};
    return writer;
}

}  // namespace vkalgo::formats
