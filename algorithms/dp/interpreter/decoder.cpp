#include "algorithms/dp/interpreter/decoder.hpp"

#include "engine/spirv_words.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace vkalgo::dp {
namespace {

Tracker tracker_of_move(Handler run) {
    constexpr std::array<std::pair<Handler, Tracker>, 12> kMoves{{{moves::copy, trackers::move},
                                                                  {moves::copy_marked, trackers::move},
                                                                  {moves::copy_block, trackers::move_block},
                                                                  {moves::load_indirect, trackers::load_indirect},
                                                                  {moves::store_indirect, trackers::store_indirect},
                                                                  {moves::choose, trackers::choose},
                                                                  {moves::look, trackers::nothing},
                                                                  {moves::jump, trackers::nothing},
                                                                  {moves::branch, trackers::nothing},
                                                                  {moves::branch_equal, trackers::nothing},
                                                                  {moves::call, trackers::nothing},
                                                                  {moves::give_back, trackers::nothing}}};
    const auto* found = std::find_if(kMoves.begin(), kMoves.end(), [&](const auto& one) { return one.first == run; });
    return found == kMoves.end() ? trackers::forget : found->second;
}

/// Returns the trackers of the scalars that a function returns, if it is term(), cell(), base(), fresh(), along() or
/// the function of the line `value`. Empty for other functions.
std::vector<Tracker> result_trackers(const Decoding& decoding, const SpirvFunction& function) {
    const std::size_t indices = decoding.header.index_count();
    const bool fills = function.name == mangled("term", 3) ||
                       std::ranges::any_of(std::array{"cell", "base", "fresh", "along", "vkalgo_value_at"},
                                           [&](const char* name) { return function.name == mangled(name, indices); });
    if (!fills) {
        return {};
    }
    const SpirvType& type = decoding.type(function.result_type);
    if (type.kind != SpirvType::Kind::structure) {
        return {result_tracker(type)};
    }
    std::vector<Tracker> fields;
    for (const std::uint32_t member : type.members) {
        fields.push_back(result_tracker(decoding.type(member)));
    }
    return fields;
}

}  // namespace

std::uint32_t Decoding::new_slots(std::uint32_t count, std::uint64_t value) {
    const auto first = static_cast<std::uint32_t>(program.slots.size());
    program.slots.resize(first + count, value);
    return first;
}

std::vector<std::uint32_t> Decoding::range(std::uint32_t first, std::uint32_t count) const {
    std::vector<std::uint32_t> slots(count);
    for (std::uint32_t k = 0; k < count; ++k) {
        slots[k] = first + k;
    }
    return slots;
}

std::uint32_t Decoding::number(std::uint64_t value) {
    return new_slots(1, value);
}

void Decoding::know_constant(const SpirvConstant& constant, std::uint32_t first) {
    const SpirvType& its = type(constant.type);
    const ElementType cell = header.cell;
    if (its.kind != SpirvType::Kind::integer || its.width != 8 * size_of(cell) ||
        its.is_signed != (cell == ElementType::i32 || cell == ElementType::i64)) {
        return;
    }
    for (const NoNumber& one : program.no_numbers) {
        if (one.bits == program.slots[first]) {
            known_constants.emplace_back(first, one);
        }
    }
}

std::uint32_t Decoding::name(const std::string& text) {
    program.variable_names.push_back(text);
    return static_cast<std::uint32_t>(program.variable_names.size() - 1);
}

std::uint32_t Decoding::emit(Handler run, std::uint32_t to, std::uint32_t a, std::uint32_t b, std::uint32_t c,
                             Tracker tracker) {
    program.code.push_back({run, to, a, b, c});
    program.lines.push_back(line);
    if (watch == Watch::numbers) {
        program.trackers.push_back(tracker != nullptr ? tracker : tracker_of_move(run));
    }
    return next() - 1;
}

FunctionDecoder::FunctionDecoder(Decoding& decoding, const SpirvFunction& function, const FunctionUses& uses)
    : d_(decoding), function_(function), uses_(uses) {
    const DecodedSignature& own = d_.signatures.at(function.id);
    for (std::size_t k = 0; k < function.parameters.size(); ++k) {
        const DecodedSignature::Parameter& parameter = own.parameters[k];
        const std::uint32_t id = function.parameters[k];
        const bool is_scalar = d_.type(parameter.type).slots == 1;
        if (!parameter.is_pointer) {
            values_[id] = {parameter.slots, parameter.type, !is_scalar, d_.name(d_.module.names[id])};
        } else if (parameter.by_value) {
            pointers_[id] = {parameter.slots.empty() ? 0 : parameter.slots.front(), 0, parameter.type,
                             is_scalar ? VariableUse::constant : VariableUse::marked, id};
        } else {
            pointers_[id] = {0, parameter.slots.front(), parameter.type, VariableUse::marked, id};
        }
    }
}

void FunctionDecoder::decode() {
    std::uint32_t label = 0;
    for (const SpirvInstruction& instruction : function_.body) {
        if (instruction.op == spv::OpLabel) {
            label = instruction.result;
        } else if (instruction.op == spv::OpPhi) {
            phis_[label].push_back(&instruction);
            values_[instruction.result] = fresh(instruction.type);
        }
    }
    d_.signatures.at(function_.id).entry = d_.next();
    for (std::size_t index = 0; index < function_.body.size() && d_.error.empty(); ++index) {
        d_.line = function_.body[index].line;
        decode_one(index);
    }
    for (const Patch& patch : patches_) {
        d_.program.code[patch.instruction].*patch.operand = block_entries_[patch.block];
    }
}

void FunctionDecoder::decode_one(std::size_t index) {
    const SpirvInstruction& instruction = function_.body[index];
    switch (instruction.op) {
        case spv::OpNop:
        case spv::OpLoopMerge:
        case spv::OpSelectionMerge:
        case spv::OpPhi:
            return;
        case spv::OpLabel:
            return begin_block(instruction);
        case spv::OpBranch:
            // A branch to the block that comes next in the code needs no jump.
            return function_.body[index + 1].result == instruction.operands[0] ? copy_phis(instruction.operands[0])
                                                                               : jump(instruction.operands[0]);
        case spv::OpBranchConditional:
            return branch(instruction);
        case spv::OpSwitch:
            return switch_to(instruction);
        case spv::OpReturn:
        case spv::OpUnreachable:
            d_.emit(moves::give_back);
            return;
        case spv::OpReturnValue:
            return give_back(instruction);
        case spv::OpVariable:
            return declare(instruction);
        case spv::OpAccessChain:
        case spv::OpInBoundsAccessChain:
            return chain(instruction);
        case spv::OpLoad:
            return load(index);
        case spv::OpStore:
            return store(instruction);
        case spv::OpFunctionCall:
            return call(instruction);
        default:
            return compute(instruction);
    }
}

void FunctionDecoder::begin_block(const SpirvInstruction& label) {
    block_ = label.result;
    block_entries_[block_] = d_.next();
}

bool FunctionDecoder::has_phis(std::uint32_t block) const {
    return phis_.contains(block);
}

/// Adds code that sets the phis of a block. They all change at once: first all new values are read, then all phis are
/// set.
void FunctionDecoder::copy_phis(std::uint32_t target) {
    const auto phis = phis_.find(target);
    if (phis == phis_.end()) {
        return;
    }
    std::vector<std::pair<std::uint32_t, std::uint32_t>> copies;
    for (const SpirvInstruction* phi : phis->second) {
        for (std::size_t k = 0; k + 1 < phi->operands.size(); k += 2) {
            if (phi->operands[k + 1] != block_) {
                continue;
            }
            const std::vector<std::uint32_t> from = scalars(phi->operands[k]);
            const std::vector<std::uint32_t>& to = values_[phi->result].slots;
            for (std::size_t n = 0; n < to.size(); ++n) {
                const std::uint32_t between = d_.new_slots(1);
                d_.emit(moves::copy, between, from[n]);
                copies.emplace_back(to[n], between);
            }
        }
    }
    for (const auto& [to, from] : copies) {
        d_.emit(moves::copy, to, from);
    }
}

void FunctionDecoder::jump(std::uint32_t target) {
    copy_phis(target);
    patches_.push_back({d_.emit(moves::jump), &Instruction::a, target});
}

std::uint32_t FunctionDecoder::edge(std::uint32_t target) {
    const std::uint32_t begin = d_.next();
    jump(target);
    return begin;
}

void FunctionDecoder::branch(const SpirvInstruction& instruction) {
    const std::uint32_t condition = scalar(instruction.operands[0]);
    const std::uint32_t number = d_.emit(moves::branch, 0, condition);
    const auto lead = [&](std::uint32_t Instruction::*operand, std::uint32_t target) {
        if (has_phis(target)) {
            const std::uint32_t begin = edge(target);
            d_.program.code[number].*operand = begin;
        } else {
            patches_.push_back({number, operand, target});
        }
    };
    lead(&Instruction::b, instruction.operands[1]);
    lead(&Instruction::c, instruction.operands[2]);
}

void FunctionDecoder::switch_to(const SpirvInstruction& instruction) {
    const std::uint32_t selector = scalar(instruction.operands[0]);
    const bool wide = d_.type(value(instruction.operands[0]).type).width == 64;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> targets;
    for (std::size_t k = 2; k < instruction.operands.size(); k += wide ? 3 : 2) {
        std::uint64_t literal = instruction.operands[k];
        if (wide) {
            literal |= std::uint64_t{instruction.operands[k + 1]} << 32;
        }
        const std::uint32_t number = d_.number(literal);
        targets.emplace_back(d_.emit(moves::branch_equal, 0, selector, number),
                             instruction.operands[k + (wide ? 2 : 1)]);
    }
    jump(instruction.operands[1]);
    for (const auto& [number, target] : targets) {
        if (has_phis(target)) {
            const std::uint32_t begin = edge(target);
            d_.program.code[number].c = begin;
        } else {
            patches_.push_back({number, &Instruction::c, target});
        }
    }
}

void FunctionDecoder::give_back(const SpirvInstruction& instruction) {
    const DecodedValue& result = value(instruction.operands[0]);
    const std::vector<std::uint32_t>& to = d_.signatures.at(function_.id).result;
    if (to.size() == 1) {
        look(result);
    }
    const std::vector<Tracker> followed = result_trackers(d_, function_);
    for (std::size_t k = 0; k < to.size(); ++k) {
        d_.emit(to.size() == 1 ? moves::copy : moves::copy_marked, to[k], result.slots[k], 0, 0,
                followed.empty() ? nullptr : followed[k]);
    }
    d_.emit(moves::give_back);
}

}  // namespace vkalgo::dp
