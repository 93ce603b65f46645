// Internal to algorithms/histogram/: how the kernels are told about even bins of floating-point values.
#pragma once

#include "algorithms/histogram/bin_rule.hpp"
#include "engine/kernel.hpp"

#include <cstdint>
#include <vector>

namespace vkalgo::histogram_detail {

/// Returns the constants with which the kernels find the bin of a floating-point value among even bins. First they
/// compute the position of the value in floating-point arithmetic of computed_as(type). If the error of the position
/// leaves more than one bin, they compare the value with edges exactly.
std::vector<SpecializationConstant> even_constants(const BinRule& rule);

/// Returns an upper bound of the loop iterations that find the bin of one value; 0 for a kind other than `scale`. The
/// search among the edges of BinRule::Kind::edges is not included.
std::uint32_t bin_iterations(const BinRule& rule);

}  // namespace vkalgo::histogram_detail
