// Reads and writes NIfTI-1 and -2 in one file, of both byte orders. A header is kept byte for byte, except for repaired
// fields, and for fields that change if voxels of another type are written.
#include "formats/volumes/length_unit.hpp"
#include "formats/volumes/nifti_header.hpp"
#include "formats/volumes/volume_format.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace vkalgo::formats {
namespace {

/// Gives a notice if a distance in the coordinates (sform or qform) differs by more than 1% from the distance in
/// pixdim, which is used.
void compare_distances(const Volume& volume, const std::string& name, const InputSettings& settings) {
    constexpr double kRounded = 0.01;
    const auto& rows = volume.geometry.to_world;
    for (unsigned axis = 0; rows && axis < volume.dimensions; ++axis) {
        const double step = std::hypot((*rows)[axis], (*rows)[4 + axis], (*rows)[8 + axis]);
        if (step > 0 && std::abs(step - volume.geometry.spacing[axis]) > kRounded * step) {
            settings.notice(fmt::format(
                "'{0}' says (pixdim) that its spacing along axis {2} (counted from 0) is {1:.6g}, which is "
                "used, but its coordinates (sform or qform) say {3:.6g}; give <spacing>, or correct its header",
                name, volume.geometry.spacing[axis], axis, step));
            return;
        }
    }
}

Result<Volume> read_nifti(std::string_view content, const std::string& name, const InputSettings& settings) {
    VKALGO_TRY(const NiftiHeader header, read_nifti_header(content, name));
    for (const std::string& repaired : header.repaired) {
        settings.notice(fmt::format("'{}' {}", name, repaired));
    }
    Volume volume;
    volume.type = header.type;
    const std::size_t axes = std::min<std::size_t>(header.size.size(), 3);
    VKALGO_CHECK(set_size(volume, std::span(header.size).first(axes), name));
    const std::uint64_t bytes = volume.voxel_count() * size_of(volume.type);
    std::uint64_t count = 1, wanted = bytes;
    bool too_many = false;
    for (std::size_t axis = axes; axis < header.size.size(); ++axis) {
        too_many = too_many || __builtin_mul_overflow(wanted, header.size[axis], &wanted);
        count *= too_many ? 1 : header.size[axis];
    }
    const std::uint64_t there = content.size() - header.offset;
    if (too_many || there < wanted) {
        return bad_volume(name, fmt::format("has {} voxels of {}, but only {} bytes of them are there; the file is "
                                            "truncated or its header is wrong; copy or write it again",
                                            format_size(header.size), to_string(header.type), there));
    }
    if (there > wanted) {
        settings.notice(
            fmt::format("'{}' has {} after its voxels, which vkalgo ignores", name, plural(there - wanted, "byte")));
    }
    VKALGO_TRY(const std::uint64_t chosen, choose_volume(count, name, settings));
    for (unsigned axis = 0; axis < axes; ++axis) {
        VKALGO_CHECK(set_spacing(volume, axis, header.spacing[axis], name, settings));
    }
    volume.geometry.to_world = header.to_world;
    volume.geometry.unit = header.unit;
    compare_distances(volume, name, settings);
    const auto all = as_byte_span(content);
    volume.geometry.header.assign(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(header.offset));
    if (!header.repaired.empty()) {
        repair_nifti_header(volume.geometry.header, header);
    }
    const auto voxels = all.subspan(header.offset + chosen * bytes, bytes);
    volume.voxels.assign(voxels.begin(), voxels.end());
    if (header.swapped) {
        swap_elements(volume.voxels, volume.type);
    }
    apply_scale(volume, header.slope, header.intercept);
    return volume;
}

/// Returns the header that the volume came with, if it is a NIfTI header and has the volume's size.
std::optional<NiftiHeader> kept_header(const Volume& volume) {
    if (volume.geometry.format != std::string_view("nifti")) {
        return std::nullopt;
    }
    auto header = read_nifti_header(as_text(volume.geometry.header), "");
    if (!header || header->offset != volume.geometry.header.size()) {
        return std::nullopt;
    }
    const std::size_t axes = std::min<std::size_t>(header->size.size(), 3);
    const bool same =
        axes == volume.dimensions &&
        std::equal(header->size.begin(), header->size.begin() + static_cast<std::ptrdiff_t>(axes), volume.size.begin());
    return same ? std::optional(std::move(*header)) : std::nullopt;
}

Result<Bytes> encode_nifti(const Volume& volume) {
    Bytes file;
    bool swapped = false;
    if (const auto kept = kept_header(volume)) {
        file = volume.geometry.header;
        swapped = kept->swapped;
        retype_nifti_header(file, *kept, volume.type);
    } else {
        // NIfTI has only the units m, mm and um.
        VolumeGeometry geometry = volume.geometry;
        const bool has_unit =
            geometry.unit.empty() || geometry.unit == "m" || geometry.unit == "mm" || geometry.unit == "um";
        if (const auto factor = units_in(geometry.unit, "mm"); !has_unit && factor) {
            geometry.respace(
                {geometry.spacing[0] * *factor, geometry.spacing[1] * *factor, geometry.spacing[2] * *factor});
            for (const std::size_t row : {3U, 7U, 11U}) {
                if (geometry.to_world) {
                    (*geometry.to_world)[row] *= *factor;
                }
            }
            geometry.unit = "mm";
        }
        file = make_nifti_header({volume.type, std::span(volume.size).first(volume.dimensions), geometry.spacing,
                                  geometry.to_world, geometry.unit});
    }
    const std::size_t start = file.size();
    file.insert(file.end(), volume.voxels.begin(), volume.voxels.end());
    if (swapped) {
        swap_elements(std::span(file).subspan(start), volume.type);
    }
    return file;
}

}  // namespace

const VolumeFormat& volume_format_nifti();
const VolumeFormat& volume_format_nifti() {
    static const VolumeFormat format = {.name = "nifti",
                                        .about = "NIfTI-1 or -2",
                                        .endings = {".nii"},
                                        .written = {".nii", ".nii.gz"},
                                        .recognises = looks_like_nifti,
                                        .read = read_nifti,
                                        .encode = encode_nifti};
    return format;
}

}  // namespace vkalgo::formats
