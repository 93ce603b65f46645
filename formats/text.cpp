#include "formats/text.hpp"

namespace vkalgo::formats {

std::string parse_text(const Bytes& bytes) {
    std::string_view text = as_text(bytes);
    if (text.ends_with("\r\n")) {
        text.remove_suffix(2);
    } else if (text.ends_with('\n')) {
        text.remove_suffix(1);
    }
    return std::string(text);
}

}  // namespace vkalgo::formats
