#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

/// How a text reads cells and inputs, as far as its tokens show it.
namespace vkalgo::dp {

struct SourceText;
struct SourceFunction;

/// Tokens [begin, end).
using TokenSpan = std::pair<std::size_t, std::size_t>;

/// Returns the names of a function's parameters, in order.
std::vector<std::string_view> parameter_names(const SourceText& text, const SourceFunction& function);
/// Returns whether the body may change the parameter, or may hide it by a variable of that name.
bool is_changed(const SourceText& text, const SourceFunction& function, std::string_view name);
/// Returns whether calls may change their arguments: a function has an `out` or `inout` parameter, or the text names a
/// function of GLSL that writes to an argument.
bool writes_to_arguments(const SourceText& text);
/// Returns whether the function's parameters are i and j, and nothing changes or hides them.
bool keeps_i_and_j(const SourceText& text, const SourceFunction& function);
/// Returns the arguments of the call whose '(' is at `open`: one empty span for a call without arguments, none if the
/// call is not closed.
std::vector<TokenSpan> arguments_of(const SourceText& text, std::size_t open);
/// Returns the number that the digits write in GLSL, or nullopt if it is not decimal: a leading 0 makes it octal.
std::optional<std::int64_t> decimal_of(std::string_view digits);
/// Returns the offset in `name`, `name + number` or `name - number`, or nullopt for anything else.
std::optional<std::int64_t> offset_of(const SourceText& text, TokenSpan argument, std::string_view name);

}  // namespace vkalgo::dp
