#include "algorithms/sort/pratt_parts.hpp"

#include "algorithms/divide_up.hpp"

#include <algorithm>
#include <bit>

namespace vkalgo {

namespace {

std::uint32_t log2_of(std::uint64_t power) {
    return static_cast<std::uint32_t>(std::countr_zero(power));
}

/// Appends the passes that sort a bitonic part: its items first rise and then fall, or first fall and then rise. The
/// first passes compare items that are at least shape.tile positions apart, in tiles of some columns, and each of these
/// passes does about the same number of distances. The last pass does the distances below shape.tile. The part counts
/// as filled up to a power of two: with `least_before` by least items before it, otherwise by greatest items after it.
void sort_bitonic(const PartsShape& shape, std::uint64_t number, bool least_before, std::vector<PartStep>& steps) {
    const std::uint64_t count = shape.count_of(number);
    PartStep step{.earlier = number, .later = number};
    step.positions = std::max(std::bit_ceil(count), shape.tile);
    step.before = least_before ? step.positions - count : 0;
    std::uint32_t bits = log2_of(step.positions / shape.tile);
    const std::uint64_t most_bits = log2_of(shape.tile / shape.columns);
    for (std::uint64_t passes = divide_up(bits, most_bits); passes > 0; --passes) {
        step.row_bits = static_cast<std::uint32_t>(divide_up(bits, passes));
        bits -= step.row_bits;
        step.stride = shape.tile << bits;
        steps.push_back(step);
    }
    step.stride = 1;
    step.row_bits = log2_of(shape.tile);
    steps.push_back(step);
}

}  // namespace

std::vector<PartPair> merge_exchange(std::uint64_t parts) {
    std::vector<PartPair> pairs;
    const std::uint64_t top = parts < 2 ? 0 : std::bit_ceil(parts) / 2;
    for (std::uint64_t p = top; p > 0; p /= 2) {
        std::uint64_t r = 0;
        std::uint64_t distance = p;
        for (std::uint64_t q = top;; q /= 2) {
            for (std::uint64_t i = 0; i + distance < parts; ++i) {
                if ((i & p) == r) {
                    pairs.push_back({i, i + distance});
                }
            }
            if (q == p) {
                break;
            }
            distance = q - p;
            r = p;
        }
    }
    return pairs;
}

std::vector<PartStep> plan_part_steps(const PartsShape& shape) {
    std::vector<PartStep> steps;
    for (const PartPair& pair : merge_exchange(shape.parts())) {
        steps.push_back({.exchanges = true, .earlier = pair.earlier, .later = pair.later});
        sort_bitonic(shape, pair.earlier, true, steps);
        sort_bitonic(shape, pair.later, false, steps);
    }
    return steps;
}

}  // namespace vkalgo
