#include "algorithms/dp/interpreter/module.hpp"

#include "engine/spirv_words.hpp"

namespace vkalgo::dp {
namespace {

using TypeKind = SpirvType::Kind;

Error unsupported(const std::string& what) {
    return Error{ErrorCode::unsupported, "the interpreter does not support " + what, "recurrence"};
}

bool has_no_result(std::uint16_t op) {
    switch (op) {
        case spv::OpNop:
        case spv::OpStore:
        case spv::OpLoopMerge:
        case spv::OpSelectionMerge:
        case spv::OpBranch:
        case spv::OpBranchConditional:
        case spv::OpSwitch:
        case spv::OpReturn:
        case spv::OpReturnValue:
        case spv::OpUnreachable:
        case 252:  // OpKill
            return true;
        default:
            return false;
    }
}

/// A reader of instructions, one after another.
class Reader {
public:
    explicit Reader(SpirvModule& module) : module_(module) {}

    Result<void> take(std::uint16_t op, std::span<const std::uint32_t> operands) {
        switch (op) {
            case spv::OpString:
                module_.strings[operands[0]] = spirv_text(operands.subspan(1));
                return {};
            case spv::OpName:
                module_.names[operands[0]] = spirv_text(operands.subspan(1));
                return {};
            case spv::OpLine:
                // Only line numbers of the recurrence's own text are useful to its author.
                line_ = module_.strings[operands[0]].empty() ? 0 : operands[1];
                return {};
            case spv::OpNoLine:
                return {};
            case spv::OpFunction:
                in_function_ = true;
                module_.functions.emplace_back();
                module_.functions.back().result_type = operands[0];
                module_.functions.back().id = operands[1];
                module_.functions.back().name = module_.names[operands[1]];
                return {};
            case spv::OpFunctionParameter:
                module_.functions.back().parameter_types.push_back(operands[0]);
                module_.functions.back().parameters.push_back(operands[1]);
                return {};
            case spv::OpFunctionEnd:
                in_function_ = false;
                return {};
            default:
                break;
        }
        if (in_function_) {
            take_body(op, operands);
            return {};
        }
        if (op >= spv::OpTypeVoid && op <= spv::OpTypeFunction) {
            return take_type(op, operands);
        }
        return take_constant(op, operands);
    }

private:
    void take_body(std::uint16_t op, std::span<const std::uint32_t> operands) {
        SpirvInstruction instruction{op, 0, 0, operands, line_};
        if (op == spv::OpLabel) {
            instruction.result = operands[0];
        } else if (!has_no_result(op) && operands.size() >= 2) {
            instruction.type = operands[0];
            instruction.result = operands[1];
            instruction.operands = operands.subspan(2);
        }
        module_.functions.back().body.push_back(instruction);
    }

    Result<void> take_type(std::uint16_t op, std::span<const std::uint32_t> operands) {
        SpirvType& type = module_.types[operands[0]];
        const auto element = [&]() -> const SpirvType& { return module_.types[operands[1]]; };
        switch (op) {
            case spv::OpTypeVoid:
            case spv::OpTypeFunction:
                return {};
            case spv::OpTypeBool:
                type = {.kind = TypeKind::boolean, .width = 1, .slots = 1};
                return {};
            case spv::OpTypeInt:
                type = {.kind = TypeKind::integer, .width = operands[1], .is_signed = operands[2] != 0, .slots = 1};
                return {};
            case spv::OpTypeFloat:
                if (operands[1] != 32 && operands[1] != 64) {
                    return unsupported("floating-point numbers of " + std::to_string(operands[1]) + " bits");
                }
                type = {.kind = TypeKind::real, .width = operands[1], .slots = 1};
                return {};
            case spv::OpTypeVector:
            case spv::OpTypeMatrix:
                type.kind = op == spv::OpTypeVector ? TypeKind::vector : TypeKind::matrix;
                type.element = operands[1];
                type.count = operands[2];
                type.slots = type.count * element().slots;
                return {};
            case spv::OpTypeArray:
                type.kind = TypeKind::array;
                type.element = operands[1];
                type.count = static_cast<std::uint32_t>(module_.constants[operands[2]].values.at(0));
                type.slots = type.count * element().slots;
                return {};
            case spv::OpTypeStruct:
                type.kind = TypeKind::structure;
                type.members.assign(operands.begin() + 1, operands.end());
                for (const std::uint32_t member : type.members) {
                    type.slots += module_.types[member].slots;
                }
                return {};
            case spv::OpTypePointer:
                type = {.kind = TypeKind::pointer, .element = operands[2], .slots = 1};
                return {};
            default:
                return unsupported("type " + std::to_string(op) + " of SPIR-V");
        }
    }

    Result<void> take_constant(std::uint16_t op, std::span<const std::uint32_t> operands) {
        if (op == spv::OpVariable) {
            module_.globals[operands[1]] = {operands[0], operands[2]};
            return {};
        }
        if (op < spv::OpConstantTrue && op != spv::OpUndef) {
            return {};
        }
        if (op > spv::OpConstantNull) {
            const bool known = op > 70 && op < 80;  // Decorations
            return known || op > 330 ? Result<void>()
                                     : unsupported("constants by instruction " + std::to_string(op) + " of SPIR-V");
        }
        SpirvConstant& constant = module_.constants[operands[1]];
        constant.type = operands[0];
        const SpirvType& type = module_.types[operands[0]];
        switch (op) {
            case spv::OpConstantTrue:
            case spv::OpConstantFalse:
                constant.values = {op == spv::OpConstantTrue ? 1U : 0U};
                break;
            case spv::OpConstant:
                constant.values = {operands[2]};
                if (type.width == 64) {
                    constant.values[0] |= std::uint64_t{operands[3]} << 32;
                } else if (type.width < 32) {
                    constant.values[0] &= (1U << type.width) - 1;  // The word is sign-extended
                }
                break;
            case spv::OpConstantComposite:
                for (const std::uint32_t part : operands.subspan(2)) {
                    const auto& values = module_.constants[part].values;
                    constant.values.insert(constant.values.end(), values.begin(), values.end());
                }
                break;
            default:
                constant.values.assign(type.slots, 0);
                constant.undefined = op == spv::OpUndef;
                break;
        }
        return {};
    }

    SpirvModule& module_;
    bool in_function_ = false;
    std::uint32_t line_ = 0;
};

}  // namespace

Result<SpirvModule> SpirvModule::read(std::span<const std::uint32_t> words) {
    if (words.size() < kSpirvHeaderWords) {
        return Error{ErrorCode::invalid_argument,
                     "the recurrence lacks the module 'interpret'; assemble it with this module", "interpret"};
    }
    SpirvModule module;
    module.types.resize(words[3]);
    module.names.resize(words[3]);
    Reader reader(module);
    for (std::size_t at = kSpirvHeaderWords; at < words.size();) {
        const std::size_t length = words[at] >> 16;
        if (length == 0 || length > words.size() - at) {
            return Error{ErrorCode::invalid_argument,
                         "the module 'interpret' of the recurrence is incomplete; assemble it again", "interpret"};
        }
        VKALGO_CHECK(reader.take(static_cast<std::uint16_t>(words[at] & 0xFFFFU), words.subspan(at + 1, length - 1)));
        at += length;
    }
    return module;
}

std::uint32_t SpirvModule::offset_of(const SpirvType& type, std::uint32_t k) const {
    if (type.kind != SpirvType::Kind::structure) {
        return k * types[type.element].slots;
    }
    std::uint32_t offset = 0;
    for (std::uint32_t member = 0; member < k; ++member) {
        offset += types[type.members[member]].slots;
    }
    return offset;
}

}  // namespace vkalgo::dp
