#pragma once

#include "../algorithms/dp/recurrence/compiled.hpp"
#include "glsl.hpp"
#include "modules.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace vkalgo::compiler {

/// The version line, extensions and defines: what every template builds on. `first_input`: binding of input 0.
NamedText make_prelude(const dp::RecurrenceHeader& header, const ModuleKind& kind, int first_input);

/// All that follows from the header and knows nothing of params: prototypes, base region and domain, the reduction's
/// loop, the inputs' buffers and accessors. `source` is the user's text, whose reads of inputs say what a tile keeps in
/// registers.
NamedText make_generated(const dp::RecurrenceHeader& header, std::string_view source, const ModuleKind& kind);

/// The header's expressions in GLSL as functions: the limits of the reduction, the value of a cell. They may use
/// params, so they are appended after the template; errors in them name the user's file and line.
std::vector<NamedText> make_header_functions(const dp::RecurrenceHeader& header, std::string_view file,
                                             const ModuleKind& kind);

/// Does a module of that kind look up scores in a profile, vkalgo_profiled() for the read of `header.profile`?
bool has_profile(const dp::RecurrenceHeader& header, const ModuleKind& kind);

}  // namespace vkalgo::compiler
