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
            return SolutionShown{traceback_json(solved.header, solved.solution),
                                 traceback_text(solved.header, solved.solution)};
        },
    };
    return kind;
}

}  // namespace vkalgo::cli
