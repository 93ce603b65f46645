#include "formats/raw.hpp"

#include "formats/format.hpp"

namespace vkalgo::formats {
namespace {

Result<Array> raw_values(Bytes bytes, const ReadRequest& request) {
    return parse_raw(std::move(bytes), request.type, request.name);
}

Result<std::string> raw_letters(Bytes bytes, const ReadRequest& /*request*/) {
    return std::string(as_text(bytes));
}

Result<PartsLayout> raw_parts(std::span<const std::byte> /*head*/, const ReadRequest& request) {
    return PartsLayout{.type = request.type};
}

}  // namespace

const Format& format_raw();
const Format& format_raw() {
    static const Format format = {
        .name = "raw",
        .about = "elements in this machine's byte order, without a header",
        .endings = {".bin", ".raw"},
        .keeps_gzip = true,
        .otherwise = {Want::values},
        .values = raw_values,
        .letters = raw_letters,
        .parts = raw_parts,
    };
    return format;
}

}  // namespace vkalgo::formats
