// vkalgo_bench_scan: times our scans and a copy of the same number of bytes. GPU times are measured by timestamps. Each
// result is compared with that of the CPU in the same run.
//
//     vkalgo_bench_scan [--device NAME] [--json FILE] [--repetitions R] [--sweep [--type TYPE] [--segmented]]
//
// --sweep   time tile shapes of method look-back instead, for tuning
#include "algorithms/scan/scan.hpp"

#include "algorithms/scan/scan_reference.hpp"
#include "algorithms/scan/scan_tuning.hpp"
#include "bench/harness/harness.hpp"
#include "engine/runner.hpp"
#include <vkalgo_spirv/bench/copy_words.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

namespace {

using namespace vkalgo;
using namespace vkalgo::bench;

struct ScanBenchArguments : Arguments {
    ElementType type = ElementType::u32;
    bool segmented = false;
};

void print_row(const std::string& name, const std::string& method, std::uint64_t n, const Spread& spread, double bytes,
               const std::string& more) {
    std::printf("%-28s %-17s %11llu  %10.4f %10.4f %10.4f  %8.1f GB/s  %s\n", name.c_str(), method.c_str(),
                static_cast<unsigned long long>(n), spread.median, spread.least, spread.most,
                bytes / spread.median * 1e-6, more.c_str());
    std::fflush(stdout);
}

/// Elements on the device, the same in every run. f32 elements are small integers. Their sums are exact in any order of
/// additions, as long as the sums are below 2^24.
class Workload {
public:
    Workload(Runner& runner, ElementType type, std::uint64_t count) : runner_(runner), type_(type), count_(count) {
        Random random(4711);
        values_.resize(count * size_of(type));
        for (std::uint64_t i = 0; i < count; ++i) {
            std::uint64_t bits = random.next();
            if (type == ElementType::f32) {
                bits = std::bit_cast<std::uint32_t>(static_cast<float>(static_cast<int>(bits % 3) - 1));
            }
            std::memcpy(values_.data() + i * size_of(type), &bits, size_of(type));
        }
        heads_.resize(scan_heads_bytes(count) / 4);
        for (std::uint64_t i = 0; i < count; i += 1 + random.next() % 2000) {
            heads_[i / 32] |= 1u << (i % 32);
        }
        input_ = value_of(runner.upload_new(values_, "values"));
        flags_ = value_of(runner.upload_new(std::as_bytes(std::span(heads_)), "heads"));
        output_ = value_of(Buffer::create(runner.context(), {.size = values_.size(), .name = "results"}));
    }

    /// Returns the bytes that every scan must read and write.
    double bytes() const { return 2.0 * static_cast<double>(values_.size()); }

    /// Returns the milliseconds of a copy from the input to the output by the fastest of several kernel shapes.
    Spread copy(int repetitions) {
        Context& context = runner_.context();
        Spread best;
        for (const auto& [threads, vectors] : {std::pair{256u, 1u}, {256u, 4u}}) {
            const auto kernel = value_of(context.kernel({.name = "bench/copy_words",
                                                         .spirv = spirv::bench_copy_words,
                                                         .constants = {{0, threads}, {1, vectors}}}));
            const auto count = static_cast<std::uint32_t>(values_.size() / 16);
            const std::uint64_t per_group = std::uint64_t{threads} * vectors;
            const Spread spread = spread_of(value_of(runner_.measure(
                [&](Recorder& recorder) -> Result<void> {
                    recorder.dispatch(*kernel, {input_.view(), output_.view()}, count,
                                      Groups::linear((count + per_group - 1) / per_group, context));
                    return recorder.status();
                },
                repetitions)));
            if (best.median == 0 || spread.median < best.median) {
                best = spread;
            }
        }
        return best;
    }

    /// Returns the milliseconds of the scan. A wrong result ends the program.
    Spread scan(ScanOptions options, const ScanTuning* tuned, int repetitions, std::string* method) {
        options.type = type_;
        Context& context = runner_.context();
        const ScanParams params{options, count_};
        const ScanPlan plan = value_of(tuned != nullptr ? plan_tuned_scan(params, context.profile(), *tuned)
                                                        : plan_scan(params, context.profile()));
        const Scan scan = value_of(create_tuned_scan(context, options, *plan.tuning));
        Buffer scratch;
        if (plan.scratch_bytes != 0) {
            scratch = value_of(Buffer::create(context, {.size = plan.scratch_bytes, .name = "scratch"}));
        }
        ScanArguments arguments{.values = input_.view(), .results = output_.view(), .count = count_};
        arguments.scratch = scratch.view();
        if (options.segmented) {
            arguments.heads = flags_.view();
        }
        const auto times = value_of(
            runner_.measure([&](Recorder& recorder) { return scan.record(recorder, arguments); }, repetitions));
        check(options);
        *method = std::string(plan.method_name());
        return spread_of(times);
    }

private:
    void check(const ScanOptions& options) {
        if (expected_for_ != key_of(options)) {
            expected_ = value_of(scan_reference(values_, heads_, options)).results;
            expected_for_ = key_of(options);
        }
        got_.resize(values_.size());
        value_of(runner_.download(output_.view().slice(0, got_.size()), got_));
        if (std::memcmp(got_.data(), expected_.data(), got_.size()) != 0) {
            std::fprintf(stderr, "vkalgo_bench_scan: %s scans %llu elements wrongly\n", options.method.c_str(),
                         static_cast<unsigned long long>(count_));
            std::exit(4);
        }
    }
    static std::string key_of(const ScanOptions& options) {
        return std::string(to_string(options.op)) + to_string(options.kind) + (options.segmented ? "segmented" : "");
    }

    Runner& runner_;
    ElementType type_;
    std::uint64_t count_;
    std::vector<std::byte> values_, expected_, got_;
    std::vector<std::uint32_t> heads_;
    std::string expected_for_;
    Buffer input_, output_, flags_;
};

struct Case {
    const char* name;
    ElementType type;
    ScanOptions options;
    int log2;
};

/// Returns the row of a copy, whose result is not checked.
Json copy_row(const std::string& name, const std::string& method, std::uint64_t n, const Spread& spread) {
    return {{"case", name}, {"method", method},
            {"n", n},       {"gpu_ms", json_of(spread)},
            {"values", n},  {"rate_per_second", static_cast<double>(n) / spread.median * 1e3}};
}

/// Returns the row of a scan, which Workload::scan() has checked.
Json scan_row(const std::string& name, const std::string& method, std::uint64_t n, const Spread& spread) {
    Json row = copy_row(name, method, n, spread);
    row["verified"] = true;
    return row;
}

/// Times each scan, and a copy of as many bytes as the scan reads.
Json table(Runner& runner, const ScanBenchArguments& arguments) {
    const bool software = runner.context().profile().type == DeviceType::software;
    const int large = software ? 22 : 28;
    const ScanOptions exclusive{.kind = ScanKind::exclusive};
    const std::vector<Case> cases{
        {"scan-u32", ElementType::u32, {}, large},
        {"scan-u32-exclusive", ElementType::u32, exclusive, large},
        {"scan-u32-max", ElementType::u32, {.op = ScanOperator::max}, large},
        {"scan-u32-segmented", ElementType::u32, {.segmented = true}, large},
        {"scan-u32-two-passes", ElementType::u32, {.method = "reduce-then-scan"}, large},
        {"scan-f32", ElementType::f32, {}, large},
        {"scan-f32-reproducible", ElementType::f32, {.reproducible = true}, large},
        {"scan-u64", ElementType::u64, {}, large - 1},
        {"scan-u32", ElementType::u32, {}, 24},
        {"scan-u32", ElementType::u32, {}, 20},
        {"scan-u32", ElementType::u32, {}, 16},
        {"scan-u32", ElementType::u32, {}, 10},
    };
    Json rows = Json::array();
    std::optional<Workload> work;
    ElementType type = ElementType::u8;
    int log2 = 0;
    Spread copy;
    for (const Case& one : cases) {
        if (software && one.log2 > large) {
            continue;
        }
        const std::uint64_t n = std::uint64_t{1} << one.log2;
        if (!work || type != one.type || log2 != one.log2) {
            work.reset();
            work.emplace(runner, one.type, n);
            type = one.type;
            log2 = one.log2;
            copy = work->copy(arguments.repetitions);
            const std::string name = std::string("copy-") + to_string(type) + "-" + std::to_string(n);
            print_row(name, "kernel", n, copy, work->bytes(), "");
            rows.push_back(copy_row(name, "kernel", n, copy));
        }
        std::string method;
        const Spread spread = work->scan(one.options, nullptr, arguments.repetitions, &method);
        const std::string name = std::string(one.name) + "-" + std::to_string(n);
        const double share = copy.median / spread.median;
        char words[64];
        std::snprintf(words, sizeof words, "%.1f%% of the copy", 100 * share);
        print_row(name, method, n, spread, work->bytes(), words);
        Json row = scan_row(name, method, n, spread);
        row["baseline"] = std::string("copy-") + to_string(type) + "-" + std::to_string(n);
        row["ratio"] = 1 / share;
        if (one.log2 == 28 && std::strcmp(one.name, "scan-u32") == 0) {
            row["target_ratio"] = 1.111;
            row["met"] = share >= 0.9;
        }
        rows.push_back(row);
    }
    return rows;
}

/// Times tile shapes of method look-back, then both methods at several sizes. The numbers of scan_tuning come from this
/// function.
Json sweep(Runner& runner, const ScanBenchArguments& arguments) {
    const DeviceProfile& profile = runner.context().profile();
    const int large = profile.type == DeviceType::software ? 20 : size_of(arguments.type) == 8 ? 27 : 28;
    Json rows = Json::array();
    std::optional<Workload> work;
    Spread copy;
    const auto begin = [&](int log2) {
        work.reset();
        work.emplace(runner, arguments.type, std::uint64_t{1} << log2);
        copy = work->copy(arguments.repetitions);
        print_row("copy", "kernel", std::uint64_t{1} << log2, copy, work->bytes(), "");
    };
    const auto time = [&](const std::string& name, const char* method, const ScanTuning* tuning, int log2) {
        std::string used;
        const Spread spread =
            work->scan({.segmented = arguments.segmented, .method = method}, tuning, arguments.repetitions, &used);
        char words[64];
        std::snprintf(words, sizeof words, "%.1f%% of the copy", 100 * copy.median / spread.median);
        print_row(name, used, std::uint64_t{1} << log2, spread, work->bytes(), words);
        rows.push_back(scan_row(name, used, std::uint64_t{1} << log2, spread));
    };
    struct Shape {
        std::uint32_t threads, vectors;
    };
    begin(large);
    for (const Shape& shape : {Shape{128, 8},
                               {128, 12},
                               {128, 16},
                               {128, 20},
                               {256, 6},
                               {256, 8},
                               {256, 12},
                               {256, 16},
                               {256, 20},
                               {512, 6},
                               {512, 8}}) {
        if (shape.threads > profile.max_workgroup_invocations) {
            continue;
        }
        ScanTuning tuning = scan_tuning({.segmented = arguments.segmented, .method = "look-back"}, profile);
        tuning.threads = shape.threads;
        tuning.vectors = shape.vectors;
        time(std::to_string(shape.threads) + " x " + std::to_string(shape.vectors), "look-back", &tuning, large);
    }
    for (const int log2 : {20, 22, 23, 24, 25, 26}) {
        if (log2 <= large) {
            begin(log2);
            time("one pass", "look-back", nullptr, log2);
            time("two passes", "reduce-then-scan", nullptr, log2);
        }
    }
    return rows;
}

}  // namespace

// An exception (no memory for the JSON) ends the program.
int main(int argc, char** argv) {  // NOLINT(bugprone-exception-escape)
    ScanBenchArguments arguments;
    parse(argc, argv, arguments, [&](const std::string& word, const char* value) {
        if (word == "--segmented") {
            arguments.segmented = true;
            return 1;
        }
        const auto type = value != nullptr ? element_type_from(value) : std::nullopt;
        arguments.type = type.value_or(arguments.type);
        return word == "--type" && type ? 2 : 0;
    });
    ContextOptions options;
    options.device = arguments.device;
    const auto context = value_of(Context::create(options));
    Runner runner = value_of(Runner::create(*context));
    Json result = head_of("vkalgo_bench_scan", *context, arguments);
    std::printf("%-28s %-17s %11s  %10s %10s %10s\n", "case", "method", "n", "median ms", "least", "most");
    result[arguments.sweep ? "sweep" : "cases"] = arguments.sweep ? sweep(runner, arguments) : table(runner, arguments);
    return write_json(result, arguments);
}
