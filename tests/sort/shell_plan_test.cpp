// Increments, runs, bounds and dispatches of Shellsort by runs, without a device.
#include "algorithms/sort/shell_plan.hpp"

#include "algorithms/sort/shell_reference.hpp"
#include "algorithms/sort/sort_plan.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/support/random.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

using Numbers = std::vector<std::uint64_t>;

Numbers below(const std::string& name, std::uint64_t count) {
    return take(shell_increments({.increments = name}, count));
}

TEST(ShellPlan, IncrementsEqualThoseOfTheirSources) {
    EXPECT_EQ(below("sedgewick", 1'000'000), (Numbers{587521, 260609, 146305, 64769, 36289, 16001, 8929, 3905, 2161,
                                                      929, 505, 209, 109, 41, 19, 5, 1}));
    EXPECT_EQ(below("sedgewick", 3'000'000).front(), 2354689U);
    EXPECT_EQ(below("shell", 100), (Numbers{50, 25, 12, 6, 3, 1}));
    EXPECT_EQ(below("hibbard", 100), (Numbers{63, 31, 15, 7, 3, 1}));
    EXPECT_EQ(below("knuth", 1000), (Numbers{364, 121, 40, 13, 4, 1}));
    EXPECT_EQ(below("ciura", 8000), (Numbers{7983, 3548, 1577, 701, 301, 132, 57, 23, 10, 4, 1}));
    EXPECT_EQ(below("tokuda", 6000), (Numbers{5985, 2660, 1182, 525, 233, 103, 46, 20, 9, 4, 1}));
    EXPECT_EQ(below("pratt", 19), (Numbers{18, 16, 12, 9, 8, 6, 4, 3, 2, 1}));
    for (const std::string_view name : shell_increment_names()) {
        EXPECT_EQ(below(std::string(name), 0), Numbers{}) << name;
        EXPECT_EQ(below(std::string(name), 1), Numbers{}) << name;
        EXPECT_EQ(below(std::string(name), 2), Numbers{1}) << name;
    }
}

TEST(ShellPlan, TakesAListInEitherOrderAndRefusesOthers) {
    const auto own = [](const Numbers& list) { return shell_increments({.own_increments = list}, 100); };
    EXPECT_EQ(take(own({1, 5, 19, 100, 500})), (Numbers{19, 5, 1}));
    EXPECT_EQ(take(own({19, 5, 1})), (Numbers{19, 5, 1}));
    EXPECT_EQ(take(own({1})), Numbers{1});
    for (const Numbers& list : {Numbers{2, 5}, {0, 1, 5}, {1, 5, 5}, {5, 1, 0}, {5, 9, 1}, {0}}) {
        EXPECT_ERROR(own(list), ErrorCode::invalid_argument);
    }
    EXPECT_ERROR(shell_increments({.increments = "none"}, 100), ErrorCode::invalid_argument);
    EXPECT_ERROR(plan_shell_cuts(ShellVariant::b, {.max_threads = 0}, 100), ErrorCode::invalid_argument);
    EXPECT_ERROR(plan_shell_cuts(ShellVariant::b, {.min_elements = 0}, 100), ErrorCode::invalid_argument);
}

TEST(ShellPlan, CutsRunsAsThePapersExampleDoes) {
    // Section III.C of the paper: 100 keys; a class has at most a quarter as many threads as keys.
    const auto cuts = take(plan_shell_cuts(ShellVariant::a, {}, 100));
    Numbers classes, runs;
    for (const ShellCut& cut : cuts) {
        const auto most = static_cast<std::uint32_t>(std::max<std::uint64_t>(cut.class_size / 4, 1));
        classes.push_back(cut.classes);
        runs.push_back(cut_class({.max_threads = most}, 100, cut.class_size).runs);
    }
    EXPECT_EQ(classes, (Numbers{41, 19, 5, 1}));
    EXPECT_EQ(runs, (Numbers{1, 1, 5, 25}));
    EXPECT_EQ(cuts[0].class_size, 3U);
    EXPECT_EQ(cuts[2].class_size, 20U);
}

TEST(ShellPlan, CutsRunsByEitherRule) {
    // Table II of the paper: 10,000 keys, increments 5 and 1: 512 threads with 3.9 and 19.5 keys on average.
    EXPECT_EQ(cut_class({}, 10000, 2000).run_length, 4U);
    EXPECT_EQ(cut_class({}, 10000, 10000).run_length, 20U);
    EXPECT_EQ(cut_class({.min_elements = 5}, 1000, 53).run_length, 5U);
    EXPECT_EQ(cut_class({.min_elements = 5}, 1000, 3).run_length, 3U);
    EXPECT_EQ(cut_class({}, 1000, 7, 2).run_length, 2U);
    EXPECT_EQ(cut_class({}, 1000, 7, 2).runs, 4U);
    const ShellOptions table{.runs = ShellRuns::table};
    EXPECT_EQ(cut_class(table, 1'000'000, 1'000'000).run_length, 1954U);
    EXPECT_EQ(cut_class(table, 1'000'000, 1'000'000).runs, 512U);
    EXPECT_EQ(cut_class(table, 1'000'000, 200'000).runs, 103U);
    EXPECT_EQ(cut_class(table, 1'000'000, 20).run_length, 20U);
    EXPECT_EQ(cut_class({.min_elements = 5, .runs = ShellRuns::table}, 1000, 20).run_length, 5U);
}

TEST(ShellPlan, BoundsThePassesThatAClassNeeds) {
    // Sorting runs and exchanging their borders is a network. If it sorts all zeros and ones, it sorts all keys.
    for (std::size_t count = 2; count <= 12; ++count) {
        for (std::uint64_t length = 2; length <= count; ++length) {
            for (std::uint64_t bits = 0; bits < std::uint64_t{1} << count; ++bits) {
                std::vector<ShellItem> items(count);
                std::size_t first_one = count, last_zero = 0;
                for (std::size_t i = 0; i < count; ++i) {
                    items[i].key = bits >> i & 1;
                    first_one = items[i].key == 1 ? std::min(first_one, i) : first_one;
                    last_zero = items[i].key == 0 ? i : last_zero;
                }
                const std::uint64_t reach = last_zero > first_one ? last_zero - first_one : 0;
                const ShellCut cut{.class_size = count, .run_length = length};
                const std::uint64_t passes = reference_shell(items, {&cut, 1}, ShellVariant::d);
                ASSERT_LE(passes, passes_bound(reach)) << bits << " of " << count << " in runs of " << length;
                ASSERT_EQ(unsorted_pairs(items), 0U);
            }
        }
    }
    EXPECT_EQ(passes_bound(99), 51U);
}

TEST(ShellPlan, KeysOutOfOrderAreWithinReach) {
    for (const std::string_view name : shell_increment_names()) {
        const std::uint64_t count = 1500;
        const auto cuts = take(plan_shell_cuts(ShellVariant::d, {.increments = std::string(name)}, count));
        std::vector<ShellItem> items;
        for (const std::uint32_t key : random_words(count, 3)) {
            items.push_back({key, 0});
        }
        for (const ShellCut& cut : cuts) {
            for (std::uint64_t i = 0; i < count; ++i) {
                for (std::uint64_t j = i + (cut.reach + 1) * cut.increment; j < count; j += cut.increment) {
                    ASSERT_LE(items[i].key, items[j].key) << name << " " << cut.increment;
                }
            }
            const Numbers increment{cut.increment};
            reference_shell_sort(items, increment);
        }
        EXPECT_EQ(unsorted_pairs(items), 0U) << name;
    }
    EXPECT_EQ(take(plan_shell_cuts(ShellVariant::d, {}, 1000)).back().reach, 71U);  // 4 * 18 - 1
    EXPECT_EQ(take(plan_shell_cuts(ShellVariant::d, {.increments = "pratt"}, 1000)).back().reach, 1U);
    EXPECT_EQ(take(plan_shell_cuts(ShellVariant::d, {.increments = "shell"}, 1024)).back().reach, 1023U);
}

TEST(ShellPlan, VariantsThatSortGiveTheResultOfTheLinearSort) {
    std::vector<ShellItem> items;
    for (const std::uint32_t key : random_words(2000, 5, 50)) {
        items.push_back({key, static_cast<std::uint32_t>(items.size())});
    }
    std::vector<ShellItem> linear = items;
    reference_shell_sort(linear, below("sedgewick", items.size()));
    EXPECT_EQ(unsorted_pairs(linear), 0U);
    for (const ShellVariant variant : {ShellVariant::zero, ShellVariant::a, ShellVariant::d}) {
        std::vector<ShellItem> sorted = items;
        reference_shell(sorted, take(plan_shell_cuts(variant, {}, items.size())), variant);
        EXPECT_EQ(sorted, linear);
    }
    std::vector<ShellItem> by_runs = items;
    reference_shell(by_runs, take(plan_shell_cuts(ShellVariant::b, {}, items.size())), ShellVariant::b);
    EXPECT_NE(unsorted_pairs(by_runs), 0U);
}

/// Returns a profile with the shared memory and the workgroup size of lavapipe, and a limit of `most` loop iterations.
DeviceProfile profile_with_loops(std::uint32_t most) {
    DeviceProfile profile;
    profile.max_loop_iterations = most;
    profile.shared_memory = 32768;
    profile.max_workgroup_invocations = profile.max_workgroup_size[0] = 1024;
    return profile;
}

TEST(ShellPlan, KeepsLoopsWithinTheDevicesBudget) {
    for (const char* method : {"shell-0", "shell-a", "shell-b", "shell-c", "shell-d", "shell-e", "shell-f"}) {
        for (const char* increments : {"sedgewick", "shell"}) {
            for (const std::uint64_t count : {2U, 100U, 5003U, 60000U}) {
                for (const std::uint32_t threads : {1U, 7U, 512U}) {
                    SortOptions options{.method = method};
                    options.shell = {.increments = increments, .max_threads = threads};
                    const auto plan = plan_sort({options, count}, profile_with_loops(65535));
                    if (plan) {
                        EXPECT_LE(plan->loop_iterations, 65535U) << method << " " << increments << " " << count;
                    } else {
                        EXPECT_ERROR(plan, ErrorCode::too_large);
                    }
                }
            }
        }
    }
}

TEST(ShellPlan, RefusesWhatItCannotSort) {
    const auto plan = [](const char* method, std::uint64_t count, const ShellOptions& shell) {
        return plan_sort({{.method = method, .shell = shell}, count}, profile_with_loops(65535));
    };
    const auto refused = [&](const char* method, std::uint64_t count, const ShellOptions& shell, ErrorCode code,
                             const char* where) {
        const auto made = plan(method, count, shell);
        ASSERT_ERROR(made, code) << method << ", " << count;
        EXPECT_EQ(made.error().where, where) << made.error().message;
    };
    // shell-0 needs a dispatch per class, and the increments below 1,000,000 have more than 1,000,000 classes together.
    refused("shell-0", 1'000'000, {}, ErrorCode::too_large, "count");
    EXPECT_OK(plan("shell-0", 100'000, {}));
    // These increments are powers of 2, so a key may move by 131,071 positions in one insertion.
    refused("shell-a", 1U << 17, {.increments = "shell"}, ErrorCode::too_large, "increments");
    refused("shell-d", 1U << 20, {.increments = "shell", .max_threads = 2}, ErrorCode::too_large, "max_threads");
    EXPECT_OK(plan("shell-a", 1'000'000, {}));
    EXPECT_OK(plan("shell-d", 1'000'000, {}));
    refused("shell-f", 1'000'000, {.max_threads = 2}, ErrorCode::too_large, "max_threads");
    refused("shell-d", 100, {.increments = "none"}, ErrorCode::invalid_argument, "increments");
}

TEST(ShellPlan, RefusesOptionsThatAMethodDoesNotUse) {
    const auto refused = [](const SortOptions& options) {
        const auto plan = plan_sort({options, 100}, profile_with_loops(0));
        ASSERT_ERROR(plan, ErrorCode::unsupported) << options.method;
        EXPECT_EQ(plan.error().where, "method");
        EXPECT_NE(plan.error().message.find("methods that do: shell-"), std::string::npos) << plan.error().message;
    };
    for (const char* method : {"auto", "pratt", "radix"}) {
        refused({.method = method, .shell = {.increments = "none"}});
        refused({.method = method, .shell = {.own_increments = {3, 1}}});
        refused({.method = method, .shell = {.max_threads = 4}});
        refused({.method = method, .shell = {.min_elements = 4}});
        refused({.method = method, .shell = {.runs = ShellRuns::table}});
    }
    for (const char* method : {"shell-seq", "shell-0", "shell-d"}) {
        EXPECT_OK(plan_sort({{.method = method, .shell = {.increments = "ciura"}}, 100}, profile_with_loops(0)));
        EXPECT_ERROR(plan_sort({{.type = ElementType::u16, .method = method}, 100}, profile_with_loops(0)),
                     ErrorCode::unsupported);
        EXPECT_ERROR(plan_sort({{.end_bit = 31, .method = method}, 100}, profile_with_loops(0)),
                     ErrorCode::unsupported);
    }
    EXPECT_ERROR(plan_sort({{.type = ElementType::u16, .shell = {.increments = "ciura"}}, 100}, profile_with_loops(0)),
                 ErrorCode::unsupported);
}

TEST(ShellPlan, SaysWhichVariantsDoNotSort) {
    for (const std::string_view method : sort_method_names()) {
        const auto plan = plan_sort({{.method = std::string(method)}, 100}, profile_with_loops(0));
        if (plan) {
            EXPECT_EQ(plan->sorts(), method != "shell-b" && method != "shell-c") << method;
        }
    }
    for (const std::uint64_t count : {2U, 10000U, 10000000U}) {
        EXPECT_TRUE(take(plan_sort({{}, count}, profile_with_loops(0))).sorts());
    }
}

}  // namespace
}  // namespace vkalgo::test
