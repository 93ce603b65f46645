#pragma once

#include "compiler/assemble.hpp"
#include "compiler/cache.hpp"

#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

#include <unistd.h>

namespace vkalgo::dp::test {

/// A folder for modules, which is removed when the program ends.
struct ModulesFolder {
    ModulesFolder() { path = mkdtemp(path.data()); }
    ModulesFolder(const ModulesFolder&) = delete;
    ModulesFolder& operator=(const ModulesFolder&) = delete;
    ~ModulesFolder() {
        std::error_code ignored;
        if (getpid() == owner) {
            std::filesystem::remove_all(path, ignored);
        }
    }
    std::string path = (std::filesystem::temp_directory_path() / "vkalgo_modules_XXXXXX").string();
    pid_t owner = getpid();  // The child of a death test leaves the folder to its parent
};

/// Does what compiler::assemble_module() does, but compiles the same text only once.
inline Result<void> compile_module(CompiledRecurrence& recurrence, const std::string& module) {
    static const ModulesFolder folder;
    static const compiler::SpirvCache cache(folder.path);
    return compiler::assemble_module(recurrence, module, cache);
}

}  // namespace vkalgo::dp::test
