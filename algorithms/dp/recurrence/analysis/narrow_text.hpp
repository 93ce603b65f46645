#pragma once

namespace vkalgo::dp {

struct RecurrenceHeader;
struct SourceText;

/// Does the text give the same cells, terms, steps and conditions whether cells have 64 or 32 bits, as long as the
/// declared bound holds and is less than 2^32 - 1? It reads every function, and the GLSL of the header. No: the text
/// might compute something else, or holds what is not understood here. `every_cell_is_number`: no cell is without a
/// term.
///
/// Sums and products are the same modulo 2^32. What compares (min, max, plus, conditions) must see exact values: cells,
/// sums, which the bound is promised for, elements and params; no products, which may be beyond it. Numbers of the
/// cells' type are not subtracted, divided or shifted; ints and uints are the same in both forms.
bool computes_alike(const RecurrenceHeader& header, const SourceText& text, bool every_cell_is_number);

}  // namespace vkalgo::dp
