#pragma once

#include "../algorithms/dp/recurrence/compiled.hpp"
#include "glsl.hpp"
#include "modules.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace vkalgo::compiler {

/// Returns the version line, the extensions and the defines that every template needs. `first_input` is the binding of
/// the element counts, or of the list of problems in a batch; the inputs have the bindings after it.
NamedText make_prelude(const dp::RecurrenceHeader& header, const ModuleKind& kind, int first_input);

/// Returns everything that follows from the header and does not use params: prototypes, base region and domain, the
/// reduction's loop, the inputs' buffers and accessors. `source` is the user's text; it shows whether the user defines
/// base().
NamedText make_generated(const dp::RecurrenceHeader& header, std::string_view source, const ModuleKind& kind);

/// Returns the header's expressions as GLSL functions, for example the limits of the reduction and the value of a cell.
/// They may use params, so they come after the template. Errors in them name the user's file and line.
std::vector<NamedText> make_header_functions(const dp::RecurrenceHeader& header, std::string_view file,
                                             const ModuleKind& kind);

/// Returns whether a module of that kind looks up scores in a profile. Its text then calls vkalgo_profiled() where the
/// user's text reads the table of `header.profile`.
bool has_profile(const dp::RecurrenceHeader& header, const ModuleKind& kind);

}  // namespace vkalgo::compiler
