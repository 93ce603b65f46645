#pragma once

#include "cli/answer.hpp"
#include "cli/formats.hpp"
#include "formats/array.hpp"

namespace vkalgo::cli {

/// Adds the values of an array of one or two dimensions, of at most 8 x 8 elements, to the text: a line per row. Larger
/// ones, and those of more dimensions, add nothing.
void show_small(const Array& array, Answer& answer);

}  // namespace vkalgo::cli
