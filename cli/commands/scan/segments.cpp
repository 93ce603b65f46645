#include "cli/commands/scan/segments.hpp"

#include "algorithms/scan/scan_reference.hpp"
#include "cli/segment_offsets.hpp"
#include "formats/source.hpp"
#include "support/bad_usage.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

Result<std::vector<std::uint64_t>> read_offsets(const std::string& path, const InputSettings& settings) {
    InputSettings own;
    own.limits = settings.limits;
    own.notice = settings.notice;
    own.has_column_option = false;
    InputReader reader(std::move(own));
    VKALGO_TRY(const Array array, read_segment_offsets(reader, path, ElementType::u64));
    std::vector<std::uint64_t> offsets(static_cast<std::size_t>(array.count()));
    if (!offsets.empty()) {
        std::memcpy(offsets.data(), array.data.data(), array.data.size());
    }
    return offsets;
}

/// Returns what is wrong with the offsets, or an empty string.
std::string wrong_offsets(std::span<const std::uint64_t> offsets, std::uint64_t elements) {
    if (offsets.size() < 2) {
        return "there must be at least two numbers: where the first segment begins and where it ends";
    }
    if (offsets.front() != 0) {
        return fmt::format("the first number is {}; it must be 0, where the first segment begins", offsets.front());
    }
    const auto drop = std::is_sorted_until(offsets.begin(), offsets.end());
    if (drop != offsets.end()) {
        return fmt::format(
            "number {} (counted from 0) is {}, less than the number before it, {}; give them in ascending order",
            drop - offsets.begin(), *drop, *(drop - 1));
    }
    if (offsets.back() != elements) {
        return fmt::format("the last number is {}; it must be the number of elements, {}", offsets.back(), elements);
    }
    return {};
}

}  // namespace

Result<ScanSegments> read_scan_segments(const std::string& path, const InputSettings& settings,
                                        std::uint64_t elements) {
    VKALGO_TRY(const std::vector<std::uint64_t> offsets, read_offsets(path, settings));
    if (const std::string wrong = wrong_offsets(offsets, elements); !wrong.empty()) {
        return bad_usage(fmt::format("--segments: '{}': {}", input_name(path), wrong));
    }
    // Segments without elements at the end of the array begin after its last element, so they have no head.
    const auto end = std::lower_bound(offsets.begin(), offsets.end(), elements);
    const std::span<const std::uint64_t> beginnings(offsets.begin(), end);
    ScanSegments segments{offsets.size() - 1, {}};
    VKALGO_TRY(segments.heads, scan_heads(beginnings, elements));
    return segments;
}

std::optional<std::uint64_t> first_scan_overflow(const Array& values, const ScanSegments& segments, bool exclusive) {
    return with_type(values.type, [&](auto sample) -> std::optional<std::uint64_t> {
        using T = decltype(sample);
        std::optional<std::uint64_t> beyond;
        if constexpr (std::is_integral_v<T>) {
            T sum = 0;
            for (std::uint64_t i = 0; i < values.count(); ++i) {
                T value;
                std::memcpy(&value, values.data.data() + i * sizeof(T), sizeof(T));
                if (segments.begins_at(i)) {
                    sum = 0;
                    beyond.reset();
                }
                if (exclusive && beyond) {
                    return beyond;
                }
                if (__builtin_add_overflow(sum, value, &sum)) {
                    beyond = i;
                }
                if (!exclusive && beyond) {
                    return beyond;
                }
            }
        }
        return beyond;
    });
}

}  // namespace vkalgo::cli
