#pragma once

#include "cli/formats.hpp"
#include "engine/result.hpp"
#include "formats/rasters/dem.hpp"
#include "formats/reader.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace vkalgo::cli {

/// The water of each cell: integers if all weights are whole and their sum fits 32 bits, else f64.
struct CellWeights {
    std::vector<std::uint32_t> whole;
    std::vector<double> real;
    double sum = 0;
};

/// Reads the raster of `vkalgo drainage --weights`, which must cover the cells of `dem`; messages call the DEM
/// `dem_name`. The format in `settings` is that of the DEM and is ignored. Errors: those of read_dem and lay_on;
/// invalid_argument: a weight that is negative or not finite where the DEM has data.
Result<CellWeights> read_cell_weights(const std::string& path, InputSettings settings, const Dem& dem,
                                      const std::string& dem_name);

}  // namespace vkalgo::cli
