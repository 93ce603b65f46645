#include "algorithms/histogram/histogram_plan.hpp"

#include "algorithms/histogram/histogram.hpp"
#include "algorithms/histogram/histogram_method.hpp"
#include "shaders/histogram/histogram.h"
#include "tests/histogram/inputs.hpp"
#include "tests/support/device_fixture.hpp"

#include <string>

#include <gtest/gtest.h>

namespace vkalgo::test {

namespace {

/// Returns a profile like that of an NVIDIA GPU.
DeviceProfile gpu(std::uint32_t shared_memory = 49152) {
    DeviceProfile profile;
    profile.type = DeviceType::discrete;
    profile.max_workgroup_invocations = 1024;
    profile.max_workgroup_size = {1024, 1024, 64};
    profile.max_workgroup_count = {2147483647, 65535, 65535};
    profile.shared_memory = shared_memory;
    profile.max_storage_range = 0xffffffffu;
    profile.storage_offset_alignment = 16;
    profile.max_allocation = 1ull << 40;
    profile.device_memory = 1ull << 37;
    profile.float64 = true;
    return profile;
}

/// Returns a profile like that of lavapipe.
DeviceProfile software() {
    DeviceProfile profile = gpu(32768);
    profile.type = DeviceType::software;
    profile.max_storage_range = 1ull << 27;
    profile.max_allocation = 1ull << 31;
    profile.device_memory = 1ull << 33;
    profile.max_loop_iterations = 65535;
    return profile;
}

HistogramPlan plan_of(const HistogramOptions& options, std::uint64_t count, const DeviceProfile& profile) {
    return take(plan_histogram({options, count}, profile), "plan_histogram");
}

const std::string kMethods[] = {"auto", "two-kernel", "atomic", "copies", "packed", "ranges", "global", "general"};

}  // namespace

TEST(HistogramPlan, ChoosesPrivateCountersByBinsAndSharedMemory) {
    const std::uint64_t many = 56'975'000;
    EXPECT_EQ(plan_of({.type = ElementType::u8}, many, gpu()).method->name, std::string("copies"));
    EXPECT_EQ(plan_of({.type = ElementType::u8}, many, gpu()).copies, 32u);
    EXPECT_EQ(plan_of({.type = ElementType::u8}, many, gpu(16384)).copies, 8u);
    const HistogramPlan wide = plan_of({}, many, gpu());
    EXPECT_EQ(wide.method->name, std::string("packed"));
    EXPECT_EQ(wide.fields, 6u);
    EXPECT_EQ(plan_of({.bins = 20'000}, many, gpu()).fields, 2u);
    EXPECT_EQ(plan_of({.bins = 20'000}, 200'000, gpu()).method->name, std::string("global"));
    // Counters of three bits would overflow too often.
    EXPECT_EQ(plan_of({}, many, gpu(32768)).method->name, std::string("ranges"));
    EXPECT_EQ(plan_of({}, many, gpu(32768)).ranges, 5u);
    EXPECT_EQ(plan_of({}, many, software()).method->name, std::string("global"));
    EXPECT_EQ(plan_of({}, 1024, gpu()).method->name, std::string("global"));
    EXPECT_EQ(plan_of({.bins = 1 << 24}, many, gpu()).method->name, std::string("global"));
}

TEST(HistogramPlan, FindsItsMethodsByName) {
    EXPECT_GE(histogram_methods().size(), 5u);
    for (const HistogramMethod* method : histogram_methods()) {
        EXPECT_EQ(find_histogram_method(method->name), method);
        EXPECT_EQ(method->span, "histogram " + std::string(method->name));
        EXPECT_NE(std::string(method->summary), "");
        const HistogramPlan plan = plan_of({.bins = 256, .method = method->name}, 100'000, gpu());
        EXPECT_EQ(plan.method, method);
        EXPECT_NE(method->describe(plan), "");
        // Ranks do not decrease with the count, so candidates are found by the largest count.
        for (const std::uint64_t bins : {1u, 256u, 12000u, 65536u, 1u << 20}) {
            int last = 0;
            for (std::uint64_t count = 1; count < 1ull << 32; count *= 3) {
                EXPECT_GE(method->rank(bins, count, gpu()), last);
                last = method->rank(bins, count, gpu());
            }
        }
    }
    EXPECT_EQ(find_histogram_method("auto"), nullptr);
    EXPECT_EQ(find_histogram_method(""), nullptr);
}

TEST(HistogramPlan, ChoosesOnlyListedMethods) {
    for (const DeviceProfile& profile : {gpu(), gpu(16384), software()}) {
        for (const std::uint32_t bins : {1u, 256u, 4000u, 12000u, 65536u, 200000u}) {
            for (const std::uint64_t count : {0ull, 1000ull, 1'000'000ull, 4'000'000'000ull}) {
                const HistogramOptions options{.type = ElementType::u32, .bins = bins};
                const std::vector<const HistogramMethod*> methods = histogram_candidates(options, profile);
                EXPECT_NE(std::find(methods.begin(), methods.end(), plan_of(options, count, profile).method),
                          methods.end());
            }
        }
    }
}

TEST(HistogramPlan, KeepsEveryLoopWithinTheBudgetOfTheDevice) {
    int planned = 0;
    for (DeviceProfile profile : {software(), gpu()}) {
        profile.max_loop_iterations = 65535;
        for (const std::uint32_t shared : {1024u, 16384u, 32768u, 49152u}) {
            profile.shared_memory = shared;
            for (const ElementType type : {ElementType::u8, ElementType::u16, ElementType::f32, ElementType::u64}) {
                for (const std::string& method : kMethods) {
                    for (const std::uint32_t bins : {1u, 256u, 8000u, 65536u}) {
                        for (const std::uint32_t threads : {0u, 1u, 32u, 128u, 1024u}) {
                            for (const std::uint32_t blocks : {0u, 1u, 1000u, 65535u}) {
                                for (const std::uint64_t count :
                                     {0ull, 1ull, 100'000ull, 56'975'000ull, 4'294'967'295ull}) {
                                    const auto plan = plan_histogram({{.type = type,
                                                                       .bins = bins,
                                                                       .method = method,
                                                                       .blocks = blocks,
                                                                       .threads = threads},
                                                                      count},
                                                                     profile);
                                    if (!plan) {
                                        EXPECT_EQ(plan.error().code, ErrorCode::too_large) << plan.error().message;
                                        continue;
                                    }
                                    ++planned;
                                    ASSERT_LE(plan->loop_iterations, 65535u)
                                        << to_string(type) << " " << method << " bins " << bins << " threads "
                                        << threads << " blocks " << blocks << " count " << count;
                                }
                            }
                        }
                    }
                }
            }
        }
    }
    EXPECT_GT(planned, 10000);
}

TEST(HistogramPlan, ChunksCoverEveryVectorOfAWindow) {
    for (const char* const method : {"atomic", "copies", "packed", "ranges"}) {
        for (const std::uint64_t count : {1ull, 15ull, 16ull, 17ull, 1'000'003ull, 4'294'967'295ull}) {
            for (const std::uint32_t blocks : {0u, 1u, 7u, 65535u}) {
                const HistogramPlan plan =
                    plan_of({.type = ElementType::u8, .method = method, .blocks = blocks}, count, software());
                const std::uint64_t vectors = std::min(count, plan.window_values) / 16;
                EXPECT_GE(std::uint64_t{plan.chunks} * plan.vectors_per_chunk, vectors);
                EXPECT_LE(plan.window_values, software().max_storage_range);
                EXPECT_GE(plan.windows * plan.window_values, count);
            }
        }
    }
}

TEST(HistogramPlan, PackedCountersCannotOverflowBetweenTwoChecks) {
    for (const ElementType type : kElements) {
        for (const std::uint32_t threads : {0u, 1u, 64u, 256u, 1000u, 1024u}) {
            const HistogramPlan plan =
                plan_of({.type = type, .bins = 65536, .method = "ranges", .threads = threads}, 1'000'000, gpu());
            const std::uint64_t between = std::uint64_t{plan.interval} * plan.threads * (16 / size_of(type));
            EXPECT_GE(plan.interval, 1u);
            EXPECT_LE(VKALGO_RANGES_MOVED - 1 + between, 65535u);
            EXPECT_LE(plan.shared_words * 4, 49152u - 8);
            EXPECT_GE(std::uint64_t{plan.ranges} * plan.shared_words * 2, 65536u);
        }
    }
}

TEST(HistogramPlan, PacksAsFewCountersIntoAWordAsFit) {
    const auto fields = [](std::uint32_t bins, std::uint32_t shared) {
        DeviceProfile device = gpu();
        device.shared_memory = shared;
        const HistogramPlan plan =
            plan_of({.type = ElementType::u32, .bins = bins, .method = "packed"}, 1 << 20, device);
        EXPECT_LE(4 * (plan.shared_words + 2 * VKALGO_PACKED_SLOTS), shared - 32);
        EXPECT_GE(std::uint64_t{plan.shared_words} * plan.fields, bins);
        EXPECT_EQ(plan.scratch_bytes, std::uint64_t{plan.chunks} * plan.shared_words * 4);
        return plan.fields;
    };
    EXPECT_EQ(fields(1, 49152), 2u);
    EXPECT_EQ(fields(65536, 49152), 6u);
    EXPECT_EQ(fields(65536, 65536), 5u);
    EXPECT_EQ(fields(65536, 32768), 10u);
    HistogramParams params{{.type = ElementType::u16, .method = "packed", .blocks = 3}, 1 << 20};
    EXPECT_EQ(take(Histogram::scratch(params, gpu())).bytes, 3u * 10923 * 4);
    params.options.max_scratch = 3 * 10923 * 4 - 1;
    EXPECT_EQ(take(Histogram::scratch(params, gpu())).bytes, 0u);
    DeviceProfile small = gpu();
    small.shared_memory = 16384;
    EXPECT_ERROR(plan_histogram({{.type = ElementType::u16, .method = "packed"}, 1 << 20}, small),
                 ErrorCode::too_large);
    // The index of a bin has at most 20 bits (VKALGO_PACKED_BIN_BITS).
    EXPECT_EQ(fields(1 << 20, 1 << 20), 5u);
    DeviceProfile large = gpu();
    large.shared_memory = 1 << 20;
    EXPECT_ERROR(
        plan_histogram({{.type = ElementType::u32, .bins = (1 << 20) + 1, .method = "packed"}, 1 << 24}, large),
        ErrorCode::too_large);
}

TEST(HistogramPlan, NamesTheBytesOfCountersThatFitABufferOnlyBeforeTheirConversion) {
    DeviceProfile small = gpu();
    small.max_storage_range = 400'000;
    const HistogramParams params{{.type = ElementType::u16, .method = "packed", .counters = 64}, 1 << 20};
    const auto plan = plan_histogram(params, small);
    ASSERT_ERROR(plan, ErrorCode::too_large);
    EXPECT_EQ(plan.error().where, "bins");
    // Each bin, and the count of the other values, takes 8 bytes.
    EXPECT_NE(plan.error().message.find("65536 bins take " + std::to_string(8 * 65537) + " bytes"), std::string::npos)
        << plan.error().message;
    EXPECT_NE(plan.error().message.find("at most 400000"), std::string::npos) << plan.error().message;
}

TEST(HistogramPlan, CountsConvertedValuesAsScratchToo) {
    for (const char* const method : {"packed", "two-kernel"}) {
        HistogramParams params{{.method = method, .blocks = 40, .counters = 64}, 1 << 24};
        const HistogramPlan free = take(plan_histogram(params, gpu()));
        EXPECT_GT(free.scratch_bytes, free.table_bytes);
        for (const std::uint64_t less : {1u, 16u, 1u << 20}) {
            params.options.max_scratch = free.scratch_bytes - less;
            EXPECT_LE(take(plan_histogram(params, gpu())).scratch_bytes, params.options.max_scratch) << method;
            DeviceProfile small = gpu();
            small.max_allocation = free.scratch_bytes - less;
            params.options.max_scratch = 0;
            EXPECT_LE(take(plan_histogram(params, small)).scratch_bytes, small.max_allocation) << method;
        }
        params.options.max_scratch = free.scratch_bytes;
        EXPECT_EQ(take(plan_histogram(params, gpu())).scratch_bytes, free.scratch_bytes);
        params.options.max_scratch = free.table_bytes - 1;
        EXPECT_ERROR(plan_histogram(params, gpu()), ErrorCode::too_large);
        params.options.max_scratch = free.table_bytes;
        EXPECT_EQ(take(plan_histogram(params, gpu())).scratch_bytes, free.table_bytes);
    }
}

TEST(HistogramPlan, NeedsScratchForTablesOnly) {
    EXPECT_EQ(take(Histogram::scratch({{}, 1'000'000}, gpu())).bytes, 0u);
    const HistogramParams params{{.method = "two-kernel", .blocks = 64}, 1'000'000};
    EXPECT_EQ(take(Histogram::scratch(params, gpu())).bytes, 63u * 65537 * 4);
}

TEST(HistogramPlan, SplitsTheTablesOfTwoKernelIfMemoryIsShort) {
    HistogramParams params{{.method = "two-kernel", .blocks = 128, .max_scratch = 10 * 65537 * 4}, 1'000'000};
    const HistogramPlan some = take(plan_histogram(params, gpu()));
    EXPECT_EQ(some.blocks_at_once, 11u);
    EXPECT_LE(some.scratch_bytes, params.options.max_scratch);
    params.options.max_scratch = 1;
    const HistogramPlan none = take(plan_histogram(params, gpu()));
    EXPECT_EQ(none.blocks_at_once, 1u);
    EXPECT_EQ(none.scratch_bytes, 0u);
    // The program of the student report stopped with a memory error at 128 threads (docs/histogram.md). Here a small
    // device only splits the work.
    DeviceProfile small = software();
    small.max_storage_range = 1 << 20;
    params.options.max_scratch = 0;
    EXPECT_EQ(take(plan_histogram(params, small)).blocks_at_once, 4u);
}

TEST(HistogramPlan, RefusesWhatDoesNotFit) {
    EXPECT_ERROR(plan_histogram({{.bins = 1 << 28}, 10}, software()), ErrorCode::too_large);
    EXPECT_OK(plan_histogram({{.bins = 1 << 28}, 10}, gpu()));
    EXPECT_ERROR(plan_histogram({{.bins = 65536, .method = "copies"}, 10}, gpu()), ErrorCode::too_large);
    EXPECT_ERROR(plan_histogram({{}, 1ull << 32}, gpu()), ErrorCode::invalid_argument);
    EXPECT_ERROR(plan_histogram({{.threads = 1025}, 10}, gpu()), ErrorCode::invalid_argument);
    EXPECT_ERROR(plan_histogram({{.blocks = 65536}, 10}, gpu()), ErrorCode::invalid_argument);
    EXPECT_ERROR(plan_histogram({{.method = "radix"}, 10}, gpu()), ErrorCode::invalid_argument);
    DeviceProfile plain = gpu();
    plain.float64 = plain.int64 = false;
    EXPECT_ERROR(plan_histogram({{.type = ElementType::f64}, 10}, plain), ErrorCode::unsupported);
    // 64-bit integers are counted word by word.
    EXPECT_OK(plan_histogram({{.type = ElementType::i64}, 10}, plain));
    EXPECT_ERROR(plan_histogram({{.bins = 0, .range = HistogramRange{2, 1}}, 10}, gpu()), ErrorCode::invalid_argument);
}

}  // namespace vkalgo::test
