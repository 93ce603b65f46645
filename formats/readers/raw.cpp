#include "formats/raw.hpp"

#include "formats/format.hpp"

namespace vkalgo::formats {
namespace {

Result<Array> values(Bytes bytes, const ReadRequest& request) {
    return parse_raw(std::move(bytes), request.type, request.name);
}

Result<std::string> letters(Bytes bytes, const ReadRequest& /*request*/) {
    return std::string(as_text(bytes));
}

Result<PartsLayout> parts(std::span<const std::byte> /*head*/, const ReadRequest& request) {
    return PartsLayout{.type = request.type};
}

}  // namespace

const Format& format_raw();
const Format& format_raw() {
    static const Format format = {
        .name = "raw",
        .about = "elements in this machine's byte order, without a header",
        .keeps_gzip = true,
        .otherwise = {Want::values},
        .values = values,
        .letters = letters,
        .parts = parts,
    };
    return format;
}

}  // namespace vkalgo::formats
