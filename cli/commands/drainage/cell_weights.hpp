#pragma once

#include "cli/formats.hpp"
#include "engine/result.hpp"
#include "formats/rasters/dem.hpp"
#include "formats/reader.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace vkalgo::cli {

/// How much water each cell has: whole numbers if all are and their sum fits 32 bits, else real ones.
struct CellWeights {
    std::vector<std::uint32_t> whole;
    std::vector<double> real;
    double sum = 0;
};

/// `vkalgo drainage --weights`: a raster that lies on `dem`, which messages call `dem_name`. Of `settings`, --format is
/// that of the DEM and does not count. Errors: invalid_argument (those of read_dem and lay_on; a weight that is
/// negative or not finite where the DEM has data).
Result<CellWeights> read_cell_weights(const std::string& path, InputSettings settings, const Dem& dem,
                                      const std::string& dem_name);

}  // namespace vkalgo::cli
