#include "algorithms/dp/check/check_values.hpp"

#include <set>
#include <vector>

namespace vkalgo::dp {
namespace {

bool exceeds(const Number& value, std::int64_t bound) {
    if (const auto* large = std::get_if<std::uint64_t>(&value)) {
        return bound < 0 || *large > static_cast<std::uint64_t>(bound);
    }
    return std::get<std::int64_t>(value) > bound;
}

/// Returns whether neither the base nor a term gives the cell its value. In a file without `reduce`, returns whether
/// the cell is not a base cell and reads no cell.
bool is_without_source(const RecurrenceHeader& header, TableSize size, Interpretation& filled, Cell cell) {
    if (header.in_base(cell, size)) {
        return false;
    }
    if (header.reduce) {
        const auto has_terms = filled.has_terms(cell);
        return has_terms && !*has_terms;
    }
    const auto reads = filled.reads_of(cell);
    return reads && reads->empty();
}

bool is_infeasible(const RecurrenceHeader& header, Interpretation& filled, Cell cell) {
    const auto value = filled.value(cell);
    return value && status_of(header, *value) == AnswerStatus::infeasible;
}

/// Returns a cell without a source, if there is one among the INFEASIBLE cells from which the answer follows.
std::optional<Cell> infeasible_source(const RecurrenceHeader& header, TableSize size, Interpretation& filled) {
    constexpr std::size_t kMaxShownCells = 1024;
    std::vector<Cell> open{filled.answer_cell()};
    std::set<std::array<std::int64_t, kMaxIndices>> seen{open.front().indices()};
    while (!open.empty()) {
        const Cell cell = open.back();
        open.pop_back();
        if (is_without_source(header, size, filled, cell)) {
            return cell;
        }
        const auto reads =
            header.in_base(cell, size) ? std::vector<Cell>() : filled.reads_of(cell).value_or(std::vector<Cell>());
        for (const Cell& read : reads) {
            if (seen.size() < kMaxShownCells && is_infeasible(header, filled, read) &&
                seen.insert(read.indices()).second) {
                open.push_back(read);
            }
        }
    }
    return std::nullopt;
}

}  // namespace

std::optional<std::int64_t> bound_of(const RecurrenceHeader& header, const Instance& instance) {
    const auto bound = header.bound ? header.bound->evaluate(scope_of(header, instance)) : Result<std::int64_t>(0);
    return header.bound && bound ? std::optional(*bound) : std::nullopt;
}

std::string beyond_bound(const RecurrenceHeader& header, const Small& small, Interpretation& filled) {
    const auto bound = bound_of(header, small.instance);
    if (!bound || is_float(header.value_type())) {
        return {};
    }
    std::string found;
    for_each_cell(small.shape.size, [&](Cell cell) {
        if (!found.empty() || !header.in_domain(cell)) {
            return;
        }
        const auto value = filled.value(cell);
        if (value && status_of(header, *value) == AnswerStatus::ok && exceeds(*value, *bound)) {
            found = "cell " + cell_text(cell, header.index_count()) + " is " +
                    number_text(*value, header.value_type()) + ", which exceeds the declared bound " +
                    header.bound->text() + " = " + std::to_string(*bound);
        }
    });
    return found;
}

std::string astray_text(const RecurrenceHeader& header, const Small& small, Interpretation& filled,
                        const std::string& seen) {
    const Fault fault = *filled.astray();
    std::string text = fault.text(header) + seen;
    if (fault.kind == FaultKind::wrapped) {
        return text + "; use a type that holds this number, or mask the number if it should wrap around";
    }
    const std::string cure = "write sums with plus(), and test for " + fault.name + " before other arithmetic";
    const bool has_cell = fault.target.i >= 0;
    if (has_cell && is_without_source(header, small.shape.size, filled, fault.target)) {
        text += header.reduce
                    ? "; no base and no term gives that cell a value. Declare a base, or"
                    : "; no base gives that cell a value, and that cell reads no other cell. Declare a base, or";
        return text + " " + cure;
    }
    return text + "; " + cure;
}

AnswerSource answer_source(const RecurrenceHeader& header, const Small& small, Interpretation& filled,
                           bool with_cells) {
    const TableSize size = small.shape.size;
    if (filled.status() == AnswerStatus::infeasible) {
        const auto found = header.reduce || with_cells ? infeasible_source(header, size, filled) : std::nullopt;
        return {false,
                !found ? ""
                : header.reduce
                    ? "cell " + cell_text(*found, header.index_count()) + ", which has neither a base nor a term"
                    : "cell " + cell_text(*found, header.index_count()) + ", which is INFEASIBLE and reads no cell"};
    }
    const bool is_empty =
        header.reduce && !header.answer.searches() && is_without_source(header, size, filled, filled.answer_cell());
    return {!is_empty, is_empty ? "cell " + cell_text(filled.answer_cell(), header.index_count()) +
                                      ", which has neither a base nor a term"
                                : ""};
}

}  // namespace vkalgo::dp
