#pragma once

#include "../../engine/kernel.hpp"
#include "../../shaders/dp/stage.h"
#include "method.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace vkalgo::dp {

/// The input of that number, quoted, for a message.
std::string input_name(const RecurrenceHeader& header, std::int32_t number);

/// A kernel from one of the recurrence's modules, with the constants that every template has (shaders/dp/frame.h) and
/// the template's own. Errors: invalid_argument if the module is not there; those of Context::kernel.
Result<std::shared_ptr<const Kernel>> make_kernel(Context& context, const CompiledRecurrence& recurrence,
                                                  const std::string& module, std::uint32_t workgroup,
                                                  const Frame& frame,
                                                  std::span<const SpecializationConstant> own_constants = {},
                                                  std::uint32_t required_subgroup_size = 0);

/// The views that `kernel` binds: the compiler may have dropped its last inputs, if the recurrence does not read them
/// there.
inline std::span<const Binding> bindings_of(const Kernel& kernel, std::span<const Binding> views) {
    return views.first(std::min(views.size(), kernel.module().bindings.size()));
}

/// A method's push struct (at most kParamsOffset bytes) and the recurrence's params behind it.
template <class Push>
std::vector<std::byte> push_with_params(const Push& push, std::span<const std::byte> params) {
    static_assert(sizeof(Push) <= kParamsOffset);
    std::vector<std::byte> block(params.empty() ? sizeof(Push) : kParamsOffset + params.size());
    std::memcpy(block.data(), &push, sizeof push);
    if (!params.empty()) {
        std::memcpy(block.data() + kParamsOffset, params.data(), params.size());
    }
    return block;
}

/// Steps of a walk over a stored table in one dispatch: long enough to hide a dispatch, short enough for drivers that
/// end a dispatch after seconds, and shorter where step() may loop and the device limits the iterations.
std::uint32_t walk_steps_per_dispatch(const RecurrenceHeader& header, const DeviceProfile& profile);

/// Takes the answer that a header declares out of a stored table (or the row of one that holds it).
class AnswerKernel {
public:
    /// Errors: those of Context::kernel.
    static Result<AnswerKernel> create(Context& context, const CompiledRecurrence& recurrence, const Frame& frame,
                                       bool by_address);
    /// `place` says where the table's cells are; `table` is bound, or used by the address in `place`. Of the arguments:
    /// where the answer goes, and the params, which stand in every module's push constants.
    void record(Recorder& recorder, const RecurrenceHeader& header, const Shape& shape,
                const shader::VkalgoTablePlace& place, const BufferView& table, const RunArguments& arguments) const;

    /// Is the answer the least or largest of a border, and not a cell that the header names?
    static bool takes_border(const RecurrenceHeader& header);
    /// The cell that holds an answer taken of a border, the first of equal ones, from the answer buffer's bytes;
    /// nothing for an answer that is one cell's, whose place the shape has.
    static std::optional<Cell> found_at(const RecurrenceHeader& header, const Shape& shape,
                                        std::span<const std::byte, 16> answer);

private:
    std::shared_ptr<const Kernel> kernel_;
    bool by_address_ = false;
};

}  // namespace vkalgo::dp
