// vkalgo_bench_sort: our sorts by method, type and size, GPU time by timestamps, each result checked in the same run.
//
//     vkalgo_bench_sort [--device NAME] [--json FILE] [--repetitions R] [--sweep]
//
// --sweep   times shapes of the methods on 2^24 keys (2^16 on software devices) instead, for tuning
#include "algorithms/sort/sort.hpp"

#include "algorithms/sort/sort_tuning.hpp"
#include "bench/harness.hpp"
#include "engine/runner.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

using namespace vkalgo;
using namespace vkalgo::bench;

/// Keys on the device and, sorted by the processor, on the host.
class Workload {
public:
    Workload(Runner& runner, ElementType type, std::uint64_t count) : runner_(runner), count_(count) {
        Random random(4711);
        const std::uint32_t bytes = size_of(type);
        std::vector<std::uint64_t> keys(count);
        for (std::uint64_t& key : keys) {
            key = bytes == 4 ? random.next() & 0xffffffff : random.next();
        }
        const Buffer staged = value_of(runner.upload_new(packed(keys, bytes), "unsorted"));
        std::sort(keys.begin(), keys.end());
        expected_ = packed(keys, bytes);
        input_ = value_of(Buffer::create(runner.context(), {.size = expected_.size(), .name = "input"}));
        value_of(runner.run([&](Recorder& recorder) {
            recorder.copy(staged.view(), input_.view());
            return recorder.status();
        }));
        keys_ = value_of(Buffer::create(runner.context(), {.size = expected_.size(), .name = "keys"}));
        values_ = value_of(Buffer::create(runner.context(), {.size = count * 4, .name = "values"}));
    }

    /// Milliseconds of the sort alone; a wrong result ends the program.
    Spread sort(const SortOptions& options, const SortTuning* tuned, int repetitions, std::string* method) {
        Context& context = runner_.context();
        const SortParams params{options, count_};
        const SortPlan plan = value_of(tuned != nullptr ? plan_tuned_sort(params, context.profile(), *tuned)
                                                        : plan_sort(params, context.profile()));
        const Sort sort = value_of(create_tuned_sort(context, options, *plan.tuning));
        Buffer scratch;
        if (plan.scratch_bytes != 0) {
            scratch = value_of(Buffer::create(context, {.size = plan.scratch_bytes, .name = "scratch"}));
        }
        const std::string span = std::string("sort ") + std::string(plan.method_name());
        const auto once = [&](Recorder& recorder) {
            recorder.copy(input_.view(), keys_.view());
            return sort.record(recorder, {.keys = keys_.view(),
                                          .values = options.values ? values_.view() : BufferView{},
                                          .scratch = scratch.view(),
                                          .count = count_});
        };
        value_of(runner_.measure(once, 0));  // warms up
        std::vector<double> times;
        for (int turn = 0; turn < repetitions; ++turn) {
            const RunReport report = value_of(runner_.run(once));
            for (const SpanTime& each : report.spans) {
                if (each.name == span) {
                    times.push_back(each.milliseconds);
                }
            }
        }
        std::vector<std::byte> got(expected_.size());
        value_of(runner_.download(keys_.view().slice(0, got.size()), got));
        if (std::memcmp(got.data(), expected_.data(), got.size()) != 0) {
            std::fprintf(stderr, "vkalgo_bench_sort: %s sorts %llu keys wrongly\n", span.c_str(),
                         static_cast<unsigned long long>(count_));
            std::exit(4);
        }
        *method = std::string(plan.method_name());
        return spread_of(times);
    }

private:
    static std::vector<std::byte> packed(const std::vector<std::uint64_t>& keys, std::uint32_t bytes) {
        std::vector<std::byte> data(keys.size() * bytes);
        for (std::size_t i = 0; i < keys.size(); ++i) {
            std::memcpy(data.data() + i * bytes, &keys[i], bytes);  // little-endian, as all devices are
        }
        return data;
    }

    Runner& runner_;
    std::uint64_t count_;
    std::vector<std::byte> expected_;
    Buffer input_, keys_, values_;
};

Json row_of(const std::string& name, const std::string& method, std::uint64_t n, const Spread& spread) {
    const double rate = static_cast<double>(n) / spread.median * 1e3;
    std::printf("%-28s %-10s %11llu  %10.4f %10.4f %10.4f  %8.3f Gkeys/s\n", name.c_str(), method.c_str(),
                static_cast<unsigned long long>(n), spread.median, spread.least, spread.most, rate * 1e-9);
    std::fflush(stdout);
    return {{"case", name}, {"method", method},        {"n", n},          {"gpu_ms", json_of(spread)},
            {"keys", n},    {"rate_per_second", rate}, {"verified", true}};
}

Json table(Runner& runner, const Arguments& arguments) {
    const bool software = runner.context().profile().type == DeviceType::software;
    Json rows = Json::array();
    for (const ElementType type : {ElementType::u32, ElementType::u64}) {
        for (const int log2 : {10, 16, 18, 20, 22, 24, 26}) {
            if ((software && log2 > 18) || (type == ElementType::u64 && log2 % 4 != 0)) {
                continue;
            }
            const std::uint64_t n = std::uint64_t{1} << log2;
            Workload work(runner, type, n);
            for (const bool values : {false, true}) {
                for (const std::string_view method : sort_method_names()) {
                    const SortOptions options{.type = type, .values = values, .method = std::string(method)};
                    std::string used;
                    const Spread spread = work.sort(options, nullptr, arguments.repetitions, &used);
                    rows.push_back(
                        row_of(std::string("sort-") + to_string(type) + (values ? "-values-" : "-") + std::to_string(n),
                               used, n, spread));
                }
            }
        }
    }
    return rows;
}

Json sweep(Runner& runner, const Arguments& arguments) {
    const DeviceProfile& profile = runner.context().profile();
    const std::uint64_t n = std::uint64_t{1} << (profile.type == DeviceType::software ? 16 : 24);
    Workload work(runner, ElementType::u32, n);
    Json rows = Json::array();
    const auto time = [&](const SortOptions& options, const SortTuning& tuning, const std::string& name) {
        std::string used;
        const Spread spread = work.sort(options, &tuning, arguments.repetitions, &used);
        rows.push_back(row_of(name, used, n, spread));
    };
    const SortOptions pratt{.method = "pratt"};
    for (const std::uint32_t threads : {256U, 512U, 1024U}) {
        for (const std::uint64_t columns : {4U, 8U, 16U}) {
            SortTuning tuning = sort_tuning(pratt, profile);
            tuning.threads = threads;
            tuning.pratt.rows = tuning.pratt.tile / columns;
            time(pratt, tuning, std::to_string(threads) + " threads, " + std::to_string(columns) + " columns");
        }
    }
    const SortOptions radix{.method = "radix"};
    for (const std::uint32_t threads : {128U, 256U, 512U}) {
        for (const std::uint32_t each : {4U, 8U, 16U, 24U}) {
            SortTuning tuning = sort_tuning(radix, profile);
            if (4 * (std::uint64_t{threads} / tuning.lanes << tuning.bits) > profile.shared_memory) {
                continue;
            }
            tuning.radix_threads = threads;
            tuning.each = each;
            time(radix, tuning, std::to_string(threads) + " threads x " + std::to_string(each));
        }
    }
    return rows;
}

}  // namespace

// An exception (no memory for the keys) ends the program, as it should.
int main(int argc, char** argv) {  // NOLINT(bugprone-exception-escape)
    Arguments arguments;
    parse(argc, argv, arguments, [](const std::string&, const char*) { return 0; });
    ContextOptions options;
    options.device = arguments.device;
    const auto context = value_of(Context::create(options));
    Runner runner = value_of(Runner::create(*context));
    Json result = head_of("vkalgo_bench_sort", *context, arguments);
    std::printf("%-28s %-10s %11s  %10s %10s %10s\n", "case", "method", "n", "median ms", "least", "most");
    result[arguments.sweep ? "sweep" : "cases"] = arguments.sweep ? sweep(runner, arguments) : table(runner, arguments);
    return write_json(result, arguments);
}
