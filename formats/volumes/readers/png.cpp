// Reads a PNG image as a volume of one slice, and writes it.
#include "formats/drawing/png.hpp"

#include "formats/volumes/png_folder.hpp"
#include "formats/volumes/volume_format.hpp"

namespace vkalgo::formats {
namespace {

Result<Volume> read_png_volume(std::string_view content, const std::string& name, const InputSettings& settings) {
    const auto span = as_byte_span(content);
    VKALGO_TRY(Array image, parse_png(Bytes(span.begin(), span.end()), name, decoded_limit(settings.limits)));
    VKALGO_TRY(const std::uint64_t chosen, choose_volume(1, name, settings));
    static_cast<void>(chosen);
    Volume volume;
    volume.type = image.type;
    const std::uint64_t size[] = {image.shape[1], image.shape[0]};
    VKALGO_CHECK(set_size(volume, size, name));
    VKALGO_CHECK(set_spacing(volume, 1, png_pixel_height(content), name, settings));
    volume.voxels = std::move(image.data);
    return volume;
}

bool looks_like_png(std::string_view content) {
    return content.starts_with("\x89PNG\r\n\x1a\n");
}

Result<Bytes> encode_png_volume(const Volume& volume) {
    if (volume.size[2] != 1) {
        return Error{ErrorCode::invalid_argument,
                     "one PNG has only one slice; give a name that ends in /, for a folder of slices",
                     {}};
    }
    VKALGO_TRY(const Volume samples, png_samples(volume));
    return encode_png_slice(samples, 0);
}

}  // namespace

const VolumeFormat& volume_format_png();
const VolumeFormat& volume_format_png() {
    static const VolumeFormat format = {.name = "png",
                                        .about = "PNG image, colours as their luminance",
                                        .endings = {".png"},
                                        .written = {".png"},
                                        .recognises = looks_like_png,
                                        .read = read_png_volume,
                                        .encode = encode_png_volume};
    return format;
}

}  // namespace vkalgo::formats
