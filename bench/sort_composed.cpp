// vkalgo_bench_sort_composed: times algorithms that are composed of sorts, histograms and scans: counting sorts of
// 16-bit keys, segmented sorts, and searches for the first keys. GPU times are measured by timestamps. Each result is
// checked in the same run.
//
//     vkalgo_bench_sort_composed [--device NAME] [--json FILE] [--repetitions R]
#include "algorithms/sort/segmented_sort.hpp"
#include "algorithms/sort/sort_reference.hpp"
#include "algorithms/sort/top_k.hpp"
#include "bench/harness/harness.hpp"
#include "engine/runner.hpp"
#include "formats/random_array.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <numeric>
#include <span>
#include <string>
#include <vector>

namespace {

using namespace vkalgo;
using namespace vkalgo::bench;

using Words = std::vector<std::uint32_t>;

/// Ends the program if the result is wrong.
void check(bool right, const std::string& name) {
    if (!right) {
        std::fprintf(stderr, "vkalgo_bench_sort_composed: %s is wrong\n", name.c_str());
        std::exit(4);
    }
}

Buffer buffer_of(Runner& runner, std::uint64_t bytes, const char* name) {
    return value_of(Buffer::create(runner.context(), {.size = std::max<std::uint64_t>(bytes, 4), .name = name}));
}

Buffer uploaded(Runner& runner, std::span<const std::byte> bytes, const char* name) {
    Buffer buffer = buffer_of(runner, bytes.size(), name);
    value_of(runner.upload(buffer.view(), bytes));
    return buffer;
}

template <class T>
std::vector<T> downloaded(Runner& runner, const Buffer& buffer, std::size_t count) {
    std::vector<T> values(count);
    value_of(runner.download(buffer.view().slice(0, count * sizeof(T)), std::as_writable_bytes(std::span(values))));
    return values;
}

/// Returns the milliseconds of the span of this name in the commands that `once` records.
bench::Spread time(Runner& runner, const Arguments& arguments, const std::string& span,
                   const std::function<Result<void>(Recorder&)>& once) {
    value_of(runner.measure(once, 0));  // Warms up
    std::vector<double> times;
    for (int turn = 0; turn < arguments.repetitions; ++turn) {
        bench::append_span_times(times, value_of(runner.run(once)), span);
    }
    return bench::spread_of(times);
}

Json row_of(const std::string& name, std::uint64_t n, const bench::Spread& spread) {
    const double rate = static_cast<double>(n) / spread.median * 1e3;
    std::printf("%-34s %11llu  %10.4f %10.4f %10.4f  %8.3f Gkeys/s\n", name.c_str(), static_cast<unsigned long long>(n),
                spread.median, spread.least, spread.most, rate * 1e-9);
    std::fflush(stdout);
    return {{"case", name},    {"n", n}, {"gpu_ms", json_of(spread)}, {"keys", n}, {"rate_per_second", rate},
            {"verified", true}};
}

/// Times counting sorts of 16-bit keys, without and with values.
void counting(Runner& runner, const Arguments& arguments, std::uint64_t n, Json& rows) {
    for (const char* name : {"uniform", "constant", "sorted", "zipf"}) {
        const formats::Array keys = formats::random_array(ElementType::u16, n, *formats::distribution_from(name), 1);
        const Buffer given = uploaded(runner, keys.data, "given");
        const Buffer sorted = buffer_of(runner, keys.data.size(), "sorted");
        const Buffer values = buffer_of(runner, n * 4, "values");
        for (const bool indices : {false, true}) {
            const SortOptions options{.type = ElementType::u16, .values = indices, .indices = indices};
            const SortPlan plan = value_of(plan_sort({options, n}, runner.context().profile()));
            const Sort sort = value_of(Sort::create(runner.context(), options));
            const Buffer scratch = buffer_of(runner, plan.scratch_bytes, "scratch");
            const std::string title = std::string("sort-u16-") + name + (indices ? "-indices" : "");
            const auto spread = time(runner, arguments, "sort counting", [&](Recorder& recorder) {
                recorder.copy(given.view(), sorted.view());
                return sort.record(recorder, {.keys = sorted.view(),
                                              .values = indices ? values.view() : BufferView{},
                                              .scratch = scratch.view(),
                                              .count = n});
            });
            std::vector<std::byte> expected = keys.data;
            value_of(sort_reference(expected, {}, options));
            check(downloaded<std::byte>(runner, sorted, expected.size()) == expected, title);
            check(
                !indices || wrong_order(keys.data, downloaded<std::uint32_t>(runner, values, n), options, true).empty(),
                title);
            rows.push_back(row_of(title, n, spread));
        }
    }
}

/// Times segments of equal length, from one giant segment to millions of small ones.
void segmented(Runner& runner, const Arguments& arguments, std::uint64_t n, Json& rows) {
    const formats::Array keys = formats::random_array(ElementType::u32, n, formats::Distribution::uniform, 1);
    const Buffer given = uploaded(runner, keys.data, "given");
    const Buffer sorted = buffer_of(runner, keys.data.size(), "sorted");
    for (const std::uint64_t length : {n, std::uint64_t{4096}, std::uint64_t{64}, std::uint64_t{4}}) {
        Words offsets;
        for (std::uint64_t at = 0; at <= n; at += length) {
            offsets.push_back(static_cast<std::uint32_t>(at));
        }
        const std::uint64_t segments = offsets.size() - 1;
        const SegmentedSortOptions options{{}, static_cast<std::uint32_t>(segments)};
        const auto plan = value_of(plan_segmented_sort({options, n, segments}, runner.context().profile()));
        const SegmentedSort sort = value_of(SegmentedSort::create(runner.context(), options));
        const Buffer scratch = buffer_of(runner, plan.scratch_bytes, "scratch");
        const Buffer begins = uploaded(runner, std::as_bytes(std::span(offsets)), "offsets");
        const std::string title = "segments-of-" + std::to_string(length);
        const auto spread = time(runner, arguments, "segmented sort", [&](Recorder& recorder) {
            recorder.copy(given.view(), sorted.view());
            return sort.record(recorder, {.keys = sorted.view(),
                                          .offsets = begins.view(),
                                          .scratch = scratch.view(),
                                          .count = n,
                                          .segments = segments});
        });
        Words expected(n);
        std::memcpy(expected.data(), keys.data.data(), keys.data.size());
        for (std::uint64_t at = 0; at < n; at += length) {
            std::sort(expected.begin() + static_cast<std::ptrdiff_t>(at),
                      expected.begin() + static_cast<std::ptrdiff_t>(at + length));
        }
        check(downloaded<std::uint32_t>(runner, sorted, n) == expected, title);
        rows.push_back(row_of(title, n, spread));
    }
}

/// Times the search for the largest keys with their indices.
void top(Runner& runner, const Arguments& arguments, std::uint64_t n, Json& rows) {
    for (const char* name : {"uniform", "constant"}) {
        const formats::Array keys = formats::random_array(ElementType::u32, n, *formats::distribution_from(name), 1);
        const Buffer given = uploaded(runner, keys.data, "given");
        for (const std::uint64_t k : {std::uint64_t{10}, std::uint64_t{1000}, n / 256}) {
            const TopKOptions options{.indices = true};
            const TopKPlan plan = value_of(plan_top_k({options, n, k}, runner.context().profile()));
            const TopK search = value_of(TopK::create(runner.context(), options));
            const Buffer scratch = buffer_of(runner, plan.scratch_bytes, "scratch");
            const Buffer best = buffer_of(runner, plan.top_keys_bytes, "best");
            const Buffer indices = buffer_of(runner, plan.top_values_bytes, "indices");
            const std::string title = "top-" + std::to_string(k) + "-" + name;
            const auto spread = time(runner, arguments, "top k", [&](Recorder& recorder) {
                return search.record(recorder, {.keys = given.view(),
                                                .top_keys = best.view(),
                                                .top_values = indices.view(),
                                                .scratch = scratch.view(),
                                                .count = n,
                                                .k = k});
            });
            const auto key_at = [&](std::uint32_t index) {
                std::uint32_t key = 0;
                std::memcpy(&key, keys.data.data() + index * std::uint64_t{4}, 4);
                return key;
            };
            const auto precedes = [&](std::uint32_t a, std::uint32_t b) {
                const std::uint32_t key_a = key_at(a), key_b = key_at(b);
                return key_a > key_b || (key_a == key_b && a < b);
            };
            Words expected(n);
            std::iota(expected.begin(), expected.end(), 0U);
            const auto end = expected.begin() + static_cast<std::ptrdiff_t>(k);
            std::nth_element(expected.begin(), end - 1, expected.end(), precedes);
            std::sort(expected.begin(), end, precedes);
            expected.resize(k);
            check(downloaded<std::uint32_t>(runner, indices, k) == expected, title);
            rows.push_back(row_of(title, n, spread));
        }
    }
}

}  // namespace

// An exception (no memory for the keys) ends the program.
int main(int argc, char** argv) {  // NOLINT(bugprone-exception-escape)
    Arguments arguments;
    parse(argc, argv, arguments, [](const std::string&, const char*) { return 0; });
    ContextOptions options;
    options.device = arguments.device;
    const auto context = value_of(Context::create(options));
    Runner runner = value_of(Runner::create(*context));
    Json result = head_of("vkalgo_bench_sort_composed", *context, arguments);
    const bool software = context->profile().type == DeviceType::software;
    std::printf("%-34s %11s  %10s %10s %10s\n", "case", "n", "median ms", "least", "most");
    Json rows = Json::array();
    counting(runner, arguments, software ? 1U << 20 : 56975000, rows);
    segmented(runner, arguments, std::uint64_t{1} << (software ? 16 : 24), rows);
    top(runner, arguments, std::uint64_t{1} << (software ? 18 : 26), rows);
    result["cases"] = rows;
    return write_json(result, arguments);
}
