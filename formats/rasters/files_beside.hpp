#pragma once

#include "formats/rasters/dem.hpp"
#include "formats/rasters/gdal_metadata.hpp"
#include "formats/rasters/geo_transform.hpp"
#include "formats/reader.hpp"

#include <functional>
#include <optional>
#include <string>

/// Files beside a raster that say more of it: NAME.tif.aux.xml, NAME.prj, NAME.tfw, NAME.tif.msk.
namespace vkalgo::formats {

/// What an .aux.xml says; its path, empty where there is no such file.
struct AuxFacts {
    std::string file;
    std::string crs;
    std::optional<GeoTransform> transform;
    std::optional<double> scale, offset, no_data;
};
/// Errors: invalid_argument (numbers that are none).
Result<AuxFacts> read_aux_beside(const std::string& name, const InputSettings& settings);

/// What a world file says; its path, empty where there is no such file.
struct WorldFile {
    std::string file;
    GeoTransform transform{};
};
/// Six lines: the steps of a column along x and y, those of a row, and the centre of the first cell. Its ending is
/// made of that of the raster (.tfw or .tifw for .tif), or .wld. Errors: invalid_argument, with the line.
Result<WorldFile> read_world_beside(const std::string& name, const InputSettings& settings);

/// Takes what files beside the DEM say, but for what a format reads itself (DemFormat::takes_aux): the coordinate
/// system, where the DEM says none, of an .aux.xml before that of a .prj; and no data where a .msk has 0. What is not
/// taken is named to `notice`. Errors: those above; a mask of another size.
Result<void> take_files_beside(Dem& dem, const std::string& name, bool takes_aux, const InputSettings& settings);

/// What a .prj beside a raster says: WKT. Empty where the place names no system, and, with a notice, where what it
/// names cannot be said so. `name` is the raster's.
std::string prj_text(const GeoReference& place, const std::string& name,
                     const std::function<void(const std::string&)>& notice);
/// The path of it.
std::string prj_path(const std::string& name);

/// Sets the coordinate system, and by it whether coordinates are degrees. Errors: invalid_argument (angles that are no
/// degrees).
Result<void> take_crs(const std::string& crs, const std::string& name, GeoReference& place);

}  // namespace vkalgo::formats
