// Part of Recorder: checks and binds the bindings and push constants of a dispatch.
#include "engine/context.hpp"
#include "engine/descriptors.hpp"
#include "engine/dispatch_table.hpp"
#include "engine/recorder.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace vkalgo {
namespace {

constexpr std::size_t kMaxBindings = 32;

bool takes_buffer(BindingKind kind) {
    return kind == BindingKind::storage_buffer || kind == BindingKind::uniform_buffer;
}
bool takes_sampler(BindingKind kind) {
    return kind == BindingKind::sampler || kind == BindingKind::combined_image_sampler;
}

bool fits_layout(BindingKind kind, VkImageLayout layout) {
    return kind == BindingKind::storage_image
               ? layout == VK_IMAGE_LAYOUT_GENERAL || layout == VK_IMAGE_LAYOUT_SHARED_PRESENT_KHR
               : can_be_sampled(layout);
}

StageAccess access_of(const ModuleBinding& binding) {
    if (binding.kind == BindingKind::uniform_buffer) {
        return {VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, VK_ACCESS_2_UNIFORM_READ_BIT};
    }
    return by_kernel(binding.access);
}

/// The descriptors being written, and the storage to which the writes point.
struct Writes {
    VkDescriptorBufferInfo buffers[kMaxBindings];
    VkDescriptorImageInfo images[kMaxBindings];
    VkWriteDescriptorSet writes[kMaxBindings];
    std::uint32_t count = 0;

    void add(std::uint32_t index, BindingKind kind, const Binding& binding) {
        VkWriteDescriptorSet& write = writes[count];
        write = {};
        write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
        write.dstBinding = index;
        write.descriptorCount = 1;
        write.descriptorType = descriptor_type(kind);
        if (const BufferView* view = binding.buffer(); view != nullptr) {
            buffers[count] = {view->buffer, view->offset, view->size};
            write.pBufferInfo = &buffers[count];
        } else {
            const ImageView& image = *binding.image();
            images[count] = {image.sampler, image.view, image.layout};
            write.pImageInfo = &images[count];
        }
        ++count;
    }
};

}  // namespace

bool Recorder::ready(const Kernel& kernel, std::size_t index, const Binding& binding) {
    const BindingKind kind = kernel.module().bindings[index].kind;
    const DeviceProfile& profile = context_.profile();
    const auto refuse = [&](ErrorCode code, const std::string& message) {
        fail_kernel(kernel, code, "binding " + std::to_string(index) + " " + message);
        return false;
    };
    if (takes_buffer(kind) != (binding.buffer() != nullptr)) {
        return refuse(ErrorCode::invalid_argument, std::string("is a ") + to_string(kind) + ", but " +
                                                       (takes_buffer(kind) ? "an image" : "a buffer") + " was given");
    }
    if (!takes_buffer(kind)) {
        const ImageView& image = *binding.image();
        if (kind != BindingKind::sampler && (image.view == VK_NULL_HANDLE || image.image == VK_NULL_HANDLE)) {
            return refuse(ErrorCode::invalid_argument, "needs an image and its view");
        }
        if (takes_sampler(kind) && image.sampler == VK_NULL_HANDLE) {
            return refuse(ErrorCode::invalid_argument, "needs a sampler");
        }
        if (kind != BindingKind::sampler && !fits_layout(kind, image.layout)) {
            return refuse(ErrorCode::invalid_argument,
                          std::string("is a ") + to_string(kind) + ", but the layout of the image (VkImageLayout " +
                              std::to_string(static_cast<int>(image.layout)) + ") does not allow a kernel to " +
                              (kind == BindingKind::storage_image ? "use the image; change the layout to GENERAL"
                                                                  : "read the image; change the layout to "
                                                                    "SHADER_READ_ONLY_OPTIMAL or GENERAL"));
        }
        return true;
    }
    const BufferView& view = *binding.buffer();
    const bool uniform = kind == BindingKind::uniform_buffer;
    const std::uint64_t alignment = uniform ? profile.uniform_offset_alignment : profile.storage_offset_alignment;
    const std::uint64_t most = uniform ? profile.max_uniform_range : profile.max_storage_range;
    if (!view || view.size == 0) {
        return refuse(ErrorCode::invalid_argument, "needs a view of at least 1 byte");
    }
    if (view.offset % alignment != 0) {
        return refuse(ErrorCode::invalid_argument, "begins at byte " + std::to_string(view.offset) +
                                                       ", which is not a multiple of the device's alignment of " +
                                                       std::to_string(alignment));
    }
    if (view.size > most) {
        return refuse(ErrorCode::too_large, "has " + std::to_string(view.size) +
                                                " bytes, but the device binds at most " + std::to_string(most));
    }
    return true;
}

bool Recorder::ready(const Kernel& kernel, std::span<const Binding> bindings, std::span<const std::byte> push) {
    if (!status_) {
        return false;
    }
    if (kernel.context() == nullptr) {
        fail({ErrorCode::invalid_argument, "the kernel was never created; make it with create()", "kernel"});
        return false;
    }
    if (kernel.context() != &context_) {
        fail_kernel(kernel, ErrorCode::invalid_argument, "it belongs to another context than the recorder");
        return false;
    }
    const ModuleInterface& module = kernel.module();
    if (bindings.size() != module.bindings.size()) {
        fail_kernel(kernel, ErrorCode::invalid_argument,
                    "it has " + std::to_string(module.bindings.size()) + " bindings, but " +
                        std::to_string(bindings.size()) + " were given");
        return false;
    }
    if (bindings.size() > kMaxBindings) {
        fail_kernel(kernel, ErrorCode::unsupported,
                    "it has " + std::to_string(bindings.size()) + " bindings, but at most " +
                        std::to_string(kMaxBindings) + " are supported");
        return false;
    }
    for (std::size_t i = 0; i < bindings.size(); ++i) {
        if (module.bindings[i] && !ready(kernel, i, bindings[i])) {
            return false;
        }
    }
    constexpr std::size_t kLargestPadding = 12;  // Padding of a C++ struct with a member aligned to 16
    const std::size_t most = module.push_constants + (module.push_constants == 0 ? 0 : kLargestPadding);
    if (push.size() < module.push_constants || push.size() > most || push.size() % kWordBytes != 0) {
        fail_kernel(kernel, ErrorCode::invalid_argument,
                    "it needs " + std::to_string(module.push_constants) + " bytes of push constants, but " +
                        std::to_string(push.size()) + " were given");
        return false;
    }
    return true;
}

void Recorder::use_bindings(const Kernel& kernel, std::span<const Binding> bindings) {
    uses_.clear();
    image_uses_.clear();
    for (std::size_t i = 0; i < bindings.size(); ++i) {
        const ModuleBinding& module = kernel.module().bindings[i];
        if (!module || module.kind == BindingKind::sampler) {
            continue;
        }
        if (const BufferView* view = bindings[i].buffer(); view != nullptr) {
            uses_.push_back({*view, access_of(module)});
        } else {
            image_uses_.push_back({bindings[i].image()->image, bindings[i].image()->range, access_of(module)});
        }
    }
    uses_.insert(uses_.end(), by_address_.begin(), by_address_.end());
    by_address_.clear();
}

bool Recorder::bind_descriptors(const Kernel& kernel, std::span<const Binding> bindings) {
    Writes writes;
    for (std::uint32_t i = 0; i < bindings.size(); ++i) {
        if (kernel.module().bindings[i]) {
            writes.add(i, kernel.module().bindings[i].kind, bindings[i]);
        }
    }
    if (writes.count == 0) {
        return true;
    }
    const VolkDeviceTable& vk = context_.table().device;
    if (context_.profile().push_descriptors) {
        vk.vkCmdPushDescriptorSetKHR(commands_, VK_PIPELINE_BIND_POINT_COMPUTE, kernel.layout(), 0, writes.count,
                                     writes.writes);
        return true;
    }
    const Result<VkDescriptorSet> set = arena_.allocate(kernel.set_layout(), {writes.writes, writes.count});
    if (!set) {
        fail(set.error());
        return false;
    }
    for (std::uint32_t i = 0; i < writes.count; ++i) {
        writes.writes[i].dstSet = *set;
    }
    vk.vkUpdateDescriptorSets(context_.device(), writes.count, writes.writes, 0, nullptr);
    vk.vkCmdBindDescriptorSets(commands_, VK_PIPELINE_BIND_POINT_COMPUTE, kernel.layout(), 0, 1, &*set, 0, nullptr);
    return true;
}

bool Recorder::bind(const Kernel& kernel, std::span<const Binding> bindings, std::span<const std::byte> push) {
    if (dry()) {
        return true;
    }
    const VolkDeviceTable& vk = context_.table().device;
    const bool same = bound_ == &kernel && bound_pipeline_ == kernel.pipeline();
    if (!same) {
        vk.vkCmdBindPipeline(commands_, VK_PIPELINE_BIND_POINT_COMPUTE, kernel.pipeline());
    }
    if (!same || !std::equal(bindings.begin(), bindings.end(), bound_bindings_.begin(), bound_bindings_.end())) {
        if (!bind_descriptors(kernel, bindings)) {
            return false;
        }
        bound_bindings_.assign(bindings.begin(), bindings.end());
    }
    push = push.first(kernel.module().push_constants);
    if (!push.empty() && (!same || !std::equal(push.begin(), push.end(), pushed_.begin(), pushed_.end()))) {
        vk.vkCmdPushConstants(commands_, kernel.layout(), VK_SHADER_STAGE_COMPUTE_BIT, 0,
                              static_cast<std::uint32_t>(push.size()), push.data());
        pushed_.assign(push.begin(), push.end());
    }
    bound_ = &kernel;
    bound_pipeline_ = kernel.pipeline();
    return true;
}

void Recorder::keep(std::shared_ptr<const void> object) {
    if (!dry()) {
        arena_.keep(std::move(object));
    }
}

}  // namespace vkalgo
