#include "formats/writer.hpp"

namespace vkalgo::formats {
namespace {

Bytes write_json(const OutputTable& table) {
    return bytes_of(table.json());
}

}  // namespace

const Writer& writer_json();
const Writer& writer_json() {
    static const Writer writer{.name = "json", .endings = {".json"}, .needs = OutputPart::json, .write = write_json};
    return writer;
}

}  // namespace vkalgo::formats
