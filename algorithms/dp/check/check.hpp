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

/// The most cells that the table of a CheckedGraph has.
inline constexpr std::int64_t kMaxGraphCells = 400;

/// The reads between the cells of one small instance.
struct CheckedGraph {
    /// The origin of the instance.
    enum class Source : std::uint8_t {
        /// The check drew it.
        random,
        /// The first elements of the real instance.
        beginning,
        /// The real instance.
        whole,
    } source = Source::random;
    Shape shape;
    /// The graph of the cells of the domain, in order of their indices.
    DependencyGraph graph;
    /// Numbers of the cells that are the answer, or that the answer is searched in.
    std::vector<std::size_t> answers;
};

/// The reads of a recurrence that were seen on small instances.
struct CheckReport {
    /// Distinct offsets (a - i, b - j) that cell() reads, sorted. At most 64; if there are more, `offsets_cut` is set.
    std::vector<Cell> offsets;
    bool offsets_cut = false;
    /// Classes that fit the reads.
    std::vector<RecurrenceClass> classes;
    /// Patterns that fit the reads.
    std::vector<Pattern> patterns;
    /// Algebras that all instances fit, if they were asked for. Empty if their loops take too many iterations.
    std::vector<Algebra> algebras;
    /// Set if it was asked for and an instance with at least one and at most kMaxGraphCells cells could be computed.
    /// That is the real one or its beginning, or a random one if no real one was given.
    std::optional<CheckedGraph> graph;
    /// Cells and instances that were computed, and reads by cell().
    std::uint64_t cells = 0, reads = 0, instances = 0;
    /// Faults that made-up values caused, and that real values may not cause: a read past an input's end, a division by
    /// 0, ...
    std::vector<std::string> warnings;
    /// Faults that the beginning of the real instance caused, and that the whole may not cause.
    std::vector<std::string> beginning_warnings;
    /// Faults that no run finds: cells that hold or follow from an integer that wrapped, or that computed with
    /// INFEASIBLE, and an answer that neither a base nor a term gives. They come from real values if there are any.
    std::vector<std::string> number_warnings;
};

/// By name, as in Instance.
using Params = std::map<std::string, Number, std::less<>>;

/// What a check knows of the run to come.
struct CheckOptions {
    /// They may determine how far a cell reads. On made-up instances, only those that form sizes are replaced by small
    /// ones.
    Params params;
    /// The real instance, complete. The check then also runs on a small prefix of it, and made-up instances take their
    /// values from it.
    const Instance* instance = nullptr;
    /// Whether step() or solution() is checked too.
    bool step = true;
    /// Whether algebras are looked for, which computes some cells very often.
    bool algebras = false;
    /// Whether the dependency graph is recorded.
    bool graph = false;
    /// Checked now and then.
    std::stop_token cancel = {};
};

/// Runs the recurrence on the CPU, on a small prefix of the real instance and on a few small random ones, in the order
/// of `stage`. Records what cell(), base() and step() read, and compares that with what the header declares. step() is
/// checked at the cells of a traceback, and elsewhere only if it reads further than cell() may.
/// Errors: invalid_argument: the first cell and read, in the order of the stages, that break the declared class, the
/// order, the domain or the table; the cells of a cycle, which no order computes; what GLSL leaves undefined, a read
/// past an input's end or a value beyond `bound`, if the whole real instance causes it, not only made-up values or a
/// beginning; those of compiling the text and of Interpreter::create; cancelled. Loops may take some 10^7 iterations in
/// total. After that the rest is not checked, and a warning says so.
Result<CheckReport> check_reads(const CompiledRecurrence& recurrence, const StageFunction& stage,
                                const CompileModule& compile = {}, const CheckOptions& options = {});

/// The beginning of an instance.
struct InstancePrefix {
    Instance instance;
    Shape shape;
    /// By the input's number: whether it is shorter than the real one.
    std::vector<bool> cut_inputs;
    /// Whether it is the whole instance.
    bool is_whole = true;
};

/// Returns the first elements of each input without a declared length: at most `most_elements`, and so few that the
/// table has at most `most_cells` cells. Declared lengths follow. Params stay as they are unless the table would be too
/// large. Returns none if no such prefix fits the header.
std::optional<InstancePrefix> prefix_of(const RecurrenceHeader& header, const Instance& instance,
                                        const StageFunction& stage, std::int64_t most_elements,
                                        std::int64_t most_cells);

}  // namespace vkalgo::dp
