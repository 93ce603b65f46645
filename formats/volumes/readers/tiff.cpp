// Reads stacks of TIFF: a page per slice (or, as ImageJ writes large stacks, all slices one after another on a single
// page), one number per pixel, in every compression that this machine's libtiff has.
#include "formats/rasters/gdal_metadata.hpp"
#include "formats/rasters/tiff_file.hpp"
#include "formats/volumes/tiff_description.hpp"
#include "formats/volumes/tiff_stack_write.hpp"
#include "formats/volumes/volume_format.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>

#include <fmt/format.h>

namespace vkalgo::formats {
namespace {

/// The properties that all pages of a stack share.
struct Page {
    std::uint32_t width = 0, height = 0;
    /// 1: one bit per voxel, which becomes 0 or 255.
    std::uint16_t bits = 8;
    ElementType type = ElementType::u8;
    bool operator==(const Page&) const = default;
};

class StackReader {
public:
    StackReader(std::string_view content, const std::string& name, const InputSettings& settings)
        : content_(content), name_(name), settings_(settings), file_(content) {}

    Result<Volume> read() {
        if (file_.get() == nullptr || !file_.message().empty()) {
            return damaged();
        }
        VKALGO_TRY(page_, page());
        VKALGO_TRY(std::uint64_t pages, count_pages());
        pages = pages == 1 ? count_images_in_a_row() : pages;
        Volume volume;
        volume.type = page_.type;
        const std::uint64_t size[] = {page_.width, page_.height, pages};
        VKALGO_CHECK(set_size(volume, std::span(size).first(pages > 1 ? 3 : 2), name_));
        VKALGO_CHECK(read_description(volume));
        const bool scaled = slope_ != 1 || intercept_ != 0;
        const std::uint64_t voxel_bytes = scaled ? sizeof(float) : size_of(volume.type);
        VKALGO_CHECK(check_unpacked(volume.voxel_count() * voxel_bytes, content_.size(), volume, name_, settings_));
        volume.voxels.resize(volume.voxel_count() * size_of(volume.type));
        VKALGO_CHECK(read_pages(volume));
        apply_scale(volume, slope_, intercept_);
        return volume;
    }

private:
    Error wrong(const std::string& message) const { return bad_volume(name_, message); }

    Error damaged() const {
        return wrong(fmt::format("is not a valid TIFF: {}; copy or write it again",
                                 file_.message().empty() ? "a part of it cannot be read" : file_.message()));
    }

    /// Returns false for previews and masks, which are not slices.
    bool is_slice() const {
        std::uint32_t kind = 0;
        TIFFGetFieldDefaulted(file_.get(), TIFFTAG_SUBFILETYPE, &kind);
        return (kind & (FILETYPE_REDUCEDIMAGE | FILETYPE_MASK)) == 0;
    }

    /// Checks the current page, and returns its properties. Reads only its directory, not its voxels.
    Result<Page> page() {
        TIFF* tiff = file_.get();
        Page page;
        if (TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &page.width) == 0 ||
            TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &page.height) == 0 || page.width == 0 || page.height == 0) {
            return damaged();
        }
        std::uint16_t samples = 1, format = SAMPLEFORMAT_UINT, compression = COMPRESSION_NONE;
        page.bits = 1;
        TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &samples);
        TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &page.bits);
        TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLEFORMAT, &format);
        TIFFGetFieldDefaulted(tiff, TIFFTAG_COMPRESSION, &compression);
        if (samples != 1) {
            return wrong(fmt::format("has {} per pixel, but a volume has one number per voxel; convert it to grey",
                                     plural(samples, "sample")));
        }
        const auto type = page.bits == 1 ? std::optional(ElementType::u8) : tiff_sample_type(format, page.bits);
        if (!type) {
            return wrong(
                fmt::format("has samples of {} bits (SampleFormat {}), which are not supported; convert them to whole "
                            "numbers of 8 to 64 bits, or floating-point numbers of 32 or 64 bits",
                            page.bits, format));
        }
        page.type = *type;
        if (TIFFIsCODECConfigured(compression) == 0) {
            return wrong(fmt::format(
                "is packed by compression {}, which the libtiff of this machine does not support; convert it with: "
                "tiffcp -c zip IN OUT",
                compression));
        }
        VKALGO_CHECK(check_room(page, compression));
        return page;
    }

    /// Checks that the file is large enough for the page.
    Result<void> check_room(const Page& page, std::uint16_t compression) {
        TIFF* tiff = file_.get();
        const bool tiled = TIFFIsTiled(tiff) != 0;
        const std::uint64_t row = (std::uint64_t{page.width} * page.bits + 7) / 8;
        std::uint64_t bytes = 0;
        if (__builtin_mul_overflow(row, std::uint64_t{page.height}, &bytes) ||
            static_cast<std::uint64_t>(TIFFScanlineSize(tiff)) != row) {
            return damaged();
        }
        const std::uint32_t parts = tiled ? TIFFNumberOfTiles(tiff) : TIFFNumberOfStrips(tiff);
        std::uint64_t packed = 0;
        for (std::uint32_t part = 0; part < parts; ++part) {
            packed += std::min<std::uint64_t>(TIFFGetStrileByteCount(tiff, part), content_.size());
        }
        // Pages may share their strips or tiles, so the size of each page is compared with that of the file.
        if (bytes / tiff_most_ratio(compression) > std::min<std::uint64_t>(packed, content_.size())) {
            return wrong(
                fmt::format("has {} x {} pixels on a page, which do not fit in its {} bytes; the file is "
                            "truncated or damaged; copy or write it again",
                            page.width, page.height, content_.size()));
        }
        return {};
    }

    /// Checks all pages, goes back to the first one, and returns the number of slices.
    Result<std::uint64_t> count_pages() {
        TIFF* tiff = file_.get();
        if (!is_slice()) {
            return wrong(
                "has a smaller copy or a mask as its first page; write it again so that its first page is a slice");
        }
        std::uint64_t pages = 1;
        for (std::uint64_t number = 2; TIFFReadDirectory(tiff) != 0; ++number) {
            if (!is_slice()) {
                std::uint32_t kind = 0;
                TIFFGetFieldDefaulted(tiff, TIFFTAG_SUBFILETYPE, &kind);
                masked_ = masked_ || (kind & (FILETYPE_REDUCEDIMAGE | FILETYPE_MASK)) == FILETYPE_MASK;
                continue;
            }
            VKALGO_TRY(const Page other, page());
            if (!(other == page_)) {
                return wrong(
                    fmt::format("has pages of {} x {} pixels of {} bits ({}), but page {} (counted from 1) has {} x {} "
                                "pixels of {} bits ({}); write all slices with one size and type",
                                page_.width, page_.height, page_.bits, to_string(page_.type), number, other.width,
                                other.height, other.bits, to_string(other.type)));
            }
            ++pages;
        }
        // At the end of the file libtiff gives no message. After a directory that cannot be read it gives one.
        if (!file_.message().empty() || TIFFSetDirectory(tiff, 0) == 0) {
            return damaged();
        }
        return pages;
    }

    /// Returns the number of images that follow one another on the only page, and sets images_at_. Returns 1 if there
    /// is only one image. ImageJ writes stacks of more than 4 GB so: as one page, whose description gives the number of
    /// images.
    std::uint64_t count_images_in_a_row() {
        TIFF* tiff = file_.get();
        char* text = nullptr;
        std::uint16_t compression = COMPRESSION_NONE;
        TIFFGetFieldDefaulted(tiff, TIFFTAG_COMPRESSION, &compression);
        if (TIFFGetField(tiff, TIFFTAG_IMAGEDESCRIPTION, &text) == 0 || text == nullptr || page_.bits < 8 ||
            compression != COMPRESSION_NONE || TIFFIsTiled(tiff) != 0) {
            return 1;
        }
        const TiffDescription description = read_tiff_description(text);
        if (description.kind != TiffDescription::Kind::imagej || description.images < 2) {
            return 1;
        }
        const std::uint64_t first = TIFFGetStrileOffset(tiff, 0);
        for (std::uint32_t strip = 1; strip < TIFFNumberOfStrips(tiff); ++strip) {
            if (TIFFGetStrileOffset(tiff, strip) !=
                TIFFGetStrileOffset(tiff, strip - 1) + TIFFGetStrileByteCount(tiff, strip - 1)) {
                return 1;
            }
        }
        std::uint64_t bytes = 0;
        if (__builtin_mul_overflow(std::uint64_t{page_.width} * page_.height, size_of(page_.type), &bytes) ||
            __builtin_mul_overflow(bytes, description.images, &bytes) || first > content_.size() ||
            bytes > content_.size() - first) {
            return 1;
        }
        images_at_ = first;
        return description.images;
    }

    Result<void> read_description(Volume& volume) {
        char* text = nullptr;
        TIFFGetField(file_.get(), TIFFTAG_IMAGEDESCRIPTION, &text);
        const std::string_view words = text != nullptr ? std::string_view(text) : std::string_view();
        TiffDescription description = read_tiff_description(words);
        if (description.channels > 1 || description.frames > 1) {
            // Stacks often count their slices as channels or time frames. One of these counts then equals the number of
            // pages.
            if (std::max(description.channels, description.frames) != volume.size[2]) {
                return wrong(fmt::format(
                    "has {} and {} of time; write the slices of one channel at one moment as a separate stack",
                    plural(description.channels, "channel"), plural(description.frames, "moment")));
            }
            settings_.notice(fmt::format("'{}' calls its pages {}; they are read as slices", name_,
                                         description.channels > 1 ? "channels" : "moments of time"));
        }
        if (description.images > volume.size[2]) {
            return wrong(
                fmt::format("says that it has {} images, but has {}; the file is truncated, or its images are not "
                            "stored as pages; write every image as a page of its own",
                            description.images, plural(volume.size[2], "page")));
        }
        if (description.kind == TiffDescription::Kind::imagej) {
            const auto header = as_byte_span(words);
            volume.geometry.header.assign(header.begin(), header.end());
            constexpr std::uint32_t kResolutions[] = {TIFFTAG_XRESOLUTION, TIFFTAG_YRESOLUTION};
            for (unsigned axis = 0; axis < 2; ++axis) {
                float resolution = 0;
                if (TIFFGetField(file_.get(), kResolutions[axis], &resolution) != 0 && resolution != 0) {
                    description.spacing[axis] = 1 / static_cast<double>(resolution);
                }
            }
        }
        float across = 0, along = 0;
        if (description.kind == TiffDescription::Kind::none &&
            TIFFGetField(file_.get(), TIFFTAG_XRESOLUTION, &across) != 0 &&
            TIFFGetField(file_.get(), TIFFTAG_YRESOLUTION, &along) != 0 && across / along > 1e-3F &&
            across / along < 1e3F) {
            // Pixels per inch describe a printer. But their ratio still says that pixels are not square.
            description.spacing[1] = static_cast<double>(across) / static_cast<double>(along);
        }
        volume.geometry.unit = description.unit;
        if (description.mixed_units) {
            settings_.notice(
                fmt::format("'{}' has distances in several units, not all of which vkalgo converts to one; give "
                            "<spacing> if the command has it",
                            name_));
        }
        for (unsigned axis = 0; axis < 3; ++axis) {
            if (description.spacing[axis] != 0) {
                VKALGO_CHECK(set_spacing(volume, axis, description.spacing[axis], name_, settings_));
            }
        }
        VKALGO_CHECK(take_calibration(description));
        name_what_is_not_taken();
        return {};
    }

    /// Takes slope_ and intercept_ from ImageJ's straight line from stored numbers to values. ImageJ has it only for 8
    /// and 16 bits.
    Result<void> take_calibration(const TiffDescription& description) {
        if (!description.calibration) {
            return {};
        }
        constexpr const char* kStored = "the stored numbers are used";
        if (*description.calibration != 0) {
            settings_.notice(fmt::format("'{}' calibrates its values by {} (cf={} of ImageJ), which is ignored; {}",
                                         name_, imagej_function_name(*description.calibration),
                                         *description.calibration, kStored));
            return {};
        }
        double c0 = description.c0;
        if (size_of(page_.type) > 2) {
            if (c0 != 0 || description.c1 != 1) {
                settings_.notice(fmt::format("'{}' has a calibration, which ImageJ does not apply to {}; {}", name_,
                                             to_string(page_.type), kStored));
            }
            return {};
        }
        if (!std::isfinite(c0) || !std::isfinite(description.c1) || description.c1 == 0) {
            return wrong(
                fmt::format("calibrates its values as {} + {} * stored number, but both numbers must be finite and the "
                            "second not 0; correct c0 and c1 of its description, or choose the function None in "
                            "ImageJ: Analyze > Calibrate",
                            c0, description.c1));
        }
        if (page_.type == ElementType::i16) {
            // ImageJ adds this number to signed numbers before it calibrates them.
            constexpr double kUnsigned = 32768;
            c0 += kUnsigned * description.c1;
        }
        intercept_ = c0;
        slope_ = description.c1;
        if (description.clips_at_zero && (c0 != 0 || slope_ != 1 || is_signed(page_.type))) {
            settings_.notice(
                fmt::format("'{}' says that values below 0 are 0 (zeroclip of ImageJ), which is ignored", name_));
        }
        return {};
    }

    void name_what_is_not_taken() const {
        TIFF* tiff = file_.get();
        const auto passed_over = [&](const std::string& fact) {
            settings_.notice(fmt::format("'{}' has {}, which is ignored", name_, fact));
        };
        if (const std::string none = file_.text(kGdalNoData); !none.empty()) {
            passed_over(fmt::format("the number {} for no data", none.substr(0, 40)));
        }
        const BandWords words = read_gdal_metadata(file_.text(kGdalMetadata));
        if (words.no_data_values) {
            passed_over(
                fmt::format("the number '{}' for no data (NODATA_VALUES)", words.no_data_values->substr(0, 40)));
        }
        if (!words.scale.empty() || !words.offset.empty()) {
            passed_over("a scale or an offset of its numbers");
        }
        if (masked_) {
            passed_over("a mask that says where there are data");
        }
        std::uint16_t orientation = ORIENTATION_TOPLEFT;
        if (TIFFGetField(tiff, TIFFTAG_ORIENTATION, &orientation) != 0 && orientation != ORIENTATION_TOPLEFT) {
            passed_over(fmt::format("an orientation that is not upright ({})", orientation));
        }
        std::uint16_t photometric = PHOTOMETRIC_MINISBLACK;
        TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &photometric);
        if (photometric == PHOTOMETRIC_MINISWHITE || photometric == PHOTOMETRIC_PALETTE) {
            settings_.notice(
                fmt::format("'{}' {}; its numbers are read as they are stored", name_,
                            photometric == PHOTOMETRIC_PALETTE ? "has a palette of colours" : "says that 0 is white"));
        }
    }

    Result<void> read_pages(Volume& volume) {
        TIFF* tiff = file_.get();
        if (images_at_) {
            std::memcpy(volume.voxels.data(), content_.data() + *images_at_, volume.voxels.size());
            if (TIFFIsByteSwapped(tiff) != 0) {
                swap_elements(volume.voxels, volume.type);
            }
            return {};
        }
        const std::uint64_t slice = std::uint64_t{page_.width} * page_.height * size_of(page_.type);
        std::uint64_t z = 0;
        do {
            if (is_slice() && z < volume.size[2]) {
                VKALGO_CHECK(TIFFIsTiled(tiff) != 0 ? read_tiles(volume, volume.voxels.data() + z * slice)
                                                    : read_strips(volume.voxels.data() + z * slice));
                ++z;
            }
        } while (TIFFReadDirectory(tiff) != 0);
        return z == volume.size[2] ? Result<void>() : damaged();
    }

    /// Copies rows of a strip or tile to their position in the slice.
    void copy_rows(const std::byte* from, std::size_t from_step, std::byte* to, std::uint64_t rows,
                   std::uint64_t columns) const {
        const std::size_t to_step = std::size_t{page_.width} * size_of(page_.type);
        for (std::uint64_t row = 0; row < rows; ++row, from += from_step, to += to_step) {
            if (page_.bits != 1) {
                std::memcpy(to, from, columns * size_of(page_.type));
                continue;
            }
            for (std::uint64_t column = 0; column < columns; ++column) {
                const auto bits = std::to_integer<unsigned>(from[column / 8]);
                to[column] = std::byte{(bits >> (7 - column % 8) & 1U) != 0 ? std::uint8_t{255} : std::uint8_t{0}};
            }
        }
    }

    Result<void> read_strips(std::byte* slice) {
        TIFF* tiff = file_.get();
        std::uint32_t rows_per_strip = page_.height;
        TIFFGetFieldDefaulted(tiff, TIFFTAG_ROWSPERSTRIP, &rows_per_strip);
        rows_per_strip = std::min(rows_per_strip, page_.height);
        const std::uint64_t row_bytes = (std::uint64_t{page_.width} * page_.bits + 7) / 8;
        if (rows_per_strip == 0) {
            return damaged();
        }
        Bytes strip(row_bytes * rows_per_strip);
        std::uint32_t number = 0;
        for (std::uint64_t top = 0; top < page_.height; top += rows_per_strip, ++number) {
            const std::uint64_t rows = std::min<std::uint64_t>(rows_per_strip, page_.height - top);
            const auto wanted = static_cast<tmsize_t>(rows * row_bytes);
            if (TIFFReadEncodedStrip(tiff, number, strip.data(), wanted) != wanted) {
                return damaged();
            }
            copy_rows(strip.data(), row_bytes, slice + top * page_.width * size_of(page_.type), rows, page_.width);
        }
        return {};
    }

    Result<void> read_tiles(const Volume& volume, std::byte* slice) {
        TIFF* tiff = file_.get();
        std::uint32_t width = 0, height = 0;
        if (TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &width) == 0 ||
            TIFFGetField(tiff, TIFFTAG_TILELENGTH, &height) == 0 || width == 0 || height == 0) {
            return damaged();
        }
        const std::uint64_t row_bytes = (std::uint64_t{width} * page_.bits + 7) / 8;
        std::uint64_t bytes = 0;
        if (__builtin_mul_overflow(row_bytes, std::uint64_t{height}, &bytes) ||
            static_cast<tmsize_t>(bytes) != TIFFTileSize(tiff)) {
            return damaged();
        }
        // A tile may be larger than its page.
        VKALGO_CHECK(check_unpacked(bytes, content_.size(), volume, name_, settings_));
        Bytes tile(bytes);
        std::uint32_t number = 0;
        for (std::uint64_t top = 0; top < page_.height; top += height) {
            for (std::uint64_t left = 0; left < page_.width; left += width, ++number) {
                if (TIFFReadEncodedTile(tiff, number, tile.data(), static_cast<tmsize_t>(bytes)) !=
                    static_cast<tmsize_t>(bytes)) {
                    return damaged();
                }
                copy_rows(tile.data(), row_bytes, slice + (top * page_.width + left) * size_of(page_.type),
                          std::min<std::uint64_t>(height, page_.height - top),
                          std::min<std::uint64_t>(width, page_.width - left));
            }
        }
        return {};
    }

    std::string_view content_;
    const std::string& name_;
    const InputSettings& settings_;
    TiffFile file_;
    Page page_;
    bool masked_ = false;
    /// The first byte of the images, if they follow one another on one page.
    std::optional<std::uint64_t> images_at_;
    /// A value is stored * slope + intercept.
    double slope_ = 1, intercept_ = 0;
};

Result<Volume> read_tiff_stack(std::string_view content, const std::string& name, const InputSettings& settings) {
    return StackReader(content, name, settings).read();
}

}  // namespace

const VolumeFormat& volume_format_tiff();
const VolumeFormat& volume_format_tiff() {
    static const VolumeFormat format = {.name = "tiff",
                                        .about = "TIFF, a page per slice",
                                        .endings = {".tif", ".tiff"},
                                        .written = {".tif", ".tiff"},
                                        .recognises = looks_like_tiff,
                                        .read = read_tiff_stack,
                                        .encode = encode_tiff_stack};
    return format;
}

}  // namespace vkalgo::formats
