#pragma once

#include "formats/npy.hpp"
#include "formats/volumes/volume.hpp"
#include "tests/formats/dem_samples.hpp"
#include "tests/support/gzipped.hpp"

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

/// Volumes as files, written by hand.
namespace vkalgo::formats::test {

using namespace vkalgo::test;

/// Returns the voxels as numbers.
inline std::vector<double> values_of(const Volume& volume) {
    return with_type(volume.type, [&](auto type) {
        using T = decltype(type);
        std::vector<double> values(volume.voxel_count());
        for (std::size_t voxel = 0; voxel < values.size(); ++voxel) {
            T value{};
            std::memcpy(&value, volume.voxels.data() + voxel * sizeof value, sizeof value);
            values[voxel] = static_cast<double>(value);
        }
        return values;
    });
}

/// Returns first, first + 1, ...
template <class T>
std::vector<T> counted(std::size_t count, T first = {}) {
    std::vector<T> values(count);
    for (T& value : values) {
        value = first;
        if constexpr (std::is_arithmetic_v<T>) {
            first = static_cast<T>(first + 1);
        }
    }
    return values;
}

template <class T>
Volume volume_of(std::array<std::uint32_t, 3> size, const std::vector<T>& values) {
    const auto bytes = std::as_bytes(std::span(values));
    return {element_type_of<T>(), size, 3, {bytes.begin(), bytes.end()}, {}};
}

/// Returns the defect of a volume that a reader returned; empty if it has none.
inline std::string defect_of(const Volume& volume) {
    if (volume.size[0] == 0 || volume.size[1] == 0 || volume.size[2] == 0 || volume.dimensions < 2 ||
        volume.dimensions > 3 || (volume.dimensions == 2 && volume.size[2] != 1)) {
        return "the size is wrong";
    }
    if (volume.type == ElementType::f16 || volume.voxels.size() != volume.voxel_count() * size_of(volume.type)) {
        return "the voxels are wrong";
    }
    for (const double spacing : volume.geometry.spacing) {
        if (!std::isfinite(spacing) || !(spacing > 0)) {
            return "the spacing is wrong";
        }
    }
    return "";
}

/// A NIfTI file, field by field, of either version and byte order.
struct Nifti {
    bool second = false;
    bool big_endian = false;
    std::int16_t type = 2;
    std::int16_t bits = 8;
    std::vector<std::int64_t> size{3, 2, 2};
    std::int64_t axes = -1;
    std::vector<double> pixdim{1, 0.5, 2, 3};
    double offset = -1;
    double slope = 0, intercept = 0;
    std::int16_t qform = 0, sform = 0, intent = 0;
    std::vector<double> quaternion{0, 0, 0}, qoffset{0, 0, 0};
    std::vector<double> rows;
    std::string magic;
    std::string extension;
    std::string voxels = std::string(12, '\1');

    template <class T>
    std::string number(T value) const {
        return big_endian ? big(value) : little(value);
    }

    std::string file() const {
        std::string bytes(second ? 540 : 348, '\0');
        const auto put = [&](std::size_t first_at, std::size_t second_at, const std::string& value) {
            bytes.replace(second ? second_at : first_at, value.size(), value);
        };
        const auto real = [&](double value) { return second ? number(value) : number(static_cast<float>(value)); };
        const auto reals = [&](const std::vector<double>& values) {
            std::string text;
            for (const double value : values) {
                text += real(value);
            }
            return text;
        };
        put(0, 0, number(static_cast<std::int32_t>(bytes.size())));
        std::string dim;
        const auto extent = [&](std::int64_t value) {
            dim += second ? number(value) : number(static_cast<std::int16_t>(value));
        };
        extent(axes < 0 ? static_cast<std::int64_t>(size.size()) : axes);
        for (const std::int64_t value : size) {
            extent(value);
        }
        put(40, 16, dim);
        put(68, 504, second ? number(std::int32_t{intent}) : number(intent));
        put(70, 12, number(type));
        put(72, 14, number(bits));
        put(76, 104, reals(pixdim));
        const std::size_t start = bytes.size() + 4 + extension.size();
        const double first = offset < 0 ? static_cast<double>(start) : offset;
        put(108, 168, second ? number(static_cast<std::int64_t>(first)) : number(static_cast<float>(first)));
        put(112, 176, real(slope));
        put(116, 184, real(intercept));
        put(124, 192, real(77));
        put(148, 240, "described");
        put(252, 344, second ? number(std::int32_t{qform}) : number(qform));
        put(254, 348, second ? number(std::int32_t{sform}) : number(sform));
        put(256, 352, reals(quaternion));
        put(268, 376, reals(qoffset));
        put(280, 400, reals(rows));
        const std::string own = second ? std::string("n+2\0\r\n\x1a\n", 8) : std::string("n+1\0", 4);
        put(344, 4, magic.empty() ? own : magic);
        bytes += std::string(extension.empty() ? "\0" : "\1", 1) + std::string(3, '\0') + extension;
        return bytes + voxels;
    }
};

inline std::string nrrd_file(const std::string& fields, const std::string& data) {
    return "NRRD0004\n" + fields + "\n" + data;
}

struct VolumeSample {
    std::string name;
    std::string content;
};

/// Returns a small file of each format, and of the variants of a format.
inline std::vector<VolumeSample> volume_samples() {
    std::vector<VolumeSample> samples;
    Nifti first;
    first.type = 4;
    first.bits = 16;
    first.pixdim = {1, 1, 2, 3};
    first.sform = 1;
    first.rows = {1, 0, 0, 5, 0, 2, 0, 6, 0, 0, 3, 7};
    first.voxels = std::string(24, '\2');
    samples.push_back({"a.nii", first.file()});
    Nifti second = first;
    second.second = second.big_endian = true;
    second.slope = 2;
    samples.push_back({"b.nii", second.file()});
    samples.push_back({"a.nrrd", nrrd_file("type: short\ndimension: 3\nsizes: 3 2 2\nencoding: raw\nendian: big\n"
                                           "spacings: 1 2 3\n",
                                           std::string(24, '\3'))});
    samples.push_back({"b.nrrd", nrrd_file("type: uchar\ndimension: 3\nspace: RAS\nsizes: 3 2 2\nencoding: gzip\nspace "
                                           "directions: (1,0,0) (0,2,0) (0,0,3)\nspace origin: (0,0,0)\n",
                                           gzipped(std::string(12, '\3')))});
    samples.push_back({"c.nrrd", nrrd_file("type: uchar\ndimension: 2\nsizes: 3 2\nencoding: text\n", "1 2 3 4 5 6")});
    const auto encoded = [&](const std::string& name) {
        const auto content = encode_volume(name, volume_of<std::uint16_t>({3, 2, 2}, counted<std::uint16_t>(12)));
        samples.push_back({name, std::string(as_text(content->bytes))});
    };
    encoded("a.npy");
    encoded("a.tif");
    return samples;
}

}  // namespace vkalgo::formats::test
