#pragma once

#include "../../engine/device_profile.hpp"
#include "../../engine/result.hpp"
#include "../element_type.hpp"
#include "shell_options.hpp"

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace vkalgo {

struct SortMethod;
struct SortTuning;

/// What is sorted, and how. Floats: -infinity, ..., -0, 0, ..., infinity, NaN, NaN with a sign.
struct SortOptions {
    /// of the keys
    ElementType type = ElementType::u32;
    /// The order is reversed, NaN included.
    bool descending = false;
    /// A 32-bit value moves with each key: SortArguments::values.
    bool values = false;
    /// With `values`: they need not be given; the device sets them to 0, 1, 2, ... first, so that they end as the
    /// places where the keys stood (argsort).
    bool indices = false;
    /// Values of equal keys keep their order: "auto" takes a stable method, and a method by name that is not stable is
    /// refused. `indices` keep it by every method that sorts, since places then decide between equal keys. Without
    /// `values` this changes nothing.
    bool stable = true;
    /// Only these bits of a key decide, from begin_bit to before end_bit; 0: to the last. They are those of
    /// sort_ordinal(): of integers, with the sign bit flipped, as they are. Keys that are equal in them keep their
    /// order. The methods radix and onesweep can.
    std::uint32_t begin_bit = 0;
    std::uint32_t end_bit = 0;
    /// One of sort_method_names(), or "auto": the fastest by predicted time at the next power of two, so that counts
    /// between two powers are sorted alike.
    std::string method = "auto";
    /// of the methods shell-...
    ShellOptions shell = {};
    /// Each increment of the methods shell-..., each pass of pratt, is a span of its own in the recorder's profiler:
    /// see sort_phases.
    bool phases = false;
};

/// Sorts of more keys are not planned; but for the method pratt, of more than 2^32 - 1.
inline constexpr std::uint64_t kMaxSortKeys = std::uint64_t{1} << 40;

/// What a plan is made from.
struct SortParams {
    SortOptions options;
    /// keys, at most kMaxSortKeys; with a count on the device the most there may be
    std::uint64_t count = 0;
};

/// What `record` will do: everything it dispatches follows from this.
struct SortPlan {
    SortOptions options;
    /// see method_name()
    const SortMethod* method = nullptr;
    /// how the work is cut: the library's own numbers for this method and device
    std::shared_ptr<const SortTuning> tuning;
    std::uint64_t count = 0;
    /// Keys of each part but the last, which may have fewer: `count`, so that there is one, unless keys or values are
    /// more than one binding holds. The method pratt then sorts the parts, and merges them; the count cannot come from
    /// the device.
    std::uint64_t part = 0;
    /// in whole words
    std::uint64_t keys_bytes = 0;
    /// of SortArguments::values, 0 without
    std::uint64_t values_bytes = 0;
    std::uint64_t scratch_bytes = 0;
    /// radix, onesweep, counting: workgroups of each kernel
    std::uint64_t tiles = 0;
    /// counting, with values: the sort that moves them
    std::shared_ptr<const SortPlan> by_bins;
    std::uint64_t dispatches = 0;
    /// Loop iterations of the busiest invocation in one dispatch, at most.
    std::uint64_t loop_iterations = 0;
    /// Milliseconds that it is expected to take on the device; infinite for pratt-pure and shell-..., which "auto" does
    /// not take. "auto" compares them at the next power of two: for `count` itself another method may have a little
    /// less.
    double predicted_ms = std::numeric_limits<double>::infinity();

    /// Never "auto".
    std::string_view method_name() const;
    /// False for the methods shell-b and shell-c, which leave the keys unsorted by design.
    bool sorts() const;
    /// Values of equal keys keep their order.
    bool stable() const;
    /// True for the method shell-seq, which runs on the processor.
    bool on_host() const;
};

/// A pure function of its arguments: needs no device.
/// Errors: invalid_argument (a method of no such name; bits that the type does not have; indices without values;
/// options of shell-...), unsupported (the method, on this device, for this type, for some bits alone, where equal
/// keys are to keep their order, or with options of shell-...), too_large (keys or values beyond the largest buffer or,
/// but for the method pratt, beyond one storage-buffer binding; more indices than 32 bits can say; more than the method
/// can do on this device).
Result<SortPlan> plan_sort(const SortParams& params, const DeviceProfile& profile);

/// The names that SortOptions::method may have besides "auto", in order.
std::vector<std::string_view> sort_method_names();

}  // namespace vkalgo
