// Internal to algorithms/sort/ and its tests: what a pass of Pratt's Shellsort gives, worked out on the processor.
#pragma once

#include "pratt_parts.hpp"
#include "pratt_plan.hpp"

#include <cstdint>
#include <span>

namespace vkalgo {

/// The pass of plan_pratt on keys that the passes before it have left.
void reference_pratt(std::span<std::uint64_t> keys, const PrattPass& pass);

/// The step of plan_part_steps on the parts that it names, as the steps before it have left them.
void reference_part_step(std::span<std::uint64_t> earlier, std::span<std::uint64_t> later, const PartStep& step);

}  // namespace vkalgo
