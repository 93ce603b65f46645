#include "algorithms/dp/check_rules.hpp"

namespace vkalgo::dp {

bool is_there(const RecurrenceHeader& header, TableSize size, Cell cell) {
    return cell.i >= 0 && cell.i < size.rows && cell.j >= 0 && cell.j < size.columns && header.in_domain(cell);
}

std::string broken_rule(const RecurrenceHeader& header, Pattern pattern, TableSize size, const RecordedRead& read) {
    const auto& [from, to, function] = read;
    if (to.i < 0 || to.i >= size.rows || to.j < 0 || to.j >= size.columns) {
        return "which lies outside the table of " + std::to_string(size.rows) + " x " + std::to_string(size.columns) +
               " cells";
    }
    if (!header.in_domain(to)) {
        return "which lies outside the domain";
    }
    if (function == InterpretedFunction::step && from == to) {
        return {};
    }
    const Frame frame = Frame::of(pattern, size);
    if (frame.stage_of(to) >= frame.stage_of(from)) {
        return "which pattern " + std::string(to_string(pattern)) + " does not compute earlier";
    }
    const Cell c = frame.to_canonical(from);
    const Cell d = frame.to_canonical(to);
    bool fits = true;
    switch (header.recurrence_class) {
        case RecurrenceClass::local:
            fits = std::abs(c.i - d.i) <= 1 && std::abs(c.j - d.j) <= 1;
            break;
        case RecurrenceClass::row_gather:
        case RecurrenceClass::row_all:
            fits = !frame.diagonal && c.i - d.i == 1;
            break;
        case RecurrenceClass::segments:
            fits = from.i == to.i || from.j == to.j;
            break;
        case RecurrenceClass::chain:
            fits = size.rows == 1 || size.columns == 1;
            break;
        case RecurrenceClass::any:
            break;
    }
    return fits ? std::string{} : "which class " + std::string(to_string(header.recurrence_class)) + " does not reach";
}

Findings::Findings(const RecurrenceHeader& header) : header_(header) {
    classes_.fill(true);
    patterns_.fill(true);
}

void Findings::add(Pattern pattern, TableSize size, const RecordedRead& read) {
    const Offset offset{read.to.i - read.from.i, read.to.j - read.from.j};
    if (!seen_.insert({offset, size.rows == 1 || size.columns == 1}).second) {
        return;
    }
    offsets_.insert(offset);
    RecurrenceHeader other = header_;
    for (std::size_t c = 0; c < classes_.size(); ++c) {
        other.recurrence_class = static_cast<RecurrenceClass>(c);
        classes_[c] = classes_[c] && broken_rule(other, pattern, size, read).empty();
    }
    other.recurrence_class = RecurrenceClass::any;
    for (std::size_t p = 0; p < patterns_.size(); ++p) {
        patterns_[p] = patterns_[p] && broken_rule(other, static_cast<Pattern>(p), size, read).empty();
    }
}

void Findings::report(CheckReport& report) const {
    report.offsets_cut = offsets_.size() > kMostOffsets;
    for (const auto& [i, j] : offsets_) {
        if (report.offsets.size() < kMostOffsets) {
            report.offsets.push_back({i, j});
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
