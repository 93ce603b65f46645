#pragma once

#include "cli/formats/bytes.hpp"
#include "engine/result.hpp"

#include <string>

namespace vkalgo::cli {

/// The sequence of the first record of a FASTA file: the header line (">...") is dropped, line breaks and blanks at
/// line ends are taken out, upper and lower case are kept, further records are not looked at.
/// Errors, with their line: an empty file, text before the first header, a record without a sequence, a byte that is
/// no printable ASCII character or a blank inside a line.
Result<std::string> parse_fasta(const Bytes& bytes, const std::string& name);

}  // namespace vkalgo::cli
