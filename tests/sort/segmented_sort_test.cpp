// Sorts each segment of an array separately.
#include "algorithms/sort/segmented_sort.hpp"

#include "algorithms/sort/segmented_sort_call.hpp"
#include "tests/sort/sorting.hpp"

namespace vkalgo::test {
namespace {

/// Returns the offsets of segments of these lengths, and the end of the last segment.
std::vector<std::uint32_t> offsets_of(const std::vector<std::uint32_t>& lengths) {
    std::vector<std::uint32_t> offsets{0};
    for (const std::uint32_t length : lengths) {
        offsets.push_back(offsets.back() + length);
    }
    return offsets;
}

/// Returns several lists of offsets for about `count` keys: one segment, segments of mixed lengths, one segment among
/// empty ones, and segments of one and of three keys.
std::vector<std::vector<std::uint32_t>> some_offsets(std::uint32_t count) {
    SplitMix64 random(count);
    std::vector<std::uint32_t> mixed{0, 0, 1, 2, 0, count / 2};
    for (std::uint32_t i = 0; i < 40; ++i) {
        mixed.push_back(random.next32() % 64);
    }
    mixed.push_back(0);
    std::vector<std::uint32_t> empties(1000, 0);
    empties[700] = count;
    return {offsets_of({count}), offsets_of(mixed), offsets_of(empties),
            offsets_of(std::vector<std::uint32_t>(std::max(count, 1U), std::min(count, 1U))),
            offsets_of(std::vector<std::uint32_t>(count / 3 + 1, 3))};
}

/// Keys, values and offsets on the device between guards, and the reference's result.
class SegmentBuffers {
public:
    SegmentBuffers(Runner& runner, const SegmentedSortPlan& plan, std::vector<std::byte> keys,
                   const std::vector<std::uint32_t>& offsets)
        : options_(plan.options.sort),
          expected_(std::move(keys)),
          segments_(offsets.size() - 1),
          count_(expected_.size() / size_of(options_.type)),
          keys_(runner, expected_.size()),
          values_(runner, count_ * 4),
          offsets_(runner, offsets),
          scratch_(runner, plan.scratch_bytes) {
        const std::size_t own = expected_.size();
        expected_.resize((own + 3) / 4 * 4, std::byte{0xe7});
        if (own != 0) {
            take(runner.upload(keys_.view(), expected_));
        }
        places_.resize(count_);
        std::iota(places_.begin(), places_.end(), options_.indices ? 0U : 77U);
        if (count_ != 0 && !options_.indices) {
            take(runner.upload(values_.view(), std::as_bytes(std::span(places_))));
        }
        take(segmented_sort_reference(std::span(expected_).first(own), places_, offsets, options_));
    }

    SegmentedSortArguments arguments() const {
        return {.keys = keys_.view(),
                .values = options_.values ? values_.view() : BufferView{},
                .offsets = offsets_.view(),
                .scratch = scratch_.view(),
                .count = count_,
                .segments = segments_};
    }

    void expect(const std::string& what) const {
        EXPECT_EQ(keys_.values<std::byte>(expected_.size()), expected_) << what;
        if (options_.values) {
            EXPECT_EQ(values_.values<std::uint32_t>(count_), places_) << what << ": values";
        }
        for (const GuardedBuffer* buffer : {&keys_, &values_, &offsets_, &scratch_}) {
            buffer->expect_intact(what.c_str());
        }
    }

private:
    SortOptions options_;
    std::vector<std::byte> expected_;
    std::uint64_t segments_;
    std::size_t count_;
    std::vector<std::uint32_t> places_;
    GuardedBuffer keys_, values_, offsets_, scratch_;
};

std::string words_of(const SortOptions& options, const std::vector<std::uint32_t>& offsets) {
    return sort_words(options, offsets.back()) + " in " + std::to_string(offsets.size() - 1) + " segments";
}

class SegmentedSorts : public DeviceTest {
protected:
    static void sort_and_expect(const SortOptions& options, const std::vector<std::uint32_t>& offsets, Spread spread) {
        const auto segments = static_cast<std::uint32_t>(offsets.size() - 1);
        const SegmentedSortOptions own{options, segments};
        const SegmentedSortPlan plan = take(plan_segmented_sort({own, offsets.back(), segments}, context().profile()));
        const SegmentedSort sort = take(SegmentedSort::create(context(), own));
        const SegmentBuffers buffers(runner(), plan, some_bytes(options.type, offsets.back(), spread), offsets);
        ASSERT_OK(runner().run([&](Recorder& recorder) { return sort.record(recorder, buffers.arguments()); }));
        buffers.expect(words_of(options, offsets));
    }
};

TEST_F(SegmentedSorts, SortSegmentsOfEveryKind) {
    for (const std::uint32_t count : {0U, 1U, 2U, 33U, 1025U, 5003U}) {
        for (const auto& offsets : some_offsets(count)) {
            sort_and_expect({.type = ElementType::u32}, offsets, Spread::uniform);
            sort_and_expect({.type = ElementType::f32, .descending = true, .values = true}, offsets, Spread::few);
            sort_and_expect({.values = true, .method = "pratt"}, offsets, Spread::few);
        }
    }
}

TEST_F(SegmentedSorts, SortEveryTypeWithIndicesAndWithout) {
    const auto all = some_offsets(2003);
    std::size_t turn = 0;
    for (const char* name : kElementTypeNames) {
        const ElementType type = *element_type_from(name);
        sort_and_expect({.type = type, .descending = turn % 2 == 0}, all[turn % all.size()], Spread::uniform);
        sort_and_expect({.type = type, .values = true, .indices = true}, all[1], Spread::zipf);
        ++turn;
    }
}

TEST_F(SegmentedSorts, PredictTheTimeAndTheLoopsOfAllTheirParts) {
    for (const std::uint32_t most : {1U, 300U}) {
        const SegmentedSortPlan plan = take(plan_segmented_sort({{{}, most}, 100000, most}, context().profile()));
        const double sorts = plan.by_key.predicted_ms + (most > 1 ? plan.by_segment.predicted_ms : 0);
        EXPECT_GT(plan.predicted_ms, sorts);
        EXPECT_LT(plan.predicted_ms, 10 * sorts);
        EXPECT_GE(plan.loop_iterations, plan.by_key.loop_iterations);
    }
}

TEST_F(SegmentedSorts, SortMoreSegmentsThanAGridIsWide) {
    sort_and_expect({.type = ElementType::u16, .values = true}, offsets_of(std::vector<std::uint32_t>(100003, 2)),
                    Spread::uniform);
    sort_and_expect({.type = ElementType::i64}, offsets_of(std::vector<std::uint32_t>(70001, 1)), Spread::uniform);
}

TEST_F(SegmentedSorts, TakeTheirCountFromTheDevice) {
    const std::vector<std::uint32_t> offsets = offsets_of({100, 0, 2000, 900});
    const SegmentedSortOptions options{{.type = ElementType::i8, .values = true}, 300};
    const SegmentedSort sort = take(SegmentedSort::create(context(), options));
    const SegmentedSortPlan plan = take(plan_segmented_sort({options, 3000, 4}, context().profile()));
    for (const std::uint32_t count : {0U, 1U, 1777U, 3000U, 4000U}) {
        std::vector<std::byte> keys = some_bytes(ElementType::i8, 3000, Spread::uniform);
        std::vector<std::uint32_t> cut = offsets;
        const std::uint32_t sorted = std::min(count, 3000U);
        std::transform(cut.begin(), cut.end(), cut.begin(), [&](std::uint32_t at) { return std::min(at, sorted); });
        std::vector<std::byte> expected = keys;
        take(segmented_sort_reference(std::span(expected).first(sorted), {}, cut, options.sort));
        // The scratch may hold anything before the sort: here words that would sort last, or first.
        for (const std::uint32_t left : {GuardedBuffer::kPoison, 0U}) {
            const GuardedBuffer key_buffer(runner(), keys);
            const GuardedBuffer values(runner(), std::vector<std::uint32_t>(3000, 1));
            const GuardedBuffer where(runner(), offsets);
            const GuardedBuffer scratch(runner(), std::vector<std::uint32_t>((plan.scratch_bytes + 3) / 4, left));
            const GuardedBuffer word(runner(), std::vector<std::uint32_t>{5, count});
            ASSERT_OK(runner().run([&](Recorder& recorder) {
                return sort.record(recorder, {.keys = key_buffer.view(),
                                              .values = values.view(),
                                              .offsets = where.view(),
                                              .scratch = scratch.view(),
                                              .count = 3000,
                                              .segments = 4,
                                              .count_buffer = word.view().slice(4, 4)});
            }));
            EXPECT_EQ(key_buffer.values<std::byte>(3000), expected) << count << ", scratch of " << left;
            scratch.expect_intact("scratch");
        }
    }
}

TEST_F(SegmentedSorts, LoseNoKeyIfOffsetsDoNotAscend) {
    const SegmentedSortOptions options{{}, 6};
    const SegmentedSortPlan plan = take(plan_segmented_sort({options, 2000, 6}, context().profile()));
    const SegmentedSort sort = take(SegmentedSort::create(context(), options));
    std::vector<std::byte> keys = some_bytes(ElementType::u32, 2000, Spread::uniform);
    const GuardedBuffer key_buffer(runner(), keys);
    const GuardedBuffer where(runner(), std::vector<std::uint32_t>{9, ~0U, 3, 1500, 1, ~0U, 0});
    const GuardedBuffer scratch(runner(), plan.scratch_bytes);
    ASSERT_OK(runner().run([&](Recorder& recorder) {
        return sort.record(recorder, {.keys = key_buffer.view(),
                                      .offsets = where.view(),
                                      .scratch = scratch.view(),
                                      .count = 2000,
                                      .segments = 6});
    }));
    std::vector<std::byte> got = key_buffer.values<std::byte>(keys.size());
    take(sort_reference(got, {}, options.sort));
    take(sort_reference(keys, {}, options.sort));
    EXPECT_EQ(got, keys);  // The sort loses no key
    scratch.expect_intact("scratch");
    key_buffer.expect_intact("keys");
}

/// Keys before the first offset belong to the first segment, keys after the last offset to the last segment.
TEST_F(SegmentedSorts, BeginAtTheFirstKeyAndEndWithTheLastWhateverTheOffsetsSay) {
    const SegmentedSortOptions options{{}, 4};
    const SegmentedSort sort = take(SegmentedSort::create(context(), options));
    const SegmentedSortPlan plan = take(plan_segmented_sort({options, 9001, 4}, context().profile()));
    std::vector<std::byte> expected = some_bytes(ElementType::u32, 9001, Spread::uniform);
    const std::vector<std::byte> keys = expected;
    take(segmented_sort_reference(expected, {}, std::vector<std::uint32_t>{0, 6000, 6000, 8000, 9001}, options.sort));
    const GuardedBuffer where(runner(), std::vector<std::uint32_t>{5000, 6000, 6000, 8000, 8500});
    const GuardedBuffer scratch(runner(), plan.scratch_bytes);
    // Repeats the sort, so that shared memory holds what earlier kernels left.
    for (int turn = 0; turn < 3; ++turn) {
        const GuardedBuffer key_buffer(runner(), keys);
        ASSERT_OK(runner().run([&](Recorder& recorder) {
            return sort.record(recorder, {.keys = key_buffer.view(),
                                          .offsets = where.view(),
                                          .scratch = scratch.view(),
                                          .count = 9001,
                                          .segments = 4});
        }));
        EXPECT_EQ(key_buffer.values<std::byte>(keys.size()), expected) << turn;
    }
}

TEST_F(SegmentedSorts, RefuseInvalidArguments) {
    const DeviceProfile& profile = context().profile();
    const auto none = plan_segmented_sort({{{}, 5}, 100, 0}, profile);
    ASSERT_ERROR(none, ErrorCode::invalid_argument);
    EXPECT_EQ(none.error().where, "segments");
    EXPECT_ERROR(plan_segmented_sort({{{}, 5}, 100, 6}, profile), ErrorCode::invalid_argument);
    std::vector<std::uint32_t> keys = {3, 2, 1};
    const auto refused = [&](const std::vector<std::uint32_t>& offsets, const std::string& text) {
        const auto sorted = segmented_sort(runner(), std::span(keys), offsets);
        ASSERT_ERROR(sorted, ErrorCode::invalid_argument);
        EXPECT_EQ(sorted.error().where, "offsets");
        EXPECT_NE(sorted.error().message.find(text), std::string::npos) << sorted.error().message;
    };
    refused({}, "at least two offsets");
    refused({0}, "at least two offsets");
    refused({1, 3}, "the first offset is 1, not 0");
    refused({0, 2, 1, 3}, "offset 2 is 1, less than the offset before it, 2");
    refused({0, 2}, "the last offset is 2, not the number of keys, 3");
    EXPECT_EQ(keys, (std::vector<std::uint32_t>{3, 2, 1}));
    EXPECT_ERROR(SegmentedSort().access({}), ErrorCode::invalid_argument);
}

TEST_F(SegmentedSorts, SortSpans) {
    std::vector<std::uint8_t> keys = {3, 2, 1, 9, 7, 8, 8};
    std::vector<std::uint32_t> indices(keys.size());
    const std::vector<std::uint32_t> offsets = {0, 3, 3, 7};
    const SegmentedSortResult result =
        take(segmented_sort(runner(), std::span(keys), offsets, indices, {.sort = {.indices = true}}));
    EXPECT_EQ(keys, (std::vector<std::uint8_t>{1, 2, 3, 7, 8, 8, 9}));
    EXPECT_EQ(indices, (std::vector<std::uint32_t>{2, 1, 0, 4, 5, 6, 3}));
    EXPECT_EQ(result.report.gpu_milliseconds.size(), 1U);
}

/// A sort and two sets of buffers.
struct SegmentedCase {
    SegmentedCase(Context& context, Runner& runner, const SortOptions& options)
        : own{options, 1500},
          plan(take(plan_segmented_sort({own, offsets.back(), offsets.size() - 1}, context.profile()))),
          sort(take(SegmentedSort::create(context, own))),
          first(runner, plan, some_bytes(options.type, offsets.back(), Spread::uniform), offsets),
          second(runner, plan, some_bytes(options.type, offsets.back(), Spread::zipf), offsets) {}

    Result<void> record_twice(Recorder& recorder) const {
        VKALGO_CHECK(sort.record(recorder, first.arguments()));
        return sort.record(recorder, second.arguments());
    }

    std::vector<std::uint32_t> offsets = some_offsets(1025)[1];
    SegmentedSortOptions own;
    SegmentedSortPlan plan;
    SegmentedSort sort;
    SegmentBuffers first, second;
};

TEST(SegmentedSortEmbedding, SortsTwiceInOneCommandBufferOnEachProfileAndInAForeignOne) {
    for (const SortOptions& options : {SortOptions{.type = ElementType::i16, .values = true},
                                       SortOptions{.type = ElementType::u64, .values = true, .indices = true}}) {
        on_each_profile([&](Context& context, Runner& runner) {
            const SegmentedCase both(context, runner, options);
            ASSERT_OK(runner.run([&](Recorder& recorder) { return both.record_twice(recorder); }));
            both.first.expect("first");
            both.second.expect("second");
        });
        for (const bool everything : {false, true}) {
            ForeignCommands foreign(everything);
            const SegmentedCase both(foreign.context(), foreign.runner(), options);
            foreign.run([&](Recorder& recorder) { return both.record_twice(recorder); });
            both.first.expect("first");
            both.second.expect("second");
            const SegmentedSortAccess access = take(both.sort.access(both.first.arguments()));
            EXPECT_TRUE(
                access.offsets.last.holds({VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, VK_ACCESS_2_SHADER_READ_BIT}));
            EXPECT_TRUE(access.keys.last.holds({VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, VK_ACCESS_2_SHADER_WRITE_BIT}));
        }
    }
}

}  // namespace
}  // namespace vkalgo::test
