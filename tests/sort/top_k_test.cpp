// The search for the k largest or smallest keys.
#include "algorithms/sort/top_k.hpp"

#include "algorithms/sort/top_k_call.hpp"
#include "tests/sort/sorting.hpp"

namespace vkalgo::test {
namespace {

/// Keys and buffers for the result, between guards.
class TopBuffers {
public:
    TopBuffers(Runner& runner, const TopKPlan& plan, std::vector<std::byte> keys)
        : plan_(plan),
          given_(std::move(keys)),
          places_(plan.count),
          keys_(runner, given_.size()),
          values_(runner, plan.count * 4),
          top_keys_(runner, std::vector<std::byte>(plan.top_keys_bytes, std::byte{0xc3})),
          top_values_(runner, plan.k * 4),
          found_(runner, 8),
          scratch_(runner, plan.scratch_bytes) {
        for (std::size_t i = 0; i < places_.size(); ++i) {
            places_[i] = static_cast<std::uint32_t>(7 * i + 1);
        }
        if (!places_.empty()) {
            take(runner.upload(keys_.view(), given_));
            take(runner.upload(values_.view(), std::as_bytes(std::span(places_))));
        }
    }

    TopKArguments arguments() const {
        const bool with = plan_.options.values || plan_.options.indices;
        return {.keys = keys_.view(),
                .values = plan_.options.values ? values_.view() : BufferView{},
                .top_keys = top_keys_.view(),
                .top_values = with ? top_values_.view() : BufferView{},
                .found = found_.view().slice(4, 4),
                .scratch = scratch_.view(),
                .count = plan_.count,
                .k = plan_.k};
    }

    /// Expects the reference's result for the first `count` keys, and that everything else is unchanged.
    void expect(const std::string& what, std::uint64_t count) const {
        const TopKOptions& options = plan_.options;
        const TopKFound right = take(top_k_reference(
            std::span(given_).first(count * size_of(options.type)),
            options.values ? std::span<const std::uint32_t>(places_).first(count) : std::span<const std::uint32_t>(),
            plan_.k, options));
        EXPECT_EQ(found_.values<std::uint32_t>(2)[1], right.values.size()) << what;
        std::vector<std::byte> keys(plan_.top_keys_bytes, std::byte{0xc3});
        std::copy(right.keys.begin(), right.keys.end(), keys.begin());
        EXPECT_EQ(top_keys_.values<std::byte>(keys.size()), keys) << what;
        if (options.values || options.indices) {
            EXPECT_EQ(top_values_.values<std::uint32_t>(right.values.size()), right.values) << what << ": values";
        }
        for (const GuardedBuffer* buffer : {&keys_, &values_, &top_keys_, &top_values_, &found_, &scratch_}) {
            buffer->expect_intact(what.c_str());
        }
        EXPECT_EQ(keys_.values<std::byte>(given_.size()), given_) << what;
    }

private:
    TopKPlan plan_;
    std::vector<std::byte> given_;
    std::vector<std::uint32_t> places_;
    GuardedBuffer keys_, values_, top_keys_, top_values_, found_, scratch_;
};

std::string words_of(const TopKPlan& plan) {
    return std::to_string(plan.k) + (plan.options.smallest ? " smallest of " : " largest of ") +
           std::to_string(plan.count) + " " + to_string(plan.options.type);
}

class TopKs : public DeviceTest {
protected:
    static void find_and_expect(const TopKOptions& options, std::size_t count, std::uint64_t k, Spread spread) {
        const TopKPlan plan = take(plan_top_k({options, count, k}, context().profile()));
        const TopK top = take(TopK::create(context(), options));
        const TopBuffers buffers(runner(), plan, some_bytes(options.type, count, spread));
        ASSERT_OK(runner().run([&](Recorder& recorder) { return top.record(recorder, buffers.arguments()); }));
        buffers.expect(words_of(plan), count);
    }
};

TEST(TopKPlans, NeedOnlyTheScratchOfTheSearch) {
    DeviceProfile profile;
    profile.max_allocation = 50'000'000;
    // A sort of all these keys with their values would take three words of scratch per key.
    const std::uint64_t count = 10'000'000;
    EXPECT_ERROR(plan_sort({{.type = ElementType::u8, .values = true}, count}, profile), ErrorCode::too_large);
    const TopKPlan plan = take(plan_top_k({{.type = ElementType::u8, .values = true}, count, 10}, profile));
    EXPECT_GT(plan.predicted_ms, plan.sort.predicted_ms);
    EXPECT_ERROR(plan_top_k({{.values = true}, count * 2, 10}, profile), ErrorCode::too_large);
}

TEST_F(TopKs, FindTheFirstKeysOfEveryType) {
    std::size_t turn = 0;
    for (const char* name : kElementTypeNames) {
        for (const bool smallest : {false, true}) {
            const TopKOptions options{.type = *element_type_from(name),
                                      .smallest = smallest,
                                      .values = turn % 3 == 0,
                                      .indices = turn % 3 == 1};
            find_and_expect(options, 5003, 17, Spread::uniform);
            find_and_expect(options, 5003, 1001, Spread::zipf);
            ++turn;
        }
    }
}

TEST_F(TopKs, TakeTheFirstOfEqualKeys) {
    for (const Spread spread : {Spread::constant, Spread::few, Spread::ends, Spread::sorted}) {
        for (const std::uint64_t k : {1U, 2U, 700U, 3000U, 8999U, 9000U}) {
            find_and_expect({.type = ElementType::i32, .indices = true}, 9000, k, spread);
            find_and_expect({.type = ElementType::u8, .smallest = true, .indices = true}, 9000, k, spread);
        }
    }
}

TEST_F(TopKs, FindAllKeysIfThereAreFewerThanRequested) {
    for (const std::size_t count : {0U, 1U, 2U, 7U, 9U, 255U, 257U, 1025U, 2049U}) {
        for (const std::uint64_t k :
             {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{count}, std::uint64_t{100000}}) {
            find_and_expect({.type = ElementType::f32, .values = true}, count, k, Spread::uniform);
            find_and_expect({.type = ElementType::u16}, count, k, Spread::uniform);
        }
    }
}

TEST_F(TopKs, SearchManyTiles) {
    find_and_expect({.type = ElementType::u32, .indices = true}, 1000003, 100, Spread::uniform);
    find_and_expect({.type = ElementType::i64, .smallest = true, .indices = true}, 600011, 5000, Spread::few);
}

TEST_F(TopKs, TakeTheirCountFromTheDevice) {
    const TopKOptions options{.type = ElementType::i16, .indices = true};
    const TopKPlan plan = take(plan_top_k({options, 5000, 300}, context().profile()));
    const TopK top = take(TopK::create(context(), options));
    for (const std::uint32_t count : {0U, 1U, 299U, 300U, 301U, 2500U, 5000U, 6000U}) {
        const TopBuffers buffers(runner(), plan, some_bytes(options.type, 5000, Spread::uniform));
        const GuardedBuffer word(runner(), std::vector<std::uint32_t>{5, count});
        TopKArguments arguments = buffers.arguments();
        arguments.count_buffer = word.view().slice(4, 4);
        ASSERT_OK(runner().run([&](Recorder& recorder) { return top.record(recorder, arguments); }));
        buffers.expect("of " + std::to_string(count), std::min(count, 5000U));
    }
}

TEST_F(TopKs, RefuseInvalidArguments) {
    const DeviceProfile& profile = context().profile();
    const auto too_many = plan_top_k({{}, 100, std::uint64_t{1} << 32}, profile);
    ASSERT_ERROR(too_many, ErrorCode::invalid_argument);
    EXPECT_EQ(too_many.error().where, "k");
    EXPECT_ERROR(plan_top_k({{.values = true, .indices = true}, 100, 1}, profile), ErrorCode::invalid_argument);
    EXPECT_ERROR(TopK().access({}), ErrorCode::invalid_argument);
    const std::vector<float> keys = {1, 2, 3};
    const std::vector<std::uint32_t> values = {1, 2};
    EXPECT_ERROR(top_k(runner(), std::span(keys), 2, values), ErrorCode::invalid_argument);
    EXPECT_ERROR(top_k_of(runner(), std::as_bytes(std::span(keys)).first(7), {}, 2, {}), ErrorCode::invalid_argument);
}

TEST_F(TopKs, FindTheFirstKeysOfSpans) {
    const std::vector<float> keys = {1, NAN, -5, 7, 7, -INFINITY};
    const TopKResult best = take(top_k(runner(), std::span(keys), 3, {}, {.top = {.indices = true}}));
    EXPECT_EQ(best.values, (std::vector<std::uint32_t>{1, 3, 4}));
    const TopKResult least =
        take(top_k(runner(), std::span(keys), 2, {}, {.top = {.smallest = true, .indices = true}}));
    EXPECT_EQ(least.values, (std::vector<std::uint32_t>{5, 2}));
    std::vector<float> got(2);
    std::memcpy(got.data(), least.keys.data(), 8);
    EXPECT_EQ(got, (std::vector<float>{-INFINITY, -5}));
}

/// A search and two sets of buffers.
struct TopKCase {
    TopKCase(Context& context, Runner& runner, const TopKOptions& options)
        : plan(take(plan_top_k({options, 3001, 100}, context.profile()))),
          top(take(TopK::create(context, options))),
          first(runner, plan, some_bytes(options.type, 3001, Spread::uniform)),
          second(runner, plan, some_bytes(options.type, 3001, Spread::few)) {}

    Result<void> record_twice(Recorder& recorder) const {
        VKALGO_CHECK(top.record(recorder, first.arguments()));
        return top.record(recorder, second.arguments());
    }

    TopKPlan plan;
    TopK top;
    TopBuffers first, second;
};

TEST(TopKEmbedding, FindsTwiceInOneCommandBufferOnEachProfileAndInAForeignOne) {
    for (const TopKOptions& options : {TopKOptions{.type = ElementType::i16, .values = true},
                                       TopKOptions{.type = ElementType::f64, .smallest = true, .indices = true}}) {
        on_each_profile([&](Context& context, Runner& runner) {
            const TopKCase both(context, runner, options);
            ASSERT_OK(runner.run([&](Recorder& recorder) { return both.record_twice(recorder); }));
            both.first.expect("first", 3001);
            both.second.expect("second", 3001);
        });
        for (const bool everything : {false, true}) {
            ForeignCommands foreign(everything);
            const TopKCase both(foreign.context(), foreign.runner(), options);
            foreign.run([&](Recorder& recorder) { return both.record_twice(recorder); });
            both.first.expect("first", 3001);
            both.second.expect("second", 3001);
            const TopKAccess access = take(both.top.access(both.first.arguments()));
            const StageAccess read{VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, VK_ACCESS_2_SHADER_READ_BIT};
            EXPECT_TRUE(access.keys.first.holds(read));
            EXPECT_TRUE(access.keys.last.holds(read));
            EXPECT_TRUE(
                access.found.last.holds({VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, VK_ACCESS_2_SHADER_WRITE_BIT}));
        }
    }
}

}  // namespace
}  // namespace vkalgo::test
