// Internal to algorithms/sort/ and its tests: what a pass of Pratt's Shellsort gives, worked out on the processor.
#pragma once

#include "pratt_plan.hpp"

#include <cstdint>
#include <span>

namespace vkalgo {

/// The pass of plan_pratt on keys that the passes before it have left.
void reference_pratt(std::span<std::uint64_t> keys, const PrattPass& pass);

}  // namespace vkalgo
