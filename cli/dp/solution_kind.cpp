#include "cli/dp/solution_kind.hpp"

#include "algorithms/alignment/alignment_runs.hpp"
#include "cli/dp/report.hpp"
#include "support/names.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace vkalgo::cli {
namespace {

const dp::SolutionDeclaration kPath{.kind = "path", .input = {}, .index = {}, .decision = {}, .sum = {}, .text = {}};

const dp::SolutionDeclaration kArrays{
    .kind = "arrays", .input = {}, .index = {}, .decision = {}, .sum = {}, .text = {}};

const dp::SolutionDeclaration& declaration_of(const dp::RecurrenceHeader& header) {
    const bool tracebacks = header.has_step || header.reduce;
    return header.solution ? *header.solution : header.outputs.empty() || tracebacks ? kPath : kArrays;
}

unsigned parts_of(const dp::SolutionDeclaration& line) {
    unsigned parts = 0;
    parts |= line.input.empty() ? 0U : SolutionKind::kInput;
    parts |= line.index ? SolutionKind::kIndex : 0U;
    parts |= line.decision ? SolutionKind::kDecision : 0U;
    parts |= line.sum.empty() ? 0U : SolutionKind::kSum;
    parts |= line.text.empty() ? 0U : SolutionKind::kText;
    return parts;
}

/// Returns "; 'where' and 'sum' may be left out", for the optional parts of the line; empty if it has none.
std::string optional_parts(const SolutionKind& kind) {
    std::vector<std::string> names;
    for (const auto& [part, name] : {std::pair{SolutionKind::kDecision, "'where'"},
                                     {SolutionKind::kSum, "'sum'"},
                                     {SolutionKind::kText, "'as'"}}) {
        names.insert(names.end(), (kind.allowed & ~kind.required & part) != 0 ? 1 : 0, name);
    }
    return names.empty() ? "" : fmt::format("; {} may be left out", fmt::join(names, " and "));
}

/// Returns the scope of the index expression of the solution line at one step.
dp::Expression::Scope scope_at(const Solved& solved, const dp::PathRecord& record) {
    dp::Expression::Scope scope = dp::scope_of(solved.header, solved.instance);
    const auto indices = std::array<std::int64_t, dp::kMaxIndices>{record.i, record.j, record.k, record.l};
    scope.variable = [&solved, indices, decision = record.decision,
                      others = scope.variable](std::string_view name) -> Result<std::int64_t> {
        if (name == "i" || name == "j") {
            return indices[name == "i" ? 0 : 1];
        }
        for (std::size_t d = 0; d < solved.header.indices.size(); ++d) {
            if (solved.header.indices[d].name == name) {
                return indices[d + 2];
            }
        }
        return name == "decision" ? Result<std::int64_t>(std::int64_t{decision}) : others(name);
    };
    return scope;
}

}  // namespace

Result<const SolutionKind*> find_solution_kind(const dp::RecurrenceHeader& header, const std::string& file) {
    const dp::SolutionDeclaration& line = declaration_of(header);
    const auto wrong = [&](const std::string& what) {
        return Error{ErrorCode::invalid_argument, fmt::format("{}:{}: {}", file, line.line, what), {}};
    };
    std::vector<std::string> names;
    for (const SolutionKind* kind : solution_kinds()) {
        names.emplace_back(kind->name);
        if (line.kind != kind->name) {
            continue;
        }
        const unsigned parts = parts_of(line);
        if ((parts & kind->required) != kind->required || (parts & ~kind->allowed) != 0) {
            return wrong(fmt::format("write 'solution {}'{}", kind->usage, optional_parts(*kind)));
        }
        if (header.solution && kind->of == SolutionKind::Of::steps && !header.has_step && header.reduce) {
            return wrong(fmt::format("'solution {}' prints the steps of a traceback; write step(i, j)", kind->name));
        }
        if (kind->of == SolutionKind::Of::outputs && header.outputs.empty()) {
            return wrong(fmt::format("'solution {}' prints the outputs; declare an 'output'", kind->name));
        }
        if (kind->of == SolutionKind::Of::splits && !header.reduce) {
            return wrong(fmt::format("'solution {}' prints splits; declare a 'reduce'", kind->name));
        }
        return kind;
    }
    return wrong(fmt::format("there is no kind of solution '{}'; {}", line.kind, name_advice(line.kind, names)));
}

Result<SolutionShown> show_solution(const dp::RecurrenceHeader& header, const std::string& file,
                                    const dp::Instance& instance, const dp::Solution& solution,
                                    const ScoredLetters& letters) {
    VKALGO_TRY(const SolutionKind* const kind, find_solution_kind(header, file));
    return kind->show({header, instance, solution, declaration_of(header), letters});
}

std::vector<dp::Cell> solution_cells(const dp::RecurrenceHeader& header, const dp::Solution& solution) {
    const dp::SolutionDeclaration& line = declaration_of(header);
    const std::string operations = line.kind == "alignment" ? line.text : "";
    std::vector<dp::Cell> cells;
    for (const dp::PathRecord& record : solution.path) {
        cells.push_back({record.i, record.j});
        if (record.decision < operations.size() && operations[record.decision] == '.') {
            return cells.size() > 1 ? cells : std::vector<dp::Cell>{};  // A single cell aligns no letters
        }
    }
    if (solution.path_end && !cells.empty() && !leaves_table(header, solution)) {
        cells.push_back({solution.path_end->i, solution.path_end->j});
    }
    return cells;
}

std::vector<dp::PathRecord> kept_steps(const Solved& solved) {
    std::vector<dp::PathRecord> steps;
    for (const dp::PathRecord& record : solved.solution.path) {
        if (!solved.declaration.decision || record.decision == *solved.declaration.decision) {
            steps.push_back(record);
        }
    }
    if (traces_backwards(solved.header)) {
        std::reverse(steps.begin(), steps.end());
    }
    return steps;
}

Result<std::vector<std::int64_t>> kept_indices(const Solved& solved, const std::string& input) {
    std::vector<std::int64_t> indices;
    for (const dp::PathRecord& record : kept_steps(solved)) {
        VKALGO_TRY(const std::int64_t index, solved.declaration.index->evaluate(scope_at(solved, record)));
        const auto array = solved.instance.inputs.find(input);
        if (array != solved.instance.inputs.end() &&
            (index < 0 || static_cast<std::uint64_t>(index) >= array->second.count)) {
            return Error{
                ErrorCode::invalid_argument,
                fmt::format("the index {} in the line 'solution' is {} at cell {}, but '{}' has {}, counted "
                            "from 0; correct that line",
                            solved.declaration.index->text(), index,
                            dp::cell_text({record.i, record.j, record.k, record.l}, solved.header.index_count()), input,
                            plural(array->second.count, "element")),
                {}};
        }
        indices.push_back(index);
    }
    return indices;
}

}  // namespace vkalgo::cli
