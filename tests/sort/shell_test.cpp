// Compares Shellsort by runs on the device, in each variant, with its model.
#include "algorithms/sort/shell_method.hpp"
#include "algorithms/sort/shell_reference.hpp"
#include "algorithms/sort/sort.hpp"
#include "algorithms/sort/sort_reference.hpp"
#include "shaders/sort/sort.h"
#include "tests/sort/shell_methods.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/support/guarded_buffer.hpp"
#include "tests/support/random.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

using Words = std::vector<std::uint32_t>;

/// The bits of keys of four bytes, and the values that move with them.
struct Data {
    Words keys, values;

    bool operator==(const Data&) const = default;
};

Data model(const Data& data, const SortOptions& options, ShellVariant variant) {
    std::vector<ShellItem> items;
    for (const std::uint32_t key : data.keys) {
        items.push_back({sort_ordinal(key, options), static_cast<std::uint32_t>(items.size())});
    }
    reference_shell(items, take(plan_shell_cuts(variant, options.shell, items.size())), variant);
    EXPECT_TRUE(!sorts(variant) || unsorted_pairs(items) == 0);
    Data moved;
    for (const ShellItem& item : items) {
        moved.keys.push_back(data.keys[item.value]);
        if (options.values) {
            moved.values.push_back(data.values[item.value]);
        }
    }
    return moved;
}

enum class Kind : std::uint8_t { random, seven, sorted, reversed };

Data some_data(std::size_t count, Kind kind, std::uint64_t seed, const SortOptions& options) {
    Data data;
    data.keys = random_words(count, seed, kind == Kind::seven ? 7 : 0);
    const auto before = [&](std::uint32_t a, std::uint32_t b) {
        return sort_ordinal(a, options) < sort_ordinal(b, options);
    };
    if (kind == Kind::sorted || kind == Kind::reversed) {
        std::sort(data.keys.begin(), data.keys.end(), before);
    }
    if (kind == Kind::reversed) {
        std::reverse(data.keys.begin(), data.keys.end());
    }
    if (options.values) {
        data.values.resize(count);
        std::iota(data.values.begin(), data.values.end(), 1U);
    }
    return data;
}

class ShellSorts : public DeviceTest, public ::testing::WithParamInterface<ShellMethod> {
protected:
    /// Sorts each element of `all` in one command buffer, one after another with the same scratch.
    static void sort(std::vector<Data*> all, const SortOptions& options) {
        const Sort sort = take(Sort::create(context(), options));
        std::vector<Buffer> keys(all.size()), values(all.size());
        std::uint64_t scratch_bytes = 0;
        for (std::size_t i = 0; i < all.size(); ++i) {
            const std::uint64_t count = all[i]->keys.size();
            scratch_bytes = std::max(scratch_bytes, take(Sort::scratch({options, count}, context().profile())).bytes);
            if (count != 0) {
                keys[i] = upload(runner(), all[i]->keys);
            }
            if (count != 0 && options.values) {
                values[i] = upload(runner(), all[i]->values);
            }
        }
        Buffer scratch;
        if (scratch_bytes != 0) {
            scratch = take(Buffer::create(context(), {.size = scratch_bytes, .name = "scratch"}));
            take(runner().run([&](Recorder& recorder) -> Result<void> {
                recorder.fill(scratch.view(), 0xdeadbeefU);
                return recorder.status();
            }));
        }
        take(runner().run([&](Recorder& recorder) -> Result<void> {
            for (std::size_t i = 0; i < all.size(); ++i) {
                VKALGO_CHECK(sort.record(recorder, {.keys = keys[i].view(),
                                                    .values = values[i].view(),
                                                    .scratch = scratch.view(),
                                                    .count = all[i]->keys.size()}));
            }
            return recorder.status();
        }));
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (!all[i]->keys.empty()) {
                take(runner().download(keys[i].view(), std::as_writable_bytes(std::span(all[i]->keys))));
            }
            if (!all[i]->values.empty()) {
                take(runner().download(values[i].view(), std::as_writable_bytes(std::span(all[i]->values))));
            }
        }
    }

    static void expect_model(Data data, const SortOptions& options, const std::string& what) {
        const Data expected = model(data, options, GetParam().variant);
        Words ordered = data.keys;
        std::sort(ordered.begin(), ordered.end(), [&](std::uint32_t a, std::uint32_t b) {
            return sort_ordinal(a, options) < sort_ordinal(b, options);
        });
        sort({&data}, options);
        EXPECT_EQ(data.keys == expected.keys, true) << what;
        EXPECT_EQ(data.values == expected.values, true) << what;
        if (sorts(GetParam().variant)) {
            EXPECT_EQ(data.keys == ordered, true) << what;
        }
    }

    static SortOptions options_of(const ShellOptions& shell) {
        return {.stable = false, .method = GetParam().name, .shell = shell};
    }
};

TEST_P(ShellSorts, GiveTheResultsOfTheirModels) {
    constexpr std::uint32_t kThreads[] = {512, 4, 64, 7, 1};
    constexpr std::uint32_t kElements[] = {1, 2, 5, 3};
    SplitMix64 random(11);
    std::uint32_t turn = 0;
    for (const std::size_t count : {0U, 1U, 2U, 3U, 17U, 100U, 1000U, 5003U}) {
        // This variant has at least one dispatch per class, so it sorts at most 1000 keys here.
        if (GetParam().variant == ShellVariant::zero && count > 1000) {
            continue;
        }
        for (const char* increments : {"sedgewick", "shell", "ciura"}) {
            for (const Kind kind : {Kind::random, Kind::seven, Kind::sorted, Kind::reversed}) {
                // The options are drawn independently of the kind and of each other.
                SortOptions options = options_of({.increments = increments,
                                                  .max_threads = kThreads[random.below(5)],
                                                  .min_elements = kElements[random.below(4)],
                                                  .runs = random.below(2) == 0 ? ShellRuns::table : ShellRuns::text});
                options.type = random.below(2) == 0 ? ElementType::f32 : ElementType::u32;
                options.descending = random.below(2) == 0;
                options.values = random.below(2) == 0;
                expect_model(some_data(count, kind, turn, options), options,
                             std::to_string(count) + " keys, turn " + std::to_string(turn) + ", " + increments);
                ++turn;
            }
        }
    }
}

TEST_P(ShellSorts, SortTypesOfEightBytes) {
    if (!sorts(GetParam().variant)) {
        GTEST_SKIP() << "it does not sort";
    }
    std::vector<std::uint64_t> keys(700);
    SplitMix64 random(11);
    std::generate(keys.begin(), keys.end(), [&] { return random.next(); });
    SortOptions options = options_of({.max_threads = 16});
    options.type = ElementType::i64;
    const Sort sort = take(Sort::create(context(), options));
    const Buffer buffer = upload(runner(), keys);
    Buffer scratch;
    const std::uint64_t bytes = take(Sort::scratch({options, keys.size()}, context().profile())).bytes;
    if (bytes != 0) {
        scratch = take(Buffer::create(context(), {.size = bytes, .name = "scratch"}));
    }
    take(runner().run([&](Recorder& recorder) {
        return sort.record(recorder, {.keys = buffer.view(), .scratch = scratch.view(), .count = keys.size()});
    }));
    std::sort(keys.begin(), keys.end(), [](std::uint64_t a, std::uint64_t b) {
        return static_cast<std::int64_t>(a) < static_cast<std::int64_t>(b);
    });
    EXPECT_EQ(read_back<std::uint64_t>(runner(), buffer.view()), keys);
}

TEST_P(ShellSorts, SortTwiceInOneCommandBuffer) {
    const SortOptions options = options_of({.max_threads = 32});
    Data first = some_data(1000, Kind::random, 1, options);
    Data second = some_data(777, Kind::reversed, 2, options);
    const Data expected_first = model(first, options, GetParam().variant);
    const Data expected_second = model(second, options, GetParam().variant);
    sort({&first, &second}, options);
    EXPECT_EQ(first, expected_first);
    EXPECT_EQ(second, expected_second);
}

TEST_P(ShellSorts, SortTheWorstInputByIncrementOneAlone) {
    // All keys are one class, in reverse order. So every insertion moves as far as possible, and every pass is needed.
    const ShellOptions alone{.own_increments = {1}};
    for (const std::uint32_t threads : {1U, 3U, 512U}) {
        SortOptions options = options_of(alone);
        options.shell.max_threads = threads;
        expect_model(some_data(1200, Kind::reversed, threads, options), options, std::to_string(threads) + " threads");
    }
    if (exchanges(GetParam().variant)) {
        const SortOptions options = options_of(alone);
        expect_model(some_data(5003, Kind::reversed, 4, options), options, "many passes");
    }
}

TEST_P(ShellSorts, TakeTheirCountFromTheDevice) {
    constexpr std::uint32_t kMax = 900;
    SortOptions options = options_of({.max_threads = 32});
    options.values = true;
    const Sort sort = take(Sort::create(context(), options));
    const auto cuts = take(plan_shell_cuts(GetParam().variant, options.shell, kMax));
    const GuardedBuffer scratch(runner(), take(Sort::scratch({options, kMax}, context().profile())).bytes);
    for (const std::uint32_t count : {0U, 1U, 2U, 500U, kMax - 1, kMax, kMax + 5}) {
        const Data data = some_data(kMax, Kind::random, count, options);
        const GuardedBuffer keys(runner(), data.keys);
        const GuardedBuffer values(runner(), data.values);
        const GuardedBuffer words(runner(), Words{1, 2, 3, count, 5});
        ASSERT_OK(runner().run([&](Recorder& recorder) {
            return sort.record(recorder, {.keys = keys.view(),
                                          .values = values.view(),
                                          .scratch = scratch.view(),
                                          .count = kMax,
                                          .count_buffer = words.view().slice(12, 4)});
        }));
        std::vector<ShellItem> items;
        for (std::size_t i = 0; i < kMax; ++i) {
            items.push_back({data.keys[i], data.values[i]});
        }
        reference_shell(std::span(items).first(std::min(count, kMax)), cuts, GetParam().variant);
        Data expected;
        for (const ShellItem& item : items) {
            expected.keys.push_back(static_cast<std::uint32_t>(item.key));
            expected.values.push_back(item.value);
        }
        EXPECT_EQ(keys.values<std::uint32_t>(kMax), expected.keys) << count;
        EXPECT_EQ(values.values<std::uint32_t>(kMax), expected.values) << count;
        scratch.expect_intact("scratch");
        keys.expect_intact("keys");
        values.expect_intact("values");
    }
}

class ShellKernels : public DeviceTest {};

TEST_F(ShellKernels, ReturnAtOnceIfThePreviousPassExchangedNothing) {
    const Words reversed{7, 6, 5, 4, 3, 2, 1, 0};
    shader::ShellPush push{};
    push.count = 8;
    push.increment = push.classes = 1;
    push.runs = 4;
    push.run_length = 2;
    push.from = push.flag = push.passes = 1;
    push.to = 2;
    push.after = 0;
    for (const ShellVariant variant : {ShellVariant::e, ShellVariant::f}) {
        const SortPlan plan = take(plan_sort({{.method = "shell-d"}, 1}, context().profile()));
        for (const KernelInfo& wanted : shell_kernels(plan, variant)) {
            const auto kernel = take(context().kernel(wanted));
            const bool runs = std::string(wanted.name) == "sort/shell_runs";
            for (const std::uint32_t exchanged : {0U, 1U}) {
                const Buffer keys = upload(runner(), reversed);
                const Buffer flags = upload(runner(), Words{exchanged, 0});
                // One buffer holds the current extremes of the runs; the other receives the new ones.
                const Buffer extremes = upload(runner(), reversed);
                const Buffer new_extremes = upload(runner(), reversed);
                std::vector<Binding> bindings{keys.view(), keys.view(), flags.view(), keys.view()};
                if (!runs) {
                    bindings = {keys.view(), keys.view(), keys.view(), keys.view(), flags.view(), flags.view()};
                }
                if (variant == ShellVariant::f && !runs) {
                    bindings.emplace_back(extremes.view());
                    bindings.emplace_back(new_extremes.view());
                }
                if (!runs) {
                    bindings.emplace_back(keys.view());  // A count that is not read
                }
                take(runner().run([&](Recorder& recorder) -> Result<void> {
                    recorder.dispatch(*kernel, bindings, std::as_bytes(std::span(&push, 1)),
                                      Groups::linear(4, context()));
                    return recorder.status();
                }));
                EXPECT_EQ(read_back<std::uint32_t>(runner(), keys.view()) == reversed, exchanged == 0) << wanted.name;
                EXPECT_EQ(read_back<std::uint32_t>(runner(), flags.view())[1], runs ? 0U : exchanged) << wanted.name;
            }
        }
    }
}

TEST_F(ShellKernels, TakeAsManyPassesAsTheirModel) {
    // The paper's table II counts the passes. After the sort, the scratch of shell-d has a word per pass: 1 if the pass
    // exchanged anything, otherwise 0.
    const SortOptions options{.method = "shell-d", .shell = {.min_elements = 5}};
    const Words keys = random_words(1000, 8);
    const Buffer key_buffer = upload(runner(), keys);
    const std::uint64_t bytes = take(Sort::scratch({options, keys.size()}, context().profile())).bytes;
    const Buffer scratch = take(Buffer::create(context(), {.size = bytes, .name = "scratch"}));
    const Sort sort = take(Sort::create(context(), options));
    take(runner().run([&](Recorder& recorder) {
        recorder.fill(scratch.view(), 0);
        return sort.record(recorder, {.keys = key_buffer.view(), .scratch = scratch.view(), .count = keys.size()});
    }));
    std::vector<ShellItem> items;
    for (const std::uint32_t key : keys) {
        items.push_back({key, 0});
    }
    const auto cuts = take(plan_shell_cuts(ShellVariant::d, options.shell, keys.size()));
    const Words flags = read_back<std::uint32_t>(runner(), scratch.view());
    // Each increment takes one pass more than it has passes that exchanged something.
    EXPECT_EQ(std::accumulate(flags.begin(), flags.end(), std::uint64_t{0}) + cuts.size(),
              reference_shell(items, cuts, ShellVariant::d));
}

INSTANTIATE_TEST_SUITE_P(ByEachVariant, ShellSorts, ::testing::ValuesIn(kShellMethods), [](const auto& tested) {
    std::string name = tested.param.name;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

}  // namespace
}  // namespace vkalgo::test
