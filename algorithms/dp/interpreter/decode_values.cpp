#include "algorithms/dp/interpreter/decoder.hpp"
#include "algorithms/dp/interpreter/operations.hpp"
#include "engine/spirv_words.hpp"

namespace vkalgo::dp {

const DecodedValue& FunctionDecoder::value(std::uint32_t id) {
    if (const auto found = values_.find(id); found != values_.end()) {
        return found->second;
    }
    const auto constant = d_.module.constants.find(id);
    if (constant == d_.module.constants.end()) {
        d_.fail("a value that is used before it is defined");
        return values_[id] = {{0}, 0, false, 0};
    }
    DecodedValue& made = d_.constants[id];
    if (made.slots.empty()) {
        const SpirvConstant& from = constant->second;
        const auto count = static_cast<std::uint32_t>(from.values.size());
        const std::uint32_t first = d_.new_slots(count);
        std::copy(from.values.begin(), from.values.end(), d_.program.slots.begin() + first);
        d_.know_constant(from, first);
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
    const std::uint32_t offset = d_.new_slots(1);
    d_.emit(moves::copy, offset, 0);
    d_.emit(moves::offset, offset, scalar(instruction.operands[1]), count, 1);
    DecodedValue result = fresh(instruction.type);
    d_.emit(moves::load_indirect, result.slots[0], first, offset);
    result.may_be_unset = vector.may_be_unset;
    result.origin = vector.origin;
    return result;
}

/// Decodes instructions that only move scalars. Returns false for any other instruction.
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
    // Returns the first slot and the number of slots of the element to which the indices from operand `k` on lead.
    const auto element = [&](std::uint32_t type, std::size_t k) {
        std::size_t first = 0;
        for (; k < instruction.operands.size(); ++k) {
            first += d_.module.offset_of(d_.type(type), instruction.operands[k]);
            type = d_.module.element_of(d_.type(type), instruction.operands[k]);
        }
        return std::pair<std::size_t, std::size_t>(first, d_.type(type).slots);
    };
    switch (instruction.op) {
        case spv::OpUndef:
            made = fresh(instruction.type);
            made.may_be_unset = true;
            made.origin = d_.name({});
            d_.emit(moves::unmark, made.slots.front(), 0, 0, static_cast<std::uint32_t>(made.slots.size()));
            break;
        case spv::OpCopyObject:
        case spv::OpCopyLogical:
            take(value(instruction.operands[0]), 0, d_.type(instruction.type).slots);
            break;
        case spv::OpCompositeConstruct:
            for (const std::uint32_t part : instruction.operands) {
                take(value(part), 0, value(part).slots.size());
            }
            break;
        case spv::OpCompositeExtract: {
            const DecodedValue& from = value(instruction.operands[0]);
            const auto [first, count] = element(from.type, 1);
            take(from, first, count);
            break;
        }
        case spv::OpCompositeInsert: {
            take(value(instruction.operands[1]), 0, value(instruction.operands[1]).slots.size());
            const DecodedValue& part = value(instruction.operands[0]);
            const auto [first, count] = element(instruction.type, 2);
            std::copy(part.slots.begin(), part.slots.end(), made.slots.begin() + static_cast<std::ptrdiff_t>(first));
            break;
        }
        case spv::OpVectorShuffle: {
            const DecodedValue& one = value(instruction.operands[0]);
            const DecodedValue& other = value(instruction.operands[1]);
            for (const std::uint32_t k : instruction.operands.subspan(2)) {
                const bool is_first = k < one.slots.size();
                take(is_first ? one : other, is_first ? k : k - one.slots.size(), 1);
            }
            break;
        }
        case spv::OpTranspose: {
            const DecodedValue& from = value(instruction.operands[0]);
            const std::size_t columns = d_.type(from.type).count;
            const std::size_t rows = from.slots.size() / columns;
            for (std::size_t k = 0; k < from.slots.size(); ++k) {
                take(from, k % columns * rows + k / columns, 1);
            }
            break;
        }
        case spv::OpVectorExtractDynamic:
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

std::uint32_t FunctionDecoder::dot(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b,
                                   std::uint32_t type) {
    const SpirvType& number = component(type);
    const Handler multiply = find_operation(spv::OpFMul, number, number);
    const Handler add = find_operation(spv::OpFAdd, number, number);
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

/// Decodes products of vectors and matrices, which are stored column by column.
bool FunctionDecoder::compute_products(const SpirvInstruction& instruction) {
    const std::uint16_t op = instruction.op;
    if (op < spv::OpVectorTimesScalar || op > spv::OpDot) {
        return false;
    }
    const std::vector<std::uint32_t> a = scalars(instruction.operands[0]);
    const std::vector<std::uint32_t> b = scalars(instruction.operands[1]);
    const SpirvType& number = component(instruction.type);
    DecodedValue made = fresh(instruction.type);
    const bool by_scalar = op == spv::OpVectorTimesScalar || op == spv::OpMatrixTimesScalar;
    if (by_scalar || op == spv::OpOuterProduct) {
        for (std::size_t k = 0; k < made.slots.size(); ++k) {
            d_.emit(find_operation(spv::OpFMul, number, number), made.slots[k], a[by_scalar ? k : k % a.size()],
                    b[by_scalar ? 0 : k / a.size()]);
        }
    } else {
        // Rows of the first factor times columns of the second.
        const bool first_is_row = op == spv::OpDot || op == spv::OpVectorTimesMatrix;
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

}  // namespace vkalgo::dp
