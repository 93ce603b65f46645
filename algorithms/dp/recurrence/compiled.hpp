#pragma once

#include "built_in.hpp"
#include "header.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vkalgo::dp {

/// A recurrence joined with the templates of the methods. The assembler makes it from a user's file, and
/// builtin_recurrences() from the data of the build; the solvers need nothing else. The templates in shaders/dp/ name
/// the modules. Modules whose names end in "-wide" reach the table by 64-bit device address.
struct CompiledRecurrence {
    RecurrenceHeader header;
    std::string source;
    std::string file;
    /// Whether the recurrence is built in. The tests of vkalgo verify the class and pattern of a built-in recurrence;
    /// those of a user's file are verified before a method relies on them.
    bool built_in = false;
    /// SPIR-V, unpacked on first use.
    std::span<const BuiltInModule> built_in_modules;
    /// SPIR-V that was compiled at run time.
    std::map<std::string, std::vector<std::uint32_t>, std::less<>> modules;

    /// Returns the SPIR-V of the module. Empty: no module has that name.
    std::span<const std::uint32_t> module(std::string_view name) const {
        if (const auto found = modules.find(name); found != modules.end()) {
            return found->second;
        }
        for (const BuiltInModule& one : built_in_modules) {
            if (one.name == name) {
                return one.words;
            }
        }
        return {};
    }
};

/// A function that adds a missing module to the recurrence: modules of a user's file are compiled on demand.
using CompileModule = std::function<Result<void>(CompiledRecurrence& recurrence, const std::string& module)>;

/// Returns the recurrences of shaders/dp/problems/, assembled at build time.
std::span<const CompiledRecurrence* const> builtin_recurrences();

}  // namespace vkalgo::dp
