// Internal to algorithms/sort/, its tests and its benchmark: how sorted parts of an array are merged in place.
#pragma once

#include <cstdint>
#include <vector>

namespace vkalgo {

/// Sorts of more parts are not planned: no device has memory for them.
inline constexpr std::uint64_t kMaxParts = 1024;

/// Items in parts of `part` each, the last of which may have fewer.
struct PartsShape {
    std::uint64_t count = 0;
    std::uint64_t part = 0;
    /// places that a tile of pratt_bitonic holds, and how many neighbours it has in a row at least; powers of 2
    std::uint64_t tile = 8192;
    std::uint64_t columns = 8;

    std::uint64_t parts() const { return part == 0 ? 1 : (count + part - 1) / part; }
    std::uint64_t first_of(std::uint64_t number) const { return number * part; }
    std::uint64_t count_of(std::uint64_t number) const {
        return number + 1 < parts() ? part : count - first_of(number);
    }
};

/// One dispatch of a merge.
struct PartStep {
    /// shaders/sort/pratt_exchange.comp on the parts `earlier` and `later`; else pratt_bitonic.comp on `earlier` alone
    bool exchanges = false;
    std::uint64_t earlier = 0;
    std::uint64_t later = 0;

    /// pratt_bitonic: places before the first item, of `places` altogether; see BitonicPush
    std::uint64_t before = 0;
    std::uint64_t places = 0;
    std::uint64_t stride = 1;
    std::uint32_t row_bits = 0;
};

/// Two sorted parts, of which the first gets the lesser items.
struct PartPair {
    std::uint64_t earlier = 0;
    std::uint64_t later = 0;
    bool operator==(const PartPair&) const = default;
};

/// Batcher's merge exchange (D. E. Knuth, The Art of Computer Programming 3, 5.2.2, algorithm M): what sorts so many
/// items if it exchanges those that are in the wrong order sorts as many parts if it merges them and splits the result.
std::vector<PartPair> merge_exchange(std::uint64_t parts);

/// What sorts an array whose parts are sorted. A last part that is shorter counts as filled up with greatest items:
/// they are in its end before a merge and after it, and are never looked at.
///
/// After the exchange the earlier part rises and then falls: with least items before it, to the next power of two, it
/// still does. The later one falls and then rises: with greatest items behind it, it still does. Bitonic sorting leaves
/// both kinds where they are.
std::vector<PartStep> plan_part_steps(const PartsShape& shape);

}  // namespace vkalgo
