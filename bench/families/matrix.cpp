#include "bench/cases/family.hpp"
#include "bench/cases/matrix_cases.hpp"

namespace vkalgo::bench {

const BenchFamily& bench_family_matrix();
const BenchFamily& bench_family_matrix() {
    static const BenchFamily family = {
        .name = "matrix", .about = "products and sums: CPU, methods, numpy, cuBLAS", .run = bench_matrix};
    return family;
}

}  // namespace vkalgo::bench
