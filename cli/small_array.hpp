#pragma once

#include "cli/answer.hpp"
#include "cli/formats.hpp"
#include "formats/array.hpp"

namespace vkalgo::cli {

/// Adds the values of an array of one or two dimensions with at most 8 x 8 elements to the text, one line per row. Adds
/// nothing for larger arrays and for those of more dimensions.
void show_small(const Array& array, Answer& answer);

}  // namespace vkalgo::cli
