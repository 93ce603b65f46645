#include "cli/dp/solution_kind.hpp"
#include "support/numbers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace vkalgo::cli {
namespace {

/// Returns the indices that the solution line gives for the steps, as items. If the line has an input after `sum`, also
/// returns the sum of that input's elements at these indices.
Result<SolutionShown> show_items(const Solved& solved) {
    const std::string& sum = solved.declaration.sum;
    VKALGO_TRY(const std::vector<std::int64_t> items, kept_indices(solved, sum));
    std::string of;
    if (!sum.empty()) {
        std::int64_t total = 0;
        for (const std::int64_t item : items) {
            total += solved.instance.inputs.at(sum).integer(static_cast<std::uint64_t>(item));
        }
        of = fmt::format(" of {} {}", sum, total);
    }
    return SolutionShown{{{"items", items}},
                         fmt::format("{}{}: {}", plural(items.size(), "item"), of, fmt::join(items, " "))};
}

}  // namespace

const SolutionKind& solution_kind_items();
const SolutionKind& solution_kind_items() {
    static const SolutionKind kind{
        .name = "items",
        .usage = "items i - 1 where decision 1 sum weight",
        .required = SolutionKind::kIndex,
        .allowed = SolutionKind::kIndex | SolutionKind::kDecision | SolutionKind::kSum,
        .show = show_items,
    };
    return kind;
}

}  // namespace vkalgo::cli
