// vkalgo_bench_histogram: times our histogram methods at the sizes of the student report. GPU times are measured by
// timestamps. Each result is compared with a count on the CPU in the same run.
//
//     vkalgo_bench_histogram [--device NAME] [--json FILE] [--repetitions R] [--all] [--sweep]
//
// --all     also run the cases that take minutes on a software device: large sizes, and two-kernel with many threads
// --sweep   instead, time the methods that `auto` chooses from with several workgroup sizes and numbers of chunks, for
//           tuning
#include "algorithms/histogram/histogram.hpp"

#include "algorithms/histogram/histogram_method.hpp"
#include "bench/harness/harness.hpp"
#include "engine/clock.hpp"
#include "engine/runner.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

using namespace vkalgo;
using namespace vkalgo::bench;

struct HistogramBenchArguments : Arguments {
    bool all = false;
};

constexpr const char* kDistributions[] = {"uniform", "constant", "sorted", "zipf", "few"};

/// Makes `count` values of a distribution. "uniform": all 2^bits values are equally likely. "zipf": the value of rank
/// r, from 1, has a probability in proportion to 1 / r. "two": two values alternate. "neighbours": six values that
/// share a word of packed counters. "mixture": seven of ten values are two alternating ones, the others are uniform.
/// "few": 16 values.
template <class Value>
std::vector<Value> make_values(std::uint64_t count, const std::string& distribution) {
    constexpr std::uint32_t kValues = 1u << (8 * sizeof(Value));
    Random random(12345);
    std::vector<Value> values(count);
    if (distribution == "constant") {
        std::fill(values.begin(), values.end(), static_cast<Value>(random.next()));
    } else if (distribution == "zipf") {
        // There are 2^20 equally likely slots. The weights of all values, laid end to end, cover the slots. A slot has
        // the value whose weight covers its middle.
        std::vector<double> cumulated(kValues);
        double sum = 0;
        for (std::uint32_t rank = 0; rank < kValues; ++rank) {
            cumulated[rank] = sum += 1.0 / (rank + 1);
        }
        std::vector<Value> slots(1 << 20);
        for (std::size_t slot = 0; slot < slots.size(); ++slot) {
            const double weight = sum * (static_cast<double>(slot) + 0.5) / static_cast<double>(slots.size());
            slots[slot] =
                static_cast<Value>(std::lower_bound(cumulated.begin(), cumulated.end(), weight) - cumulated.begin());
        }
        for (Value& value : values) {
            value = slots[random.next() >> 44];
        }
    } else if (distribution == "two") {
        for (std::uint64_t i = 0; i < count; ++i) {
            values[i] = static_cast<Value>(i % 2 * 100 + 7);
        }
    } else if (distribution == "rivals") {
        // The two values differ by 4,096, a multiple of the number of slots of count_packed's table
        // (VKALGO_PACKED_SLOTS).
        for (std::uint64_t i = 0; i < count; ++i) {
            values[i] = static_cast<Value>(i % 2 * 4096 + 7);
        }
    } else if (distribution == "mixture") {
        for (std::uint64_t i = 0; i < count; ++i) {
            const std::uint64_t any = random.next();
            values[i] = static_cast<Value>(any % 10 < 7 ? i % 2 * 100 + 7 : any >> 40);
        }
    } else if (distribution == "neighbours") {
        for (Value& value : values) {
            value = static_cast<Value>(6 * 17 + random.next() % 6);
        }
    } else if (distribution == "few") {
        Value some[16];
        for (Value& value : some) {
            value = static_cast<Value>(random.next());
        }
        for (Value& value : values) {
            value = some[random.next() >> 60];
        }
    } else {
        for (Value& value : values) {
            value = static_cast<Value>(random.next() >> 40);
        }
    }
    if (distribution == "sorted") {
        std::vector<std::uint64_t> counts(kValues);
        for (const Value value : values) {
            ++counts[value];
        }
        auto at = values.begin();
        for (std::uint32_t value = 0; value < kValues; ++value) {
            at = std::fill_n(at, counts[value], static_cast<Value>(value));
        }
    }
    return values;
}

/// An input on the device, and its counts, computed by the CPU.
class Workload {
public:
    template <class Value>
    Workload(Runner& runner, const std::string& distribution, const std::vector<Value>& values)
        : runner_(runner),
          distribution_(distribution),
          type_(sizeof(Value) == 1 ? ElementType::u8 : ElementType::u16),
          count_(values.size()),
          expected_(std::size_t{1} << (8 * sizeof(Value))),
          input_(value_of(runner.upload_new(std::as_bytes(std::span(values)), "values"))) {
        const auto start = std::chrono::steady_clock::now();
        for (const Value value : values) {
            ++expected_[value];
        }
        cpu_ms_ = milliseconds_since(start);
    }

    double cpu_ms() const { return cpu_ms_; }
    ElementType type() const { return type_; }
    std::uint64_t count() const { return count_; }

    /// Warms up, times `repetitions` runs and prints a row. A wrong result ends the program.
    Json measure(HistogramOptions options, int repetitions) const {
        options.type = type_;
        Context& context = runner_.context();
        const HistogramPlan plan = value_of(plan_histogram({options, count_}, context.profile()));
        const Histogram histogram = value_of(Histogram::create(context, options));
        const Buffer counts = value_of(Buffer::create(context, {.size = plan.counts_bytes, .name = "counts"}));
        Buffer scratch;
        if (plan.scratch_bytes != 0) {
            scratch = value_of(Buffer::create(context, {.size = plan.scratch_bytes, .name = "scratch"}));
        }
        const std::vector<double> times = value_of(runner_.measure(
            [&](Recorder& recorder) {
                return histogram.record(
                    recorder,
                    {.values = input_.view(), .counts = counts.view(), .scratch = scratch.view(), .count = count_});
            },
            repetitions));
        std::vector<std::uint32_t> got(plan.rule.bins + std::size_t{1});
        value_of(runner_.download(counts.view().slice(0, plan.counts_bytes), std::as_writable_bytes(std::span(got))));
        if (got.back() != 0 || !std::equal(expected_.begin(), expected_.end(), got.begin())) {
            std::fprintf(stderr, "vkalgo_bench_histogram: %s counts wrongly: %s, %llu values\n", options.method.c_str(),
                         distribution_.c_str(), static_cast<unsigned long long>(count_));
            std::exit(4);
        }
        const Spread spread = spread_of(times);
        const double bytes = static_cast<double>(count_) * size_of(type_);
        std::printf("%-4s %11llu  %-9s %-10s %-7s %5u %6u  %10.4f %10.4f %10.4f  %8.1f\n", to_string(type_),
                    static_cast<unsigned long long>(count_), distribution_.c_str(), options.method.c_str(),
                    plan.method->name, plan.threads, plan.blocks != 0 ? plan.blocks : plan.chunks, spread.median,
                    spread.least, spread.most, bytes / spread.median * 1e-6);
        std::fflush(stdout);
        return {{"type", to_string(type_)},         {"n", count_},
                {"bins", plan.rule.bins},           {"distribution", distribution_},
                {"method", options.method.c_str()}, {"kernel", plan.method->name},
                {"threads", plan.threads},          {"blocks", plan.blocks != 0 ? plan.blocks : plan.chunks},
                {"dispatches", plan.dispatches},    {"gpu_ms", json_of(spread)},
                {"cpu_one_core_ms", cpu_ms_},       {"verified", true}};
    }

private:
    Runner& runner_;
    std::string distribution_;
    ElementType type_;
    std::uint64_t count_;
    std::vector<std::uint64_t> expected_;
    Buffer input_;
    double cpu_ms_ = 0;
};

void print_head() {
    std::printf("%-4s %11s  %-9s %-10s %-7s %5s %6s  %10s %10s %10s  %8s\n", "type", "n", "values", "method", "kernel",
                "thr", "blocks", "median ms", "least", "most", "GB/s");
}

/// Measures the report's table (its sizes and its workgroup sizes) and our methods.
Json report_table(Runner& runner, const HistogramBenchArguments& arguments) {
    Json rows = Json::array();
    const bool software = runner.context().profile().type == DeviceType::software;
    for (const std::uint64_t count : {1024ull, 65536ull, 1'048'576ull, 56'975'000ull}) {
        if (software && count > 2'000'000 && !arguments.all) {
            continue;
        }
        for (const char* distribution : kDistributions) {
            const Workload work(runner, distribution, make_values<std::uint16_t>(count, distribution));
            for (const char* const method : {"auto", "atomic"}) {
                rows.push_back(work.measure({.method = method}, arguments.repetitions));
            }
            if (std::strcmp(distribution, "uniform") != 0) {
                continue;
            }
            std::printf("     %11llu  one core of the processor: %.4f ms\n", static_cast<unsigned long long>(count),
                        work.cpu_ms());
            for (const std::uint32_t threads : {128u, 256u, 512u, 1024u}) {
                const bool slow = software && count * threads > (1u << 27);
                if (threads <= runner.context().profile().max_workgroup_invocations && (!slow || arguments.all)) {
                    rows.push_back(work.measure({.method = "two-kernel", .threads = threads}, arguments.repetitions));
                }
            }
        }
    }
    // Bytes have 256 bins.
    const std::uint64_t bytes = software ? 1u << 24 : 1u << 30;
    for (const char* distribution : kDistributions) {
        const Workload work(runner, distribution, make_values<std::uint8_t>(bytes, distribution));
        rows.push_back(work.measure({}, arguments.repetitions));
    }
    return rows;
}

/// Measures the host's cost of recording: records 4,000 histograms in one command buffer, which is never executed.
/// Takes the smallest time of several tries.
Json record_cost(Runner& runner, const HistogramBenchArguments& arguments) {
    constexpr int kRecords = 4000;
    Context& context = runner.context();
    const Histogram histogram = value_of(Histogram::create(context, {.type = ElementType::u8}));
    const Buffer values = value_of(Buffer::create(context, {.size = 4096, .name = "values"}));
    const Buffer counts = value_of(Buffer::create(context, {.size = 257 * 4, .name = "counts"}));
    double least = 0;
    for (int turn = 0; turn < arguments.repetitions; ++turn) {
        double taken = 0;
        const auto run = runner.run([&](Recorder& recorder) -> Result<void> {
            const auto start = std::chrono::steady_clock::now();
            for (int number = 0; number < kRecords; ++number) {
                VKALGO_CHECK(histogram.record(
                    recorder, {.values = values.view(), .counts = counts.view(), .count = values.size()}));
            }
            taken = milliseconds_since(start);
            return Error{ErrorCode::cancelled, "recorded, not run", {}};
        });
        if (!run && run.error().code != ErrorCode::cancelled) {
            value_of(run);
        }
        least = turn == 0 ? taken : std::min(least, taken);
    }
    std::printf("recording %d histograms into one command buffer: %.3f ms\n", kRecords, least);
    return {{"records", kRecords}, {"host_ms", least}};
}

/// Times the methods that `auto` chooses from, at the largest sizes.
Json sweep(Runner& runner, const HistogramBenchArguments& arguments) {
    Json rows = Json::array();
    const bool software = runner.context().profile().type == DeviceType::software;
    for (const char* distribution :
         {"uniform", "constant", "sorted", "zipf", "few", "two", "neighbours", "rivals", "mixture"}) {
        const Workload words(runner, distribution,
                             make_values<std::uint16_t>(software ? 4'000'000 : 56'975'000, distribution));
        rows.push_back(words.measure({.method = "ranges"}, arguments.repetitions));
        for (const std::uint32_t threads : {512u, 1024u}) {
            for (const std::uint32_t blocks : {132u, 264u}) {
                rows.push_back(
                    words.measure({.method = "packed", .blocks = blocks, .threads = threads}, arguments.repetitions));
            }
        }
    }
    for (const char* distribution : {"uniform", "zipf", "constant"}) {
        const Workload words(runner, distribution,
                             make_values<std::uint16_t>(software ? 4'000'000 : 56'975'000, distribution));
        for (const std::uint32_t threads : {256u, 512u, 1024u}) {
            for (const std::uint32_t blocks : {88u, 132u, 176u, 264u, 352u, 528u}) {
                rows.push_back(
                    words.measure({.method = "ranges", .blocks = blocks, .threads = threads}, arguments.repetitions));
            }
        }
        rows.push_back(words.measure({.method = "global"}, arguments.repetitions));
        const Workload bytes(runner, distribution,
                             make_values<std::uint8_t>(software ? 1u << 24 : 1u << 30, distribution));
        for (const std::uint32_t threads : {128u, 256u, 512u, 1024u}) {
            for (const std::uint32_t blocks : {528u, 1056u, 2048u, 4096u, 8192u}) {
                rows.push_back(
                    bytes.measure({.method = "copies", .blocks = blocks, .threads = threads}, arguments.repetitions));
            }
        }
    }
    return rows;
}

}  // namespace

// An exception (no memory for the JSON) ends the program.
int main(int argc, char** argv) {  // NOLINT(bugprone-exception-escape)
    HistogramBenchArguments arguments;
    parse(argc, argv, arguments, [&](const std::string& word, const char*) {
        arguments.all = arguments.all || word == "--all";
        return word == "--all" ? 1 : 0;
    });
    ContextOptions options;
    options.device = arguments.device;
    const auto context = value_of(Context::create(options));
    Runner runner = value_of(Runner::create(*context));
    Json result = head_of("vkalgo_bench_histogram", *context, arguments);
    print_head();
    result["record"] = record_cost(runner, arguments);
    result["rows"] = arguments.sweep ? sweep(runner, arguments) : report_table(runner, arguments);
    return write_json(result, arguments);
}
