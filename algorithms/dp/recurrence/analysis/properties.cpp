#include "algorithms/dp/recurrence/properties.hpp"

#include "algorithms/dp/recurrence/analysis/reads.hpp"
#include "algorithms/dp/recurrence/source_text.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace vkalgo::dp {
namespace {

/// Stands for the least and the greatest offset until the first read is found, which replaces both.
constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::max();

/// Widens `found` by the reads of one function. `names` are the names of the cell's indices in that function. If
/// `may_read_itself` is set, reads of the cell itself are left out.
void add_reads(const SourceText& text, const SourceFunction& function, const std::vector<std::string_view>& names,
               bool may_read_itself, Properties& found) {
    for (std::size_t k = function.body_first; k < function.body_last; ++k) {
        if (!text.tokens[k].is("at") || !text.is_call(k)) {
            continue;
        }
        const std::vector<TokenSpan> arguments = arguments_of(text, k + 1);
        std::vector<std::optional<std::int64_t>> offsets;
        for (std::size_t d = 0; d < std::min(names.size(), arguments.size()); ++d) {
            offsets.push_back(is_changed(text, function, names[d]) ? std::nullopt
                                                                   : offset_of(text, arguments[d], names[d]));
        }
        const auto zero = [](const std::optional<std::int64_t>& offset) { return offset == 0; };
        if (may_read_itself && std::all_of(offsets.begin(), offsets.end(), zero)) {
            continue;
        }
        offsets.resize(kMaxIndices, names.size() < kMaxIndices ? std::optional<std::int64_t>(0) : std::nullopt);
        found.own_row_or_column = found.own_row_or_column && (zero(offsets[0]) || zero(offsets[1]));
        for (std::size_t d = 0; d < kMaxIndices; ++d) {
            const std::int64_t low = offsets[d].value_or(-Reach::kFar);
            const std::int64_t high = offsets[d].value_or(Reach::kFar);
            const bool first = found.reach.least[d] == kNone;
            found.reach.least[d] = first ? low : std::min(found.reach.least[d], low);
            found.reach.most[d] = first ? high : std::max(found.reach.most[d], high);
        }
    }
}

/// Widens `found` by the cell to the left that `scan` reads.
void add_left(const RowScan& scan, Properties& found) {
    const std::optional<std::int64_t> distance = scan.distance();
    const Reach left{{0, distance ? -*distance : -Reach::kFar, 0, 0}, {0, distance ? -*distance : -1, 0, 0}};
    const bool first = found.reach.least[0] == kNone;
    for (std::size_t d = 0; d < kMaxIndices; ++d) {
        found.reach.least[d] = first ? left.least[d] : std::min(found.reach.least[d], left.least[d]);
        found.reach.most[d] = first ? left.most[d] : std::max(found.reach.most[d], left.most[d]);
    }
}

}  // namespace

Reach Reach::anywhere() {
    Reach reach{};
    reach.least.fill(-kFar);
    reach.most.fill(kFar);
    return reach;
}

Reach Reach::neighbours() {
    Reach reach{};
    reach.least.fill(-1);
    reach.most.fill(1);
    return reach;
}

Reach Reach::narrowed_by(const Reach& other) const {
    Reach both = *this;
    for (std::size_t d = 0; d < kMaxIndices; ++d) {
        both.least[d] = std::max(least[d], other.least[d]);
        both.most[d] = std::min(most[d], other.most[d]);
    }
    return both;
}

bool Reach::contains(Cell offset) const {
    const auto at = offset.indices();
    bool inside = true;
    for (std::size_t d = 0; d < kMaxIndices; ++d) {
        inside = inside && at[d] >= least[d] && at[d] <= most[d];
    }
    return inside;
}

bool Reach::within(std::int64_t distance) const {
    return std::all_of(least.begin(), least.end(), [&](std::int64_t low) { return low >= -distance; }) &&
           std::all_of(most.begin(), most.end(), [&](std::int64_t high) { return high <= distance; });
}

std::optional<std::int64_t> Reach::stages_back(const StageFunction& stage) const {
    std::int64_t back = 0;
    for (std::size_t d = 0; d < kMaxIndices; ++d) {
        const std::int64_t step = stage.coefficients[d];
        const std::int64_t end = step > 0 ? least[d] : most[d];
        if (step != 0 && std::abs(end) >= kFar) {
            return std::nullopt;
        }
        back -= step * end;
    }
    return back;
}

std::string Reach::text(std::size_t indices) const {
    std::string words;
    for (std::size_t d = 0; d < indices; ++d) {
        words += d == 0 ? "" : ", ";
        words +=
            least[d] <= -kFar || most[d] >= kFar ? "any" : std::to_string(least[d]) + " .. " + std::to_string(most[d]);
    }
    return words;
}

Properties Properties::narrowed_by(const Properties& other) const {
    return {reach.narrowed_by(other.reach), own_row_or_column || other.own_row_or_column};
}

Properties properties_of(RecurrenceClass of, const StageFunction& stage) {
    Properties properties;
    switch (of) {
        case RecurrenceClass::local:
            properties.reach = Reach::neighbours();
            break;
        case RecurrenceClass::row_gather:
        case RecurrenceClass::row_all: {
            // Cells read the previous row or, if stages are columns, the previous column. If stages are neither rows
            // nor columns, the range is empty.
            const bool rows = stage.coefficients[0] != 0;
            const std::size_t d = rows ? 0 : 1;
            const bool by_rows = stage.pattern() && stage.coefficients[1 - d] == 0;
            properties.reach.least[d] = by_rows ? -stage.coefficients[d] : 1;
            properties.reach.most[d] = by_rows ? -stage.coefficients[d] : -1;
            break;
        }
        case RecurrenceClass::segments:
            properties.own_row_or_column = true;
            break;
        case RecurrenceClass::chain:
        case RecurrenceClass::any:
            break;
    }
    return properties;
}

RecurrenceClass class_of(const Properties& properties, const StageFunction& stage) {
    for (const RecurrenceClass each :
         {RecurrenceClass::local, RecurrenceClass::row_gather, RecurrenceClass::segments}) {
        const Properties promised = properties_of(each, stage);
        const Properties both = properties.narrowed_by(promised);
        if (both.reach.least == properties.reach.least && both.reach.most == properties.reach.most &&
            both.own_row_or_column == properties.own_row_or_column) {
            return each;
        }
    }
    return RecurrenceClass::any;
}

Properties properties_of(const SourceText& text, std::size_t indices, const std::optional<RowScan>& scan) {
    Properties found{{}, true};
    found.reach.least.fill(kNone);
    found.reach.most.fill(kNone);
    std::vector<const SourceFunction*> seen;
    for (const std::string_view name : {"cell", "term", "fresh", "along", "step"}) {
        const SourceFunction* function = text.find(name);
        if (function == nullptr || (!scan && (name == "fresh" || name == "along"))) {
            continue;
        }
        std::vector<std::string_view> names = parameter_names(text, *function);
        if (function->name == "term" && names.size() == 3) {
            names = {names[0], names[2]};
        }
        names.resize(std::min(names.size(), indices));
        add_reads(text, *function, names, function->name == "step", found);
        seen.push_back(function);
    }
    if (scan) {
        add_left(*scan, found);
    }
    if (const SourceFunction* solution = text.find("solution")) {
        seen.push_back(solution);  // solution() runs on a filled table, and may read any cell
    }
    const bool hidden = std::any_of(text.directives.begin(), text.directives.end(),
                                    [](const SourceDirective& each) { return each.name == "define"; });
    bool elsewhere = hidden;
    for (std::size_t k = 0; k < text.tokens.size(); ++k) {
        const SourceToken& token = text.tokens[k];
        const bool inside = std::any_of(seen.begin(), seen.end(), [&](const SourceFunction* function) {
            return k > function->body_first && k < function->body_last;
        });
        elsewhere = elsewhere || token.is("out") || token.is("inout") || (token.is("at") && !inside);
    }
    if (elsewhere || found.reach.least[0] == kNone) {
        return {};
    }
    return found;
}

bool shows_far_steps(const SourceText& text, std::size_t indices) {
    const SourceFunction* step = text.find("step");
    if (step == nullptr) {
        return false;
    }
    std::vector<std::string_view> names = parameter_names(text, *step);
    names.resize(std::min(names.size(), indices));
    for (std::size_t k = step->body_first; k < step->body_last; ++k) {
        if (!text.tokens[k].is("step_t") || !text.is_call(k)) {
            continue;
        }
        const std::vector<TokenSpan> arguments = arguments_of(text, k + 1);
        for (std::size_t d = 0; d < std::min(names.size(), arguments.size()); ++d) {
            const auto offset = offset_of(text, arguments[d], names[d]);
            if (offset && std::abs(*offset) > 1 && !is_changed(text, *step, names[d])) {
                return true;
            }
        }
    }
    return false;
}

}  // namespace vkalgo::dp
