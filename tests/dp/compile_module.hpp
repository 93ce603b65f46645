#pragma once

#include "compiler/assemble.hpp"
#include "compiler/cache.hpp"

#include <filesystem>
#include <string>
#include <system_error>

#include <unistd.h>

namespace vkalgo::dp::test {

/// A folder for modules, which is removed when the program ends.
struct ModulesFolder {
    ModulesFolder() = default;
    ModulesFolder(const ModulesFolder&) = delete;
    ModulesFolder& operator=(const ModulesFolder&) = delete;
    ~ModulesFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path, ignored);
    }
    std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("vkalgo_modules_" + std::to_string(getpid()));
};

/// Does what compiler::assemble_module() does, but compiles the same text only once.
inline Result<void> compile_module(CompiledRecurrence& recurrence, const std::string& module) {
    static const ModulesFolder folder;
    static const compiler::SpirvCache cache(folder.path.string());
    return compiler::assemble_module(recurrence, module, cache);
}

}  // namespace vkalgo::dp::test
