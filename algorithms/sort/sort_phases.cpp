#include "algorithms/sort/sort_phases.hpp"

#include "algorithms/sort/sort_method.hpp"

#include <algorithm>

namespace vkalgo {

Result<std::vector<SortPhase>> sort_phases(const SortPlan& plan, const DeviceProfile& profile,
                                           std::span<const std::byte> keys, std::span<const SpanTime> spans,
                                           const SortStateVisitor& visit) {
    if (plan.method->phases == nullptr) {
        return Error{ErrorCode::unsupported,
                     "the method '" + std::string(plan.method_name()) +
                         "' has no phases; use pratt, pratt-pure or a method shell-...",
                     "method"};
    }
    if (keys.size() != plan.keys_bytes) {
        return Error{ErrorCode::invalid_argument,
                     "the plan is for " + std::to_string(plan.keys_bytes) + " bytes of keys, but " +
                         std::to_string(keys.size()) + " are given",
                     "keys"};
    }
    VKALGO_TRY(std::vector<SortPhase> phases, plan.method->phases(plan, profile, keys, visit));
    auto span = spans.begin();
    for (SortPhase& phase : phases) {
        // A phase whose runs have one key each has no dispatch, and so no span.
        const auto found = std::find_if(span, spans.end(), [&](const SpanTime& one) { return one.name == phase.name; });
        if (found != spans.end()) {
            phase.milliseconds = found->milliseconds;
            span = found + 1;
        }
    }
    return phases;
}

Result<void> check_phases(std::size_t phases) {
    if (phases > kMaxSortPhases) {
        return Error{ErrorCode::too_large,
                     "the sort has " + std::to_string(phases) + " phases, but only " + std::to_string(kMaxSortPhases) +
                         " can be timed; sort without phases, or give fewer increments or keys",
                     "phases"};
    }
    return {};
}

}  // namespace vkalgo
