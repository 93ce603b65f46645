#pragma once

#include "../algorithms/dp/recurrence/compiled.hpp"
#include "../engine/result.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vkalgo::compiler {

class SpirvCache;

/// Text of a file under shaders/, by its name there ("dp/stage.glsl"); nullopt if there is none.
using TextSource = std::function<std::optional<std::string>(std::string_view name)>;
/// The templates as they were when vkalgo was built.
TextSource embedded_source();

/// Reads a recurrence file's header; no module yet. Errors: those of dp::parse_header.
Result<dp::CompiledRecurrence> read_recurrence(std::string_view source, std::string_view file);

/// The modules that can be assembled for this recurrence, by name: those of every template in shaders/dp/ that fit it
/// (modules.hpp). Errors: invalid_argument (a template that names its modules wrongly).
Result<std::vector<std::string>> modules_of(const dp::RecurrenceHeader& header);

/// Joins header, the template that names the module and the user's text, compiles and keeps the module in `recurrence`.
/// Nothing to do if it is there already. Errors: invalid_argument, as "file:line: message" on the user's own line.
/// Thread-safe.
Result<void> assemble_module(dp::CompiledRecurrence& recurrence, const std::string& module,
                             const TextSource& texts = embedded_source());

/// The same with vkalgo's own templates, from a cache or into it.
Result<void> assemble_module(dp::CompiledRecurrence& recurrence, const std::string& module, const SpirvCache& cache);

/// All of them: what the build does for the built-ins.
Result<dp::CompiledRecurrence> assemble_recurrence(std::string_view source, std::string_view file,
                                                   const TextSource& texts = embedded_source());

}  // namespace vkalgo::compiler
