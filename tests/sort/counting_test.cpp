// Keys of 8 and 16 bits, sorted by counting.
#include "algorithms/sort/sort_call.hpp"
#include "tests/sort/sorting.hpp"

#include <utility>

namespace vkalgo::test {
namespace {

class CountingSort : public DeviceTest {};

/// Types that are sorted by counting.
constexpr ElementType kSmall[] = {ElementType::u8, ElementType::i8, ElementType::u16, ElementType::i16,
                                  ElementType::f16};

/// Sorts and compares with the reference. Fewer than 100,000 keys are sorted with small tiles, so that there are many.
void sort_and_expect(Runner& runner, const SortOptions& options, std::size_t count, Spread spread) {
    Context& context = runner.context();
    SortTuning tuning = sort_tuning(options, context.profile());
    if (count < 100000) {
        tuning.counting_threads = 32;
        tuning.counting_vectors = 2;
    }
    const SortPlan plan = take(plan_tuned_sort({options, count}, context.profile(), tuning));
    const Sort sort = take(create_tuned_sort(context, options, tuning));
    const SortBuffers buffers(runner, plan, some_bytes(options.type, count, spread), count);
    ASSERT_OK(runner.run([&](Recorder& recorder) { return sort.record(recorder, buffers.arguments()); }));
    buffers.expect(sort_words(plan.options, count) + ", spread " + std::to_string(static_cast<int>(spread)));
}

TEST_F(CountingSort, SortsEveryDistributionOfEveryTypeBothWays) {
    for (const ElementType type : kSmall) {
        for (const bool descending : {false, true}) {
            for (const Spread spread : kSpreads) {
                sort_and_expect(runner(), {.type = type, .descending = descending, .method = "counting"}, 7919, spread);
            }
        }
    }
}

TEST_F(CountingSort, KeepsTheOtherBytesOfTheLastWordAtEverySize) {
    for (const ElementType type : {ElementType::i8, ElementType::u16, ElementType::f16}) {
        for (const std::size_t count :
             {0U, 1U, 2U, 3U, 5U, 7U, 8U, 9U, 15U, 17U, 31U, 32U, 33U, 255U, 256U, 257U, 1023U, 1025U, 4099U}) {
            sort_and_expect(runner(), {.type = type}, count, Spread::uniform);
            sort_and_expect(runner(), {.type = type, .descending = true}, count, Spread::few);
        }
    }
}

TEST_F(CountingSort, FillsManyTilesOfTheDevicesOwnSize) {
    for (const Spread spread : {Spread::uniform, Spread::ends, Spread::zipf}) {
        sort_and_expect(runner(), {.type = ElementType::u16}, 1000003, spread);
        sort_and_expect(runner(), {.type = ElementType::i8, .descending = true}, 1000003, spread);
    }
}

TEST_F(CountingSort, KeepsTheOrderOfValuesOfEqualKeys) {
    for (const ElementType type : kSmall) {
        for (const bool descending : {false, true}) {
            for (const std::size_t count : {2U, 33U, 1025U, 20011U}) {
                sort_and_expect(runner(), {.type = type, .descending = descending, .values = true}, count,
                                Spread::uniform);
                sort_and_expect(runner(), {.type = type, .descending = descending, .values = true, .indices = true},
                                count, Spread::few);
            }
        }
    }
}

TEST_F(CountingSort, TakesItsCountFromTheDevice) {
    constexpr std::uint32_t kMax = 5001;
    for (const ElementType type : {ElementType::u8, ElementType::i16, ElementType::f16}) {
        for (const int what : {0, 1, 2}) {
            const SortOptions options{.type = type, .descending = what == 1, .values = what != 0, .indices = what == 2};
            const Sort sort = take(Sort::create(context(), options));
            const SortPlan plan = take(plan_sort({options, kMax}, context().profile()));
            for (const std::uint32_t count : {0U, 1U, 2U, 3U, 2047U, 4098U, kMax - 1, kMax, kMax + 9}) {
                const SortBuffers buffers(runner(), plan, some_bytes(type, kMax, Spread::uniform),
                                          std::min(count, kMax));
                const GuardedBuffer words(runner(), std::vector<std::uint32_t>{7, count});
                SortArguments arguments = buffers.arguments();
                arguments.count_buffer = words.view().slice(4, 4);
                ASSERT_OK(runner().run([&](Recorder& recorder) { return sort.record(recorder, arguments); }));
                buffers.expect(sort_words(options, count));
            }
        }
    }
}

TEST_F(CountingSort, SortsEveryHalfAsItsNumber) {
    // Each bit pattern occurs twice, in an arbitrary order.
    std::vector<Half> halves;
    for (std::uint32_t turn = 0; turn < 2 * 65536; ++turn) {
        halves.push_back(Half::of_bits(static_cast<std::uint16_t>(turn * 40503U)));
    }
    for (const bool descending : {false, true}) {
        std::vector<Half> sorted = halves;
        take(sort(runner(), std::span(sorted), {}, {.sort = {.descending = descending}}));
        if (descending) {
            std::reverse(sorted.begin(), sorted.end());
        }
        // The numbers come first, -0 before 0, then NaN without a sign, whose bits ascend, then NaN with a sign, whose
        // bits descend.
        const auto first_nan =
            std::find_if(sorted.begin(), sorted.end(), [](Half half) { return std::isnan(float{half}); });
        EXPECT_EQ(first_nan - sorted.begin(), 2 * (65536 - 2 * 1023));
        for (auto at = sorted.begin() + 1; at < first_nan; ++at) {
            const float before = at[-1], here = at[0];
            ASSERT_TRUE(before < here || (before == here && std::signbit(before) >= std::signbit(here)));
        }
        for (auto at = first_nan; at < sorted.end(); ++at) {
            const std::uint32_t rank = static_cast<std::uint32_t>(at - first_nan) / 2;
            ASSERT_EQ(at->bits(), rank < 1023 ? 0x7c01 + rank : 0xffff - (rank - 1023)) << rank;
        }
    }
    const auto order = take(argsort(runner(), std::span(std::as_const(halves))));
    for (std::size_t at = 1; at < order.indices.size(); ++at) {
        const Half before = halves[order.indices[at - 1]], here = halves[order.indices[at]];
        ASSERT_TRUE(before.bits() != here.bits() || order.indices[at - 1] < order.indices[at]);
    }
}

TEST_F(CountingSort, IsTheOnlyMethodForSmallKeysAndTakesNoOthers) {
    const DeviceProfile& profile = context().profile();
    for (const std::string_view name : sort_method_names()) {
        const std::string method(name);
        const auto small = plan_sort({{.type = ElementType::u16, .method = method}, 100}, profile);
        const auto large = plan_sort({{.type = ElementType::u32, .method = method}, 100}, profile);
        const auto& refused = method == "counting" ? large : small;
        ASSERT_ERROR(refused, ErrorCode::unsupported) << method;
        EXPECT_EQ(refused.error().where, "method");
        EXPECT_NE(refused.error().message.find(method == "counting" ? "pratt" : "methods that do: counting"),
                  std::string::npos)
            << refused.error().message;
        EXPECT_TRUE(method == "counting" ? small : large) << method;
    }
    EXPECT_EQ(take(plan_sort({{.type = ElementType::i8}, 100}, profile)).method_name(), "counting");
    EXPECT_ERROR(plan_sort({{.type = ElementType::u16, .begin_bit = 8}, 100}, profile), ErrorCode::unsupported);
}

TEST_F(CountingSort, RefusesAViewThatVectorsCannotBeginAt) {
    const SortOptions options{.type = ElementType::u16};
    const Sort sort = take(Sort::create(context(), options));
    const SortPlan plan = take(plan_sort({options, 100}, context().profile()));
    const GuardedBuffer keys(runner(), 400);
    const GuardedBuffer scratch(runner(), plan.scratch_bytes);
    const auto recorded = runner().run([&](Recorder& recorder) {
        return sort.record(recorder, {.keys = keys.view().slice(4, 200), .scratch = scratch.view(), .count = 100});
    });
    ASSERT_ERROR(recorded, ErrorCode::invalid_argument);
    EXPECT_EQ(recorded.error().where, "keys");
}

}  // namespace
}  // namespace vkalgo::test
