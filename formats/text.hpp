#pragma once

#include "engine/result.hpp"
#include "formats/bytes.hpp"

#include <string>

namespace vkalgo::formats {

/// Plain text as it stands, byte by byte, less one final line break (LF or CRLF). Nothing fails; empty is valid.
std::string parse_text(const Bytes& bytes);

}  // namespace vkalgo::formats
