#include "cli/commands/matmul/types.hpp"

#include "support/bad_usage.hpp"

#include <fmt/format.h>

namespace vkalgo::cli {

ElementType product_type(ElementType type) {
    switch (type) {
        case ElementType::u8:
            return ElementType::u32;
        case ElementType::i8:
            return ElementType::i32;
        case ElementType::u16:
            return ElementType::u64;
        case ElementType::i16:
            return ElementType::i64;
        default:
            return type;
    }
}

Result<void> check_sums_fit(ElementType type, std::uint64_t inner) {
    if (size_of(type) != 1) {
        return {};
    }
    // The greatest products are 255 * 255 and -128 * -128.
    const bool negative = is_signed(type);
    const std::uint64_t most = negative ? INT32_MAX / (128 * 128) : UINT32_MAX / (255 * 255);
    if (inner <= most) {
        return {};
    }
    return bad_usage(
        fmt::format("a sum of {} products of {} may not fit {}, which holds every sum of {}; add --type {} for a "
                    "product of that type",
                    inner, to_string(type), to_string(product_type(type)), most, negative ? "i64" : "u64"));
}

}  // namespace vkalgo::cli
