#include "formats/rasters/geo_keys.hpp"
#include "formats/rasters/tiff_file.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

namespace vkalgo::formats {
namespace {

template <class T>
GeoReference::TiffTag tag_of(std::uint16_t number, TIFFDataType type, const std::vector<T>& values) {
    const auto bytes = std::as_bytes(std::span(values));
    return {number,
            static_cast<std::uint16_t>(type),
            static_cast<std::uint32_t>(values.size()),
            {bytes.begin(), bytes.end()}};
}

/// Returns the tags of the georeference. Those of the coordinate system are as they were read; without any, they are
/// made from its name. Those of the corner and of the cell size are always made from the fields of `georeference`.
std::vector<GeoReference::TiffTag> tags_of(const GeoReference& georeference) {
    std::vector<GeoReference::TiffTag> tags = georeference.tags;
    if (tags.empty()) {
        tags = geo_keys_of(georeference.crs, georeference.geographic);
    }
    const bool point = geo_key(tags, kRasterTypeKey) == kPixelIsPoint;
    const double corner = point ? 0.5 : 0;
    tags.push_back(tag_of<double>(kModelPixelScale, TIFF_DOUBLE, {georeference.cell_x, georeference.cell_y, 0}));
    tags.push_back(tag_of<double>(kModelTiepoint, TIFF_DOUBLE,
                                  {0, 0, 0, georeference.west + corner * georeference.cell_x,
                                   georeference.north - corner * georeference.cell_y, 0}));
    return tags;
}

/// Returns the number of rows in a strip: as many as fit in 1 MiB, but at least one.
std::uint32_t rows_per_strip(std::uint64_t row_bytes, std::uint64_t height) {
    constexpr std::uint64_t kStrip = std::uint64_t{1} << 20;
    return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(kStrip / row_bytes, 1, height));
}

bool set_shape(TIFF* tiff, const Array& values, std::uint32_t strip_rows) {
    const bool real = is_float(values.type);
    const int format = real ? SAMPLEFORMAT_IEEEFP : is_signed(values.type) ? SAMPLEFORMAT_INT : SAMPLEFORMAT_UINT;
    constexpr int kLevel = 3;
    return TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, static_cast<std::uint32_t>(values.shape[1])) != 0 &&
           TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, static_cast<std::uint32_t>(values.shape[0])) != 0 &&
           TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 1) != 0 &&
           TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, static_cast<int>(8 * size_of(values.type))) != 0 &&
           TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, format) != 0 &&
           TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK) != 0 &&
           TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG) != 0 &&
           TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, strip_rows) != 0 &&
           TIFFSetField(tiff, TIFFTAG_COMPRESSION, COMPRESSION_ADOBE_DEFLATE) != 0 &&
           TIFFSetField(tiff, TIFFTAG_PREDICTOR, real ? PREDICTOR_FLOATINGPOINT : PREDICTOR_HORIZONTAL) != 0 &&
           TIFFSetField(tiff, TIFFTAG_ZIPQUALITY, kLevel) != 0;
}

}  // namespace

Result<Bytes> encode_geotiff(const Array& values, const std::optional<GeoReference>& georeference,
                             std::optional<double> no_data) {
    constexpr std::uint64_t kMax = 0x7fffffff;
    if (values.shape[0] > kMax || values.shape[1] > kMax) {
        return Error{ErrorCode::invalid_argument, "TIFF has at most 2^31 - 1 rows and columns; write .npy", {}};
    }
    if (values.type == ElementType::f16 || values.type == ElementType::u64 || values.type == ElementType::i64) {
        return Error{ErrorCode::invalid_argument,
                     fmt::format("values of {} cannot be written as TIFF; write .npy", to_string(values.type)),
                     {}};
    }
    constexpr std::uint64_t kBig = std::uint64_t{3} << 30;
    TiffFile file(values.data.size() > kBig);
    const auto failed = [&] {
        return Error{ErrorCode::invalid_argument, fmt::format("cannot write TIFF: {}; write .npy", file.message()), {}};
    };
    const std::uint64_t row_bytes = values.shape[1] * size_of(values.type);
    const std::uint32_t strip_rows = rows_per_strip(row_bytes, values.shape[0]);
    if (file.get() == nullptr || !set_shape(file.get(), values, strip_rows)) {
        return failed();
    }
    std::vector<GeoReference::TiffTag> tags =
        georeference ? tags_of(*georeference) : std::vector<GeoReference::TiffTag>();
    if (no_data) {
        const std::string text = std::isnan(*no_data) ? "nan" : fmt::format("{}", *no_data);
        tags.push_back(
            tag_of(kGdalNoData, TIFF_ASCII, std::vector<char>(text.c_str(), text.c_str() + text.size() + 1)));
    }
    for (const auto& tag : tags) {
        if (!file.set_tag(tag)) {
            return failed();
        }
    }
    // libtiff modifies the memory that it is given.
    Bytes strip;
    std::uint32_t number = 0;
    for (std::uint64_t row = 0; row < values.shape[0]; row += strip_rows, ++number) {
        const std::uint64_t rows = std::min<std::uint64_t>(strip_rows, values.shape[0] - row);
        const auto first = values.data.begin() + static_cast<std::ptrdiff_t>(row * row_bytes);
        strip.assign(first, first + static_cast<std::ptrdiff_t>(rows * row_bytes));
        if (TIFFWriteEncodedStrip(file.get(), number, strip.data(), static_cast<tmsize_t>(strip.size())) < 0) {
            return failed();
        }
    }
    if (!file.close()) {
        return failed();
    }
    return std::move(file.bytes());
}

}  // namespace vkalgo::formats
