#pragma once

#include "engine/result.hpp"
#include "formats/rasters/dem.hpp"
#include "formats/rasters/tiff_file.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Masks of TIFF: images of one bit or byte per pixel that show where there are data.
namespace vkalgo::formats {

/// Reads the current page of `file`: one byte per pixel, row by row, 0 for pixels without data. Errors:
/// invalid_argument (a page of another size or kind; damaged).
Result<std::vector<std::uint8_t>> read_tiff_mask(TiffFile& file, const std::string& name, std::uint32_t columns,
                                                 std::uint32_t rows);
/// Reads a mask from the first page of a separate file.
Result<std::vector<std::uint8_t>> read_tiff_mask(std::string_view content, const std::string& name,
                                                 std::uint32_t columns, std::uint32_t rows);

/// Removes the data of cells where the mask has 0.
void mask_heights(std::span<const std::uint8_t> mask, Dem& dem);

/// The pages of a TIFF after the first one. The first page has index 0.
struct TiffPages {
    /// The index of the first page that is a mask; 0 if no mask exists.
    std::uint32_t mask = 0;
    /// Number of pages after the first one that are neither masks nor smaller versions of a page.
    std::uint32_t others = 0;
};
/// Finds the kinds of all pages, and returns to the first page. Errors: invalid_argument (a directory that cannot be
/// read).
Result<TiffPages> find_tiff_pages(TiffFile& file, const std::string& name);

}  // namespace vkalgo::formats
