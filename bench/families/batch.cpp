#include "bench/cases/batch_bench.hpp"
#include "bench/cases/family.hpp"

namespace vkalgo::bench {

const BenchFamily& bench_family_batch();
const BenchFamily& bench_family_batch() {
    static const BenchFamily family = {.name = "batch",
                                       .about = "many alignments: one core, edlib, parasail, methods",
                                       .run = [](Runner& runner, const BenchSettings& settings,
                                                 const std::function<void(std::size_t, std::size_t)>& seen) {
                                           return bench_batches(runner, settings, batch_setup(settings.scale), seen);
                                       }};
    return family;
}

}  // namespace vkalgo::bench
