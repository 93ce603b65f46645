#include "algorithms/sort/segmented_sort.hpp"
#include "algorithms/sort/sort_reference.hpp"

#include <string>

namespace vkalgo {

std::string segment_offsets_error(std::span<const std::uint32_t> offsets, std::uint64_t count) {
    if (offsets.size() < 2) {
        return "there must be at least two offsets, where the first segment begins and where it ends";
    }
    if (offsets.front() != 0) {
        return "the first offset is " + std::to_string(offsets.front()) + ", not 0";
    }
    for (std::size_t i = 1; i < offsets.size(); ++i) {
        if (offsets[i] < offsets[i - 1]) {
            return "offset " + std::to_string(i) + " is " + std::to_string(offsets[i]) +
                   ", less than the offset before it, " + std::to_string(offsets[i - 1]) + "; offsets count from 0";
        }
    }
    if (offsets.back() != count) {
        return "the last offset is " + std::to_string(offsets.back()) + ", not the number of keys, " +
               std::to_string(count);
    }
    return {};
}

Result<void> segmented_sort_reference(std::span<std::byte> keys, std::span<std::uint32_t> values,
                                      std::span<const std::uint32_t> offsets, const SortOptions& options) {
    const std::size_t bytes = size_of(options.type);
    if (const std::string wrong = segment_offsets_error(offsets, keys.size() / bytes); !wrong.empty()) {
        return Error{ErrorCode::invalid_argument, wrong, "offsets"};
    }
    for (std::size_t s = 0; s + 1 < offsets.size(); ++s) {
        const std::size_t first = offsets[s], count = offsets[s + 1] - first;
        VKALGO_CHECK(sort_reference(keys.subspan(first * bytes, count * bytes),
                                    values.empty() ? values : values.subspan(first, count), options));
    }
    return {};
}

}  // namespace vkalgo
