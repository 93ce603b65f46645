// Reads GeoTIFF (OGC 19-008): strips or tiles of one number per pixel, in every compression that libtiff has.
#include "formats/rasters/cell_order.hpp"
#include "formats/rasters/dem_format.hpp"
#include "formats/rasters/files_beside.hpp"
#include "formats/rasters/geo_keys.hpp"
#include "formats/rasters/tiff_file.hpp"
#include "formats/rasters/tiff_mask.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace vkalgo::formats {
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
        VKALGO_TRY(const AuxFacts aux, read_aux_beside(name_, settings_));
        VKALGO_CHECK(read_numbers(aux));
        VKALGO_CHECK(check_room());
        name_what_is_not_taken();
        Dem dem;
        dem.grid.width = width_;
        dem.grid.height = height_;
        VKALGO_CHECK(set_georeference(aux, dem));
        VKALGO_CHECK(heights(dem));
        VKALGO_CHECK(mask(dem));
        to_usual_order(dem.heights, width_, height_, dem.order);
        to_usual_order(dem.wide, width_, height_, dem.order);
        return dem;
    }

private:
    Error wrong(const std::string& message) const { return bad_dem(name_, message); }

    Error damaged() const {
        return wrong(fmt::format("is not a valid TIFF: {}; copy or write it again",
                                 file_.message().empty() ? "a part of it cannot be read" : file_.message()));
    }

    /// Returns true if the last of `samples` samples is the opacity of a pixel.
    bool has_alpha(std::uint16_t samples) const {
        std::uint16_t count = 0;
        const std::uint16_t* kinds = nullptr;
        return samples > 1 && TIFFGetField(file_.get(), TIFFTAG_EXTRASAMPLES, &count, &kinds) != 0 && count != 0 &&
               (kinds[count - 1] == EXTRASAMPLE_ASSOCALPHA || kinds[count - 1] == EXTRASAMPLE_UNASSALPHA);
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
                fmt::format("has {}, but a DEM has one number per pixel; extract one band with: gdal_translate "
                            "-b 1{} IN OUT",
                            samples != 1 ? plural(samples, "sample") + " per pixel" : "a palette of colours",
                            has_alpha(samples) ? fmt::format(" -mask {}", samples) : ""));
        }
        const auto type = tiff_sample_type(format, bits);
        if (!type) {
            return wrong(
                fmt::format("has samples of {} bits (SampleFormat {}), which are not supported; convert the file with: "
                            "gdal_translate -ot Float64 IN OUT",
                            bits, format));
        }
        if (TIFFIsCODECConfigured(compression_) == 0) {
            return wrong(fmt::format(
                "is packed by compression {}, which the libtiff of this machine does not support; convert it with: "
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

    /// Checks, before memory is allocated, that the file is large enough for its raster and that the raster is within
    /// the limit. The limit is at least four times the file's size.
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
                fmt::format("'{}' is a raster of {} x {} cells, {} when decoded, but the limit is {}; raise {} "
                            "or give a smaller raster",
                            name_, width_, height_, format_limit(decoded), format_limit(limit.bytes), limit.option),
                name_};
        }
        // Parts without bytes are empty (GDAL writes such parts). Other parts hold at most what the compression allows.
        std::uint64_t packed = 0, held = 0;
        for (std::uint64_t part = 0; part < parts; ++part) {
            const std::uint64_t bytes = TIFFGetStrileByteCount(tiff, static_cast<std::uint32_t>(part));
            packed = std::max(packed, std::min<std::uint64_t>(bytes, content_.size()));
            held += bytes != 0 ? part_bytes_ : 0;
        }
        const std::uint64_t ratio = tiff_most_ratio(compression_);
        if (!tiled_ && held != 0) {
            // The last strip may have fewer rows than the other strips.
            held = std::min(held, cells * size);
        }
        if (held / ratio > content_.size() || (held != 0 && packed == 0)) {
            return wrong(fmt::format("has {} x {} cells, which do not fit in its {} bytes; {}", width_, height_,
                                     content_.size(), "the file is truncated or damaged; copy or write it again"));
        }
        return {};
    }

    /// Reads the meaning of numbers. As in GDAL, an .aux.xml has precedence over the file itself, except over the
    /// file's NODATA_VALUES.
    Result<void> read_numbers(const AuxFacts& aux) {
        no_data_ = aux.no_data;
        if (const std::string text = file_.text(kGdalNoData); !no_data_ && !text.empty()) {
            double value = 0;
            if (read_decimal(text, value)) {
                no_data_ = value;
            } else {
                settings_.notice(
                    fmt::format("'{}' has '{}' for no data, which is not a number and is ignored; set "
                                "a number with: gdal_edit.py -a_nodata -9999 FILE",
                                name_, text.substr(0, 40)));
            }
        }
        band_no_data_ = no_data_;
        const BandWords words = read_gdal_metadata(file_.text(kGdalMetadata));
        take_no_data_values(words);
        VKALGO_TRY(scale_, number_of(aux.scale, words.scale, "scale", 1));
        VKALGO_TRY(offset_, number_of(aux.offset, words.offset, "offset", 0));
        if (scale_ == 0) {
            return wrong("scales its heights by 0; correct it with: gdal_edit.py -scale 1 FILE");
        }
        return {};
    }

    /// Takes the number for no data from NODATA_VALUES, if that item has one number, since the file has one band. GDAL
    /// does so too, and otherwise uses the band's number.
    void take_no_data_values(const BandWords& words) {
        if (!words.no_data_values) {
            return;
        }
        double value = 0;
        if (!read_decimal(*words.no_data_values, value)) {
            settings_.notice(fmt::format(
                "'{}' has '{}' for no data (NODATA_VALUES), which is not one number and is ignored; correct it "
                "with: gdal_edit.py -mo NODATA_VALUES=-9999 FILE",
                name_, words.no_data_values->substr(0, 40)));
            return;
        }
        const bool same = band_no_data_ == value || (band_no_data_ && std::isnan(*band_no_data_) && std::isnan(value));
        if (band_no_data_ && !same) {
            settings_.notice(fmt::format(
                "'{}' has {} for no data (NODATA_VALUES), but {} for its band; the first number is used, as in GDAL",
                name_, value, *band_no_data_));
        }
        no_data_ = value;
    }

    Result<double> number_of(std::optional<double> first, const std::string& words, const char* what,
                             double otherwise) const {
        double value = first.value_or(otherwise);
        const bool read = first || words.empty() || read_decimal(words, value);
        if (!read || !std::isfinite(value)) {
            return wrong(fmt::format(
                "has '{}' for the {} of its heights, which is not a finite number; correct it with: gdal_edit.py "
                "-{} {} FILE",
                read ? fmt::format("{}", value) : words.substr(0, 40), what, what, otherwise));
        }
        return value;
    }

    void name_what_is_not_taken() const {
        std::uint16_t orientation = ORIENTATION_TOPLEFT, photometric = PHOTOMETRIC_MINISBLACK;
        TIFFGetField(file_.get(), TIFFTAG_ORIENTATION, &orientation);
        TIFFGetField(file_.get(), TIFFTAG_PHOTOMETRIC, &photometric);
        if (orientation != ORIENTATION_TOPLEFT) {
            settings_.notice(fmt::format(
                "'{}' says that its image is rotated or mirrored (orientation {}); this is ignored: rows are "
                "read as they are stored, and placed by the file's coordinates if it has any",
                name_, orientation));
        }
        if (photometric == PHOTOMETRIC_MINISWHITE) {
            settings_.notice(fmt::format("'{}' says that 0 is white; its numbers are read as they are stored", name_));
        }
    }

    /// Returns the height that GDAL gives to parts without bytes.
    double empty_height() const {
        // If the band gives no number for no data, parts without bytes hold 0.
        return band_no_data_ || no_data_ == 0.0 ? std::numeric_limits<double>::quiet_NaN() : height_of(offset_);
    }

    /// Returns the properties of the numbers, which all strips or tiles share.
    CellValues values() const {
        CellValues cells;
        cells.type = type_;
        cells.to_east = size_of(type_);
        cells.to_south = static_cast<std::int64_t>(part_width_) * cells.to_east;
        if (no_data_) {
            cells.no_data.push_back(*no_data_);
        }
        cells.scale = scale_;
        cells.offset = offset_;
        return cells;
    }

    /// Returns the map from cells to coordinates that the tags give; nullopt if they give none. `points`: the tags give
    /// the coordinates of the centres of cells instead of their corners.
    std::optional<GeoTransform> transform(bool points) const {
        std::vector<double> scale = file_.numbers(kModelPixelScale);
        const auto tie = file_.numbers(kModelTiepoint);
        const auto matrix = file_.numbers(kModelTransformation);
        GeoTransform found{};
        if (scale.size() >= 2 && tie.size() >= 6) {
            if (scale[1] < 0) {
                settings_.notice(
                    fmt::format("'{}' has a negative ScaleY, so its first row would be the southernmost; "
                                "it is read as the northernmost, as in GDAL",
                                name_));
                scale[1] = -scale[1];
            }
            found = {tie[3] - tie[0] * scale[0], scale[0], 0, tie[4] + tie[1] * scale[1], 0, -scale[1]};
        } else if (matrix.size() >= 16) {
            found = {matrix[3], matrix[0], matrix[1], matrix[7], matrix[4], matrix[5]};
        } else {
            return std::nullopt;
        }
        if (points) {
            found[0] -= (found[1] + found[2]) / 2;
            found[3] -= (found[4] + found[5]) / 2;
        }
        return found;
    }

    /// Sets the georeference by the first of these that gives one, as GDAL does: an .aux.xml, the tags, a world file.
    Result<void> set_georeference(const AuxFacts& aux, Dem& dem) {
        GeoReference georeference;
        for (const std::uint16_t number : {kGeoKeyDirectory, kGeoDoubleParams, kGeoAsciiParams}) {
            if (auto tag = file_.tag(number)) {
                georeference.tags.push_back(std::move(*tag));
            }
        }
        georeference.geographic = geo_key(georeference.tags, kModelTypeKey) == kGeographic;
        if (georeference.geographic && geo_key(georeference.tags, kAngularUnitsKey).value_or(kDegrees) != kDegrees) {
            return wrong(
                "has coordinates in angles that are not degrees; convert it with: gdalwarp -t_srs EPSG:4326 IN OUT");
        }
        VKALGO_CHECK(take_crs(crs_of_geo_keys(georeference.tags), name_, georeference));
        auto found = transform(geo_key(georeference.tags, kRasterTypeKey) == kPixelIsPoint);
        const std::size_t tie_points = file_.numbers(kModelTiepoint).size() / 6;
        if (!aux.crs.empty()) {
            georeference.tags.clear();
            VKALGO_CHECK(take_crs(aux.crs, name_, georeference));
        }
        if (aux.transform) {
            found = aux.transform;
        }
        const auto world = read_world_beside(name_, settings_);
        if (!found) {
            VKALGO_CHECK(world);
            found = world->file.empty() ? std::nullopt : std::optional(world->transform);
        } else if (!world || (!world->file.empty() && !cells_coincide(*found, world->transform, height_, width_))) {
            settings_.notice(
                fmt::format("'{}' has coordinates of its own, so its world file is ignored{}", name_,
                            world ? ", which differs: '" + world->file + "'" : ": " + world.error().message));
        }
        if (!found) {
            if (tie_points > 1) {
                settings_.notice(
                    fmt::format("'{}' has coordinates by {} tie points, but no size of cells; the points "
                                "are ignored, and cells are 1 x 1; convert it with: gdalwarp IN OUT",
                                name_, tie_points));
            } else if (tie_points != 0 || !georeference.tags.empty()) {
                settings_.notice(fmt::format("'{}' has no coordinates, so cells are 1 x 1", name_));
            }
            return {};
        }
        VKALGO_CHECK(take_transform(*found, height_, name_, georeference, dem.order));
        dem.georeference = std::move(georeference);
        return {};
    }

    /// Removes the data of cells for which a mask within the file has 0.
    Result<void> mask(Dem& dem) {
        VKALGO_TRY(const TiffPages pages, find_tiff_pages(file_, name_));
        if (pages.others != 0) {
            settings_.notice(
                fmt::format("'{}' has {} after the first that {} neither a mask nor a smaller copy; {} ignored", name_,
                            plural(pages.others, "page"), pages.others == 1 ? "is" : "are",
                            pages.others == 1 ? "it is" : "they are"));
        }
        if (pages.mask == 0) {
            return {};
        }
        if (TIFFSetDirectory(file_.get(), static_cast<tdir_t>(pages.mask)) == 0) {
            return damaged();
        }
        VKALGO_TRY(const std::vector<std::uint8_t> read, read_tiff_mask(file_, name_, width_, height_));
        mask_heights(read, dem);
        return {};
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
        return {};
    }

    std::string_view content_;
    const std::string& name_;
    const InputSettings& settings_;
    TiffFile file_;
    std::uint32_t width_ = 0, height_ = 0;
    std::uint16_t compression_ = COMPRESSION_NONE;
    ElementType type_ = ElementType::u8;
    /// Properties of strips or tiles.
    bool tiled_ = false;
    std::uint32_t part_width_ = 0, part_height_ = 0;
    std::uint64_t part_bytes_ = 0;
    /// The number that cells without data hold, and the number that the band gives for them.
    std::optional<double> no_data_, band_no_data_;
    double scale_ = 1, offset_ = 0;
};

Result<Dem> read_geotiff(std::string_view content, const std::string& name, const InputSettings& settings) {
    return TiffReader(content, name, settings).read();
}

}  // namespace

const DemFormat& dem_format_tiff();
const DemFormat& dem_format_tiff() {
    static const DemFormat format = {.name = "tiff",
                                     .about = "GeoTIFF",
                                     .endings = {".tif", ".tiff"},
                                     .recognises = looks_like_tiff,
                                     .read = read_geotiff,
                                     .takes_aux = true,
                                     .encode = encode_geotiff};
    return format;
}

}  // namespace vkalgo::formats
