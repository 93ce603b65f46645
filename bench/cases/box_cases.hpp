#pragma once

#include "algorithms/volume/volume_bits.hpp"
#include "bench/cases/measurement.hpp"
#include "engine/runner.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace vkalgo::cli {

/// Boxes of side 1, 2, 4, ... in a cube, on one core by a pyramid of bytes. `voxels`: not 0 inside.
std::vector<std::uint64_t> boxes_by_one_core(std::span<const std::uint8_t> voxels, std::uint32_t side);

/// The coordinates of the voxels of a cube that are not 0, x first.
std::vector<std::uint32_t> coordinates_inside(std::span<const std::uint8_t> voxels, std::uint32_t side);

/// The bits of these voxels, on the processor.
std::vector<std::uint32_t> bits_inside(std::span<const std::uint8_t> voxels, const VolumeShape& shape);

/// Box counting in a random porous body: one core by a pyramid and by the document's sorted codes, numpy, the device
/// from bytes, from bits and by sorted codes, powers of three, and packing alone. `seen` is called after each row. What
/// does not fit the device is a skipped row. Errors: of the device.
Result<std::vector<Measurement>> bench_boxes(Runner& runner, const BenchSettings& settings,
                                             const std::function<void()>& seen);
/// Rows of bench_boxes.
std::size_t box_rows();

}  // namespace vkalgo::cli
