// The code of docs/sort.md about algorithms that are composed of sorts, compiled and run: tests/docs/snippets_test.cpp
// compares the page with this file line for line.
#include "algorithms/sort/segmented_sort_call.hpp"
#include "algorithms/sort/segmented_top_k_call.hpp"
#include "algorithms/sort/sort_call.hpp"
#include "algorithms/sort/top_k_call.hpp"
#include "algorithms/sort/unique_call.hpp"
#include "tests/support/device_fixture.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

Result<std::vector<std::uint32_t>> order_of(vkalgo::Runner& runner, const std::vector<float>& depths) {
    VKALGO_TRY(const auto order, vkalgo::argsort(runner, std::span(depths), {.sort = {.descending = true}}));
    return order.indices;
}

Result<void> nearest_first(vkalgo::Runner& runner, std::vector<float>& distances,
                           std::vector<std::uint64_t>& identifiers) {
    VKALGO_TRY(const auto sorted, vkalgo::sort_pairs(runner, std::span(distances), std::span(identifiers)));
    return sorted.plan.stable() ? Result<void>{} : Error{ErrorCode::invalid_argument, "stable", {}};
}

Result<void> sort_rows(vkalgo::Runner& runner, std::vector<float>& distances, std::vector<std::uint32_t>& neighbours,
                       const std::vector<std::uint32_t>& rows) {
    VKALGO_TRY(const auto sorted,
               vkalgo::segmented_sort(runner, std::span(distances), std::span(rows), std::span(neighbours)));
    return sorted.plan.segments == rows.size() - 1 ? Result<void>{} : Error{ErrorCode::invalid_argument, "rows", {}};
}

Result<std::vector<std::uint32_t>> best_of(vkalgo::Runner& runner, const std::vector<float>& scores) {
    VKALGO_TRY(const auto best, vkalgo::top_k(runner, std::span(scores), 3, {}, {.top = {.indices = true}}));
    return best.values;  // where they stand; best.keys are their bytes
}

Result<void> record_best(vkalgo::Recorder& recorder, const vkalgo::TopK& top, vkalgo::BufferView scores,
                         vkalgo::BufferView best, vkalgo::BufferView indices, vkalgo::BufferView scratch,
                         std::uint64_t count) {
    // Made once: vkalgo::TopK::create(context, {.type = vkalgo::ElementType::f32, .indices = true}).
    return top.record(
        recorder,
        {.keys = scores, .top_keys = best, .top_values = indices, .scratch = scratch, .count = count, .k = 3});
}

Result<std::vector<std::uint32_t>> best_of_rows(vkalgo::Runner& runner, const std::vector<float>& scores,
                                                const std::vector<std::uint32_t>& rows) {
    VKALGO_TRY(const auto best,
               vkalgo::segmented_top_k(runner, std::span(scores), std::span(rows), 2, {}, {.top = {.indices = true}}));
    return best.values;  // of row s from best.offsets[s] to before best.offsets[s + 1]
}

Result<std::vector<std::uint32_t>> counts_of(vkalgo::Runner& runner, const std::vector<std::uint32_t>& tokens) {
    VKALGO_TRY(const auto words, vkalgo::unique(runner, std::span(tokens)));
    return words.counts;
}

class ComposedUsage : public DeviceTest {};

TEST_F(ComposedUsage, DoesWhatTheDocumentationShows) {
    const std::vector<float> scores = {0.5F, 9.0F, 0.5F, 7.25F};
    EXPECT_EQ(take(order_of(runner(), scores)), (std::vector<std::uint32_t>{1, 3, 0, 2}));
    EXPECT_EQ(take(best_of(runner(), scores)), (std::vector<std::uint32_t>{1, 3, 0}));
    EXPECT_EQ(take(best_of_rows(runner(), scores, {0, 3, 4})), (std::vector<std::uint32_t>{1, 0, 3}));
    std::vector<float> lengths = {3, 1, 2, 1};
    std::vector<std::uint64_t> identifiers = {1ull << 40, 2, 3ull << 33, 4};
    ASSERT_OK(nearest_first(runner(), lengths, identifiers));
    EXPECT_EQ(identifiers, (std::vector<std::uint64_t>{2, 4, 3ull << 33, 1ull << 40}));
    std::vector<float> distances = {3, 1, 2, 9, 8};
    std::vector<std::uint32_t> neighbours = {10, 11, 12, 13, 14};
    ASSERT_OK(sort_rows(runner(), distances, neighbours, {0, 3, 5}));
    EXPECT_EQ(neighbours, (std::vector<std::uint32_t>{11, 12, 10, 14, 13}));
    EXPECT_EQ(take(counts_of(runner(), {7, 5, 7, 7})), (std::vector<std::uint32_t>{1, 3}));

    const TopKOptions options{.type = ElementType::f32, .indices = true};
    const TopK top = take(TopK::create(context(), options));
    const ScratchNeed need = take(TopK::scratch({options, scores.size(), 3}, context().profile()));
    const Buffer keys = take(runner().upload_new(std::as_bytes(std::span(scores)), "scores"));
    const Buffer best = take(Buffer::create(context(), {.size = 12, .name = "best"}));
    const Buffer indices = take(Buffer::create(context(), {.size = 12, .name = "indices"}));
    const Buffer scratch = take(Buffer::create(context(), {.size = need.bytes, .name = "scratch"}));
    ASSERT_OK(runner().run([&](Recorder& recorder) {
        return record_best(recorder, top, keys.view(), best.view(), indices.view(), scratch.view(), scores.size());
    }));
    EXPECT_EQ(read_back<std::uint32_t>(runner(), indices.view().slice(0, 12)), (std::vector<std::uint32_t>{1, 3, 0}));
}

}  // namespace
}  // namespace vkalgo::test
