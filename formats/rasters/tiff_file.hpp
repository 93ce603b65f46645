#pragma once

#include "formats/bytes.hpp"
#include "formats/rasters/dem.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tiffio.h>

/// TIFF in memory by libtiff, which prints nothing.
namespace vkalgo::formats {

// GeoTIFF 1.1 (OGC 19-008) and GDAL
inline constexpr std::uint16_t kModelPixelScale = 33550, kModelTiepoint = 33922, kModelTransformation = 34264;
inline constexpr std::uint16_t kGeoKeyDirectory = 34735, kGeoDoubleParams = 34736, kGeoAsciiParams = 34737;
inline constexpr std::uint16_t kGdalMetadata = 42112, kGdalNoData = 42113;
// keys of the directory, and values of theirs
inline constexpr std::uint16_t kModelTypeKey = 1024, kRasterTypeKey = 1025, kGeodeticCrsKey = 2048;
inline constexpr std::uint16_t kAngularUnitsKey = 2054;
inline constexpr std::uint16_t kGeographic = 2, kPixelIsArea = 1, kPixelIsPoint = 2, kWgs84 = 4326, kDegrees = 9102;

/// Whether it starts as TIFF does, of 32-bit or 64-bit offsets.
bool looks_like_tiff(std::string_view content);

class TiffFile {
public:
    /// To read. Null, with message(), where it is no TIFF.
    explicit TiffFile(std::string_view content);
    /// To write into bytes(), with 64-bit offsets if `big`.
    explicit TiffFile(bool big);
    TiffFile(const TiffFile&) = delete;
    TiffFile& operator=(const TiffFile&) = delete;
    ~TiffFile();

    TIFF* get() const { return tiff_; }
    /// The first thing that went wrong.
    const std::string& message() const { return message_; }
    /// Ends writing. False where something went wrong.
    bool close();
    Bytes& bytes() { return bytes_; }

    /// A tag that libtiff does not know itself, as it lies in the file; none where it is not there.
    std::optional<GeoReference::TiffTag> tag(std::uint16_t number) const;
    /// Its numbers; none where it is not there or has none.
    std::vector<double> numbers(std::uint16_t number) const;
    /// Its text up to the first 0.
    std::string text(std::uint16_t number) const;

    bool set_tag(const GeoReference::TiffTag& tag);

private:
    struct Memory;

    void open(const char* mode);

    std::string_view content_;
    Bytes bytes_;
    std::uint64_t place_ = 0;
    std::string message_;
    TIFF* tiff_ = nullptr;
};

/// The value of a key of a GeoKeyDirectory that lies in the directory itself.
std::optional<std::uint16_t> geo_key(const std::vector<GeoReference::TiffTag>& tags, std::uint16_t key);

/// The type of samples of a SampleFormat and so many bits; none for kinds of numbers that are not read.
std::optional<ElementType> tiff_sample_type(std::uint16_t format, std::uint16_t bits);

/// How many bytes a byte can unpack to, at most, by a Compression.
std::uint64_t tiff_most_ratio(std::uint16_t compression);

/// A raster as GeoTIFF.
Result<Bytes> encode_geotiff(const Array& values, const std::optional<GeoReference>& place,
                             std::optional<double> no_data);

}  // namespace vkalgo::formats
