#include "algorithms/dp/interpreter/decoder.hpp"
#include "algorithms/dp/interpreter/operations.hpp"
#include "engine/spirv_words.hpp"

namespace vkalgo::dp {

namespace {

/// run_low() and run_high() compute the lower and the upper 32 bits of the number in slot a. run_join() makes a 64-bit
/// number of two halves: the lower one in slot a, the upper one in slot b.
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

/// Extracts a bit field of the number in slot a. Slot b holds the index of its lowest bit, from 0; slot c holds its
/// width in bits.
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

/// Makes a mask whose 1 bits are adjacent. Slot a holds the index of the lowest 1 bit, slot b the number of 1 bits.
const Instruction* run_mask(Machine& m, const Instruction& in) {
    const auto from = get<std::int32_t>(m, in.a);
    const auto count = get<std::int32_t>(m, in.b);
    if (from < 0 || count < 0 || count > 32 || from > 32 - count) {
        return m.value_fault(in, FaultKind::shift);
    }
    m.slots[in.to] = (((std::uint64_t{1} << count) - 1) << from) & 0xFFFFFFFFU;
    return &in + 1;
}
/// Computes the number in slot a with some bits replaced by those of the number in slot b, which is shifted up by the
/// number in slot c. At first, slot `to` holds the mask of the bits to replace; afterwards it holds the result.
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
    const SpirvType& before = component(value(instruction.operands[0]).type);
    const SpirvType& after = component(instruction.type);
    if (made.slots.size() == from.size() && d_.watch == Watch::numbers && before.is_signed != after.is_signed) {
        for (std::size_t k = 0; k < from.size(); ++k) {
            d_.emit(moves::copy, made.slots[k], from[k], 0, 0, operation_tracker(instruction.op, before, after));
        }
    } else if (made.slots.size() == from.size()) {
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

void FunctionDecoder::extend(const SpirvInstruction& instruction) {
    const std::vector<std::uint32_t> a = scalars(instruction.operands[0]);
    const std::vector<std::uint32_t> b = scalars(instruction.operands[1]);
    const SpirvType& number = component(value(instruction.operands[0]).type);
    if (number.width != 32) {
        return unknown(instruction);
    }
    const std::uint16_t low = instruction.op == spv::OpIAddCarry    ? spv::OpIAdd
                              : instruction.op == spv::OpISubBorrow ? spv::OpISub
                                                                    : spv::OpIMul;
    const Handler high = instruction.op == spv::OpIAddCarry      ? run_carry
                         : instruction.op == spv::OpISubBorrow   ? run_borrow
                         : instruction.op == spv::OpUMulExtended ? run_high_product
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
        case spv::OpSelect:
            return select(instruction);
        case spv::OpBitcast:
            return bitcast(instruction);
        case spv::OpExtInst:
            return compute_extended(instruction);
        case spv::OpIAddCarry:
        case spv::OpISubBorrow:
        case spv::OpUMulExtended:
        case spv::OpSMulExtended:
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
    const bool any = instruction.op == spv::OpAny;
    if (any || instruction.op == spv::OpAll) {
        d_.emit(moves::copy, made.slots[0], operands[0][0]);
        for (const std::uint32_t slot : operands[0]) {
            d_.emit(find_operation(any ? spv::OpLogicalOr : spv::OpLogicalAnd, from, from), made.slots[0],
                    made.slots[0], slot);
        }
        values_[instruction.result] = made;
        return;
    }
    const bool extracts = instruction.op == spv::OpBitFieldSExtract || instruction.op == spv::OpBitFieldUExtract;
    const bool inserts = instruction.op == spv::OpBitFieldInsert;
    const Handler run =
        extracts || inserts
            ? (instruction.op == spv::OpBitFieldSExtract ? run_bits<std::int32_t> : run_bits<std::uint32_t>)
            : find_operation(instruction.op, from, component(instruction.type));
    if (run == nullptr || ((extracts || inserts) && from.width != 32)) {
        return unknown(instruction);
    }
    const Tracker tracker = operation_tracker(instruction.op, from, component(instruction.type));
    for (std::size_t k = 0; k < made.slots.size(); ++k) {
        const auto operand = [&](std::size_t n) {
            return n < operands.size() ? operands[n][operands[n].size() == 1 ? 0 : k] : 0;
        };
        if (inserts) {
            d_.emit(run_mask, made.slots[k], operand(2), operand(3));
            d_.emit(run_insert, made.slots[k], operand(0), operand(1), operand(2));
        } else {
            d_.emit(run, made.slots[k], operand(0), operand(1), operand(2), tracker);
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
        d_.emit(find_extended(GLSLstd450Sqrt, from), root, dot(slots, slots, value(instruction.operands[2]).type));
        return root;
    };
    switch (op) {
        case GLSLstd450PackDouble2x32:
            d_.emit(run_join, made.slots[0], operands[0][0], operands[0][1]);
            break;
        case GLSLstd450UnpackDouble2x32:
            d_.emit(run_low, made.slots[0], operands[0][0]);
            d_.emit(run_high, made.slots[1], operands[0][0]);
            break;
        case GLSLstd450Length:
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
                d_.emit(run, made.slots[k], operand(0), operand(1), operand(2), function_tracker(op, from));
            }
        }
    }
    values_[instruction.result] = made;
}

}  // namespace vkalgo::dp
