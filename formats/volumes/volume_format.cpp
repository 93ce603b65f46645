#include "formats/volumes/volume_format.hpp"

#include "support/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace vkalgo::formats {
namespace {

constexpr std::uint64_t kMaxExtent = std::numeric_limits<std::int32_t>::max();
constexpr double kMaxSpacing = 1e30;

template <class To>
void scale_to(Volume& volume, double slope, double intercept) {
    Bytes scaled(volume.voxel_count() * sizeof(To));
    with_type(volume.type, [&](auto type) {
        using From = decltype(type);
        for (std::uint64_t voxel = 0; voxel < volume.voxel_count(); ++voxel) {
            From stored{};
            std::memcpy(&stored, volume.voxels.data() + voxel * sizeof stored, sizeof stored);
            const auto value = static_cast<To>(static_cast<double>(stored) * slope + intercept);
            std::memcpy(scaled.data() + voxel * sizeof value, &value, sizeof value);
        }
    });
    volume.voxels = std::move(scaled);
    volume.type = element_type_of<To>();
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
                          fmt::format("has {}, but a volume has three, and an image two; reshape it",
                                      size.size() == 1 ? "1 dimension" : fmt::format("{} dimensions", size.size())));
    }
    std::uint64_t bytes = size_of(volume.type);
    bool too_large = false;
    for (const std::uint64_t extent : size) {
        if (extent == 0) {
            return bad_volume(name, fmt::format("has {} voxels, so none at all; give a volume of at least one voxel",
                                                format_size(size)));
        }
        too_large = too_large || extent > kMaxExtent || __builtin_mul_overflow(bytes, extent, &bytes);
    }
    if (too_large || bytes > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
        return Error{
            ErrorCode::too_large,
            fmt::format("'{}' has {} voxels, but at most 2^31 - 1 along each axis and 2^63 bytes are supported; "
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
                          fmt::format("has {} volumes; choose one with <volume> 0 ... <volume> {}", count, count - 1));
    }
    if (count == 0) {
        return bad_volume(name, "has 0 volumes; give a file of at least one volume");
    }
    const std::uint64_t chosen = settings.volume.value_or(0);
    if (chosen >= count) {
        return bad_volume(
            name, count == 1 ? fmt::format("has one volume, so there is no <volume> {}; leave <volume> out", chosen)
                             : fmt::format("has {} volumes, so there is no <volume> {}; choose 0 ... {}", count, chosen,
                                           count - 1));
    }
    return chosen;
}

Result<void> check_unpacked(std::uint64_t bytes, std::uint64_t packed_bytes, const Volume& volume,
                            const std::string& name, const InputSettings& settings) {
    const DecodedLimit limit = decoded_limit(settings.limits);
    if (bytes / 4 > packed_bytes && bytes > limit.bytes) {
        return Error{ErrorCode::too_large,
                     fmt::format("'{}' is a volume of {} x {} x {} voxels, {} when unpacked, but the limit is {}; "
                                 "raise {} or give a smaller volume",
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
            settings.notice(fmt::format("'{}' has no spacing along {}; 1 is used", name, kAxes[axis]));
        }
        volume.geometry.spacing[axis] = 1;
        return {};
    }
    if (!(distance < kMaxSpacing) || distance < 1 / kMaxSpacing) {
        return bad_volume(name,
                          fmt::format("has a spacing of {} along {}, but spacings must be from {:g} to {:g} in size; "
                                      "correct its header",
                                      spacing, kAxes[axis], 1 / kMaxSpacing, kMaxSpacing));
    }
    volume.geometry.spacing[axis] = distance;
    return {};
}

void apply_scale(Volume& volume, double slope, double intercept) {
    if (slope == 1 && intercept == 0) {
        return;
    }
    if (size_of(volume.type) <= 2 || volume.type == ElementType::f32) {
        scale_to<float>(volume, slope, intercept);
    } else {
        scale_to<double>(volume, slope, intercept);
    }
}

void swap_elements(std::span<std::byte> bytes, ElementType type) {
    const std::size_t size = size_of(type);
    for (std::size_t at = 0; size > 1 && at + size <= bytes.size(); at += size) {
        std::reverse(bytes.begin() + static_cast<std::ptrdiff_t>(at),
                     bytes.begin() + static_cast<std::ptrdiff_t>(at + size));
    }
}

Bytes gather_voxels(std::string_view content, const Volume& volume, const std::array<std::uint64_t, 3>& step) {
    const std::size_t size = size_of(volume.type);
    const char* first = content.data();
    Bytes voxels(volume.voxel_count() * size);
    if (step[0] == size && step[1] == size * volume.size[0] && step[2] == step[1] * volume.size[1]) {
        std::memcpy(voxels.data(), first, voxels.size());
        return voxels;
    }
    std::byte* target = voxels.data();
    for (std::uint64_t z = 0; z < volume.size[2]; ++z) {
        for (std::uint64_t y = 0; y < volume.size[1]; ++y) {
            const char* source = first + z * step[2] + y * step[1];
            for (std::uint64_t x = 0; x < volume.size[0]; ++x, target += size, source += step[0]) {
                std::memcpy(target, source, size);
            }
        }
    }
    return voxels;
}

}  // namespace vkalgo::formats
