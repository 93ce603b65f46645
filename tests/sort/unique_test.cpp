// Distinct keys and the number of occurrences of each.
#include "algorithms/sort/unique.hpp"

#include "algorithms/sort/unique_call.hpp"
#include "tests/sort/sorting.hpp"

namespace vkalgo::test {
namespace {

/// Sorted keys and buffers for the result, between guards.
class UniqueBuffers {
public:
    UniqueBuffers(Runner& runner, const UniquePlan& plan, std::vector<std::byte> keys)
        : plan_(plan),
          given_(std::move(keys)),
          keys_(runner, given_.size()),
          distinct_(runner, std::vector<std::byte>(plan.distinct_bytes, std::byte{0xc3})),
          counts_(runner, std::vector<std::uint32_t>(plan.most, 99)),
          found_(runner, 8),
          scratch_(runner, plan.scratch_bytes) {
        take(sort_reference(given_, {}, {.type = plan.options.type}));
        if (!given_.empty()) {
            take(runner.upload(keys_.view(), given_));
        }
    }

    UniqueArguments arguments() const {
        return {.keys = keys_.view(),
                .distinct = distinct_.view(),
                .counts = counts_.view(),
                .found = found_.view().slice(4, 4),
                .scratch = scratch_.view(),
                .count = plan_.count};
    }

    /// Expects the reference's result for the first `count` keys, and that everything else is unchanged.
    void expect(const std::string& what, std::uint64_t count) const {
        const SortOptions options{.type = plan_.options.type};
        UniqueFound right = take(unique_reference(std::span(given_).first(count * size_of(options.type)), options));
        EXPECT_EQ(found_.values<std::uint32_t>(2)[1], right.counts.size()) << what;
        right.keys.resize(plan_.distinct_bytes, std::byte{0xc3});
        right.counts.resize(plan_.most, 99);
        EXPECT_EQ(distinct_.values<std::byte>(plan_.distinct_bytes), right.keys) << what;
        EXPECT_EQ(counts_.values<std::uint32_t>(plan_.most), right.counts) << what << ": counts";
        for (const GuardedBuffer* buffer : {&keys_, &distinct_, &counts_, &found_, &scratch_}) {
            buffer->expect_intact(what.c_str());
        }
    }

private:
    UniquePlan plan_;
    std::vector<std::byte> given_;
    GuardedBuffer keys_, distinct_, counts_, found_, scratch_;
};

class Uniques : public DeviceTest {
protected:
    static void find_and_expect(ElementType type, std::size_t count, Spread spread) {
        const UniquePlan plan = take(plan_unique({{type}, count}, context().profile()));
        const Unique unique = take(Unique::create(context(), {type}));
        const UniqueBuffers buffers(runner(), plan, some_bytes(type, count, spread));
        ASSERT_OK(runner().run([&](Recorder& recorder) { return unique.record(recorder, buffers.arguments()); }));
        buffers.expect(std::to_string(count) + " " + to_string(type), count);
    }
};

/// Unsorted keys may have more runs than the type has values.
TEST_F(Uniques, FindAtMostAsManyKeysAsTheBuffersHold) {
    const std::vector<std::uint8_t> keys = [] {
        std::vector<std::uint8_t> made(5000);
        for (std::size_t i = 0; i < made.size(); ++i) {
            made[i] = static_cast<std::uint8_t>(i % 3);
        }
        return made;
    }();
    const UniquePlan plan = take(plan_unique({{ElementType::u8}, keys.size()}, context().profile()));
    const Unique unique = take(Unique::create(context(), {ElementType::u8}));
    const GuardedBuffer given(runner(), keys);
    const GuardedBuffer distinct(runner(), plan.distinct_bytes), counts(runner(), plan.counts_bytes);
    const GuardedBuffer found(runner(), 4), scratch(runner(), plan.scratch_bytes);
    ASSERT_OK(runner().run([&](Recorder& recorder) {
        return unique.record(recorder, {.keys = given.view(),
                                        .distinct = distinct.view(),
                                        .counts = counts.view(),
                                        .found = found.view(),
                                        .scratch = scratch.view(),
                                        .count = keys.size()});
    }));
    EXPECT_EQ(found.values<std::uint32_t>(1).front(), plan.most);
    for (const GuardedBuffer* buffer : {&distinct, &counts, &found, &scratch}) {
        buffer->expect_intact("runs");
    }
}

TEST_F(Uniques, FindTheDistinctKeysOfEveryType) {
    for (const char* name : kElementTypeNames) {
        for (const Spread spread : {Spread::uniform, Spread::constant, Spread::few, Spread::zipf}) {
            find_and_expect(*element_type_from(name), 5003, spread);
        }
    }
}

TEST_F(Uniques, FindTheDistinctKeysAtEverySize) {
    for (const std::size_t count : {0U, 1U, 2U, 7U, 8U, 9U, 31U, 33U, 255U, 256U, 257U, 1023U, 1025U, 2049U, 300007U}) {
        find_and_expect(ElementType::u32, count, Spread::zipf);
        find_and_expect(ElementType::i8, count, Spread::uniform);
    }
}

TEST_F(Uniques, TakeTheirCountFromTheDevice) {
    const UniquePlan plan = take(plan_unique({{ElementType::u16}, 3001}, context().profile()));
    const Unique unique = take(Unique::create(context(), {ElementType::u16}));
    for (const std::uint32_t count : {0U, 1U, 2U, 1777U, 3001U, 4000U}) {
        const UniqueBuffers buffers(runner(), plan, some_bytes(ElementType::u16, 3001, Spread::zipf));
        const GuardedBuffer word(runner(), std::vector<std::uint32_t>{5, count});
        UniqueArguments arguments = buffers.arguments();
        arguments.count_buffer = word.view().slice(4, 4);
        ASSERT_OK(runner().run([&](Recorder& recorder) { return unique.record(recorder, arguments); }));
        buffers.expect("of " + std::to_string(count), std::min(count, 3001U));
    }
}

TEST_F(Uniques, WriteOnlyIntoTheirBuffersIfKeysAreNotSorted) {
    std::vector<std::byte> keys(4001);
    for (std::size_t i = 0; i < keys.size(); ++i) {
        keys[i] = static_cast<std::byte>(i % 2);  // More runs than the 256 values of the type
    }
    const UniquePlan plan = take(plan_unique({{ElementType::u8}, keys.size()}, context().profile()));
    const Unique unique = take(Unique::create(context(), {ElementType::u8}));
    keys.resize(4004);
    const GuardedBuffer given(runner(), keys);
    const GuardedBuffer distinct(runner(), plan.distinct_bytes);
    const GuardedBuffer counts(runner(), plan.counts_bytes);
    const GuardedBuffer scratch(runner(), plan.scratch_bytes);
    ASSERT_OK(runner().run([&](Recorder& recorder) {
        return unique.record(recorder, {.keys = given.view(),
                                        .distinct = distinct.view(),
                                        .counts = counts.view(),
                                        .scratch = scratch.view(),
                                        .count = 4001});
    }));
    EXPECT_EQ(distinct.values<std::byte>(3), (std::vector<std::byte>{std::byte{0}, std::byte{1}, std::byte{0}}));
    EXPECT_EQ(counts.values<std::uint32_t>(255), std::vector<std::uint32_t>(255, 1));
    for (const GuardedBuffer* buffer : {&given, &distinct, &counts, &scratch}) {
        buffer->expect_intact("unsorted");
    }
}

TEST_F(Uniques, SortSpansFirst) {
    const std::vector<std::int16_t> keys = {5, -1, 5, 5, 0, -1};
    const UniqueResult result = take(unique(runner(), std::span(keys), {.sort = {.descending = true}}));
    std::vector<std::int16_t> found(result.keys.size() / 2);
    std::memcpy(found.data(), result.keys.data(), result.keys.size());
    EXPECT_EQ(found, (std::vector<std::int16_t>{5, 0, -1}));
    EXPECT_EQ(result.counts, (std::vector<std::uint32_t>{3, 1, 2}));
    const std::vector<float> none;
    EXPECT_TRUE(take(unique(runner(), std::span(none))).counts.empty());
    EXPECT_ERROR(unique(runner(), std::span(keys), {.sort = {.values = true}}), ErrorCode::invalid_argument);
    EXPECT_ERROR(unique_of(runner(), std::as_bytes(std::span(keys)).first(3), {.sort = {.type = ElementType::i16}}),
                 ErrorCode::invalid_argument);
    EXPECT_ERROR(Unique().access({}), ErrorCode::invalid_argument);
}

/// One object and two sets of buffers.
struct UniqueCase {
    UniqueCase(Context& context, Runner& runner, ElementType type)
        : plan(take(plan_unique({{type}, 3001}, context.profile()))),
          unique(take(Unique::create(context, {type}))),
          first(runner, plan, some_bytes(type, 3001, Spread::zipf)),
          second(runner, plan, some_bytes(type, 3001, Spread::few)) {}

    Result<void> record_twice(Recorder& recorder) const {
        VKALGO_CHECK(unique.record(recorder, first.arguments()));
        return unique.record(recorder, second.arguments());
    }

    void expect() const {
        first.expect("first", 3001);
        second.expect("second", 3001);
    }

    UniquePlan plan;
    Unique unique;
    UniqueBuffers first, second;
};

TEST(UniqueEmbedding, FindsTwiceInOneCommandBufferOnEachProfileAndInAForeignOne) {
    for (const ElementType type : {ElementType::i8, ElementType::f64}) {
        on_each_profile([&](Context& context, Runner& runner) {
            const UniqueCase both(context, runner, type);
            ASSERT_OK(runner.run([&](Recorder& recorder) { return both.record_twice(recorder); }));
            both.expect();
        });
        for (const bool everything : {false, true}) {
            ForeignCommands foreign(everything);
            const UniqueCase both(foreign.context(), foreign.runner(), type);
            foreign.run([&](Recorder& recorder) { return both.record_twice(recorder); });
            both.expect();
            const UniqueAccess access = take(both.unique.access(both.first.arguments()));
            EXPECT_TRUE(access.keys.last.holds({VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, VK_ACCESS_2_SHADER_READ_BIT}));
            EXPECT_TRUE(
                access.counts.last.holds({VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, VK_ACCESS_2_SHADER_WRITE_BIT}));
        }
    }
}

}  // namespace
}  // namespace vkalgo::test
