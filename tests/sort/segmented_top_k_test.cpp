// The search for the k largest or smallest keys of each segment.
#include "algorithms/sort/segmented_top_k_call.hpp"
#include "tests/sort/sorting.hpp"

#include <limits>
#include <span>
#include <utility>

namespace vkalgo::test {
namespace {

/// Returns the offsets of segments that hold `count` keys together. Each length is random, from 0 to most_length; the
/// last segment is empty.
std::vector<std::uint32_t> random_offsets(std::uint32_t count, std::uint32_t most_length, std::uint64_t seed) {
    SplitMix64 random(seed);
    std::vector<std::uint32_t> offsets{0};
    while (offsets.back() < count) {
        offsets.push_back(std::min(count, offsets.back() + random.below(most_length + 1)));
    }
    offsets.push_back(count);
    return offsets;
}

class SegmentedTopKs : public DeviceTest {
protected:
    /// Compares with a stable sort of each segment by the C++ library.
    static void find_and_expect(TopKOptions options, const std::vector<std::uint32_t>& offsets, std::uint64_t k,
                                Spread spread) {
        const std::size_t count = offsets.back(), bytes = size_of(options.type);
        const std::string what = std::to_string(k) + " of " + std::to_string(count) + " " + to_string(options.type) +
                                 " in " + std::to_string(offsets.size() - 1) + " segments";
        const std::vector<std::byte> keys = some_bytes(options.type, count, spread);
        std::vector<std::uint32_t> values(options.values ? count : 0);
        std::iota(values.begin(), values.end(), 1000U);
        options.values = false;
        const SegmentedTopKResult result =
            take(segmented_top_k_of(runner(), keys, values, offsets, k, {.top = options}), what.c_str());
        const std::vector<std::uint64_t> ordinals =
            sort_ordinals(keys, {.type = options.type, .descending = !options.smallest});
        std::vector<std::byte> right;
        std::vector<std::uint32_t> right_values, right_offsets{0};
        for (std::size_t s = 0; s + 1 < offsets.size(); ++s) {
            std::vector<std::uint32_t> order(offsets[s + 1] - offsets[s]);
            std::iota(order.begin(), order.end(), offsets[s]);
            std::stable_sort(order.begin(), order.end(),
                             [&](std::uint32_t a, std::uint32_t b) { return ordinals[a] < ordinals[b]; });
            order.resize(std::min<std::uint64_t>(order.size(), k));
            for (const std::uint32_t at : order) {
                right.insert(right.end(), keys.begin() + static_cast<std::ptrdiff_t>(at * bytes),
                             keys.begin() + static_cast<std::ptrdiff_t>((at + 1) * bytes));
                if (options.indices || !values.empty()) {
                    right_values.push_back(options.indices ? at : values[at]);
                }
            }
            right_offsets.push_back(right_offsets.back() + static_cast<std::uint32_t>(order.size()));
        }
        EXPECT_EQ(result.offsets, right_offsets) << what;
        EXPECT_EQ(result.keys, right) << what;
        EXPECT_EQ(result.values, right_values) << what;
        EXPECT_EQ(result.plan.found, right_offsets.back()) << what;
    }
};

TEST_F(SegmentedTopKs, FindTheFirstKeysOfEveryType) {
    std::size_t turn = 0;
    for (const char* name : kElementTypeNames) {
        for (const bool smallest : {false, true}) {
            const TopKOptions options{.type = *element_type_from(name),
                                      .smallest = smallest,
                                      .values = turn % 3 == 0,
                                      .indices = turn % 3 == 1};
            find_and_expect(options, random_offsets(5003, 40, turn), 7, Spread::uniform);
            find_and_expect(options, random_offsets(5003, 2000, turn), 100, Spread::few);
            ++turn;
        }
    }
}

TEST_F(SegmentedTopKs, FindTheFirstKeysOfSegmentsOfEveryKind) {
    const std::vector<std::vector<std::uint32_t>> kinds = {
        {0, 0}, {0, 1}, {0, 0, 0, 1, 1}, {0, 5, 5, 9}, {0, 20011}, {0, 1, 20010, 20011}, random_offsets(20011, 1, 3)};
    for (const auto& offsets : kinds) {
        for (const std::uint64_t k : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{300},
                                      std::numeric_limits<std::uint64_t>::max()}) {
            find_and_expect({.type = ElementType::f32, .indices = true}, offsets, k, Spread::zipf);
            find_and_expect({.type = ElementType::u8, .smallest = true, .values = true}, offsets, k, Spread::constant);
        }
    }
}

TEST_F(SegmentedTopKs, UseThePlannedMemory) {
    const std::vector<std::uint32_t> offsets = random_offsets(70001, 100, 4);
    const std::vector<std::byte> keys = some_bytes(ElementType::i64, 70001, Spread::uniform);
    TopKCallOptions options{.top = {.type = ElementType::i64, .indices = true}};
    const SegmentedTopKCallPlan plan =
        take(plan_segmented_top_k_call(options, offsets, 3, context().profile()), "plan");
    context().reset_peak_memory();
    const std::uint64_t before = context().memory_in_use();
    Runner own = take(Runner::create(context()));
    const SegmentedTopKResult result = take(segmented_top_k_of(own, keys, {}, offsets, plan, {}));
    EXPECT_EQ(context().peak_memory() - before, plan.device_bytes());
    EXPECT_EQ(result.report.device_bytes, plan.device_bytes());
    EXPECT_EQ(result.report.scratch_bytes, plan.scratch_bytes);
    EXPECT_GT(plan.dispatches(), plan.sort.dispatches);
    options.call.memory_limit = plan.device_bytes();
    EXPECT_OK(plan_segmented_top_k_call(options, offsets, 3, context().profile()));
    options.call.memory_limit -= 1;
    const auto refused = plan_segmented_top_k_call(options, offsets, 3, context().profile());
    ASSERT_ERROR(refused, ErrorCode::too_large);
    EXPECT_EQ(refused.error().where, "memory_limit");
}

TEST_F(SegmentedTopKs, NameTheFieldThatTheyRefuse) {
    const std::vector<float> keys{5, 3, 4};
    const std::vector<std::uint32_t> all{0, 3}, short_of{0, 2}, falling{0, 2, 1, 3}, none{};
    const auto refused = [](const auto& result, const char* where) {
        ASSERT_ERROR(result, ErrorCode::invalid_argument) << where;
        EXPECT_EQ(result.error().where, where) << result.error().message;
    };
    refused(segmented_top_k(runner(), std::span(keys), short_of, 1), "offsets");
    refused(segmented_top_k(runner(), std::span(keys), falling, 1), "offsets");
    refused(segmented_top_k(runner(), std::span(keys), none, 1), "offsets");
    refused(segmented_top_k(runner(), std::span(keys), all, 1, short_of), "values");
    const std::vector<std::uint32_t> values{7, 8, 9};
    refused(segmented_top_k(runner(), std::span(keys), all, 1, values, {.top = {.indices = true}}), "indices");
    refused(segmented_top_k_of(runner(), std::as_bytes(std::span(keys)).first(5), {}, all, 1,
                               {.top = {.type = ElementType::f32}}),
            "keys");
    const SegmentedTopKCallPlan plan =
        take(plan_segmented_top_k_call({.top = {.type = ElementType::f32}}, all, 2, context().profile()));
    const auto bytes = std::as_bytes(std::span(keys));
    const std::vector<std::uint32_t> two{0, 1, 3};
    refused(segmented_top_k_of(runner(), bytes, {}, two, plan, {}), "plan");
    refused(segmented_top_k_of(runner(), bytes, values, all, plan, {}), "plan");
    const auto best = take(segmented_top_k(runner(), std::span(keys), two, 1, values));
    EXPECT_EQ(best.values, (std::vector<std::uint32_t>{7, 9}));
}

}  // namespace
}  // namespace vkalgo::test
