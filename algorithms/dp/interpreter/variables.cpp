#include "algorithms/dp/interpreter/variables.hpp"

#include "engine/spirv_words.hpp"

#include <algorithm>

namespace vkalgo::dp {
namespace {

bool is_chain(std::uint16_t op) {
    return op == spv::OpAccessChain || op == spv::OpInBoundsAccessChain;
}

/// Returns whether the instruction only passes its operands on, and does not compute with them.
bool hands_on(std::uint16_t op) {
    switch (op) {
        case spv::OpPhi:
        case spv::OpCompositeConstruct:
        case spv::OpCompositeInsert:
        case spv::OpVectorInsertDynamic:
        case spv::OpCopyObject:
        case spv::OpCopyLogical:
        case spv::OpBitcast:
        case spv::OpAccessChain:
        case spv::OpInBoundsAccessChain:
            return true;
        default:
            return false;
    }
}

}  // namespace

FunctionUses::FunctionUses(const SpirvModule& module, const SpirvFunction& function,
                           const ReadOnlyParameter& is_read_only)
    : module_(module), function_(function) {
    find_blocks();
    find_uses(is_read_only);
    const std::map<std::uint32_t, bool> set_first = set_before_loads(variables_);
    for (const auto& [id, variable] : variables_) {
        classify(id, variable, set_first.at(id));
    }
}

std::uint32_t FunctionUses::root_of(std::uint32_t pointer) const {
    const auto found = roots_.find(pointer);
    return found == roots_.end() ? pointer : found->second;
}

bool FunctionUses::writes_through(std::uint32_t parameter) const {
    const auto found = written_through_.find(parameter);
    return found != written_through_.end() && found->second;
}

void FunctionUses::find_blocks() {
    std::map<std::uint32_t, std::size_t> blocks;
    for (const SpirvInstruction& instruction : function_.body) {
        if (instruction.op == spv::OpLabel) {
            const std::size_t number = blocks.size();
            blocks[instruction.result] = number;
        }
        block_of_.push_back(blocks.empty() ? 0 : blocks.size() - 1);
    }
    successors_.resize(blocks.size());
    for (std::size_t k = 0; k < function_.body.size(); ++k) {
        const SpirvInstruction& instruction = function_.body[k];
        if (instruction.op != spv::OpBranch && instruction.op != spv::OpBranchConditional &&
            instruction.op != spv::OpSwitch) {
            continue;
        }
        // A literal that equals the id of a label adds an edge that does not exist. The variables are then classified
        // with more caution, which only costs speed.
        for (const std::uint32_t operand : instruction.operands) {
            if (const auto block = blocks.find(operand); block != blocks.end()) {
                successors_[block_of_[k]].push_back(block->second);
            }
        }
    }
}

void FunctionUses::find_uses(const ReadOnlyParameter& is_read_only) {
    for (std::size_t k = 0; k < function_.body.size(); ++k) {
        const SpirvInstruction& instruction = function_.body[k];
        for (const std::uint32_t operand : instruction.operands) {
            users_[operand].push_back(k);
        }
        const auto operand = [&](std::size_t n) { return instruction.operands[n]; };
        const auto find = [&](std::uint32_t pointer) -> Variable* {
            const auto found = variables_.find(root_of(pointer));
            return found == variables_.end() ? nullptr : &found->second;
        };
        if (instruction.op == spv::OpVariable) {
            Variable& variable = variables_[instruction.result];
            variable.initializer = instruction.operands.size() > 1 ? operand(1) : 0;
            const SpirvType& pointee = module_.types[module_.types[instruction.type].element];
            variable.is_scalar = pointee.kind == SpirvType::Kind::boolean || pointee.kind == SpirvType::Kind::integer ||
                                 pointee.kind == SpirvType::Kind::real;
        } else if (is_chain(instruction.op)) {
            roots_[instruction.result] = root_of(operand(0));
            if (Variable* variable = find(operand(0))) {
                variable->has_chains = true;
            }
        } else if (instruction.op == spv::OpLoad) {
            if (Variable* variable = find(operand(0))) {
                variable->loads.push_back(k);
            }
        } else if (instruction.op == spv::OpStore) {
            written_through_[root_of(operand(0))] = true;
            if (Variable* variable = find(operand(0))) {
                (root_of(operand(0)) == operand(0) ? variable->stores.push_back(k)
                                                   : static_cast<void>(variable->written_in_parts = true));
            }
        } else if (instruction.op == spv::OpFunctionCall) {
            for (std::size_t n = 1; n < instruction.operands.size(); ++n) {
                const bool read_only = is_read_only(operand(0), n - 1);
                Variable* variable = find(operand(n));
                if (!read_only) {
                    written_through_[root_of(operand(n))] = true;
                }
                if (variable != nullptr) {
                    variable->arguments.push_back(k);
                    variable->escapes = variable->escapes || !read_only;
                }
            }
        }
    }
}

/// Returns, for each variable that is loaded and stored whole, whether it is stored on every path to each of its loads.
std::map<std::uint32_t, bool> FunctionUses::set_before_loads(const std::map<std::uint32_t, Variable>& variables) const {
    std::map<std::uint32_t, bool> result;
    std::vector<std::vector<std::size_t>> predecessors(successors_.size());
    for (std::size_t block = 0; block < successors_.size(); ++block) {
        for (const std::size_t next : successors_[block]) {
            predecessors[next].push_back(block);
        }
    }
    for (const auto& entry : variables) {
        const std::uint32_t id = entry.first;
        const Variable& variable = entry.second;
        result[id] = false;
        if (!variable.is_direct() || variable.stores.empty()) {
            continue;
        }
        std::vector<std::uint8_t> stores(successors_.size(), 0);
        for (const std::size_t store : variable.stores) {
            stores[block_of_[store]] = 1;
        }
        // Whether the variable is set at the start of each block. This is assumed until a predecessor disproves it.
        std::vector<std::uint8_t> set_in(successors_.size(), 1);
        set_in[0] = 0;
        for (bool changed = true; changed;) {
            changed = false;
            for (std::size_t block = 1; block < successors_.size(); ++block) {
                const bool all = std::all_of(predecessors[block].begin(), predecessors[block].end(),
                                             [&](std::size_t p) { return set_in[p] != 0 || stores[p] != 0; });
                if (!all && set_in[block] != 0) {
                    set_in[block] = 0;
                    changed = true;
                }
            }
        }
        const auto is_set_at = [&](std::size_t k) {
            return set_in[block_of_[k]] != 0 ||
                   std::any_of(variable.stores.begin(), variable.stores.end(),
                               [&](auto s) { return block_of_[s] == block_of_[k] && s < k; });
        };
        result[id] = std::all_of(variable.loads.begin(), variable.loads.end(), is_set_at) &&
                     std::all_of(variable.arguments.begin(), variable.arguments.end(), is_set_at);
    }
    return result;
}

void FunctionUses::classify(std::uint32_t id, const Variable& variable, bool is_set_first) {
    VariableUse use = VariableUse::marked;
    if (variable.initializer != 0 && variable.stores.empty() && !variable.written_in_parts && !variable.escapes) {
        use = VariableUse::constant;
        values_[id] = variable.initializer;
    } else if (is_set_first && variable.stores.size() == 1) {
        const std::size_t store = variable.stores.front();
        const bool is_argument = variable.loads.empty() && variable.arguments.size() == 1 &&
                                 block_of_[store] == block_of_[variable.arguments.front()];
        use = is_argument ? VariableUse::argument : VariableUse::value;
        values_[id] = function_.body[store].operands[1];
    } else if (is_set_first && variable.is_scalar) {
        use = VariableUse::plain;
    }
    uses_[id] = use;
}

bool FunctionUses::stays(std::size_t load) const {
    const SpirvInstruction& instruction = function_.body[load];
    const Variable& variable = variables_.at(instruction.operands[0]);
    const auto found = users_.find(instruction.result);
    if (found == users_.end()) {
        return true;
    }
    std::size_t last = load;
    for (const std::size_t user : found->second) {
        const SpirvInstruction& reader = function_.body[user];
        std::size_t end = user;
        if (block_of_[user] != block_of_[load] || hands_on(reader.op)) {
            return false;
        }
        if (reader.op == spv::OpStore) {
            const auto target = uses_.find(reader.operands[0]);
            if (target != uses_.end() && target->second == VariableUse::value) {
                return false;
            }
            if (target != uses_.end() && target->second == VariableUse::argument) {
                end = variables_.at(reader.operands[0]).arguments.front();
            }
        }
        last = std::max(last, end);
    }
    return std::none_of(variable.stores.begin(), variable.stores.end(),
                        [&](std::size_t store) { return store > load && store < last; });
}

}  // namespace vkalgo::dp
