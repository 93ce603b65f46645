#pragma once

#include "../../engine/device_profile.hpp"
#include "../../engine/result.hpp"
#include "../element_type.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace vkalgo {

struct ScanMethod;
struct ScanTuning;

/// What a scan does with two elements. Integers are added modulo 2^32 or 2^64. f32: sums are rounded to nearest; min
/// and max take -0 for less than 0 and pass over NaN.
enum class ScanOperator : std::uint8_t { add, min, max };
/// "add", "min", "max".
const char* to_string(ScanOperator op);

/// Result i is the sum of elements 0 to i (inclusive), or of elements 0 to i - 1 (exclusive); "sum" is what the
/// operator makes of them.
enum class ScanKind : std::uint8_t { inclusive, exclusive };
/// "inclusive", "exclusive".
const char* to_string(ScanKind kind);

/// What is scanned, and how.
struct ScanOptions {
    /// u32, i32, u64, i64 or f32
    ElementType type = ElementType::u32;
    ScanOperator op = ScanOperator::add;
    ScanKind kind = ScanKind::inclusive;
    /// Every segment is scanned by itself; ScanArguments::heads says where segments begin.
    bool segmented = false;
    /// f32 sums only: the bits of the result are the same at every run on one device. (They always are for all else.)
    bool reproducible = false;
    /// "auto", or one of scan_method_names()
    std::string method = "auto";
};

/// What a plan is made from.
struct ScanParams {
    ScanOptions options;
    /// elements; with a count on the device the most there may be, then at most 2^32 - 1
    std::uint64_t count = 0;
};

/// What `record` will do: everything it dispatches follows from this.
struct ScanPlan {
    ScanOptions options;
    /// see method_name()
    const ScanMethod* method = nullptr;
    /// how the work is cut: the library's own numbers for this method and device
    std::shared_ptr<const ScanTuning> tuning;
    std::uint64_t count = 0;
    /// elements that a workgroup holds at once
    std::uint64_t tile_elements = 0;
    std::uint64_t tiles = 0;
    /// A storage buffer binds at most so many tiles, and a device that stops long loops takes no more per dispatch.
    std::uint64_t window_tiles = 0;
    std::uint64_t windows = 0;
    /// reduce-then-scan: tiles that one workgroup scans, and workgroups per full window
    std::uint64_t chunk_tiles = 0;
    std::uint64_t window_chunks = 0;
    /// look-back: where the links begin, in bytes; before them lie the tickets
    std::uint64_t links_offset = 0;

    std::uint64_t values_bytes = 0;
    /// of ScanArguments::heads, 0 if not segmented
    std::uint64_t heads_bytes = 0;
    std::uint64_t scratch_bytes = 0;
    std::uint64_t dispatches = 0;
    /// Loop iterations of the busiest invocation in one dispatch, at most.
    std::uint64_t loop_iterations = 0;

    /// Never "auto".
    std::string_view method_name() const;
};

/// A pure function of its arguments: needs no device.
/// Errors: invalid_argument (the type; a method of no such name), unsupported (the method, on this device), too_large
/// (not even one tile fits a storage buffer).
Result<ScanPlan> plan_scan(const ScanParams& params, const DeviceProfile& profile);

/// The names that ScanOptions::method may have besides "auto", in order.
std::vector<std::string_view> scan_method_names();

/// Bytes of a buffer with a bit per element, in whole words: bit i % 32 of word i / 32.
constexpr std::uint64_t scan_heads_bytes(std::uint64_t count) {
    return (count + 31) / 32 * 4;
}

}  // namespace vkalgo
