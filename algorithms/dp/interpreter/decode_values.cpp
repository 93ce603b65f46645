#include "algorithms/dp/interpreter/decoder.hpp"
#include "algorithms/dp/interpreter/operations.hpp"
#include "algorithms/dp/interpreter/spirv.hpp"

namespace vkalgo::dp {

const DecodedValue& FunctionDecoder::value(std::uint32_t id) {
    if (const auto found = values_.find(id); found != values_.end()) {
        return found->second;
    }
    const auto constant = d_.module.constants.find(id);
    if (constant == d_.module.constants.end()) {
        d_.fail("a value that is used before it is made");
        return values_[id] = {{0}, 0, false, 0};
    }
    DecodedValue& made = d_.constants[id];
    if (made.slots.empty()) {
        const SpirvConstant& from = constant->second;
        const auto count = static_cast<std::uint32_t>(from.values.size());
        const std::uint32_t first = d_.new_slots(count);
        std::copy(from.values.begin(), from.values.end(), d_.program.slots.begin() + first);
        made = {d_.range(first, count), from.type, false, 0};
    }
    return made;
}

void FunctionDecoder::look(const DecodedValue& looked) {
    if (looked.may_be_unset) {
        for (const std::uint32_t slot : looked.slots) {
            d_.emit(moves::look, slot, 0, 0, looked.origin);
        }
    }
}

std::vector<std::uint32_t> FunctionDecoder::scalars(std::uint32_t id) {
    const DecodedValue& found = value(id);
    look(found);
    return found.slots;
}

DecodedValue FunctionDecoder::fresh(std::uint32_t type) {
    const std::uint32_t count = d_.type(type).slots;
    return {d_.range(d_.new_slots(count), count), type, false, 0};
}

const SpirvType& FunctionDecoder::component(std::uint32_t type) const {
    const SpirvType* found = &d_.type(type);
    while (found->kind == SpirvType::Kind::vector || found->kind == SpirvType::Kind::matrix) {
        found = &d_.type(found->element);
    }
    return *found;
}

void FunctionDecoder::unknown(const SpirvInstruction& instruction) {
    d_.fail("instruction " + std::to_string(instruction.op) + " of SPIR-V (line " + std::to_string(instruction.line) +
            ")");
}

DecodedValue FunctionDecoder::extract_dynamic(const SpirvInstruction& instruction) {
    const DecodedValue& vector = value(instruction.operands[0]);
    const auto count = static_cast<std::uint32_t>(vector.slots.size());
    const std::uint32_t first = d_.new_slots(count);
    for (std::uint32_t k = 0; k < count; ++k) {
        d_.emit(moves::copy_marked, first + k, vector.slots[k]);
    }
    const std::uint32_t place = d_.new_slots(1);
    d_.emit(moves::copy, place, 0);
    d_.emit(moves::offset, place, scalar(instruction.operands[1]), count, 1);
    DecodedValue result = fresh(instruction.type);
    d_.emit(moves::load_indirect, result.slots[0], first, place);
    result.may_be_unset = vector.may_be_unset;
    result.origin = vector.origin;
    return result;
}

/// Instructions that only move scalars. False: it is none of them.
bool FunctionDecoder::compose(const SpirvInstruction& instruction) {
    DecodedValue made;
    made.type = instruction.type;
    const auto take = [&](const DecodedValue& from, std::size_t first, std::size_t count) {
        made.slots.insert(made.slots.end(), from.slots.begin() + static_cast<std::ptrdiff_t>(first),
                          from.slots.begin() + static_cast<std::ptrdiff_t>(first + count));
        if (from.may_be_unset) {
            made.may_be_unset = true;
            made.origin = from.origin;
        }
    };
    // Of the element that the indices from operand `k` on lead to: its first slot and its type.
    const auto element = [&](std::uint32_t type, std::size_t k) {
        std::size_t first = 0;
        for (; k < instruction.operands.size(); ++k) {
            first += d_.module.offset_of(d_.type(type), instruction.operands[k]);
            type = d_.module.element_of(d_.type(type), instruction.operands[k]);
        }
        return std::pair<std::size_t, std::size_t>(first, d_.type(type).slots);
    };
    switch (instruction.op) {
        case spirv::kUndef:
            made = fresh(instruction.type);
            made.may_be_unset = true;
            made.origin = d_.name({});
            d_.emit(moves::unmark, made.slots.front(), 0, 0, static_cast<std::uint32_t>(made.slots.size()));
            break;
        case spirv::kCopyObject:
        case spirv::kCopyLogical:
            take(value(instruction.operands[0]), 0, d_.type(instruction.type).slots);
            break;
        case spirv::kCompositeConstruct:
            for (const std::uint32_t part : instruction.operands) {
                take(value(part), 0, value(part).slots.size());
            }
            break;
        case spirv::kCompositeExtract: {
            const DecodedValue& from = value(instruction.operands[0]);
            const auto [first, count] = element(from.type, 1);
            take(from, first, count);
            break;
        }
        case spirv::kCompositeInsert: {
            take(value(instruction.operands[1]), 0, value(instruction.operands[1]).slots.size());
            const DecodedValue& part = value(instruction.operands[0]);
            const auto [first, count] = element(instruction.type, 2);
            std::copy(part.slots.begin(), part.slots.end(), made.slots.begin() + static_cast<std::ptrdiff_t>(first));
            break;
        }
        case spirv::kVectorShuffle: {
            const DecodedValue& one = value(instruction.operands[0]);
            const DecodedValue& other = value(instruction.operands[1]);
            for (const std::uint32_t k : instruction.operands.subspan(2)) {
                const bool is_first = k < one.slots.size();
                take(is_first ? one : other, is_first ? k : k - one.slots.size(), 1);
            }
            break;
        }
        case spirv::kTranspose: {
            const DecodedValue& from = value(instruction.operands[0]);
            const std::size_t columns = d_.type(from.type).count;
            const std::size_t rows = from.slots.size() / columns;
            for (std::size_t k = 0; k < from.slots.size(); ++k) {
                take(from, k % columns * rows + k / columns, 1);
            }
            break;
        }
        case spirv::kVectorExtractDynamic:
            made = extract_dynamic(instruction);
            break;
        default:
            return false;
    }
    values_[instruction.result] = made;
    return true;
}

void FunctionDecoder::select(const SpirvInstruction& instruction) {
    const std::vector<std::uint32_t> conditions = scalars(instruction.operands[0]);
    const DecodedValue yes = value(instruction.operands[1]);
    const DecodedValue no = value(instruction.operands[2]);
    DecodedValue made = fresh(instruction.type);
    for (std::size_t k = 0; k < made.slots.size(); ++k) {
        d_.emit(moves::choose, made.slots[k], conditions[conditions.size() == 1 ? 0 : k], yes.slots[k], no.slots[k]);
    }
    made.may_be_unset = yes.may_be_unset || no.may_be_unset;
    made.origin = yes.may_be_unset ? yes.origin : no.origin;
    values_[instruction.result] = made;
}

namespace {

/// The low and the high half of a 64-bit number.
const Instruction* run_low(Machine& m, const Instruction& in) {
    m.slots[in.to] = m.slots[in.a] & 0xFFFFFFFFU;
    return &in + 1;
}
const Instruction* run_high(Machine& m, const Instruction& in) {
    m.slots[in.to] = m.slots[in.a] >> 32;
    return &in + 1;
}
const Instruction* run_join(Machine& m, const Instruction& in) {
    m.slots[in.to] = m.slots[in.a] | m.slots[in.b] << 32;
    return &in + 1;
}

/// c bits of a number, from bit b on.
template <class T>
const Instruction* run_bits(Machine& m, const Instruction& in) {
    const auto from = get<std::int32_t>(m, in.b);
    const auto count = get<std::int32_t>(m, in.c);
    constexpr std::int32_t kBits = 32;
    if (from < 0 || count < 0 || count > kBits || from > kBits - count) {
        return m.value_fault(in, FaultKind::shift);
    }
    if (count == 0) {
        m.slots[in.to] = 0;
        return &in + 1;
    }
    const std::uint32_t top = get<std::uint32_t>(m, in.a) << (kBits - count - from);
    put(m, in.to, static_cast<T>(static_cast<T>(top) >> (kBits - count)));
    return &in + 1;
}

/// A mask of as many bits as slot b says, from the bit in slot a on.
const Instruction* run_mask(Machine& m, const Instruction& in) {
    const auto from = get<std::int32_t>(m, in.a);
    const auto count = get<std::int32_t>(m, in.b);
    if (from < 0 || count < 0 || count > 32 || from > 32 - count) {
        return m.value_fault(in, FaultKind::shift);
    }
    m.slots[in.to] = (((std::uint64_t{1} << count) - 1) << from) & 0xFFFFFFFFU;
    return &in + 1;
}
/// The bits of b, moved up by as many as slot c says, where the mask in `to` has bits, else those of a.
const Instruction* run_insert(Machine& m, const Instruction& in) {
    const std::uint64_t mask = m.slots[in.to];
    const std::uint64_t moved = mask == 0 ? 0 : m.slots[in.b] << m.slots[in.c];
    m.slots[in.to] = (m.slots[in.a] & ~mask) | (moved & mask);
    return &in + 1;
}

const Instruction* run_carry(Machine& m, const Instruction& in) {
    m.slots[in.to] = (m.slots[in.a] + m.slots[in.b]) >> 32;
    return &in + 1;
}
const Instruction* run_borrow(Machine& m, const Instruction& in) {
    m.slots[in.to] = m.slots[in.a] < m.slots[in.b] ? 1 : 0;
    return &in + 1;
}
const Instruction* run_high_product(Machine& m, const Instruction& in) {
    m.slots[in.to] = m.slots[in.a] * m.slots[in.b] >> 32;
    return &in + 1;
}
const Instruction* run_signed_high_product(Machine& m, const Instruction& in) {
    const std::int64_t product = std::int64_t{get<std::int32_t>(m, in.a)} * get<std::int32_t>(m, in.b);
    put(m, in.to, static_cast<std::uint32_t>(static_cast<std::uint64_t>(product) >> 32));
    return &in + 1;
}

}  // namespace

void FunctionDecoder::bitcast(const SpirvInstruction& instruction) {
    const std::vector<std::uint32_t> from = scalars(instruction.operands[0]);
    const std::uint32_t width = component(value(instruction.operands[0]).type).width;
    DecodedValue made = fresh(instruction.type);
    if (made.slots.size() == from.size()) {
        made.slots = from;
    } else if (width == 64 && made.slots.size() == 2 * from.size()) {
        for (std::size_t k = 0; k < from.size(); ++k) {
            d_.emit(run_low, made.slots[2 * k], from[k]);
            d_.emit(run_high, made.slots[2 * k + 1], from[k]);
        }
    } else if (width == 32 && 2 * made.slots.size() == from.size()) {
        for (std::size_t k = 0; k < made.slots.size(); ++k) {
            d_.emit(run_join, made.slots[k], from[2 * k], from[2 * k + 1]);
        }
    } else {
        return unknown(instruction);
    }
    values_[instruction.result] = made;
}

std::uint32_t FunctionDecoder::dot(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b,
                                   std::uint32_t type) {
    const SpirvType& number = component(type);
    const Handler multiply = find_operation(spirv::kFMul, number, number);
    const Handler add = find_operation(spirv::kFAdd, number, number);
    const std::uint32_t sum = d_.new_slots(1);
    for (std::size_t k = 0; k < a.size(); ++k) {
        const std::uint32_t product = k == 0 ? sum : d_.new_slots(1);
        d_.emit(multiply, product, a[k], b[k]);
        if (k > 0) {
            d_.emit(add, sum, sum, product);
        }
    }
    return sum;
}

/// Products of vectors and matrices, which lie column by column.
bool FunctionDecoder::compute_products(const SpirvInstruction& instruction) {
    const std::uint16_t op = instruction.op;
    if (op < spirv::kVectorTimesScalar || op > spirv::kDot) {
        return false;
    }
    const std::vector<std::uint32_t> a = scalars(instruction.operands[0]);
    const std::vector<std::uint32_t> b = scalars(instruction.operands[1]);
    const SpirvType& number = component(instruction.type);
    DecodedValue made = fresh(instruction.type);
    const bool by_scalar = op == spirv::kVectorTimesScalar || op == spirv::kMatrixTimesScalar;
    if (by_scalar || op == spirv::kOuterProduct) {
        for (std::size_t k = 0; k < made.slots.size(); ++k) {
            d_.emit(find_operation(spirv::kFMul, number, number), made.slots[k], a[by_scalar ? k : k % a.size()],
                    b[by_scalar ? 0 : k / a.size()]);
        }
    } else {
        // Rows of the first factor times columns of the second.
        const bool first_is_row = op == spirv::kDot || op == spirv::kVectorTimesMatrix;
        const std::size_t inner = first_is_row ? a.size() : d_.type(value(instruction.operands[0]).type).count;
        const std::size_t rows = a.size() / inner;
        for (std::size_t k = 0; k < made.slots.size(); ++k) {
            std::vector<std::uint32_t> row, column;
            for (std::size_t n = 0; n < inner; ++n) {
                row.push_back(a[n * rows + k % rows]);
                column.push_back(b[k / rows * inner + n]);
            }
            made.slots[k] = dot(row, column, instruction.type);
        }
    }
    values_[instruction.result] = made;
    return true;
}

void FunctionDecoder::extend(const SpirvInstruction& instruction) {
    const std::vector<std::uint32_t> a = scalars(instruction.operands[0]);
    const std::vector<std::uint32_t> b = scalars(instruction.operands[1]);
    const SpirvType& number = component(value(instruction.operands[0]).type);
    if (number.width != 32) {
        return unknown(instruction);
    }
    const std::uint16_t low = instruction.op == spirv::kIAddCarry    ? spirv::kIAdd
                              : instruction.op == spirv::kISubBorrow ? spirv::kISub
                                                                     : spirv::kIMul;
    const Handler high = instruction.op == spirv::kIAddCarry      ? run_carry
                         : instruction.op == spirv::kISubBorrow   ? run_borrow
                         : instruction.op == spirv::kUMulExtended ? run_high_product
                                                                  : run_signed_high_product;
    DecodedValue made = fresh(instruction.type);
    for (std::size_t k = 0; k < a.size(); ++k) {
        d_.emit(find_operation(low, number, number), made.slots[k], a[k], b[k]);
        d_.emit(high, made.slots[a.size() + k], a[k], b[k]);
    }
    values_[instruction.result] = made;
}

void FunctionDecoder::compute(const SpirvInstruction& instruction) {
    if (compose(instruction) || !d_.error.empty()) {
        return;
    }
    switch (instruction.op) {
        case spirv::kSelect:
            return select(instruction);
        case spirv::kBitcast:
            return bitcast(instruction);
        case spirv::kExtInst:
            return compute_extended(instruction);
        case spirv::kIAddCarry:
        case spirv::kISubBorrow:
        case spirv::kUMulExtended:
        case spirv::kSMulExtended:
            return extend(instruction);
        default:
            break;
    }
    if (instruction.result == 0 || instruction.operands.empty()) {
        return unknown(instruction);
    }
    if (compute_products(instruction)) {
        return;
    }
    std::vector<std::vector<std::uint32_t>> operands;
    for (const std::uint32_t operand : instruction.operands) {
        operands.push_back(scalars(operand));
        if (!d_.error.empty()) {
            return unknown(instruction);
        }
    }
    const SpirvType& from = component(value(instruction.operands[0]).type);
    DecodedValue made = fresh(instruction.type);
    const bool any = instruction.op == spirv::kAny;
    if (any || instruction.op == spirv::kAll) {
        d_.emit(moves::copy, made.slots[0], operands[0][0]);
        for (const std::uint32_t slot : operands[0]) {
            d_.emit(find_operation(any ? spirv::kLogicalOr : spirv::kLogicalAnd, from, from), made.slots[0],
                    made.slots[0], slot);
        }
        values_[instruction.result] = made;
        return;
    }
    const bool extracts = instruction.op == spirv::kBitFieldSExtract || instruction.op == spirv::kBitFieldUExtract;
    const bool inserts = instruction.op == spirv::kBitFieldInsert;
    const Handler run =
        extracts || inserts
            ? (instruction.op == spirv::kBitFieldSExtract ? run_bits<std::int32_t> : run_bits<std::uint32_t>)
            : find_operation(instruction.op, from, component(instruction.type));
    if (run == nullptr || ((extracts || inserts) && from.width != 32)) {
        return unknown(instruction);
    }
    for (std::size_t k = 0; k < made.slots.size(); ++k) {
        const auto operand = [&](std::size_t n) {
            return n < operands.size() ? operands[n][operands[n].size() == 1 ? 0 : k] : 0;
        };
        if (inserts) {
            d_.emit(run_mask, made.slots[k], operand(2), operand(3));
            d_.emit(run_insert, made.slots[k], operand(0), operand(1), operand(2));
        } else {
            d_.emit(run, made.slots[k], operand(0), operand(1), operand(2));
        }
    }
    values_[instruction.result] = made;
}

void FunctionDecoder::compute_extended(const SpirvInstruction& instruction) {
    const auto op = static_cast<std::uint16_t>(instruction.operands[1]);
    std::vector<std::vector<std::uint32_t>> operands;
    for (const std::uint32_t operand : instruction.operands.subspan(2)) {
        operands.push_back(scalars(operand));
    }
    const SpirvType& from = component(value(instruction.operands[2]).type);
    DecodedValue made = fresh(instruction.type);
    const auto sum_of_squares = [&](const std::vector<std::uint32_t>& slots) {
        const std::uint32_t root = d_.new_slots(1);
        d_.emit(find_extended(spirv::kSqrt, from), root, dot(slots, slots, value(instruction.operands[2]).type));
        return root;
    };
    switch (op) {
        case spirv::kPackDouble2x32:
            d_.emit(run_join, made.slots[0], operands[0][0], operands[0][1]);
            break;
        case spirv::kUnpackDouble2x32:
            d_.emit(run_low, made.slots[0], operands[0][0]);
            d_.emit(run_high, made.slots[1], operands[0][0]);
            break;
        case spirv::kLength:
            made.slots[0] = sum_of_squares(operands[0]);
            break;
        default: {
            const Handler run = find_extended(op, from);
            if (run == nullptr) {
                return d_.fail("function " + std::to_string(op) + " of GLSL.std.450 (line " +
                               std::to_string(instruction.line) + ")");
            }
            for (std::size_t k = 0; k < made.slots.size(); ++k) {
                const auto operand = [&](std::size_t n) { return n < operands.size() ? operands[n][k] : 0; };
                d_.emit(run, made.slots[k], operand(0), operand(1), operand(2));
            }
        }
    }
    values_[instruction.result] = made;
}

}  // namespace vkalgo::dp
