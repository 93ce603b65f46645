#include "formats/rasters/netcdf_header.hpp"

#include "formats/rasters/dem_format.hpp"
#include "formats/text_words.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>

#include <fmt/format.h>

namespace vkalgo::formats {
namespace {

constexpr std::uint32_t kDimensions = 10, kVariables = 11, kAttributes = 12;
constexpr std::uint32_t kStreaming = 0xffffffff;

class Header {
public:
    Header(std::string_view content, const std::string& name) : content_(content), name_(name) {}

    Result<NetcdfFile> parse() {
        wide_ = content_[3] == 2;
        offset_ = 4;
        VKALGO_TRY(const std::uint32_t records, word());
        VKALGO_TRY(const std::uint32_t dimensions, list(kDimensions, 8));
        for (std::uint32_t index = 0; index < dimensions; ++index) {
            VKALGO_TRY(const std::string_view name, text());
            VKALGO_TRY(const std::uint32_t length, word());
            file_.dimensions.push_back({name, length, length == 0});
        }
        VKALGO_TRY(const auto ignored, attributes());
        (void)ignored;
        VKALGO_TRY(const std::uint32_t variables, list(kVariables, wide_ ? 32 : 28));
        for (std::uint32_t index = 0; index < variables; ++index) {
            VKALGO_CHECK(variable());
        }
        VKALGO_CHECK(set_records(records));
        return std::move(file_);
    }

private:
    /// Returns the error about the bytes that begin `back` bytes before the next byte to read.
    Error wrong(const std::string& message, std::size_t back = 0) const {
        return bad_dem(name_, fmt::format("byte {}: {}", offset_ - back, message));
    }

    Result<std::uint32_t> word() {
        if (content_.size() - offset_ < 4) {
            return wrong(fmt::format("the file ends within the header of NetCDF; {}", kTruncated));
        }
        std::uint32_t value = 0;
        for (int byte = 0; byte < 4; ++byte) {
            value = value << 8 | static_cast<unsigned char>(content_[offset_++]);
        }
        return value;
    }

    /// Returns the next `bytes` bytes, and skips the padding after them, up to a multiple of 4 bytes.
    Result<std::string_view> take(std::uint64_t bytes) {
        if (content_.size() - offset_ < (bytes + 3) / 4 * 4) {
            return wrong(fmt::format("{} bytes are announced, but {} are left; {}", bytes, content_.size() - offset_,
                                     kTruncated));
        }
        const std::string_view taken = content_.substr(offset_, bytes);
        offset_ += (bytes + 3) / 4 * 4;
        return taken;
    }

    Result<std::string_view> text() {
        VKALGO_TRY(const std::uint32_t bytes, word());
        return take(bytes);
    }

    /// Reads a list's header and returns its number of entries, each of at least `least` bytes.
    Result<std::uint32_t> list(std::uint32_t tag, std::uint32_t least) {
        VKALGO_TRY(const std::uint32_t found, word());
        VKALGO_TRY(const std::uint32_t count, word());
        if ((found != tag && found != 0) || (found == 0 && count != 0)) {
            return wrong(fmt::format("a list of {} has the tag {}, but must have {}; copy or write the file again",
                                     count == 1 ? "1 entry" : fmt::format("{} entries", count), found, tag),
                         8);
        }
        if (const std::string none = no_room("entries", count, least, content_.size() - offset_); !none.empty()) {
            return wrong(none);
        }
        return count;
    }

    Result<std::vector<NetcdfAttribute>> attributes() {
        VKALGO_TRY(const std::uint32_t count, list(kAttributes, 12));
        std::vector<NetcdfAttribute> found;
        for (std::uint32_t index = 0; index < count; ++index) {
            NetcdfAttribute attribute;
            VKALGO_TRY(attribute.name, text());
            VKALGO_TRY(attribute.type, word());
            VKALGO_TRY(const std::uint32_t values, word());
            const auto type = netcdf_element(attribute.type);
            if (!type) {
                return wrong(fmt::format("{} is not a type of NetCDF-3; copy or write the file again", attribute.type),
                             8);
            }
            VKALGO_TRY(attribute.bytes, take(std::uint64_t{values} * size_of(*type)));
            found.push_back(attribute);
        }
        return found;
    }

    Result<void> variable() {
        NetcdfVariable variable;
        VKALGO_TRY(variable.name, text());
        VKALGO_TRY(const std::uint32_t dimensions, word());
        if (const std::string none = no_room("dimensions", dimensions, 4, content_.size() - offset_); !none.empty()) {
            return wrong(none);
        }
        for (std::uint32_t index = 0; index < dimensions; ++index) {
            VKALGO_TRY(const std::uint32_t dimension, word());
            if (dimension >= file_.dimensions.size()) {
                return wrong(
                    fmt::format("a variable has dimension {}, but the file has {} dimensions, counted from 0; copy or "
                                "write the file again",
                                dimension, file_.dimensions.size()),
                    4);
            }
            variable.dimensions.push_back(dimension);
        }
        VKALGO_TRY(variable.attributes, attributes());
        VKALGO_TRY(variable.type, word());
        if (!netcdf_element(variable.type)) {
            return wrong(fmt::format("{} is not a type of NetCDF-3; copy or write the file again", variable.type), 4);
        }
        // Skips the size of the variable, a word that cannot hold the size of a large variable. The dimensions give the
        // size too.
        VKALGO_CHECK(word());
        if (wide_) {
            VKALGO_TRY(const std::uint32_t high, word());
            variable.begin = std::uint64_t{high} << 32;
        }
        VKALGO_TRY(const std::uint32_t low, word());
        variable.begin |= low;
        file_.variables.push_back(std::move(variable));
        return {};
    }

    /// Sets the length of the record dimension, and the distance between records.
    Result<void> set_records(std::uint32_t records) {
        const auto recorded = [&](const NetcdfVariable& variable) {
            return !variable.dimensions.empty() && file_.dimensions[variable.dimensions[0]].records;
        };
        std::uint64_t all = 0, first = content_.size(), alone = 0, count = 0;
        for (const NetcdfVariable& variable : file_.variables) {
            if (recorded(variable)) {
                std::uint64_t bytes = size_of(*netcdf_element(variable.type));
                for (std::size_t at = 1; at < variable.dimensions.size(); ++at) {
                    if (__builtin_mul_overflow(bytes, file_.dimensions[variable.dimensions[at]].length, &bytes) ||
                        bytes > content_.size()) {
                        return wrong(fmt::format("a record is longer than the file; {}", kTruncated));
                    }
                }
                alone = bytes;
                all += (bytes + 3) / 4 * 4;
                first = std::min(first, variable.begin);
                ++count;
            }
        }
        // If only one variable has records, its records are not padded to words.
        const std::uint64_t stride = count == 1 ? alone : all;
        const std::uint64_t length = records != kStreaming ? records
                                     : stride == 0         ? 0
                                                           : (content_.size() - first) / stride;
        std::uint64_t before_last = 0;
        if (length > 1 && (__builtin_mul_overflow(length - 1, stride, &before_last) || before_last > content_.size())) {
            return wrong(fmt::format("{} records of {} bytes are announced, but the file has {} bytes; {}", length,
                                     stride, content_.size(), kTruncated));
        }
        for (NetcdfVariable& variable : file_.variables) {
            variable.stride = recorded(variable) ? stride : 0;
        }
        for (NetcdfDimension& dimension : file_.dimensions) {
            dimension.length = dimension.records ? length : dimension.length;
        }
        return {};
    }

    std::string_view content_;
    const std::string& name_;
    std::size_t offset_ = 0;
    bool wide_ = false;
    NetcdfFile file_;
};

}  // namespace

std::optional<ElementType> netcdf_element(std::uint32_t type) {
    constexpr ElementType kTypes[] = {ElementType::i8,  ElementType::u8,  ElementType::i16,
                                      ElementType::i32, ElementType::f32, ElementType::f64};
    return type >= 1 && type <= std::size(kTypes) ? std::optional(kTypes[type - 1]) : std::nullopt;
}

std::vector<double> netcdf_numbers(std::string_view bytes, ElementType type) {
    return with_type(type, [&](auto value) {
        std::vector<double> values;
        for (std::size_t at = 0; at + sizeof value <= bytes.size(); at += sizeof value) {
            char turned[sizeof value];
            std::reverse_copy(bytes.data() + at, bytes.data() + at + sizeof value, turned);
            std::memcpy(&value, turned, sizeof value);
            values.push_back(static_cast<double>(value));
        }
        return values;
    });
}

Result<NetcdfFile> read_netcdf_header(std::string_view content, const std::string& name) {
    return Header(content, name).parse();
}

}  // namespace vkalgo::formats
