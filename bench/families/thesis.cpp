#include "bench/cases/family.hpp"
#include "bench/thesis/cases.hpp"

namespace vkalgo::bench {

const BenchFamily& bench_family_thesis();
const BenchFamily& bench_family_thesis() {
    static const BenchFamily family = {
        .name = "thesis",
        .about = "the thesis's case studies: CPU, framework, kernels by hand",
        .run = thesis::run,
        .repeat = 15,
        .only_by_name = true,
        .takes_sizes = true,
        .figures = thesis::figures,
    };
    return family;
}

}  // namespace vkalgo::bench
