#pragma once

#include "formats/bytes.hpp"

#include <optional>
#include <string>
#include <string_view>

/// URIs (RFC 3986) that files name other files by.
namespace vkalgo::formats {

/// "data:...": the bytes themselves (RFC 2397).
bool is_data_uri(std::string_view uri);

/// The bytes of a data: URI in base64 (RFC 4648); none where it is something else.
std::optional<Bytes> decode_data_uri(std::string_view uri);

/// The path that a relative URI names, in the folder of the file that has it or in one below; none for any other: what
/// a stranger's file says must not choose among all the files of a machine.
std::optional<std::string> file_of_uri(std::string_view uri);

}  // namespace vkalgo::formats
