#include "engine/recorder.hpp"

#include "engine/context.hpp"
#include "engine/descriptors.hpp"
#include "engine/dispatch_table.hpp"
#include "engine/profiler.hpp"

#include <algorithm>
#include <limits>
#include <string>

namespace vkalgo {
namespace {

constexpr StageAccess kIndirectRead{VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT, VK_ACCESS_INDIRECT_COMMAND_READ_BIT};
constexpr StageAccess kCopyRead{VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT};
constexpr StageAccess kCopyWrite{VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT};

constexpr std::uint64_t kWord = 4;
constexpr std::uint64_t kLargestUpdate = 65536;

StageAccess by_kernel(Access access) {
    VkAccessFlags flags = 0;
    flags |= access == Access::read || access == Access::read_write ? VK_ACCESS_SHADER_READ_BIT : 0;
    flags |= access == Access::write || access == Access::read_write ? VK_ACCESS_SHADER_WRITE_BIT : 0;
    return {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, flags};
}

}  // namespace

Groups Groups::linear(std::uint64_t count, const Context& context) {
    const auto& limit = context.profile().max_workgroup_count;
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
    if (count <= limit[0]) {
        return {static_cast<std::uint32_t>(count), 1, 1};
    }
    // The fewest rows, then the shortest rows that hold `count`: fewer than one workgroup a row is wasted. More rows than
    // the device takes are refused by the dispatch.
    const std::uint64_t rows = (count - 1) / limit[0] + 1;
    const std::uint64_t columns = (count - 1) / rows + 1;
    return {static_cast<std::uint32_t>(columns), static_cast<std::uint32_t>(std::min(rows, kMost)), 1};
}

Recorder::Recorder(Context& context, VkCommandBuffer commands, DescriptorArena& arena, Profiler* profiler)
    : context_(context), commands_(commands), arena_(arena), profiler_(profiler) {}

void Recorder::fail(Error error) {
    if (status_) {
        status_ = std::move(error);
    }
}

void Recorder::fail_kernel(const Kernel& kernel, ErrorCode code, const std::string& message) {
    fail({code, "kernel '" + kernel.name() + "': " + message, kernel.name()});
}

bool Recorder::ready(const Kernel& kernel, std::span<const BufferView> bindings, std::span<const std::byte> push) {
    const ModuleInterface& module = kernel.module();
    const DeviceProfile& profile = context_.profile();
    if (!status_) {
        return false;
    }
    if (kernel.pipeline() == VK_NULL_HANDLE) {
        fail_kernel(kernel, ErrorCode::invalid_argument, "it was never created");
        return false;
    }
    if (bindings.size() != module.bindings.size()) {
        fail_kernel(kernel, ErrorCode::invalid_argument,
                    "has " + std::to_string(module.bindings.size()) + " bindings but " +
                        std::to_string(bindings.size()) + " were given");
        return false;
    }
    for (std::size_t i = 0; i < bindings.size(); ++i) {
        const BufferView& view = bindings[i];
        const auto refuse = [&](ErrorCode code, const std::string& message) {
            fail_kernel(kernel, code, "binding " + std::to_string(i) + " " + message);
            return false;
        };
        if (module.bindings[i] == Access::none) {
            continue;
        }
        if (!view || view.size == 0) {
            return refuse(ErrorCode::invalid_argument, "is empty");
        }
        if (view.offset % profile.storage_offset_alignment != 0) {
            return refuse(ErrorCode::invalid_argument, "begins at byte " + std::to_string(view.offset) +
                                                           ", which is no multiple of the device's alignment of " +
                                                           std::to_string(profile.storage_offset_alignment));
        }
        if (view.size > profile.max_storage_range) {
            return refuse(ErrorCode::too_large, "spans " + std::to_string(view.size) +
                                                    " bytes; the device binds at most " +
                                                    std::to_string(profile.max_storage_range));
        }
    }
    constexpr std::size_t kLargestPadding = 12;  // of a C++ struct with a member aligned to 16
    if (push.size() > module.push_constants + (module.push_constants == 0 ? 0 : kLargestPadding) ||
        push.size() % kWord != 0) {
        fail_kernel(kernel, ErrorCode::invalid_argument,
                    "takes " + std::to_string(module.push_constants) + " bytes of push constants, in words of 4, but " +
                        std::to_string(push.size()) + " were given");
        return false;
    }
    return true;
}

void Recorder::use_bindings(const Kernel& kernel, std::span<const BufferView> bindings) {
    uses_.clear();
    for (std::size_t i = 0; i < bindings.size(); ++i) {
        const Access how = kernel.module().bindings[i];
        if (how != Access::none) {
            uses_.push_back({bindings[i], how, by_kernel(how)});
        }
    }
    uses_.insert(uses_.end(), by_address_.begin(), by_address_.end());
    by_address_.clear();
}

bool Recorder::bind_descriptors(const Kernel& kernel, std::span<const BufferView> bindings) {
    constexpr std::size_t kInline = 32;
    VkDescriptorBufferInfo buffers[kInline];
    VkWriteDescriptorSet writes[kInline];
    std::uint32_t count = 0;
    for (std::size_t i = 0; i < bindings.size(); ++i) {
        if (kernel.module().bindings[i] == Access::none) {
            continue;
        }
        if (count == kInline) {
            fail_kernel(kernel, ErrorCode::unsupported, "has more than 32 bindings");
            return false;
        }
        buffers[count] = {bindings[i].buffer, bindings[i].offset, bindings[i].size};
        VkWriteDescriptorSet& write = writes[count];
        write = {};
        write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
        write.dstBinding = static_cast<std::uint32_t>(i);
        write.descriptorCount = 1;
        write.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
        write.pBufferInfo = &buffers[count];
        ++count;
    }
    if (count == 0) {
        return true;
    }
    const VolkDeviceTable& vk = context_.table().device;
    if (context_.profile().push_descriptors) {
        vk.vkCmdPushDescriptorSetKHR(commands_, VK_PIPELINE_BIND_POINT_COMPUTE, kernel.layout(), 0, count, writes);
        return true;
    }
    const Result<VkDescriptorSet> set = arena_.allocate(kernel.set_layout(), count);
    if (!set) {
        fail(set.error());
        return false;
    }
    for (std::uint32_t i = 0; i < count; ++i) {
        writes[i].dstSet = *set;
    }
    vk.vkUpdateDescriptorSets(context_.device(), count, writes, 0, nullptr);
    vk.vkCmdBindDescriptorSets(commands_, VK_PIPELINE_BIND_POINT_COMPUTE, kernel.layout(), 0, 1, &*set, 0, nullptr);
    return true;
}

bool Recorder::bind(const Kernel& kernel, std::span<const BufferView> bindings, std::span<const std::byte> push) {
    const VolkDeviceTable& vk = context_.table().device;
    const bool same = bound_ == &kernel && bound_pipeline_ == kernel.pipeline();
    if (!same) {
        vk.vkCmdBindPipeline(commands_, VK_PIPELINE_BIND_POINT_COMPUTE, kernel.pipeline());
    }
    if (!same || !std::equal(bindings.begin(), bindings.end(), bound_views_.begin(), bound_views_.end())) {
        if (!bind_descriptors(kernel, bindings)) {
            return false;
        }
        bound_views_.assign(bindings.begin(), bindings.end());
    }
    push = push.first(std::min<std::size_t>(push.size(), kernel.module().push_constants));
    if (!push.empty() && (!same || !std::equal(push.begin(), push.end(), pushed_.begin(), pushed_.end()))) {
        vk.vkCmdPushConstants(commands_, kernel.layout(), VK_SHADER_STAGE_COMPUTE_BIT, 0,
                              static_cast<std::uint32_t>(push.size()), push.data());
        pushed_.assign(push.begin(), push.end());
    } else if (!same) {
        pushed_.clear();
    }
    bound_ = &kernel;
    bound_pipeline_ = kernel.pipeline();
    return true;
}

void Recorder::dispatch(const Kernel& kernel, std::span<const BufferView> bindings, std::span<const std::byte> push,
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
                        std::to_string(groups.z) + " workgroups; the device takes at most " + std::to_string(limit[0]) +
                        " x " + std::to_string(limit[1]) + " x " + std::to_string(limit[2]));
        return;
    }
    use_bindings(kernel, bindings);
    access(uses_);
    if (bind(kernel, bindings, push)) {
        context_.table().device.vkCmdDispatch(commands_, groups.x, groups.y, groups.z);
        ++dispatches_;
    }
}

void Recorder::dispatch_indirect(const Kernel& kernel, std::span<const BufferView> bindings,
                                 std::span<const std::byte> push, const BufferView& arguments) {
    if (!ready(kernel, bindings, push)) {
        return;
    }
    if (!arguments || arguments.offset % kWord != 0 || arguments.size < sizeof(VkDispatchIndirectCommand)) {
        fail_kernel(kernel, ErrorCode::invalid_argument,
                    "the indirect arguments need 12 bytes at an offset that is a multiple of 4");
        return;
    }
    use_bindings(kernel, bindings);
    uses_.push_back({arguments.slice(0, sizeof(VkDispatchIndirectCommand)), Access::read, kIndirectRead});
    access(uses_);
    if (bind(kernel, bindings, push)) {
        context_.table().device.vkCmdDispatchIndirect(commands_, arguments.buffer, arguments.offset);
        ++dispatches_;
    }
}

void Recorder::use_by_address(const BufferView& view, Access how) {
    if (view && view.size != 0 && how != Access::none) {
        by_address_.push_back({view, how, by_kernel(how)});
    }
}

void Recorder::fill(const BufferView& view, std::uint32_t word) {
    if (!status_ || view.size == 0) {
        return;
    }
    if (!view || view.offset % kWord != 0 || view.size % kWord != 0) {
        fail({ErrorCode::invalid_argument, "a fill needs a buffer, and an offset and a size that are multiples of 4",
              "fill"});
        return;
    }
    const Use use{view, Access::write, kCopyWrite};
    access({&use, 1});
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
        fail({ErrorCode::invalid_argument, "a copy within one buffer must not overlap", "copy"});
        return;
    }
    const Use uses[] = {{source.slice(0, size), Access::read, kCopyRead},
                        {target.slice(0, size), Access::write, kCopyWrite}};
    access(uses);
    const VkBufferCopy region{source.offset, target.offset, size};
    context_.table().device.vkCmdCopyBuffer(commands_, source.buffer, target.buffer, 1, &region);
}

void Recorder::update(const BufferView& target, std::span<const std::byte> bytes) {
    if (!status_ || bytes.empty()) {
        return;
    }
    if (!target || target.offset % kWord != 0 || bytes.size() % kWord != 0 || bytes.size() > kLargestUpdate ||
        bytes.size() > target.size) {
        fail({ErrorCode::invalid_argument,
              "an update needs an offset and a size that are multiples of 4, and at most 65536 bytes that fit the "
              "target",
              "update"});
        return;
    }
    const Use use{target.slice(0, bytes.size()), Access::write, kCopyWrite};
    access({&use, 1});
    context_.table().device.vkCmdUpdateBuffer(commands_, target.buffer, target.offset, bytes.size(), bytes.data());
}

void Recorder::begin_span(std::string_view name) {
    if (profiler_ != nullptr) {
        profiler_->begin(commands_, name);
    }
}

void Recorder::end_span() {
    if (profiler_ != nullptr) {
        profiler_->end(commands_);
    }
}

}  // namespace vkalgo
