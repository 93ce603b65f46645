// Sorts as parts of other recordings, on devices that a host application created, and on devices with fewer features.
#include "tests/sort/sorting.hpp"
#include "tests/support/reported_limits.hpp"

namespace vkalgo::test {
namespace {

/// Returns options for sorts of small keys, argsorts, and sorts by a range of bits.
const std::vector<SortOptions>& compositions() {
    static const std::vector<SortOptions> all = {
        {.type = ElementType::u16},
        {.type = ElementType::i8, .descending = true, .values = true},
        {.type = ElementType::i16, .values = true, .indices = true},
        {.type = ElementType::f32, .values = true, .indices = true, .method = "radix"},
        {.type = ElementType::u64, .values = true, .begin_bit = 5, .end_bit = 21},
        {.type = ElementType::u32, .begin_bit = 8, .end_bit = 32}};
    return all;
}

/// A sort and two sets of buffers.
struct SortCase {
    SortCase(Context& context, Runner& runner, const SortOptions& options)
        : plan(take(plan_sort({options, kCount}, context.profile()))),
          sort(take(Sort::create(context, options))),
          first(runner, plan, some_bytes(options.type, kCount, Spread::uniform), kCount),
          second(runner, plan, some_bytes(options.type, kCount, Spread::zipf), kCount) {}

    Result<void> record_twice(Recorder& recorder) const {
        VKALGO_CHECK(sort.record(recorder, first.arguments()));
        return sort.record(recorder, second.arguments());
    }

    void expect() const {
        const std::string what = sort_words(plan.options, kCount);
        first.expect(what);
        second.expect(what + ", second");
    }

    static constexpr std::size_t kCount = 3001;
    SortPlan plan;
    Sort sort;
    SortBuffers first, second;
};

TEST(SortEmbedding, SortsTwiceInOneCommandBufferOnEachProfile) {
    on_each_profile([](Context& context, Runner& runner) {
        for (const SortOptions& options : compositions()) {
            const SortCase both(context, runner, options);
            ASSERT_OK(runner.run([&](Recorder& recorder) { return both.record_twice(recorder); }));
            both.expect();
        }
    });
}

TEST(SortEmbedding, SortsInsideAForeignCommandBuffer) {
    for (const bool everything : {false, true}) {
        ForeignCommands foreign(everything);
        for (const SortOptions& options : compositions()) {
            const SortCase both(foreign.context(), foreign.runner(), options);
            foreign.run([&](Recorder& recorder) { return both.record_twice(recorder); });
            both.expect();
        }
    }
}

TEST(SortEmbedding, ReportsHowItAccessesItsArguments) {
    ValidatedContext context;
    Runner runner = take(Runner::create(*context));
    const SortOptions options{.type = ElementType::u16, .values = true, .indices = true};
    const SortCase one(*context, runner, options);
    const SortAccess access = take(one.sort.access(one.first.arguments()));
    // Indices are written before they are read; keys are read before they are written.
    EXPECT_TRUE(access.values.first.holds({VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, VK_ACCESS_2_SHADER_WRITE_BIT}));
    EXPECT_TRUE(access.keys.first.holds({VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, VK_ACCESS_2_SHADER_READ_BIT}));
    EXPECT_TRUE(access.keys.last.holds({VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, VK_ACCESS_2_SHADER_WRITE_BIT}));
}

TEST(SortEmbedding, RefusesAScratchThatItsScanCannotBeginAt) {
    const ForeignDevice foreign;
    const auto context = context_aligned_to_4_bytes(foreign);
    ASSERT_EQ(context->profile().storage_offset_alignment, 4U);
    Runner runner = take(Runner::create(*context));
    const SortCase one(*context, runner, {.type = ElementType::u16});
    SortArguments arguments = one.first.arguments();
    EXPECT_OK(one.sort.access(arguments));
    arguments.scratch.offset += 4;
    const auto refused = one.sort.access(arguments);
    ASSERT_ERROR(refused, ErrorCode::invalid_argument);
    EXPECT_EQ(refused.error().where, "scratch") << refused.error().message;
}

}  // namespace
}  // namespace vkalgo::test
