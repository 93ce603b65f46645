#pragma once

#include "../algorithms/dp/recurrence/header.hpp"
#include "../engine/result.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace vkalgo::compiler {

/// A module that a recurrence may have, and the template from which it is made. Each template of shaders/dp/ names its
/// modules in the comment lines at its top, so that a new method brings its own modules and changes no list:
///
///     // module tile-wide: needs-local, keeps-inputs, wide
struct ModuleKind {
    /// The module's name, for example "stage-wide".
    std::string name;
    /// The template's name, for example "dp/stage.glsl".
    std::string template_name;
    /// `any-cells`: the template names cells by four indices, and supports recurrences with any number of indices.
    /// Other templates have i and j.
    bool any_cells = false;
    /// `needs-number`: only for cells that are a single number.
    bool needs_number = false;
    /// `needs-search`: only for answers that are the smallest or largest of several cells.
    bool needs_search = false;
    /// `needs-local`: only for class local.
    bool needs_local = false;
    /// `needs-rows`: only for stages that are rows or columns, whose cells read the stage before. With needs-reduce,
    /// the module is only for recurrences with a `reduce`. Without needs-reduce, it is only for recurrences without a
    /// `reduce`.
    bool needs_rows = false;
    /// `needs-chain`: only for tables that are one row or one column, so that each stage has one cell.
    bool needs_chain = false;
    /// `needs-decisions`: only for recurrences that declare `decisions`.
    bool needs_decisions = false;
    /// `needs-step`: only for recurrences that define step().
    bool needs_step = false;
    /// `needs-solution`: only for recurrences that define solution().
    bool needs_solution = false;
    /// `outputs`: the values that the text writes to outputs are stored. Other modules drop them.
    bool outputs = false;
    /// `stateless`: only for a step() without states.
    bool stateless = false;
    /// `needs-reduce`: only for recurrences that declare `reduce`.
    bool needs_reduce = false;
    /// `needs-segments`: only for a `reduce` whose terms are products of segments. The values that term() reads are in
    /// variables.
    bool needs_segments = false;
    /// `needs-scan`: only for rows that are scans of integers (dp::may_scan).
    bool needs_scan = false;
    /// `needs-bits`: only for cells whose difference from a neighbour fits one or two bits. Generated functions return
    /// the symbols that the cells compare (symbol_accessors()).
    bool needs_bits = false;
    /// `narrow`: cells have 32 bits instead of 64, for runs whose values all fit. Only for texts that compute the same
    /// with 32-bit cells (RecurrenceHeader::narrows).
    bool narrow = false;
    /// `wide`: the table is accessed by device address.
    bool wide = false;
    /// `interpreted`: read by the interpreter on the CPU, so compiled without optimisation. Inputs are function calls.
    bool interpreted = false;
    /// `keeps-inputs`: the inputs that the text reads at the current row and column are kept in registers.
    bool keeps_inputs = false;
    /// `own-cells`: the text calls vkalgo_own_at() instead of at() to read the cell of the previous row in the same
    /// column. If stages are columns, this is the cell of the previous column in the same row.
    bool own_cells = false;
    /// `batched`: the inputs are parts of arrays that hold the inputs of many instances
    /// (shaders/dp/batch_problem.glsl).
    bool batched = false;
    /// `persistent`: workgroups wait for one another.
    bool persistent = false;
    /// `memory-model`: compiled for the Vulkan memory model.
    bool memory_model = false;

    /// Returns whether this module is made for a recurrence with that header.
    bool fits(const dp::RecurrenceHeader& header) const;
};

/// Returns the modules that a template names in the comment lines at its top. Errors: invalid_argument at the
/// template's line: an unknown word, a missing name, or a name that contains a space.
Result<std::vector<ModuleKind>> read_modules(std::string_view text, const std::string& template_name);

/// Returns the modules of a recurrence with this header, in order of name. They come from all templates that vkalgo was
/// built with. Errors: those of read_modules, and a module that two templates name.
Result<std::vector<ModuleKind>> module_kinds(const dp::RecurrenceHeader& header);

}  // namespace vkalgo::compiler
