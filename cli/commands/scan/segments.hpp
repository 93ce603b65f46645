#pragma once

#include "cli/formats.hpp"
#include "engine/result.hpp"
#include "formats/array.hpp"
#include "formats/reader.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// The option `vkalgo scan --segments`.
namespace vkalgo::cli {

struct ScanSegments {
    /// Number of segments. Segments without elements count too.
    std::uint64_t count = 0;
    /// One bit per element, in the format of ScanCallOptions::heads.
    std::vector<std::uint32_t> heads;

    bool begins_at(std::uint64_t element) const {
        return !heads.empty() && (heads[static_cast<std::size_t>(element / 32)] >> (element % 32) & 1U) != 0;
    }
};

/// Reads the offsets of the segments of an array of `elements` elements from the file `path`: the index of each
/// segment's first element, and then `elements`. The offsets must not descend, and the first one must be 0. From
/// `settings` only limits and notices are used, because format and column are those of the elements. Errors: those of
/// the reader; invalid_argument: numbers that do not ascend from 0 to `elements`.
Result<ScanSegments> read_scan_segments(const std::string& path, const InputSettings& settings, std::uint64_t elements);

/// Returns the least index whose sum does not fit its type although the scan outputs that sum; nullopt if there is
/// none. The sum of an index is that of the elements from the beginning of its segment up to the index, included. (The
/// last sum of an exclusive scan is the total.)
std::optional<std::uint64_t> first_scan_overflow(const Array& values, const ScanSegments& segments, bool exclusive);

}  // namespace vkalgo::cli
