#include "formats/meshes/ply_header.hpp"

#include "formats/number_text.hpp"
#include "formats/text_words.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::formats {
namespace {

struct TypeName {
    std::string_view name;
    ElementType type;
};

constexpr TypeName kTypes[] = {
    {"char", ElementType::i8},     {"uchar", ElementType::u8},   {"short", ElementType::i16},
    {"ushort", ElementType::u16},  {"int", ElementType::i32},    {"uint", ElementType::u32},
    {"float", ElementType::f32},   {"double", ElementType::f64}, {"int8", ElementType::i8},
    {"uint8", ElementType::u8},    {"int16", ElementType::i16},  {"uint16", ElementType::u16},
    {"int32", ElementType::i32},   {"uint32", ElementType::u32}, {"float32", ElementType::f32},
    {"float64", ElementType::f64},
};

/// Returns the offset of the line after end_header, and the number of lines up to and with end_header; nullopt if the
/// text has no end_header.
std::optional<std::pair<std::size_t, std::uint64_t>> find_end(std::string_view content) {
    // The first line shows how lines end: old Macs ended them with \r alone. Later bytes do not show it, since a binary
    // file may have any byte there.
    const std::size_t first = std::min(content.find_first_of("\r\n"), content.size());
    const char line_break =
        content.substr(first).starts_with('\r') && !content.substr(first).starts_with("\r\n") ? '\r' : '\n';
    std::uint64_t lines = 0;
    for (std::size_t start = 0; start < content.size();) {
        const std::size_t end = content.find(line_break, start);
        std::string_view line = content.substr(start, end == std::string_view::npos ? end : end - start);
        line = line.substr(0, line.find_last_not_of(" \t\r") + 1);
        ++lines;
        start = end == std::string_view::npos ? content.size() : end + 1;
        if (line == "end_header") {
            return std::pair{start, lines};
        }
    }
    return std::nullopt;
}

/// A parser of a header, line by line.
class HeaderParser {
public:
    HeaderParser(std::string_view text, const std::string& name) : text_(text, name) {}

    Result<PlyHeader> parse() {
        for (text_.next_line(); text_.has_more();) {  // The first line is "ply"
            const std::string_view key = text_.word();
            if (key == "format") {
                VKALGO_CHECK(format());
            } else if (key == "element") {
                VKALGO_CHECK(element());
            } else if (key == "property") {
                VKALGO_CHECK(property());
            } else if (key == "end_header") {
                break;
            } else if (key != "comment" && key != "obj_info") {
                return text_.wrong(fmt::format("'{}' is not a keyword of a PLY header; correct it", excerpt(key)));
            }
            text_.next_line();
        }
        if (!has_format_) {
            return text_.wrong("the header has no line 'format'; add it");
        }
        return std::move(header_);
    }

private:
    Result<void> format() {
        const std::string_view word = text_.word();
        const std::string_view version = text_.word();
        has_format_ = true;
        if (word == "ascii") {
            header_.encoding = PlyEncoding::ascii;
        } else if (word == "binary_little_endian") {
            header_.encoding = PlyEncoding::little_endian;
        } else if (word == "binary_big_endian") {
            header_.encoding = PlyEncoding::big_endian;
        } else {
            return text_.wrong(
                fmt::format("format '{}' is unknown; save the mesh as ascii, binary_little_endian or binary_big_endian",
                            excerpt(word)));
        }
        if (version != "1.0") {
            return text_.wrong(
                fmt::format("version '{}' of PLY is not supported; save the mesh as version 1.0", excerpt(version)));
        }
        return {};
    }

    Result<void> element() {
        PlyElement element;
        element.name = text_.word();
        element.line = text_.line();
        const std::string_view count = text_.word();
        const auto [end, failure] = std::from_chars(count.data(), count.data() + count.size(), element.count);
        if (failure != std::errc() || end != count.data() + count.size()) {
            return text_.wrong(fmt::format("'{}' is not a number of elements; correct it", excerpt(count)));
        }
        if (header_.find(element.name) != nullptr) {
            return text_.wrong(
                fmt::format("there is a second element '{}'; remove one of them", excerpt(element.name)));
        }
        header_.elements.push_back(std::move(element));
        return {};
    }

    Result<ElementType> type() {
        const std::string_view word = text_.word();
        for (const TypeName& candidate : kTypes) {
            if (word == candidate.name) {
                return candidate.type;
            }
        }
        return text_.wrong(
            fmt::format("'{}' is not a type of PLY; write one such as uchar, int, float or double", excerpt(word)));
    }

    Result<void> property() {
        if (header_.elements.empty()) {
            return text_.wrong("a property comes before the first element; move it after its element");
        }
        PlyProperty property;
        MeshText ahead = text_;
        if (ahead.word() == "list") {
            text_.word();
            VKALGO_TRY(property.length, type());
            if (is_float(*property.length)) {
                return text_.wrong(
                    "the type of the length of a list is float or double, but must be that of whole numbers; "
                    "save the file again");
            }
        }
        VKALGO_TRY(property.type, type());
        property.name = text_.word();
        PlyElement& element = header_.elements.back();
        if (element.find(property.name)) {
            return text_.wrong(
                fmt::format("there is a second property '{}'; remove one of them", excerpt(property.name)));
        }
        element.properties.push_back(std::move(property));
        return {};
    }

    MeshText text_;
    PlyHeader header_;
    bool has_format_ = false;
};

}  // namespace

std::optional<std::size_t> PlyElement::find(std::string_view wanted, std::string_view other) const {
    const auto found = std::find_if(properties.begin(), properties.end(), [&](const PlyProperty& property) {
        return property.name == wanted || (!other.empty() && property.name == other);
    });
    return found == properties.end() ? std::nullopt
                                     : std::optional(static_cast<std::size_t>(found - properties.begin()));
}

const PlyElement* PlyHeader::find(std::string_view name) const {
    const auto found =
        std::find_if(elements.begin(), elements.end(), [&](const PlyElement& element) { return element.name == name; });
    return found == elements.end() ? nullptr : &*found;
}

Result<PlyHeader> parse_ply_header(std::string_view content, const std::string& name) {
    if (!content.starts_with("ply")) {
        return Error{
            ErrorCode::invalid_argument,
            fmt::format("'{}' is not a PLY file: it does not start with 'ply'; save it again, or give its format "
                        "by <format>",
                        name),
            name};
    }
    const auto end = find_end(content);
    if (!end) {
        return Error{ErrorCode::invalid_argument,
                     fmt::format("'{}' has no line 'end_header': its {} bytes end within the header; copy it again",
                                 name, content.size()),
                     name};
    }
    VKALGO_TRY(PlyHeader header, HeaderParser(content.substr(0, end->first), name).parse());
    header.bytes = end->first;
    header.lines = end->second;
    return header;
}

}  // namespace vkalgo::formats
