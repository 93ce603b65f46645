// Internal to algorithms/sort/, its tests and its benchmark: how sorted parts of an array are merged in place.
#pragma once

#include <cstdint>
#include <vector>

namespace vkalgo {

/// The largest number of parts for which a sort is planned. No device has the memory for more.
inline constexpr std::uint64_t kMaxParts = 1024;

/// Items in parts of `part` items each; the last part may have fewer.
struct PartsShape {
    std::uint64_t count = 0;
    std::uint64_t part = 0;
    /// The number of positions that a tile of pratt_bitonic holds, and the least number of columns of a tile. Both are
    /// powers of 2.
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
    /// True: runs shaders/sort/pratt_exchange.comp on the parts `earlier` and `later`. False: runs pratt_bitonic.comp
    /// on the part `earlier`.
    bool exchanges = false;
    std::uint64_t earlier = 0;
    std::uint64_t later = 0;

    /// `pratt_bitonic`: positions before the first item, and positions in total; see BitonicPush.
    std::uint64_t before = 0;
    std::uint64_t positions = 0;
    std::uint64_t stride = 1;
    std::uint32_t row_bits = 0;
};

/// Two sorted parts to be merged. `earlier` gets the lesser items.
struct PartPair {
    std::uint64_t earlier = 0;
    std::uint64_t later = 0;
    bool operator==(const PartPair&) const = default;
};

/// Returns the pairs of Batcher's merge exchange (D. E. Knuth, The Art of Computer Programming 3, 5.2.2, algorithm M),
/// in order. A network that sorts N items compares pairs of items and exchanges those in the wrong order. It also sorts
/// N sorted parts if each comparison is replaced by a merge of two parts, after which the earlier part has the lesser
/// half of the items.
std::vector<PartPair> merge_exchange(std::uint64_t parts);

/// Plans the steps that sort an array whose parts are sorted. A shorter last part counts as filled up with items that
/// are greatest. They are at its end before and after a merge, so no kernel reads them.
///
/// After the exchange of two parts, the items of the earlier part rise and then fall. This stays true if least items
/// are put before them, up to the next power of two. The items of the later part fall and then rise, and this stays
/// true if greatest items are put after them. Bitonic sorting leaves both kinds of added items where they are.
std::vector<PartStep> plan_part_steps(const PartsShape& shape);

}  // namespace vkalgo
