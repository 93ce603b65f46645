#include "cli/commands/scan/types.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

namespace vkalgo::cli {
namespace {

/// Returns the results, which are f32, rounded to f16.
Array rounded_to_f16(const Array& results) {
    Array made{ElementType::f16, results.shape, {}};
    made.data.resize(results.count() * sizeof(Half));
    for (std::uint64_t i = 0; i < results.count(); ++i) {
        float wide = 0;
        std::memcpy(&wide, results.data.data() + i * sizeof wide, sizeof wide);
        const Half narrow(static_cast<double>(wide));
        std::memcpy(made.data.data() + i * sizeof narrow, &narrow, sizeof narrow);
    }
    return made;
}

/// Converts the elements from From to To: sums modulo 2^8 or 2^16, minima and maxima clamped to the range of To.
template <class To, class From>
Array made_of(const Array& results, ElementType type, ScanOperator op) {
    Array made{type, results.shape, {}};
    made.data.resize(results.count() * sizeof(To));
    for (std::uint64_t i = 0; i < results.count(); ++i) {
        From wide;
        std::memcpy(&wide, results.data.data() + i * sizeof(From), sizeof(From));
        using Limits = std::numeric_limits<To>;
        const auto held = std::clamp(wide, static_cast<From>(Limits::lowest()), static_cast<From>(Limits::max()));
        const To narrow = static_cast<To>(op == ScanOperator::add ? wide : held);
        std::memcpy(made.data.data() + i * sizeof(To), &narrow, sizeof(To));
    }
    return made;
}

}  // namespace

ElementType computing_type(ElementType type) {
    if (type == ElementType::f16) {
        return ElementType::f32;
    }
    if (size_of(type) < 4) {
        return is_signed(type) ? ElementType::i32 : ElementType::u32;
    }
    return type;
}

ElementType default_scan_type(ElementType type, ScanOperator op) {
    if (size_of(type) >= 4 || op != ScanOperator::add) {
        return type;
    }
    return is_float(type) ? ElementType::f32 : is_signed(type) ? ElementType::i64 : ElementType::u64;
}

Array as_scan_type(Array results, ElementType type, ScanOperator op) {
    if (results.type == type) {
        return results;
    }
    return with_type(type, [&](auto to) -> Array {
        using To = decltype(to);
        if constexpr (std::is_integral_v<To> && sizeof(To) < 4) {
            using From = std::conditional_t<std::is_signed_v<To>, std::int32_t, std::uint32_t>;
            return made_of<To, From>(results, type, op);
        } else if constexpr (std::is_same_v<To, Half>) {
            return rounded_to_f16(results);
        } else {
            return std::move(results);
        }
    });
}

}  // namespace vkalgo::cli
