#include "cli/formats/volume.hpp"

#include "cli/formats/choose_format.hpp"
#include "cli/formats/convert.hpp"
#include "cli/formats/gunzip.hpp"
#include "cli/formats/png_folder.hpp"
#include "cli/formats/volume_format.hpp"
#include "cli/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace vkalgo::cli {
namespace {

constexpr std::uint64_t kMostExtent = std::numeric_limits<std::int32_t>::max();
constexpr double kMostSpacing = 1e30;

bool names_folder(const std::string& path) {
    std::error_code ignored;
    return path.ends_with('/') || std::filesystem::is_directory(path, ignored);
}

std::vector<std::string> written_endings() {
    std::vector<std::string> endings;
    for (const VolumeFormat* format : volume_formats()) {
        if (format->encode == nullptr) {
            continue;
        }
        for (const std::string_view ending : format->endings) {
            endings.emplace_back(ending);
            if (format->written_packed) {
                endings.push_back(fmt::format("{}.gz", ending));
            }
        }
    }
    return endings;
}

/// The format that a path is written in; null if there is none.
const VolumeFormat* output_format(const std::string& path) {
    const VolumeFormat* format = format_of_ending(volume_formats(), path);
    const bool packed = extension_of(path + ".gz") != extension_of(path) || path.ends_with(".gz");
    const bool written = format != nullptr && format->encode != nullptr && (format->written_packed || !packed);
    return written ? format : nullptr;
}

Error no_output_format(std::string_view option, const std::string& path) {
    return {ErrorCode::invalid_argument,
            fmt::format("{}{}: cannot write this format; give a name that ends in {}", option.empty() ? "" : option,
                        option.empty() ? fmt::format("'{}'", path) : " " + path, volume_outputs_help()),
            path};
}

}  // namespace

Error bad_volume(const std::string& name, const std::string& message) {
    return {ErrorCode::invalid_argument, fmt::format("'{}' {}", name, message), name};
}

std::string format_size(std::span<const std::uint64_t> size) {
    return fmt::format("{}", fmt::join(size, " x "));
}

Result<void> set_size(Volume& volume, std::span<const std::uint64_t> size, const std::string& name) {
    if (size.size() < 2 || size.size() > 3) {
        return bad_volume(name,
                          fmt::format("has {}, and a volume has three, an image two; reshape it",
                                      size.size() == 1 ? "1 dimension" : fmt::format("{} dimensions", size.size())));
    }
    std::uint64_t bytes = size_of(volume.type);
    bool too_large = false;
    for (const std::uint64_t extent : size) {
        if (extent == 0) {
            return bad_volume(
                name, fmt::format("is of {} voxels, none at all; give a volume of one at least", format_size(size)));
        }
        too_large = too_large || extent > kMostExtent || __builtin_mul_overflow(bytes, extent, &bytes);
    }
    if (too_large || bytes > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
        return Error{ErrorCode::too_large,
                     fmt::format("'{}' is of {} voxels, and 2^31 - 1 along each axis and 2^63 bytes are read at most; "
                                 "correct its header, or split it",
                                 name, format_size(size)),
                     name};
    }
    volume.dimensions = static_cast<std::uint32_t>(size.size());
    volume.size = {1, 1, 1};
    std::transform(size.begin(), size.end(), volume.size.begin(),
                   [](std::uint64_t extent) { return static_cast<std::uint32_t>(extent); });
    return {};
}

Result<std::uint64_t> choose_volume(std::uint64_t count, const std::string& name, const InputSettings& settings) {
    if (!settings.volume && count > 1) {
        return bad_volume(name,
                          fmt::format("has {} volumes; choose one with --volume 0 ... --volume {}", count, count - 1));
    }
    const std::uint64_t chosen = settings.volume.value_or(0);
    if (chosen >= count) {
        return bad_volume(name, count <= 1
                                    ? fmt::format("has one volume, and --volume {} is none; leave it out", chosen)
                                    : fmt::format("has {} volumes, and --volume {} is none; choose 0 ... {}", count,
                                                  chosen, count - 1));
    }
    return chosen;
}

Result<void> check_unpacked(const Volume& volume, std::uint64_t packed_bytes, const std::string& name,
                            const InputSettings& settings) {
    const std::uint64_t bytes = volume.voxel_count() * size_of(volume.type);
    const DecodedLimit limit = decoded_limit(settings.limits);
    if (bytes / 4 > packed_bytes && bytes > limit.bytes) {
        return Error{ErrorCode::too_large,
                     fmt::format("'{}' is a volume of {} x {} x {} voxels, {} once unpacked, and the limit is {}; "
                                 "raise {} or give a smaller one",
                                 name, volume.size[0], volume.size[1], volume.size[2], format_limit(bytes),
                                 format_limit(limit.bytes), limit.option),
                     name};
    }
    return {};
}

Result<void> set_spacing(Volume& volume, unsigned axis, double spacing, const std::string& name,
                         const InputSettings& settings) {
    constexpr const char* kAxes = "xyz";
    const double distance = std::abs(spacing);
    if (distance == 0) {
        if (volume.size[axis] > 1) {
            settings.notice(fmt::format("'{}' has no spacing along {}; 1 is taken", name, kAxes[axis]));
        }
        volume.place.spacing[axis] = 1;
        return {};
    }
    if (!(distance < kMostSpacing) || distance < 1 / kMostSpacing) {
        return bad_volume(name, fmt::format("has a spacing of {} along {}, which is no distance; correct its header",
                                            spacing, kAxes[axis]));
    }
    volume.place.spacing[axis] = distance;
    return {};
}

void swap_elements(std::span<std::byte> bytes, ElementType type) {
    const std::size_t size = size_of(type);
    for (std::size_t at = 0; size > 1 && at + size <= bytes.size(); at += size) {
        std::reverse(bytes.begin() + static_cast<std::ptrdiff_t>(at),
                     bytes.begin() + static_cast<std::ptrdiff_t>(at + size));
    }
}

std::vector<std::string> volume_format_names() {
    return names_of(volume_formats());
}

std::string volume_formats_help() {
    return help_of(volume_formats()) + "; or a folder of .png slices";
}

Result<Volume> parse_volume(std::string_view content, const std::string& name, const InputSettings& settings) {
    VKALGO_TRY(const VolumeFormat* format, format_of(volume_formats(), content, name, settings, "a volume", "volumes"));
    if (content.empty()) {
        return bad_volume(name, "is empty, no volume; copy or write it again");
    }
    VKALGO_TRY(Volume volume, format->read(content, name, settings));
    volume.place.format = format->name;
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

std::string volume_outputs_help() {
    return fmt::format("{}, or in / for a folder of .png", fmt::join(written_endings(), ", "));
}

Result<void> check_volume_output(std::string_view option, const std::string& path) {
    if (names_folder(path)) {
        return check_folder_writable(path);
    }
    if (path == "-") {
        return Error{ErrorCode::invalid_argument,
                     fmt::format("{} -: a volume's format is that of its name; give a file name", option), path};
    }
    if (!path.empty() && output_format(path) == nullptr) {
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
    if (path.ends_with(".gz") || path.ends_with(".GZ")) {
        VKALGO_TRY(content.bytes, pack_gzip(content.bytes));
    }
    return content;
}

}  // namespace vkalgo::cli
