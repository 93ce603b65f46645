#include "cli/dp/solution_kind.hpp"

namespace vkalgo::cli {

/// Returns the kind whose solutions have no text, so that only the answer is printed.
const SolutionKind& solution_kind_none();
const SolutionKind& solution_kind_none() {
    static const SolutionKind kind{
        .name = "none",
        .usage = "none",
        .of = SolutionKind::Of::anything,
        .show = [](const Solved&) -> Result<SolutionShown> { return SolutionShown{}; },
    };
    return kind;
}

}  // namespace vkalgo::cli
