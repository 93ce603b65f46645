#pragma once

#include "../../engine/call.hpp"
#include "../../engine/runner.hpp"
#include "elementwise.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace vkalgo {

/// The device memory of a call. The call processes the arrays part by part if they do not fit, or if one is larger than
/// 8 GiB (on a software device 32 MiB).
struct ElementwiseCallPlan {
    /// Number of elements in total.
    std::uint64_t count = 0;
    /// Number of elements per part; the last part may have fewer.
    std::uint64_t part_elements = 0;
    std::uint64_t parts = 0;
    /// Bytes of each of the two buffers, for a part of `a` and of `b`. The results overwrite the part of `a`.
    std::uint64_t buffer_bytes = 0;
    std::uint64_t staging_bytes = 0;

    /// Returns the bytes of device memory, staging included.
    std::uint64_t device_bytes() const { return 2 * buffer_bytes + staging_bytes; }
};

/// Plans a call. A pure function of its arguments; the only field of `call` that it reads is memory_limit. Errors:
/// unsupported (f64 on this device), too_large (not even a small part fits the memory).
Result<ElementwiseCallPlan> plan_elementwise_call(const ElementwiseOptions& options, std::uint64_t count,
                                                  const CallOptions& call, const DeviceProfile& profile);

/// The results of operate_in_place besides the values.
struct ElementwiseReport {
    /// Number of parts in which the arrays were processed.
    std::uint64_t parts = 0;
    CallReport report;
};

/// Writes a + b, a - b or a * b over `a`, part by part if memory requires it. Both arrays are packed and of equal
/// length. This call does everything that the device needs, for a caller that has no device code of its own. Errors:
/// those of plan_elementwise_call; invalid_argument (lengths that differ or are not a whole number of elements;
/// call.repeat is below 1); cancelled (the results of some parts may then be written); those of the runner.
Result<ElementwiseReport> operate_in_place(Runner& runner, std::span<std::byte> a, std::span<const std::byte> b,
                                           const ElementwiseOptions& options, const CallOptions& call = {});

/// Writes the results over `a` with a plan that plan_elementwise_call made for these options and this number of
/// elements. call.memory_limit has no effect here. Further errors: invalid_argument (the plan is for another number of
/// elements).
Result<ElementwiseReport> operate_in_place(Runner& runner, std::span<std::byte> a, std::span<const std::byte> b,
                                           const ElementwiseOptions& options, const CallOptions& call,
                                           const ElementwiseCallPlan& plan);

/// The result of operate().
template <class T>
struct ElementwiseResult {
    std::vector<T> values;
    ElementwiseReport report;
};

/// Returns a + b, a - b or a * b for elements of a C++ type.
///
///     auto sum = vkalgo::operate(runner, std::span(a), std::span(b), vkalgo::ElementwiseOperator::add);
template <class A, class B>
    requires Element<std::remove_const_t<A>> && std::is_same_v<std::remove_const_t<A>, std::remove_const_t<B>>
Result<ElementwiseResult<std::remove_const_t<A>>> operate(Runner& runner, std::span<A> a, std::span<B> b,
                                                          ElementwiseOperator op = ElementwiseOperator::add,
                                                          const CallOptions& call = {}) {
    using T = std::remove_const_t<A>;
    ElementwiseResult<T> result;
    result.values.assign(a.begin(), a.end());
    VKALGO_TRY(result.report, operate_in_place(runner, std::as_writable_bytes(std::span(result.values)),
                                               std::as_bytes(b), {element_type_of<T>(), op}, call));
    return result;
}

}  // namespace vkalgo
