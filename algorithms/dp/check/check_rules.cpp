#include "algorithms/dp/check/check_rules.hpp"

namespace vkalgo::dp {

bool is_there(const RecurrenceHeader& header, TableSize size, Cell cell) {
    return size.contains(cell) && header.in_domain(cell);
}

bool is_earlier(const RecurrenceHeader& header, const StageFunction& stage, Cell to, Cell from) {
    const std::int64_t back = stage.at(from) - stage.at(to);
    return back > 0 || (header.sequential && back == 0 && to.indices() < from.indices());
}

std::string broken_rule(const RecurrenceHeader& header, const StageFunction& stage, const Shape& shape,
                        const RecordedRead& read) {
    const auto& [from, to, function] = read;
    const TableSize size = shape.size;
    if (!size.contains(to)) {
        return "which lies outside the table of " + size_text(header, size) + " cells";
    }
    if (!header.in_domain(to)) {
        return "which lies outside the domain";
    }
    if (function == InterpretedFunction::step && from == to) {
        return {};
    }
    if (!is_earlier(header, stage, to, from)) {
        return "which is not computed earlier in " + stage_text(header, stage);
    }
    const Properties& properties = header.properties;
    const bool one_line = size.rows == 1 || size.columns == 1;
    const Cell offset{to.i - from.i, to.j - from.j, to.k - from.k, to.l - from.l};
    const bool fits = properties.reach.contains(offset) &&
                      (!properties.own_row_or_column || from.i == to.i || from.j == to.j) &&
                      (header.recurrence_class != RecurrenceClass::chain || one_line);
    if (!fits) {
        return "which class " + std::string(to_string(header.recurrence_class)) + " may not read";
    }
    return shape.reach.contains(offset) ? "" : "which lies outside the distances that 'reach' allows";
}

Result<std::string> broken_decision(const RecurrenceHeader& header, Interpretation& filled, Cell cell) {
    VKALGO_TRY(const InterpretedStep step, filled.step(cell));
    const bool by_rows = header.stage.coefficients[0] != 0;
    const int forth = header.stage.coefficients[by_rows ? 0 : 1];
    const auto count = header.decisions->distances.size();
    std::string promise = "that the greatest decision is " + std::to_string(count - 1);
    if (step.decision < count) {
        cell.k = cell.l = 0;
        Cell promised = by_rows ? Cell{cell.i - forth, 0} : Cell{0, cell.j - forth};
        VKALGO_TRY(const std::int32_t distance, filled.decision_distance(step.decision, by_rows ? cell.i : cell.j));
        (by_rows ? promised.j : promised.i) = (by_rows ? cell.j : cell.i) - distance;
        if (promised.indices() == step.next.indices()) {
            return std::string();
        }
        promise = "that it goes to " + cell_text(promised, 2);
    }
    return "step" + cell_text(cell, 2) + " goes to " + cell_text(step.next, 2) + " by decision " +
           std::to_string(step.decision) + ", but 'decisions' says " + promise;
}

Findings::Findings(const RecurrenceHeader& header) : header_(header) {
    classes_.fill(true);
    patterns_.fill(true);
}

void Findings::add(const StageFunction& stage, TableSize size, const RecordedRead& read) {
    const Cell to = read.to;
    const Cell from = read.from;
    const Offset offset{to.i - from.i, to.j - from.j, to.k - from.k, to.l - from.l};
    if (!seen_.insert({offset, size.rows == 1 || size.columns == 1}).second) {
        return;
    }
    offsets_.insert(offset);
    Shape open;
    open.size = size;
    RecurrenceHeader other = header_;
    for (std::size_t c = 0; c < classes_.size(); ++c) {
        other.recurrence_class = static_cast<RecurrenceClass>(c);
        other.properties = properties_of(other.recurrence_class, stage);
        classes_[c] = classes_[c] && broken_rule(other, stage, open, read).empty();
    }
    other.recurrence_class = RecurrenceClass::any;
    other.properties = {};
    for (std::size_t p = 0; p < patterns_.size(); ++p) {
        patterns_[p] = patterns_[p] && header_.index_count() == 2 &&
                       broken_rule(other, StageFunction::of(static_cast<Pattern>(p)), open, read).empty();
    }
}

void Findings::report(CheckReport& report) const {
    report.offsets_cut = offsets_.size() > kMaxOffsets;
    for (const Offset& offset : offsets_) {
        if (report.offsets.size() < kMaxOffsets) {
            report.offsets.push_back(Cell::of(offset));
        }
    }
    for (std::size_t c = 0; c < classes_.size(); ++c) {
        if (classes_[c]) {
            report.classes.push_back(static_cast<RecurrenceClass>(c));
        }
    }
    for (std::size_t p = 0; p < patterns_.size(); ++p) {
        if (patterns_[p]) {
            report.patterns.push_back(static_cast<Pattern>(p));
        }
    }
}

}  // namespace vkalgo::dp
