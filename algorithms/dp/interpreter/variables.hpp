#pragma once

// Internal to the interpreter.

#include "module.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

namespace vkalgo::dp {

/// How a function's variable is kept. A front end loads and stores variables all the time; most of them are values.
enum class VariableUse : std::uint8_t {
    /// may be read before it was set, or in parts, or through a pointer: in memory, with a mark for each scalar
    marked,
    /// a scalar that is set before every load: in memory
    plain,
    /// stored once, before every load: the stored value
    value,
    /// stored once, right before the call that takes it: the argument
    argument,
    /// never stored: its initial value
    constant,
};

/// Which pointer parameters of a function are only read through: such an argument goes by value.
using ReadOnlyParameter = std::function<bool(std::uint32_t function_id, std::size_t parameter)>;

/// The variables of a function and how its body uses its ids.
class FunctionUses {
public:
    FunctionUses(const SpirvModule& module, const SpirvFunction& function, const ReadOnlyParameter& is_read_only);

    VariableUse use_of(std::uint32_t variable) const { return uses_.at(variable); }
    bool is_variable(std::uint32_t id) const { return uses_.contains(id); }
    /// The variable or parameter that a pointer leads into; the id itself where it is none.
    std::uint32_t root_of(std::uint32_t pointer) const;
    /// Of a variable of use `argument`: the value stored. Of use `constant`: the initializer.
    std::uint32_t value_of(std::uint32_t variable) const { return values_.at(variable); }
    /// May the value that instruction `load` loads from a plain variable be read from there when it is used: is it only
    /// computed with, in the same block, before the next store?
    bool stays(std::size_t load) const;
    /// Is a pointer parameter written through?
    bool writes_through(std::uint32_t parameter) const;

private:
    struct Variable;
    void find_blocks();
    void find_uses(const ReadOnlyParameter& is_read_only);
    void classify(std::uint32_t id, const Variable& variable, bool is_set_first);
    std::map<std::uint32_t, bool> set_before_loads(const std::map<std::uint32_t, Variable>& variables) const;

    struct Variable {
        std::uint32_t initializer = 0;
        bool is_scalar = false;
        /// places in the body
        std::vector<std::size_t> loads, stores, arguments;
        bool has_chains = false, written_in_parts = false, escapes = false;
        bool is_direct() const { return !has_chains && !escapes && initializer == 0; }
    };

    const SpirvModule& module_;
    const SpirvFunction& function_;
    std::vector<std::size_t> block_of_;
    std::vector<std::vector<std::size_t>> successors_;
    std::map<std::uint32_t, std::uint32_t> roots_;
    std::map<std::uint32_t, std::vector<std::size_t>> users_;
    std::map<std::uint32_t, Variable> variables_;
    std::map<std::uint32_t, bool> written_through_;
    std::map<std::uint32_t, VariableUse> uses_;
    std::map<std::uint32_t, std::uint32_t> values_;
};

}  // namespace vkalgo::dp
