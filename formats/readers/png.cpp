#include "formats/drawing/png.hpp"

#include "formats/format.hpp"

namespace vkalgo::formats {
namespace {

Result<Array> png_values(Bytes bytes, const ReadRequest& request) {
    return parse_png(bytes, request.name, request.decoded);
}

}  // namespace

const Format& format_png();
const Format& format_png() {
    static const Format format = {
        .name = "png",
        .about = "an image of up to 16 bits per sample",
        .endings = {".png"},
        .magics = {"\x89PNG\r\n\x1a\n"},
        .check_start = check_png_start,
        .values = png_values,
    };
    return format;
}

}  // namespace vkalgo::formats
