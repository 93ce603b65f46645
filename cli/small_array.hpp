#pragma once

#include "cli/answer.hpp"
#include "cli/formats.hpp"
#include "formats/array.hpp"

namespace vkalgo::cli {

/// Adds the values of an array to the text, one line per row. The array has one or two dimensions and at most 8 x 8
/// elements; for any other array, adds nothing.
void show_small(const Array& array, Answer& answer);

}  // namespace vkalgo::cli
