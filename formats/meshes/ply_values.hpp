#pragma once

#include "algorithms/element_type.hpp"
#include "engine/result.hpp"
#include "formats/meshes/ply_header.hpp"
#include "formats/text_words.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

#include <fmt/format.h>

/// The values of a PLY file, one after the other, in text and in binary. What reads one returns what is wrong and what
/// to do, or nothing.
namespace vkalgo::formats {

static_assert(std::endian::native == std::endian::little, "byte orders below are written for little-endian machines");

/// Values in text, however lines break them.
class PlyTextValues {
public:
    /// The least bytes of a value of that type: a digit and what separates it.
    static constexpr std::uint64_t least(ElementType) { return 2; }

    PlyTextValues(std::string_view content, const PlyHeader& header, const std::string& name)
        : text_(content.substr(header.bytes), name, 0, header.lines + 1) {}

    /// A finite number of the type, which is rounded to it.
    std::string coordinate(ElementType type, double& value) {
        const std::string_view word = text_.word_below();
        if (type != ElementType::f32) {
            return read_coordinate(word, value);
        }
        float single = 0;
        std::string wrong = read_coordinate(word, single);
        value = single;
        return wrong;
    }
    /// A whole number; `what` calls it in messages.
    std::string whole(ElementType, std::string_view what, std::int64_t& value) {
        return read_whole(text_.word_below(), what, value);
    }
    /// Passes over so many values.
    std::string skip(ElementType, std::uint64_t count) {
        for (; count > 0; --count) {
            if (text_.word_below().empty()) {
                return fmt::format("a value is missing; {}", kTruncated);
            }
        }
        return {};
    }
    /// To call after the last value of an element. Where its line goes on, the next element may begin there; if
    /// anything is wrong later, it is likelier that the header lacks a property.
    void end_element() {
        MeshText ahead = text_;
        surplus_line_ = surplus_line_ == 0 && !ahead.word().empty() ? text_.line() : surplus_line_;
    }
    /// Is anything left but blanks?
    bool has_more() { return text_.has_more(); }
    /// Bytes that are left.
    std::uint64_t left() const { return text_.bytes_left(); }
    /// The error, with the line.
    Error wrong(const std::string& message) const {
        return surplus_line_ == 0
                   ? text_.wrong(message)
                   : text_.wrong(surplus_line_, "more values than the header has properties; correct one of them");
    }

private:
    MeshText text_;
    /// the first line that goes on after an element; 0: none does
    std::uint64_t surplus_line_ = 0;
};

/// The same in binary; errors have the byte behind the value.
class PlyBinaryValues {
public:
    static constexpr std::uint64_t least(ElementType type) { return size_of(type); }

    PlyBinaryValues(std::string_view content, const PlyHeader& header, const std::string& name)
        : content_(content), name_(name), at_(header.bytes), swapped_(header.encoding == PlyEncoding::big_endian) {}

    std::string coordinate(ElementType type, double& value) {
        std::string wrong = load(type, value);
        return wrong.empty() && !std::isfinite(value) ? "a coordinate is infinite or no number; repair the mesh"
                                                      : wrong;
    }
    std::string whole(ElementType type, std::string_view, std::int64_t& value) {
        double real = 0;
        std::string wrong = load(type, real);
        value = static_cast<std::int64_t>(real);  // exact: of 32 bits
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
    Error wrong(const std::string& message) const {
        return {ErrorCode::invalid_argument, fmt::format("'{}' byte {}: {}", name_, at_, message), name_};
    }

private:
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
            if constexpr (!std::is_same_v<decltype(typed), Half>) {  // PLY has none
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
