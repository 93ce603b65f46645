#include "bench/cases/sort_cases.hpp"

#include "algorithms/sort/sort.hpp"
#include "algorithms/sort/sort_reference.hpp"
#include "bench/cases/case_bench.hpp"
#include "bench/peers/numpy_sort_peer.hpp"
#include "bench/peers/peer_program.hpp"
#include "engine/buffer.hpp"
#include "engine/call.hpp"
#include "engine/context.hpp"
#include "formats/random_array.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::bench {
using namespace vkalgo::cli;

namespace {

/// The largest number of keys that is timed on one core. More keys would take half a minute or more.
constexpr std::uint64_t kMaxKeysOfOneCore = std::uint64_t{1} << 26;

/// Random keys, kept for the next cases of the same type and count.
struct SortInput {
    ElementType type = ElementType::u32;
    std::uint64_t seed = 0;
    std::vector<std::byte> keys;
    /// The keys in order, and the original position of each.
    std::vector<std::byte> sorted;
    std::vector<std::uint32_t> order;

    bool serve(const SortCase& timed) const { return type == timed.type && order.size() == timed.count; }

    Result<void> draw(const SortCase& timed, std::uint64_t own_seed) {
        type = timed.type;
        seed = own_seed;
        keys = random_array(type, timed.count, Distribution::uniform, seed).data;
        sorted = keys;
        order.resize(timed.count);
        std::iota(order.begin(), order.end(), 0U);
        return sort_reference(sorted, order, {.type = type});
    }
};

/// A sort on one core: of keys by std::sort, of keys with values by std::stable_sort.
template <class Key>
class OneCoreSort {
public:
    explicit OneCoreSort(std::span<const std::byte> keys) : before_(keys.size() / sizeof(Key)) {
        std::memcpy(before_.data(), keys.data(), keys.size());
    }

    std::vector<double> times(int repeat) {
        return host_times(
            repeat, [&] { std::sort(keys_.begin(), keys_.end()); }, [&] { keys_ = before_; });
    }

    std::vector<double> times_with_values(int repeat) {
        std::vector<std::pair<Key, std::uint32_t>> pairs(before_.size());
        auto times = host_times(
            repeat,
            [&] {
                std::stable_sort(pairs.begin(), pairs.end(),
                                 [](const auto& a, const auto& b) { return a.first < b.first; });
            },
            [&] {
                for (std::size_t k = 0; k < pairs.size(); ++k) {
                    pairs[k] = {before_[k], static_cast<std::uint32_t>(k)};
                }
            });
        keys_.clear();
        for (const auto& [key, value] : pairs) {
            keys_.push_back(key);
            values_.push_back(value);
        }
        return times;
    }

    std::span<const std::byte> keys() const { return std::as_bytes(std::span(keys_)); }
    const std::vector<std::uint32_t>& values() const { return values_; }

private:
    std::vector<Key> before_, keys_;
    std::vector<std::uint32_t> values_;
};

/// A benchmark of one case.
class SortBench : CaseBench {
public:
    SortBench(Runner& runner, const BenchSettings& settings, const SortCase& timed, const SortInput& input,
              const std::function<void()>& seen)
        : CaseBench(runner, settings, seen, form_of(timed, input.seed)), timed_(timed), input_(input) {}

    static std::size_t count(const SortCase& timed) {
        return 2 + methods_of(timed).size() + (timed.by_numpy ? 1U : 0U);
    }

    Result<std::vector<Measurement>> rows() {
        add(by_one_core());
        if (timed_.by_numpy) {
            add(by_numpy());
        }
        for (const std::string& method : methods_of(timed_)) {
            VKALGO_TRY(Measurement row, by_method(method));
            add(std::move(row));
        }
        VKALGO_TRY(Measurement automatic, by_method("auto"));
        add(std::move(automatic));
        return std::move(rows_);
    }

private:
    static Measurement form_of(const SortCase& timed, std::uint64_t seed) {
        return {.family = "sort",
                .name = fmt::format("sort-{}{}-{}", to_string(timed.type), timed.values ? "-values" : "", timed.count),
                .n = timed.count,
                .seed = seed,
                .work = static_cast<double>(timed.count),
                .unit = "keys"};
    }

    /// Returns the methods that sort the keys of the case. The Shellsorts are left out, since some take minutes;
    /// vkalgo_bench_sort --paper times them.
    static std::vector<std::string> methods_of(const SortCase& timed) {
        std::vector<std::string> methods;
        for (const std::string_view name : sort_method_names()) {
            if (!name.starts_with("shell-") && (name != "counting" || size_of(timed.type) <= 2)) {
                methods.emplace_back(name);
            }
        }
        return methods;
    }

    /// Compares sorted keys, and the values that moved with them, with those of the reference.
    void hold(Measurement& row, std::span<const std::byte> keys, const std::vector<std::uint32_t>& values,
              bool stable) const {
        row.verified_against = "the CPU reference of sort";
        if (!std::equal(keys.begin(), keys.end(), input_.sorted.begin(), input_.sorted.end())) {
            row.difference = "the keys differ from the reference's";
        } else if (timed_.values) {
            row.difference = wrong_order(input_.keys, values, {.type = timed_.type, .values = true}, stable);
        }
    }

    template <class Key>
    void time_one_core(Measurement& row) const {
        OneCoreSort<Key> sort(input_.keys);
        row.gpu_ms = timed_.values ? sort.times_with_values(settings_.repeat) : sort.times(settings_.repeat);
        hold(row, sort.keys(), sort.values(), true);
    }

    Measurement by_one_core() const {
        Measurement row = host_row_of("one-core", timed_.values ? "std::stable_sort" : "std::sort");
        if (timed_.count > kMaxKeysOfOneCore) {
            row.skipped = "one core would take half a minute or more for this case";
        } else if (size_of(timed_.type) == 2) {
            time_one_core<std::uint16_t>(row);
        } else if (size_of(timed_.type) == 4) {
            time_one_core<std::uint32_t>(row);
        } else {
            time_one_core<std::uint64_t>(row);
        }
        return row;
    }

    Comparison as_fast_as_one_core() const { return {.baseline = name_of("one-core"), .speed_up = true}; }

    Measurement by_numpy() const {
        Measurement row = host_row_of("numpy", "numpy");
        const auto sorted = sort_by_numpy(input_.keys, timed_.type, timed_.values, settings_.repeat, kPeerTimeLimit);
        if (!sorted) {
            row.skipped = sorted.error().message;
            return row;
        }
        row.about = fmt::format("{}, {}", sorted->version, timed_.values ? "argsort and two takes" : "sort");
        row.gpu_ms = sorted->milliseconds;
        row.comparison = as_fast_as_one_core();
        row.verified_against = "the CPU reference of sort";
        if (sorted->keys != checksum_of(input_.sorted)) {
            row.difference = "the keys differ from the reference's";
        } else if (timed_.values && sorted->values != checksum_of(std::as_bytes(std::span(input_.order)))) {
            row.difference = "the values differ from the reference's";
        }
        return row;
    }

    Result<Measurement> by_method(const std::string& method) const {
        Measurement row = row_of(method, method);
        const DeviceProfile& profile = runner_.context().profile();
        const SortOptions options{
            .type = timed_.type, .values = timed_.values, .stable = method == "auto", .method = method};
        const auto plan = plan_sort({options, timed_.count}, profile);
        if (!plan) {
            row.skipped = plan.error().message;
            return row;
        }
        row.method = plan->method_name();
        // The keys and values of the input count too, since they are copied before each sort.
        row.device_bytes = 2 * (plan->keys_bytes + plan->values_bytes) + plan->scratch_bytes +
                           Runner::staging_bytes(std::max(plan->keys_bytes, plan->values_bytes),
                                                 std::max(plan->keys_bytes, plan->values_bytes));
        const std::uint64_t limit = tighter_limit(settings_.memory_limit, profile.device_memory);
        if (limit != 0 && row.device_bytes > limit) {
            row.skipped =
                fmt::format("needs {} bytes of device memory, but only {} are available", row.device_bytes, limit);
            return row;
        }
        row.about = fmt::format("{}, {}", row.method, plural(plan->dispatches, "dispatch"));
        row.comparison = as_fast_as_one_core();
        VKALGO_CHECK(time(*plan, row));
        return row;
    }

    Result<void> time(const SortPlan& plan, Measurement& row) const {
        Context& context = runner_.context();
        VKALGO_TRY(const Sort sort, Sort::create_planned(context, plan));
        VKALGO_TRY(const Buffer given, runner_.upload_new(input_.keys, "input"));
        VKALGO_TRY(const Buffer keys, Buffer::create(context, {.size = input_.keys.size(), .name = "keys"}));
        Buffer positions, values, scratch;
        if (timed_.values) {
            std::vector<std::uint32_t> numbers(timed_.count);
            std::iota(numbers.begin(), numbers.end(), 0U);
            VKALGO_TRY(positions, runner_.upload_new(std::as_bytes(std::span(numbers)), "positions"));
            VKALGO_TRY(values, Buffer::create(context, {.size = timed_.count * 4, .name = "values"}));
        }
        if (plan.scratch_bytes != 0) {
            VKALGO_TRY(scratch, Buffer::create(context, {.size = plan.scratch_bytes, .name = "scratch"}));
        }
        const auto once = [&](Recorder& recorder) {
            recorder.copy(given.view(), keys.view());
            if (timed_.values) {
                recorder.copy(positions.view(), values.view());
            }
            return sort.record(recorder, {.keys = keys.view(),
                                          .values = timed_.values ? values.view() : BufferView{},
                                          .scratch = scratch.view(),
                                          .count = timed_.count});
        };
        const std::string span = "sort " + row.method;
        VKALGO_CHECK(runner_.measure(once, 0));  // Warms up
        for (int turn = 0; turn < settings_.repeat; ++turn) {
            VKALGO_TRY(const RunReport report, runner_.run(once));
            for (const SpanTime& each : report.spans) {
                if (each.name == span) {
                    row.gpu_ms.push_back(each.milliseconds);
                }
            }
        }
        std::vector<std::byte> sorted(input_.keys.size());
        VKALGO_CHECK(runner_.download(keys.view().slice(0, sorted.size()), sorted));
        std::vector<std::uint32_t> moved(timed_.values ? timed_.count : 0);
        if (timed_.values) {
            VKALGO_CHECK(
                runner_.download(values.view().slice(0, moved.size() * 4), std::as_writable_bytes(std::span(moved))));
        }
        hold(row, sorted, moved, plan.stable());
        return {};
    }

    const SortCase& timed_;
    const SortInput& input_;
};

}  // namespace

std::vector<SortCase> sort_cases(Scale scale) {
    const auto power = [](int exponent) { return std::uint64_t{1} << exponent; };
    std::vector<std::uint64_t> sizes{power(10), power(18)};
    if (scale == Scale::quick) {
        sizes = {power(12)};
    } else if (scale == Scale::gpu) {
        sizes = {power(16), power(20), power(24)};
    }
    std::vector<SortCase> cases;
    for (const std::uint64_t count : sizes) {
        cases.push_back({.type = ElementType::u32, .count = count});
        cases.push_back({.type = ElementType::u32, .values = true, .count = count});
    }
    const std::uint64_t largest = scale == Scale::software ? power(16) : sizes.back();
    cases.push_back({.type = ElementType::u64, .count = largest});
    cases.push_back({.type = ElementType::u64, .values = true, .count = largest});
    cases.push_back({.type = ElementType::u16, .count = largest});
    return cases;
}

Result<std::vector<Measurement>> bench_sorts(Runner& runner, const BenchSettings& settings,
                                             const std::vector<SortCase>& cases,
                                             const std::function<void(std::size_t, std::size_t)>& seen) {
    std::size_t done = 0, all = 0;
    for (const SortCase& timed : cases) {
        all += SortBench::count(timed);
    }
    const std::function<void()> tell = [&] {
        ++done;
        if (seen) {
            seen(done, all);
        }
    };
    std::vector<Measurement> rows;
    SortInput input;
    std::uint64_t seed = settings.seed;
    for (const SortCase& timed : cases) {
        if (!input.serve(timed)) {
            VKALGO_CHECK(input.draw(timed, seed));
            ++seed;
        }
        VKALGO_TRY(auto own, SortBench(runner, settings, timed, input, tell).rows());
        std::move(own.begin(), own.end(), std::back_inserter(rows));
    }
    return rows;
}

}  // namespace vkalgo::bench
