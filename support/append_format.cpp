#include "support/append_format.hpp"

#include <iterator>

namespace vkalgo {

void append_vformat(std::string& text, fmt::string_view format, fmt::format_args values) {
    fmt::vformat_to(std::back_inserter(text), format, values);
}

}  // namespace vkalgo
