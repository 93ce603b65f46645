// Internal to algorithms/histogram/: how the kernels are told about even bins of floating-point values.
#pragma once

#include "algorithms/histogram/bin_rule.hpp"
#include "engine/kernel.hpp"

#include <cstdint>
#include <vector>

namespace vkalgo::histogram_detail {

/// Returns the constants with which the kernels find the bin of a floating-point value among even bins. First they
/// compute the position of the value in floating-point arithmetic of its type. If its error leaves more than one bin,
/// they compare the value with edges exactly.
std::vector<SpecializationConstant> even_constants(const BinRule& rule);

/// Returns an upper bound of the loop iterations that find the bin of a value by a rule without edges.
std::uint32_t bin_iterations(const BinRule& rule);

}  // namespace vkalgo::histogram_detail
