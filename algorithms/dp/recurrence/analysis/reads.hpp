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
/// Returns whether the body changes the parameter, or hides it by a variable of that name.
bool is_changed(const SourceText& text, const SourceFunction& function, std::string_view name);
/// Returns the arguments of the call whose '(' is at `open`.
std::vector<TokenSpan> arguments_of(const SourceText& text, std::size_t open);
/// Returns the number that the digits write in GLSL, or nullopt if it is not decimal: a leading 0 makes it octal.
std::optional<std::int64_t> decimal_of(std::string_view digits);
/// Returns the offset in `name`, `name + number` or `name - number`, or nullopt for anything else.
std::optional<std::int64_t> offset_of(const SourceText& text, TokenSpan argument, std::string_view name);

}  // namespace vkalgo::dp
