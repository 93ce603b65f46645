#pragma once

#include "algorithms/element_type.hpp"
#include "formats/bytes.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <string_view>

/// The fields of NIfTI headers: their offsets, widths and byte orders, and the codes of types.
namespace vkalgo::formats {

/// The offsets, in bytes, of the fields of a version. `bytes` is the size of the header.
struct NiftiLayout {
    std::size_t bytes, magic, dim, type, bits, pixdim, offset, slope, intercept, most, least;
    std::size_t qform, sform, quaternion, qoffset, srow, units, intent;
};
inline constexpr NiftiLayout kNiftiFirst{348, 344, 40,  70,  72,  76,  108, 112, 116,
                                         124, 128, 252, 254, 256, 268, 280, 123, 68};
inline constexpr NiftiLayout kNiftiSecond{540, 4,   16,  12,  14,  104, 168, 176, 184,
                                          192, 200, 344, 348, 352, 376, 400, 500, 504};

/// Four bytes after the header say whether extensions follow.
inline constexpr std::size_t kNiftiExtensionFlag = 4;

struct NiftiTypeCode {
    std::int16_t code;
    ElementType type;
};
inline constexpr NiftiTypeCode kNiftiTypes[] = {
    {2, ElementType::u8},     {4, ElementType::i16},    {8, ElementType::i32},   {16, ElementType::f32},
    {64, ElementType::f64},   {256, ElementType::i8},   {512, ElementType::u16}, {768, ElementType::u32},
    {1024, ElementType::i64}, {1280, ElementType::u64},
};

/// Returns the code of a type that NIfTI has.
inline std::int16_t nifti_code(ElementType type) {
    return std::find_if(std::begin(kNiftiTypes), std::end(kNiftiTypes),
                        [&](const NiftiTypeCode& candidate) { return candidate.type == type; })
        ->code;
}

/// Returns the number at byte `at`. If `swapped`, its bytes are in reverse order there.
template <class T>
T load_nifti(std::string_view content, std::size_t at, bool swapped) {
    char bytes[sizeof(T)];
    std::memcpy(bytes, content.data() + at, sizeof bytes);
    if (swapped) {
        std::reverse(std::begin(bytes), std::end(bytes));
    }
    T value{};
    std::memcpy(&value, bytes, sizeof value);
    return value;
}

/// Writes a number at byte `at`. If `swapped`, writes its bytes in reverse order.
template <class T>
void store_nifti(Bytes& header, std::size_t at, bool swapped, T value) {
    char bytes[sizeof(T)];
    std::memcpy(bytes, &value, sizeof bytes);
    if (swapped) {
        std::reverse(std::begin(bytes), std::end(bytes));
    }
    std::memcpy(header.data() + at, bytes, sizeof bytes);
}

/// A reader of fields whose width differs between the versions.
class NiftiFields {
public:
    NiftiFields(std::string_view content, unsigned version, bool swapped)
        : at(version == 1 ? kNiftiFirst : kNiftiSecond), content_(content), second_(version == 2), swapped_(swapped) {}

    double real(std::size_t offset, unsigned index = 0) const {
        return second_ ? load_nifti<double>(content_, offset + index * 8, swapped_)
                       : static_cast<double>(load_nifti<float>(content_, offset + index * 4, swapped_));
    }
    std::int64_t extent(unsigned index) const {
        return second_ ? load_nifti<std::int64_t>(content_, at.dim + index * 8, swapped_)
                       : load_nifti<std::int16_t>(content_, at.dim + index * 2, swapped_);
    }
    std::int32_t code(std::size_t offset) const {
        return second_ ? load_nifti<std::int32_t>(content_, offset, swapped_)
                       : load_nifti<std::int16_t>(content_, offset, swapped_);
    }
    std::int16_t half(std::size_t offset) const { return load_nifti<std::int16_t>(content_, offset, swapped_); }

    const NiftiLayout& at;

private:
    std::string_view content_;
    bool second_, swapped_;
};

/// A writer of fields whose width differs between the versions.
class NiftiFieldWriter {
public:
    NiftiFieldWriter(Bytes& header, unsigned version, bool swapped)
        : at(version == 1 ? kNiftiFirst : kNiftiSecond), header_(header), second_(version == 2), swapped_(swapped) {}

    void real(std::size_t offset, double value, unsigned index = 0) {
        if (second_) {
            store_nifti(header_, offset + index * 8, swapped_, value);
        } else {
            store_nifti(header_, offset + index * 4, swapped_, static_cast<float>(value));
        }
    }
    void extent(unsigned index, std::uint64_t value) {
        if (second_) {
            store_nifti(header_, at.dim + index * 8, swapped_, static_cast<std::int64_t>(value));
        } else {
            store_nifti(header_, at.dim + index * 2, swapped_, static_cast<std::int16_t>(value));
        }
    }
    void code(std::size_t offset, std::int16_t value) {
        if (second_) {
            store_nifti(header_, offset, swapped_, std::int32_t{value});
        } else {
            store_nifti(header_, offset, swapped_, value);
        }
    }
    void type(ElementType type) {
        store_nifti(header_, at.type, swapped_, nifti_code(type));
        store_nifti(header_, at.bits, swapped_, static_cast<std::int16_t>(8 * size_of(type)));
        real(at.slope, 1);
        real(at.intercept, 0);
        real(at.most, 0);
        real(at.least, 0);
    }

    const NiftiLayout& at;

private:
    Bytes& header_;
    bool second_, swapped_;
};

}  // namespace vkalgo::formats
