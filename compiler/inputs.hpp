#pragma once

#include "../algorithms/dp/recurrence/header.hpp"

#include <initializer_list>
#include <string>
#include <string_view>

namespace vkalgo::compiler {

/// The GLSL type of a scalar in registers: 8- and 16-bit ones are wider there.
std::string_view glsl_type(ElementType scalar);

/// The macro that names a kind of cell, and GLSL of its largest and lowest value.
struct CellWords {
    std::string_view define, largest, lowest;
};
/// The words of a kind of cell.
CellWords cell_words(ElementType cell);

/// The parts, one after another.
std::string join(std::initializer_list<std::string_view> parts);
/// Adds "#define NAME VALUE" and a line's end.
void define(std::string& text, std::string_view name, std::string_view value);

/// GLSL that turns a scalar into its one or two 32-bit words (`value` -> uvec2, the high word 0 for 4 bytes), and back:
/// of 4 bytes from `first`, of 8 from the uvec2 `both`.
struct WordConversions {
    std::string to, from;
};
/// The conversions of a scalar of `type`.
WordConversions word_conversions(ElementType type, const std::string& value, const std::string& first,
                                 const std::string& both);

/// Buffers of the inputs, the first of which has their counts of elements, and for each a function of its name that
/// reads element k, or raises VKALGO_STATUS_INPUT if there is none and the template's vkalgo_reads_count().
/// With `tiles` what the text reads at the current row or column comes from registers: VkalgoRowInputs and
/// VkalgoColumnInputs, their loaders, and the latter as 32-bit words. In a batch the counts are a variable of the
/// problem in hand, as is where its inputs begin: vkalgo_input_first, both set by the template
/// (shaders/dp/batch_problem.glsl).
std::string input_accessors(const dp::RecurrenceHeader& header, bool tiles, bool is_batched);

/// What term() reads of row, split and column, in variables that the template sets: vkalgo_row_cell and
/// vkalgo_column_cell, and of inputs vkalgo_row_inputs, vkalgo_split_inputs and vkalgo_column_inputs, each with a
/// loader. with_terms_at_hand() has the names that read them.
std::string term_accessors(const dp::RecurrenceHeader& header);

/// The two symbols that cell() compares, as words: vkalgo_row_symbol(i) and vkalgo_column_symbol(j); and which of the
/// two kinds of cells it is, VKALGO_BITS_EDIT. Of a recurrence with `bits`.
std::string symbol_accessors(const dp::RecurrenceHeader& header);

/// The same functions without buffers, for the interpreter, which answers their calls itself.
std::string input_stubs(const dp::RecurrenceHeader& header);

/// Buffers of the outputs, behind those of the inputs, and for each two functions of its name: one writes element k,
/// one reads it; both raise VKALGO_STATUS_OUTPUT if there is none.
std::string output_accessors(const dp::RecurrenceHeader& header);

/// The same functions without buffers: for the interpreter, and for modules that compute cells once more.
std::string output_stubs(const dp::RecurrenceHeader& header);

}  // namespace vkalgo::compiler
