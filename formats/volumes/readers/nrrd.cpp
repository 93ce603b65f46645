// Reads NRRD. Its data is in the same file, or in one or more other files: raw, packed with gzip, or text. Writes one
// file with gzip.
#include "formats/gunzip.hpp"
#include "formats/number_text.hpp"
#include "formats/source.hpp"
#include "formats/volumes/nrrd_header.hpp"
#include "formats/volumes/nrrd_types.hpp"
#include "formats/volumes/volume_format.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <new>
#include <set>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace vkalgo::formats {
namespace {

constexpr const char* kDamaged = "the file is truncated or its header is wrong; copy or write it again";

/// The position of a volume in the data: bytes between neighbours along the spatial axes, and bytes before the first
/// voxel.
struct VoxelLayout {
    std::array<std::uint64_t, 3> step{};
    std::uint64_t first = 0;
};

class NrrdReader {
public:
    NrrdReader(std::string_view content, const std::string& name, const InputSettings& settings)
        : content_(content), name_(name), values_name_(name), settings_(settings) {}

    Result<Volume> read() {
        VKALGO_TRY(header_, read_nrrd_header(content_, name_));
        VKALGO_CHECK(shape());
        VKALGO_TRY(const VoxelLayout layout, find());
        for (unsigned axis = 0; axis < header_.spacing.size(); ++axis) {
            if (header_.spacing[axis] != 0) {
                VKALGO_CHECK(set_spacing(volume_, axis, header_.spacing[axis], name_, settings_));
            }
        }
        volume_.geometry.to_world = header_.to_world;
        volume_.geometry.unit = header_.unit;
        for (const std::string& fact : header_.passed_over) {
            settings_.notice(fmt::format("'{}' has {}, which vkalgo ignores", name_, fact));
        }
        if (header_.space_axes.size() == header_.sizes.size()) {
            const auto kept = as_byte_span(header_.kept);
            volume_.geometry.header.assign(kept.begin(), kept.end());
        }
        VKALGO_TRY(const std::string_view values, data());
        volume_.voxels = gather_voxels(values.substr(layout.first), volume_, layout.step);
        if (header_.swapped && header_.encoding != NrrdHeader::Encoding::text) {
            swap_elements(volume_.voxels, volume_.type);
        }
        return std::move(volume_);
    }

private:
    Error wrong(const std::string& message) const { return bad_volume(name_, message); }

    Result<void> shape() {
        volume_.type = header_.type;
        std::vector<std::uint64_t> size;
        for (const std::size_t axis : header_.space_axes) {
            size.push_back(header_.sizes[axis]);
        }
        return set_size(volume_, size, name_);
    }

    /// Chooses the volume and returns its position. Sets all_ to the bytes of all volumes.
    Result<VoxelLayout> find() {
        VoxelLayout layout;
        std::vector<std::uint64_t> strides;
        std::uint64_t count = 1;
        all_ = size_of(header_.type);
        std::size_t space = 0;
        for (std::size_t axis = 0; axis < header_.sizes.size(); ++axis) {
            strides.push_back(all_);
            if (__builtin_mul_overflow(all_, header_.sizes[axis], &all_)) {
                return wrong(fmt::format("has {} values of {}, more bytes than 64 bits can count; correct its header",
                                         format_size(header_.sizes), to_string(header_.type)));
            }
            if (space < header_.space_axes.size() && header_.space_axes[space] == axis) {
                layout.step[space++] = strides[axis];
            } else {
                count *= header_.sizes[axis];
            }
        }
        VKALGO_TRY(std::uint64_t chosen, choose_volume(count, name_, settings_));
        for (std::size_t axis = 0; axis < header_.sizes.size(); ++axis) {
            if (std::find(header_.space_axes.begin(), header_.space_axes.end(), axis) == header_.space_axes.end()) {
                layout.first += chosen % header_.sizes[axis] * strides[axis];
                chosen /= header_.sizes[axis];
            }
        }
        return layout;
    }

    /// Returns the bytes of the values of all volumes, from the file itself or from the data files.
    Result<std::string_view> data() {
        if (header_.data_files.empty()) {
            VKALGO_TRY(const std::string_view packed, skip_lines(content_.substr(header_.bytes)));
            return unpack(packed);
        }
        const std::uint64_t files = header_.data_files.size(), whole = all_;
        if (whole / size_of(header_.type) % files != 0) {
            return wrong(fmt::format(
                "has {} data files for {} values of {}, which the files cannot hold in equal parts; correct its "
                "header",
                files, format_size(header_.sizes), to_string(header_.type)));
        }
        VKALGO_CHECK(check_data_files());
        if (files == 1) {
            return data_file(header_.data_files.front());
        }
        Bytes joined;
        all_ = whole / files;
        for (const std::string& file : header_.data_files) {
            VKALGO_TRY(const std::string_view part, data_file(file));
            const auto bytes = as_byte_span(part);
            joined.insert(joined.end(), bytes.begin(), bytes.end());
        }
        all_ = whole;
        unpacked_ = std::move(joined);
        return as_text(unpacked_);
    }

    /// Returns the path of a data file. A relative name is relative to the folder of the header.
    std::string path_of(const std::string& file) const {
        const std::size_t slash = name_.rfind('/');
        return !file.starts_with('/') && slash != std::string::npos ? name_.substr(0, slash + 1) + file : file;
    }

    /// Adds the paths of the data files to the volume's geometry. Fails if there are several files and the volume is
    /// much larger than all files together, since one file may be listed many times.
    Result<void> check_data_files() {
        std::set<std::string> distinct;
        for (const std::string& file : header_.data_files) {
            volume_.geometry.data_files.push_back(path_of(file));
            distinct.insert(volume_.geometry.data_files.back());
        }
        std::uint64_t there = 0;
        for (const std::string& path : distinct) {
            std::error_code failure;
            const std::uint64_t size = std::filesystem::file_size(path, failure);
            there += failure ? 0 : size;
        }
        return header_.data_files.size() == 1 ? Result<void>() : check_unpacked(all_, there, volume_, name_, settings_);
    }

    /// Reads a data file, and returns its values. If there are several data files, an error about the values names the
    /// file.
    Result<std::string_view> data_file(const std::string& file) {
        values_name_ = path_of(file);
        VKALGO_TRY(Source source, Source::open(values_name_, Source::Unpack::never));
        VKALGO_TRY(file_, source.read_all(settings_.limits));
        VKALGO_TRY(const std::string_view packed, skip_lines(as_text(file_)));
        auto values = unpack(packed);
        if (!values && header_.data_files.size() > 1) {
            return Error{values.error().code, fmt::format("{} (in its data file '{}')", values.error().message, file),
                         values.error().where};
        }
        return values;
    }

    /// Returns the data after the skipped lines.
    Result<std::string_view> skip_lines(std::string_view data) const {
        for (std::uint64_t line = 0; line < header_.line_skip; ++line) {
            const std::size_t end = data.find('\n');
            if (end == std::string_view::npos) {
                return wrong(fmt::format("has fewer lines than the {} that 'line skip' passes over; {}",
                                         header_.line_skip, kDamaged));
            }
            data.remove_prefix(end + 1);
        }
        return data;
    }

    /// Returns the words " in each of N data files", which follow a number of bytes or numbers in a message. Empty if
    /// there are not several data files.
    std::string in_each() const {
        const std::size_t files = header_.data_files.size();
        return files > 1 ? fmt::format(" in each of {} data files", files) : "";
    }

    Error too_short(const std::string& there) const {
        return wrong(fmt::format("has {} values of {}, which need {} bytes{}, but there are {}; {}",
                                 format_size(header_.sizes), to_string(header_.type), all_, in_each(), there,
                                 kDamaged));
    }

    Result<std::string_view> unpack(std::string_view data) {
        switch (header_.encoding) {
            case NrrdHeader::Encoding::raw:
                return raw(data);
            case NrrdHeader::Encoding::gzip:
                return gzip(data);
            case NrrdHeader::Encoding::text:
                break;
        }
        return text(data);
    }

    Result<std::string_view> raw(std::string_view data) const {
        if (header_.byte_skip < 0) {
            return data.size() < all_ ? Result<std::string_view>(too_short(std::to_string(data.size())))
                                      : data.substr(data.size() - all_);
        }
        const auto skip = static_cast<std::uint64_t>(header_.byte_skip);
        if (data.size() < skip || data.size() - skip < all_) {
            return too_short(std::to_string(data.size() - std::min<std::uint64_t>(skip, data.size())));
        }
        data.remove_prefix(skip);
        if (data.size() > all_) {
            settings_.notice(fmt::format("'{}' has {} after its voxels, which vkalgo ignores", values_name_,
                                         plural(data.size() - all_, "byte")));
        }
        return data.substr(0, all_);
    }

    Result<std::string_view> gzip(std::string_view data) {
        if (header_.byte_skip < 0) {
            return wrong("has a byte skip of -1, which packed data does not allow; correct its header");
        }
        const auto skip = static_cast<std::uint64_t>(header_.byte_skip);
        std::uint64_t wanted = 0;
        // Deflate packs at most 1,032 to 1.
        constexpr std::uint64_t kRatio = 1040;
        if (__builtin_add_overflow(all_, skip, &wanted) || wanted / kRatio > data.size()) {
            return too_short(fmt::format("only {}", plural(data.size(), "packed byte")));
        }
        VKALGO_CHECK(check_unpacked(wanted, data.size(), volume_, name_, settings_));
        VKALGO_TRY(const auto gunzip, Gunzip::create(
                                          [&data](std::span<std::byte> target) -> Result<std::size_t> {
                                              const std::size_t count = std::min(data.size(), target.size());
                                              std::memcpy(target.data(), data.data(), count);
                                              data.remove_prefix(count);
                                              return count;
                                          },
                                          name_));
        unpacked_.resize(wanted);
        std::uint64_t used = 0;
        while (used < wanted) {
            VKALGO_TRY(const std::size_t got, gunzip->read(std::span(unpacked_).subspan(used)));
            if (got == 0) {
                return too_short(std::to_string(used - std::min(used, skip)));
            }
            used += got;
        }
        // A read at the end of the packed data also checks the checksum.
        std::byte more{};
        VKALGO_TRY(const std::size_t got, gunzip->read({&more, 1}));
        if (got != 0) {
            settings_.notice(
                fmt::format("'{}' has further packed data after its voxels, which is ignored", values_name_));
        }
        return as_text(unpacked_).substr(skip);
    }

    Result<std::string_view> text(std::string_view data) {
        if (header_.byte_skip < 0 || static_cast<std::uint64_t>(header_.byte_skip) > data.size()) {
            return wrong(
                fmt::format("has a byte skip of {}, but it must be from 0 to {}, the bytes of its text; "
                            "correct its header",
                            header_.byte_skip, data.size()));
        }
        data.remove_prefix(static_cast<std::size_t>(header_.byte_skip));
        const std::uint64_t size = size_of(header_.type), count = all_ / size;
        // A number and a blank are at least two bytes.
        if (count > data.size() / 2 + 1) {
            return wrong(fmt::format("needs {} numbers{} for its sizes {}, but {} bytes of text cannot hold them; {}",
                                     count, in_each(), format_size(header_.sizes), data.size(), kDamaged));
        }
        constexpr std::string_view kBetween = " \t\r\n,";
        unpacked_.resize(all_);
        std::uint64_t number = 0;
        for (std::size_t at = data.find_first_not_of(kBetween); at != std::string_view::npos;
             at = data.find_first_not_of(kBetween, at)) {
            const std::size_t end = std::min(data.find_first_of(kBetween, at), data.size());
            if (number == count) {
                return wrong(fmt::format("has more than {} numbers; correct its sizes", count));
            }
            const std::string failure =
                store_number(data.substr(at, end - at), header_.type, unpacked_.data() + number * size);
            if (!failure.empty()) {
                return wrong(fmt::format("has an error in number {} (counted from 1): {}", number + 1, failure));
            }
            ++number;
            at = end;
        }
        if (number < count) {
            return wrong(fmt::format("needs {} numbers{} for its sizes {}, but there are {}; {}", count, in_each(),
                                     format_size(header_.sizes), number, kDamaged));
        }
        return as_text(unpacked_);
    }

    std::string_view content_;
    const std::string& name_;
    /// Name of the file of the values: the file itself, or the data file that is read.
    std::string values_name_;
    const InputSettings& settings_;
    NrrdHeader header_;
    Volume volume_;
    /// Bytes of all values. While one of several files is read: bytes of that file's values.
    std::uint64_t all_ = 0;
    Bytes file_, unpacked_;
};

Result<Volume> read_nrrd(std::string_view content, const std::string& name, const InputSettings& settings) {
    return NrrdReader(content, name, settings).read();
}

std::string units_line(const char* key, const Volume& volume) {
    std::string line = volume.geometry.unit.empty() ? "" : fmt::format("{}:", key);
    for (unsigned axis = 0; !line.empty() && axis < volume.dimensions; ++axis) {
        line += fmt::format(" \"{}\"", volume.geometry.unit);
    }
    return line.empty() ? line : line + "\n";
}

/// Returns the header lines about the position of the voxels.
std::string geometry_lines(const Volume& volume) {
    if (volume.geometry.to_world && volume.dimensions == 3) {
        const auto& rows = *volume.geometry.to_world;
        std::string directions;
        for (unsigned axis = 0; axis < 3; ++axis) {
            directions += fmt::format(" ({},{},{})", rows[axis], rows[4 + axis], rows[8 + axis]);
        }
        return fmt::format("space: right-anterior-superior\n{}space directions:{}\nspace origin: ({},{},{})\n",
                           units_line("space units", volume), directions, rows[3], rows[7], rows[11]);
    }
    return fmt::format("spacings: {}\n{}", fmt::join(std::span(volume.geometry.spacing).first(volume.dimensions), " "),
                       units_line("units", volume));
}

Result<Bytes> encode_nrrd(const Volume& volume) {
    const bool kept = volume.geometry.format == std::string_view("nrrd") && !volume.geometry.header.empty();
    std::string text = fmt::format("NRRD0004\ntype: {}\ndimension: {}\n", nrrd_type(volume.type), volume.dimensions);
    const auto sizes = std::span(volume.size).first(volume.dimensions);
    // NRRD requires `dimension` before the fields of axes, and `space` before the other fields about the space.
    text += kept ? std::string(as_text(volume.geometry.header)) : geometry_lines(volume);
    text += fmt::format("sizes: {}\n{}encoding: gzip\n\n", fmt::join(sizes, " "),
                        size_of(volume.type) > 1 ? "endian: little\n" : "");
    VKALGO_TRY(const Bytes packed, pack_gzip(volume.voxels));
    const auto header = as_byte_span(text);
    Bytes file(header.begin(), header.end());
    file.insert(file.end(), packed.begin(), packed.end());
    return file;
}

}  // namespace

const VolumeFormat& volume_format_nrrd();
const VolumeFormat& volume_format_nrrd() {
    static const VolumeFormat format = {.name = "nrrd",
                                        .about = "NRRD",
                                        .endings = {".nrrd", ".nhdr"},
                                        .written = {".nrrd"},
                                        .recognises = looks_like_nrrd,
                                        .read = read_nrrd,
                                        .encode = encode_nrrd};
    return format;
}

}  // namespace vkalgo::formats
