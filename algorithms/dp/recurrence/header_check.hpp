#pragma once

// Internal to parse_header().

#include "header.hpp"
#include "source_text.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace vkalgo::dp {

/// Checks of whether the lines of a header fit each other and the code. parse_header() calls them. Errors of every
/// check: invalid_argument, with the number of the line to correct. `lines` maps each keyword of the header to the
/// number of its first line.
struct HeaderCheck {
    RecurrenceHeader& header;
    std::string_view file;
    int last_line = 1;

    /// Checks the lines that every header must have.
    Result<void> required(const std::map<std::string, int>& lines) const;
    /// Checks that no name is declared twice among inputs, outputs, params, indices and the variable of `reduce`.
    Result<void> names() const;
    /// Checks that expressions use only declared names, and that no length and no value depends on itself.
    Result<void> expressions(const std::map<std::string, int>& lines) const;
    /// Checks combinations of lines: some lines need another line, and some exclude one another.
    Result<void> combinations(const std::map<std::string, int>& lines) const;
    /// Checks that the lines about files and solutions fit the inputs and the functions of the text.
    Result<void> shown() const;
    /// Sets the offsets of the params. Checks that the params fit kMaxParamsBytes.
    Result<void> pack_params();
    /// Checks the functions that the text defines, and sets the members of the header that follow from them, such as
    /// has_step.
    Result<void> functions(const SourceText& text);
    /// Sets the goal and the status of UNBOUNDED if no line declares them, and sets names_infeasible. Checks that
    /// INFEASIBLE, UNBOUNDED and plus() have a meaning for this goal and the cells.
    Result<void> goal(const SourceText& text, const std::map<std::string, int>& lines) const;

private:
    /// Checks that every name of the expression is declared and stands for a whole number. `known`: names that are
    /// allowed besides n, m and the params.
    Result<void> expression(const Expression& expression, int line, std::vector<std::string_view> known = {}) const;
    /// Checks that `scan` fits the cells and the table.
    Result<void> scan() const;
    /// Checks that the text has fresh() and along() instead of cell(), and that neither function reads a cell of its
    /// own row.
    Result<void> scan_functions(const SourceText& text) const;
    /// Checks that `decisions` fits the steps.
    Result<void> decisions() const;
    /// If there are `files` lines, checks that they name each input at most once. Then adds a declaration for each
    /// input that they do not name.
    Result<void> files() const;
    /// Checks the expressions of an input's `random` line. Limits that are numbers must fit the type of the input, and
    /// their range must not be empty.
    Result<void> range(const InputDeclaration& input) const;
    /// Checks that a default is made of inputs and of the params before it.
    Result<void> default_of(const ParamDeclaration& param) const;
    /// Checks the range of a param. A default that is a number must not lie beyond a limit that is a number.
    Result<void> range(const ParamDeclaration& param) const;
    /// The length of an input, or its values.
    struct Part {
        std::string input;
        bool values = false;
    };
    /// Returns the parts that `part` depends on when an instance is drawn.
    std::vector<Part> needs(const Part& part) const;
    /// Checks that the lengths and values of inputs do not depend on themselves through other inputs.
    Result<void> dependencies_end() const;
};

}  // namespace vkalgo::dp
