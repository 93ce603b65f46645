#pragma once

// Internal to the check.

#include "../method/method.hpp"
#include "check.hpp"

#include <string>
#include <vector>

namespace vkalgo::dp {

/// Which cells of a table read which; takes a bit for each pair of cells.
class ReadSet {
public:
    /// Of the largest table.
    static constexpr std::int64_t kMaxCells = 4096;

    ReadSet(const RecurrenceHeader& header, TableSize size);
    /// Both exist.
    void add(Cell from, Cell to);
    /// Of all cells of the domain.
    Result<DependencyGraph> graph() const;

private:
    const RecurrenceHeader& header_;
    TableSize size_;
    TableLayout layout_;
    /// row by row: the reader's row
    std::vector<bool> reads_;
};

/// "cell (1, 1) reads at(2, 2), which reads at(1, 1)", or of a long cycle its beginning; empty for no cycle.
std::string cycle_text(const RecurrenceHeader& header, const DependencyGraph& graph,
                       const std::vector<std::size_t>& cycle);

/// "; every read that was seen fits RUD, NOSE", or nothing if none of the eight fits, or no read was seen.
std::string fitting_patterns_text(const RecurrenceHeader& header, TableSize size, const DependencyGraph& graph);

}  // namespace vkalgo::dp
