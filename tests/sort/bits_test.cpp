// Sorting by a range of the keys' bits.
#include "tests/sort/sorting.hpp"

namespace vkalgo::test {
namespace {

class SortsByBits : public DeviceTest, public ::testing::WithParamInterface<std::string> {};

/// Sorts by digits of `digit` bits and compares with the reference.
void sort_and_expect(Runner& runner, const SortOptions& options, std::size_t count, std::uint32_t digit) {
    Context& context = runner.context();
    SortTuning tuning = sort_tuning(options, context.profile());
    tuning.bits = digit;
    tuning.each = tuning.sweep.each = tuning.few_sweep.each = 3;
    const SortPlan plan = take(plan_tuned_sort({options, count}, context.profile(), tuning));
    const Sort sort = take(create_tuned_sort(context, options, tuning));
    const SortBuffers buffers(runner, plan, some_bytes(options.type, count, Spread::uniform), count);
    ASSERT_OK(runner.run([&](Recorder& recorder) { return sort.record(recorder, buffers.arguments()); }));
    buffers.expect(sort_words(options, count) + ", bits " + std::to_string(options.begin_bit) + " to " +
                   std::to_string(options.end_bit));
}

TEST_P(SortsByBits, KeepTheOrderOfKeysWhoseChosenBitsAreEqual) {
    struct Bits {
        std::uint32_t begin, end;
    };
    const auto sort_all = [&](std::initializer_list<Bits> all, std::initializer_list<ElementType> types) {
        std::size_t turn = 0;
        for (const Bits bits : all) {
            const bool values = turn % 2 == 0;
            sort_and_expect(runner(),
                            {.type = types.begin()[turn % types.size()],
                             .descending = turn % 4 < 2,
                             .values = values,
                             .begin_bit = bits.begin,
                             .end_bit = bits.end,
                             .method = GetParam()},
                            3001, turn % 3 == 0 ? 4 : 8);
            ++turn;
        }
    };
    sort_all({{0, 1}, {31, 32}, {3, 5}, {5, 13}, {0, 24}, {7, 0}, {0, 32}, {30, 0}},
             {ElementType::u32, ElementType::i32, ElementType::f32});
    sort_all({{28, 36}, {60, 0}, {0, 40}, {33, 64}}, {ElementType::u64, ElementType::f64, ElementType::i64});
}

INSTANTIATE_TEST_SUITE_P(ByEachMethod, SortsByBits, ::testing::Values("onesweep", "radix"),
                         [](const auto& tested) { return tested.param; });

TEST(SortBits, AreRefusedIfTheTypeOrTheMethodDoesNotSupportThem) {
    const DeviceProfile profile;
    const auto refused = [&](const SortOptions& options, ErrorCode code, const std::string& where) {
        const auto plan = plan_sort({options, 100}, profile);
        ASSERT_ERROR(plan, code);
        EXPECT_EQ(plan.error().where, where) << plan.error().message;
    };
    refused({.begin_bit = 32}, ErrorCode::invalid_argument, "begin_bit");
    refused({.begin_bit = 8, .end_bit = 8}, ErrorCode::invalid_argument, "begin_bit");
    refused({.end_bit = 33}, ErrorCode::invalid_argument, "end_bit");
    refused({.type = ElementType::u64, .end_bit = 65}, ErrorCode::invalid_argument, "end_bit");
    refused({.begin_bit = 1, .method = "pratt"}, ErrorCode::unsupported, "method");
    refused({.end_bit = 31, .method = "shell-d"}, ErrorCode::unsupported, "method");
    refused({.indices = true}, ErrorCode::invalid_argument, "indices");
}

TEST(SortBits, UseAStableMethodEvenForFewKeys) {
    for (const std::uint64_t count : {1U, 100U, 1000000U}) {
        EXPECT_EQ(take(plan_sort({{.begin_bit = 1}, count}, DeviceProfile{})).method_name(), "radix");
    }
}

TEST(SortStability, ChoosesAStableMethodAndRefusesUnstableOnes) {
    for (const std::uint64_t count : {1U, 100U, 1000000U}) {
        const SortPlan pairs = take(plan_sort({{.values = true}, count}, DeviceProfile{}));
        EXPECT_EQ(pairs.method_name(), "radix");
        EXPECT_TRUE(pairs.stable());
    }
    const auto plan = plan_sort({{.values = true, .method = "pratt"}, 100}, DeviceProfile{});
    ASSERT_ERROR(plan, ErrorCode::unsupported);
    EXPECT_NE(plan.error().message.find("methods that do: onesweep, radix"), std::string::npos) << plan.error().message;
    const SortPlan unstable =
        take(plan_sort({{.values = true, .stable = false, .method = "pratt"}, 100}, DeviceProfile{}));
    EXPECT_FALSE(unstable.stable());
    for (const char* method : {"pratt", "pratt-pure", "shell-0", "shell-f", "shell-seq"}) {
        const SortOptions options{.values = true, .indices = true, .method = method};
        EXPECT_TRUE(take(plan_sort({options, 100}, DeviceProfile{})).stable()) << method;
    }
    EXPECT_FALSE(
        take(plan_sort({{.values = true, .indices = true, .method = "shell-b"}, 100}, DeviceProfile{})).stable());
}

}  // namespace
}  // namespace vkalgo::test
