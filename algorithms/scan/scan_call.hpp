#pragma once

#include "../../engine/call.hpp"
#include "../../engine/runner.hpp"
#include "scan.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace vkalgo {

/// Options of the easy call.
struct ScanCallOptions {
    /// scan() sets `type` to the type of its elements.
    ScanOptions scan = {};
    /// With scan.segmented: one bit per element, as in ScanArguments::heads. scan_heads makes them from offsets.
    std::span<const std::uint32_t> heads = {};
    CallOptions call = {};
};

/// The device memory of a call. If not all elements fit, the call scans them part by part; each part begins with the
/// sum of the elements before it.
struct ScanCallPlan {
    /// The plan of the largest part.
    ScanPlan plan;
    /// The number of elements per part: a multiple of 32, unless there is only one part. The last part may have fewer.
    std::uint64_t part_elements = 0;
    std::uint64_t parts = 0;
    /// Bytes of device memory per buffer. The results overwrite the values; the staging memory belongs to the runner.
    std::uint64_t values_bytes = 0;
    std::uint64_t heads_bytes = 0;
    std::uint64_t total_bytes = 0;
    std::uint64_t scratch_bytes = 0;
    std::uint64_t staging_bytes = 0;

    /// Returns the bytes of device memory, staging included.
    std::uint64_t device_bytes() const {
        return values_bytes + heads_bytes + total_bytes + scratch_bytes + staging_bytes;
    }
};

/// Plans a call. A pure function of its arguments; the only field of options.call that it reads is memory_limit.
/// Errors: those of plan_scan; too_large (not even a small part fits the memory).
Result<ScanCallPlan> plan_scan_call(const ScanCallOptions& options, std::uint64_t count, const DeviceProfile& profile);

/// The results of scan_in_place besides the values.
struct ScanBytes {
    /// One element: the sum of all elements; if segmented, the sum of the last segment.
    std::vector<std::byte> total;
    /// The plan of the largest part.
    ScanPlan plan;
    std::uint64_t parts = 0;
    CallReport report;
};

/// Scans whole elements of options.scan.type and writes the results over `elements`, part by part if memory requires
/// it. This call does everything that the device needs, for a host application that has no device code of its own.
/// Errors: those of plan_scan_call; invalid_argument (an incomplete element; no timed run; too few heads); cancelled;
/// those of the runner. After cancellation and after an error of the runner, some elements may be overwritten.
Result<ScanBytes> scan_in_place(Runner& runner, std::span<std::byte> elements, const ScanCallOptions& options);

/// The result of the easy call.
template <class T>
struct ScanResult {
    std::vector<T> values;
    /// The sum of all elements; if segmented, the sum of the last segment.
    T total = {};
    /// The plan of the largest part.
    ScanPlan plan;
    std::uint64_t parts = 0;
    CallReport report;
};

/// Scans elements of a C++ type: std::uint32_t, std::int32_t, std::uint64_t, std::int64_t, float or double.
///
///     auto scanned = vkalgo::scan(runner, std::span(lengths), {.scan = {.kind = vkalgo::ScanKind::exclusive}});
template <class T>
    requires std::is_arithmetic_v<T>
Result<ScanResult<std::remove_cv_t<T>>> scan(Runner& runner, std::span<T> values, ScanCallOptions options = {}) {
    using Element = std::remove_cv_t<T>;
    options.scan.type = element_type_of<Element>();
    ScanResult<Element> result;
    result.values.assign(values.begin(), values.end());
    VKALGO_TRY(ScanBytes bytes, scan_in_place(runner, std::as_writable_bytes(std::span(result.values)), options));
    std::memcpy(&result.total, bytes.total.data(), sizeof(Element));
    result.plan = std::move(bytes.plan);
    result.parts = bytes.parts;
    result.report = std::move(bytes.report);
    return result;
}

}  // namespace vkalgo
