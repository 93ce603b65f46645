#include "engine/spirv_interface.hpp"

#include "engine/spirv_numbers.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

// Reads just what binding needs of a SPIR-V module (Khronos SPIR-V specification 1.6, sections 2.3 and 3). Every index
// into the words is checked: the module may come from a user's file.
namespace vkalgo {
namespace {

enum Decoration : std::uint32_t {
    kBlock = 2,
    kArrayStride = 6,
    kMatrixStride = 7,
    kNonWritable = 24,
    kNonReadable = 25,
    kBinding = 33,
    kDescriptorSet = 34,
    kOffset = 35,
};
enum StorageClass : std::uint32_t {
    kUniformConstant = 0,
    kUniform = 2,
    kPushConstant = 9,
    kStorageBuffer = 12,
};
/// Of OpTypeImage, section 3.8: what a texel buffer and an input attachment have for a dimension.
constexpr std::uint32_t kDimBuffer = 5;
constexpr std::uint32_t kDimSubpassData = 6;
/// Of OpTypeImage: used without a sampler.
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
    /// of the instruction that defines it, without its result id
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
    /// Bytes of a type; 0 if it has none that we know.
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

/// A literal string's end is a zero byte within the operands.
std::string literal(std::span<const std::uint32_t> words) {
    std::string text;
    for (std::uint32_t word : words) {
        for (int byte = 0; byte < 4; ++byte, word >>= 8) {
            if ((word & 0xFF) == 0) {
                return text;
            }
            text.push_back(static_cast<char>(word & 0xFF));
        }
    }
    return text;
}

Result<void> Module::read(std::span<const std::uint32_t> words) {
    if (words.size() < kSpirvHeaderWords || words[0] != kSpirvMagic) {
        return bad("no module (the magic number is missing)");
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
        return bad("no compute entry point named \"main\"");
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
        case kOpEntryPoint:
            has_main_ |= operands.size() >= 3 && operands[0] == kGlCompute && literal(operands.subspan(2)) == "main";
            return {};
        case kOpCapability:
            if (!operands.empty()) {
                capabilities_.push_back(operands[0]);
            }
            return {};
        case kOpTypeInt:
        case kOpTypeFloat:
            return define(0, 2);
        case kOpTypeVector:
        case kOpTypeMatrix:
        case kOpTypeArray:
        case kOpTypePointer:
            return define(0, 3);
        case kOpTypeRuntimeArray:
        case kOpTypeSampledImage:
            return define(0, 2);
        case kOpTypeImage:
            return define(0, 8);
        case kOpTypeSampler:
        case kOpTypeStruct:
            return define(0, 1);
        case kOpConstant:
        case kOpSpecConstant:
            return define(1, 3);
        case kOpVariable:
            VKALGO_CHECK(define(1, 3));
            variables_.push_back(operands[1]);
            return {};
        case kOpDecorate:
            decorate(operands);
            return {};
        case kOpMemberDecorate:
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
        case kNonWritable:
            id.non_writable = true;
            break;
        case kNonReadable:
            id.non_readable = true;
            break;
        case kBlock:
            id.block = true;
            break;
        case kBinding:
            id.binding = value;
            break;
        case kDescriptorSet:
            id.set = value;
            break;
        case kArrayStride:
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
        case kNonWritable:
            member.non_writable = true;
            break;
        case kNonReadable:
            member.non_readable = true;
            break;
        case kOffset:
            member.offset = value;
            break;
        case kMatrixStride:
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
        case kOpTypeInt:
        case kOpTypeFloat:
            return operands[0] / 8;
        case kOpTypeVector:
            return size_of(operands[0], depth + 1) * operands[1];
        case kOpTypeMatrix:
            return size_of(operands[0], depth + 1) * operands[1];
        case kOpTypePointer:
            return 8;
        case kOpTypeArray: {
            const Id* length = find(operands[1]);
            const bool constant =
                length != nullptr && (length->opcode == kOpConstant || length->opcode == kOpSpecConstant);
            return constant ? std::uint64_t{id->array_stride} * length->operands[1] : 0;
        }
        case kOpTypeStruct: {
            std::uint64_t end = 0;
            for (std::uint32_t i = 0; i < operands.size(); ++i) {
                const auto member = id->members.find(i);
                const Member layout = member == id->members.end() ? Member{} : member->second;
                const Id* inner = find(operands[i]);
                const bool matrix = inner != nullptr && inner->opcode == kOpTypeMatrix && layout.matrix_stride != 0;
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
    if (pointee.opcode != kOpTypeStruct) {
        return bad("an array of buffers at binding " + std::to_string(variable.binding) +
                   "; only single ones are bound");
    }
    if (variable.operands[1] == kUniform) {
        if (!pointee.block) {
            return bad("a storage buffer as SPIR-V before 1.3 has them; compile for Vulkan 1.1 or later");
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
    // A buffer that is neither read nor written is asked for its length only; call that a read.
    const bool reads = !(variable.non_readable || all_non_readable) || !writes;
    return ModuleBinding{BindingKind::storage_buffer, static_cast<Access>((reads ? 1 : 0) | (writes ? 2 : 0))};
}

Result<ModuleBinding> Module::image_of(const Id& variable, const Id& pointee) const {
    const auto dimension_is_bound = [](const Id& image) {
        return image.operands[1] != kDimBuffer && image.operands[1] != kDimSubpassData;
    };
    if (pointee.opcode == kOpTypeSampler) {
        return ModuleBinding{BindingKind::sampler, Access::none};
    }
    if (pointee.opcode == kOpTypeSampledImage) {
        const Id* image = find(pointee.operands[0]);
        if (image != nullptr && image->opcode == kOpTypeImage && dimension_is_bound(*image)) {
            return ModuleBinding{BindingKind::combined_image_sampler, Access::read};
        }
    } else if (pointee.opcode == kOpTypeImage && dimension_is_bound(pointee)) {
        if (pointee.operands[5] != kStorageImage) {
            return ModuleBinding{BindingKind::sampled_image, Access::read};
        }
        const bool writes = !variable.non_writable;
        const bool reads = !variable.non_readable || !writes;
        return ModuleBinding{BindingKind::storage_image, static_cast<Access>((reads ? 1 : 0) | (writes ? 2 : 0))};
    }
    return bad("binding " + std::to_string(variable.binding) +
               " is a texel buffer, an input attachment or an array of images; single images and samplers are bound");
}

Result<void> Module::add_binding(const Id& variable, ModuleBinding binding, ModuleInterface& out) const {
    if (variable.set != 0 || variable.binding > kLargestBinding) {
        return bad("a buffer, an image or a sampler outside set 0 or without a binding below 1024");
    }
    if (out.bindings.size() <= variable.binding) {
        out.bindings.resize(variable.binding + 1);
    }
    ModuleBinding& slot = out.bindings[variable.binding];
    if (slot && slot.kind != binding.kind) {
        return bad("binding " + std::to_string(variable.binding) + " is declared as a " + to_string(slot.kind) +
                   " and as a " + to_string(binding.kind));
    }
    // Two variables may share a binding: two views of one resource.
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
        if (variable == nullptr || variable->opcode != kOpVariable) {
            return bad("a result id is defined twice");
        }
        const Id* pointer = find(variable->operands[0]);
        const std::uint32_t storage = variable->operands[1];
        if (storage != kStorageBuffer && storage != kPushConstant && storage != kUniform &&
            storage != kUniformConstant) {
            continue;
        }
        if (pointer == nullptr || pointer->opcode != kOpTypePointer) {
            return bad("a variable has no pointer type");
        }
        const Id* pointee = find(pointer->operands[1]);
        if (pointee == nullptr) {
            return bad("a pointer to an unknown type");
        }
        if (storage == kPushConstant) {
            const std::uint64_t size = size_of(pointer->operands[1], 0);
            if (size == 0 || size > 65536) {
                return bad("a push-constant block of unknown size");
            }
            out.push_constants = std::max(out.push_constants, static_cast<std::uint32_t>(size + 3) / 4 * 4);
            continue;
        }
        VKALGO_TRY(const ModuleBinding binding,
                   storage == kUniformConstant ? image_of(*variable, *pointee) : buffer_of(*variable, *pointee));
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
