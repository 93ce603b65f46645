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

/// What the easy call is asked for, beyond the values.
struct ScanCallOptions {
    /// `type` is set by a call that knows the type of its elements.
    ScanOptions scan = {};
    /// With scan.segmented: a bit per element, as ScanArguments::heads; scan_heads makes them from offsets.
    std::span<const std::uint32_t> heads = {};
    CallOptions call = {};
};

/// What a call does with device memory: it scans its elements part by part where not all fit, each from the sum before
/// it.
struct ScanCallPlan {
    /// of the largest part
    ScanPlan plan;
    /// a multiple of 32 unless one part is all
    std::uint64_t part_elements = 0;
    std::uint64_t parts = 0;
    /// bytes of device memory, buffer by buffer; the results take the place of the values; staging is the runner's
    std::uint64_t values_bytes = 0;
    std::uint64_t heads_bytes = 0;
    std::uint64_t total_bytes = 0;
    std::uint64_t scratch_bytes = 0;
    std::uint64_t staging_bytes = 0;

    /// Bytes of device memory, staging included.
    std::uint64_t device_bytes() const {
        return values_bytes + heads_bytes + total_bytes + scratch_bytes + staging_bytes;
    }
};

/// A pure function of its arguments. Of options.call it looks at memory_limit.
/// Errors: those of plan_scan; too_large (not even a small part fits the memory).
Result<ScanCallPlan> plan_scan_call(const ScanCallOptions& options, std::uint64_t count, const DeviceProfile& profile);

/// What scan_in_place tells beside the results.
struct ScanBytes {
    /// one element: the sum of all; with segments of the last one
    std::vector<std::byte> total;
    /// of the largest part
    ScanPlan plan;
    std::uint64_t parts = 0;
    CallReport report;
};

/// Scans whole elements of options.scan.type, uploaded part by part as memory asks, and writes the results over
/// `elements`: the whole call, for a host that has no device code of its own.
/// Errors: those of plan_scan_call; invalid_argument (too few heads); cancelled (some results are then written); the
/// runner's.
Result<ScanBytes> scan_in_place(Runner& runner, std::span<std::byte> elements, const ScanCallOptions& options);

/// What the easy call gives back.
template <class T>
struct ScanResult {
    std::vector<T> values;
    /// the sum of all elements; with segments of the last one
    T total = {};
    /// of the largest part
    ScanPlan plan;
    std::uint64_t parts = 0;
    CallReport report;
};

/// The same for elements of a type of C++: std::uint32_t, std::int32_t, std::uint64_t, std::int64_t or float.
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
