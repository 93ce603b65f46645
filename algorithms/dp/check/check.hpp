#pragma once

#include "../instance/instance.hpp"
#include "../recurrence/compiled.hpp"
#include "algebra.hpp"
#include "graph.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace vkalgo::dp {

/// Cells that the table of a CheckedGraph has at most.
inline constexpr std::int64_t kMaxGraphCells = 400;

/// What the cells of one small instance read of each other.
struct CheckedGraph {
    /// Where the instance comes from.
    enum class Source : std::uint8_t {
        /// the check drew it
        random,
        /// the first elements of the real one
        beginning,
        /// it is the real one
        whole,
    } source = Source::random;
    Shape shape;
    /// of the cells of the domain, in order of their indices
    DependencyGraph graph;
    /// numbers of the cells that are the answer, or among which it is sought
    std::vector<std::size_t> answers;
};

/// What small instances of a recurrence were seen to read.
struct CheckReport {
    /// distinct (a - i, b - j) that cell() reads, sorted; at most 64, then `offsets_cut`
    std::vector<Cell> offsets;
    bool offsets_cut = false;
    /// that fit what was read
    std::vector<RecurrenceClass> classes;
    /// that fit
    std::vector<Pattern> patterns;
    /// that all instances fit, if they were asked for; none if their loops take too many turns
    std::vector<Algebra> algebras;
    /// if it was asked for and an instance of so few cells, and at least one, could be computed: the real one or its
    /// beginning, or a random one if none was given
    std::optional<CheckedGraph> graph;
    /// reads by cell()
    std::uint64_t cells = 0, reads = 0, instances = 0;
    /// what made-up values led to, and real ones may not: a read past an input's end, a division by 0, ...
    std::vector<std::string> warnings;
    /// what the beginning of the real instance led to, and the whole may not
    std::vector<std::string> beginning_warnings;
    /// What no run finds: cells that hold or follow from an integer that wrapped, or that computed with INFEASIBLE, and
    /// an answer that no base and no term gives. Of real values where there are any.
    std::vector<std::string> number_warnings;
};

/// by name, as in Instance
using Params = std::map<std::string, Number, std::less<>>;

/// What a check knows of the run to come.
struct CheckOptions {
    /// They may say how far a cell reads; on made-up instances only those that form sizes are replaced by small ones.
    Params params;
    /// The real instance, complete: the check then runs on a small prefix of it too, and made-up instances take their
    /// values from it.
    const Instance* instance = nullptr;
    /// step() or solution() is checked too
    bool step = true;
    /// algebras are looked for, which computes some cells very often
    bool algebras = false;
    /// the dependency graph is recorded
    bool graph = false;
    /// looked at now and then
    std::stop_token cancel = {};
};

/// Runs the recurrence on the CPU, on a small prefix of the real instance and on a few small random ones, in the order
/// of `stage`, records what cell(), base() and step() read, and compares that with what the header declares. Errors:
/// invalid_argument: names the first cell and read, in the order of the stages, that break the declared class, the
/// order, the domain or the table, or the cells of a cycle, which no order computes; step() at cells of a traceback and
/// wherever it reads further than cell() may; what GLSL
/// leaves undefined, a read past an input's end and a value beyond `bound`, if the whole real instance led there, and
/// not made-up values or a beginning alone; those of compiling the text and of Interpreter::create; cancelled. Loops
/// may take some 10^7 turns in all: what is left then is not looked at, and a warning says so.
Result<CheckReport> check_reads(const CompiledRecurrence& recurrence, const StageFunction& stage,
                                const CompileModule& compile = {}, const CheckOptions& options = {});

/// The beginning of an instance.
struct InstancePrefix {
    Instance instance;
    Shape shape;
    /// by the input's number: it is shorter than the real one
    std::vector<bool> cut_inputs;
    /// it is the whole instance
    bool is_whole = true;
};

/// The first elements of each input without a declared length, at most `most_elements` and so few that the table has at
/// most `most_cells` cells; declared lengths follow, and params stay unless the table would be too large otherwise.
/// None where no such prefix fits the header.
std::optional<InstancePrefix> prefix_of(const RecurrenceHeader& header, const Instance& instance,
                                        const StageFunction& stage, std::int64_t most_elements,
                                        std::int64_t most_cells);

}  // namespace vkalgo::dp
