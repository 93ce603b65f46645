#pragma once

#include "cli/formats.hpp"
#include "formats/array.hpp"
#include "formats/bytes.hpp"

#include <cstdint>
#include <string>

/// Keys and what goes with them, as files and as text.
namespace vkalgo::cli {

/// One element as text that reads back as the same.
std::string element_text(const Array& array, std::uint64_t index);

/// By the path's ending: .npy, .csv or .txt (a line each; also for "-"), else the elements' own bytes.
Bytes listing(const Array& array, const std::string& path);

/// The bytes of a text.
Bytes bytes_of(std::string_view text);

}  // namespace vkalgo::cli
