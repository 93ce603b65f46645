#include "compiler/guards.hpp"

#include "algorithms/dp/interpreter/fault.hpp"
#include "algorithms/dp/interpreter/spirv.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include <spirv-tools/libspirv.hpp>

namespace vkalgo::compiler {
namespace {

namespace spirv = dp::spirv;

constexpr std::string_view kGuard = "vkalgo_undefined_if(b1;vi4;";

using Words = std::span<const std::uint32_t>;

bool divides(std::uint32_t op) {
    return op == spirv::kUDiv || op == spirv::kSDiv || op == spirv::kUMod || op == spirv::kSRem || op == spirv::kSMod;
}
bool shifts(std::uint32_t op) {
    return op >= spirv::kShiftRightLogical && op <= spirv::kShiftLeftLogical;
}

bool makes_integer(std::uint32_t op) {
    return op == spirv::kConvertFToU || op == spirv::kConvertFToS;
}

struct Type {
    std::uint32_t op = 0;
    /// bits of a number
    std::uint32_t width = 0;
    /// of a vector, matrix, array or pointer
    std::uint32_t element = 0, count = 0, storage = 0;
    std::vector<std::uint32_t> members;
};

/// What of a module the guards need to know.
struct Known {
    std::vector<Words> instructions;
    std::map<std::uint32_t, Type> types;
    /// of every value
    std::map<std::uint32_t, std::uint32_t> type_of;
    /// of whole numbers, the low word
    std::map<std::uint32_t, std::uint32_t> constants;
    /// the text whose name was asked for
    std::map<std::uint32_t, bool> is_text;
    std::uint32_t guard = 0, guard_result = 0;
    /// the types of its parameters
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
            case spirv::kName:
                guard = spirv::text_of(words.subspan(2)) == kGuard ? words[1] : guard;
                break;
            case spirv::kString:
                is_text[words[1]] = spirv::text_of(words.subspan(2)) == text;
                break;
            case spirv::kTypeBool:
                types[words[1]] = {spirv::kTypeBool};
                break;
            case spirv::kTypeInt:
            case spirv::kTypeFloat:
                types[words[1]] = {instruction.opcode, words[2]};
                break;
            case spirv::kTypeVector:
            case spirv::kTypeMatrix:
                types[words[1]] = {instruction.opcode, 0, words[2], words[3]};
                break;
            case spirv::kTypeArray:
                types[words[1]] = {spirv::kTypeArray, 0, words[2], constants[words[3]]};
                break;
            case spirv::kTypeStruct:
                types[words[1]].op = spirv::kTypeStruct;
                types[words[1]].members.assign(words.begin() + 2, words.end());
                break;
            case spirv::kTypePointer:
                types[words[1]] = {spirv::kTypePointer, 0, words[3], 0, words[2]};
                break;
            case spirv::kConstant:
                constants[words[2]] = words.size() == 4 || words[4] == 0 ? words[3] : ~0U;
                break;
            case spirv::kFunction:
                in_guard = words[2] == guard;
                guard_result = in_guard ? words[1] : guard_result;
                break;
            case spirv::kFunctionParameter:
                if (in_guard) {
                    parameters.push_back(words[1]);
                }
                break;
            default:
                break;
        }
    }
};

/// Writes the module once more.
class Guards {
public:
    Guards(Known& known, Words module) : known_(known), bound_(module[3]), header_(module.first(5)) {
        for (const auto& [id, type] : known_.types) {
            bool_ = type.op == spirv::kTypeBool ? id : bool_;
        }
        what_ = known_.parameters[1];
        int_ = known_.types[what_].element;
    }

    std::vector<std::uint32_t> write() {
        bool in_functions = false;
        bool in_text = false;
        for (const Words words : known_.instructions) {
            const std::uint32_t op = words[0] & 0xFFFFU;
            if (op == spirv::kLine) {
                in_text = known_.is_text[words[1]];
                line_ = words[2];
            }
            in_functions = in_functions || op == spirv::kFunction;
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
        } else if (op == spirv::kVectorExtractDynamic) {
            guard_index(words[4], known_.types[known_.type_of[words[3]]].count);
        } else if (op == spirv::kVectorInsertDynamic) {
            guard_index(words[5], known_.types[known_.type_of[words[3]]].count);
        } else if (op == spirv::kAccessChain || op == spirv::kInBoundsAccessChain) {
            guard_chain(words);
        }
    }

    void guard_division(std::uint32_t op, std::uint32_t a, std::uint32_t b) {
        const std::uint32_t type = known_.type_of[b];
        const std::uint32_t zero = null(type);
        const auto divisor = known_.constants.find(b);
        // Of a constant, its sign bit included: -1 and the like are not taken for positive.
        const bool positive =
            divisor != known_.constants.end() && divisor->second != 0 && divisor->second < 0x80000000U;
        const bool is_signed_remainder = op == spirv::kSRem || op == spirv::kSMod;
        if (!positive) {
            call(dp::FaultKind::division, compare(spirv::kIEqual, type, b, zero));
        }
        if (is_signed_remainder) {
            std::uint32_t undefined = compare(spirv::kSLessThan, type, a, zero);
            if (!positive) {
                undefined = value(spirv::kLogicalOr, bool_, {undefined, compare(spirv::kSLessThan, type, b, zero)});
            }
            call(dp::FaultKind::remainder, undefined);
        }
    }

    void guard_shift(std::uint32_t base, std::uint32_t amount) {
        const Type& number = known_.types[base];
        const std::uint32_t width = number.op == spirv::kTypeVector ? known_.types[number.element].width : number.width;
        const auto constant = known_.constants.find(amount);
        if (constant == known_.constants.end() || constant->second >= width) {
            const std::uint32_t type = known_.type_of[amount];
            call(dp::FaultKind::shift, compare(spirv::kUGreaterThanEqual, type, amount, number_of(type, width)));
        }
    }

    /// In place of a conversion's operand: 0 where the operand is beyond the integer. 0: as it is.
    std::uint32_t guarded_float(std::uint32_t op, Words words) {
        const std::uint32_t operand = words[3];
        const std::uint32_t type = known_.type_of[operand];
        const Type from = known_.types[type];
        const Type to = known_.types[words[1]];
        const bool is_vector = from.op == spirv::kTypeVector;
        const std::uint32_t float_width = is_vector ? known_.types[from.element].width : from.width;
        const auto bits = static_cast<int>(is_vector ? known_.types[to.element].width : to.width);
        if (float_width != 32 && float_width != 64) {
            return 0;
        }
        const bool is_signed = op == spirv::kConvertFToS;
        // Powers of two, which floats have. What is below the least integer by less than 1 is cut off to it.
        const double end = std::ldexp(1.0, is_signed ? bits - 1 : bits);
        const double below = is_signed ? -end - 1 : -1.0;
        const bool has_below =
            float_width == 32 ? static_cast<double>(static_cast<float>(below)) == below : below != -end;
        const std::uint32_t flag = is_vector ? bools(from.count) : bool_;
        const std::uint32_t low = value(has_below ? spirv::kFUnordLessThanEqual : spirv::kFUnordLessThan, flag,
                                        {operand, real_of(type, has_below ? below : -end)});
        const std::uint32_t high = value(spirv::kFUnordGreaterThanEqual, flag, {operand, real_of(type, end)});
        const std::uint32_t beyond = value(spirv::kLogicalOr, flag, {low, high});
        call(dp::FaultKind::conversion, is_vector ? value(spirv::kAny, bool_, {beyond}) : beyond);
        return value(spirv::kSelect, type, {beyond, null(type), operand});
    }

    void guard_chain(Words words) {
        const Type pointer = known_.types[known_.type_of[words[3]]];
        if (pointer.storage != spirv::kPrivate && pointer.storage != spirv::kInFunction) {
            return;
        }
        std::uint32_t at = pointer.element;
        for (const std::uint32_t index : words.subspan(4)) {
            const Type& type = known_.types[at];
            if (type.op == spirv::kTypeStruct) {
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
        const std::uint32_t undefined = compare(spirv::kUGreaterThanEqual, type, index, number_of(type, count));
        const bool is_word = known_.types[type].width == 32;
        const std::uint32_t shown = type == int_ ? index : is_word ? value(spirv::kBitcast, int_, {index}) : null(int_);
        call(dp::FaultKind::index, undefined, shown, number_of(int_, count));
    }

    void call(dp::FaultKind kind, std::uint32_t condition, std::uint32_t element = 0, std::uint32_t count = 0) {
        const std::uint32_t zero = null(int_);
        const std::uint32_t what = value(spirv::kCompositeConstruct, what_,
                                         {number_of(int_, static_cast<std::uint32_t>(kind)), number_of(int_, line_),
                                          element != 0 ? element : zero, count != 0 ? count : zero});
        value(spirv::kFunctionCall, known_.guard_result, {known_.guard, condition, what});
    }

    /// A bool: whether it holds for any component.
    std::uint32_t compare(std::uint32_t op, std::uint32_t type, std::uint32_t a, std::uint32_t b) {
        const Type number = known_.types[type];
        if (number.op != spirv::kTypeVector) {
            return value(op, bool_, {a, b});
        }
        const std::uint32_t each = value(op, bools(number.count), {a, b});
        return value(spirv::kAny, bool_, {each});
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

    /// A vector type of booleans; a type may stand in a module once only.
    std::uint32_t bools(std::uint32_t count) {
        for (const auto& [id, type] : known_.types) {
            if (type.op == spirv::kTypeVector && type.element == bool_ && type.count == count) {
                return id;
            }
        }
        globals_.insert(globals_.end(), {4U << 16 | spirv::kTypeVector, bound_, bool_, count});
        known_.types[bound_] = {spirv::kTypeVector, 0, bool_, count};
        return bound_++;
    }

    std::uint32_t null(std::uint32_t type) {
        std::uint32_t& id = made_[{type, 0}];
        id = id != 0 ? id : put(globals_, spirv::kConstantNull, type, {});
        return id;
    }

    /// That number, other than 0, in each component of the type.
    std::uint32_t number_of(std::uint32_t type, std::uint32_t number) {
        if (number == 0) {
            return null(type);
        }
        if (const auto made = made_.find({type, number}); made != made_.end()) {
            return made->second;
        }
        const Type of = known_.types[type];
        std::uint32_t id = 0;
        if (of.op == spirv::kTypeVector) {
            const std::uint32_t one = number_of(of.element, number);
            globals_.insert(globals_.end(), {(3 + of.count) << 16 | spirv::kConstantComposite, type, bound_});
            globals_.insert(globals_.end(), of.count, one);
            id = bound_++;
        } else if (of.width == 64) {
            id = put(globals_, spirv::kConstant, type, {number, 0});
        } else {
            id = put(globals_, spirv::kConstant, type, {number});
        }
        made_[{type, number}] = id;
        return id;
    }

    /// That number in each component of a type of floats.
    std::uint32_t real_of(std::uint32_t type, double number) {
        const Type of = known_.types[type];
        const bool is_double = of.width == 64;
        const std::uint64_t bits =
            is_double ? std::bit_cast<std::uint64_t>(number) : std::bit_cast<std::uint32_t>(static_cast<float>(number));
        const auto key = std::pair(type, of.op == spirv::kTypeVector ? std::bit_cast<std::uint64_t>(number) : bits);
        if (const auto made = made_.find(key); made != made_.end()) {
            return made->second;
        }
        std::uint32_t id = 0;
        if (of.op == spirv::kTypeVector) {
            const std::uint32_t one = real_of(of.element, number);
            globals_.insert(globals_.end(), {(3 + of.count) << 16 | spirv::kConstantComposite, type, bound_});
            globals_.insert(globals_.end(), of.count, one);
            id = bound_++;
        } else if (is_double) {
            id = put(globals_, spirv::kConstant, type,
                     {static_cast<std::uint32_t>(bits), static_cast<std::uint32_t>(bits >> 32)});
        } else {
            id = put(globals_, spirv::kConstant, type, {static_cast<std::uint32_t>(bits)});
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
    /// constants by type and number
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
    // The parser's own copy of an instruction does not outlive its call.
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
        return Error{ErrorCode::driver, "a module that was just compiled cannot be parsed", {}};
    }
    if (known.guard == 0 || known.parameters.size() != 2) {
        return std::vector<std::uint32_t>(words.begin(), words.end());
    }
    return Guards(known, words).write();
}

}  // namespace vkalgo::compiler
