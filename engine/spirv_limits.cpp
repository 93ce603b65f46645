#include "engine/spirv_limits.hpp"

#include "engine/spirv_words.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

// Reads a module in one pass. SPIR-V puts decorations before constants, and constants and types before their use, so
// each value and each size is known when it is needed (specification 1.6, sections 2.4 and 3).
namespace vkalgo {
namespace {

constexpr std::uint32_t kVersion14 = 0x00010400;

using Value = std::optional<std::uint64_t>;

Error malformed(const std::string& message) {
    return {ErrorCode::invalid_argument, "SPIR-V: " + message, "spirv"};
}

/// Multiplies with saturation: a size beyond all limits stays beyond them.
std::uint64_t times(std::uint64_t a, std::uint64_t b) {
    return a != 0 && b > UINT64_MAX / a ? UINT64_MAX : a * b;
}
std::uint64_t plus(std::uint64_t a, std::uint64_t b) {
    return b > UINT64_MAX - a ? UINT64_MAX : a + b;
}

/// Returns the result of OpSpecConstantOp with 32-bit operands (booleans are 0 and 1). Empty for operations that are
/// not listed here, since sizes do not use them, and for undefined results such as a division by 0.
Value computed(std::uint32_t opcode, std::uint32_t a, std::uint32_t b) {
    const auto sa = static_cast<std::int32_t>(a);
    const auto sb = static_cast<std::int32_t>(b);
    const auto word = [](auto value) { return Value{static_cast<std::uint32_t>(value)}; };
    const bool divides = b != 0 && !(a == 0x80000000U && sb == -1);
    switch (opcode) {
        case 113:  // UConvert, SConvert, Bitcast: between 32-bit types only
        case 114:
        case 124:
            return a;
        case 126:
            return word(0U - a);
        case 128:
            return word(a + b);
        case 130:
            return word(a - b);
        case 132:
            return word(a * b);
        case 134:
            return b != 0 ? word(a / b) : std::nullopt;
        case 135:
            return divides ? word(sa / sb) : std::nullopt;
        case 137:
            return b != 0 ? word(a % b) : std::nullopt;
        case 138:
            return divides ? word(sa % sb) : std::nullopt;
        case 139:
            return divides ? word((sa % sb != 0 && (sa < 0) != (sb < 0)) ? sa % sb + sb : sa % sb) : std::nullopt;
        case 164:
        case 170:
            return word(a == b);
        case 165:
        case 171:
            return word(a != b);
        case 166:
        case 197:
            return word(a | b);
        case 167:
        case 199:
            return word(a & b);
        case 168:
            return word(a == 0);
        case 172:
            return word(a > b);
        case 173:
            return word(sa > sb);
        case 174:
            return word(a >= b);
        case 175:
            return word(sa >= sb);
        case 176:
            return word(a < b);
        case 177:
            return word(sa < sb);
        case 178:
            return word(a <= b);
        case 179:
            return word(sa <= sb);
        case 194:
            return b < 32 ? word(a >> b) : std::nullopt;
        case 195:
            return b < 32 ? word(sa >> b) : std::nullopt;
        case 196:
            return b < 32 ? word(a << b) : std::nullopt;
        case 198:
            return word(a ^ b);
        case 200:
            return word(~a);
        default:
            return std::nullopt;
    }
}

struct Type {
    /// The bytes in C layout. Empty if the size is unknown.
    Value size;
    std::uint64_t alignment = 1;
    /// The bits of an integer or a float.
    std::uint32_t bits = 0;
    /// The storage class of a pointer, and the type that it points to.
    std::uint32_t storage = UINT32_MAX, pointee = 0;
};

class LimitReader {
public:
    explicit LimitReader(std::span<const SpecializationConstant> constants) : given_(constants) {}
    Result<WorkgroupNeed> read(std::span<const std::uint32_t> words);
    /// Returns `words`, which must have been read before, with plain constants as lengths of arrays.
    std::vector<std::uint32_t> with_plain_lengths(std::span<const std::uint32_t> words) const;

private:
    using Operands = std::span<const std::uint32_t>;
    Result<void> take(std::uint32_t opcode, Operands operands);
    void take_entry_point(Operands operands);
    void take_type(std::uint32_t opcode, Operands operands);
    Result<void> take_constant(std::uint32_t opcode, Operands operands);
    Value operation(Operands operands) const;
    void lay_out(Operands members, Type& type) const;
    WorkgroupNeed need() const;

    Value value_of(std::uint32_t id) const {
        const auto found = values_.find(id);
        return found == values_.end() ? Value{} : found->second;
    }
    Type type_of(std::uint32_t id) const {
        const auto found = types_.find(id);
        return found == types_.end() ? Type{} : found->second;
    }

    std::span<const SpecializationConstant> given_;
    std::uint32_t version_ = 0;
    std::uint32_t main_ = 0;
    std::size_t entry_points_ = 0;
    std::unordered_set<std::uint32_t> used_by_main_;
    std::unordered_map<std::uint32_t, std::uint32_t> spec_ids_;
    std::unordered_map<std::uint32_t, Value> values_;
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> composites_;
    std::unordered_map<std::uint32_t, Type> types_;
    std::vector<std::uint32_t> local_size_, local_size_ids_;
    std::uint32_t workgroup_size_ = 0;
    /// The ids of the lengths of arrays.
    std::unordered_set<std::uint32_t> lengths_;
    /// The variables in shared memory: pairs of id and bytes.
    std::vector<std::pair<std::uint32_t, Value>> shared_;
};

Result<WorkgroupNeed> LimitReader::read(std::span<const std::uint32_t> words) {
    if (words.size() < kSpirvHeaderWords || words[0] != spv::MagicNumber) {
        return malformed("the module does not start with the magic number of SPIR-V");
    }
    version_ = words[1];
    for (std::size_t at = kSpirvHeaderWords; at < words.size();) {
        const std::uint32_t length = words[at] >> 16;
        if (length == 0 || length > words.size() - at) {
            return malformed("the module is truncated or damaged at word " + std::to_string(at));
        }
        VKALGO_CHECK(take(words[at] & 0xFFFF, words.subspan(at + 1, length - 1)));
        at += length;
    }
    return need();
}

Result<void> LimitReader::take(std::uint32_t opcode, Operands operands) {
    const std::size_t count = operands.size();
    switch (opcode) {
        case spv::OpEntryPoint:
            take_entry_point(operands);
            return {};
        case spv::OpExecutionMode:
            if (count >= 5 && operands[0] == main_ && operands[1] == spv::ExecutionModeLocalSize) {
                local_size_.assign(operands.begin() + 2, operands.begin() + 5);
            }
            return {};
        case spv::OpExecutionModeId:
            if (count >= 5 && operands[0] == main_ && operands[1] == spv::ExecutionModeLocalSizeId) {
                local_size_ids_.assign(operands.begin() + 2, operands.begin() + 5);
            }
            return {};
        case spv::OpDecorate:
            if (count >= 3 && operands[1] == spv::DecorationSpecId) {
                spec_ids_[operands[0]] = operands[2];
            } else if (count >= 3 && operands[1] == spv::DecorationBuiltIn &&
                       operands[2] == spv::BuiltInWorkgroupSize) {
                workgroup_size_ = operands[0];
            }
            return {};
        case spv::OpVariable:
            if (count >= 3 && operands[2] == spv::StorageClassWorkgroup) {
                shared_.emplace_back(operands[1], type_of(type_of(operands[0]).pointee).size);
            }
            return {};
        default:
            break;
    }
    if (opcode >= spv::OpTypeBool && opcode <= spv::OpTypePointer) {
        take_type(opcode, operands);
        return {};
    }
    return opcode >= spv::OpConstantTrue && opcode <= spv::OpSpecConstantOp ? take_constant(opcode, operands)
                                                                            : Result<void>{};
}

void LimitReader::take_entry_point(Operands operands) {
    ++entry_points_;
    // "main" and its terminating zero take two words.
    if (operands.size() < 3 || operands[0] != spv::ExecutionModelGLCompute ||
        spirv_text(operands.subspan(2)) != "main") {
        return;
    }
    main_ = operands[1];
    used_by_main_.insert(operands.begin() + 4, operands.end());
}

void LimitReader::take_type(std::uint32_t opcode, Operands operands) {
    if (operands.empty()) {
        return;
    }
    Type type;
    const std::size_t count = operands.size();
    const Type inner = count > 1 ? type_of(operands[1]) : Type{};
    if (opcode == spv::OpTypeBool) {
        type.size = 4;  // No known driver stores a bool in less
        type.alignment = 4;
    } else if ((opcode == spv::OpTypeInt || opcode == spv::OpTypeFloat) && count >= 2) {
        type.bits = operands[1];
        type.size = type.bits / 8;
        type.alignment = std::max<std::uint64_t>(1, *type.size);
    } else if ((opcode == spv::OpTypeVector || opcode == spv::OpTypeMatrix) && count >= 3) {
        type.alignment = inner.alignment;
        type.size = inner.size ? Value{times(*inner.size, operands[2])} : std::nullopt;
    } else if (opcode == spv::OpTypeArray && count >= 3) {
        const Value length = value_of(operands[2]);
        lengths_.insert(operands[2]);
        type.alignment = inner.alignment;
        type.size = inner.size && length ? Value{times(*inner.size, *length)} : std::nullopt;
    } else if (opcode == spv::OpTypeStruct) {
        lay_out(operands.subspan(1), type);
    } else if (opcode == spv::OpTypePointer && count >= 3) {
        type.storage = operands[1];
        type.pointee = operands[2];
        type.size = 8;
        type.alignment = 8;
    }
    types_[operands[0]] = type;
}

void LimitReader::lay_out(Operands members, Type& type) const {
    std::uint64_t end = 0;
    for (const std::uint32_t id : members) {
        const Type member = type_of(id);
        if (!member.size) {
            return;
        }
        end = plus(plus(end, member.alignment - 1) / member.alignment * member.alignment, *member.size);
        type.alignment = std::max(type.alignment, member.alignment);
    }
    type.size = plus(end, type.alignment - 1) / type.alignment * type.alignment;
}

Result<void> LimitReader::take_constant(std::uint32_t opcode, Operands operands) {
    if (operands.size() < 2) {
        return {};
    }
    const std::uint32_t id = operands[1];
    const auto spec = spec_ids_.find(id);
    const bool is_spec = opcode >= spv::OpSpecConstantTrue && opcode <= spv::OpSpecConstant && spec != spec_ids_.end();
    const auto given = is_spec ? std::find_if(given_.begin(), given_.end(),
                                              [&](const SpecializationConstant& one) { return one.id == spec->second; })
                               : given_.end();
    const std::uint32_t bits = type_of(operands[0]).bits;
    if (given != given_.end() && opcode == spv::OpSpecConstant && bits != 32) {
        return malformed("specialization constant " + std::to_string(given->id) + " is " + std::to_string(bits) +
                         " bits wide; only 32-bit constants can be given");
    }
    Value value;
    switch (opcode) {
        case spv::OpConstantTrue:
        case spv::OpSpecConstantTrue:
            value = 1;
            break;
        case spv::OpConstantFalse:
        case spv::OpSpecConstantFalse:
        case spv::OpConstantNull:
            value = 0;
            break;
        case spv::OpConstant:
        case spv::OpSpecConstant:
            // Sizes consist of 32-bit integers.
            value = bits == 32 && operands.size() > 2 ? Value{operands[2]} : std::nullopt;
            break;
        case spv::OpSpecConstantOp:
            value = operation(operands.subspan(2));
            break;
        case spv::OpConstantComposite:
        case spv::OpSpecConstantComposite:
            composites_[id].assign(operands.begin() + 2, operands.end());
            return {};
        default:
            return {};
    }
    if (given != given_.end()) {
        value = opcode == spv::OpSpecConstant ? given->word : (given->word != 0 ? 1U : 0U);
    }
    values_[id] = value;
    return {};
}

Value LimitReader::operation(Operands operands) const {
    if (operands.size() < 2) {
        return std::nullopt;
    }
    if (operands[0] == spv::OpCompositeExtract) {
        const auto composite = composites_.find(operands[1]);
        const bool inside =
            composite != composites_.end() && operands.size() == 3 && operands[2] < composite->second.size();
        return inside ? value_of(composite->second[operands[2]]) : std::nullopt;
    }
    const Value first = value_of(operands[1]);
    const Value second = operands.size() > 2 ? value_of(operands[2]) : Value{0};
    if (operands[0] == spv::OpSelect) {
        const Value third = operands.size() > 3 ? value_of(operands[3]) : std::nullopt;
        return !first ? std::nullopt : (*first != 0 ? second : third);
    }
    return first && second
               ? computed(operands[0], static_cast<std::uint32_t>(*first), static_cast<std::uint32_t>(*second))
               : std::nullopt;
}

std::vector<std::uint32_t> LimitReader::with_plain_lengths(std::span<const std::uint32_t> words) const {
    const auto header = words.first(kSpirvHeaderWords);
    std::vector<std::uint32_t> plain(header.begin(), header.end());
    for (std::size_t at = kSpirvHeaderWords; at < words.size(); at += words[at] >> 16) {
        const auto instruction = words.subspan(at, words[at] >> 16);
        const bool computed = (instruction[0] & 0xFFFF) == spv::OpSpecConstantOp && instruction.size() > 3;
        const Value length = computed && lengths_.contains(instruction[2]) ? value_of(instruction[2]) : std::nullopt;
        if (length) {
            plain.insert(plain.end(), {4U << 16 | spv::OpConstant, instruction[1], instruction[2],
                                       static_cast<std::uint32_t>(*length)});
        } else {
            plain.insert(plain.end(), instruction.begin(), instruction.end());
        }
    }
    return plain;
}

WorkgroupNeed LimitReader::need() const {
    WorkgroupNeed need;
    // A constant decorated as WorkgroupSize takes precedence over the execution mode.
    std::vector<std::uint32_t> ids = local_size_ids_;
    if (const auto composite = composites_.find(workgroup_size_); composite != composites_.end()) {
        ids = composite->second;
    }
    if (ids.size() == 3) {
        const Value x = value_of(ids[0]), y = value_of(ids[1]), z = value_of(ids[2]);
        if (x && y && z) {
            need.size = {static_cast<std::uint32_t>(*x), static_cast<std::uint32_t>(*y),
                         static_cast<std::uint32_t>(*z)};
        }
    } else if (local_size_.size() == 3) {
        need.size = {local_size_[0], local_size_[1], local_size_[2]};
    }
    // Before SPIR-V 1.4 an entry point does not list its own shared variables.
    if (version_ < kVersion14 && entry_points_ > 1) {
        return need;
    }
    std::uint64_t bytes = 0;
    for (const auto& [id, size] : shared_) {
        if (version_ >= kVersion14 && !used_by_main_.contains(id)) {
            continue;
        }
        if (!size) {
            return need;
        }
        bytes = plus(bytes, *size);
    }
    need.shared_bytes = bytes;
    return need;
}

}  // namespace

Result<WorkgroupNeed> read_workgroup_need(std::span<const std::uint32_t> spirv,
                                          std::span<const SpecializationConstant> constants) {
    return LimitReader(constants).read(spirv);
}

Result<std::vector<std::uint32_t>> with_plain_lengths(std::span<const std::uint32_t> spirv,
                                                      std::span<const SpecializationConstant> constants) {
    LimitReader reader(constants);
    VKALGO_CHECK(reader.read(spirv));
    return reader.with_plain_lengths(spirv);
}

}  // namespace vkalgo
