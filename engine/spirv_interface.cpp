#include "engine/spirv_interface.hpp"

#include "engine/spirv_words.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

// Reads only what binding needs from a SPIR-V module (Khronos SPIR-V specification 1.6, sections 2.3 and 3). Every
// index into the words is checked, since the module may come from a user's file.
namespace vkalgo {
namespace {

/// The value of the operand Sampled of OpTypeImage for an image that is used without a sampler.
constexpr std::uint32_t kStorageImage = 2;
constexpr std::uint32_t kLargestBinding = 1023;
constexpr int kDeepestType = 16;

struct Member {
    std::uint32_t offset = 0;
    std::uint32_t matrix_stride = 0;
    bool non_writable = false, non_readable = false;
};
struct Id {
    std::uint32_t opcode = 0;
    /// The operands of the instruction that defines the id, without the result id.
    std::vector<std::uint32_t> operands;
    std::unordered_map<std::uint32_t, Member> members;
    std::uint32_t binding = UINT32_MAX, set = UINT32_MAX, array_stride = 0;
    bool non_writable = false, non_readable = false;
    bool block = false;
};

Error bad(const std::string& message) {
    return {ErrorCode::invalid_argument, "SPIR-V: " + message, "read_interface"};
}

class Module {
public:
    Result<void> read(std::span<const std::uint32_t> words);
    Result<ModuleInterface> interface() const;

private:
    Result<void> take(std::uint32_t opcode, std::span<const std::uint32_t> operands);
    void decorate(std::span<const std::uint32_t> operands);
    void decorate_member(std::span<const std::uint32_t> operands);
    Result<ModuleBinding> buffer_of(const Id& variable, const Id& pointee) const;
    Result<ModuleBinding> image_of(const Id& variable, const Id& pointee) const;
    Result<void> add_binding(const Id& variable, ModuleBinding binding, ModuleInterface& out) const;
    /// Returns the bytes of a type, or 0 if the size is unknown.
    std::uint64_t size_of(std::uint32_t type, int depth) const;
    const Id* find(std::uint32_t id) const {
        const auto found = ids_.find(id);
        return found == ids_.end() ? nullptr : &found->second;
    }

    std::unordered_map<std::uint32_t, Id> ids_;
    std::vector<std::uint32_t> variables_;
    std::vector<std::uint32_t> capabilities_;
    bool has_main_ = false;
};

Result<void> Module::read(std::span<const std::uint32_t> words) {
    if (words.size() < kSpirvHeaderWords || words[0] != spv::MagicNumber) {
        return bad("the module does not start with the magic number of SPIR-V");
    }
    for (std::size_t at = kSpirvHeaderWords; at < words.size();) {
        const std::uint32_t length = words[at] >> 16;
        if (length == 0 || length > words.size() - at) {
            return bad("the module is truncated or damaged at word " + std::to_string(at));
        }
        VKALGO_CHECK(take(words[at] & 0xFFFF, words.subspan(at + 1, length - 1)));
        at += length;
    }
    if (!has_main_) {
        return bad("the module has no compute entry point named \"main\"");
    }
    return {};
}

Result<void> Module::take(std::uint32_t opcode, std::span<const std::uint32_t> operands) {
    const auto define = [&](std::size_t result, std::size_t least) -> Result<void> {
        if (operands.size() < least) {
            return bad("an instruction (opcode " + std::to_string(opcode) + ") is too short");
        }
        Id& id = ids_[operands[result]];
        id.opcode = opcode;
        id.operands.clear();
        for (std::size_t i = 0; i < operands.size(); ++i) {
            if (i != result) {
                id.operands.push_back(operands[i]);
            }
        }
        return {};
    };
    switch (opcode) {
        case spv::OpEntryPoint:
            has_main_ |= operands.size() >= 3 && operands[0] == spv::ExecutionModelGLCompute &&
                         spirv_text(operands.subspan(2)) == "main";
            return {};
        case spv::OpCapability:
            if (!operands.empty()) {
                capabilities_.push_back(operands[0]);
            }
            return {};
        case spv::OpTypeInt:
        case spv::OpTypeFloat:
            return define(0, 2);
        case spv::OpTypeVector:
        case spv::OpTypeMatrix:
        case spv::OpTypeArray:
        case spv::OpTypePointer:
            return define(0, 3);
        case spv::OpTypeRuntimeArray:
        case spv::OpTypeSampledImage:
            return define(0, 2);
        case spv::OpTypeImage:
            return define(0, 8);
        case spv::OpTypeSampler:
        case spv::OpTypeStruct:
            return define(0, 1);
        case spv::OpConstant:
        case spv::OpSpecConstant:
            return define(1, 3);
        case spv::OpVariable:
            VKALGO_CHECK(define(1, 3));
            variables_.push_back(operands[1]);
            return {};
        case spv::OpDecorate:
            decorate(operands);
            return {};
        case spv::OpMemberDecorate:
            decorate_member(operands);
            return {};
        default:
            return {};
    }
}

void Module::decorate(std::span<const std::uint32_t> operands) {
    if (operands.size() < 2) {
        return;
    }
    Id& id = ids_[operands[0]];
    const std::uint32_t value = operands.size() > 2 ? operands[2] : 0;
    switch (operands[1]) {
        case spv::DecorationNonWritable:
            id.non_writable = true;
            break;
        case spv::DecorationNonReadable:
            id.non_readable = true;
            break;
        case spv::DecorationBlock:
            id.block = true;
            break;
        case spv::DecorationBinding:
            id.binding = value;
            break;
        case spv::DecorationDescriptorSet:
            id.set = value;
            break;
        case spv::DecorationArrayStride:
            id.array_stride = value;
            break;
        default:
            break;
    }
}

void Module::decorate_member(std::span<const std::uint32_t> operands) {
    if (operands.size() < 3) {
        return;
    }
    Member& member = ids_[operands[0]].members[operands[1]];
    const std::uint32_t value = operands.size() > 3 ? operands[3] : 0;
    switch (operands[2]) {
        case spv::DecorationNonWritable:
            member.non_writable = true;
            break;
        case spv::DecorationNonReadable:
            member.non_readable = true;
            break;
        case spv::DecorationOffset:
            member.offset = value;
            break;
        case spv::DecorationMatrixStride:
            member.matrix_stride = value;
            break;
        default:
            break;
    }
}

std::uint64_t Module::size_of(std::uint32_t type, int depth) const {
    const Id* id = find(type);
    if (id == nullptr || depth > kDeepestType) {
        return 0;
    }
    const auto& operands = id->operands;
    switch (id->opcode) {
        case spv::OpTypeInt:
        case spv::OpTypeFloat:
            return operands[0] / 8;
        case spv::OpTypeVector:
            return size_of(operands[0], depth + 1) * operands[1];
        case spv::OpTypeMatrix:
            return size_of(operands[0], depth + 1) * operands[1];
        case spv::OpTypePointer:
            return 8;
        case spv::OpTypeArray: {
            const Id* length = find(operands[1]);
            const bool constant =
                length != nullptr && (length->opcode == spv::OpConstant || length->opcode == spv::OpSpecConstant);
            return constant ? std::uint64_t{id->array_stride} * length->operands[1] : 0;
        }
        case spv::OpTypeStruct: {
            std::uint64_t end = 0;
            for (std::uint32_t i = 0; i < operands.size(); ++i) {
                const auto member = id->members.find(i);
                const Member layout = member == id->members.end() ? Member{} : member->second;
                const Id* inner = find(operands[i]);
                const bool matrix = inner != nullptr && inner->opcode == spv::OpTypeMatrix && layout.matrix_stride != 0;
                const std::uint64_t size =
                    matrix ? std::uint64_t{layout.matrix_stride} * inner->operands[1] : size_of(operands[i], depth + 1);
                end = std::max(end, layout.offset + size);
            }
            return end;
        }
        default:
            return 0;
    }
}

Result<ModuleBinding> Module::buffer_of(const Id& variable, const Id& pointee) const {
    if (pointee.opcode != spv::OpTypeStruct) {
        return bad("binding " + std::to_string(variable.binding) +
                   " is an array of buffers; only single buffers can be bound");
    }
    if (variable.operands[1] == spv::StorageClassUniform) {
        if (!pointee.block) {
            return bad("a storage buffer is declared as in SPIR-V before 1.3; compile for Vulkan 1.1 or later");
        }
        return ModuleBinding{BindingKind::uniform_buffer, Access::read};
    }
    bool all_non_writable = !pointee.operands.empty();
    bool all_non_readable = !pointee.operands.empty();
    for (std::uint32_t i = 0; i < pointee.operands.size(); ++i) {
        const auto member = pointee.members.find(i);
        all_non_writable &= member != pointee.members.end() && member->second.non_writable;
        all_non_readable &= member != pointee.members.end() && member->second.non_readable;
    }
    const bool writes = !(variable.non_writable || all_non_writable);
    // A buffer that is neither read nor written is only queried for its length. This counts as a read.
    const bool reads = !(variable.non_readable || all_non_readable) || !writes;
    return ModuleBinding{BindingKind::storage_buffer, static_cast<Access>((reads ? 1 : 0) | (writes ? 2 : 0))};
}

Result<ModuleBinding> Module::image_of(const Id& variable, const Id& pointee) const {
    const auto dimension_is_bound = [](const Id& image) {
        return image.operands[1] != spv::DimBuffer && image.operands[1] != spv::DimSubpassData;
    };
    if (pointee.opcode == spv::OpTypeSampler) {
        return ModuleBinding{BindingKind::sampler, Access::none};
    }
    if (pointee.opcode == spv::OpTypeSampledImage) {
        const Id* image = find(pointee.operands[0]);
        if (image != nullptr && image->opcode == spv::OpTypeImage && dimension_is_bound(*image)) {
            return ModuleBinding{BindingKind::combined_image_sampler, Access::read};
        }
    } else if (pointee.opcode == spv::OpTypeImage && dimension_is_bound(pointee)) {
        if (pointee.operands[5] != kStorageImage) {
            return ModuleBinding{BindingKind::sampled_image, Access::read};
        }
        const bool writes = !variable.non_writable;
        const bool reads = !variable.non_readable || !writes;
        return ModuleBinding{BindingKind::storage_image, static_cast<Access>((reads ? 1 : 0) | (writes ? 2 : 0))};
    }
    return bad(
        "binding " + std::to_string(variable.binding) +
        " is a texel buffer, an input attachment or an array of images; only single images and samplers can be bound");
}

Result<void> Module::add_binding(const Id& variable, ModuleBinding binding, ModuleInterface& out) const {
    if (variable.set != 0 || variable.binding > kLargestBinding) {
        return bad("a buffer, an image or a sampler is not in set 0, or its binding is not 0 to " +
                   std::to_string(kLargestBinding));
    }
    if (out.bindings.size() <= variable.binding) {
        out.bindings.resize(variable.binding + 1);
    }
    ModuleBinding& slot = out.bindings[variable.binding];
    if (slot && slot.kind != binding.kind) {
        return bad("binding " + std::to_string(variable.binding) + " is declared both as a " + to_string(slot.kind) +
                   " and as a " + to_string(binding.kind));
    }
    // Two variables may share a binding, as two views of one resource.
    slot.kind = binding.kind;
    slot.access =
        static_cast<Access>(static_cast<std::uint8_t>(slot.access) | static_cast<std::uint8_t>(binding.access));
    return {};
}

Result<ModuleInterface> Module::interface() const {
    ModuleInterface out;
    out.capabilities = capabilities_;
    for (std::uint32_t id : variables_) {
        const Id* variable = find(id);
        if (variable == nullptr || variable->opcode != spv::OpVariable) {
            return bad("a result id is defined twice");
        }
        const Id* pointer = find(variable->operands[0]);
        const std::uint32_t storage = variable->operands[1];
        if (storage != spv::StorageClassStorageBuffer && storage != spv::StorageClassPushConstant &&
            storage != spv::StorageClassUniform && storage != spv::StorageClassUniformConstant) {
            continue;
        }
        if (pointer == nullptr || pointer->opcode != spv::OpTypePointer) {
            return bad("a variable has no pointer type");
        }
        const Id* pointee = find(pointer->operands[1]);
        if (pointee == nullptr) {
            return bad("a pointer has an unknown type");
        }
        if (storage == spv::StorageClassPushConstant) {
            const std::uint64_t size = size_of(pointer->operands[1], 0);
            if (size == 0 || size > 65536) {
                return bad("the size of a push-constant block is unknown or above 65536 bytes");
            }
            out.push_constants = std::max(out.push_constants, static_cast<std::uint32_t>(size + 3) / 4 * 4);
            continue;
        }
        VKALGO_TRY(const ModuleBinding binding, storage == spv::StorageClassUniformConstant
                                                    ? image_of(*variable, *pointee)
                                                    : buffer_of(*variable, *pointee));
        VKALGO_CHECK(add_binding(*variable, binding, out));
    }
    return out;
}

}  // namespace

const char* to_string(BindingKind kind) {
    switch (kind) {
        case BindingKind::none:
            return "nothing";
        case BindingKind::storage_buffer:
            return "storage buffer";
        case BindingKind::uniform_buffer:
            return "uniform buffer";
        case BindingKind::sampled_image:
            return "sampled image";
        case BindingKind::combined_image_sampler:
            return "combined image sampler";
        case BindingKind::storage_image:
            return "storage image";
        case BindingKind::sampler:
            return "sampler";
    }
    return "nothing";
}

VkDescriptorType descriptor_type(BindingKind kind) {
    switch (kind) {
        case BindingKind::uniform_buffer:
            return VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
        case BindingKind::sampled_image:
            return VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE;
        case BindingKind::combined_image_sampler:
            return VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
        case BindingKind::storage_image:
            return VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
        case BindingKind::sampler:
            return VK_DESCRIPTOR_TYPE_SAMPLER;
        case BindingKind::none:
        case BindingKind::storage_buffer:
            break;
    }
    return VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
}

Result<ModuleInterface> read_interface(std::span<const std::uint32_t> spirv) {
    Module module;
    VKALGO_CHECK(module.read(spirv));
    return module.interface();
}

}  // namespace vkalgo
