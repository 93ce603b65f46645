#include "bench/cases/family.hpp"
#include "bench/cases/terrain_cases.hpp"

namespace vkalgo::bench {

const BenchFamily& bench_family_terrain();
const BenchFamily& bench_family_terrain() {
    static const BenchFiles files = {.option = "--dem", .help = "time the family terrain on this DEM too"};
    static const BenchFamily family = {
        .name = "terrain", .about = "drainage: CPU, methods, GRASS", .run = bench_terrain, .files = &files};
    return family;
}

}  // namespace vkalgo::bench
