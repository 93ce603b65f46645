// Tests the choice of `auto`, by predicted times.
#include "algorithms/sort/sort_choice.hpp"
#include "algorithms/sort/sort_plan.hpp"
#include "algorithms/sort/sort_tuning.hpp"
#include "tests/sort/sorting.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/support/random.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

using Names = std::set<std::string_view>;

DeviceProfile profile_of(DeviceType type) {
    const bool software = type == DeviceType::software;
    DeviceProfile profile;
    profile.type = type;
    profile.max_workgroup_invocations = profile.max_workgroup_size[0] = 1024;
    profile.shared_memory = software ? 32768 : 49152;
    profile.max_storage_range = software ? std::uint64_t{1} << 27 : 0xffffffffU;
    profile.max_allocation = std::uint64_t{64} << 30;
    profile.subgroup_size = profile.min_subgroup_size = profile.max_subgroup_size = software ? 8 : 32;
    profile.subgroup_vote = profile.subgroup_ballot = profile.subgroup_arithmetic = true;
    profile.subgroup_shuffle = profile.subgroup_size_control = true;
    profile.memory_model_device_scope = true;
    profile.cross_workgroup_progress = !software;
    profile.max_loop_iterations = software ? 65535 : 0;
    return profile;
}

DeviceProfile without_subgroups(DeviceProfile profile) {
    profile.subgroup_vote = profile.subgroup_ballot = profile.subgroup_arithmetic = profile.subgroup_shuffle = false;
    return profile;
}

DeviceProfile without_memory_model(DeviceProfile profile) {
    profile.memory_model_device_scope = false;
    return profile;
}

std::string_view chosen(const SortOptions& options, std::uint64_t count, const DeviceProfile& profile) {
    return take(plan_sort({options, count}, profile)).method_name();
}

Names methods_for(const SortOptions& options, const DeviceProfile& profile) {
    Names names;
    const auto tuning = std::make_shared<const SortTuning>(sort_tuning(options, profile));
    for (const SortMethod* method : take(sort_choices({options, profile, tuning})).methods) {
        EXPECT_TRUE(names.insert(method->name).second) << method->name;
    }
    return names;
}

TEST(SortChoice, TakesPrattForFewKeysAndOnesweepForManyOnADiscreteGpu) {
    const DeviceProfile profile = profile_of(DeviceType::discrete);
    for (const bool values : {false, true}) {
        const SortOptions options{.values = values, .stable = false};
        for (const std::uint64_t count : {0U, 1U, 2U, values ? 8U : 500U}) {
            EXPECT_EQ(chosen(options, count, profile), "pratt") << count;
        }
        for (const std::uint64_t count : {16384U, 16385U, 1000003U, 1U << 26, 1U << 29}) {
            EXPECT_EQ(chosen(options, count, profile), "onesweep") << count;
        }
        EXPECT_EQ(methods_for(options, profile), (Names{"pratt", "onesweep"}));
        EXPECT_EQ(chosen({.values = values, .begin_bit = 8}, 100, profile), "onesweep");
    }
    EXPECT_EQ(chosen({.values = true}, 100, profile), "onesweep");  // Equal keys keep their order
    EXPECT_EQ(chosen({.values = true, .indices = true}, 8, profile), "pratt");
}

TEST(SortChoice, TakesRadixIfOnesweepCannotRun) {
    const DeviceProfile discrete = profile_of(DeviceType::discrete);
    for (const DeviceProfile& profile : {without_subgroups(discrete), without_memory_model(discrete)}) {
        EXPECT_EQ(chosen({}, 100, profile), "pratt");
        EXPECT_EQ(chosen({}, 1 << 24, profile), "radix");
        EXPECT_EQ(chosen({.values = true}, 100, profile), "radix");
        EXPECT_EQ(methods_for({}, profile), (Names{"pratt", "radix"}));
        EXPECT_EQ(methods_for({.end_bit = 8}, profile), (Names{"radix"}));
    }
}

TEST(SortChoice, TakesRadixIfWorkgroupsAreNotKnownToMakeProgress) {
    DeviceProfile profile = profile_of(DeviceType::discrete);
    profile.cross_workgroup_progress = false;
    EXPECT_EQ(chosen({}, 1 << 24, profile), "radix");
    EXPECT_EQ(methods_for({}, profile), (Names{"pratt", "radix"}));
    EXPECT_EQ(chosen({.method = "onesweep"}, 1 << 24, profile), "onesweep");  // onesweep can run by tickets
}

TEST(SortChoice, ReliesOnFullSubgroupsOnlyIfTheirSizeCanBeRequired) {
    DeviceProfile profile = profile_of(DeviceType::discrete);
    profile.subgroup_size_control = false;
    EXPECT_EQ(chosen({}, 1 << 24, profile), "radix");
    EXPECT_EQ(sort_tuning({}, profile).lanes, 1U);
    EXPECT_ERROR(plan_sort({{.method = "onesweep"}, 100}, profile), ErrorCode::unsupported);
}

TEST(SortChoice, TakesNoMoreSubgroupsThanAWorkgroupMayHave) {
    for (const DeviceType type : {DeviceType::discrete, DeviceType::other}) {
        DeviceProfile profile = profile_of(type);
        profile.max_workgroup_subgroups = 4;
        const SortTuning tuning = sort_tuning({}, profile);
        EXPECT_EQ(tuning.lanes, 32U);
        for (const std::uint32_t threads : {tuning.radix_threads, tuning.sweep.threads, tuning.few_sweep.threads}) {
            EXPECT_LE(threads, 4 * tuning.lanes);
            EXPECT_EQ(threads % tuning.lanes, 0U);
        }
    }
}

TEST(SortChoice, FitsScratchIntoOneBinding) {
    DeviceProfile profile = profile_of(DeviceType::other);
    profile.shared_memory = 16384;
    profile.subgroup_size = profile.min_subgroup_size = profile.max_subgroup_size = 4;
    profile.max_storage_range = std::uint64_t{1} << 27;
    EXPECT_ERROR(plan_sort({{.method = "onesweep"}, 1 << 25}, profile), ErrorCode::too_large);
    EXPECT_NE(chosen({}, 1 << 25, profile), "onesweep");
    profile.max_storage_range *= 4;
    EXPECT_EQ(chosen({.method = "onesweep"}, 1 << 25, profile), "onesweep");
}

TEST(SortChoice, TakesPrattForFewKeysAndRadixForManyOnSoftwareDevices) {
    const DeviceProfile profile = profile_of(DeviceType::software);
    for (const ElementType type : {ElementType::u32, ElementType::f64}) {
        for (const bool values : {false, true}) {
            const SortOptions options{.type = type, .values = values, .indices = values};
            EXPECT_EQ(chosen(options, 64, profile), "pratt") << to_string(type);
            for (const std::uint64_t count : {4096U, 20000U, 5'000'000U}) {
                EXPECT_EQ(chosen(options, count, profile), "radix") << to_string(type) << ", " << count;
            }
            EXPECT_EQ(methods_for(options, profile), (Names{"pratt", "radix"}));
        }
    }
}

TEST(SortChoice, TakesCountingForSmallKeys) {
    for (const DeviceType device : {DeviceType::discrete, DeviceType::software, DeviceType::integrated}) {
        const DeviceProfile profile = profile_of(device);
        for (const ElementType type : {ElementType::u8, ElementType::i16}) {
            for (const bool values : {false, true}) {
                const SortOptions options{.type = type, .values = values};
                for (const std::uint64_t count : {1U, 5000U, 20000000U}) {
                    EXPECT_EQ(chosen(options, count, profile), "counting");
                }
                EXPECT_EQ(methods_for(options, profile), (Names{"counting"}));
            }
        }
    }
}

TEST(SortChoice, TakesAMethodThatFitsIntoMemory) {
    DeviceProfile profile = profile_of(DeviceType::discrete);
    profile.max_allocation = 40'000'000;
    EXPECT_EQ(chosen({}, 8'000'000, profile), "onesweep");
    EXPECT_EQ(chosen({}, 9'999'999, profile), "pratt");  // pratt needs no second copy of the keys
    const auto refused = plan_sort({{}, 10'000'001}, profile);
    ASSERT_ERROR(refused, ErrorCode::too_large);
    EXPECT_NE(refused.error().message.find("the keys need"), std::string::npos) << refused.error().message;
    EXPECT_ERROR(plan_sort({{.values = true}, 9'999'999}, profile), ErrorCode::too_large);
    EXPECT_ERROR(plan_sort({{}, std::numeric_limits<std::uint64_t>::max()}, profile), ErrorCode::too_large);
}

TEST(SortChoice, TakesTheFastestEvenIfAnotherCannotSortTheLargestCountOfTheBucket) {
    for (const DeviceType device : {DeviceType::discrete, DeviceType::software}) {
        DeviceProfile profile = profile_of(device);
        const char* const other = device == DeviceType::discrete ? "onesweep" : "radix";
        int cases = 0;
        for (std::uint64_t high = 4; high <= 1024; high *= 2) {
            const std::uint64_t low = high / 2 + 1;
            for (profile.max_allocation = 4 * high; profile.max_allocation < 65536; profile.max_allocation += 4) {
                const auto planned = plan_sort({{.method = other}, low}, profile);
                if (!planned || plan_sort({{.method = other}, high}, profile)) {
                    continue;
                }
                const SortPlan pratt = take(plan_sort({{.method = "pratt"}, low}, profile));
                EXPECT_EQ(chosen({}, low, profile), pratt.predicted_ms <= planned->predicted_ms ? "pratt" : other)
                    << low << " keys, " << profile.max_allocation;
                ++cases;
                break;
            }
        }
        EXPECT_GT(cases, 0);
    }
}

TEST(SortChoice, ListsBeforehandEveryMethodThatItMayTake) {
    SplitMix64 random(5);
    for (const DeviceType device : {DeviceType::discrete, DeviceType::software, DeviceType::other}) {
        for (const std::uint64_t memory : {std::uint64_t{3'000'000}, std::uint64_t{1} << 31, std::uint64_t{64} << 30}) {
            DeviceProfile whole = profile_of(device);
            whole.max_allocation = memory;
            for (const DeviceProfile& profile : {whole, without_subgroups(whole)}) {
                for (const ElementType type : {ElementType::u16, ElementType::u32, ElementType::f64}) {
                    const SortOptions options{.type = type, .values = random.next() % 2 == 0};
                    const Names names = methods_for(options, profile);
                    Names taken;
                    for (int turn = 0; turn < 300; ++turn) {
                        const std::uint64_t count = (random.next() & 0xffffffffU) >> random.next() % 32;
                        if (const auto plan = plan_sort({options, count}, profile)) {
                            taken.insert(plan->method_name());
                        }
                    }
                    EXPECT_TRUE(std::includes(names.begin(), names.end(), taken.begin(), taken.end()));
                }
            }
        }
    }
}

TEST(SortChoice, PredictsLongerTimesForMoreKeys) {
    for (const DeviceType device : {DeviceType::discrete, DeviceType::software, DeviceType::virtual_gpu}) {
        const DeviceProfile profile = profile_of(device);
        for (const ElementType type : {ElementType::u8, ElementType::u16, ElementType::u32, ElementType::u64}) {
            for (const char* method : {"auto", "counting", "onesweep", "pratt", "radix"}) {
                for (const bool values : {false, true}) {
                    double last = 0;
                    for (std::uint64_t count = 2; count < 1U << 28; count *= 2) {
                        const auto plan = plan_sort(
                            {{.type = type, .values = values, .stable = false, .method = method}, count}, profile);
                        if (!plan) {
                            continue;
                        }
                        EXPECT_TRUE(std::isfinite(plan->predicted_ms));
                        EXPECT_GE(plan->predicted_ms, last) << method << ", " << count;
                        last = plan->predicted_ms;
                    }
                }
            }
        }
        EXPECT_FALSE(std::isfinite(take(plan_sort({{.method = "shell-e"}, 100}, profile)).predicted_ms));
    }
}

class SortChoiceOnADevice : public DeviceTest {};

TEST_F(SortChoiceOnADevice, SortsByDifferentMethodsFromCallToCall) {
    const SortOptions options{.type = ElementType::u64};
    const Sort sort = take(Sort::create(context(), options));
    Names taken;
    for (const std::uint32_t count : {0U, 1U, 2U, 3U, 4U, 9U, 257U, 8191U, 8193U, 40009U, 270'001U}) {
        const SortPlan plan = take(plan_sort({options, count}, context().profile()));
        taken.insert(plan.method_name());
        const SortBuffers buffers(runner(), plan, some_bytes(options.type, count, Spread::uniform), count);
        ASSERT_OK(runner().run([&](Recorder& recorder) { return sort.record(recorder, buffers.arguments()); }));
        buffers.expect(sort_words(options, count));
    }
    EXPECT_GE(taken.size(), 2U);
}

/// Compares with the milliseconds that benchmarks measured on an H200.
TEST(SortChoice, PredictsWhatWasMeasured) {
    struct Measured {
        const char* method;
        ElementType type;
        bool values;
        int log2;
        double ms;
    };
    const DeviceProfile profile = profile_of(DeviceType::discrete);
    for (const Measured& one : {Measured{"onesweep", ElementType::u32, false, 16, 0.039},
                                {"onesweep", ElementType::u32, false, 20, 0.065},
                                {"onesweep", ElementType::u32, false, 25, 0.88},
                                {"onesweep", ElementType::u32, false, 28, 6.36},
                                {"onesweep", ElementType::u32, true, 20, 0.077},
                                {"onesweep", ElementType::u32, true, 28, 9.35},
                                {"onesweep", ElementType::u64, false, 25, 2.45},
                                {"onesweep", ElementType::u64, true, 25, 3.97},
                                {"radix", ElementType::u32, false, 16, 0.0736},
                                {"radix", ElementType::u32, false, 26, 6.9},
                                {"radix", ElementType::u32, true, 24, 3.06},
                                {"pratt", ElementType::u32, false, 20, 0.27},
                                {"pratt", ElementType::u32, false, 22, 1.10},
                                {"pratt", ElementType::u32, false, 24, 4.73},
                                {"pratt", ElementType::u32, false, 26, 18.8},
                                {"pratt", ElementType::u32, false, 28, 86.3}}) {
        const SortOptions options{.type = one.type, .values = one.values, .method = one.method};
        const double predicted = take(plan_sort({options, std::uint64_t{1} << one.log2}, profile)).predicted_ms;
        EXPECT_NEAR(predicted / one.ms, 1, 0.25) << one.method << " 2^" << one.log2;
    }
}

}  // namespace
}  // namespace vkalgo::test
