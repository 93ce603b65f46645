#pragma once

// Internal to random instances: what the declaration of an input says about how it is drawn.
#include "../recurrence/header.hpp"

#include <cstdint>
#include <string_view>

namespace vkalgo::dp {

/// Returns the range that values are drawn from: the range of the `random` line or, without a `random` line, the range
/// of the input. Null if the `random` line has letters, or if no range is declared.
const InputRange* drawn_range(const InputDeclaration& input);
/// Returns the letters that values are drawn from. Empty: numbers are drawn. `most`: see GeneratorOptions.
std::string_view drawn_letters(const InputDeclaration& input, std::uint64_t most = 0);
/// Returns the expression for the length of a drawn input. Null: the length is n or m (GeneratorOptions).
const Expression* drawn_length(const InputDeclaration& input);

}  // namespace vkalgo::dp
