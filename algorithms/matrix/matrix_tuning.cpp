#include "algorithms/matrix/matrix_tuning.hpp"

#include <algorithm>

namespace vkalgo {

namespace {

MatrixTuning shape(std::uint32_t tile_rows, std::uint32_t tile_columns, std::uint32_t tile_inner, std::uint32_t rows,
                   std::uint32_t columns, double speed) {
    MatrixTuning tuning;
    tuning.tile_rows = tile_rows;
    tuning.tile_columns = tile_columns;
    tuning.tile_inner = tile_inner;
    tuning.rows = rows;
    tuning.columns = columns;
    tuning.speed = speed;
    return tuning;
}

MatrixTuning direct(std::uint32_t rows, std::uint32_t columns, std::uint32_t threads, double speed) {
    MatrixTuning tuning = shape(rows, columns * threads, 4, rows, columns, speed);
    tuning.direct = true;
    return tuning;
}

}  // namespace

bool is_usable(const MatrixTuning& tuning) {
    if (tuning.rows == 0 || tuning.columns == 0 || tuning.tile_inner == 0 || tuning.rows % 4 != 0 ||
        tuning.columns % 4 != 0 || tuning.tile_inner % 4 != 0 || tuning.tile_rows % tuning.rows != 0 ||
        tuning.tile_columns % tuning.columns != 0 || tuning.band == 0) {
        return false;
    }
    if (tuning.direct) {
        return tuning.tile_rows == tuning.rows;
    }
    const std::uint32_t threads = tuning.threads();
    const std::uint32_t across = tuning.tile_columns / tuning.columns, down = tuning.tile_rows / tuning.rows;
    return threads != 0 && tuning.lane_columns != 0 && tuning.lane_rows != 0 && across % tuning.lane_columns == 0 &&
           down % tuning.lane_rows == 0 && tuning.tile_rows * tuning.tile_inner % (4 * threads) == 0 &&
           tuning.tile_columns * tuning.tile_inner % (4 * threads) == 0 && tuning.pad % 4 == 0;
}

std::vector<MatrixTuning> matrix_tunings(ElementType type, const DeviceProfile& profile) {
    std::vector<MatrixTuning> all;
    if (profile.type == DeviceType::software) {
        // With these shapes, llvmpipe takes 15.8, 27.5 and 45.5 ms for a product of 512 x 512 x 512 f32. It compiles
        // the kernels in 1.5, 0.3 and 0.15 s, once for many runs.
        all = {direct(16, 16, 8, 1), direct(8, 8, 8, 0.57), direct(4, 4, 8, 0.35)};
        all[0].begin = 370e6;
        all[1].begin = 75e6;
        all[2].begin = 40e6;
        return all;
    }
    if (size_of(type) == 8) {
        all = {shape(64, 64, 16, 4, 4, 1), shape(32, 32, 16, 4, 4, 0.6), shape(32, 32, 8, 4, 4, 0.5)};
    } else {
        all = {shape(128, 128, 16, 8, 8, 1),  shape(128, 64, 16, 8, 4, 0.85), shape(64, 128, 16, 4, 8, 0.85),
               shape(64, 64, 16, 4, 4, 0.65), shape(128, 32, 32, 4, 4, 0.5),  shape(32, 128, 32, 4, 4, 0.5),
               shape(32, 32, 16, 4, 4, 0.35)};
    }
    const std::uint32_t element = std::max(size_of(type), 4U);
    const std::uint32_t most = std::min(profile.max_workgroup_invocations, profile.max_workgroup_size[0]);
    std::erase_if(all, [&](const MatrixTuning& tuning) {
        return tuning.threads() > most || tuning.shared_bytes(element) > profile.shared_memory;
    });
    if (all.empty()) {
        all.push_back(direct(8, 4, 32, 1));
    }
    return all;
}

}  // namespace vkalgo
