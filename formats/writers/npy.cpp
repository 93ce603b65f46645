#include "formats/npy.hpp"

#include "formats/writer.hpp"

namespace vkalgo::formats {
namespace {

Bytes write_npy(const OutputTable& table) {
    return encode_npy(table.array());
}

}  // namespace

const Writer& writer_npy();
const Writer& writer_npy() {
    static const Writer writer{.name = "npy", .endings = {".npy"}, .needs = OutputPart::array, .write = write_npy};
    return writer;
}

}  // namespace vkalgo::formats
