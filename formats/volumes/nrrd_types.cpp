#include "formats/volumes/nrrd_types.hpp"

#include <algorithm>
#include <iterator>

namespace vkalgo::formats {
namespace {

struct TypeWord {
    std::string_view word;
    ElementType type;
};
/// The first word of each type is written; all words are read.
constexpr TypeWord kNrrdTypes[] = {
    {"uint8", ElementType::u8},
    {"int8", ElementType::i8},
    {"uint16", ElementType::u16},
    {"int16", ElementType::i16},
    {"uint32", ElementType::u32},
    {"int32", ElementType::i32},
    {"uint64", ElementType::u64},
    {"int64", ElementType::i64},
    {"float", ElementType::f32},
    {"double", ElementType::f64},
    {"uint8_t", ElementType::u8},
    {"uchar", ElementType::u8},
    {"unsigned char", ElementType::u8},
    {"int8_t", ElementType::i8},
    {"signed char", ElementType::i8},
    {"uint16_t", ElementType::u16},
    {"ushort", ElementType::u16},
    {"unsigned short", ElementType::u16},
    {"unsigned short int", ElementType::u16},
    {"int16_t", ElementType::i16},
    {"short", ElementType::i16},
    {"short int", ElementType::i16},
    {"signed short", ElementType::i16},
    {"signed short int", ElementType::i16},
    {"uint32_t", ElementType::u32},
    {"uint", ElementType::u32},
    {"unsigned int", ElementType::u32},
    {"int32_t", ElementType::i32},
    {"int", ElementType::i32},
    {"signed int", ElementType::i32},
    {"uint64_t", ElementType::u64},
    {"ulonglong", ElementType::u64},
    {"unsigned long long", ElementType::u64},
    {"unsigned long long int", ElementType::u64},
    {"int64_t", ElementType::i64},
    {"longlong", ElementType::i64},
    {"long long", ElementType::i64},
    {"long long int", ElementType::i64},
    {"signed long long", ElementType::i64},
    {"signed long long int", ElementType::i64},
};

}  // namespace

std::optional<ElementType> nrrd_element_type(std::string_view word) {
    const auto* found = std::find_if(std::begin(kNrrdTypes), std::end(kNrrdTypes),
                                     [&](const TypeWord& candidate) { return candidate.word == word; });
    return found == std::end(kNrrdTypes) ? std::nullopt : std::optional(found->type);
}

const char* nrrd_type(ElementType type) {
    return std::find_if(std::begin(kNrrdTypes), std::end(kNrrdTypes),
                        [&](const TypeWord& candidate) { return candidate.type == type; })
        ->word.data();
}

}  // namespace vkalgo::formats
