#include "bench/cases/dp_cases.hpp"
#include "bench/cases/family.hpp"

namespace vkalgo::bench {

const BenchFamily& bench_family_dp();
const BenchFamily& bench_family_dp() {
    static const BenchFamily family = {.name = "dp", .about = "recurrences: the built-in problems", .run = bench_dp};
    return family;
}

}  // namespace vkalgo::bench
