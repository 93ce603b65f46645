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

/// The most cells that the table of a CheckedGraph may have.
inline constexpr std::int64_t kMaxGraphCells = 400;

/// The reads between the cells of one small instance.
struct CheckedGraph {
    /// The origin of the instance.
    enum class Source : std::uint8_t {
        /// The check drew the instance.
        random,
        /// The first elements of the real instance.
        beginning,
        /// The real instance.
        whole,
    } source = Source::random;
    Shape shape;
    /// The graph of the cells of the domain, in order of their indices.
    DependencyGraph graph;
    /// The number of the answer cell in the graph, or the numbers of the cells among which the answer is searched for.
    std::vector<std::size_t> answers;
};

/// The reads of a recurrence that were seen on small instances.
struct CheckReport {
    /// Distinct offsets (a - i, b - j) of the reads at(a, b) by cell(i, j), sorted. At most 64; if there are more,
    /// `offsets_cut` is set.
    std::vector<Cell> offsets;
    bool offsets_cut = false;
    /// Classes that fit the reads.
    std::vector<RecurrenceClass> classes;
    /// Patterns that fit the reads.
    std::vector<Pattern> patterns;
    /// Algebras that fit all instances, if algebras were asked for. Also empty if loops take too many iterations.
    std::vector<Algebra> algebras;
    /// The graph of the real instance or of its beginning; of a random instance if no real one was given. Set if the
    /// graph was asked for and if such an instance with 1 to kMaxGraphCells cells could be computed.
    std::optional<CheckedGraph> graph;
    /// Number of cells in the tables of all instances, also of tables whose computation stopped; number of reads by
    /// cell(); number of instances.
    std::uint64_t cells = 0, reads = 0, instances = 0;
    /// Faults that made-up values caused and that real values may not cause, such as a read past an input's end or a
    /// division by 0.
    std::vector<std::string> warnings;
    /// Limits of the check that left cells or instances out; and that no cell read another, although cell() or term()
    /// has a read.
    std::vector<std::string> limit_warnings;
    /// Faults that the beginning of the real instance caused and that the whole instance may not cause.
    std::vector<std::string> beginning_warnings;
    /// Faults that no run finds. They are integers that wrapped and reach a cell, cells computed with INFEASIBLE, and
    /// an answer that neither a base nor a term gives. If there are real values, wrong numbers from made-up values do
    /// not count.
    std::vector<std::string> number_warnings;
};

/// Params by name, as in Instance.
using Params = std::map<std::string, Number, std::less<>>;

/// Options of a check, and facts about the run that follows it.
struct CheckOptions {
    /// The params of the run, which may determine how far a cell reads. In made-up instances, small values replace the
    /// params that form sizes; the other params stay.
    Params params;
    /// Optional: the real instance, complete. The check then also runs on small prefixes of it, and made-up instances
    /// take their values from it.
    const Instance* instance = nullptr;
    /// Whether step() or solution() is checked too.
    bool step = true;
    /// Whether algebras are looked for. To find them, the check computes a sample of the cells again and again.
    bool algebras = false;
    /// Whether the dependency graph is recorded.
    bool graph = false;
    /// A stop request ends the check with the error `cancelled`. The check tests for one now and then.
    std::stop_token cancel = {};
};

/// Runs the recurrence on the CPU in the order of `stage`, on small prefixes of the real instance and on a few small
/// random instances. Records the reads of cell() and step(), and compares them with the declarations of the header. At
/// the cells of a traceback, every rule is checked for the reads of step(). At other cells, step() may also read
/// outside the table or the domain.
/// Errors: invalid_argument: the first cell and read, in the order of the stages, that break the declared class or
/// reach, the order, the domain or the table; a read in base(); the cells of a cycle, which no order computes; an
/// operation that GLSL leaves undefined, a read past an input's end or a value beyond `bound`, if the whole real
/// instance causes it and not only made-up values or a beginning; a loop that does not end or a variable that is not
/// set, also if a beginning causes it; those of compiling the text and of Interpreter::create; cancelled. The loops of
/// all instances together may take 2^26 iterations. After that the check ends early, and a warning says so.
Result<CheckReport> check_reads(const CompiledRecurrence& recurrence, const StageFunction& stage,
                                const CompileModule& compile = {}, const CheckOptions& options = {});

/// The beginning of an instance.
struct InstancePrefix {
    Instance instance;
    Shape shape;
    /// Indexed by the input's number: whether the input is shorter than in the whole instance.
    std::vector<bool> cut_inputs;
    /// Whether the prefix is the whole instance.
    bool is_whole = true;
};

/// Returns a prefix of the instance: the first elements of each input without a declared length. Each such input has at
/// most `most_elements` elements, and n and m are at most `most_elements` too. If the table then has more than
/// `most_cells` cells, smaller numbers than `most_elements` are tried: half of it, a quarter and so on. Declared
/// lengths follow from these lengths. Params are changed only if the table would otherwise be too large, or if they
/// would be outside their ranges. Returns nullopt if no such prefix fits the header.
std::optional<InstancePrefix> prefix_of(const RecurrenceHeader& header, const Instance& instance,
                                        const StageFunction& stage, std::int64_t most_elements,
                                        std::int64_t most_cells);

}  // namespace vkalgo::dp
