#pragma once

// Internal to parse_header().

#include "header.hpp"
#include "source_text.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace vkalgo::dp {

/// What all lines of a header, and the code, must be to each other; parse_header asks in the order below. Errors, of
/// all: invalid_argument, at the line that is wrong.
struct HeaderCheck {
    RecurrenceHeader& header;
    std::string_view file;
    int last_line = 1;

    /// The lines that every header has.
    Result<void> required(const std::map<std::string, int>& lines) const;
    /// No name stands for two things.
    Result<void> names() const;
    /// Expressions use names that are declared, and do not run in circles.
    Result<void> expressions(const std::map<std::string, int>& lines) const;
    /// Lines that only make sense together, or never do. `lines`: where each keyword stood last.
    Result<void> combinations(const std::map<std::string, int>& lines) const;
    /// What is drawn, read and printed fits the inputs and what the recurrence has.
    Result<void> shown() const;
    /// Gives the params their places.
    Result<void> pack_params();
    /// The functions that the text defines.
    Result<void> functions(const SourceText& text);
    /// What INFEASIBLE and UNBOUNDED stand for.
    Result<void> goal(const SourceText& text, const std::map<std::string, int>& lines) const;

private:
    /// Every name of the expression is declared and a whole number; `known`: names that are, beside the params.
    Result<void> expression(const Expression& expression, int line, std::vector<std::string_view> known = {}) const;
    /// What `scan` says fits the cells and the table.
    Result<void> scan() const;
    /// fresh() and along() stand in place of cell(), and read no cell of their own row.
    Result<void> scan_functions(const SourceText& text) const;
    /// What `decisions` says fits the steps.
    Result<void> decisions() const;
    /// INPUT files hold each input once.
    Result<void> files() const;
    /// What `random` says, as far as it is known beforehand.
    Result<void> range(const InputDeclaration& input) const;
    /// A default is made of inputs and of the params before it.
    Result<void> default_of(const ParamDeclaration& param) const;
    /// The range of a param, and its default within, as far as numbers tell.
    Result<void> range(const ParamDeclaration& param) const;
    /// The length of an input, or its values.
    struct Part {
        std::string input;
        bool values = false;
    };
    /// What it depends on when an instance is drawn.
    std::vector<Part> needs(const Part& part) const;
    /// Lengths and values may depend on other inputs, but the chain must end.
    Result<void> dependencies_end() const;
};

}  // namespace vkalgo::dp
