#include "compiler/guards.hpp"

#include "algorithms/dp/interpreter/fault.hpp"
#include "engine/spirv_words.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include <spirv-tools/libspirv.hpp>

namespace vkalgo::compiler {
namespace {

constexpr std::string_view kGuard = "vkalgo_undefined_if(b1;vi4;";

using Words = std::span<const std::uint32_t>;

bool divides(std::uint32_t op) {
    return op == spv::OpUDiv || op == spv::OpSDiv || op == spv::OpUMod || op == spv::OpSRem || op == spv::OpSMod;
}
bool shifts(std::uint32_t op) {
    return op >= spv::OpShiftRightLogical && op <= spv::OpShiftLeftLogical;
}

bool makes_integer(std::uint32_t op) {
    return op == spv::OpConvertFToU || op == spv::OpConvertFToS;
}

struct Type {
    std::uint32_t op = 0;
    /// The number of bits of an integer or floating-point type.
    std::uint32_t width = 0;
    /// The element type and number of elements of a vector, matrix or array; for a pointer, the type that it points to,
    /// and its storage class.
    std::uint32_t element = 0, count = 0, storage = 0;
    std::vector<std::uint32_t> members;
};

/// The facts of a module that the guards need.
struct Known {
    std::vector<Words> instructions;
    std::map<std::uint32_t, Type> types;
    /// The id of the type of each value, by the value's id.
    std::map<std::uint32_t, std::uint32_t> type_of;
    /// The number that each integer constant has, by the constant's id. A number of more than 32 bits is stored as ~0U.
    std::map<std::uint32_t, std::uint32_t> constants;
    /// Whether a string, given by its id, is the name of the text to guard.
    std::map<std::uint32_t, bool> is_text;
    std::uint32_t guard = 0, guard_result = 0;
    /// The types of the guard function's parameters.
    std::vector<std::uint32_t> parameters;
    bool in_guard = false;
    std::string_view text;

    void take(const spv_parsed_instruction_t& instruction) {
        const Words words(instruction.words, instruction.num_words);
        instructions.push_back(words);
        if (instruction.type_id != 0 && instruction.result_id != 0) {
            type_of[instruction.result_id] = instruction.type_id;
        }
        switch (instruction.opcode) {
            case spv::OpName:
                guard = spirv_text(words.subspan(2)) == kGuard ? words[1] : guard;
                break;
            case spv::OpString:
                is_text[words[1]] = spirv_text(words.subspan(2)) == text;
                break;
            case spv::OpTypeBool:
                types[words[1]] = {spv::OpTypeBool};
                break;
            case spv::OpTypeInt:
            case spv::OpTypeFloat:
                types[words[1]] = {instruction.opcode, words[2]};
                break;
            case spv::OpTypeVector:
            case spv::OpTypeMatrix:
                types[words[1]] = {instruction.opcode, 0, words[2], words[3]};
                break;
            case spv::OpTypeArray:
                types[words[1]] = {spv::OpTypeArray, 0, words[2], constants[words[3]]};
                break;
            case spv::OpTypeStruct:
                types[words[1]].op = spv::OpTypeStruct;
                types[words[1]].members.assign(words.begin() + 2, words.end());
                break;
            case spv::OpTypePointer:
                types[words[1]] = {spv::OpTypePointer, 0, words[3], 0, words[2]};
                break;
            case spv::OpConstant:
                constants[words[2]] = words.size() == 4 || words[4] == 0 ? words[3] : ~0U;
                break;
            case spv::OpFunction:
                in_guard = words[2] == guard;
                guard_result = in_guard ? words[1] : guard_result;
                break;
            case spv::OpFunctionParameter:
                if (in_guard) {
                    parameters.push_back(words[1]);
                }
                break;
            default:
                break;
        }
    }
};

/// A rewriter of the module, which adds the guards.
class Guards {
public:
    Guards(Known& known, Words module) : known_(known), bound_(module[3]), header_(module.first(5)) {
        for (const auto& [id, type] : known_.types) {
            bool_ = type.op == spv::OpTypeBool ? id : bool_;
        }
        what_ = known_.parameters[1];
        int_ = known_.types[what_].element;
    }

    std::vector<std::uint32_t> write() {
        bool in_functions = false;
        bool in_text = false;
        for (const Words words : known_.instructions) {
            const std::uint32_t op = words[0] & 0xFFFFU;
            if (op == spv::OpLine) {
                in_text = known_.is_text[words[1]];
                line_ = words[2];
            }
            in_functions = in_functions || op == spv::OpFunction;
            std::uint32_t operand = 0;
            if (in_functions && in_text) {
                guard(op, words);
                operand = makes_integer(op) ? guarded_float(op, words) : 0;
            }
            auto& target = in_functions ? functions_ : globals_;
            target.insert(target.end(), words.begin(), words.end());
            if (operand != 0) {
                target.back() = operand;
            }
        }
        std::vector<std::uint32_t> module(header_.begin(), header_.end());
        module[3] = bound_;
        module.insert(module.end(), globals_.begin(), globals_.end());
        module.insert(module.end(), functions_.begin(), functions_.end());
        return module;
    }

private:
    void guard(std::uint32_t op, Words words) {
        if (divides(op)) {
            guard_division(op, words[3], words[4]);
        } else if (shifts(op)) {
            guard_shift(known_.type_of[words[3]], words[4]);
        } else if (op == spv::OpVectorExtractDynamic) {
            guard_index(words[4], known_.types[known_.type_of[words[3]]].count);
        } else if (op == spv::OpVectorInsertDynamic) {
            guard_index(words[5], known_.types[known_.type_of[words[3]]].count);
        } else if (op == spv::OpAccessChain || op == spv::OpInBoundsAccessChain) {
            guard_chain(words);
        }
    }

    void guard_division(std::uint32_t op, std::uint32_t a, std::uint32_t b) {
        const std::uint32_t type = known_.type_of[b];
        const std::uint32_t zero = null(type);
        const auto divisor = known_.constants.find(b);
        // A constant whose sign bit is set, such as -1, does not count as positive.
        const bool positive =
            divisor != known_.constants.end() && divisor->second != 0 && divisor->second < 0x80000000U;
        const bool is_signed_remainder = op == spv::OpSRem || op == spv::OpSMod;
        if (!positive) {
            call(dp::FaultKind::division, compare(spv::OpIEqual, type, b, zero));
        }
        if (is_signed_remainder) {
            std::uint32_t undefined = compare(spv::OpSLessThan, type, a, zero);
            if (!positive) {
                undefined = value(spv::OpLogicalOr, bool_, {undefined, compare(spv::OpSLessThan, type, b, zero)});
            }
            call(dp::FaultKind::remainder, undefined);
        }
    }

    void guard_shift(std::uint32_t base, std::uint32_t amount) {
        const Type& number = known_.types[base];
        const std::uint32_t width = number.op == spv::OpTypeVector ? known_.types[number.element].width : number.width;
        const auto constant = known_.constants.find(amount);
        if (constant == known_.constants.end() || constant->second >= width) {
            const std::uint32_t type = known_.type_of[amount];
            call(dp::FaultKind::shift, compare(spv::OpUGreaterThanEqual, type, amount, number_of(type, width)));
        }
    }

    /// Returns the id of a value to convert in place of the operand. The value is 0 in each component in which the
    /// operand is NaN or outside the range of the integer type, and otherwise the operand. Returns id 0 if the operand
    /// needs no guard.
    std::uint32_t guarded_float(std::uint32_t op, Words words) {
        const std::uint32_t operand = words[3];
        const std::uint32_t type = known_.type_of[operand];
        const Type from = known_.types[type];
        const Type to = known_.types[words[1]];
        const bool is_vector = from.op == spv::OpTypeVector;
        const std::uint32_t float_width = is_vector ? known_.types[from.element].width : from.width;
        const auto bits = static_cast<int>(is_vector ? known_.types[to.element].width : to.width);
        if (float_width != 32 && float_width != 64) {
            return 0;
        }
        const bool is_signed = op == spv::OpConvertFToS;
        // The upper bound is a power of two, which floats hold exactly. A value between the lowest integer minus 1 and
        // the lowest integer is truncated to the lowest integer, so it is allowed. If the float type does not hold the
        // lowest integer minus 1, it has no such values, and the lowest integer is the bound.
        const double end = std::ldexp(1.0, is_signed ? bits - 1 : bits);
        const double below = is_signed ? -end - 1 : -1.0;
        const bool has_below = below != -end && (float_width == 64 || double{static_cast<float>(below)} == below);
        const std::uint32_t flag = is_vector ? bools(from.count) : bool_;
        const std::uint32_t low = value(has_below ? spv::OpFUnordLessThanEqual : spv::OpFUnordLessThan, flag,
                                        {operand, real_of(type, has_below ? below : -end)});
        const std::uint32_t high = value(spv::OpFUnordGreaterThanEqual, flag, {operand, real_of(type, end)});
        const std::uint32_t beyond = value(spv::OpLogicalOr, flag, {low, high});
        call(dp::FaultKind::conversion, is_vector ? value(spv::OpAny, bool_, {beyond}) : beyond);
        return value(spv::OpSelect, type, {beyond, null(type), operand});
    }

    void guard_chain(Words words) {
        const Type pointer = known_.types[known_.type_of[words[3]]];
        if (pointer.storage != spv::StorageClassPrivate && pointer.storage != spv::StorageClassFunction) {
            return;
        }
        std::uint32_t at = pointer.element;
        for (const std::uint32_t index : words.subspan(4)) {
            const Type& type = known_.types[at];
            if (type.op == spv::OpTypeStruct) {
                at = type.members[known_.constants[index]];
                continue;
            }
            guard_index(index, type.count);
            at = type.element;
        }
    }

    void guard_index(std::uint32_t index, std::uint32_t count) {
        const auto constant = known_.constants.find(index);
        const std::uint32_t type = known_.type_of[index];
        if (constant != known_.constants.end() && constant->second < count) {
            return;
        }
        const std::uint32_t undefined = compare(spv::OpUGreaterThanEqual, type, index, number_of(type, count));
        const bool is_word = known_.types[type].width == 32;
        const std::uint32_t shown = type == int_ ? index : is_word ? value(spv::OpBitcast, int_, {index}) : null(int_);
        call(dp::FaultKind::index, undefined, shown, number_of(int_, count));
    }

    void call(dp::FaultKind kind, std::uint32_t condition, std::uint32_t element = 0, std::uint32_t count = 0) {
        const std::uint32_t zero = null(int_);
        const std::uint32_t what = value(spv::OpCompositeConstruct, what_,
                                         {number_of(int_, static_cast<std::uint32_t>(kind)), number_of(int_, line_),
                                          element != 0 ? element : zero, count != 0 ? count : zero});
        value(spv::OpFunctionCall, known_.guard_result, {known_.guard, condition, what});
    }

    /// Returns the id of a bool: whether the comparison holds for any component.
    std::uint32_t compare(std::uint32_t op, std::uint32_t type, std::uint32_t a, std::uint32_t b) {
        const Type number = known_.types[type];
        if (number.op != spv::OpTypeVector) {
            return value(op, bool_, {a, b});
        }
        const std::uint32_t each = value(op, bools(number.count), {a, b});
        return value(spv::OpAny, bool_, {each});
    }

    std::uint32_t value(std::uint32_t op, std::uint32_t type, std::initializer_list<std::uint32_t> operands) {
        return put(functions_, op, type, operands);
    }

    std::uint32_t put(std::vector<std::uint32_t>& target, std::uint32_t op, std::uint32_t type,
                      std::initializer_list<std::uint32_t> operands) {
        target.push_back(static_cast<std::uint32_t>(3 + operands.size()) << 16 | op);
        target.push_back(type);
        target.push_back(bound_);
        target.insert(target.end(), operands.begin(), operands.end());
        return bound_++;
    }

    /// Returns the id of the vector type of `count` booleans. Uses the module's own type if there is one, since a type
    /// may occur in a module only once.
    std::uint32_t bools(std::uint32_t count) {
        for (const auto& [id, type] : known_.types) {
            if (type.op == spv::OpTypeVector && type.element == bool_ && type.count == count) {
                return id;
            }
        }
        globals_.insert(globals_.end(), {4U << 16 | spv::OpTypeVector, bound_, bool_, count});
        known_.types[bound_] = {spv::OpTypeVector, 0, bool_, count};
        return bound_++;
    }

    std::uint32_t null(std::uint32_t type) {
        std::uint32_t& id = made_[{type, 0}];
        id = id != 0 ? id : put(globals_, spv::OpConstantNull, type, {});
        return id;
    }

    /// Returns the id of a constant of an integer type, or of a vector of integers, with `number` in each component.
    std::uint32_t number_of(std::uint32_t type, std::uint32_t number) {
        if (number == 0) {
            return null(type);
        }
        if (const auto made = made_.find({type, number}); made != made_.end()) {
            return made->second;
        }
        const Type of = known_.types[type];
        std::uint32_t id = 0;
        if (of.op == spv::OpTypeVector) {
            const std::uint32_t one = number_of(of.element, number);
            globals_.insert(globals_.end(), {(3 + of.count) << 16 | spv::OpConstantComposite, type, bound_});
            globals_.insert(globals_.end(), of.count, one);
            id = bound_++;
        } else if (of.width == 64) {
            id = put(globals_, spv::OpConstant, type, {number, 0});
        } else {
            id = put(globals_, spv::OpConstant, type, {number});
        }
        made_[{type, number}] = id;
        return id;
    }

    /// Returns the id of a constant of a floating-point type, or of a vector of such numbers, with `number` in each
    /// component.
    std::uint32_t real_of(std::uint32_t type, double number) {
        const Type of = known_.types[type];
        const bool is_double = of.width == 64;
        const std::uint64_t bits =
            is_double ? std::bit_cast<std::uint64_t>(number) : std::bit_cast<std::uint32_t>(static_cast<float>(number));
        const auto key = std::pair(type, of.op == spv::OpTypeVector ? std::bit_cast<std::uint64_t>(number) : bits);
        if (const auto made = made_.find(key); made != made_.end()) {
            return made->second;
        }
        std::uint32_t id = 0;
        if (of.op == spv::OpTypeVector) {
            const std::uint32_t one = real_of(of.element, number);
            globals_.insert(globals_.end(), {(3 + of.count) << 16 | spv::OpConstantComposite, type, bound_});
            globals_.insert(globals_.end(), of.count, one);
            id = bound_++;
        } else if (is_double) {
            id = put(globals_, spv::OpConstant, type,
                     {static_cast<std::uint32_t>(bits), static_cast<std::uint32_t>(bits >> 32)});
        } else {
            id = put(globals_, spv::OpConstant, type, {static_cast<std::uint32_t>(bits)});
        }
        made_[key] = id;
        return id;
    }

    Known& known_;
    std::uint32_t bound_;
    Words header_;
    std::uint32_t bool_ = 0, int_ = 0, what_ = 0;
    std::uint32_t line_ = 0;
    std::vector<std::uint32_t> globals_, functions_;
    /// The constants made so far, by type and number.
    std::map<std::pair<std::uint32_t, std::uint64_t>, std::uint32_t> made_;
};

spv_result_t take_header(void*, spv_endianness_t, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t,
                         std::uint32_t) {
    return SPV_SUCCESS;
}

}  // namespace

Result<std::vector<std::uint32_t>> with_guards(std::span<const std::uint32_t> words, std::string_view text) {
    Known known;
    known.text = text;
    // The parser's own copy of an instruction is valid only during the call.
    std::size_t at = 5;
    std::pair<Known*, std::pair<Words, std::size_t*>> state{&known, {words, &at}};
    const auto take = [](void* user, const spv_parsed_instruction_t* parsed) {
        auto& [target, source] = *static_cast<decltype(state)*>(user);
        spv_parsed_instruction_t instruction = *parsed;
        instruction.words = source.first.data() + *source.second;
        *source.second += instruction.num_words;
        target->take(instruction);
        return SPV_SUCCESS;
    };
    spvtools::Context context(SPV_ENV_VULKAN_1_2);
    const spv_result_t done =
        spvBinaryParse(context.CContext(), &state, words.data(), words.size(), take_header, take, nullptr);
    if (done != SPV_SUCCESS) {
        return Error{
            ErrorCode::driver, "a module that was just compiled cannot be parsed; report this as a bug of vkalgo", {}};
    }
    if (known.guard == 0 || known.parameters.size() != 2) {
        return std::vector<std::uint32_t>(words.begin(), words.end());
    }
    return Guards(known, words).write();
}

}  // namespace vkalgo::compiler
