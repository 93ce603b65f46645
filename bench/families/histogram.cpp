#include "bench/cases/family.hpp"
#include "bench/cases/histogram_cases.hpp"

namespace vkalgo::bench {

const BenchFamily& bench_family_histogram();
const BenchFamily& bench_family_histogram() {
    static const BenchFamily family = {.name = "histogram", .about = "8-bit and 16-bit values", .run = bench_histogram};
    return family;
}

}  // namespace vkalgo::bench
