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

/// What is sorted, and how. The order of floats is -infinity, ..., -0, 0, ..., infinity, NaN, NaN with a sign.
struct SortOptions {
    /// Type of the keys.
    ElementType type = ElementType::u32;
    /// The order is reversed, NaN included.
    bool descending = false;
    /// A value moves with each key: SortArguments::values.
    bool values = false;
    /// Bits of a value: 32 or 64. Values of 64 bits are moved once, after the keys are sorted with their positions. So
    /// equal keys keep their order with every method that sorts. The values must fit one binding.
    std::uint32_t value_bits = 32;
    /// With `values`: their contents need not be given. The device first sets them to 0, 1, 2, ..., so that they become
    /// the positions of the keys before the sort (argsort).
    bool indices = false;
    /// True: values of equal keys keep their order, so "auto" takes a stable method, and a named method must be stable.
    /// Indices always keep their order (with methods that sort), since positions then decide between equal keys.
    /// Without `values` this has no effect.
    bool stable = true;
    /// Only bits begin_bit to end_bit - 1 of a key decide its position. If end_bit is 0, all bits from begin_bit on
    /// decide. They are bits of sort_ordinal(): for integers, the key's own bits, with the sign bit flipped if the type
    /// has one. Keys that are equal in these bits keep their order. The methods radix and onesweep support this.
    std::uint32_t begin_bit = 0;
    std::uint32_t end_bit = 0;
    /// One of sort_method_names(), or "auto": the method with the least predicted time at the next power of two. So all
    /// counts between two powers of two are sorted by the same method, if it can sort them all on this device.
    std::string method = "auto";
    /// Options of the methods with names that begin with shell-.
    ShellOptions shell = {};
    /// Each increment of the methods shell-... and each pass of pratt and pratt-pure is a span of its own in the
    /// recorder's profiler; see sort_phases.
    bool phases = false;
};

/// The largest number of keys for which a sort is planned. Methods other than pratt sort at most 2^32 - 1.
inline constexpr std::uint64_t kMaxSortKeys = std::uint64_t{1} << 40;

/// The input of a plan.
struct SortParams {
    SortOptions options;
    /// The number of keys, at most kMaxSortKeys. With a count on the device it is the upper limit.
    std::uint64_t count = 0;
};

/// The plan of what `record` will do; it determines every dispatch.
struct SortPlan {
    SortOptions options;
    /// See method_name().
    const SortMethod* method = nullptr;
    /// How the work is cut: the library's own numbers for this method and device.
    std::shared_ptr<const SortTuning> tuning;
    std::uint64_t count = 0;
    /// Keys of each part; the last part may have fewer. If keys and values fit one binding each, there is one part of
    /// `count` keys. Otherwise the method pratt sorts several parts and merges them, and the count cannot come from the
    /// device.
    std::uint64_t part = 0;
    /// Bytes of SortArguments::keys, in whole words.
    std::uint64_t keys_bytes = 0;
    /// Bytes of SortArguments::values; 0 without values.
    std::uint64_t values_bytes = 0;
    std::uint64_t scratch_bytes = 0;
    /// `radix`, `onesweep`, `counting`: the number of tiles. Each has one workgroup in the kernels that write the keys.
    std::uint64_t tiles = 0;
    /// `counting` with values: the sort that moves them.
    std::shared_ptr<const SortPlan> by_bins;
    /// With values of 64 bits: the sort of the keys with their positions.
    std::shared_ptr<const SortPlan> by_indices;
    std::uint64_t dispatches = 0;
    /// Upper limit of the loop iterations of the busiest invocation in one dispatch.
    std::uint64_t loop_iterations = 0;
    /// Predicted milliseconds on the device; infinite for pratt-pure and shell-..., which "auto" does not take. "auto"
    /// compares the predictions at the next power of two, so for `count` itself the prediction of another method may be
    /// slightly less.
    double predicted_ms = std::numeric_limits<double>::infinity();

    /// Returns the method's name; never "auto".
    std::string_view method_name() const;
    /// Returns false for the methods shell-b and shell-c, which leave the keys unsorted by design.
    bool sorts() const;
    /// Returns true if values of equal keys keep their order.
    bool stable() const;
    /// Returns true for the method shell-seq, which runs on the processor.
    bool on_host() const;
};

/// Plans a sort; a pure function of its arguments that needs no device. Errors: invalid_argument (an unknown method;
/// bits that the type does not have; indices without values; indices of 64 bits; options of shell-...); unsupported
/// (the method does not support this device, this type, some bits only, the order of equal keys, values of 64 bits, or
/// options of shell-...); too_large (keys or values exceed the largest buffer or, except for the method pratt, one
/// storage-buffer binding; values of 64 bits that exceed one binding; indices that exceed 32 bits; more keys than the
/// method can sort on this device).
Result<SortPlan> plan_sort(const SortParams& params, const DeviceProfile& profile);

/// Returns the names that SortOptions::method may have besides "auto", sorted.
std::vector<std::string_view> sort_method_names();

}  // namespace vkalgo
