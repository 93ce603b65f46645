#pragma once

namespace vkalgo::dp {

struct RecurrenceHeader;
struct SourceText;

/// Returns whether the text gives the same cells, terms, steps and conditions with 64-bit and with 32-bit cells, as
/// long as the declared bound holds and is less than 2^32 - 1. Reads every function, and the GLSL of the header. False
/// means that the text might compute something else, or that a part of it is not understood. `every_cell_is_number`:
/// each cell has a term.
///
/// Sums and products are the same modulo 2^32. Comparisons (min, max, plus, conditions) must see exact values: cells,
/// sums, which the bound covers, elements and params. They must not see products, which may exceed the bound. Numbers
/// of the cells' type are not subtracted, divided or shifted; ints and uints are the same in both forms.
bool computes_alike(const RecurrenceHeader& header, const SourceText& text, bool every_cell_is_number);

}  // namespace vkalgo::dp
