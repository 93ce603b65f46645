#pragma once

#include "../algorithms/dp/recurrence/header.hpp"
#include "../engine/result.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace vkalgo::compiler {

/// A module that a recurrence may have, and the template it is made of. Each template of shaders/dp/ names its modules
/// in the comment lines at its top, so that a new method brings its own and touches no list:
///
///     // module tile-wide: needs-local, keeps-inputs, wide
struct ModuleKind {
    /// "stage-wide"
    std::string name;
    /// "dp/stage.glsl"
    std::string template_name;
    /// any-cells: the template names cells by four indices, and works for recurrences with any number of them; others
    /// have i and j
    bool any_cells = false;
    /// needs-number: made for cells that are one number only
    bool needs_number = false;
    /// needs-search: made for answers that are the least or greatest of several cells only
    bool needs_search = false;
    /// needs-local: made for class local only
    bool needs_local = false;
    /// needs-rows: made for stages that are rows or columns, and cells that read the one before, only; with
    /// needs-reduce those of a `reduce`, else the others
    bool needs_rows = false;
    /// needs-chain: made for tables that are one row, or one column, with a cell per stage, only
    bool needs_chain = false;
    /// needs-decisions: made for recurrences that declare `decisions` only
    bool needs_decisions = false;
    /// needs-step: made for recurrences that define step() only
    bool needs_step = false;
    /// needs-solution: made for recurrences that define solution() only
    bool needs_solution = false;
    /// outputs: what the text writes to outputs is kept; elsewhere it is dropped
    bool outputs = false;
    /// stateless: made for a step() without states only
    bool stateless = false;
    /// needs-reduce: made for recurrences that declare `reduce` only
    bool needs_reduce = false;
    /// needs-segments: made for a `reduce` whose terms are products of segments only; what term() reads is at hand
    bool needs_segments = false;
    /// needs-scan: made for rows that are scans of integers only (dp::may_scan)
    bool needs_scan = false;
    /// needs-bits: made for cells that differ from their neighbours by a bit or two only; the symbols that they compare
    /// are at hand
    bool needs_bits = false;
    /// narrow: cells have 32 bits in place of 64, for a run whose values all fit; made where the text computes the same
    /// with them (RecurrenceHeader::narrows)
    bool narrow = false;
    /// wide: the table is reached by device address
    bool wide = false;
    /// interpreted: read by the interpreter on the CPU, so compiled without optimisation; inputs are calls
    bool interpreted = false;
    /// keeps-inputs: what the text reads at the row and column in hand is kept in registers
    bool keeps_inputs = false;
    /// own-cells: where the text reads the cell of the row before in its own column (where stages are columns, of the
    /// column before in its own row), it calls vkalgo_own_at() in place of at()
    bool own_cells = false;
    /// batched: inputs are parts of arrays that hold those of many instances (shaders/dp/batch_problem.glsl)
    bool batched = false;
    /// persistent: workgroups wait for one another
    bool persistent = false;
    /// memory-model: compiled for the Vulkan memory model
    bool memory_model = false;

    /// Whether such a module is made for the recurrence.
    bool fits(const dp::RecurrenceHeader& header) const;
};

/// The modules that a template names in the comment lines at its top. Errors: invalid_argument, at the template's line:
/// an unknown word, a name without letters.
Result<std::vector<ModuleKind>> read_modules(std::string_view text, const std::string& template_name);

/// The modules of a recurrence with this header, in order of name: those of all templates that vkalgo was built with.
/// Errors: those of read_modules; a module that two templates name.
Result<std::vector<ModuleKind>> module_kinds(const dp::RecurrenceHeader& header);

}  // namespace vkalgo::compiler
