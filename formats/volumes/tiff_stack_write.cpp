#include "formats/volumes/tiff_stack_write.hpp"

#include "formats/rasters/tiff_file.hpp"
#include "formats/volumes/tiff_description.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

namespace vkalgo::formats {
namespace {

bool set_page(TIFF* tiff, const Volume& volume, const std::string& description, std::uint32_t strip_rows) {
    const bool real = is_float(volume.type);
    const int format = real ? SAMPLEFORMAT_IEEEFP : is_signed(volume.type) ? SAMPLEFORMAT_INT : SAMPLEFORMAT_UINT;
    constexpr int kLevel = 3;
    const bool set = TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, volume.size[0]) != 0 &&
                     TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, volume.size[1]) != 0 &&
                     TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 1) != 0 &&
                     TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, static_cast<int>(8 * size_of(volume.type))) != 0 &&
                     TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, format) != 0 &&
                     TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK) != 0 &&
                     TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG) != 0 &&
                     TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, strip_rows) != 0 &&
                     TIFFSetField(tiff, TIFFTAG_COMPRESSION, COMPRESSION_ADOBE_DEFLATE) != 0 &&
                     // ImageJ reads only these two predictors.
                     TIFFSetField(tiff, TIFFTAG_PREDICTOR, real ? PREDICTOR_NONE : PREDICTOR_HORIZONTAL) != 0 &&
                     TIFFSetField(tiff, TIFFTAG_ZIPQUALITY, kLevel) != 0;
    const auto& spacing = volume.geometry.spacing;
    return set && (description.empty() || (TIFFSetField(tiff, TIFFTAG_IMAGEDESCRIPTION, description.c_str()) != 0 &&
                                           TIFFSetField(tiff, TIFFTAG_XRESOLUTION, 1 / spacing[0]) != 0 &&
                                           TIFFSetField(tiff, TIFFTAG_YRESOLUTION, 1 / spacing[1]) != 0 &&
                                           TIFFSetField(tiff, TIFFTAG_RESOLUTIONUNIT, RESUNIT_NONE) != 0));
}

}  // namespace

Result<Bytes> encode_tiff_stack(const Volume& volume) {
    if (size_of(volume.type) == 8 && !is_float(volume.type)) {
        return Error{ErrorCode::invalid_argument,
                     fmt::format("voxels of {} cannot be written as TIFF; choose .nii.gz, .nrrd or .npy",
                                 to_string(volume.type)),
                     {}};
    }
    const std::uint64_t row_bytes = std::uint64_t{volume.size[0]} * size_of(volume.type);
    constexpr std::uint64_t kBig = std::uint64_t{3} << 30, kStrip = std::uint64_t{1} << 20;
    const auto strip_rows =
        static_cast<std::uint32_t>(std::clamp<std::uint64_t>(kStrip / row_bytes, 1, volume.size[1]));
    TiffFile file(volume.voxels.size() > kBig);
    const auto failed = [&] {
        return Error{ErrorCode::invalid_argument,
                     fmt::format("libtiff says: {}; choose .nii.gz, .nrrd or .npy", file.message()),
                     {}};
    };
    if (file.get() == nullptr) {
        return failed();
    }
    const bool kept = volume.geometry.format == std::string_view("tiff");
    const std::string description = imagej_description(
        volume.size[2], volume.geometry.spacing[2], kept ? as_text(volume.geometry.header) : "", volume.geometry.unit);
    // libtiff modifies the memory that it is given.
    Bytes strip;
    auto from = volume.voxels.begin();
    for (std::uint32_t z = 0; z < volume.size[2]; ++z) {
        if (!set_page(file.get(), volume, z == 0 ? description : "", strip_rows)) {
            return failed();
        }
        std::uint32_t number = 0;
        for (std::uint64_t row = 0; row < volume.size[1]; row += strip_rows, ++number) {
            const std::uint64_t rows = std::min<std::uint64_t>(strip_rows, volume.size[1] - row);
            const auto next = from + static_cast<std::ptrdiff_t>(rows * row_bytes);
            strip.assign(from, next);
            from = next;
            if (TIFFWriteEncodedStrip(file.get(), number, strip.data(), static_cast<tmsize_t>(strip.size())) < 0) {
                return failed();
            }
        }
        if (TIFFWriteDirectory(file.get()) == 0) {
            return failed();
        }
    }
    if (!file.close()) {
        return failed();
    }
    return std::move(file.bytes());
}

}  // namespace vkalgo::formats
