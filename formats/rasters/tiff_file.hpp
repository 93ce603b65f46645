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

/// TIFF in memory with libtiff, without messages to the terminal.
namespace vkalgo::formats {

// Tags of GeoTIFF 1.1 (OGC 19-008) and GDAL.
inline constexpr std::uint16_t kModelPixelScale = 33550, kModelTiepoint = 33922, kModelTransformation = 34264;
inline constexpr std::uint16_t kGeoKeyDirectory = 34735, kGeoDoubleParams = 34736, kGeoAsciiParams = 34737;
inline constexpr std::uint16_t kGdalMetadata = 42112, kGdalNoData = 42113;
// Keys of a GeoKeyDirectory, and some of their values.
inline constexpr std::uint16_t kModelTypeKey = 1024, kRasterTypeKey = 1025, kGeodeticCrsKey = 2048;
inline constexpr std::uint16_t kAngularUnitsKey = 2054;
inline constexpr std::uint16_t kGeographic = 2, kPixelIsArea = 1, kPixelIsPoint = 2, kWgs84 = 4326, kDegrees = 9102;

/// Returns true if the content starts like a TIFF, with 32-bit or 64-bit offsets.
bool looks_like_tiff(std::string_view content);

class TiffFile {
public:
    /// Opens content for reading. If it is not a TIFF, get() returns null and message() has the reason.
    explicit TiffFile(std::string_view content);
    /// Opens for writing into bytes(), with 64-bit offsets if `big`.
    explicit TiffFile(bool big);
    TiffFile(const TiffFile&) = delete;
    TiffFile& operator=(const TiffFile&) = delete;
    ~TiffFile();

    TIFF* get() const { return tiff_; }
    /// Returns the message of the first error.
    const std::string& message() const { return message_; }
    /// Ends writing. Returns false if there was an error.
    bool close();
    Bytes& bytes() { return bytes_; }

    /// Returns a tag that libtiff does not know, with its values in this machine's byte order; nullopt if it is missing
    /// or has no value.
    std::optional<GeoReference::TiffTag> tag(std::uint16_t number) const;
    /// Returns the numbers of a tag of type DOUBLE or FLOAT; empty if it is missing or has another type.
    std::vector<double> numbers(std::uint16_t number) const;
    /// Returns a tag's text up to the first 0; empty if it is missing or no text.
    std::string text(std::uint16_t number) const;

    bool set_tag(const GeoReference::TiffTag& tag);

private:
    struct Memory;

    void open(const char* mode);

    std::string_view content_;
    Bytes bytes_;
    std::uint64_t offset_ = 0;
    std::string message_;
    TIFF* tiff_ = nullptr;
};

/// Returns the value of a key of a GeoKeyDirectory, if the value is in the directory itself.
std::optional<std::uint16_t> geo_key(const std::vector<GeoReference::TiffTag>& tags, std::uint16_t key);

/// Returns the sample type for a SampleFormat and a number of bits; nullopt for kinds of numbers that are not read.
std::optional<ElementType> tiff_sample_type(std::uint16_t format, std::uint16_t bits);

/// Returns an upper limit of the number of bytes to which one byte can be unpacked with this Compression.
std::uint64_t tiff_most_ratio(std::uint16_t compression);

/// Encodes a raster as GeoTIFF.
Result<Bytes> encode_geotiff(const Array& values, const std::optional<GeoReference>& georeference,
                             std::optional<double> no_data);

}  // namespace vkalgo::formats
