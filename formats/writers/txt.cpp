#include "formats/writer.hpp"

namespace vkalgo::formats {
namespace {

/// The rows, with blanks, without a header.
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
