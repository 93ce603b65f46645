#pragma once

// Internal to the interpreter.

#include "module.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

namespace vkalgo::dp {

/// How a variable of a function is kept. A compiler's front end keeps every variable in memory and loads it for each
/// use. Most variables can be replaced by plain values.
enum class VariableUse : std::uint8_t {
    /// Any other variable, for example one that may be read before it was set, whose elements are accessed one by one,
    /// or that is passed by a pointer. Kept in memory, with a mark for each scalar that was set.
    marked,
    /// A scalar that is set before every load. Kept in memory.
    plain,
    /// Stored once, before every load. Replaced by the stored value.
    value,
    /// Stored once, and then only passed to one call in the same block. Replaced by the stored value.
    argument,
    /// Never stored. Replaced by its initial value.
    constant,
};

/// A function that returns whether another function only reads through a pointer parameter. The argument of such a
/// parameter is passed by value.
using ReadOnlyParameter = std::function<bool(std::uint32_t function_id, std::size_t parameter)>;

/// The variables of a function, and how the function's body uses ids.
class FunctionUses {
public:
    FunctionUses(const SpirvModule& module, const SpirvFunction& function, const ReadOnlyParameter& is_read_only);

    VariableUse use_of(std::uint32_t variable) const { return uses_.at(variable); }
    bool is_variable(std::uint32_t id) const { return uses_.contains(id); }
    /// Returns the variable or parameter into which a pointer leads. If the id is not such a pointer, returns the id.
    std::uint32_t root_of(std::uint32_t pointer) const;
    /// Returns the stored value of a variable of use `argument` or `value`, or the initializer for use `constant`.
    std::uint32_t value_of(std::uint32_t variable) const { return values_.at(variable); }
    /// Returns whether the value that instruction `load` loads from a plain variable needs no copy, since its users can
    /// read the variable itself. This is so if they only compute with the value, in the same block, before the next
    /// store to the variable.
    bool stays(std::size_t load) const;
    /// Returns whether the function writes through a pointer parameter.
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
        /// Positions in the function's body of the instructions that use the variable.
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
