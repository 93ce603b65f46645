#include "cli/dp/solution_kind.hpp"

namespace vkalgo::cli {

/// The answer is all there is to know.
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
