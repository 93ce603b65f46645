// Shellsort on the processor, one thread: the paper's "Lineal".
#include "algorithms/sort/shell_method.hpp"
#include "algorithms/sort/sort_reference.hpp"
#include "engine/clock.hpp"

#include <chrono>
#include <cstring>

namespace vkalgo {

namespace {

using Clock = std::chrono::steady_clock;

/// Sorts by one increment with plain insertions. In the order of the array, each key from index `increment` on is
/// inserted among the sorted keys before it in its class. Values, if there are any, are moved with the keys. With
/// `by_index` the values are the original indices of the keys, and decide between equal keys.
template <class Key>
void sort_by(std::uint64_t increment, bool by_index, std::vector<Key>& keys, std::span<std::uint32_t> values) {
    const bool moves = !values.empty();
    for (std::uint64_t i = increment; i < keys.size(); ++i) {
        const Key key = keys[i];
        const std::uint32_t value = moves ? values[i] : 0;
        std::uint64_t hole = i;
        const auto comes_before = [&](std::uint64_t other) {
            return key < keys[other] || (by_index && key == keys[other] && value < values[other]);
        };
        for (; hole >= increment && comes_before(hole - increment); hole -= increment) {
            keys[hole] = keys[hole - increment];
            if (moves) {
                values[hole] = values[hole - increment];
            }
        }
        keys[hole] = key;
        if (moves) {
            values[hole] = value;
        }
    }
}

template <class Key>
Result<void> sort_keys(const SortPlan& plan, std::span<std::byte> bytes, std::span<std::uint32_t> values,
                       const std::stop_token& cancel, std::vector<SpanTime>& spans) {
    VKALGO_TRY(const auto increments, shell_increments(plan.options.shell, plan.count));
    std::vector<Key> keys(plan.count);
    if (!keys.empty()) {
        std::memcpy(keys.data(), bytes.data(), bytes.size());
    }
    for (Key& key : keys) {
        key = static_cast<Key>(sort_ordinal(key, plan.options));
    }
    for (const std::uint64_t increment : increments) {
        if (cancel.stop_requested()) {
            return Error{ErrorCode::cancelled, "the sort was cancelled", "cancel"};
        }
        const auto start = Clock::now();
        sort_by(increment, plan.options.indices, keys, values);
        if (plan.options.phases) {
            const double taken = milliseconds_since(start);
            spans.push_back({shell_span(increment), 1, taken});
        }
    }
    for (Key& key : keys) {
        key = static_cast<Key>(sort_bits(key, plan.options));
    }
    if (!keys.empty()) {
        std::memcpy(bytes.data(), keys.data(), bytes.size());
    }
    return {};
}

Result<void> sort_on_host(const SortPlan& plan, std::span<std::byte> keys, std::span<std::uint32_t> values,
                          const std::stop_token& cancel, std::vector<SpanTime>& spans) {
    return size_of(plan.options.type) == 8 ? sort_keys<std::uint64_t>(plan, keys, values, cancel, spans)
                                           : sort_keys<std::uint32_t>(plan, keys, values, cancel, spans);
}

Result<void> check_increments(SortPlan& plan, const DeviceProfile& /*profile*/) {
    VKALGO_TRY(const auto increments, shell_increments(plan.options.shell, plan.count));
    return plan.options.phases ? check_phases(increments.size()) : Result<void>{};
}

Result<std::vector<SortPhase>> phases(const SortPlan& plan, const DeviceProfile& profile,
                                      std::span<const std::byte> keys, const SortStateVisitor& visit) {
    return shell_phases(plan, ShellVariant::a, profile, keys, visit);
}

}  // namespace

const SortMethod& sort_method_shell_seq();
const SortMethod& sort_method_shell_seq() {
    static const SortMethod method{.name = "shell-seq",
                                   .summary = "Shellsort on the processor, by one thread",
                                   .scans = false,
                                   .stable = false,
                                   .takes_increments = true,
                                   .plan = check_increments,
                                   .kernels = nullptr,
                                   .record = nullptr,
                                   .phases = phases,
                                   .sort_on_host = sort_on_host};
    return method;
}

}  // namespace vkalgo
