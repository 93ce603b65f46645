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

struct SortMethod;
struct SortTuning;

/// What is sorted, and how. Floats are in total order: -NaN, -infinity, ..., -0, 0, ..., infinity, NaN; or with NaN last
/// whatever its sign (see nan_last).
struct SortOptions {
    /// of the keys: u32, i32, u64, i64, f32, f64; u8, u16, i8, i16 where the method takes them (counting, radix)
    ElementType type = ElementType::u32;
    bool descending = false;
    /// A 32-bit value moves with each key.
    bool values = false;
    /// Only bits [begin_bit, end_bit) of the keys as ordered integers are compared; 0 stands for all.
    std::uint32_t begin_bit = 0;
    std::uint32_t end_bit = 0;
    /// "auto", or one of sort_method_names()
    std::string method = "auto";
};

/// What a plan is made from.
struct SortParams {
    SortOptions options;
    /// keys; with a count on the device the most there may be
    std::uint64_t count = 0;
};

/// What `record` will do: everything it dispatches follows from this.
struct SortPlan {
    SortOptions options;
    /// see method_name()
    const SortMethod* method = nullptr;
    std::shared_ptr<const SortTuning> tuning;
    std::uint64_t count = 0;
    std::uint64_t keys_bytes = 0;
    std::uint64_t values_bytes = 0;
    std::uint64_t scratch_bytes = 0;
    std::uint64_t dispatches = 0;
    /// by the bytes that the method moves and what the device was measured to move
    double predicted_milliseconds = 0;
    /// Equal keys keep their order.
    bool stable = false;
    /// Loop iterations of the busiest invocation in one dispatch, at most.
    std::uint64_t loop_iterations = 0;

    /// Never "auto".
    std::string_view method_name() const;
};

/// A pure function of its arguments: needs no device.
/// Errors: invalid_argument (the type; bits beyond it; a method of no such name), unsupported (the method, for this type
/// or on this device), too_large (a buffer beyond what the device binds or allocates).
Result<SortPlan> plan_sort(const SortParams& params, const DeviceProfile& profile);

/// The names that SortOptions::method may have besides "auto", in order.
std::vector<std::string_view> sort_method_names();

}  // namespace vkalgo
