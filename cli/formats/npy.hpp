#pragma once

#include "cli/formats/array.hpp"
#include "cli/formats/bytes.hpp"
#include "engine/result.hpp"

#include <string>

namespace vkalgo::cli {

/// Reads a NumPy .npy file, format versions 1 to 3 (numpy/lib/format.py), of one of the element types above.
/// Fortran order becomes C order and a foreign byte order the machine's own. Errors: an empty or truncated file, bytes
/// after the data, a malformed header, an unsupported dtype (the message lists those that work).
Result<Array> parse_npy(const Bytes& bytes, const std::string& name);

/// The bytes of a version 1 .npy file in C order. Expects `data` to fit `shape`.
Bytes encode_npy(const Array& array);

}  // namespace vkalgo::cli
