#pragma once

// Internal to the interpreter.

#include "engine/result.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace vkalgo::dp {

/// A type of a SPIR-V module. A value takes one 64-bit slot per scalar in it.
struct SpirvType {
    enum class Kind : std::uint8_t { none, boolean, integer, real, vector, matrix, array, structure, pointer };
    Kind kind = Kind::none;
    /// Bits of a number.
    std::uint32_t width = 0;
    bool is_signed = false;
    /// Type of the element of a vector, a matrix (its column), an array or a pointer.
    std::uint32_t element = 0;
    /// Number of elements of a vector, matrix or array.
    std::uint32_t count = 0;
    /// Types of the members of a structure.
    std::vector<std::uint32_t> members;
    /// Scalars in a value.
    std::uint32_t slots = 0;
};

/// An instruction of a function's body.
struct SpirvInstruction {
    std::uint16_t op = 0;
    /// The ids of the type and the result of the instruction. 0: it has none.
    std::uint32_t type = 0, result = 0;
    std::span<const std::uint32_t> operands;
    /// Line of the source text; 0: unknown.
    std::uint32_t line = 0;
};

/// A function that a module defines.
struct SpirvFunction {
    /// The name as the compiler mangles it: "cell(i1;i1;".
    std::string name;
    std::uint32_t id = 0, result_type = 0;
    /// Ids of the parameters, and the ids of their types.
    std::vector<std::uint32_t> parameters, parameter_types;
    std::vector<SpirvInstruction> body;
};

/// A constant: the bits of its scalars, in order.
struct SpirvConstant {
    std::uint32_t type = 0;
    std::vector<std::uint64_t> values;
    /// Whether the constant is an OpUndef.
    bool undefined = false;
};

/// A module of SPIR-V as a front end writes it, split into its parts. It views the words that it was read from.
struct SpirvModule {
    /// The types and the names, both indexed by id.
    std::vector<SpirvType> types;
    std::vector<std::string> names;
    std::map<std::uint32_t, SpirvConstant> constants;
    /// Global variables: id -> pointer type and storage class.
    std::map<std::uint32_t, std::pair<std::uint32_t, std::uint32_t>> globals;
    std::vector<SpirvFunction> functions;
    /// Names, by id, of the files to which lines refer: "text" is the recurrence's own text, and any other file has an
    /// empty name.
    std::map<std::uint32_t, std::string> strings;

    /// Reads a module. Errors: unsupported: a type or a constant that the interpreter does not know; invalid_argument:
    /// the module is empty or incomplete.
    static Result<SpirvModule> read(std::span<const std::uint32_t> words);

    /// Returns the number of slots before element k in a value of that type.
    std::uint32_t offset_of(const SpirvType& type, std::uint32_t k) const;
    /// Returns the type of element k.
    std::uint32_t element_of(const SpirvType& type, std::uint32_t k) const {
        return type.kind == SpirvType::Kind::structure ? type.members[k] : type.element;
    }
};

}  // namespace vkalgo::dp
