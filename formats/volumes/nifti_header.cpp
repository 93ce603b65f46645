#include "formats/volumes/nifti_header.hpp"

#include "formats/volumes/nifti_fields.hpp"
#include "formats/volumes/volume_format.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include <fmt/format.h>

namespace vkalgo::formats {
namespace {

constexpr std::int16_t kLabels = 1002;

const char* name_of_other_type(std::int16_t code) {
    switch (code) {
        case 1:
            return "bits";
        case 32:
        case 1792:
        case 2048:
            return "complex numbers";
        case 128:
        case 2304:
            return "RGB colours";
        case 1536:
            return "numbers of 128 bits";
        default:
            return "an unknown kind";
    }
}

struct Start {
    unsigned version = 0;
    bool swapped = false;
};

/// Detects the version and the byte order by the number with which a header starts, its own size.
std::optional<Start> start_of(std::string_view content) {
    if (content.size() < 4) {
        return std::nullopt;
    }
    for (const bool swapped : {false, true}) {
        const auto bytes = load_nifti<std::uint32_t>(content, 0, swapped);
        if (bytes == kNiftiFirst.bytes || bytes == kNiftiSecond.bytes) {
            return Start{bytes == kNiftiFirst.bytes ? 1U : 2U, swapped};
        }
    }
    return std::nullopt;
}

class NiftiHeaderReader {
public:
    NiftiHeaderReader(std::string_view content, Start start, const std::string& name)
        : content_(content), name_(name), fields_(content, start.version, start.swapped) {
        header_.version = start.version;
        header_.swapped = start.swapped;
    }

    Result<NiftiHeader> read() {
        VKALGO_CHECK(check_magic());
        VKALGO_CHECK(type());
        VKALGO_CHECK(size());
        VKALGO_CHECK(offset());
        VKALGO_CHECK(scale());
        for (unsigned axis = 0; axis < 3 && axis < header_.size.size(); ++axis) {
            header_.spacing[axis] = fields_.real(fields_.at.pixdim, axis + 1);
        }
        constexpr const char* kNiftiUnits[] = {"", "m", "mm", "um"};
        const auto unit = std::to_integer<unsigned>(as_byte_span(content_)[fields_.at.units]) & 7U;
        header_.unit = unit < std::size(kNiftiUnits) ? kNiftiUnits[unit] : "";
        set_to_world();
        repair_spacing();
        return header_;
    }

private:
    Error wrong(const std::string& message) const { return bad_volume(name_, message); }

    Result<void> check_magic() const {
        const std::string_view magic = content_.substr(fields_.at.magic, header_.version == 1 ? 4 : 8);
        using namespace std::string_view_literals;
        if (magic == (header_.version == 1 ? "n+1\0"sv : "n+2\0\r\n\x1a\n"sv)) {
            return {};
        }
        if (magic.starts_with(header_.version == 1 ? "ni1" : "ni2")) {
            return wrong(
                "is the header of a NIfTI pair (.hdr, .img), which is not supported; convert it to one .nii.gz file, "
                "with: fslchfiletype NIFTI_GZ IN OUT");
        }
        if (header_.version == 1 && magic.substr(0, 1) != "n") {
            return wrong(
                "is a header of Analyze 7.5, which is not supported; convert it to one .nii.gz file, with: "
                "fslchfiletype NIFTI_GZ IN OUT");
        }
        return wrong("does not have the magic bytes of NIfTI in its header; copy or write it again");
    }

    Result<void> type() {
        const std::int16_t code = fields_.half(fields_.at.type);
        const auto* found = std::find_if(std::begin(kNiftiTypes), std::end(kNiftiTypes),
                                         [&](const NiftiTypeCode& candidate) { return candidate.code == code; });
        if (found == std::end(kNiftiTypes)) {
            return wrong(
                fmt::format("has voxels of datatype {}, {}; convert them to whole or floating-point numbers "
                            "of up to 64 bits",
                            code, name_of_other_type(code)));
        }
        header_.type = found->type;
        const int bits = fields_.half(fields_.at.bits);
        if (bits != 0 && bits != static_cast<int>(8 * size_of(header_.type))) {
            return wrong(fmt::format("says that a voxel has {} bits, but its datatype {} is {}; correct its header",
                                     bits, code, to_string(header_.type)));
        }
        return {};
    }

    Result<void> size() {
        const std::int64_t count = fields_.extent(0);
        if (count < 1 || count > 7) {
            return wrong(fmt::format(
                "says that it has {} dimensions, but only 2 to 7 are supported; correct its header", count));
        }
        for (unsigned axis = 1; axis <= static_cast<unsigned>(count); ++axis) {
            std::int64_t extent = fields_.extent(axis);
            if (extent == 0 && axis > 3) {
                extent = 1;
                header_.repaired.push_back(fmt::format("has 0 voxels along axis {} (counted from 1); 1 is used", axis));
            }
            if (extent < 1) {
                return wrong(fmt::format(
                    "says that it has {} voxels along axis {} (counted from 1); correct its header", extent, axis));
            }
            header_.size.push_back(static_cast<std::uint64_t>(extent));
        }
        return {};
    }

    Result<void> offset() {
        const std::uint64_t least = fields_.at.bytes + kNiftiExtensionFlag;
        const double first =
            header_.version == 1
                ? fields_.real(fields_.at.offset)
                : static_cast<double>(load_nifti<std::int64_t>(content_, fields_.at.offset, header_.swapped));
        if (std::isnan(first) || first == 0 || first == static_cast<double>(fields_.at.bytes)) {
            return repair_offset(first);
        }
        if (first != std::floor(first)) {
            return wrong(fmt::format(
                "says that its voxels start at byte {}, which is not a whole number; correct the header", first));
        }
        if (first < static_cast<double>(least)) {
            return wrong(
                fmt::format("says that its voxels start at byte {}, within its header of {} bytes; correct the header",
                            first, least));
        }
        if (first > static_cast<double>(content_.size())) {
            return wrong(
                fmt::format("says that its voxels start at byte {}, but ends at byte {}; the file is truncated "
                            "or its header is wrong; copy or write it again",
                            first, content_.size()));
        }
        header_.offset = static_cast<std::uint64_t>(first);
        return {};
    }

    /// Finds the start of the voxels if the file does not give it. A file may lack the four bytes after its header.
    Result<void> repair_offset(double first) {
        std::uint64_t end = fields_.at.bytes;
        bool too_large = false;
        std::uint64_t voxels = size_of(header_.type);
        for (const std::uint64_t extent : header_.size) {
            too_large = too_large || __builtin_mul_overflow(voxels, extent, &voxels);
        }
        too_large = too_large || __builtin_add_overflow(end, voxels, &end);
        header_.offset = fields_.at.bytes + (!too_large && content_.size() == end ? 0 : kNiftiExtensionFlag);
        if (header_.offset > content_.size()) {
            return wrong(fmt::format("ends at byte {}, before its voxels; copy or write it again", content_.size()));
        }
        header_.repaired.push_back(
            fmt::format("says that its voxels start at byte {} (vox_offset), but must say at least {}; {} is used",
                        first, fields_.at.bytes + kNiftiExtensionFlag, header_.offset));
        return {};
    }

    /// Replaces each spacing that is not finite by the distance of neighbours in the coordinates. Without coordinates,
    /// replaces it by 1.
    void repair_spacing() {
        for (unsigned axis = 0; axis < 3 && axis < header_.size.size(); ++axis) {
            double& spacing = header_.spacing[axis];
            if (std::isfinite(spacing)) {
                continue;
            }
            const auto& rows = header_.to_world;
            const double step = rows ? std::hypot((*rows)[axis], (*rows)[4 + axis], (*rows)[8 + axis]) : 0;
            header_.repaired.push_back(
                fmt::format("has a spacing of {} along {} (pixdim), which is not a distance; {} is used", spacing,
                            "xyz"[axis], step > 0 ? fmt::format("{:.6g}, that of its coordinates,", step) : "1"));
            spacing = step > 0 ? step : 1;
        }
    }

    Result<void> scale() {
        const double slope = fields_.real(fields_.at.slope);
        const double intercept = fields_.real(fields_.at.intercept);
        if (slope == 0 || !std::isfinite(slope)) {
            return {};
        }
        if (!std::isfinite(intercept)) {
            return wrong(fmt::format("scales its values by {} and adds {}, which is not finite; correct its scl_inter",
                                     slope, intercept));
        }
        header_.slope = slope;
        header_.intercept = intercept;
        return {};
    }

    /// Sets the map from voxel indices to coordinates, as nifti1.h defines it.
    void set_to_world() {
        std::array<double, 12> rows{};
        if (fields_.code(fields_.at.sform) > 0) {
            for (unsigned index = 0; index < rows.size(); ++index) {
                rows[index] = fields_.real(fields_.at.srow, index);
            }
        } else if (fields_.code(fields_.at.qform) > 0) {
            const double b = fields_.real(fields_.at.quaternion), c = fields_.real(fields_.at.quaternion, 1);
            const double d = fields_.real(fields_.at.quaternion, 2);
            const double a = std::sqrt(std::max(1 - (b * b + c * c + d * d), 0.0));
            const double turned[9] = {
                a * a + b * b - c * c - d * d, 2 * (b * c - a * d),           2 * (b * d + a * c),
                2 * (b * c + a * d),           a * a + c * c - b * b - d * d, 2 * (c * d - a * b),
                2 * (b * d - a * c),           2 * (c * d + a * b),           a * a + d * d - c * c - b * b};
            for (unsigned row = 0; row < 3; ++row) {
                for (unsigned axis = 0; axis < 3; ++axis) {
                    const bool mirrored = axis == 2 && fields_.real(fields_.at.pixdim) < 0;
                    rows[4 * row + axis] =
                        turned[3 * row + axis] * fields_.real(fields_.at.pixdim, axis + 1) * (mirrored ? -1 : 1);
                }
                rows[4 * row + 3] = fields_.real(fields_.at.qoffset, row);
            }
        } else {
            return;
        }
        if (std::all_of(rows.begin(), rows.end(), [](double value) { return std::isfinite(value); })) {
            header_.to_world = rows;
        }
    }

    std::string_view content_;
    const std::string& name_;
    NiftiFields fields_;
    NiftiHeader header_;
};

}  // namespace

bool looks_like_nifti(std::string_view content) {
    const auto start = start_of(content);
    return start && content.size() >= (start->version == 1 ? kNiftiFirst : kNiftiSecond).bytes;
}

Result<NiftiHeader> read_nifti_header(std::string_view content, const std::string& name) {
    const auto start = start_of(content);
    if (!start) {
        return bad_volume(name,
                          "is not a NIfTI file: it does not start with 348 or 540, the size of its header; copy or "
                          "write it again");
    }
    const std::size_t bytes = (start->version == 1 ? kNiftiFirst : kNiftiSecond).bytes;
    if (content.size() < bytes) {
        return bad_volume(name,
                          fmt::format("is a truncated NIfTI file: its {} bytes end within the header of {} bytes; copy "
                                      "or write it again",
                                      content.size(), bytes));
    }
    return NiftiHeaderReader(content, *start, name).read();
}

Bytes make_nifti_header(const NiftiVoxels& voxels) {
    const bool large = std::any_of(voxels.size.begin(), voxels.size.end(), [](std::uint32_t extent) {
        return extent > std::uint32_t{std::numeric_limits<std::int16_t>::max()};
    });
    const unsigned version = large ? 2 : 1;
    const NiftiLayout& at = large ? kNiftiSecond : kNiftiFirst;
    Bytes header(at.bytes + kNiftiExtensionFlag);
    NiftiFieldWriter fields(header, version, false);
    store_nifti(header, 0, false, static_cast<std::int32_t>(at.bytes));
    std::memcpy(header.data() + at.magic, large ? "n+2\0\r\n\x1a\n" : "n+1\0", large ? 8 : 4);
    fields.type(voxels.type);
    fields.extent(0, voxels.size.size());
    fields.real(at.pixdim, 1);
    for (unsigned axis = 1; axis < 8; ++axis) {
        fields.extent(axis, axis <= voxels.size.size() ? voxels.size[axis - 1] : 1);
        fields.real(at.pixdim, axis <= 3 ? voxels.spacing[axis - 1] : 1, axis);
    }
    if (large) {
        store_nifti(header, at.offset, false, static_cast<std::int64_t>(header.size()));
    } else {
        store_nifti(header, at.offset, false, static_cast<float>(header.size()));
    }
    if (voxels.to_world) {
        constexpr std::int16_t kAligned = 2;
        fields.code(at.sform, kAligned);
        for (unsigned index = 0; index < voxels.to_world->size(); ++index) {
            fields.real(at.srow, (*voxels.to_world)[index], index);
        }
    }
    const std::string_view unit = voxels.unit.empty() && voxels.to_world ? "mm" : std::string_view(voxels.unit);
    header[at.units] = unit == "m"    ? std::byte{1}
                       : unit == "mm" ? std::byte{2}
                       : unit == "um" ? std::byte{3}
                                      : std::byte{0};
    return header;
}

void repair_nifti_header(Bytes& header, const NiftiHeader& read) {
    const NiftiLayout& at = read.version == 1 ? kNiftiFirst : kNiftiSecond;
    header.resize(std::max(header.size(), at.bytes + kNiftiExtensionFlag));
    const NiftiFields was(as_text(header), read.version, read.swapped);
    NiftiFieldWriter fields(header, read.version, read.swapped);
    if (read.version == 1) {
        store_nifti(header, at.offset, read.swapped, static_cast<float>(header.size()));
    } else {
        store_nifti(header, at.offset, read.swapped, static_cast<std::int64_t>(header.size()));
    }
    for (unsigned axis = 0; axis < read.size.size(); ++axis) {
        if (axis < 3 && !std::isfinite(was.real(at.pixdim, axis + 1))) {
            fields.real(at.pixdim, read.spacing[axis], axis + 1);
        }
        if (axis >= 3) {
            fields.extent(axis + 1, read.size[axis]);
        }
    }
}

void retype_nifti_header(Bytes& header, const NiftiHeader& read, ElementType type) {
    const NiftiFields was(as_text(header), read.version, read.swapped);
    const bool labels = was.code(was.at.intent) == kLabels && !is_float(type);
    const std::int64_t axes = was.extent(0);
    NiftiFieldWriter fields(header, read.version, read.swapped);
    fields.type(type);
    fields.code(fields.at.intent, labels ? kLabels : std::int16_t{0});
    if (axes > 3) {
        fields.extent(0, 3);
        for (unsigned axis = 4; axis < 8; ++axis) {
            fields.extent(axis, 1);
        }
    }
}

}  // namespace vkalgo::formats
