#pragma once

// Internal to the check.

#include "../interpreter/interpreter.hpp"
#include "../method/method.hpp"
#include "check.hpp"

#include <functional>
#include <string>
#include <vector>

namespace vkalgo::dp {

/// The set of reads between the cells of a table. Takes one bit per ordered pair of cells.
class ReadSet {
public:
    /// The most cells of a table.
    static constexpr std::int64_t kMaxCells = 4096;

    ReadSet(const RecurrenceHeader& header, TableSize size);
    /// Adds a read. Both cells must lie in the table.
    void add(Cell from, Cell to);
    /// Returns the graph of all cells of the domain.
    Result<DependencyGraph> graph() const;

private:
    const RecurrenceHeader& header_;
    TableSize size_;
    TableLayout layout_;
    /// One bit per ordered pair of cells: whether the first cell reads the second. The bits of one reading cell are
    /// adjacent.
    std::vector<bool> reads_;
};

/// A function that starts the interpretation of an instance, with a hook for its reads.
using StartReading = std::function<Result<Interpretation>(ReadHook)>;

/// Returns the reads of a table in which some cell reads a cell that is not computed earlier. While the reads are
/// recorded, such a read gives 0. The graph has no cells if the table has more than ReadSet::kMaxCells.
Result<DependencyGraph> graph_without_order(const RecurrenceHeader& header, const StageFunction& stage, TableSize size,
                                            const StartReading& start);

/// Returns text such as "cell (1, 1) reads at(2, 2), which reads at(1, 1)". If the cycle is long, the text has only its
/// beginning. Empty if no cycle exists.
std::string cycle_text(const RecurrenceHeader& header, const DependencyGraph& graph,
                       const std::vector<std::size_t>& cycle);

/// Returns text such as "; every read that the check saw fits RUD, NOSE". Empty if none of the eight patterns fits, or
/// if no reads exist.
std::string fitting_patterns_text(const RecurrenceHeader& header, TableSize size, const DependencyGraph& graph);

}  // namespace vkalgo::dp
