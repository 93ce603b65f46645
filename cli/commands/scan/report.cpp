#include "cli/commands/scan/report.hpp"

#include "algorithms/scan/scan_method.hpp"
#include "algorithms/scan/scan_reference.hpp"
#include "algorithms/scan/scan_tuning.hpp"
#include "formats/writer.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

double number_at(const Array& array, std::uint64_t index) {
    return with_type(array.type, [&](auto value) {
        std::memcpy(&value, array.data.data() + index * sizeof value, sizeof value);
        return static_cast<double>(value);
    });
}

/// The rounding of a floating-point type. `greatest` is its greatest number, `unit` half the distance from 1 to the
/// next number, and `least` the most that a result near 0 loses: devices may flush subnormal numbers of f32 and f64 to
/// 0.
struct Rounding {
    double greatest, unit, least;
};

Rounding rounding_of(ElementType type) {
    return type == ElementType::f16   ? Rounding{65504, 0x1p-11, 0x1p-24}
           : type == ElementType::f32 ? Rounding{0x1.fffffep127, 0x1p-24, 0x1p-126}
                                      : Rounding{0x1.fffffffffffffp1023, 0x1p-53, 0x1p-1022};
}

/// Returns an upper limit of the number of additions that an element goes through on the device before it is in a
/// result: within a tile, over the tiles of a chunk, over the chunks or (for look-back) the links of tiles, and over
/// the parts.
double additions_of(const ScanPlan& plan, std::uint64_t parts) {
    const std::uint64_t tiles = scan_tile_iterations(*plan.tuning) * (plan.chunk_tiles + 1);
    return static_cast<double>(tiles + plan.tiles + parts);
}

/// The number, and the sum of the magnitudes, of the floating-point elements of a segment that have been added so far.
/// Both limit the rounding errors of the segment's sum.
class SummedFloats {
public:
    SummedFloats(ElementType type, double additions) : rounding_(rounding_of(type)), additions_(additions) {}

    void begin() { magnitude_ = terms_ = 0; }

    void add(double value) {
        magnitude_ += std::isfinite(value) ? std::abs(value) : 0;
        ++terms_;
    }

    /// Returns whether both numbers may be the sum, added in different orders. `expected` was added sequentially in
    /// f64.
    bool may_both_be(double got, double expected) const {
        if (magnitude_ > rounding_.greatest / 2) {
            return true;  // The order of additions may decide whether a sum is infinite
        }
        if (!std::isfinite(expected)) {
            return std::isnan(expected) ? std::isnan(got) : got == expected;
        }
        const double roundings = (std::min(additions_, terms_) + 2) * rounding_.unit + terms_ * 0x1p-53;
        return std::abs(got - expected) <= roundings * magnitude_ + terms_ * rounding_.least;
    }

private:
    Rounding rounding_;
    double additions_;
    double magnitude_ = 0, terms_ = 0;
};

std::string total_differs(const Array& got, const Array& expected) {
    return fmt::format("the total is {}, not {}", element_text(got, 0), element_text(expected, 0));
}

std::string element_differs(const Array& got, const Array& expected, std::uint64_t index) {
    return fmt::format("element {} is {}, not {}", index, element_text(got, index), element_text(expected, index));
}

/// Two results, each with its total.
struct Compared {
    const Array& got;
    const Array& expected;
    Array got_total, expected_total;
};

std::string difference_in_bits(const Compared& both) {
    const std::size_t bytes = size_of(both.got.type);
    const auto [wrong, right] = std::mismatch(both.got.data.begin(), both.got.data.end(), both.expected.data.begin());
    if (wrong != both.got.data.end()) {
        return element_differs(both.got, both.expected,
                               static_cast<std::uint64_t>(wrong - both.got.data.begin()) / bytes);
    }
    return both.got_total.data == both.expected_total.data ? "" : total_differs(both.got_total, both.expected_total);
}

std::string difference_of_sums(const Compared& both, const Array& before, std::span<const std::uint32_t> heads,
                               bool exclusive, SummedFloats sum) {
    for (std::uint64_t i = 0; i < before.count(); ++i) {
        if (!heads.empty() && (heads[static_cast<std::size_t>(i / 32)] >> (i % 32) & 1U) != 0) {
            sum.begin();
        }
        const SummedFloats earlier = sum;
        sum.add(number_at(before, i));
        if (!(exclusive ? earlier : sum).may_both_be(number_at(both.got, i), number_at(both.expected, i))) {
            return element_differs(both.got, both.expected, i);
        }
    }
    const bool same = sum.may_both_be(number_at(both.got_total, 0), number_at(both.expected_total, 0));
    return same ? "" : total_differs(both.got_total, both.expected_total);
}

}  // namespace

void explain_scan(const Session& session, const ScanCallPlan& call) {
    session.reporter().explain(fmt::format("method {}, {}, {} of up to {}", call.plan.method_name(),
                                           plural(call.plan.dispatches * call.parts, "dispatch"),
                                           plural(call.parts, "part"), plural(call.part_elements, "element")));
    session.reporter().explain(fmt::format(
        "device memory {}: elements {}, segments {}, total {}, scratch {}, staging {}",
        format_bytes(call.device_bytes()), format_bytes(call.values_bytes), format_bytes(call.heads_bytes),
        format_bytes(call.total_bytes), format_bytes(call.scratch_bytes), format_bytes(call.staging_bytes)));
}

Result<Verification> verify_scan(const Array& before, const Array& results, std::span<const std::uint32_t> heads,
                                 const ScanOptions& options, const ScanBytes& done) {
    VKALGO_TRY(ScanOutput output, scan_reference(before.data, heads, options));
    const Array expected{options.type, results.shape, std::move(output.results)};
    const Compared both{
        results, expected, {options.type, {1}, done.total}, {options.type, {1}, std::move(output.total)}};
    const bool rounded = is_float(options.type) && options.op == ScanOperator::add;
    return Verification{"the CPU reference scan_reference",
                        rounded ? difference_of_sums(both, before, heads, options.kind == ScanKind::exclusive,
                                                     {options.type, additions_of(done.plan, done.parts)})
                                : difference_in_bits(both)};
}

Json element_json(const Array& element) {
    return with_type(element.type, [&](auto value) -> Json {
        std::memcpy(&value, element.data.data(), sizeof value);
        if constexpr (std::is_integral_v<decltype(value)>) {
            return Json(value);
        } else {
            const auto real = static_cast<double>(value);
            const double shown = element.type == ElementType::f64 ? real : shortest_f32(real);
            return std::isfinite(real) ? Json(shown) : Json(element_text(element, 0));
        }
    });
}

std::string first_results(const Array& results) {
    constexpr std::uint64_t kShown = 8;
    std::string first;
    for (std::uint64_t i = 0; i < std::min(results.count(), kShown); ++i) {
        first += (i == 0 ? "" : " ") + element_text(results, i);
    }
    return first + (results.count() > kShown ? " ..." : "");
}

}  // namespace vkalgo::cli
