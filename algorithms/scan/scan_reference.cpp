#include "algorithms/scan/scan_reference.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <type_traits>

namespace vkalgo {

namespace {

template <class T>
T identity_of(ScanOperator op) {
    using Limits = std::numeric_limits<T>;
    if (op == ScanOperator::add) {
        return T{0};
    }
    if constexpr (Limits::has_infinity) {
        return op == ScanOperator::min ? Limits::infinity() : -Limits::infinity();
    } else {
        return op == ScanOperator::min ? Limits::max() : Limits::lowest();
    }
}

/// Applies the operator to values (the kernels work on bit patterns). `Wide` is the type of the sums.
template <class T, class Wide>
Wide apply(ScanOperator op, Wide a, Wide b) {
    if (op == ScanOperator::add) {
        if constexpr (std::is_integral_v<Wide>) {
            using Word = std::make_unsigned_t<Wide>;
            return static_cast<Wide>(static_cast<Word>(a) + static_cast<Word>(b));
        } else {
            return a + b;
        }
    }
    if constexpr (std::is_floating_point_v<Wide>) {
        if (std::isnan(a) || std::isnan(b)) {
            const Wide none = static_cast<Wide>(identity_of<T>(op));
            return apply<T, Wide>(op, std::isnan(a) ? none : a, std::isnan(b) ? none : b);
        }
        if (a == b) {  // Zeros may differ in sign
            const bool first = op == ScanOperator::min ? std::signbit(a) : !std::signbit(a);
            return first ? a : b;
        }
    }
    return (a < b) == (op == ScanOperator::min) ? a : b;
}

template <class T, class Wide = T>
ScanOutput scan_values(std::span<const std::byte> bytes, std::span<const std::uint32_t> heads,
                       const ScanOptions& options) {
    const std::size_t count = bytes.size() / sizeof(T);
    ScanOutput output;
    output.results.resize(bytes.size());
    output.total.resize(sizeof(T));
    const Wide identity = static_cast<Wide>(identity_of<T>(options.op));
    Wide sum = identity;
    for (std::size_t i = 0; i < count; ++i) {
        T value;
        std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
        if (options.segmented && (heads[i / 32] >> (i % 32) & 1) != 0) {
            sum = identity;
        }
        const Wide before = sum;
        sum = apply<T, Wide>(options.op, sum, static_cast<Wide>(value));
        const T result = static_cast<T>(options.kind == ScanKind::inclusive ? sum : before);
        std::memcpy(output.results.data() + i * sizeof(T), &result, sizeof(T));
    }
    const T total = static_cast<T>(sum);
    std::memcpy(output.total.data(), &total, sizeof(T));
    return output;
}

template <class T>
void combine_values(ScanOperator op, std::span<const std::byte> first, std::span<std::byte> second) {
    T a;
    T b;
    std::memcpy(&a, first.data(), sizeof(T));
    std::memcpy(&b, second.data(), sizeof(T));
    b = apply<T, T>(op, a, b);
    std::memcpy(second.data(), &b, sizeof(T));
}

}  // namespace

Result<ScanOutput> scan_reference(std::span<const std::byte> values, std::span<const std::uint32_t> heads,
                                  const ScanOptions& options) {
    const std::size_t bytes = size_of(options.type);
    if (values.size() % bytes != 0) {
        return Error{ErrorCode::invalid_argument,
                     std::to_string(values.size()) + " bytes do not hold a whole number of " + to_string(options.type) +
                         " elements",
                     "values"};
    }
    if (options.segmented && heads.size() * 4 < scan_heads_bytes(values.size() / bytes)) {
        return Error{ErrorCode::invalid_argument,
                     "heads must have a bit per element, in whole words of 32 bits, so " +
                         std::to_string(scan_heads_bytes(values.size() / bytes)) + " bytes, but they have " +
                         std::to_string(heads.size_bytes()),
                     "heads"};
    }
    switch (options.type) {
        case ElementType::u32:
            return scan_values<std::uint32_t>(values, heads, options);
        case ElementType::i32:
            return scan_values<std::int32_t>(values, heads, options);
        case ElementType::u64:
            return scan_values<std::uint64_t>(values, heads, options);
        case ElementType::i64:
            return scan_values<std::int64_t>(values, heads, options);
        case ElementType::f32:
            return scan_values<float, double>(values, heads, options);
        case ElementType::f64:
            return scan_values<double, long double>(values, heads, options);
        default:
            break;
    }
    return Error{ErrorCode::invalid_argument,
                 std::string("elements of type ") + to_string(options.type) + " cannot be scanned", "type"};
}

void scan_combine(const ScanOptions& options, std::span<const std::byte> a, std::span<std::byte> b) {
    switch (options.type) {
        case ElementType::u32:
            return combine_values<std::uint32_t>(options.op, a, b);
        case ElementType::i32:
            return combine_values<std::int32_t>(options.op, a, b);
        case ElementType::u64:
            return combine_values<std::uint64_t>(options.op, a, b);
        case ElementType::i64:
            return combine_values<std::int64_t>(options.op, a, b);
        case ElementType::f32:
            return combine_values<float>(options.op, a, b);
        case ElementType::f64:
            return combine_values<double>(options.op, a, b);
        default:
            break;
    }
}

Result<std::vector<std::uint32_t>> scan_heads(std::span<const std::uint64_t> offsets, std::uint64_t count) {
    std::vector<std::uint32_t> heads(static_cast<std::size_t>(scan_heads_bytes(count) / 4));
    for (std::size_t i = 0; i < offsets.size(); ++i) {
        if (offsets[i] >= count || (i > 0 && offsets[i] < offsets[i - 1])) {
            return Error{
                ErrorCode::invalid_argument,
                "offset " + std::to_string(i) + " is " + std::to_string(offsets[i]) +
                    (offsets[i] >= count ? ", not less than the number of elements, " + std::to_string(count)
                                         : ", less than the offset before it, " + std::to_string(offsets[i - 1])) +
                    "; offsets count from 0",
                "offsets"};
        }
        heads[static_cast<std::size_t>(offsets[i] / 32)] |= 1u << (offsets[i] % 32);
    }
    return heads;
}

}  // namespace vkalgo
