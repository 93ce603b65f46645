#include "algorithms/dp/check/check_graph.hpp"

#include "algorithms/dp/check/check_rules.hpp"

#include <algorithm>

namespace vkalgo::dp {

ReadSet::ReadSet(const RecurrenceHeader& header, TableSize size)
    : header_(header),
      size_(size),
      layout_(TableLayout::row_major(size)),
      reads_(static_cast<std::size_t>(layout_.cells * layout_.cells)) {}

void ReadSet::add(Cell from, Cell to) {
    reads_[static_cast<std::size_t>(layout_.index_of(from) * layout_.cells + layout_.index_of(to))] = true;
}

Result<DependencyGraph> ReadSet::graph() const {
    std::vector<Cell> all;
    std::vector<Cell> cells;
    for_each_cell(size_, [&](Cell cell) {
        all.push_back(cell);
        if (header_.in_domain(cell)) {
            cells.push_back(cell);
        }
    });
    std::vector<Dependency> dependencies;
    for (std::size_t from = 0; from < all.size(); ++from) {
        for (std::size_t to = 0; to < all.size(); ++to) {
            if (reads_[from * all.size() + to]) {
                dependencies.push_back({all[from], all[to]});
            }
        }
    }
    return DependencyGraph::of(std::move(cells), dependencies);
}

Result<DependencyGraph> graph_without_order(const RecurrenceHeader& header, const StageFunction& stage, TableSize size,
                                            const StartReading& start) {
    if (*size.cells() > ReadSet::kMaxCells) {
        return DependencyGraph();
    }
    ReadSet reads(header, size);
    VKALGO_TRY(Interpretation filled, start([&](InterpretedFunction function, Cell from, Cell to) {
                   const bool exists = is_there(header, size, to);
                   if (exists && function == InterpretedFunction::cell) {
                       reads.add(from, to);
                   }
                   return exists && is_earlier(header, stage, to, from) ? ReadVerdict::go_on : ReadVerdict::skip;
               }));
    static_cast<void>(filled.fill());  // The reads before the run stopped are enough
    return reads.graph();
}

std::string cycle_text(const RecurrenceHeader& header, const DependencyGraph& graph,
                       const std::vector<std::size_t>& cycle) {
    constexpr std::size_t kMaxShown = 6;
    if (cycle.empty()) {
        return {};
    }
    const auto cell_at = [&](std::size_t k) { return cell_text(graph.cells()[cycle[k]], header.index_count()); };
    const std::size_t shown = std::min(cycle.size(), kMaxShown);
    std::string text = "cell " + cell_at(0) + " reads at";
    for (std::size_t k = 1; k < shown; ++k) {
        text += cell_at(k) + ", which reads at";
    }
    if (shown < cycle.size()) {
        text += cell_at(shown) + ", and so on through " + std::to_string(cycle.size()) + " cells back to ";
    }
    return text + cell_at(0);
}

std::string fitting_patterns_text(const RecurrenceHeader& header, TableSize size, const DependencyGraph& graph) {
    Findings findings(header);
    for (std::size_t cell = 0; cell < graph.cells().size(); ++cell) {
        for (const std::size_t read : graph.reads(cell)) {
            findings.add(header.stage, size, {graph.cells()[cell], graph.cells()[read]});
        }
    }
    CheckReport report;
    findings.report(report);
    std::string names;
    for (const Pattern pattern : report.patterns) {
        names += (names.empty() ? "" : ", ") + std::string(to_string(pattern));
    }
    return names.empty() || graph.edges() == 0 ? "" : "; every read that the check saw fits " + names;
}

}  // namespace vkalgo::dp
