#pragma once

// Internal to the methods: runs step by step over cells that stay in memory, the table or its last rows.

#include "../../../engine/scratch.hpp"
#include "kernels.hpp"
#include "method.hpp"

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace vkalgo::dp {

/// What the plan of such a run knows.
struct StoredPlan : MethodPlan {
    RecurrenceHeader header;
    Shape shape;
    Order order;
    Frame frame;
    /// what record_place() writes
    ScratchLayout::Part place;
    /// The answer is looked for when all steps are done; otherwise a step puts it.
    bool answer_at_end = false;
    /// empty: no solution is wanted
    std::string traceback_module;
    /// steps, or nodes of the tree of splits, per dispatch
    std::uint32_t trace_each = 0;

    /// Sets header, shape, order and frame.
    void take(const PlanRequest& request);
    /// Names the modules, `method_module` first, and adds the traceback over the table, whose place is known: by step()
    /// or by the splits of a `reduce`. Errors: unsupported: the recurrence finds its solution by solution().
    Result<void> add_modules(std::string_view method_module, const PlanRequest& request, const DeviceProfile& profile);
};

/// Records the steps that a method dispatches; then the search of the answer, and the traceback.
class StoredRun : public MethodRun {
public:
    Result<void> record(Recorder& recorder, const RunArguments& arguments, std::uint64_t first,
                        std::uint64_t count) const final;
    Result<void> record_traceback(Recorder& recorder, const RunArguments& arguments, std::uint64_t first,
                                  std::uint64_t count) const final;

protected:
    /// Both outlive it.
    StoredRun(Context& context, const StoredPlan& plan) : context_(context), stored_(plan) {}
    /// Makes the kernels of the answer and of the traceback. Errors: those of Context::kernel.
    Result<void> prepare_ends(const CompiledRecurrence& recurrence);

    /// Clears what the method needs cleared, besides status and answer.
    virtual void clear(Recorder& recorder, const RunArguments& arguments) const;
    virtual void dispatch_step(Recorder& recorder, const RunArguments& arguments, std::uint64_t step) const = 0;
    /// The cells among which an answer is searched.
    virtual TableView searched_cells(const RunArguments& arguments) const = 0;

    /// `table`, to be read and to be written, `others`, and the inputs and outputs.
    static std::vector<Binding> bind(const RunArguments& arguments, const BufferView& table,
                                     std::initializer_list<BufferView> others);
    static BufferView part(const RunArguments& arguments, const ScratchLayout::Part& which) {
        return ScratchLayout::view(arguments.scratch, which);
    }

    Context& context_;

private:
    const StoredPlan& stored_;
    AnswerKernel answer_;
    std::shared_ptr<const Kernel> traceback_;
};

}  // namespace vkalgo::dp
