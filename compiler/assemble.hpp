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

/// A function that returns the text of a file by its name relative to shaders/ ("dp/stage.glsl"), or nullopt if that
/// file does not exist.
using TextSource = std::function<std::optional<std::string>(std::string_view name)>;
/// Returns the templates as they were when vkalgo was built.
TextSource embedded_source();

/// Reads the header of a recurrence file, and compiles no module yet. Errors: those of dp::parse_header.
Result<dp::CompiledRecurrence> read_recurrence(std::string_view source, std::string_view file);

/// Returns the names of the modules that can be assembled for this recurrence: the modules of every template in
/// shaders/dp/ that fit it (modules.hpp). Errors: invalid_argument (a template that names its modules wrongly).
Result<std::vector<std::string>> modules_of(const dp::RecurrenceHeader& header);

/// Joins the header, the template that names the module and the user's text, compiles them and stores the module in
/// `recurrence`. Does nothing if the module is there already. Errors: invalid_argument for a module or a template that
/// does not exist, and for errors in the user's text, as "file:line: message". Thread-safe.
Result<void> assemble_module(dp::CompiledRecurrence& recurrence, const std::string& module,
                             const TextSource& texts = embedded_source());

/// Does what the other assemble_module() does, with vkalgo's own templates. Reads the module from the cache, or
/// compiles it and stores it there.
Result<void> assemble_module(dp::CompiledRecurrence& recurrence, const std::string& module, const SpirvCache& cache);

/// Assembles all modules of a recurrence. The build does this for the built-in recurrences.
Result<dp::CompiledRecurrence> assemble_recurrence(std::string_view source, std::string_view file,
                                                   const TextSource& texts = embedded_source());

}  // namespace vkalgo::compiler
