// Phases of a sort. Compares the counts of sort_phases() with a simulation of the kernels, dispatch by dispatch.
#include "algorithms/sort/sort_phases.hpp"

#include "algorithms/sort/shell_method.hpp"
#include "algorithms/sort/shell_steps.hpp"
#include "algorithms/sort/sort_call.hpp"
#include "algorithms/sort/sort_reference.hpp"
#include "tests/sort/shell_methods.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/support/random.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

using Words = std::vector<std::uint32_t>;

struct Counts {
    std::uint64_t passes = 0, reads = 0, writes = 0;

    bool operator==(const Counts&) const = default;
};

/// Simulates the kernels of shaders/sort/shell_....comp, dispatch by dispatch and invocation by invocation.
class Kernels {
public:
    explicit Kernels(Words keys) : keys_(std::move(keys)), flags_(100'000), extremes_{Words(4000), Words(4000)} {}

    void run(const ShellStep& step) {
        const shader::ShellPush& push = step.push;
        if (push.after != VKALGO_SORT_ALWAYS && flags_[push.after] == 0) {
            return;
        }
        Counts& counts = counts_[push.increment];
        for (std::uint32_t c = push.first_class; c < push.first_class + push.classes; ++c) {
            residue_ = c;
            size_ = (static_cast<std::uint32_t>(keys_.size()) - c - 1) / push.increment + 1;
            switch (step.kernel) {
                case ShellKernel::runs:
                    sort_runs(push, counts);
                    break;
                case ShellKernel::exchange:
                    exchange(push, counts);
                    break;
                case ShellKernel::classes:
                    sort_class(push, counts);
                    break;
                case ShellKernel::extremes:
                    exchange_extremes(push, step.upper_half, counts);
                    break;
            }
        }
        // A pass that changed nothing only inspected the runs, so it does not count as a pass that sorted them.
        if (step.kernel == ShellKernel::extremes && push.passes != 0 && flags_[push.flag] != 0) {
            for (std::uint32_t c = 0; c < push.classes; ++c) {
                counts.passes += runs_of((keys_.size() - c - 1) / push.increment + 1, push);
            }
        }
    }

    const Words& keys() const { return keys_; }
    const std::map<std::uint32_t, Counts>& counts() const { return counts_; }

private:
    static std::uint64_t runs_of(std::uint64_t size, const shader::ShellPush& push) {
        return (size + push.run_length - 1) / push.run_length;
    }
    std::uint32_t& key(std::uint64_t i, const shader::ShellPush& push) { return keys_[residue_ + i * push.increment]; }

    /// Moves the key at `at` to its position between `begin` and the end of the run.
    void insert(std::uint64_t begin, std::uint64_t end, std::uint64_t at, const shader::ShellPush& push,
                Counts& counts) {
        const bool backwards = push.backwards != 0;
        const std::uint32_t item = key(at, push);
        ++counts.reads;
        std::uint64_t hole = at;
        while (backwards ? hole + 1 < end : hole > begin) {
            const std::uint64_t next = backwards ? hole + 1 : hole - 1;
            const std::uint32_t other = key(next, push);
            ++counts.reads;
            if (backwards ? other >= item : item >= other) {
                break;
            }
            key(hole, push) = other;
            ++counts.writes;
            hole = next;
        }
        if (hole != at) {
            key(hole, push) = item;
            ++counts.writes;
        }
    }

    void sort_runs(const shader::ShellPush& push, Counts& counts) {
        for (std::uint64_t begin = 0; begin < size_; begin += push.run_length) {
            const std::uint64_t end = std::min<std::uint64_t>(begin + push.run_length, size_);
            counts.passes += push.from == 1 ? 1U : 0U;
            for (std::uint64_t k = push.from; k < std::min<std::uint64_t>(push.to, end - begin); ++k) {
                insert(begin, end, push.backwards != 0 ? end - 1 - k : begin + k, push, counts);
            }
        }
    }

    bool exchange(const shader::ShellPush& push, Counts& counts) {
        bool any = false;
        for (std::uint64_t first = push.run_length; first < size_; first += push.run_length) {
            counts.reads += 2;
            if (key(first, push) < key(first - 1, push)) {
                std::swap(key(first, push), key(first - 1, push));
                counts.writes += 2;
                flags_[push.flag] = 1;
                any = true;
            }
        }
        return any;
    }

    void sort_class(shader::ShellPush push, Counts& counts) {
        Counts held;  // Accesses to shared memory
        push.from = 1;
        push.to = push.run_length;
        const std::uint32_t flag = flags_[push.flag];
        bool unsorted = true;
        for (std::uint32_t pass = 0; pass < push.passes && unsorted; ++pass) {
            sort_runs(push, held);
            unsorted = exchange(push, held);
        }
        flags_[push.flag] = flag | (unsorted ? 1U : 0U);
        counts.passes += held.passes;
        counts.reads += size_;
        counts.writes += size_;
    }

    void exchange_extremes(const shader::ShellPush& push, bool upper, Counts& counts) {
        const Words old = extremes_[upper ? 0 : 1];
        Words& now = extremes_[upper ? 1 : 0];
        for (std::uint64_t run = 0; run * push.run_length < size_; ++run) {
            const std::uint64_t begin = run * push.run_length;
            const std::uint64_t end = std::min<std::uint64_t>(begin + push.run_length, size_);
            const std::uint64_t group = run * push.classes + residue_;
            counts.writes += 2;
            counts.reads += 2;
            if (push.passes != 0) {
                const bool has_before = run > 0, has_behind = end < size_;
                counts.reads += (has_before ? 1U : 0U) + (has_behind ? 1U : 0U);
                const bool takes_first = has_before && old[2 * group] < old[2 * (group - push.classes) + 1];
                const bool takes_last = has_behind && old[2 * (group + push.classes)] < old[2 * group + 1];
                if (takes_first) {
                    key(begin, push) = old[2 * (group - push.classes) + 1];
                }
                if (takes_last) {
                    key(end - 1, push) = old[2 * (group + push.classes)];
                }
                if (takes_first || takes_last) {
                    counts.reads += end - begin;
                    counts.writes += end - begin;
                    flags_[push.flag] = 1;
                    std::vector<std::uint32_t> held;
                    for (std::uint64_t i = begin; i < end; ++i) {
                        held.push_back(key(i, push));
                    }
                    std::sort(held.begin(), held.end());
                    for (std::uint64_t i = begin; i < end; ++i) {
                        key(i, push) = held[i - begin];
                    }
                }
            }
            now[2 * group] = key(begin, push);
            now[2 * group + 1] = key(end - 1, push);
        }
    }

    Words keys_;
    Words flags_;
    Words extremes_[2];
    std::map<std::uint32_t, Counts> counts_;
    std::uint32_t residue_ = 0, size_ = 0;
};

DeviceProfile profile_for_phases(std::uint32_t most) {
    DeviceProfile profile;
    profile.max_loop_iterations = most;
    profile.shared_memory = 32768;
    profile.max_workgroup_invocations = profile.max_workgroup_size[0] = 1024;
    profile.max_storage_range = profile.max_allocation = 1U << 30;
    return profile;
}

TEST(SortPhases, CountTheWorkOfTheKernels) {
    std::uint64_t seed = 0;
    for (const ShellMethod& method : kShellMethods) {
        // With few loop iterations shell-e takes several dispatches per increment, shell-d several per pass.
        for (const std::uint32_t loops : {0U, 700U}) {
            for (const std::uint32_t count : {2U, 3U, 100U, 257U, 1000U, 1999U}) {
                for (const std::uint32_t least : {1U, 5U, 16U}) {
                    ++seed;
                    const Words keys = random_words(count, seed, seed % 3 == 0 ? 9 : 0);
                    SortOptions options{.method = method.name};
                    options.shell = {
                        .increments = seed % 2 == 0 ? "sedgewick" : "knuth", .max_threads = 200, .min_elements = least};
                    const DeviceProfile profile = profile_for_phases(loops);
                    const auto plan = plan_sort({options, count}, profile);
                    if (!plan) {
                        EXPECT_ERROR(plan, ErrorCode::too_large);
                        continue;
                    }
                    Kernels kernels(keys);
                    take(for_each_shell_step(*plan, method.variant, profile,
                                             [&](const ShellStep& step) { kernels.run(step); }));
                    std::vector<std::uint64_t> last;
                    const auto phases = take(sort_phases(
                        *plan, profile, std::as_bytes(std::span(keys)), {},
                        [&](std::span<const std::uint64_t> state) { last.assign(state.begin(), state.end()); }));
                    EXPECT_TRUE(std::equal(last.begin(), last.end(), kernels.keys().begin(), kernels.keys().end()));
                    for (const SortPhase& phase : phases) {
                        const auto found = kernels.counts().find(static_cast<std::uint32_t>(phase.increment));
                        const auto threads = static_cast<double>(phase.classes * phase.threads_per_class);
                        const std::string what = std::string(method.name) + ", " + std::to_string(count) +
                                                 " keys, at least " + std::to_string(least) + ", " + phase.name;
                        EXPECT_DOUBLE_EQ(phase.elements_per_thread, count / threads) << what;
                        if (found == kernels.counts().end()) {
                            EXPECT_EQ(phase.reads + phase.writes, 0) << what;
                            continue;
                        }
                        const auto mean = [&](std::uint64_t sum) { return static_cast<double>(sum) / threads; };
                        EXPECT_DOUBLE_EQ(phase.passes, mean(found->second.passes)) << what;
                        EXPECT_DOUBLE_EQ(phase.reads, mean(found->second.reads)) << what;
                        EXPECT_DOUBLE_EQ(phase.writes, mean(found->second.writes)) << what;
                    }
                }
            }
        }
    }
}

TEST(SortPhases, EqualThePapersTableII) {
    // There are 1,000 keys, at least 5 per thread. The paper has 1, 1, 1, 2, 7 (here 5), 11, 40 and 200 threads per
    // class, and 1.6 and 2.5 passes for increments 109 and 41. The paper's numbers are means over a thousand arrays,
    // those here are of one array.
    const Words keys = random_words(1000, 1);
    const SortOptions options{.method = "shell-e", .shell = {.min_elements = 5}};
    const DeviceProfile profile = profile_for_phases(0);
    const auto phases =
        take(sort_phases(take(plan_sort({options, 1000}, profile)), profile, std::as_bytes(std::span(keys)), {}));
    ASSERT_EQ(phases.size(), 8U);
    std::vector<std::uint64_t> threads(phases.size());
    std::transform(phases.begin(), phases.end(), threads.begin(),
                   [](const SortPhase& phase) { return phase.threads_per_class; });
    EXPECT_EQ(threads, (std::vector<std::uint64_t>{1, 1, 1, 2, 5, 11, 40, 200}));
    EXPECT_NEAR(phases[3].passes, 1.6, 0.15);
    EXPECT_NEAR(phases[4].passes, 2.5, 0.3);
    EXPECT_NEAR(phases[7].passes, 5.5, 2);
}

class SortPhasesOnADevice : public DeviceTest {};

TEST_F(SortPhasesOnADevice, HaveASpanEach) {
    for (const char* method :
         {"shell-seq", "shell-0", "shell-a", "shell-b", "shell-c", "shell-d", "shell-e", "shell-f", "pratt"}) {
        Words keys = random_words(700, 5);
        const Words before = keys;
        SortCallOptions options;
        options.sort.method = method;
        if (options.sort.method != "pratt") {
            options.sort.shell = {.max_threads = 32, .min_elements = 2};  // Runs of one key take no dispatch
        }
        options.sort.phases = true;
        const SortResult sorted = take(vkalgo::sort(runner(), std::span(keys), {}, options));
        std::vector<std::uint64_t> last;
        std::size_t states = 0;
        const auto phases = take(sort_phases(sorted.plan, context().profile(), std::as_bytes(std::span(before)),
                                             sorted.report.spans, [&](std::span<const std::uint64_t> state) {
                                                 last.assign(state.begin(), state.end());
                                                 ++states;
                                             }));
        EXPECT_TRUE(std::equal(last.begin(), last.end(), keys.begin(), keys.end())) << method;
        EXPECT_EQ(states, phases.size() + 1) << method;
        double all = 0;
        for (const SortPhase& phase : phases) {
            EXPECT_GT(phase.milliseconds, 0) << method << " " << phase.name;
            all += phase.milliseconds;
        }
        const double whole =
            sorted.plan.on_host() ? sorted.host_milliseconds.back() : sorted.report.gpu_milliseconds.back();
        EXPECT_LE(all, whole * 1.001) << method;
    }
}

TEST_F(SortPhasesOnADevice, OfPrattEqualThePassesOnTheDevice) {
    // The model of the passes and the device agree for tiles of columns, too.
    Words keys = random_words(70'001, 6);
    const Words before = keys;
    SortCallOptions options;
    options.sort.method = "pratt";
    options.sort.phases = true;
    const SortResult sorted = take(vkalgo::sort(runner(), std::span(keys), {}, options));
    std::vector<std::uint64_t> last;
    const auto phases =
        take(sort_phases(sorted.plan, context().profile(), std::as_bytes(std::span(before)), sorted.report.spans,
                         [&](std::span<const std::uint64_t> state) { last.assign(state.begin(), state.end()); }));
    EXPECT_TRUE(std::equal(last.begin(), last.end(), keys.begin(), keys.end()));
    EXPECT_TRUE(std::is_sorted(last.begin(), last.end()));
    EXPECT_EQ(phases.size(), sorted.plan.dispatches);
    EXPECT_GT(phases.size(), 5U);
}

TEST(SortPhases, AreRefusedForMethodsWithoutPhases) {
    const DeviceProfile profile = profile_for_phases(0);
    const Words keys(100);
    const SortPlan radix = take(plan_sort({{.method = "radix"}, 100}, profile));
    EXPECT_ERROR(sort_phases(radix, profile, std::as_bytes(std::span(keys)), {}), ErrorCode::unsupported);
    EXPECT_ERROR(plan_sort({{.method = "pratt-pure", .phases = true}, 60'000'000}, profile), ErrorCode::too_large);
    EXPECT_OK(plan_sort({{.method = "pratt", .phases = true}, 60'000'000}, profile));
    const SortPlan shell = take(plan_sort({{.method = "shell-a"}, 99}, profile));
    EXPECT_ERROR(sort_phases(shell, profile, std::as_bytes(std::span(keys)), {}), ErrorCode::invalid_argument);
    // A recording times at most 256 spans.
    std::vector<std::uint64_t> many(300);
    for (std::size_t i = 0; i < many.size(); ++i) {
        many[i] = i + 1;
    }
    SortOptions options{.method = "shell-a", .shell = {.own_increments = many}};
    EXPECT_OK(plan_sort({options, 1000}, profile));
    options.phases = true;
    EXPECT_ERROR(plan_sort({options, 1000}, profile), ErrorCode::too_large);
    options.method = "shell-seq";
    EXPECT_ERROR(plan_sort({options, 1000}, profile), ErrorCode::too_large);
    EXPECT_TRUE(take(sort_phases(take(plan_sort({{.method = "shell-d"}, 1}, profile)), profile,
                                 std::as_bytes(std::span(keys)).first(4), {}))
                    .empty());
}

}  // namespace
}  // namespace vkalgo::test
