#pragma once

// Internal to random instances: what an input's declaration says about how it is drawn.
#include "../recurrence/header.hpp"

#include <cstdint>
#include <string_view>

namespace vkalgo::dp {

/// What says how the values are drawn, after the `random` line and the input's own range.
const InputRange* drawn_range(const InputDeclaration& input);
/// Empty: it is drawn by numbers. `most` as in GeneratorOptions.
std::string_view drawn_letters(const InputDeclaration& input, std::uint64_t most = 0);
/// What says how long a drawn input is; null: n or m.
const Expression* drawn_length(const InputDeclaration& input);

}  // namespace vkalgo::dp
