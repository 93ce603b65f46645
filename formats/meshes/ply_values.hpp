#pragma once

#include "algorithms/element_type.hpp"
#include "engine/result.hpp"
#include "formats/meshes/ply_header.hpp"
#include "formats/meshes/stray_vertices.hpp"
#include "formats/text_words.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

#include <fmt/format.h>

/// Readers of the values of a PLY file, one after another, in text and in binary. Functions that read a value return
/// what is wrong and what to do, or an empty string.
namespace vkalgo::formats {

static_assert(std::endian::native == std::endian::little, "byte orders below are written for little-endian machines");

/// Values in text, separated by blanks or line breaks.
class PlyTextValues {
public:
    /// Returns the smallest number of bytes of a value: a digit and a separator.
    static constexpr std::uint64_t least(ElementType) { return 2; }

    PlyTextValues(std::string_view content, const PlyHeader& header, const std::string& name)
        : text_(content.substr(header.bytes), name, 0, header.lines + 1) {}

    /// Reads a number, which may be "nan" or "inf", and rounds it to the type.
    std::string coordinate(ElementType type, double& value) {
        word_ = text_.word_below();
        if (type != ElementType::f32) {
            return read_any_coordinate(word_, value);
        }
        float single = 0;
        std::string wrong = read_any_coordinate(word_, single);
        value = single;
        return wrong;
    }
    /// Returns this vertex as a stray vertex, with the line and the text of the coordinate that was read last.
    StrayVertex last(std::uint64_t vertex) const { return {vertex, text_.line(), word_}; }
    /// Reads a whole number. `what` is its name in messages.
    std::string whole(ElementType, std::string_view what, std::int64_t& value) {
        return read_whole(text_.word_below(), what, value);
    }
    /// Skips `count` values.
    std::string skip(ElementType, std::uint64_t count) {
        for (; count > 0; --count) {
            if (text_.word_below().empty()) {
                return fmt::format("a value is missing; {}", kTruncated);
            }
        }
        return {};
    }
    /// Must be called after the last value of an element. Remembers the first line that continues after an element. The
    /// next element may begin on that line. But if an error follows, it is more likely that the header lacks a
    /// property, so wrong() then reports that line.
    void end_element() {
        MeshText ahead = text_;
        surplus_line_ = surplus_line_ == 0 && !ahead.word().empty() ? text_.line() : surplus_line_;
    }
    /// Returns true if anything except blanks is left.
    bool has_more() { return text_.has_more(); }
    /// Returns the number of bytes left.
    std::uint64_t left() const { return text_.bytes_left(); }
    /// Returns the error about a vertex, with its line.
    Error wrong(const StrayVertex& stray) const { return text_.wrong(stray.location, stray.message()); }
    /// Returns the error, with the line.
    Error wrong(const std::string& message) const {
        return surplus_line_ == 0
                   ? text_.wrong(message)
                   : text_.wrong(
                         surplus_line_,
                         "the line has more values than its element has properties in the header; correct the line or "
                         "the header");
    }

private:
    MeshText text_;
    std::string_view word_;
    /// The first line that continues after an element; 0: none.
    std::uint64_t surplus_line_ = 0;
};

/// Values in binary. Errors have the offset of the byte after the last value that was read.
class PlyBinaryValues {
public:
    static constexpr std::uint64_t least(ElementType type) { return size_of(type); }

    PlyBinaryValues(std::string_view content, const PlyHeader& header, const std::string& name)
        : content_(content), name_(name), at_(header.bytes), swapped_(header.encoding == PlyEncoding::big_endian) {}

    std::string coordinate(ElementType type, double& value) { return load(type, value); }
    StrayVertex last(std::uint64_t vertex) const { return {vertex, at_, {}}; }
    std::string whole(ElementType type, std::string_view, std::int64_t& value) {
        double real = 0;
        std::string wrong = load(type, real);
        value = static_cast<std::int64_t>(real);  // Exact: at most 32 bits
        return wrong;
    }
    std::string skip(ElementType type, std::uint64_t count) {
        if (count > left() / size_of(type)) {
            return ends_early();
        }
        at_ += count * size_of(type);
        return {};
    }
    static void end_element() {}
    bool has_more() const { return left() > 0; }
    std::uint64_t left() const { return content_.size() - at_; }
    Error wrong(const StrayVertex& stray) const { return wrong(stray.location, stray.message()); }
    Error wrong(const std::string& message) const { return wrong(at_, message); }

private:
    Error wrong(std::uint64_t byte, const std::string& message) const {
        return {ErrorCode::invalid_argument, fmt::format("'{}' byte {}: {}", name_, byte, message), name_};
    }

    static std::string ends_early() { return fmt::format("the data ends within an element; {}", kTruncated); }

    std::string load(ElementType type, double& value) {
        if (left() < size_of(type)) {
            return ends_early();
        }
        with_type(type, [&](auto typed) {
            char bytes[sizeof typed];
            std::memcpy(bytes, content_.data() + at_, sizeof typed);
            if (swapped_) {
                std::reverse(std::begin(bytes), std::end(bytes));
            }
            std::memcpy(&typed, bytes, sizeof typed);
            if constexpr (!std::is_same_v<decltype(typed), Half>) {  // PLY has no f16
                value = static_cast<double>(typed);
            }
        });
        at_ += size_of(type);
        return {};
    }

    std::string_view content_;
    const std::string& name_;
    std::size_t at_;
    bool swapped_;
};

}  // namespace vkalgo::formats
