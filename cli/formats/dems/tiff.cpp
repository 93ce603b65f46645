// GeoTIFF (OGC 19-008): strips or tiles of one number per pixel, in every compression that libtiff has.
#include "cli/formats/dem_format.hpp"
#include "cli/formats/tiff_file.hpp"
#include "cli/numbers.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

class TiffReader {
public:
    TiffReader(std::string_view content, const std::string& name, const InputSettings& settings)
        : content_(content), name_(name), settings_(settings), file_(content) {}

    Result<Dem> read() {
        if (file_.get() == nullptr || !file_.message().empty()) {
            return damaged();
        }
        VKALGO_CHECK(shape());
        VKALGO_CHECK(check_cells(width_, height_, name_));
        VKALGO_CHECK(check_room());
        read_no_data();
        Dem dem;
        dem.grid.width = width_;
        dem.grid.height = height_;
        VKALGO_TRY(dem.place, place());
        VKALGO_CHECK(heights(dem));
        return dem;
    }

private:
    Error wrong(const std::string& message) const { return bad_dem(name_, message); }

    Error damaged() const {
        return wrong(fmt::format("is not a valid TIFF: {}; copy or write it again",
                                 file_.message().empty() ? "a part cannot be read" : file_.message()));
    }

    Result<void> shape() {
        TIFF* tiff = file_.get();
        if (TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &width_) == 0 ||
            TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &height_) == 0) {
            return damaged();
        }
        std::uint16_t samples = 1, bits = 1, format = SAMPLEFORMAT_UINT, photometric = PHOTOMETRIC_MINISBLACK;
        TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &samples);
        TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &bits);
        TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLEFORMAT, &format);
        TIFFGetFieldDefaulted(tiff, TIFFTAG_COMPRESSION, &compression_);
        TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &photometric);
        if (samples != 1 || photometric == PHOTOMETRIC_PALETTE) {
            return wrong(
                fmt::format("has {}, and a DEM has one number per pixel; take one band with: gdal_translate "
                            "-b 1 IN OUT",
                            samples != 1 ? plural(samples, "sample") + " per pixel" : "a palette of colours"));
        }
        const auto type = tiff_sample_type(format, bits);
        if (!type) {
            return wrong(
                fmt::format("has samples of {} bits of kind {}, which are not read; convert it with: "
                            "gdal_translate -ot Float32 IN OUT",
                            bits, format));
        }
        if (TIFFIsCODECConfigured(compression_) == 0) {
            return wrong(
                fmt::format("is packed by compression {}, which libtiff here lacks; convert it with: "
                            "gdal_translate -co COMPRESS=DEFLATE IN OUT",
                            compression_));
        }
        type_ = *type;
        tiled_ = TIFFIsTiled(tiff) != 0;
        part_width_ = width_;
        if (tiled_) {
            if (TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &part_width_) == 0 ||
                TIFFGetField(tiff, TIFFTAG_TILELENGTH, &part_height_) == 0) {
                return damaged();
            }
        } else {
            TIFFGetFieldDefaulted(tiff, TIFFTAG_ROWSPERSTRIP, &part_height_);
            part_height_ = std::min(part_height_, height_);
        }
        if (part_width_ == 0 || part_height_ == 0) {
            return damaged();
        }
        return {};
    }

    /// Before memory is taken: can the file hold what it promises, and may that be so large?
    Result<void> check_room() {
        const std::uint64_t size = size_of(type_);
        part_bytes_ = size * part_width_;
        if (__builtin_mul_overflow(part_bytes_, part_height_, &part_bytes_)) {
            return damaged();
        }
        const std::uint64_t across = (std::uint64_t{width_} + part_width_ - 1) / part_width_;
        const std::uint64_t parts = across * ((std::uint64_t{height_} + part_height_ - 1) / part_height_);
        TIFF* tiff = file_.get();
        if (parts != (tiled_ ? TIFFNumberOfTiles(tiff) : TIFFNumberOfStrips(tiff)) ||
            static_cast<tmsize_t>(part_bytes_) != (tiled_ ? TIFFTileSize(tiff) : TIFFStripSize(tiff))) {
            return damaged();
        }
        const std::uint64_t cells = std::uint64_t{width_} * height_;
        const std::uint64_t decoded = std::max(cells * height_bytes(values()), part_bytes_);
        const DecodedLimit limit = decoded_limit(settings_.limits);
        if (decoded > std::max<std::uint64_t>(limit.bytes, 4 * content_.size())) {
            return Error{
                ErrorCode::too_large,
                fmt::format("'{}' is a raster of {} x {} cells, {} once decoded, and the limit is {}; raise {} "
                            "or give a smaller one",
                            name_, width_, height_, format_limit(decoded), format_limit(limit.bytes), limit.option),
                name_};
        }
        // Parts without bytes are empty ones (GDAL writes them so); the others hold so much at most, by compression.
        std::uint64_t packed = 0, held = 0;
        for (std::uint64_t part = 0; part < parts; ++part) {
            const std::uint64_t bytes = TIFFGetStrileByteCount(tiff, static_cast<std::uint32_t>(part));
            packed = std::max(packed, std::min<std::uint64_t>(bytes, content_.size()));
            held += bytes != 0 ? part_bytes_ : 0;
        }
        const std::uint64_t ratio = tiff_most_ratio(compression_);
        if (!tiled_ && held != 0) {
            // The last strip may have fewer rows.
            held = std::min(held, cells * size);
        }
        if (held / ratio > content_.size() || (held != 0 && packed == 0)) {
            return wrong(fmt::format("has {} x {} cells, which do not fit in its {} bytes; {}", width_, height_,
                                     content_.size(), "the file is truncated or damaged, copy or write it again"));
        }
        return {};
    }

    void read_no_data() {
        std::string text = file_.text(kGdalNoData);
        text.erase(0, text.find_first_not_of(" +"));
        double value = 0;
        const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (end != text.data() && failure == std::errc()) {
            no_data_ = value;
        }
    }

    /// What GDAL takes parts without bytes for.
    double empty_height() const { return no_data_ ? std::numeric_limits<double>::quiet_NaN() : 0; }

    /// What all parts have in common.
    CellValues values() const {
        CellValues cells;
        cells.type = type_;
        cells.to_east = size_of(type_);
        cells.to_south = static_cast<std::int64_t>(part_width_) * cells.to_east;
        if (no_data_) {
            cells.no_data.push_back(*no_data_);
        }
        return cells;
    }

    Result<std::optional<GeoReference>> place() {
        GeoReference place;
        for (const std::uint16_t number : {kGeoKeyDirectory, kGeoDoubleParams, kGeoAsciiParams}) {
            if (auto tag = file_.tag(number)) {
                place.tags.push_back(std::move(*tag));
            }
        }
        place.geographic = geo_key(place.tags, kModelTypeKey) == kGeographic;
        if (place.geographic && geo_key(place.tags, kAngularUnitsKey).value_or(kDegrees) != kDegrees) {
            return wrong("has a place in other angles than degrees; convert it with: gdalwarp -t_srs EPSG:4326 IN OUT");
        }
        const auto scale = file_.numbers(kModelPixelScale);
        const auto tie = file_.numbers(kModelTiepoint);
        const auto matrix = file_.numbers(kModelTransformation);
        double step_y = 0;
        if (scale.size() >= 2 && tie.size() >= 6) {
            place.cell_x = scale[0];
            step_y = -scale[1];
            place.west = tie[3] - tie[0] * place.cell_x;
            place.north = tie[4] - tie[1] * step_y;
        } else if (matrix.size() >= 16) {
            if (matrix[1] != 0 || matrix[4] != 0) {
                return wrong("is turned against its coordinates; convert it with: gdalwarp IN OUT");
            }
            place.cell_x = matrix[0];
            step_y = matrix[5];
            place.west = matrix[3];
            place.north = matrix[7];
        } else {
            if (!tie.empty() || !place.tags.empty()) {
                settings_.notice(fmt::format("'{}' does not say where it lies; cells of 1 x 1 are taken", name_));
            }
            return std::optional<GeoReference>();
        }
        if (!(place.cell_x > 0) || !(step_y != 0)) {
            return wrong(fmt::format("has cells of {} x {}; correct its place", place.cell_x, step_y));
        }
        place.cell_y = std::abs(step_y);
        if (geo_key(place.tags, kRasterTypeKey) == kPixelIsPoint) {
            place.west -= place.cell_x / 2;
            place.north -= step_y / 2;
        }
        if (step_y > 0) {
            from_south_ = true;
            place.north += height_ * step_y;
        }
        return std::optional<GeoReference>(std::move(place));
    }

    Result<void> heights(Dem& dem) {
        TIFF* tiff = file_.get();
        std::vector<char> part(part_bytes_);
        CellValues cells = values();
        cells.first = part.data();
        begin_heights(dem, cells, empty_height());
        std::uint32_t number = 0;
        for (std::uint64_t top = 0; top < height_; top += part_height_) {
            for (std::uint64_t left = 0; left < width_; left += part_width_, ++number) {
                if (TIFFGetStrileByteCount(tiff, number) == 0) {
                    continue;
                }
                cells.rows = std::min<std::uint64_t>(part_height_, height_ - top);
                cells.columns = std::min<std::uint64_t>(part_width_, width_ - left);
                const auto wanted = static_cast<tmsize_t>(
                    tiled_ ? part_bytes_ : cells.rows * static_cast<std::uint64_t>(cells.to_south));
                const tmsize_t got = tiled_ ? TIFFReadEncodedTile(tiff, number, part.data(), wanted)
                                            : TIFFReadEncodedStrip(tiff, number, part.data(), wanted);
                if (got != wanted) {
                    return damaged();
                }
                VKALGO_CHECK(read_cells(cells, dem, top * width_ + left, name_));
            }
        }
        if (from_south_) {
            turn(dem.heights);
            turn(dem.wide);
        }
        return {};
    }

    /// The last row first; there may be no values.
    template <class T>
    void turn(std::vector<T>& values) const {
        for (std::uint32_t row = 0; !values.empty() && row < height_ / 2; ++row) {
            std::swap_ranges(values.begin() + std::ptrdiff_t{row} * width_,
                             values.begin() + std::ptrdiff_t{row + 1} * width_,
                             values.end() - std::ptrdiff_t{row + 1} * width_);
        }
    }

    std::string_view content_;
    const std::string& name_;
    const InputSettings& settings_;
    TiffFile file_;
    std::uint32_t width_ = 0, height_ = 0;
    std::uint16_t compression_ = COMPRESSION_NONE;
    ElementType type_ = ElementType::u8;
    /// of strips or tiles
    bool tiled_ = false;
    std::uint32_t part_width_ = 0, part_height_ = 0;
    std::uint64_t part_bytes_ = 0;
    std::optional<double> no_data_;
    bool from_south_ = false;
};

Result<Dem> read(std::string_view content, const std::string& name, const InputSettings& settings) {
    return TiffReader(content, name, settings).read();
}

bool recognises(std::string_view content) {
    using namespace std::string_view_literals;
    return content.starts_with("II*\0"sv) || content.starts_with("MM\0*"sv) || content.starts_with("II+\0"sv) ||
           content.starts_with("MM\0+"sv);
}

}  // namespace

const DemFormat& dem_format_tiff();
const DemFormat& dem_format_tiff() {
    static const DemFormat format = {.name = "tiff",
                                     .about = "GeoTIFF",
                                     .endings = {".tif", ".tiff"},
                                     .recognises = recognises,
                                     .read = read,
                                     .encode = encode_geotiff};
    return format;
}

}  // namespace vkalgo::cli
