#include "formats/npy.hpp"

#include "formats/format.hpp"

namespace vkalgo::formats {
namespace {

Result<Array> npy_values(Bytes bytes, const ReadRequest& request) {
    return parse_npy(std::move(bytes), request.name);
}

Result<PartsLayout> npy_parts(std::span<const std::byte> head, const ReadRequest& request) {
    return npy_layout(head, request.name);
}

}  // namespace

const Format& format_npy();
const Format& format_npy() {
    static const Format format = {
        .name = "npy",
        .about = "a NumPy array",
        .endings = {".npy"},
        .magics = {"\x93NUMPY"},
        .floats_span_their_range = true,
        .check_start = check_npy_start,
        .values = npy_values,
        .parts = npy_parts,
    };
    return format;
}

}  // namespace vkalgo::formats
