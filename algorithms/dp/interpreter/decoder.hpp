#pragma once

// Internal to the interpreter: decodes SPIR-V into a Program.

#include "interpreter.hpp"
#include "machine.hpp"
#include "module.hpp"
#include "variables.hpp"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace vkalgo::dp {

/// Decodes the functions of a module that was compiled for the interpreter. Errors: unsupported: an instruction that is
/// not known, which the message names, or cells with numbers of other than 32 or 64 bits; invalid_argument: the module
/// has no cell().
Result<Program> decode_program(const SpirvModule& module, const RecurrenceHeader& header, Watch watch);

/// The slots of a value's scalars.
struct DecodedValue {
    std::vector<std::uint32_t> slots;
    std::uint32_t type = 0;
    /// Whether some scalar may not have been set. If so, code that computes with the value first checks the scalars.
    bool may_be_unset = false;
    /// Index in Program::variable_names of the variable from which the value was loaded, for the message of a fault.
    std::uint32_t origin = 0;
};

/// The target of a pointer: the slot whose number is `base` plus the number in slot `dynamic`. If `dynamic` is 0,
/// nothing is added.
struct DecodedPointer {
    std::uint32_t base = 0, dynamic = 0;
    /// Id of the target's type.
    std::uint32_t type = 0;
    VariableUse use = VariableUse::marked;
    std::uint32_t root = 0;
};

/// Parameters and result of a function. They are made before any function is decoded, since decoding a call needs them.
struct DecodedSignature {
    enum class Kind : std::uint8_t {
        own,
        at,
        input,
        output_write,
        output_read,
        rows,
        columns,
        overflow
    } kind = Kind::own;
    struct Parameter {
        /// Type of the value, or of the pointer's target.
        std::uint32_t type = 0;
        bool is_pointer = false;
        /// Whether the slots hold the value. If false, there is one slot, which holds an address.
        bool by_value = true;
        std::vector<std::uint32_t> slots;
    };
    std::vector<Parameter> parameters;
    std::vector<std::uint32_t> result;
    /// Number of the input or output that the function accesses.
    std::uint32_t number = 0;
    std::uint32_t entry = 0;
};

/// What the decoders of all functions share: the module, and the program that they make of it.
struct Decoding {
    const SpirvModule& module;
    const RecurrenceHeader& header;
    Program program;
    std::map<std::uint32_t, DecodedSignature> signatures;
    std::map<std::uint32_t, DecodedValue> constants;
    /// Slots of constants that stand for INFEASIBLE or UNBOUNDED.
    std::vector<std::pair<std::uint32_t, NoNumber>> known_constants;
    /// Calls whose entry is filled in after all functions are decoded: the number of the instruction, and the id of the
    /// function.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> calls;
    std::uint32_t line = 0;
    std::string error;
    Watch watch = Watch::nothing;

    const SpirvType& type(std::uint32_t id) const { return module.types[id]; }
    std::uint32_t new_slots(std::uint32_t count, std::uint64_t value = 0);
    std::vector<std::uint32_t> range(std::uint32_t first, std::uint32_t count) const;
    /// Returns a slot that holds the number.
    std::uint32_t number(std::uint64_t value);
    std::uint32_t name(const std::string& text);
    /// Adds an instruction and returns its number. If the program watches its numbers (Watch::numbers), `tracker` runs
    /// after the instruction. If `tracker` is null, a move or jump gets its own tracker, and the result of any other
    /// instruction counts as right.
    std::uint32_t emit(Handler run, std::uint32_t to = 0, std::uint32_t a = 0, std::uint32_t b = 0, std::uint32_t c = 0,
                       Tracker tracker = nullptr);
    /// If the program watches its numbers, notes a constant that stands for INFEASIBLE or UNBOUNDED.
    void know_constant(const SpirvConstant& constant, std::uint32_t first);
    std::uint32_t next() const { return static_cast<std::uint32_t>(program.code.size()); }
    void fail(const std::string& what) {
        if (error.empty()) {
            error = what;
        }
    }
};

/// A decoder for one function.
class FunctionDecoder {
public:
    FunctionDecoder(Decoding& decoding, const SpirvFunction& function, const FunctionUses& uses);
    void decode();

private:
    // Defined in decoder.cpp: functions that decode blocks.
    void decode_one(std::size_t index);
    void begin_block(const SpirvInstruction& label);
    void jump(std::uint32_t target);
    void branch(const SpirvInstruction& instruction);
    void switch_to(const SpirvInstruction& instruction);
    /// Adds code that sets the phis of `target` for the edge from the current block, and then jumps to `target`.
    /// Returns the number of its first instruction.
    std::uint32_t edge(std::uint32_t target);
    bool has_phis(std::uint32_t block) const;
    void copy_phis(std::uint32_t target);
    void give_back(const SpirvInstruction& instruction);

    // Defined in decode_memory.cpp.
    void declare(const SpirvInstruction& instruction);
    void chain(const SpirvInstruction& instruction);
    void load(std::size_t index);
    void store(const SpirvInstruction& instruction);
    void call(const SpirvInstruction& instruction);
    void call_own(const SpirvInstruction& instruction, DecodedSignature& callee);
    DecodedValue argument(std::uint32_t operand);
    DecodedPointer pointer(std::uint32_t id);
    DecodedValue load_from(const DecodedPointer& from);
    void store_to(const DecodedPointer& to, const DecodedValue& value);

    // Defined in decode_values.cpp and decode_compute.cpp.
    bool compose(const SpirvInstruction& instruction);
    void compute(const SpirvInstruction& instruction);
    bool compute_products(const SpirvInstruction& instruction);
    void compute_extended(const SpirvInstruction& instruction);
    void extend(const SpirvInstruction& instruction);
    void select(const SpirvInstruction& instruction);
    void bitcast(const SpirvInstruction& instruction);
    DecodedValue extract_dynamic(const SpirvInstruction& instruction);
    std::uint32_t dot(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b, std::uint32_t type);

    /// Returns the value of an id.
    const DecodedValue& value(std::uint32_t id);
    /// Returns the slots of the scalars of an id. Adds a check if the scalars may not have been set.
    std::vector<std::uint32_t> scalars(std::uint32_t id);
    std::uint32_t scalar(std::uint32_t id) { return scalars(id).front(); }
    void look(const DecodedValue& value);
    DecodedValue fresh(std::uint32_t type);
    const SpirvType& component(std::uint32_t type) const;
    void unknown(const SpirvInstruction& instruction);

    Decoding& d_;
    const SpirvFunction& function_;
    const FunctionUses& uses_;
    std::map<std::uint32_t, DecodedValue> values_;
    std::map<std::uint32_t, DecodedPointer> pointers_;
    std::uint32_t block_ = 0;
    std::map<std::uint32_t, std::uint32_t> block_entries_;
    /// Phis of each block.
    std::map<std::uint32_t, std::vector<const SpirvInstruction*>> phis_;
    /// An operand that is set to the entry of a block after all blocks are decoded: the number of the instruction, the
    /// operand's member, and the id of the block.
    struct Patch {
        std::uint32_t instruction;
        std::uint32_t Instruction::*operand;
        std::uint32_t block;
    };
    std::vector<Patch> patches_;
};

/// Handlers of moves and jumps.
namespace moves {
const Instruction* copy(Machine& m, const Instruction& in);
const Instruction* copy_marked(Machine& m, const Instruction& in);
const Instruction* copy_block(Machine& m, const Instruction& in);
const Instruction* load_indirect(Machine& m, const Instruction& in);
const Instruction* store_indirect(Machine& m, const Instruction& in);
const Instruction* look(Machine& m, const Instruction& in);
const Instruction* unmark(Machine& m, const Instruction& in);
const Instruction* address(Machine& m, const Instruction& in);
const Instruction* offset(Machine& m, const Instruction& in);
const Instruction* choose(Machine& m, const Instruction& in);
const Instruction* jump(Machine& m, const Instruction& in);
const Instruction* branch(Machine& m, const Instruction& in);
const Instruction* branch_equal(Machine& m, const Instruction& in);
const Instruction* call(Machine& m, const Instruction& in);
const Instruction* give_back(Machine& m, const Instruction& in);
}  // namespace moves

}  // namespace vkalgo::dp
