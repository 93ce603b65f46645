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

/// The operator that combines two elements. Integers are added modulo 2^32 or 2^64. f32 and f64: sums are rounded to
/// nearest; min and max treat -0 as less than 0 and ignore NaN. If all elements are NaN, the result of min is infinity,
/// and the result of max -infinity.
enum class ScanOperator : std::uint8_t { add, min, max };
/// Returns "add", "min" or "max".
const char* to_string(ScanOperator op);

/// Result i is the sum of elements 0 to i (inclusive), or of elements 0 to i - 1 (exclusive). "Sum" means the result of
/// the operator.
enum class ScanKind : std::uint8_t { inclusive, exclusive };
/// Returns "inclusive" or "exclusive".
const char* to_string(ScanKind kind);

/// The options of a scan.
struct ScanOptions {
    /// One of u32, i32, u64, i64, f32 and f64. Sums of f64 need a device with 64-bit floating-point numbers; minima and
    /// maxima do not.
    ElementType type = ElementType::u32;
    ScanOperator op = ScanOperator::add;
    ScanKind kind = ScanKind::inclusive;
    /// Scans each segment by itself. ScanArguments::heads marks where segments begin.
    bool segmented = false;
    /// For f32 and f64 sums only: every run on one device gives the same bits. (Other scans always give the same bits.)
    bool reproducible = false;
    /// "auto", or one of scan_method_names().
    std::string method = "auto";
};

/// The input of a plan.
struct ScanParams {
    ScanOptions options;
    /// Number of elements, at most 2^32 - 1 if the count is on the device; it is then the largest possible number.
    std::uint64_t count = 0;
};

/// The plan of a recording: it determines everything that `record` dispatches.
struct ScanPlan {
    ScanOptions options;
    /// See method_name().
    const ScanMethod* method = nullptr;
    /// How the work is split: the library's internal numbers for this method and device.
    std::shared_ptr<const ScanTuning> tuning;
    std::uint64_t count = 0;
    /// Elements that a workgroup holds at once.
    std::uint64_t tile_elements = 0;
    std::uint64_t tiles = 0;
    /// Tiles per window. One storage-buffer binding holds all of them, and one dispatch scans them within the device's
    /// limit on loop iterations.
    std::uint64_t window_tiles = 0;
    std::uint64_t windows = 0;
    /// For reduce-then-scan: tiles that one workgroup scans, and workgroups per full window.
    std::uint64_t chunk_tiles = 0;
    std::uint64_t window_chunks = 0;
    /// For look-back: the offset of the links in scratch, in bytes. The tickets are before them.
    std::uint64_t links_offset = 0;

    std::uint64_t values_bytes = 0;
    /// Bytes of ScanArguments::heads; 0 if not segmented.
    std::uint64_t heads_bytes = 0;
    std::uint64_t scratch_bytes = 0;
    std::uint64_t dispatches = 0;
    /// Upper limit of the loop iterations of the busiest invocation in one dispatch.
    std::uint64_t loop_iterations = 0;

    /// Returns the method's name, never "auto".
    std::string_view method_name() const;
};

/// Plans a scan. A pure function of its arguments; needs no device.
/// Errors: invalid_argument (the type; an unknown method name), unsupported (the method or the type on this device),
/// too_large (more than 2^60 elements, or more than the method can scan within the limits of this device).
Result<ScanPlan> plan_scan(const ScanParams& params, const DeviceProfile& profile);

/// Returns the names that ScanOptions::method accepts besides "auto", sorted.
std::vector<std::string_view> scan_method_names();

/// Returns the bytes of a buffer with one bit per element, in whole words: bit i % 32 of word i / 32.
constexpr std::uint64_t scan_heads_bytes(std::uint64_t count) {
    return (count + 31) / 32 * 4;
}

}  // namespace vkalgo
