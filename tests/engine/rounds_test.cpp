// Tests dispatches whose size the device determines.
#include "engine/dispatch_table.hpp"
#include "tests/engine/kernels.hpp"
#include "tests/engine/recording_test.hpp"
#include "tests/support/guarded_buffer.hpp"
#include <vkalgo_spirv/tests_engine/count_rounds.hpp>

#include <algorithm>

namespace vkalgo::test {
namespace {

class RoundsTest : public RecordingTest {
protected:
    Kernel numbers = make_kernel(context(), "write_numbers", spirv::tests_engine_write_numbers);
    Kernel count = make_kernel(context(), "count_rounds", spirv::tests_engine_count_rounds);
    Buffer arguments = take(Buffer::create(context(), {.size = 1024}));
};

TEST_F(RoundsTest, AnyWordOnTheDeviceMayGiveTheGrid) {
    for (const std::uint32_t things : {0U, 1U, 3U, 4U, 5U, 400U, 65535U * 4U, 65536U * 4U, 65537U * 4U, 300000U}) {
        std::vector<std::uint32_t> words(64, 0xFFFFFFFF);
        words[7] = things;
        const Buffer where = upload(runner(), words);
        GuardedBuffer target(runner(), 4 * 70000);
        const std::uint32_t groups = (things + 3) / 4;
        take(runner().run([&](Recorder& recorder) -> Result<void> {
            recorder.dispatch_linear_indirect(numbers, {target.view()}, std::uint32_t{70000},
                                              {.count = where.view().slice(28, 4), .per_group = 4, .most = 400000},
                                              arguments.view());
            return recorder.status();
        }));
        const auto result = target.values<std::uint32_t>(70000);
        // Folding rounds up, so there may be a few more workgroups than `groups`. A kernel normally skips them by its
        // own count; here its count is larger.
        const std::uint32_t most = static_cast<std::uint32_t>(Groups::linear(groups, context()).x *
                                                              std::uint64_t{Groups::linear(groups, context()).y});
        for (std::uint32_t i = 0; i < 70000; ++i) {
            ASSERT_EQ(result[i], i < (groups == 0 ? 0 : most) ? i + 1 : GuardedBuffer::kPoison) << things << " " << i;
        }
        target.expect_intact();
    }
}

TEST_F(RoundsTest, ACountAboveTheMaximumCountsAsTheMaximum) {
    const Buffer where = upload(runner(), std::vector<std::uint32_t>{0xFFFFFFFF});
    GuardedBuffer target(runner(), 4 * 100);
    take(runner().run([&](Recorder& recorder) -> Result<void> {
        recorder.dispatch_linear_indirect(numbers, {target.view()}, std::uint32_t{100},
                                          {.count = where.view(), .per_group = 10, .most = 55}, arguments.view());
        return recorder.status();
    }));
    const auto result = target.values<std::uint32_t>(100);
    for (std::uint32_t i = 0; i < 100; ++i) {
        ASSERT_EQ(result[i], i < 6 ? i + 1 : GuardedBuffer::kPoison);
    }
}

TEST_F(RoundsTest, AMaximumBeyond32BitsIsNoLimit) {
    const Buffer where = upload(runner(), std::vector<std::uint32_t>{5U << 20});
    GuardedBuffer target(runner(), 4 * 100);
    take(runner().run([&](Recorder& recorder) -> Result<void> {
        recorder.dispatch_linear_indirect(numbers, {target.view()}, std::uint32_t{100},
                                          {.count = where.view(), .per_group = 1 << 20, .most = 1ULL << 32},
                                          arguments.view());
        return recorder.status();
    }));
    const auto result = target.values<std::uint32_t>(100);
    EXPECT_EQ(result[4], 5U);
    EXPECT_EQ(result[5], GuardedBuffer::kPoison);
}

TEST_F(RoundsTest, AccessesByAddressBelongToTheDispatchAndNotToTheKernelThatComputesTheGrid) {
    const Buffer where = upload(runner(), std::vector<std::uint32_t>{1});
    const Buffer reached = take(Buffer::create(context(), {.size = 256}));
    const Buffer target = take(Buffer::create(context(), {.size = 256}));
    take(runner().run([&](Recorder& recorder) -> Result<void> {
        recorder.use_by_address(reached.view(), Access::write);
        recorder.dispatch_linear_indirect(numbers, {target.view()}, std::uint32_t{1},
                                          {.count = where.view(), .most = 1}, arguments.view());
        const std::uint64_t before = recorder.barriers();
        recorder.hand_over(reached.view(), {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT});
        EXPECT_EQ(recorder.barriers(), before + 1) << "after the dispatch, it was written since the last barrier";
        return recorder.status();
    }));
}

TEST_F(RoundsTest, RefusesInvalidCountsAndArguments) {
    const Buffer target = take(Buffer::create(context(), {.size = 256}));
    const auto refused = [&](const LinearCount& linear, const BufferView& where, ErrorCode code) {
        EXPECT_ERROR(status([&](Recorder& recorder) {
                         recorder.dispatch_linear_indirect(numbers, {target.view()}, std::uint32_t{1}, linear, where);
                     }),
                     code);
    };
    const BufferView word = target.view().slice(0, 4);
    refused({.count = {}, .most = 1}, arguments.view(), ErrorCode::invalid_argument);
    refused({.count = target.view().slice(2, 4), .most = 1}, arguments.view(), ErrorCode::invalid_argument);
    refused({.count = target.view().slice(0, 2), .most = 1}, arguments.view(), ErrorCode::invalid_argument);
    refused({.count = word, .per_group = 0, .most = 1}, arguments.view(), ErrorCode::invalid_argument);
    refused({.count = word, .most = 1}, {}, ErrorCode::invalid_argument);
    refused({.count = word, .most = 1}, arguments.view().slice(0, 12), ErrorCode::invalid_argument);
    const auto& most = context().profile().max_workgroup_count;
    if (std::uint64_t{most[0]} * most[1] < UINT32_MAX) {
        refused({.count = word, .most = UINT32_MAX}, arguments.view(), ErrorCode::too_large);
    }
}

TEST_F(RoundsTest, EndOnTheDeviceOnceTheKernelSetsDone) {
    for (const std::uint32_t goal : {1U, 5U, 6U, 17U, 1000U}) {
        const Buffer total = upload(runner(), std::vector<std::uint32_t>{0});
        const Buffer done = upload(runner(), std::vector<std::uint32_t>(8, 0));
        const Groups grids[] = {{3, 1, 1}, {1, 2, 1}};
        std::uint32_t bodies = 0;
        struct {
            std::uint32_t goal;
            std::uint32_t index;
        } const push{goal, 5};
        take(runner().run([&](Recorder& recorder) -> Result<void> {
            const Binding bindings[] = {total.view(), done.view()};
            recorder.record_rounds(
                {.most = 10, .done = done.view().slice(20, 4), .grids = grids, .arguments = arguments.view()},
                [&](const Round& round) -> Result<void> {
                    EXPECT_EQ(round.index, bodies++);
                    for (std::size_t grid = 0; grid < 2; ++grid) {
                        recorder.dispatch_indirect(count, bindings, std::as_bytes(std::span(&push, 1)),
                                                   round.grid(grid));
                    }
                    return {};
                });
            return recorder.status();
        }));
        EXPECT_EQ(bodies, 10U);
        // Each round adds 5. The round in which the goal is reached is completed.
        const std::uint32_t rounds = std::min(10U, (goal + 4) / 5);
        EXPECT_EQ(read_back<std::uint32_t>(runner(), total.view())[0], 5 * rounds) << goal;
    }
}

TEST_F(RoundsTest, KeepTheirKernelsAliveUntilTheyHaveRun) {
    const Buffer where = upload(runner(), std::vector<std::uint32_t>{9});
    const Buffer done = upload(runner(), std::vector<std::uint32_t>{0});
    const Buffer target = upload(runner(), std::vector<std::uint32_t>(16, 0));
    const Groups grid;
    take(runner().run([&](Recorder& recorder) -> Result<void> {
        recorder.dispatch_linear_indirect(numbers, {target.view()}, std::uint32_t{9},
                                          {.count = where.view(), .most = 9}, arguments.view());
        recorder.record_rounds(
            {.most = 2, .done = done.view().slice(0, 4), .grids = {&grid, 1}, .arguments = arguments.view()},
            [](const Round&) -> Result<void> { return {}; });
        context().trim_kernels();
        return recorder.status();
    }));
    EXPECT_EQ(read_back<std::uint32_t>(runner(), target.view())[8], 9U);
}

TEST_F(RoundsTest, RefuseInvalidArguments) {
    const Groups grid;
    const std::vector<Groups> many(9);
    const BufferView word = arguments.view().slice(512, 4);
    const auto refused = [&](const Rounds& rounds, const char* where, ErrorCode code) {
        const auto result = status([&](Recorder& recorder) {
            recorder.record_rounds(rounds, [](const Round&) -> Result<void> { return {}; });
        });
        ASSERT_ERROR(result, code);
        EXPECT_EQ(result.error().where, where);
    };
    refused({.done = {}, .grids = {&grid, 1}, .arguments = arguments.view()}, "done", ErrorCode::invalid_argument);
    refused({.done = word, .grids = {}, .arguments = arguments.view()}, "grids", ErrorCode::invalid_argument);
    refused({.done = word, .grids = many, .arguments = arguments.view()}, "grids", ErrorCode::invalid_argument);
    refused({.done = word, .grids = {&grid, 1}, .arguments = arguments.view().slice(0, 12)}, "arguments",
            ErrorCode::invalid_argument);
    refused({.done = word, .grids = {many.data(), 2}, .arguments = arguments.view().slice(0, 28)}, "arguments",
            ErrorCode::invalid_argument);
    const Error own{ErrorCode::overflow, "the body's own", "body"};
    const auto result = status([&](Recorder& recorder) {
        recorder.record_rounds({.most = 3, .done = word, .grids = {&grid, 1}, .arguments = arguments.view()},
                               [&](const Round& round) -> Result<void> {
                                   EXPECT_EQ(round.index, 0U);
                                   return own;
                               });
    });
    EXPECT_ERROR(result, ErrorCode::overflow);
}

}  // namespace
}  // namespace vkalgo::test
