#pragma once

#include "formats/rasters/dem.hpp"
#include "formats/rasters/gdal_metadata.hpp"
#include "formats/rasters/geo_transform.hpp"
#include "formats/reader.hpp"

#include <functional>
#include <optional>
#include <string>

/// Files beside a raster with more information about it: NAME.tif.aux.xml, NAME.prj, NAME.tfw, NAME.tif.msk.
namespace vkalgo::formats {

/// The content of an .aux.xml, and its path, which is empty if the file does not exist.
struct AuxFacts {
    std::string file;
    std::string crs;
    std::optional<GeoTransform> transform;
    std::optional<double> scale, offset, no_data;
};
/// Reads the AuxFacts of a raster. Errors: invalid_argument (text in place of a number, a GeoTransform of fewer than 6
/// numbers); those of reading a file.
Result<AuxFacts> read_aux_beside(const std::string& name, const InputSettings& settings);

/// The content of a world file, and its path, which is empty if the file does not exist.
struct WorldFile {
    std::string file;
    GeoTransform transform{};
};
/// Reads six numbers: the steps along x and y from a column to the next, the same from a row to the next, and x and y
/// of the centre of the first cell. The file's ending is .wld, or derived from the raster's ending (.tfw or .tifw for
/// .tif). Errors: invalid_argument, with the line.
Result<WorldFile> read_world_beside(const std::string& name, const InputSettings& settings);

/// Applies the files beside the DEM, except those that the format reads itself (DemFormat::takes_aux). If the DEM has
/// coordinates but names no system, takes the system from an .aux.xml. If there is still no system, no tag of a
/// GeoTIFF, and no sign that the coordinates are degrees, takes it from a .prj. If there is a .msk, removes the data of
/// the cells for which it has 0. Reports to settings.notice what is ignored. Errors: those of read_aux_beside and
/// take_crs; invalid_argument (a mask that is damaged or has another size); those of reading a file.
Result<void> take_files_beside(Dem& dem, const std::string& name, bool takes_aux, const InputSettings& settings);

/// Returns the content to be written to a .prj beside a raster: WKT. Degrees of an unnamed system count as WGS84. Empty
/// if `georeference` names no system. Also empty, with a notice, if that system cannot be written as WKT. `name` is the
/// raster's name.
std::string prj_text(const GeoReference& georeference, const std::string& name,
                     const std::function<void(const std::string&)>& notice);
/// Returns the path of the .prj beside a raster.
std::string prj_path(const std::string& name);

/// Sets the coordinate system and, if its text shows the kind of the system, whether coordinates are degrees. Errors:
/// invalid_argument (angles in another unit than degrees).
Result<void> take_crs(const std::string& crs, const std::string& name, GeoReference& georeference);

}  // namespace vkalgo::formats
