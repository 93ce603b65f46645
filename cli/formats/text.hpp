#pragma once

#include "cli/formats/bytes.hpp"
#include "engine/result.hpp"

#include <string>

namespace vkalgo::cli {

/// Plain text as it stands, byte by byte, less one final line break (LF or CRLF). Nothing fails; empty is valid.
std::string parse_text(const Bytes& bytes);

}  // namespace vkalgo::cli
