#pragma once

#include "algorithms/dp/instance/instance.hpp"
#include "tests/dp/random/description.hpp"

#include <string>

namespace vkalgo::dp::test {

/// Returns the recurrence file.
std::string text_of(const Description& drawn);
/// Returns the `//!` lines of the file.
std::string header_of(const Description& drawn);
/// Returns the functions below the `//!` lines.
std::string code_of(const Description& drawn);

/// Returns the inputs and params of the instance.
Instance instance_of(const Description& drawn);

inline constexpr const char* kIndexNames[] = {"i", "j", "k", "l"};
inline constexpr const char* kFieldNames[] = {"M", "E", "F"};

/// Returns a text such as "2 * i - k + 3".
std::string text_of(const Linear& linear);
/// Returns the texts, separated by commas.
std::string listed(const std::vector<std::string>& parts);

}  // namespace vkalgo::dp::test
