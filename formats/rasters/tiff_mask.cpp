#include "formats/rasters/tiff_mask.hpp"

#include "formats/rasters/dem_format.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace vkalgo::formats {
namespace {

Error damaged(const TiffFile& file, const std::string& name) {
    return bad_dem(name, fmt::format("is not a valid TIFF: {}; copy or write it again",
                                     file.message().empty() ? "a part of it cannot be read" : file.message()));
}

class MaskReader {
public:
    MaskReader(TiffFile& file, const std::string& name, std::uint32_t columns, std::uint32_t rows)
        : file_(file), name_(name), columns_(columns), rows_(rows) {}

    Result<std::vector<std::uint8_t>> read() {
        VKALGO_CHECK(check());
        std::vector<std::uint8_t> mask(std::size_t{columns_} * rows_);
        Bytes part(part_bytes_);
        TIFF* tiff = file_.get();
        std::uint32_t number = 0;
        for (std::uint64_t top = 0; top < rows_; top += part_rows_) {
            for (std::uint64_t left = 0; left < columns_; left += part_columns_, ++number) {
                // Parts without bytes consist of zeros.
                if (TIFFGetStrileByteCount(tiff, number) == 0) {
                    continue;
                }
                const std::uint64_t rows = std::min<std::uint64_t>(part_rows_, rows_ - top);
                const auto wanted = static_cast<tmsize_t>(tiled_ ? part_bytes_ : rows * row_bytes_);
                const tmsize_t got = tiled_ ? TIFFReadEncodedTile(tiff, number, part.data(), wanted)
                                            : TIFFReadEncodedStrip(tiff, number, part.data(), wanted);
                if (got != wanted) {
                    return damaged(file_, name_);
                }
                copy_part(part, top, left, rows, mask);
            }
        }
        return mask;
    }

private:
    Result<void> check() {
        TIFF* tiff = file_.get();
        std::uint32_t columns = 0, rows = 0;
        TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &columns);
        TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &rows);
        if (columns != columns_ || rows != rows_) {
            return bad_dem(name_, fmt::format("has a mask of {} x {} cells for a raster of {} x {}; write it again",
                                              columns, rows, columns_, rows_));
        }
        std::uint16_t samples = 1, compression = COMPRESSION_NONE;
        TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &samples);
        TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &bits_);
        TIFFGetFieldDefaulted(tiff, TIFFTAG_COMPRESSION, &compression);
        if (samples != 1 || (bits_ != 1 && bits_ != 8) || TIFFIsCODECConfigured(compression) == 0) {
            return bad_dem(name_, fmt::format("has a mask of {} of {} per cell, packed by compression {}, which is not "
                                              "supported; convert the file with: gdal_translate -b 1 -b mask IN OUT",
                                              plural(samples, "sample"), plural(bits_, "bit"), compression));
        }
        tiled_ = TIFFIsTiled(tiff) != 0;
        part_columns_ = columns_;
        if (tiled_) {
            TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &part_columns_);
            TIFFGetField(tiff, TIFFTAG_TILELENGTH, &part_rows_);
        } else {
            TIFFGetFieldDefaulted(tiff, TIFFTAG_ROWSPERSTRIP, &part_rows_);
            part_rows_ = std::min(part_rows_, rows_);
        }
        return check_parts();
    }

    /// Checks the sizes of the parts (strips or tiles) before memory is allocated for one.
    Result<void> check_parts() {
        TIFF* tiff = file_.get();
        row_bytes_ = (std::uint64_t{part_columns_} * bits_ + 7) / 8;
        constexpr std::uint64_t kLargeTile = 64 << 20;
        if (part_columns_ == 0 || part_rows_ == 0 ||
            __builtin_mul_overflow(row_bytes_, std::uint64_t{part_rows_}, &part_bytes_) ||
            part_bytes_ > std::max(kLargeTile, std::uint64_t{columns_} * rows_)) {
            return damaged(file_, name_);
        }
        const std::uint64_t parts = ((std::uint64_t{columns_} + part_columns_ - 1) / part_columns_) *
                                    ((std::uint64_t{rows_} + part_rows_ - 1) / part_rows_);
        if (parts != (tiled_ ? TIFFNumberOfTiles(tiff) : TIFFNumberOfStrips(tiff)) ||
            static_cast<tmsize_t>(part_bytes_) != (tiled_ ? TIFFTileSize(tiff) : TIFFStripSize(tiff))) {
            return damaged(file_, name_);
        }
        return {};
    }

    void copy_part(const Bytes& part, std::uint64_t top, std::uint64_t left, std::uint64_t rows,
                   std::vector<std::uint8_t>& mask) const {
        const std::uint64_t columns = std::min<std::uint64_t>(part_columns_, columns_ - left);
        for (std::uint64_t row = 0; row < rows; ++row) {
            const std::byte* from = part.data() + row * row_bytes_;
            std::uint8_t* to = mask.data() + (top + row) * columns_ + left;
            for (std::uint64_t column = 0; column < columns; ++column) {
                const auto bits = std::to_integer<unsigned>(bits_ == 8 ? from[column] : from[column / 8]);
                to[column] = static_cast<std::uint8_t>(bits_ == 8 ? bits : bits >> (7 - column % 8) & 1U);
            }
        }
    }

    TiffFile& file_;
    const std::string& name_;
    std::uint32_t columns_, rows_;
    std::uint16_t bits_ = 1;
    bool tiled_ = false;
    std::uint32_t part_columns_ = 0, part_rows_ = 0;
    std::uint64_t row_bytes_ = 0, part_bytes_ = 0;
};

}  // namespace

Result<std::vector<std::uint8_t>> read_tiff_mask(TiffFile& file, const std::string& name, std::uint32_t columns,
                                                 std::uint32_t rows) {
    return MaskReader(file, name, columns, rows).read();
}

Result<std::vector<std::uint8_t>> read_tiff_mask(std::string_view content, const std::string& name,
                                                 std::uint32_t columns, std::uint32_t rows) {
    TiffFile file(content);
    if (file.get() == nullptr || !file.message().empty()) {
        return damaged(file, name);
    }
    return read_tiff_mask(file, name, columns, rows);
}

void mask_heights(std::span<const std::uint8_t> mask, Dem& dem) {
    for (std::size_t cell = 0; cell < std::min(mask.size(), dem.heights.size()); ++cell) {
        if (mask[cell] == 0) {
            dem.clear(cell);
        }
    }
}

Result<TiffPages> find_tiff_pages(TiffFile& file, const std::string& name) {
    TIFF* tiff = file.get();
    TiffPages pages;
    for (std::uint32_t number = 1; TIFFReadDirectory(tiff) != 0; ++number) {
        std::uint32_t kind = 0;
        TIFFGetFieldDefaulted(tiff, TIFFTAG_SUBFILETYPE, &kind);
        if ((kind & FILETYPE_REDUCEDIMAGE) != 0) {
            continue;
        }
        if ((kind & FILETYPE_MASK) != 0) {
            pages.mask = pages.mask == 0 ? number : pages.mask;
        } else {
            ++pages.others;
        }
    }
    // At the end of the file libtiff gives no message. After a directory that cannot be read it gives one.
    if (!file.message().empty() || TIFFSetDirectory(tiff, 0) == 0) {
        return damaged(file, name);
    }
    return pages;
}

}  // namespace vkalgo::formats
