#include "algorithms/dp/recurrence/row_scan.hpp"

#include "algorithms/dp/recurrence/analysis/reads.hpp"
#include "algorithms/dp/recurrence/header.hpp"
#include "algorithms/dp/recurrence/source_text.hpp"

namespace vkalgo::dp {

std::optional<std::int64_t> RowScan::distance() const {
    return left.empty() ? std::optional<std::int64_t>(1) : decimal_of(left);
}

const char* reads_own_row(const SourceText& text) {
    for (const char* name : {"fresh", "along"}) {
        const SourceFunction* function = text.find(name);
        if (function == nullptr) {
            continue;
        }
        const std::vector<std::string_view> names = parameter_names(text, *function);
        for (std::size_t k = function->body_first; k < function->body_last; ++k) {
            if (!text.tokens[k].is("at") || !text.is_call(k)) {
                continue;
            }
            const std::vector<TokenSpan> arguments = arguments_of(text, k + 1);
            if (!arguments.empty() && !names.empty() && offset_of(text, arguments[0], names[0]) == 0 &&
                !is_changed(text, *function, names[0])) {
                return name;
            }
        }
    }
    return nullptr;
}

bool may_scan(const RecurrenceHeader& header) {
    return header.scan && !is_float(header.cell) && header.reads_line_before(header.stage);
}

}  // namespace vkalgo::dp
