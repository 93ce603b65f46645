#include "support/numbers.hpp"

#include "support/read_number.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>
#include <type_traits>

#include <fmt/format.h>

namespace vkalgo {
namespace {

Error bad_number(std::string_view text, std::string_view message) {
    return {ErrorCode::invalid_argument, fmt::format("'{}' {}", text, message), {}};
}

std::optional<std::uint64_t> suffix_factor(std::string_view suffix) {
    struct Factor {
        std::string_view suffix;
        std::uint64_t value;
    };
    static constexpr std::array kFactors = {
        Factor{"", 1},
        Factor{"K", 1000},
        Factor{"M", 1000000},
        Factor{"G", 1000000000},
        Factor{"Ki", 1ULL << 10},
        Factor{"Mi", 1ULL << 20},
        Factor{"Gi", 1ULL << 30},
    };
    const auto* found =
        std::find_if(kFactors.begin(), kFactors.end(), [&](const Factor& factor) { return factor.suffix == suffix; });
    return found == kFactors.end() ? std::nullopt : std::optional(found->value);
}

constexpr std::string_view kSizeAdvice =
    "is not a size; give decimal digits, alone or with K, M, G (powers of 1000) or Ki, Mi, Gi (powers of 1024), or 2^N";
constexpr std::string_view kTooLarge = "does not fit 64 bits; give a smaller number";
constexpr std::string_view kTooFarFrom0 = "does not fit 64 bits; give a number nearer to 0";

template <class Integer>
Result<Integer> parse_whole(std::string_view text, std::string_view advice) {
    Integer value = 0;
    switch (read_number(text, value)) {
        case NumberFault::none:
            return value;
        case NumberFault::beyond:
            return bad_number(text, std::is_signed_v<Integer> ? kTooFarFrom0 : kTooLarge);
        case NumberFault::no_number:
        case NumberFault::not_whole:
        case NumberFault::rounded:
            break;
    }
    return bad_number(text, advice);
}

}  // namespace

Result<std::uint64_t> parse_size(std::string_view text) {
    if (text.starts_with('-')) {
        return bad_number(text, parse_number(text) ? "is negative; give a number of at least 0" : kSizeAdvice);
    }
    text.remove_prefix(text.starts_with('+') ? 1 : 0);
    if (text.starts_with("2^")) {
        const auto power = parse_whole<std::uint64_t>(text.substr(2), kSizeAdvice);
        if (!power && text.substr(2).find_first_not_of("0123456789") != std::string_view::npos) {
            return bad_number(text, kSizeAdvice);
        }
        if (text.size() == 2) {
            return bad_number(text, kSizeAdvice);
        }
        if (!power || *power > 63) {
            return bad_number(text, kTooLarge);
        }
        return std::uint64_t{1} << *power;
    }
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    const auto factor = suffix_factor(text.substr(digits));
    if (digits == 0 || !factor) {
        const bool has_fraction = digits != 0 && text.substr(digits).starts_with('.');
        const bool has_suffix = has_fraction && !std::isdigit(static_cast<unsigned char>(text.back()));
        return bad_number(text, !has_fraction ? kSizeAdvice
                                : has_suffix
                                    ? "has a fraction; write it with a smaller suffix, or without a suffix, as in 1500M"
                                    : "has a fraction; give a whole number, as in 4 or 4K");
    }
    const auto number = parse_whole<std::uint64_t>(text.substr(0, digits), kSizeAdvice);
    std::uint64_t size = 0;
    if (!number || __builtin_mul_overflow(*number, *factor, &size)) {
        return bad_number(text, kTooLarge);
    }
    return size;
}

Result<std::int64_t> parse_integer(std::string_view text) {
    return parse_whole<std::int64_t>(text, "is not a whole number; give decimal digits without a point");
}

Result<double> parse_number(std::string_view text) {
    double value = 0;
    const NumberFault fault = read_number(text, value);
    if (fault == NumberFault::beyond) {
        return bad_number(text, "does not fit a 64-bit floating-point number; give a number nearer to 0");
    }
    if (fault == NumberFault::rounded) {
        return bad_number(text,
                          "is a whole number that a 64-bit floating-point number cannot hold exactly; write it with "
                          "a point if it may be rounded");
    }
    if (fault != NumberFault::none || !std::isfinite(value)) {
        return bad_number(text, fault != NumberFault::none ? "is not a number; give decimal digits"
                                                           : "is not a finite number; give decimal digits");
    }
    return value;
}

Result<ExactNumber> parse_exact(std::string_view text) {
    // 64-bit integers, unsigned and signed, are exact; all other numbers become doubles.
    if (std::uint64_t natural = 0; read_number(text, natural) == NumberFault::none) {
        return ExactNumber(natural);
    }
    if (std::int64_t whole = 0; read_number(text, whole) == NumberFault::none) {
        return ExactNumber(whole);
    }
    VKALGO_TRY(const double number, parse_number(text));
    return ExactNumber(number);
}

Result<Range> parse_range(std::string_view text) {
    const auto colon = text.find(':');
    if (colon == std::string_view::npos || colon == 0 || colon + 1 == text.size()) {
        return bad_number(text, "is not a range; give LO:HI, as in 0:1000");
    }
    VKALGO_TRY(const ExactNumber low, parse_exact(text.substr(0, colon)));
    VKALGO_TRY(const ExactNumber high, parse_exact(text.substr(colon + 1)));
    if (high < low) {
        return bad_number(text, "is an empty range; give LO:HI with LO less than or equal to HI");
    }
    return Range{low, high};
}

double shortest_f32(double value) {
    // fmt writes an exponent from 1e16 on.
    if (!std::isfinite(value) || (value == std::trunc(value) && std::abs(value) < 1e16)) {
        return value;
    }
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), static_cast<float>(value)).ptr;
    std::from_chars(text.data(), end, value);
    return value;
}

std::string plural(std::uint64_t count, std::string_view noun) {
    const bool hisses = noun.ends_with("ch") || noun.ends_with('x');
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : hisses ? "es" : "s");
}

std::string format_bytes(std::uint64_t bytes) {
    static constexpr std::array kUnits = {"KiB", "MiB", "GiB", "TiB"};
    if (bytes < 1024) {
        return fmt::format("{} B", bytes);
    }
    double value = static_cast<double>(bytes) / 1024;
    std::size_t unit = 0;
    while (value >= 1023.95 && unit + 1 < kUnits.size()) {
        value /= 1024;
        ++unit;
    }
    return fmt::format("{:.1f} {}", value, kUnits.at(unit));
}

std::string format_limit(std::uint64_t bytes) {
    std::string text = format_bytes(bytes);
    if (const auto zero = text.find(".0 "); zero != std::string::npos) {
        text.erase(zero, 2);
    }
    return text;
}

std::string format_milliseconds(double milliseconds) {
    if (milliseconds < 10) {
        return fmt::format("{:.3f} ms", milliseconds);
    }
    return milliseconds < 10000 ? fmt::format("{:.1f} ms", milliseconds) : fmt::format("{:.2f} s", milliseconds / 1000);
}

}  // namespace vkalgo
