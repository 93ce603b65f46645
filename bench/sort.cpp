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

/// Random keys on the device.
class Workload {
public:
    Workload(Runner& runner, ElementType type, std::uint64_t count)
        : runner_(runner), type_(type), data_(count * size_of(type)), count_(count) {
        Random random(4711);
        for (std::uint64_t i = 0; i < count; ++i) {
            const std::uint64_t key = random.next();
            std::memcpy(data_.data() + i * size_of(type), &key, size_of(type));  // little-endian, as all devices are
        }
        print_ = print_of(nullptr);
        const Buffer staged = value_of(runner.upload_new(data_, "unsorted"));
        input_ = value_of(Buffer::create(runner.context(), {.size = data_.size(), .name = "input"}));
        value_of(runner.run([&](Recorder& recorder) {
            recorder.copy(staged.view(), input_.view());
            return recorder.status();
        }));
        keys_ = value_of(Buffer::create(runner.context(), {.size = data_.size(), .name = "keys"}));
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
        value_of(runner_.download(keys_.view().slice(0, data_.size()), data_));
        bool sorted = false;
        if (print_of(&sorted) != print_ || !sorted) {
            std::fprintf(stderr, "vkalgo_bench_sort: %s sorts %llu keys wrongly\n", span.c_str(),
                         static_cast<unsigned long long>(count_));
            std::exit(4);
        }
        *method = std::string(plan.method_name());
        return spread_of(times);
    }

private:
    /// A number that all orders of the same keys share, and other keys hardly; whether they ascend.
    std::uint64_t print_of(bool* sorted) const {
        std::uint64_t print = 0;
        std::uint64_t last = 0;
        bool ascending = true;
        for (std::uint64_t i = 0; i < count_; ++i) {
            std::uint64_t key = 0;
            std::memcpy(&key, data_.data() + i * size_of(type_), size_of(type_));
            ascending = ascending && last <= key;
            last = key;
            std::uint64_t mixed = (key + 0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9;
            mixed = (mixed ^ (mixed >> 31)) * 0x94d049bb133111eb;
            print += mixed ^ (mixed >> 29);
        }
        if (sorted != nullptr) {
            *sorted = ascending;
        }
        return print;
    }

    Runner& runner_;
    ElementType type_;
    std::vector<std::byte> data_;
    std::uint64_t count_;
    std::uint64_t print_ = 0;
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
        for (const int log2 : {10, 16, 18, 20, 22, 24, 26, 28}) {
            if ((software && log2 > 18) || (type == ElementType::u64 && (log2 % 4 != 0 || log2 > 24))) {
                continue;
            }
            const std::uint64_t n = std::uint64_t{1} << log2;
            Workload work(runner, type, n);
            for (const bool values : {false, true}) {
                for (const std::string_view method : sort_method_names()) {
                    const SortOptions options{.type = type, .values = values, .method = std::string(method)};
                    const auto plan = plan_sort({options, n}, runner.context().profile());
                    if (!plan || !plan->sorts() || plan->dispatches > 1000) {
                        continue;  // no peer: it refuses so many keys, leaves them unsorted, or would take minutes
                    }
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
    for (const std::uint32_t threads : {128U, 512U, 1024U}) {
        for (const std::uint64_t columns : {8U, 16U, 32U, 64U, 128U, 256U}) {
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
    const SortOptions onesweep{.method = "onesweep"};
    for (const SweepShape shape :
         {SweepShape{256, 16, 1}, SweepShape{384, 12, 1}, SweepShape{512, 8, 1}, SweepShape{512, 20, 1},
          SweepShape{512, 24, 2}, SweepShape{512, 32, 2}, SweepShape{512, 40, 2}, SweepShape{512, 44, 2}}) {
        SortTuning tuning = sort_tuning(onesweep, profile);
        if (4 * (std::uint64_t{shape.threads} * (shape.each / shape.rounds) + 512) > profile.shared_memory) {
            continue;
        }
        tuning.sweep = tuning.few_sweep = shape;
        time(onesweep, tuning,
             std::to_string(shape.threads) + " threads x " + std::to_string(shape.each) + " in " +
                 std::to_string(shape.rounds));
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
