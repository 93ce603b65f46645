#include "formats/volumes/volume.hpp"

#include "formats/choose_format.hpp"
#include "formats/convert.hpp"
#include "formats/gunzip.hpp"
#include "formats/volumes/png_folder.hpp"
#include "formats/volumes/volume_format.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace vkalgo::formats {
namespace {

bool names_folder(const std::string& path) {
    std::error_code ignored;
    return path.ends_with('/') || std::filesystem::is_directory(path, ignored);
}

std::vector<std::string_view> written_endings() {
    std::vector<std::string_view> endings;
    for (const VolumeFormat* format : volume_formats()) {
        endings.insert(endings.end(), format->written.begin(), format->written.end());
    }
    return endings;
}

bool is_packed(const std::string& path) {
    return path.ends_with(".gz") || path.ends_with(".GZ");
}

/// Returns the format in which a path is written; null if no format has its ending.
const VolumeFormat* output_format(const std::string& path) {
    const std::string ending = extension_of(path) + (is_packed(path) ? ".gz" : "");
    for (const VolumeFormat* format : volume_formats()) {
        if (std::find(format->written.begin(), format->written.end(), ending) != format->written.end()) {
            return format;
        }
    }
    return nullptr;
}

Error no_output_format(std::string_view option, const std::string& path) {
    return {ErrorCode::invalid_argument,
            fmt::format("{}{}: cannot write this format; give a name that ends in {}", option.empty() ? "" : option,
                        option.empty() ? fmt::format("'{}'", path) : " " + path, volume_outputs_help()),
            path};
}

}  // namespace

void VolumeGeometry::respace(const std::array<double, 3>& distances) {
    if (distances == spacing) {
        return;
    }
    for (std::size_t entry = 0; to_world && entry < to_world->size(); ++entry) {
        if (const std::size_t axis = entry % 4; axis < 3) {
            (*to_world)[entry] *= distances[axis] / spacing[axis];
        }
    }
    spacing = distances;
    // A header with the old distances is removed. A TIFF header is kept, because only its unit is written again.
    if (format != "tiff") {
        header.clear();
    }
}

std::vector<std::string> volume_format_names() {
    return names_of(volume_formats());
}

std::string volume_formats_help() {
    return help_of(volume_formats()) + "; or a folder of .png slices";
}

Result<Volume> parse_volume(std::string_view content, const std::string& name, const InputSettings& settings) {
    if (settings.format.empty() && extension_of(name) == ".img" && !content.starts_with("NRRD")) {
        return bad_volume(
            name,
            "is half of a pair of files (.hdr, .img), which is not supported; convert it to one .nii.gz file, with: "
            "fslchfiletype NIFTI_GZ IN OUT");
    }
    VKALGO_TRY(const VolumeFormat* format, format_of(volume_formats(), content, name, settings, "a volume", "volumes"));
    if (content.empty()) {
        return bad_volume(name, "is empty, so it is not a volume; copy or write it again");
    }
    VKALGO_TRY(Volume volume, format->read(content, name, settings));
    volume.geometry.format = format->name;
    if (volume.type == ElementType::f16) {
        Array halves{volume.type, {volume.voxel_count()}, std::move(volume.voxels)};
        VKALGO_TRY(Array singles, converted(std::move(halves), ElementType::f32, name));
        volume.type = singles.type;
        volume.voxels = std::move(singles.data);
    }
    return volume;
}

Result<Volume> read_volume(const std::string& path, const InputSettings& settings) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) {
        return read_png_folder(path, settings);
    }
    return read_whole(path, settings, parse_volume);
}

bool is_image_output(const std::string& path) {
    return names_folder(path) || extension_of(path) == ".png";
}

std::string volume_outputs_help() {
    return fmt::format("{}, or in / for a folder of .png", fmt::join(written_endings(), ", "));
}

Result<void> check_volume_output(std::string_view option, const std::string& path) {
    if (path.empty()) {
        return Error{ErrorCode::invalid_argument,
                     fmt::format("{}: the name of an output file is empty; give a name", option), path};
    }
    if (names_folder(path)) {
        return check_folder_writable(path);
    }
    if (path == "-") {
        return Error{
            ErrorCode::invalid_argument,
            fmt::format("{} -: the name of a volume gives its format, but - has none; give a file name", option), path};
    }
    if (output_format(path) == nullptr) {
        return no_output_format(option, path);
    }
    return check_writable(path);
}

Result<FileContent> encode_volume(const std::string& path, const Volume& volume) {
    FileContent content;
    const auto named = [&](Error error) {
        error.message = fmt::format("cannot write '{}': {}", path, error.message);
        return error;
    };
    if (names_folder(path)) {
        auto slices = encode_png_folder(volume);
        if (!slices) {
            return named(slices.error());
        }
        content.folder = true;
        content.files = std::move(*slices);
        return content;
    }
    const VolumeFormat* format = output_format(path);
    if (format == nullptr) {
        return no_output_format("", path);
    }
    auto bytes = format->encode(volume);
    if (!bytes) {
        return named(bytes.error());
    }
    content.bytes = std::move(*bytes);
    if (is_packed(path)) {
        VKALGO_TRY(content.bytes, pack_gzip(content.bytes));
    }
    return content;
}

}  // namespace vkalgo::formats
