#include "cli/commands/sort/report.hpp"

#include "algorithms/sort/sort_method.hpp"
#include "algorithms/sort/sort_reference.hpp"
#include "formats/writer.hpp"
#include "support/numbers.hpp"
#include "support/phrases.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace vkalgo::cli {

void explain_sort(const Session& session, const SortCallPlan& call) {
    session.reporter().explain(
        fmt::format("method {}, {}{}{}", call.plan.method_name(), plural(call.plan.dispatches, "dispatch"),
                    call.plan.part < call.plan.count ? fmt::format(", parts of {} keys", call.plan.part) : "",
                    std::isfinite(call.plan.predicted_ms) ? ", " + prediction_text(call.plan.predicted_ms) : ""));
    session.reporter().explain(fmt::format("device memory {}: keys {}, values {}, scratch {}, staging {}",
                                           format_bytes(call.device_bytes()), format_bytes(call.keys_bytes),
                                           format_bytes(call.values_bytes), format_bytes(call.scratch_bytes),
                                           format_bytes(call.staging_bytes)));
}

void report_order(std::uint64_t count, std::uint64_t unsorted_pairs, std::string_view method, Answer& answer) {
    answer.result["count"] = count;
    answer.result["sorted"] = unsorted_pairs == 0;
    answer.result["unsorted_pairs"] = unsorted_pairs;
    answer.result["method"] = method;
}

std::string first_elements(const Array& shown, std::span<const std::uint32_t> counts) {
    constexpr std::uint64_t kShown = 8;
    std::string first;
    for (std::uint64_t i = 0; i < std::min(shown.count(), kShown); ++i) {
        first += (i == 0 ? "" : " ") + element_text(shown, i) +
                 (counts.empty() ? "" : fmt::format(" ({})", plural(counts[i], "time")));
    }
    return first + (shown.count() > kShown ? " ..." : "");
}

Array array_of(std::span<const std::uint32_t> words) {
    const auto bytes = std::as_bytes(words);
    return {ElementType::u32, {words.size()}, {bytes.begin(), bytes.end()}};
}

Result<Verification> verify_sorted(Array before, const Array& keys, std::span<const std::uint32_t> indices,
                                   const SortResult& sorted, const SortOptions& options) {
    const SortMethod& method = *sorted.plan.method;
    Verification verification{"the CPU reference sort_reference", {}};
    if (method.reference != nullptr) {
        verification.against = "the CPU model of the method";
        std::vector<std::uint32_t> expected(indices.size());
        std::iota(expected.begin(), expected.end(), 0U);
        VKALGO_CHECK(method.reference(sorted.plan, before.data, expected));
        const auto [wrong, right] = std::mismatch(indices.begin(), indices.end(), expected.begin());
        if (wrong != indices.end()) {
            verification.difference =
                fmt::format("the original index of key {} is {}, not {}", wrong - indices.begin(), *wrong, *right);
        }
    } else {
        if (!indices.empty()) {
            verification.difference = wrong_order(before.data, indices, options, sorted.plan.stable());
        }
        VKALGO_CHECK(sort_reference(before.data, {}, options));
    }
    const bool equal = before.data == keys.data;
    for (std::uint64_t i = 0; !equal && verification.difference.empty() && i < keys.count(); ++i) {
        const std::size_t at = i * size_of(keys.type);
        if (std::memcmp(before.data.data() + at, keys.data.data() + at, size_of(keys.type)) != 0) {
            verification.difference =
                fmt::format("key {} is {}, not {}", i, element_text(keys, i), element_text(before, i));
        }
    }
    return verification;
}

}  // namespace vkalgo::cli
