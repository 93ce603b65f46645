#include "bench/cases/box_cases.hpp"
#include "bench/cases/family.hpp"
#include "bench/cases/thinning_cases.hpp"

#include <iterator>

namespace vkalgo::bench {

namespace {

Result<std::vector<Measurement>> bench_volume(Runner& runner, const BenchSettings& settings,
                                              const std::function<void(std::size_t done, std::size_t all)>& seen) {
    const std::size_t all = thinning_rows(settings) + box_rows();
    std::size_t done = 0;
    const std::function<void()> one_more = [&] {
        ++done;
        if (seen) {
            seen(done, all);
        }
    };
    VKALGO_TRY(auto rows, bench_thinning(runner, settings, one_more));
    VKALGO_TRY(auto boxes, bench_boxes(runner, settings, one_more));
    std::move(boxes.begin(), boxes.end(), std::back_inserter(rows));
    return rows;
}

}  // namespace

const BenchFamily& bench_family_volume();
const BenchFamily& bench_family_volume() {
    static const BenchFiles files = {.option = "--volume",
                                     .help =
                                         "thin this volume too (family volume); inside are the voxels that are not 0, "
                                         "or with FILE:X the voxels above X"};
    static const BenchFamily family = {.name = "volume",
                                       .about = "thinning, box counting: CPU, scikit-image, numpy, methods",
                                       .run = bench_volume,
                                       .files = &files};
    return family;
}

}  // namespace vkalgo::bench
