#pragma once

#include "engine/result.hpp"
#include "formats/bytes.hpp"

#include <string>

namespace vkalgo::formats {

/// Returns plain text byte by byte, without one final line break (LF or CRLF). Never fails; an empty text is valid.
std::string parse_text(const Bytes& bytes);

}  // namespace vkalgo::formats
