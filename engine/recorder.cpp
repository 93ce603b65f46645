#include "engine/recorder.hpp"

#include "engine/arguments.hpp"
#include "engine/context.hpp"
#include "engine/descriptors.hpp"
#include "engine/dispatch_table.hpp"
#include "engine/profiler.hpp"
#include "engine/stage_access.hpp"

#include <algorithm>
#include <limits>
#include <string>

namespace vkalgo {
namespace {

constexpr StageAccess kIndirectRead{VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT, VK_ACCESS_INDIRECT_COMMAND_READ_BIT};
constexpr StageAccess kCopyRead{VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT};
constexpr StageAccess kCopyWrite{VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT};

constexpr std::uint64_t kLargestUpdate = 65536;

}  // namespace

Groups Groups::linear(std::uint64_t count, const Context& context) {
    const auto& limit = context.profile().max_workgroup_count;
    constexpr std::uint64_t kMax = std::numeric_limits<std::uint32_t>::max();
    if (count <= limit[0]) {
        return {static_cast<std::uint32_t>(count), 1, 1};
    }
    // Take the fewest rows, then the shortest rows that hold `count`, so that less than one workgroup per row is
    // wasted. The dispatch rejects more rows than the device supports.
    const std::uint64_t rows = (count - 1) / limit[0] + 1;
    const std::uint64_t columns = (count - 1) / rows + 1;
    return {static_cast<std::uint32_t>(columns), static_cast<std::uint32_t>(std::min(rows, kMax)), 1};
}

Recorder::Recorder(Context& context, VkCommandBuffer commands, DescriptorArena& arena, const RecorderOptions& options)
    : context_(context),
      commands_(commands),
      arena_(arena),
      hazards_(options.hazards != nullptr ? *options.hazards : own_hazards_.emplace()),
      profiler_(options.profiler),
      watch_(options.watch),
      dry_(options.dry || commands == VK_NULL_HANDLE) {
    if (commands_ == VK_NULL_HANDLE && !options.dry) {
        fail({ErrorCode::invalid_argument,
              "the command buffer is null; for a recorder that records nothing, set RecorderOptions::dry", "commands"});
    }
}

void Recorder::fail(Error error) {
    if (status_) {
        status_ = std::move(error);
    }
}

void Recorder::fail_kernel(const Kernel& kernel, ErrorCode code, const std::string& message) {
    fail({code, "kernel '" + kernel.name() + "': " + message, kernel.name()});
}

void Recorder::access(std::span<const HazardTracker::Use> uses, std::span<const HazardTracker::ImageUse> images) {
    if (watch_ != nullptr) {
        watch_->note(uses);
    }
    record(hazards_.access(uses, images));
}

void Recorder::dispatch(const Kernel& kernel, std::span<const Binding> bindings, std::span<const std::byte> push,
                        Groups groups) {
    if (groups.x == 0 || groups.y == 0 || groups.z == 0) {
        by_address_.clear();
        return;
    }
    if (!ready(kernel, bindings, push)) {
        return;
    }
    const auto& limit = context_.profile().max_workgroup_count;
    if (groups.x > limit[0] || groups.y > limit[1] || groups.z > limit[2]) {
        fail_kernel(kernel, ErrorCode::too_large,
                    "a grid of " + std::to_string(groups.x) + " x " + std::to_string(groups.y) + " x " +
                        std::to_string(groups.z) + " workgroups is too large; the device allows at most " +
                        std::to_string(limit[0]) + " x " + std::to_string(limit[1]) + " x " + std::to_string(limit[2]));
        return;
    }
    use_bindings(kernel, bindings);
    access(uses_, image_uses_);
    if (bind(kernel, bindings, push)) {
        if (!dry()) {
            context_.table().device.vkCmdDispatch(commands_, groups.x, groups.y, groups.z);
        }
        ++dispatches_;
    }
}

void Recorder::dispatch_indirect(const Kernel& kernel, std::span<const Binding> bindings,
                                 std::span<const std::byte> push, const BufferView& arguments) {
    if (!ready(kernel, bindings, push)) {
        return;
    }
    if (!arguments || arguments.offset % kWordBytes != 0 || arguments.size < sizeof(VkDispatchIndirectCommand)) {
        fail_kernel(kernel, ErrorCode::invalid_argument,
                    "the indirect arguments need 12 bytes at an offset that is a multiple of 4");
        return;
    }
    use_bindings(kernel, bindings);
    uses_.push_back({arguments.slice(0, sizeof(VkDispatchIndirectCommand)), kIndirectRead});
    access(uses_, image_uses_);
    if (bind(kernel, bindings, push)) {
        if (!dry()) {
            context_.table().device.vkCmdDispatchIndirect(commands_, arguments.buffer, arguments.offset);
        }
        ++dispatches_;
    }
}

StageAccess by_kernel(Access access) {
    const auto bits = static_cast<std::uint8_t>(access);
    StageAccess by{VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, 0};
    by.access |= (bits & 1U) != 0 ? VK_ACCESS_2_SHADER_READ_BIT : 0;
    by.access |= (bits & 2U) != 0 ? VK_ACCESS_2_SHADER_WRITE_BIT : 0;
    return by;
}

void Recorder::use_by_address(const BufferView& view, Access how) {
    if (view && view.size != 0 && how != Access::none) {
        by_address_.push_back({view, by_kernel(how)});
    }
}

void Recorder::fill(const BufferView& view, std::uint32_t word) {
    if (!status_ || view.size == 0) {
        return;
    }
    if (!view || view.offset % kWordBytes != 0 || view.size % kWordBytes != 0) {
        fail({ErrorCode::invalid_argument, "a fill needs a buffer, and an offset and a size that are multiples of 4",
              "fill"});
        return;
    }
    const HazardTracker::Use use{view, kCopyWrite};
    access({&use, 1});
    if (dry()) {
        return;
    }
    context_.table().device.vkCmdFillBuffer(commands_, view.buffer, view.offset, view.size, word);
}

void Recorder::copy(const BufferView& source, const BufferView& target) {
    const std::uint64_t size = std::min(source.size, target.size);
    if (!status_ || size == 0) {
        return;
    }
    if (!source || !target) {
        fail({ErrorCode::invalid_argument, "a copy needs two buffers", "copy"});
        return;
    }
    if (source.buffer == target.buffer && source.offset < target.offset + size &&
        target.offset < source.offset + size) {
        fail({ErrorCode::invalid_argument, "the source and the target of a copy must not overlap", "copy"});
        return;
    }
    const HazardTracker::Use uses[] = {{source.slice(0, size), kCopyRead}, {target.slice(0, size), kCopyWrite}};
    access(uses);
    if (dry()) {
        return;
    }
    const VkBufferCopy region{source.offset, target.offset, size};
    context_.table().device.vkCmdCopyBuffer(commands_, source.buffer, target.buffer, 1, &region);
}

void Recorder::update(const BufferView& target, std::span<const std::byte> bytes) {
    if (!status_ || bytes.empty()) {
        return;
    }
    if (!target || target.offset % kWordBytes != 0 || bytes.size() % kWordBytes != 0 || bytes.size() > kLargestUpdate ||
        bytes.size() > target.size) {
        fail({ErrorCode::invalid_argument,
              "an update needs a target with an offset that is a multiple of 4, and a multiple of 4 bytes: at most " +
                  std::to_string(kLargestUpdate) + ", and at most the size of the target",
              "update"});
        return;
    }
    const HazardTracker::Use use{target.slice(0, bytes.size()), kCopyWrite};
    access({&use, 1});
    if (dry()) {
        return;
    }
    context_.table().device.vkCmdUpdateBuffer(commands_, target.buffer, target.offset, bytes.size(), bytes.data());
}

void Recorder::begin_span(std::string_view name) {
    if (dry()) {
        return;
    }
    if (profiler_ != nullptr) {
        profiler_->begin(commands_, name);
    }
    if (const auto begin = context_.table().vkCmdBeginDebugUtilsLabelEXT; begin != nullptr) {
        const std::string text(name);
        VkDebugUtilsLabelEXT label{};
        label.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_LABEL_EXT;
        label.pLabelName = text.c_str();
        begin(commands_, &label);
    }
}

void Recorder::end_span() {
    if (dry()) {
        return;
    }
    if (const auto end = context_.table().vkCmdEndDebugUtilsLabelEXT; end != nullptr) {
        end(commands_);
    }
    if (profiler_ != nullptr) {
        profiler_->end(commands_);
    }
}

}  // namespace vkalgo
