#pragma once

#include "../../engine/call.hpp"
#include "../../engine/runner.hpp"
#include "sort.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

namespace vkalgo {

/// What the easy call is asked for, beyond the keys.
struct SortCallOptions {
    /// `type` is set by a call that knows the type of its keys; `values` by whether there are any.
    SortOptions sort = {};
    CallOptions call = {};
};

/// What a call does with device memory: all keys are there at once.
struct SortCallPlan {
    SortPlan plan;
    /// bytes of device memory, buffer by buffer; staging is the runner's
    std::uint64_t keys_bytes = 0;
    std::uint64_t values_bytes = 0;
    std::uint64_t scratch_bytes = 0;
    std::uint64_t staging_bytes = 0;

    /// Bytes of device memory, staging included.
    std::uint64_t device_bytes() const { return keys_bytes + values_bytes + scratch_bytes + staging_bytes; }
};

/// A pure function of its arguments. Of options.call it looks at memory_limit.
/// Errors: those of plan_sort; too_large (beyond the memory).
Result<SortCallPlan> plan_sort_call(const SortCallOptions& options, std::uint64_t count, const DeviceProfile& profile);

/// What a call tells beside the keys.
struct SortResult {
    SortPlan plan;
    /// A method on the processor leaves its times of the device empty.
    CallReport report;
    /// of such a method: one value per timed run, on the host's clock
    std::vector<double> host_milliseconds;
};

/// Sorts whole keys of options.sort.type, and a value per key with them unless `values` is empty, in place: the whole
/// call, for a host that has no device code of its own. With options.sort.indices the values are written only: they
/// end as the places where the keys stood. An error leaves them as they were, unless the device fails while they are
/// downloaded: then the keys may be sorted already and the values not yet.
/// Errors: those of plan_sort_call; invalid_argument (a number of values that is not that of the keys, a part of a
/// key); cancelled; the runner's.
Result<SortResult> sort_in_place(Runner& runner, std::span<std::byte> keys, std::span<std::uint32_t> values,
                                 const SortCallOptions& options);

/// The same by a plan of plan_sort_call, which is run as it is and says all but `call`; of that memory_limit has no
/// effect here. Errors: those of sort_in_place but for plan_sort_call; invalid_argument (a plan of other keys, or with
/// values where there are none).
Result<SortResult> sort_in_place(Runner& runner, std::span<std::byte> keys, std::span<std::uint32_t> values,
                                 const SortCallPlan& plan, const CallOptions& call);

/// The same by a method that runs on the processor (SortPlan::on_host), without a device; sort_in_place ends here for
/// such a method. Errors: those of plan_sort; unsupported (another method); as sort_in_place says for the spans;
/// cancelled.
Result<SortResult> sort_on_host(std::span<std::byte> keys, std::span<std::uint32_t> values,
                                const SortCallOptions& options);
/// The same by a plan. Errors besides: invalid_argument, as sort_in_place has it for a plan.
Result<SortResult> sort_on_host(std::span<std::byte> keys, std::span<std::uint32_t> values, const SortPlan& plan,
                                const CallOptions& call);

/// The same for keys of a type of C++: an integer of 8, 16, 32 or 64 bits, float or double.
///
///     auto sorted = vkalgo::sort(runner, std::span(depths), indices, {.sort = {.descending = true}});
template <class Key>
    requires std::is_arithmetic_v<Key>
Result<SortResult> sort(Runner& runner, std::span<Key> keys, std::span<std::uint32_t> values = {},
                        SortCallOptions options = {}) {
    options.sort.type = element_type_of<Key>();
    return sort_in_place(runner, std::as_writable_bytes(keys), values, options);
}

/// Which key comes first, second, ...: `indices[i]` is where the i-th key of the order stands.
struct ArgsortResult {
    std::vector<std::uint32_t> indices;
    SortResult sorted;
};

/// The order of whole keys of options.sort.type; the keys stay as they are. Equal keys keep their order, by every
/// method that sorts. Errors: those of sort_in_place.
Result<ArgsortResult> argsort_of(Runner& runner, std::span<const std::byte> keys, const SortCallOptions& options);

/// The same for keys of a type of C++, as sort() takes them.
///
///     auto order = vkalgo::argsort(runner, std::span(depths), {.sort = {.descending = true}});
template <class Key>
    requires std::is_arithmetic_v<Key>
Result<ArgsortResult> argsort(Runner& runner, std::span<Key> keys, SortCallOptions options = {}) {
    options.sort.type = element_type_of<std::remove_const_t<Key>>();
    return argsort_of(runner, std::as_bytes(keys), options);
}

}  // namespace vkalgo
