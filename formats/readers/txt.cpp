#include "formats/format.hpp"
#include "formats/number_text.hpp"
#include "formats/text.hpp"

namespace vkalgo::formats {
namespace {

Result<Array> txt_numbers(std::string_view text, const ReadRequest& request) {
    VKALGO_TRY(Array array, parse_number_list(text, request.type, request.name));
    VKALGO_TRY(array.shape, shape_of_lines(text, array.count(), request.lines, request.name));
    return array;
}

Result<std::string> txt_letters(Bytes bytes, const ReadRequest& /*request*/) {
    return parse_text(bytes);
}

}  // namespace

const Format& format_txt();
const Format& format_txt() {
    static const Format format = {
        .name = "txt",
        .about = "plain text",
        .endings = {".txt"},
        .otherwise = {Want::list, Want::letters},
        .floats_span_their_range = true,
        .numbers = txt_numbers,
        .letters = txt_letters,
    };
    return format;
}

}  // namespace vkalgo::formats
