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

/// What a call does with device memory: it goes through the arrays part by part where not all fit.
struct ElementwiseCallPlan {
    /// elements in all
    std::uint64_t count = 0;
    std::uint64_t part_elements = 0;
    std::uint64_t parts = 0;
    /// of each of two buffers; the results take the place of a
    std::uint64_t buffer_bytes = 0;
    std::uint64_t staging_bytes = 0;

    /// Bytes of device memory, staging included.
    std::uint64_t device_bytes() const { return 2 * buffer_bytes + staging_bytes; }
};

/// A pure function of its arguments. Of `call` it looks at memory_limit.
/// Errors: unsupported (f64, on this device), too_large (not even a small part fits the memory).
Result<ElementwiseCallPlan> plan_elementwise_call(const ElementwiseOptions& options, std::uint64_t count,
                                                  const CallOptions& call, const DeviceProfile& profile);

/// What operate_in_place tells.
struct ElementwiseReport {
    std::uint64_t parts = 0;
    CallReport report;
};

/// Writes a + b, a - b or a * b over `a`, part by part as memory asks: the whole call, for a host that has no device
/// code of its own. Both are packed, and equally long.
/// Errors: those of plan_elementwise_call; invalid_argument (lengths that differ or are no whole number of elements);
/// cancelled (some results are then written); the runner's.
Result<ElementwiseReport> operate_in_place(Runner& runner, std::span<std::byte> a, std::span<const std::byte> b,
                                           const ElementwiseOptions& options, const CallOptions& call = {});

/// The same by a plan of plan_elementwise_call for these options and so many elements, which is run as it is; of `call`
/// memory_limit has no effect here. Errors besides: invalid_argument (a plan of another number of elements).
Result<ElementwiseReport> operate_in_place(Runner& runner, std::span<std::byte> a, std::span<const std::byte> b,
                                           const ElementwiseOptions& options, const CallOptions& call,
                                           const ElementwiseCallPlan& plan);

/// What the easy call gives back.
template <class T>
struct ElementwiseResult {
    std::vector<T> values;
    ElementwiseReport report;
};

/// The same for elements of a type of C++.
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
