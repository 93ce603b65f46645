#include "cli/dp/report.hpp"
#include "cli/dp/solution_kind.hpp"

namespace vkalgo::cli {

const SolutionKind& solution_kind_path();
const SolutionKind& solution_kind_path() {
    static const SolutionKind kind{
        .name = "path",
        .usage = "path",
        .of = SolutionKind::Of::anything,
        .show = [](const Solved& solved) -> Result<SolutionShown> {
            return SolutionShown{walk_json(solved.header, solved.solution), walk_text(solved.header, solved.solution)};
        },
    };
    return kind;
}

}  // namespace vkalgo::cli
