#include "bench/cases/family.hpp"
#include "bench/cases/sort_cases.hpp"

namespace vkalgo::bench {

const BenchFamily& bench_family_sort();
const BenchFamily& bench_family_sort() {
    static const BenchFamily family = {.name = "sort",
                                       .about = "sorts of integers: one core, numpy, methods",
                                       .run = [](Runner& runner, const BenchSettings& settings,
                                                 const std::function<void(std::size_t, std::size_t)>& seen) {
                                           return bench_sorts(runner, settings, sort_cases(settings.scale), seen);
                                       }};
    return family;
}

}  // namespace vkalgo::bench
