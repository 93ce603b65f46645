// The code of docs/sort.md and docs/shellsort.md, compiled and run: tests/docs/snippets_test.cpp compares the pages
// with this file line for line.
#include "algorithms/sort/sort_call.hpp"
#include "algorithms/sort/sort_phases.hpp"
#include "tests/support/device_fixture.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

Result<void> farthest_first(vkalgo::Runner& runner, std::vector<float>& depths, std::vector<std::uint32_t>& particles) {
    VKALGO_TRY(const auto sorted,
               vkalgo::sort(runner, std::span(depths), std::span(particles), {.sort = {.descending = true}}));
    EXPECT_NE(sorted.plan.method_name(), "");
    return {};
}

Result<void> record_depths(vkalgo::Recorder& recorder, const vkalgo::Sort& sort, vkalgo::BufferView depths,
                           vkalgo::BufferView particles, vkalgo::BufferView scratch, vkalgo::BufferView count,
                           std::uint64_t most) {
    // Made once: vkalgo::Sort::create(context, {.type = vkalgo::ElementType::f32, .values = true}), and scratch as big
    // as vkalgo::Sort::scratch(...) says.
    return sort.record(recorder, {.keys = depths,
                                  .values = particles,
                                  .scratch = scratch,
                                  .count = most,
                                  .count_buffer = count});  // written by the kernel before
}

Result<void> increments_of(vkalgo::Runner& runner, std::vector<std::uint32_t>& keys) {
    const std::vector<std::uint32_t> before = keys;
    const vkalgo::SortCallOptions options{
        .sort = {.method = "shell-d", .shell = {.increments = "ciura", .max_threads = 256}, .phases = true}};
    VKALGO_TRY(const auto sorted, vkalgo::sort(runner, std::span(keys), {}, options));
    VKALGO_TRY(const auto phases, vkalgo::sort_phases(sorted.plan, runner.context().profile(),
                                                      std::as_bytes(std::span(before)), sorted.report.spans));
    EXPECT_EQ(phases.size(), 4U);  // 23, 10, 4, 1
    return {};
}

}  // namespace

class SortUsage : public DeviceTest {};

TEST_F(SortUsage, GivesIncrementsAsTheDocumentationShows) {
    std::vector<std::uint32_t> keys(50);
    std::iota(keys.rbegin(), keys.rend(), 7U);
    ASSERT_OK(increments_of(runner(), keys));
    EXPECT_TRUE(std::is_sorted(keys.begin(), keys.end()));
}

TEST_F(SortUsage, OrdersParticlesAsTheDocumentationShows) {
    std::vector<float> depths = {0.5F, -1.0F, 7.25F, 0.0F};
    std::vector<std::uint32_t> particles = {0, 1, 2, 3};
    ASSERT_OK(farthest_first(runner(), depths, particles));
    EXPECT_EQ(particles, (std::vector<std::uint32_t>{2, 0, 3, 1}));

    const SortOptions options{.type = ElementType::f32, .values = true};
    const Sort sort = take(Sort::create(context(), options));
    std::vector<float> many(20000);
    for (std::size_t i = 0; i < many.size(); ++i) {
        many[i] = static_cast<float>((i * 7919) % many.size());
    }
    std::vector<std::uint32_t> initial(many.size());
    std::iota(initial.begin(), initial.end(), 0U);
    const Buffer keys = take(runner().upload_new(std::as_bytes(std::span(many)), "keys"));
    const Buffer values = take(runner().upload_new(std::as_bytes(std::span(initial)), "values"));
    const std::vector<std::uint32_t> word = {10000};
    const Buffer count = take(runner().upload_new(std::as_bytes(std::span(word)), "count"));
    const ScratchNeed need = take(Sort::scratch({options, many.size()}, context().profile()));
    const Buffer scratch = take(Buffer::create(context(), {.size = need.bytes, .name = "scratch"}));
    ASSERT_OK(runner().run([&](Recorder& recorder) {
        return record_depths(recorder, sort, keys.view(), values.view(), scratch.view(), count.view(), many.size());
    }));
    std::vector<float> got(many.size());
    take(runner().download(keys.view(), std::as_writable_bytes(std::span(got))));
    EXPECT_TRUE(std::is_sorted(got.begin(), got.begin() + 10000));
    EXPECT_TRUE(std::equal(got.begin() + 10000, got.end(), many.begin() + 10000));
}

}  // namespace vkalgo::test
