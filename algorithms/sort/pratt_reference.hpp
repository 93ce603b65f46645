// Internal to algorithms/sort/ and its tests: the result of a pass of Pratt's Shellsort, computed on the processor.
#pragma once

#include "pratt_parts.hpp"
#include "pratt_plan.hpp"

#include <cstdint>
#include <span>

namespace vkalgo {

/// Applies a pass of plan_pratt or plan_pure_pratt to keys. All earlier passes must have been applied to them.
void reference_pratt(std::span<std::uint64_t> keys, const PrattPass& pass);

/// Applies a step of plan_part_steps to the parts that it names. All earlier steps must have been applied to them.
void reference_part_step(std::span<std::uint64_t> earlier, std::span<std::uint64_t> later, const PartStep& step);

}  // namespace vkalgo
