#include "algorithms/dp/recurrence/header_check.hpp"

#include "algorithms/dp/recurrence/text_errors.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>

namespace vkalgo::dp {
namespace {

/// Returns the names of the functions that cell() is made from under `reduce` or `scan`. Empty: the text defines
/// cell().
std::vector<std::string_view> parts_of_cell(const RecurrenceHeader& header) {
    return header.reduce ? std::vector<std::string_view>{"term"}
           : header.scan ? std::vector<std::string_view>{"fresh", "along"}
                         : std::vector<std::string_view>{};
}

}  // namespace

Result<void> HeaderCheck::required(const std::map<std::string, int>& lines) const {
    static constexpr std::array<std::array<std::string_view, 2>, 6> kRequired{{{"problem", "problem NAME"},
                                                                               {"pattern", "pattern NOSE"},
                                                                               {"cell", "cell u32"},
                                                                               {"rows", "rows len(x) + 1"},
                                                                               {"columns", "columns len(y) + 1"},
                                                                               {"answer", "answer last"}}};
    for (const auto& [keyword, example] : kRequired) {
        const bool by_stage = keyword == "pattern" && lines.contains("stage");
        if (!lines.contains(std::string(keyword)) && !by_stage) {
            return error_at(
                file, last_line,
                "the header has no line " + quoted(keyword) + "; add one such as '//! " + std::string(example) + "'");
        }
    }
    return {};
}

Result<void> HeaderCheck::names() const {
    std::map<std::string_view, int> seen;
    const auto add = [&](const std::string& name, int line) -> Result<void> {
        const auto [found, fresh] = seen.emplace(name, line);
        return fresh ? Result<void>()
                     : error_at(file, std::max(line, found->second),
                                "the name " + quoted(name) + " is already declared on line " +
                                    std::to_string(std::min(line, found->second)) + "; choose another name");
    };
    for (const InputDeclaration& one : header.inputs) {
        VKALGO_CHECK(add(one.name, one.line));
    }
    for (const OutputDeclaration& one : header.outputs) {
        VKALGO_CHECK(add(one.name, one.line));
    }
    for (const ParamDeclaration& one : header.params) {
        VKALGO_CHECK(add(one.name, one.line));
    }
    if (header.reduce) {
        VKALGO_CHECK(add(header.reduce->variable, header.reduce->line));
    }
    for (const IndexDeclaration& one : header.indices) {
        VKALGO_CHECK(add(one.name, one.line));
    }
    return {};
}

Result<void> HeaderCheck::combinations(const std::map<std::string, int>& lines) const {
    const auto line = [&](const char* keyword) { return lines.at(keyword); };
    if (lines.contains("pattern") && lines.contains("stage")) {
        return error_at(file, std::max(line("pattern"), line("stage")),
                        "'pattern' and 'stage' both say in which order the table is filled; leave one out");
    }
    for (std::size_t d = header.index_count(); d < kMaxIndices; ++d) {
        if (header.stage.coefficients[d] != 0) {
            return error_at(file, line("stage"), "'stage' uses an index that is not declared; add 'index k EXTENT'");
        }
    }
    const std::array<int, kMaxIndices> row{header.stage.coefficients[0], 0, 0, 0};
    if (header.sequential && (header.stage.coefficients != row || header.index_count() != 2)) {
        return error_at(
            file, lines.contains("sequential") ? line("sequential") : header.scan->line,
            (lines.contains("sequential") ? "'sequential row'" : "'scan'") +
                std::string(header.index_count() == 2
                                ? " needs stages that are whole rows; write pattern RUD or RDU"
                                : " needs cells of two indices, but here cells have more; leave out this line"));
    }
    if (header.scan) {
        VKALGO_CHECK(scan());
    }
    if (header.sequential && header.reduce) {
        return error_at(file, header.reduce->line,
                        "'reduce' divides the terms of a cell among invocations, but 'sequential row' computes one "
                        "cell after another; write cell() with a loop");
    }
    if (header.answer.kind == AnswerDeclaration::Kind::at && header.answer.indices.size() != header.index_count()) {
        return error_at(file, header.answer.line,
                        "'answer at' gives " + std::to_string(header.answer.indices.size()) +
                            " indices, but a cell has " + std::to_string(header.index_count()) +
                            "; give one value for each index");
    }
    if (header.reduce && !header.fields.empty()) {
        return error_at(file, header.reduce->line,
                        "'reduce' makes a cell the least or greatest of its terms, which are single numbers, but here "
                        "a cell has fields; write cell() with a loop");
    }
    if (header.reduce && !header.indices.empty()) {
        return error_at(file, header.reduce->line,
                        "'reduce' needs cells of two indices, but here cells have more; write cell() with a loop");
    }
    if (!header.fields.empty() && !header.value) {
        return error_at(file, line("cell"),
                        "a cell with named fields needs a line that says what its value is, as in '//! value c." +
                            header.fields.front().name + "'");
    }
    return {};
}

Result<void> HeaderCheck::scan() const {
    const auto wrong = [&](const char* what) { return error_at(file, header.scan->line, what); };
    if (header.reduce) {
        return wrong("'scan' and 'reduce' both say what a cell is; leave one of them out");
    }
    if (!header.fields.empty()) {
        return wrong("'scan' needs cells of one number, but here a cell has fields; write cell() and 'sequential row'");
    }
    if (header.domain != Domain::full) {
        return wrong("'scan' needs a full table, but this one has a domain; write cell() and 'sequential row'");
    }
    return {};
}

Result<void> HeaderCheck::goal(const SourceText& text, const std::map<std::string, int>& lines) const {
    const bool scans = header.scan && header.scan->compares();
    const bool seeks = header.reduce || scans;  // A cell is the least or the greatest of several numbers
    const bool least = header.reduce ? header.reduce->minimum : scans && header.scan->minimum();
    if (seeks && header.goal != Goal::none && least != (header.goal == Goal::minimum)) {
        return error_at(file, header.reduce ? header.reduce->line : header.scan->line,
                        (header.reduce ? "'reduce'" : "'scan'") + std::string(" seeks the ") +
                            (least ? "least" : "greatest") + ", but 'goal' says the opposite; leave 'goal' out");
    }
    if (header.goal == Goal::none && (seeks || header.answer.searches())) {
        const bool minimum = seeks ? least : header.answer.kind == AnswerDeclaration::Kind::min;
        header.goal = minimum ? Goal::minimum : Goal::maximum;
    }
    const auto first_of = [&](std::initializer_list<std::string_view> words) {
        return std::find_if(text.tokens.begin(), text.tokens.end(), [&](const SourceToken& token) {
            return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return token.is(word); });
        });
    };
    const auto none = text.tokens.end();
    const auto unbounded = first_of({"UNBOUNDED"});
    const bool names_unbounded = unbounded != none;
    header.names_infeasible = first_of({"INFEASIBLE", "plus"}) != none;
    if (lines.contains("status") && !names_unbounded) {
        return error_at(
            file, lines.at("status"),
            "'status' names an answer that is UNBOUNDED, but the text never says UNBOUNDED; return UNBOUNDED "
            "for cells without a best value, or leave the line out");
    }
    if (names_unbounded && !lines.contains("status")) {
        header.unbounded = AnswerStatus::unbounded;
    }
    if (names_unbounded && header.scan) {
        return error_at(file, unbounded->line,
                        "'scan' does not support UNBOUNDED; write cell() and 'sequential row' instead of 'scan'");
    }
    const auto used = first_of({"INFEASIBLE", "UNBOUNDED", "plus"});
    if (used == none) {
        return {};
    }
    if (header.goal == Goal::none) {
        return error_at(
            file, used->line,
            "the meaning of " + quoted(used->text) + " depends on the goal; add '//! goal min' or '//! goal max'");
    }
    const auto differs = [&](const CellField& field) { return field.type != header.cell; };
    if (std::any_of(header.fields.begin(), header.fields.end(), differs)) {
        return error_at(
            file, used->line,
            quoted(used->text) +
                " needs fields of one type, but the fields of the cell have several types; give all fields one type");
    }
    const bool searches_least = header.answer.kind == AnswerDeclaration::Kind::min;
    if (header.answer.searches() && searches_least != (header.goal == Goal::minimum)) {
        return error_at(file, header.answer.line,
                        "the answer is the " + std::string(searches_least ? "least" : "greatest") +
                            " of several cells, but the goal is the opposite, so the answer would be " +
                            (header.names_infeasible ? "INFEASIBLE if any of these cells is INFEASIBLE"
                                                     : "UNBOUNDED only if all of these cells are UNBOUNDED") +
                            "; let the answer be one cell that combines them");
    }
    const auto less_than_all = [&](int at, std::string_view word, std::string_view sought) {
        return error_at(file, at,
                        std::string(word) + " is less than every value if the " + std::string(sought) +
                            " value is sought, but " + std::string(to_string(header.cell)) +
                            " has no such number; declare a signed type of cell");
    };
    // A text that names UNBOUNDED may call plus() without INFEASIBLE.
    const auto infeasible = names_unbounded ? first_of({"INFEASIBLE"}) : first_of({"INFEASIBLE", "plus"});
    if (infeasible != none && !header.has_infeasible()) {
        return less_than_all(infeasible->line, infeasible->is("plus") ? "plus() needs INFEASIBLE, which" : "INFEASIBLE",
                             "greatest");
    }
    if (names_unbounded && !header.has_unbounded()) {
        return less_than_all(unbounded->line, "UNBOUNDED", "least");
    }
    return {};
}

Result<void> HeaderCheck::pack_params() {
    std::uint32_t end = 0;
    for (ParamDeclaration& one : header.params) {
        const std::uint32_t bytes = size_of(one.type);
        one.offset = (end + bytes - 1) / bytes * bytes;
        end = one.offset + bytes;
        if (end > kMaxParamsBytes) {
            return error_at(file, one.line,
                            "the params need more than " + std::to_string(kMaxParamsBytes) +
                                " bytes (4 or 8 bytes each); turn some of them into one input");
        }
    }
    return {};
}

Result<void> HeaderCheck::decisions() const {
    if (!header.decisions) {
        return {};
    }
    const int line = header.decisions->line;
    if (!header.has_step || header.has_states) {
        return error_at(file, line,
                        header.has_step ? "'decisions' needs a step() without states; leave out this line or the states"
                                        : "'decisions' says how far step() goes, but there is no step(); write one");
    }
    const std::optional<Pattern> pattern = header.pattern();
    if (header.index_count() != 2 || header.sequential || !pattern || Frame::of(*pattern, {}).diagonal) {
        return error_at(file, line,
                        "'decisions' needs steps from row to row or from column to column: pattern RUD, RDU, CLR "
                        "or CRL, two indices, and neither 'sequential row' nor 'scan'");
    }
    return {};
}

Result<void> HeaderCheck::functions(const SourceText& text) {
    const bool has_term = text.find("term") != nullptr;
    if (header.reduce && !has_term) {
        return error_at(file, header.reduce->line,
                        "there is no term(), which 'reduce' needs; write "
                        "'cell_t term(int i, int k, int j) { ... }'");
    }
    if (header.scan) {
        VKALGO_CHECK(scan_functions(text));
    }
    if (!header.reduce && !header.scan && text.find("cell") == nullptr) {
        VKALGO_CHECK(check_code(text, file, {header.index_count(), {}}));  // A missing bracket may hide cell()
        return error_at(file, last_line,
                        has_term ? std::string("there is no cell(), only term(); declare its reduction, as in "
                                               "'//! reduce min k = i .. j - 1'")
                                 : "there is no cell(); write 'cell_t cell" + parameters_text(header.index_count()) +
                                       " { ... }', which gives the value of one cell");
    }
    if (header.reduce && text.find("cell") != nullptr) {
        return error_at(file, text.find("cell")->line,
                        "cell() and '//! reduce' (line " + std::to_string(header.reduce->line) +
                            ") both say what a cell is; leave one of them out");
    }
    if (!header.base.empty() && text.find("base") == nullptr) {
        return error_at(file, header.base.front().line,
                        "a base region is declared, but there is no base(); write 'cell_t base" +
                            parameters_text(header.index_count()) + " { ... }', which gives the value of a cell there");
    }
    for (InputDeclaration& one : header.inputs) {
        one.reads = find_input_reads(text, one.name);
    }
    const SourceFunction* step = text.find("step");
    const SourceFunction* solution = text.find("solution");
    header.has_solution_function = solution != nullptr;
    if (solution != nullptr && step != nullptr) {
        return error_at(file, std::max(solution->line, step->line),
                        "step() and solution() both say how a solution is found; leave one of them out");
    }
    if (solution != nullptr && header.outputs.empty()) {
        return error_at(file, solution->line,
                        "solution() has nothing to write to; declare an array, as in '//! output used u32[n]'");
    }
    if (header.reduce && !header.outputs.empty() && step == nullptr && solution == nullptr) {
        return error_at(
            file, header.outputs.front().line,
            "with 'reduce', the search for a solution calls term() again, and term() may write outputs; write a "
            "solution(), which reads the whole table, or remove the outputs");
    }
    header.has_step = step != nullptr;
    header.has_states = step != nullptr && step->parameters.size() > header.index_count();
    header.has_far_steps = shows_far_steps(text, header.index_count());
    VKALGO_CHECK(decisions());
    for (std::size_t k = 0; k < text.tokens.size(); ++k) {
        header.has_overflow_check = header.has_overflow_check || (text.tokens[k].is("overflow_if") && text.is_call(k));
    }
    header.has_loops =
        std::any_of(text.tokens.begin(), text.tokens.end(),
                    [](const SourceToken& token) { return token.is("for") || token.is("while") || token.is("do"); }) ||
        std::any_of(text.directives.begin(), text.directives.end(),
                    [](const SourceDirective& directive) { return directive.name == "define"; });
    for (const SourceFunction& function : text.functions) {
        const bool is_output =
            std::any_of(header.outputs.begin(), header.outputs.end(),
                        [&](const OutputDeclaration& output) { return output.name == function.name; });
        if (is_output || header.input(function.name) != nullptr || header.param(function.name) != nullptr) {
            return error_at(file, function.line,
                            quoted(function.name) +
                                " is an input, an output or a param; give the function another "
                                "name");
        }
    }
    return check_code(text, file, {header.index_count(), parts_of_cell(header)});
}

Result<void> HeaderCheck::scan_functions(const SourceText& text) const {
    for (const char* name : {"fresh", "along"}) {
        if (text.find(name) == nullptr) {
            VKALGO_CHECK(check_code(text, file, {header.index_count(), {}}));
            return error_at(file, header.scan->line,
                            "'scan' makes a cell from fresh(), its part from earlier rows, and along(), its part from "
                            "the left, but there is no " +
                                std::string(name) + "(); write 'cell_t " + name + "(int i, int j) { ... }'");
        }
    }
    if (const SourceFunction* cell = text.find("cell")) {
        return error_at(file, cell->line,
                        "cell() and '//! scan' (line " + std::to_string(header.scan->line) +
                            ") both say what a cell is; leave one of them out");
    }
    if (const char* name = reads_own_row(text)) {
        return error_at(file, text.find(name)->line,
                        std::string(name) +
                            "() reads its own row, but only 'scan' itself may read a cell of this row, the cell "
                            "that 'left DISTANCE' names (without it, the left neighbour)");
    }
    return {};
}

}  // namespace vkalgo::dp
