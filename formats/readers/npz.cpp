#include "formats/npz.hpp"

#include "formats/format.hpp"

namespace vkalgo::formats {
namespace {

Result<Array> npz_values(Bytes bytes, const ReadRequest& request) {
    return parse_npz(bytes, request.name, request.decoded);
}

}  // namespace

const Format& format_npz();
const Format& format_npz() {
    static const Format format = {
        .name = "npz",
        .about = "a NumPy archive of one array",
        .endings = {".npz"},
        .recognises = looks_like_npz,
        .floats_span_their_range = true,
        .check_start = check_npz_start,
        .values = npz_values,
    };
    return format;
}

}  // namespace vkalgo::formats
