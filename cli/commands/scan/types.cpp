#include "cli/commands/scan/types.hpp"

#include "algorithms/scan/scan_reference.hpp"
#include "formats/source.hpp"
#include "support/bad_usage.hpp"
#include "support/names.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace vkalgo::cli {
namespace {

bool library_scans(ElementType type) {
    return scan_reference({}, {}, {.type = type}).has_value();
}

/// Returns "scans are of u8, ..., f32, not of f64".
std::string not_scanned(ElementType type) {
    return fmt::format("scans are of {}, not of {}", fmt::join(scan_type_names(), ", "), to_string(type));
}

/// Copies the elements one by one.
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

std::optional<ElementType> computing_type(ElementType type) {
    if (library_scans(type)) {
        return type;
    }
    if (!is_float(type) && size_of(type) < 4) {
        return is_signed(type) ? ElementType::i32 : ElementType::u32;
    }
    return std::nullopt;
}

std::vector<std::string> scan_type_names() {
    std::vector<std::string> names;
    for (const char* name : kElementTypeNames) {
        if (computing_type(*element_type_from(name))) {
            names.emplace_back(name);
        }
    }
    return names;
}

Result<ElementType> scan_type_from(const std::string& name) {
    const std::optional<ElementType> type = element_type_from(name);
    if (!type) {
        return bad_usage(fmt::format("'{}' is unknown; {}", name, name_advice(name, scan_type_names())));
    }
    if (!computing_type(*type)) {
        return bad_usage(fmt::format("{}; choose f32, {}", not_scanned(*type),
                                     *type == ElementType::f16
                                         ? "which holds every f16"
                                         : "for numbers in text or values that it holds exactly"));
    }
    return *type;
}

Result<ElementType> default_scan_type(ElementType type, ScanOperator op, const std::string& path) {
    if (!library_scans(type) && !is_float(type) && op == ScanOperator::add) {
        return is_signed(type) ? ElementType::i64 : ElementType::u64;
    }
    if (computing_type(type)) {
        return type;
    }
    if (type == ElementType::f16) {
        return ElementType::f32;
    }
    return bad_usage(
        fmt::format("'{}' holds {} values, and {}; give --type f32 if it holds all of them exactly, or save "
                    "them rounded, with numpy's astype('float32')",
                    input_name(path), to_string(type), not_scanned(type)),
        path);
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
        } else {
            return std::move(results);
        }
    });
}

}  // namespace vkalgo::cli
