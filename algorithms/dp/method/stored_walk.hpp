#pragma once

// Internal to the methods: solutions of a table that is stored whole, by step() or by the splits of a `reduce`.

#include "kernels.hpp"
#include "method.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace vkalgo::dp {

/// How a walk over a stored table is cut into dispatches.
struct StoredWalkPlan {
    /// empty: no solution is wanted
    std::string module;
    /// steps, or nodes of the tree of splits, per dispatch
    std::uint32_t each = 0;
};

/// Adds the walk to `plan`, whose table's place is known: its module, records and steps. Errors: unsupported: the
/// recurrence finds its solution by solution().
Result<StoredWalkPlan> plan_stored_walk(MethodPlan& plan, const Question& question, const Order& order,
                                        const DeviceProfile& profile);

/// The kernel of such a walk.
class StoredWalk {
public:
    /// Errors: those of Context::kernel. Without a module there is no kernel, and nothing to record.
    static Result<StoredWalk> create(Context& context, const CompiledRecurrence& recurrence, const MethodPlan& plan,
                                     const Order& order, const StoredWalkPlan& walk);
    /// Steps [first, first + count) of the plan; `place` is what record_place() wrote.
    void record(Recorder& recorder, const MethodPlan& plan, const RunArguments& arguments, const BufferView& place,
                std::uint64_t first, std::uint64_t count) const;

private:
    std::shared_ptr<const Kernel> kernel_;
    std::uint32_t each_ = 0;
};

}  // namespace vkalgo::dp
