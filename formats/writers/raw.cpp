#include "formats/writer.hpp"

namespace vkalgo::formats {
namespace {

/// Returns the elements in this machine's byte order, without a header.
Bytes write_raw(const OutputTable& table) {
    return table.array().data;
}

}  // namespace

const Writer& writer_raw();
const Writer& writer_raw() {
    static const Writer writer{
        .name = "raw", .endings = {".bin", ".raw"}, .needs = OutputPart::array, .write = write_raw};
    return writer;
}

}  // namespace vkalgo::formats
