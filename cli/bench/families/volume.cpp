#include "cli/bench/box_cases.hpp"
#include "cli/bench/family.hpp"

namespace vkalgo::cli {
namespace {

Result<std::vector<Measurement>> bench_volume(Runner& runner, const BenchSettings& settings,
                                              const std::function<void(std::size_t done, std::size_t all)>& seen) {
    std::size_t done = 0;
    return bench_boxes(runner, settings, [&] {
        ++done;
        if (seen) {
            seen(done, box_rows());
        }
    });
}

}  // namespace

const BenchFamily& bench_family_volume();
const BenchFamily& bench_family_volume() {
    static const BenchFamily family = {
        .name = "volume", .about = "box counting: CPU, numpy, methods", .run = bench_volume};
    return family;
}

}  // namespace vkalgo::cli
