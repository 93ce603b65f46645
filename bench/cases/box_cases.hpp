#pragma once

#include "algorithms/volume/volume_bits.hpp"
#include "bench/cases/measurement.hpp"
#include "engine/runner.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace vkalgo::bench {

/// Returns the numbers of boxes of side 1, 2, 4 and so on that hold a voxel other than 0, up to the first side at which
/// one box holds the whole cube. Counts on one core, by a pyramid of bytes.
std::vector<std::uint64_t> boxes_by_one_core(std::span<const std::uint8_t> voxels, std::uint32_t side);

/// Returns the coordinates of the voxels of a cube that are not 0, x first.
std::vector<std::uint32_t> coordinates_inside(std::span<const std::uint8_t> voxels, std::uint32_t side);

/// Returns a bit per voxel, computed on the CPU: 1 for voxels that are not 0.
std::vector<std::uint32_t> bits_inside(std::span<const std::uint8_t> voxels, const VolumeShape& shape);

/// Times box counting in a random porous body: on one core by a pyramid and by sorted codes, as in the course slides,
/// by numpy, and on the device from bytes, from bits, by sorted codes and for powers of three. Also times packing
/// alone. `seen` is called after each row. A case that does not fit the device becomes a skipped row. Errors: of the
/// device.
Result<std::vector<Measurement>> bench_boxes(Runner& runner, const BenchSettings& settings,
                                             const std::function<void()>& seen);
/// Returns the number of rows that bench_boxes() makes.
std::size_t box_rows();

}  // namespace vkalgo::bench
