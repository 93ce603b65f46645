#include "bench/cases/family.hpp"
#include "bench/cases/mesh_cases.hpp"

namespace vkalgo::bench {

const BenchFamily& bench_family_mesh();
const BenchFamily& bench_family_mesh() {
    static const BenchFiles files = {.option = "--mesh", .help = "time the family mesh on this mesh too"};
    static const BenchFamily family = {
        .name = "mesh", .about = "triangles that intersect: CPU, methods, CGAL", .run = bench_mesh, .files = &files};
    return family;
}

}  // namespace vkalgo::bench
