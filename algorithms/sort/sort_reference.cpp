#include "algorithms/sort/sort_reference.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <utility>
#include <vector>

namespace vkalgo {

namespace {

std::uint64_t key_at(std::span<const std::byte> keys, std::uint64_t index, const SortOptions& options) {
    const std::size_t bytes = size_of(options.type);
    std::uint64_t bits = 0;
    std::memcpy(&bits, keys.data() + index * bytes, bytes);  // little-endian, as all devices are
    return sort_ordinal(bits, options);
}

/// Bits of a key: how many, all of them, its sign; and how many NaN have one.
struct Width {
    std::uint32_t bits;
    std::uint64_t all, sign, signed_nans;
};

Width width_of(ElementType type) {
    const std::uint32_t bits = 8 * size_of(type);
    return {bits, ~std::uint64_t{0} >> (64 - bits), std::uint64_t{1} << (bits - 1),
            (std::uint64_t{1} << (bits == 64 ? 52 : 23)) - 1};
}

}  // namespace

std::uint64_t sort_ordinal(std::uint64_t bits, const SortOptions& options) {
    const Width width = width_of(options.type);
    if (is_float(options.type)) {
        // NaN with a sign would come first; as many numbers lower, they come last.
        bits = ((bits & width.sign) != 0 ? ~bits : bits | width.sign) - width.signed_nans;
    } else if (is_signed(options.type)) {
        bits ^= width.sign;
    }
    const std::uint32_t end = options.end_bit == 0 ? width.bits : options.end_bit;
    const std::uint64_t decide = (width.all >> (width.bits - end)) & (width.all << options.begin_bit);
    return (options.descending ? ~bits : bits) & decide;
}

std::vector<std::uint64_t> sort_ordinals(std::span<const std::byte> keys, const SortOptions& options) {
    std::vector<std::uint64_t> ordinals(keys.size() / size_of(options.type));
    for (std::uint64_t i = 0; i < ordinals.size(); ++i) {
        ordinals[i] = key_at(keys, i, options);
    }
    return ordinals;
}

std::uint64_t sort_bits(std::uint64_t ordinal, const SortOptions& options) {
    const Width width = width_of(options.type);
    std::uint64_t bits = options.descending ? ~ordinal : ordinal;
    if (is_float(options.type)) {
        bits += width.signed_nans;
        bits = (bits & width.sign) != 0 ? bits ^ width.sign : ~bits;
    } else if (is_signed(options.type)) {
        bits ^= width.sign;
    }
    return bits & width.all;
}

Result<void> sort_reference(std::span<std::byte> keys, std::span<std::uint32_t> values, const SortOptions& options) {
    const std::size_t bytes = size_of(options.type);
    const std::uint64_t count = keys.size() / bytes;
    if (keys.size() % bytes != 0 || (!values.empty() && values.size() != count)) {
        return Error{ErrorCode::invalid_argument, "keys and values do not go together", "keys"};
    }
    std::vector<std::pair<std::uint64_t, std::uint64_t>> items(count);
    for (std::uint64_t i = 0; i < count; ++i) {
        items[i] = {key_at(keys, i, options), i};
    }
    std::stable_sort(items.begin(), items.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    const std::vector<std::byte> old_keys(keys.begin(), keys.end());
    const std::vector<std::uint32_t> old_values(values.begin(), values.end());
    for (std::uint64_t i = 0; i < count; ++i) {
        std::memcpy(keys.data() + i * bytes, old_keys.data() + items[i].second * bytes, bytes);
        if (!values.empty()) {
            values[i] = old_values[items[i].second];
        }
    }
    return {};
}

std::uint64_t unsorted_pairs(std::span<const std::byte> keys, const SortOptions& options) {
    const std::uint64_t count = keys.size() / size_of(options.type);
    std::uint64_t pairs = 0;
    std::uint64_t last = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint64_t key = key_at(keys, i, options);
        pairs += key < last ? 1 : 0;
        last = key;
    }
    return pairs;
}

std::string wrong_order(std::span<const std::byte> keys, std::span<const std::uint32_t> order,
                        const SortOptions& options, bool stable) {
    std::vector<bool> seen(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (order[i] >= order.size() || seen[order[i]]) {
            return "place " + std::to_string(i) + " holds " + std::to_string(order[i]) +
                   (order[i] < order.size() ? ", which came before" : ", beyond the last key");
        }
        seen[order[i]] = true;
        if (i == 0) {
            continue;
        }
        const std::uint64_t before = key_at(keys, order[i - 1], options);
        const std::uint64_t here = key_at(keys, order[i], options);
        if (before > here || (stable && before == here && order[i - 1] > order[i])) {
            return "places " + std::to_string(i - 1) + " and " + std::to_string(i) + " are out of order";
        }
    }
    return {};
}

}  // namespace vkalgo
