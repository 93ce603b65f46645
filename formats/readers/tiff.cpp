#include "formats/format.hpp"

namespace vkalgo::formats {

const Format& format_tiff();
/// Returns a format without a reader. It is listed so that a TIFF is not mistaken for another format.
const Format& format_tiff() {
    using namespace std::string_view_literals;
    static const Format format = {
        .name = "tiff",
        .about = "a TIFF image",
        .endings = {".tif", ".tiff"},
        .magics = {"II*\0"sv, "MM\0*"sv, "II+\0"sv, "MM\0+"sv},
    };
    return format;
}

}  // namespace vkalgo::formats
