#pragma once

#include "../algorithms/dp/recurrence/header.hpp"

#include <initializer_list>
#include <string>
#include <string_view>

namespace vkalgo::compiler {

/// Returns the GLSL type of a scalar in registers, where 8- and 16-bit types take 32 bits.
std::string_view glsl_type(ElementType scalar);

/// The macro that names a type of cells, and the type's largest and lowest value as GLSL.
struct CellWords {
    std::string_view define, largest, lowest;
};
/// Returns the CellWords of a type of cells.
CellWords cell_words(ElementType cell);

/// Concatenates the parts.
std::string join(std::initializer_list<std::string_view> parts);
/// Appends "#define NAME VALUE" and a line break.
void define(std::string& text, std::string_view name, std::string_view value);

/// GLSL expressions that convert a scalar to 32-bit words and back. `to` converts `value` to a uvec2; for a type of 4
/// bytes the high word is 0. `from` converts back: the word `first` for a type of 4 bytes, the uvec2 `both` for a type
/// of 8 bytes.
struct WordConversions {
    std::string to, from;
};
/// Returns the conversions of a scalar of `type`.
WordConversions word_conversions(ElementType type, const std::string& value, const std::string& first,
                                 const std::string& both);

/// Returns the buffers of the inputs, after a buffer of their element counts, and for each input a function with the
/// name of the input. The function reads element k, or sets VKALGO_STATUS_INPUT if k is not an index of an element and
/// the template's vkalgo_reads_count() is true. With `tiles`, reads at the current row or column come from registers.
/// Then it also returns VkalgoRowInputs and VkalgoColumnInputs, their loaders, and the conversions of
/// VkalgoColumnInputs to 32-bit words and back. In a batch the counts are not in a buffer. Two variables describe the
/// current problem: the counts of its inputs, and vkalgo_input_first, the positions of their first elements. The
/// template (shaders/dp/batch_problem.glsl) sets both variables.
std::string input_accessors(const dp::RecurrenceHeader& header, bool tiles, bool is_batched);

/// Returns the variables for the values that term() reads at row, split and column. The template sets them:
/// vkalgo_row_cell and vkalgo_column_cell, and for inputs vkalgo_row_inputs, vkalgo_split_inputs and
/// vkalgo_column_inputs, each with a loader. with_terms_at_hand() renames the reads accordingly.
std::string term_accessors(const dp::RecurrenceHeader& header);

/// Returns the functions vkalgo_row_symbol(i) and vkalgo_column_symbol(j), which give the two symbols that cell()
/// compares as words. Also defines VKALGO_BITS_EDIT, which says which of the two kinds of cells the recurrence has. The
/// recurrence must have `bits`.
std::string symbol_accessors(const dp::RecurrenceHeader& header);

/// Returns the functions of input_accessors() without buffers, for the interpreter, which answers the calls itself.
std::string input_stubs(const dp::RecurrenceHeader& header);

/// Returns the buffers of the outputs, which follow the inputs' buffers, and two functions per output with its name:
/// one writes element k, the other reads element k. Both set VKALGO_STATUS_OUTPUT if k is not an index of an element.
std::string output_accessors(const dp::RecurrenceHeader& header);

/// Returns the functions of output_accessors() without buffers, for the interpreter and for modules that compute cells
/// again.
std::string output_stubs(const dp::RecurrenceHeader& header);

}  // namespace vkalgo::compiler
