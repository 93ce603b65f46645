#pragma once

#include "formats/bytes.hpp"

#include <optional>
#include <string>
#include <string_view>

/// URIs (RFC 3986) by which files refer to other files.
namespace vkalgo::formats {

/// Returns true for "data:...", a URI that contains the bytes themselves (RFC 2397).
bool is_data_uri(std::string_view uri);

/// Returns the bytes of a data: URI in base64 (RFC 4648); nullopt for anything else.
std::optional<Bytes> decode_data_uri(std::string_view uri);

/// Returns the path of a relative URI that stays in the folder of the file that has it, or below; nullopt for any other
/// URI. A file from a stranger must not make vkalgo read any other file of the machine.
std::optional<std::string> file_of_uri(std::string_view uri);

}  // namespace vkalgo::formats
