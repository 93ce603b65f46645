#pragma once

// Internal to random instances: what the declaration of an input says about how it is drawn.
#include "../recurrence/header.hpp"

#include <cstdint>
#include <string_view>

namespace vkalgo::dp {

/// Returns the range that values are drawn from: the range of the `random` line or, without one, the range of the
/// input. Null if neither has a range.
const InputRange* drawn_range(const InputDeclaration& input);
/// Returns the letters that values are drawn from. Empty: numbers are drawn. `most` as in GeneratorOptions.
std::string_view drawn_letters(const InputDeclaration& input, std::uint64_t most = 0);
/// Returns the expression for the length of a drawn input. Null: n or m.
const Expression* drawn_length(const InputDeclaration& input);

}  // namespace vkalgo::dp
