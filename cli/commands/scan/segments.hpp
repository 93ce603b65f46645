#pragma once

#include "cli/formats.hpp"
#include "engine/result.hpp"
#include "formats/array.hpp"
#include "formats/reader.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// `vkalgo scan --segments`.
namespace vkalgo::cli {

struct ScanSegments {
    /// Number of segments, those without elements included.
    std::uint64_t count = 0;
    /// One bit per element, as ScanCallOptions::heads wants them.
    std::vector<std::uint32_t> heads;

    bool begins_at(std::uint64_t element) const {
        return !heads.empty() && (heads[static_cast<std::size_t>(element / 32)] >> (element % 32) & 1U) != 0;
    }
};

/// Reads where segments of `elements` elements begin: ascending from 0, and at the end the number of elements. Of
/// `settings`, only limits and notices count: format and column are those of the elements. Errors: the reader's;
/// invalid_argument: numbers that do not ascend so.
Result<ScanSegments> read_scan_segments(const std::string& path, const InputSettings& settings, std::uint64_t elements);

/// Returns the first integer with which a sum goes beyond its type, of those sums that a scan shows. (Of an exclusive
/// scan, the last sum is the total.)
std::optional<std::uint64_t> first_scan_overflow(const Array& values, const ScanSegments& segments, bool exclusive);

}  // namespace vkalgo::cli
