#pragma once

namespace vkalgo::dp {

struct RecurrenceHeader;
struct SourceText;

/// Returns whether the text gives the same cells, terms, steps and conditions with 64-bit and with 32-bit cells, as
/// long as the declared bound holds and is less than 2^32 - 1. Reads every function, and the GLSL of the header.
/// Returns false if the text might compute something else, or if a part of the text is not understood.
/// `every_cell_is_number`: false if a cell may stand for INFEASIBLE because it has neither a base value nor a term.
///
/// Sums and products are the same modulo 2^32. Comparisons (min, max, plus, conditions) need exact values: cells,
/// elements, params, and sums, which the bound covers. A product must not be compared, since it may exceed the bound.
/// Numbers of the cells' type are not subtracted, divided or shifted; ints and uints are the same in both forms.
bool computes_alike(const RecurrenceHeader& header, const SourceText& text, bool every_cell_is_number);

}  // namespace vkalgo::dp
