#include "formats/volumes/png_folder.hpp"

#include "formats/drawing/png.hpp"
#include "formats/source.hpp"
#include "formats/volumes/volume_format.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <new>
#include <span>
#include <system_error>

#include <fmt/format.h>

namespace vkalgo::formats {
namespace {

bool is_digit(char letter) {
    return letter >= '0' && letter <= '9';
}

/// Removes the digits at the beginning of a text, and returns them.
std::string_view take_digits(std::string_view& text) {
    const auto end = std::find_if_not(text.begin(), text.end(), is_digit);
    const std::string_view digits = text.substr(0, static_cast<std::size_t>(end - text.begin()));
    text.remove_prefix(digits.size());
    return digits;
}

std::string_view without_zeros(std::string_view digits) {
    digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
    return digits;
}

/// Returns the names of the slices in their order.
Result<std::vector<std::string>> slices_of(const std::string& path, const InputSettings& settings) {
    std::vector<std::string> names;
    std::uint64_t others = 0;
    std::error_code failure;
    for (std::filesystem::directory_iterator entry(path, failure), end; !failure && entry != end;
         entry.increment(failure)) {
        const std::string name = entry->path().filename().string();
        if (name.starts_with('.')) {
            continue;
        }
        const bool image = extension_of(name) == ".png";
        others += image ? 0 : 1;
        if (image) {
            names.push_back(name);
        }
    }
    if (failure) {
        return bad_volume(path, fmt::format("cannot be read: {}; check the folder", failure.message()));
    }
    if (names.empty()) {
        return bad_volume(path, "is a folder without a .png file; give a file, or a folder of .png slices");
    }
    if (others > 0) {
        settings.notice(fmt::format("'{}' has {} without the ending .png; vkalgo ignores such names", path,
                                    plural(others, "name")));
    }
    std::sort(names.begin(), names.end(), comes_before);
    return names;
}

std::uint32_t big_word(std::string_view content, std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t byte = 0; byte < 4; ++byte) {
        value = value << 8 | static_cast<unsigned char>(content[at + byte]);
    }
    return value;
}

std::string kind_of(const Array& image) {
    return fmt::format("{} x {} pixels of {}", image.shape[1], image.shape[0], to_string(image.type));
}

Result<Volume> read_slices(const std::string& folder, const std::vector<std::string>& names,
                           const InputSettings& settings) {
    Volume volume;
    std::string first;
    for (std::size_t z = 0; z < names.size(); ++z) {
        const std::string path = folder + (folder.ends_with('/') ? "" : "/") + names[z];
        VKALGO_TRY(const Bytes bytes, read_file(path, settings.limits));
        VKALGO_TRY(const Array image, parse_png(bytes, path, decoded_limit(settings.limits)));
        if (z == 0) {
            volume.type = image.type;
            const std::uint64_t size[] = {image.shape[1], image.shape[0], names.size()};
            VKALGO_CHECK(set_size(volume, size, folder));
            VKALGO_CHECK(set_spacing(volume, 1, png_pixel_height(as_text(bytes)), path, settings));
            VKALGO_CHECK(check_unpacked(volume.voxel_count() * size_of(volume.type), 0, volume, folder, settings));
            first = kind_of(image);
            volume.voxels.resize(volume.voxel_count() * size_of(volume.type));
        } else if (kind_of(image) != first) {
            return bad_volume(path,
                              fmt::format("is an image of {}, but '{}' is one of {}; give slices of one size and type",
                                          kind_of(image), names[0], first));
        }
        std::memcpy(volume.voxels.data() + z * image.data.size(), image.data.data(), image.data.size());
    }
    volume.geometry.format = "png";
    return volume;
}

}  // namespace

double png_pixel_height(std::string_view content) {
    // A chunk has a length, a name, data of that length and a checksum. pHYs (pixels per unit along x and y) comes
    // before the pixels.
    std::size_t at = 8;
    while (content.size() >= at + 16) {
        const std::size_t length = big_word(content, at);
        const std::string_view name = content.substr(at + 4, 4);
        if (name == "pHYs" && length == 9) {
            const std::uint32_t x = big_word(content, at + 8), y = big_word(content, at + 12);
            return x != 0 && y != 0 ? static_cast<double>(x) / static_cast<double>(y) : 1;
        }
        if (name == "IDAT") {
            break;
        }
        at += 12 + length;
    }
    return 1;
}

bool comes_before(std::string_view left, std::string_view right) {
    const std::string_view whole_left = left, whole_right = right;
    while (!left.empty() && !right.empty()) {
        if (is_digit(left.front()) && is_digit(right.front())) {
            const std::string_view one = without_zeros(take_digits(left)), other = without_zeros(take_digits(right));
            if (one != other) {
                return one.size() != other.size() ? one.size() < other.size() : one < other;
            }
        } else if (left.front() != right.front()) {
            return left.front() < right.front();
        } else {
            left.remove_prefix(1);
            right.remove_prefix(1);
        }
    }
    return left.empty() != right.empty() ? left.empty() : whole_left < whole_right;
}

Result<Volume> read_png_folder(const std::string& path, const InputSettings& settings) {
    if (!settings.format.empty() && settings.format != "png") {
        return bad_volume(path, fmt::format("is a folder, whose slices must be PNG images, not {}; leave <format> out",
                                            settings.format));
    }
    VKALGO_TRY(const auto names, slices_of(path, settings));
    VKALGO_TRY(const std::uint64_t chosen, choose_volume(1, path, settings));
    static_cast<void>(chosen);
    try {
        return read_slices(path, names, settings);
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::too_large,
                     fmt::format("'{}' needs more memory than this machine has left; give fewer or smaller slices, or "
                                 "free some memory",
                                 path),
                     path};
    }
}

Result<Volume> png_samples(const Volume& volume) {
    constexpr double kMax = 65535;
    double most = 0;
    bool fits = true;
    std::vector<std::uint16_t> samples(volume.voxel_count());
    with_type(volume.type, [&](auto type) {
        using T = decltype(type);
        for (std::uint64_t voxel = 0; fits && voxel < samples.size(); ++voxel) {
            T stored{};
            std::memcpy(&stored, volume.voxels.data() + voxel * sizeof stored, sizeof stored);
            const auto value = static_cast<double>(stored);
            fits = value >= 0 && value <= kMax && value == static_cast<double>(static_cast<std::uint16_t>(value));
            samples[voxel] = fits ? static_cast<std::uint16_t>(value) : std::uint16_t{0};
            most = std::max(most, value);
        }
    });
    if (!fits) {
        return Error{ErrorCode::invalid_argument,
                     "PNG has only whole numbers from 0 to 65,535, but the volume has other values; choose .nii.gz, "
                     ".nrrd, .npy or .tif",
                     {}};
    }
    const auto wide = std::as_bytes(std::span(samples));
    Bytes bytes(wide.begin(), wide.end());
    if (most > 255) {
        return volume.like(ElementType::u16, std::move(bytes));
    }
    bytes.resize(samples.size());
    std::transform(samples.begin(), samples.end(), bytes.begin(),
                   [](std::uint16_t sample) { return static_cast<std::byte>(sample); });
    return volume.like(ElementType::u8, std::move(bytes));
}

Result<Bytes> encode_png_slice(const Volume& samples, std::uint32_t z) {
    const std::uint64_t pixels = std::uint64_t{samples.size[0]} * samples.size[1];
    const auto slice =
        std::span(samples.voxels).subspan(z * pixels * size_of(samples.type), pixels * size_of(samples.type));
    if (samples.type == ElementType::u8) {
        return encode_png(samples.size[0], samples.size[1], 1,
                          {reinterpret_cast<const std::uint8_t*>(slice.data()), slice.size()});
    }
    std::vector<std::uint16_t> wide(pixels);
    std::memcpy(wide.data(), slice.data(), slice.size());
    return encode_grey_png(samples.size[0], samples.size[1], wide);
}

Result<std::vector<std::pair<std::string, Bytes>>> encode_png_folder(const Volume& volume) {
    VKALGO_TRY(const Volume samples, png_samples(volume));
    const std::size_t digits = fmt::format("{}", volume.size[2] - 1).size();
    std::vector<std::pair<std::string, Bytes>> files;
    for (std::uint32_t z = 0; z < volume.size[2]; ++z) {
        VKALGO_TRY(Bytes image, encode_png_slice(samples, z));
        files.emplace_back(fmt::format("{:0{}}.png", z, digits), std::move(image));
    }
    return files;
}

}  // namespace vkalgo::formats
