#include "algorithms/dp/interpreter/decoder.hpp"
#include "algorithms/dp/interpreter/externals.hpp"
#include "engine/spirv_words.hpp"

namespace vkalgo::dp {

void FunctionDecoder::declare(const SpirvInstruction& instruction) {
    DecodedPointer made;
    made.root = instruction.result;
    made.type = d_.type(instruction.type).element;
    made.use = uses_.use_of(instruction.result);
    const std::uint32_t count = d_.type(made.type).slots;
    if (made.use == VariableUse::constant) {
        made.base = value(uses_.value_of(instruction.result)).slots.front();
    } else if (made.use == VariableUse::marked || made.use == VariableUse::plain) {
        made.base = d_.new_slots(count);
        if (instruction.operands.size() > 1) {
            d_.emit(moves::copy_block, made.base, value(instruction.operands[1]).slots.front(), 0, count);
        } else if (made.use == VariableUse::marked) {
            d_.emit(moves::unmark, made.base, 0, 0, count);
        }
    }
    pointers_[instruction.result] = made;
}

DecodedPointer FunctionDecoder::pointer(std::uint32_t id) {
    if (const auto found = pointers_.find(id); found != pointers_.end()) {
        return found->second;
    }
    const auto global = d_.module.globals.find(id);
    if (global == d_.module.globals.end() || global->second.second != spv::StorageClassPushConstant) {
        d_.fail("global variables");
        return {};
    }
    return {d_.program.push_constants, 0, d_.type(global->second.first).element, VariableUse::constant, id};
}

void FunctionDecoder::chain(const SpirvInstruction& instruction) {
    DecodedPointer made = pointer(instruction.operands[0]);
    bool own_dynamic = false;
    for (std::size_t k = 1; k < instruction.operands.size() && d_.error.empty(); ++k) {
        const SpirvType& type = d_.type(made.type);
        const auto constant = d_.module.constants.find(instruction.operands[k]);
        const bool is_known = constant != d_.module.constants.end() &&
                              (type.kind == SpirvType::Kind::structure || constant->second.values.at(0) < type.count);
        if (is_known) {
            const auto element = static_cast<std::uint32_t>(constant->second.values.at(0));
            made.base += d_.module.offset_of(type, element);
            made.type = d_.module.element_of(type, element);
            continue;
        }
        if (!own_dynamic) {
            const std::uint32_t dynamic = d_.new_slots(1);
            d_.emit(moves::copy, dynamic, made.dynamic);
            made.dynamic = dynamic;
            own_dynamic = true;
        }
        const std::uint32_t index = scalar(instruction.operands[k]);
        d_.emit(moves::offset, made.dynamic, index, type.count, d_.type(type.element).slots);
        made.type = type.element;
    }
    pointers_[instruction.result] = made;
}

DecodedValue FunctionDecoder::load_from(const DecodedPointer& from) {
    const std::uint32_t count = d_.type(from.type).slots;
    if (from.use == VariableUse::value || from.use == VariableUse::argument) {
        return value(uses_.value_of(from.root));
    }
    if (from.use == VariableUse::constant && from.dynamic == 0) {
        return {d_.range(from.base, count), from.type, false, 0};
    }
    DecodedValue loaded = fresh(from.type);
    const bool marked = from.use == VariableUse::marked;
    for (std::uint32_t k = 0; k < count; ++k) {
        if (from.dynamic != 0) {
            d_.emit(moves::load_indirect, loaded.slots[k], from.base + k, from.dynamic);
        } else if (marked && count > 4) {
            d_.emit(moves::copy_block, loaded.slots[0], from.base, 0, count);
            break;
        } else {
            d_.emit(marked ? moves::copy_marked : moves::copy, loaded.slots[k], from.base + k);
        }
    }
    loaded.may_be_unset = marked;
    if (marked) {
        loaded.origin = d_.name(d_.module.names[from.root]);
    }
    return loaded;
}

void FunctionDecoder::load(std::size_t index) {
    const SpirvInstruction& instruction = function_.body[index];
    const DecodedPointer from = pointer(instruction.operands[0]);
    if (!d_.error.empty()) {
        return;
    }
    if (from.use == VariableUse::plain && uses_.stays(index)) {
        values_[instruction.result] = {{from.base}, from.type, false, 0};
    } else {
        values_[instruction.result] = load_from(from);
    }
}

void FunctionDecoder::store_to(const DecodedPointer& to, const DecodedValue& stored) {
    // A value that is not a composite is a number that the text reads, so it must have been set.
    if (stored.slots.size() == 1) {
        look(stored);
    }
    for (std::uint32_t k = 0; k < stored.slots.size(); ++k) {
        if (to.dynamic != 0) {
            d_.emit(moves::store_indirect, to.base + k, stored.slots[k], to.dynamic);
        } else {
            d_.emit(to.use == VariableUse::plain ? moves::copy : moves::copy_marked, to.base + k, stored.slots[k]);
        }
    }
}

void FunctionDecoder::store(const SpirvInstruction& instruction) {
    const DecodedPointer to = pointer(instruction.operands[0]);
    if (!d_.error.empty()) {
        return;
    }
    const DecodedValue stored = value(instruction.operands[1]);
    if (to.use == VariableUse::value || to.use == VariableUse::argument) {
        if (stored.slots.size() == 1) {
            look(stored);
        }
        return;
    }
    store_to(to, stored);
}

/// Returns the value that a call passes for an operand that is passed by value.
DecodedValue FunctionDecoder::argument(std::uint32_t operand) {
    if (pointers_.contains(operand) || d_.module.globals.contains(operand)) {
        return load_from(pointer(operand));
    }
    return value(operand);
}

void FunctionDecoder::call_own(const SpirvInstruction& instruction, DecodedSignature& callee) {
    // All arguments are computed before the first parameter changes, since an argument may be a parameter of the same
    // function.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> copies;
    for (std::size_t k = 0; k < callee.parameters.size(); ++k) {
        const DecodedSignature::Parameter& parameter = callee.parameters[k];
        const std::uint32_t operand = instruction.operands[k + 1];
        if (parameter.by_value) {
            const DecodedValue passed = argument(operand);
            if (passed.slots.size() == 1) {
                look(passed);
            }
            for (std::size_t n = 0; n < passed.slots.size(); ++n) {
                copies.emplace_back(parameter.slots[n], passed.slots[n]);
            }
        } else {
            const DecodedPointer to = pointer(operand);
            const std::uint32_t address = d_.new_slots(1);
            d_.emit(moves::address, address, to.base, to.dynamic);
            copies.emplace_back(parameter.slots.front(), address);
        }
    }
    for (const auto& [to, from] : copies) {
        d_.emit(moves::copy_marked, to, from);
    }
    d_.calls.emplace_back(d_.emit(moves::call), instruction.operands[0]);
    DecodedValue result = fresh(instruction.type);
    for (std::size_t k = 0; k < result.slots.size(); ++k) {
        d_.emit(moves::copy_marked, result.slots[k], callee.result[k]);
    }
    result.may_be_unset = result.slots.size() > 1;
    result.origin = result.may_be_unset ? d_.name({}) : 0;
    values_[instruction.result] = result;
}

void FunctionDecoder::call(const SpirvInstruction& instruction) {
    using Kind = DecodedSignature::Kind;
    const auto found = d_.signatures.find(instruction.operands[0]);
    if (found == d_.signatures.end()) {
        return d_.fail("a call of a function that the module does not define");
    }
    DecodedSignature& callee = found->second;
    std::vector<std::uint32_t> arguments;
    if (callee.kind == Kind::own) {
        return call_own(instruction, callee);
    }
    for (const std::uint32_t operand : instruction.operands.subspan(1)) {
        const DecodedValue passed = argument(operand);
        look(passed);
        arguments.push_back(passed.slots.front());
    }
    if (callee.kind == Kind::rows || callee.kind == Kind::columns) {
        const std::uint32_t slot = d_.program.push_constants + (callee.kind == Kind::columns ? 1 : 0);
        values_[instruction.result] = {{slot}, instruction.type, false, 0};
        return;
    }
    DecodedValue result = fresh(instruction.type);
    const std::uint32_t to = result.slots.empty() ? d_.new_slots(1) : result.slots.front();
    if (callee.kind == Kind::at) {
        arguments.resize(kMaxIndices);
        d_.emit(at_handler(d_.program.cell_fields), to, arguments[0], arguments[1], arguments[2], trackers::at);
        d_.program.code.back().d = arguments[3];
    } else if (callee.kind == Kind::input) {
        d_.emit(input_handler(d_.header.inputs[callee.number].type), to, arguments[0], callee.number, 0,
                trackers::input);
    } else if (callee.kind == Kind::output_write) {
        const ElementType type = d_.header.outputs[callee.number].type;
        d_.emit(output_write_handler(type), to, arguments[0], callee.number, arguments[1], output_tracker(type));
    } else if (callee.kind == Kind::output_read) {
        d_.emit(output_read_handler(d_.header.outputs[callee.number].type), to, arguments[0], callee.number, 0,
                trackers::output_read);
        d_.program.reads_outputs = true;
    } else {
        d_.emit(overflow_handler(), to, arguments[0], 0, 0, trackers::overflow);
    }
    values_[instruction.result] = result;
}

}  // namespace vkalgo::dp
