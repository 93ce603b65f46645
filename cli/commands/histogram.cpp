#include "algorithms/histogram/histogram.hpp"

#include "algorithms/histogram/histogram_method.hpp"
#include "algorithms/histogram/histogram_reference.hpp"
#include "cli/command.hpp"
#include "cli/formats/convert.hpp"
#include "cli/formats/files.hpp"
#include "cli/histogram/report.hpp"
#include "cli/random.hpp"
#include "engine/runner.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

constexpr std::uint64_t kDefaultSeed = 1;

Error bad_usage(std::string message) {
    return Error{ErrorCode::invalid_argument, std::move(message), {}};
}

std::vector<std::string> method_names() {
    std::vector<std::string> names{"auto"};
    for (const HistogramMethod* method : histogram_methods()) {
        names.emplace_back(method->name);
    }
    return names;
}

std::string method_help() {
    std::string help = "auto: the fastest of those behind it by bins, count and device";
    for (const HistogramMethod* method : histogram_methods()) {
        help += fmt::format("; {}: {}", method->name, method->summary);
    }
    return help;
}

/// Bytes of device memory that a run takes, buffer by buffer.
struct MemoryPlan {
    std::uint64_t values = 0;
    std::uint64_t counts = 0;
    std::uint64_t scratch = 0;
    std::uint64_t staging = 0;

    std::uint64_t total() const { return values + counts + scratch + staging; }
};

std::uint64_t buffer_bytes(std::uint64_t bytes) {
    return std::max<std::uint64_t>((bytes + 15) / 16 * 16, 16);
}

class HistogramCommand : public Invocation {
public:
    Result<void> declare(Options& options) override {
        options.group("Input");
        options.inputs(
            inputs_,
            "a raw file, .npy, .png (8 or 16 bits), .csv or .txt (numbers), each also as .gz; - is raw standard input",
            1);
        options.choice(
            "--type", type_, {kElementTypeNames.begin(), kElementTypeNames.end()},
            "type of the values; those of a .npy or .png must fit it exactly (default: the file's own, else u16)");
        options.size("--n", n_, "instead of a file: so many random values");
        options.size("--seed", seed_, "where the random numbers start (default 1)");
        options.choice("--distribution", distribution_, {kDistributionNames.begin(), kDistributionNames.end()},
                       "of the random values (default uniform)");
        options.group("Bins");
        options.size("--bins", bins_, "how many (default: 256 for 8-bit types, else 65536)", 1, kMaxHistogramBins);
        options.range("--range", range_, "values that have a bin, both ends included (default: all of the type)");
        options.group("Run");
        options.choice("--method", method_, method_names(), method_help());
        options.size("--blocks", blocks_, "two-kernel: sections of the input (default 128); else: chunks of it", 1,
                     65535);
        options.size("--threads", threads_, "invocations of a workgroup (default: by method)", 1, 65536);
        options.group("Output");
        options.text("--output", output_, "FILE", "write the counts: .npy, .csv or .json; - is CSV on standard output");
        options.text("--plot", plot_, "FILE.svg", "draw the histogram");
        return {};
    }

    Result<Answer> run(Session& session) override {
        VKALGO_CHECK(check_usage(session));
        Array values;
        if (!inputs_.empty()) {
            VKALGO_TRY(values, read_values());
        }
        VKALGO_TRY(HistogramParams params, params_of(values));
        VKALGO_CHECK(make_bin_rule(params.options.type,
                                   params.options.bins == 0 ? default_bins(params.options.type) : params.options.bins,
                                   params.options.range));
        VKALGO_TRY(Context * context, session.context());
        MemoryPlan memory;
        VKALGO_TRY(const HistogramPlan plan, plan_run(session, context->profile(), params, memory));
        explain(session, plan, memory);
        if (inputs_.empty()) {
            values = random_array(*element_type_from(to_string(params.options.type)), params.count,
                                  *distribution_from(distribution_.value_or(kDistributionNames[0])),
                                  seed_.value_or(kDefaultSeed));
        }
        return count(session, *context, params, plan, memory, values);
    }

private:
    Result<void> check_usage(const Session& session) const {
        if (inputs_.empty() && !n_) {
            return bad_usage("nothing to count; give a file, or --n N for random values");
        }
        if (!inputs_.empty() && (n_ || seed_ || distribution_)) {
            return bad_usage(
                "--n, --seed and --distribution make random values, but a file is given too; leave one out");
        }
        if (output_) {
            VKALGO_CHECK(session.check_output("--output", *output_, {".npy", ".csv", ".json"}));
        }
        if (plot_) {
            if (*plot_ == "-") {
                return bad_usage("--plot -: standard output takes no plot; give a name that ends in .svg");
            }
            VKALGO_CHECK(session.check_output("--plot", *plot_, {".svg"}));
        }
        return {};
    }

    Result<Array> read_values() const {
        const std::string& path = inputs_.front();
        VKALGO_TRY(Array values, read_array(path, *element_type_from(type_.value_or("u16"))));
        if (type_) {
            return converted(std::move(values), *element_type_from(*type_), path);
        }
        return values;
    }

    Result<HistogramParams> params_of(const Array& values) const {
        HistogramParams params;
        params.options.type = inputs_.empty() ? *element_type_from(type_.value_or("u16")) : values.type;
        params.options.bins == 0 ? default_bins(params.options.type) : params.options.bins,
                                   params.options.range));
        VKALGO_TRY(Context * context, session.context());
        MemoryPlan memory;
        VKALGO_TRY(const HistogramPlan plan, plan_run(session, context->profile(), params, memory));
        explain(session, plan, memory);
        if (inputs_.empty()) {
            values = random_array(*element_type_from(to_string(params.options.type)), params.count,
                                  *distribution_from(distribution_.value_or(kDistributionNames[0])),
                                  seed_.value_or(kDefaultSeed));
        }
        return count(session, *context, params, plan, memory, values);
    }

private:
    Result<void> check_usage(const Session& session) const {
        if (inputs_.empty() && !n_) {
            return bad_usage("nothing to count; give a file, or --n N for random values");
        }
        if (!inputs_.empty() && (n_ || seed_ || distribution_)) {
            return bad_usage(
                "--n, --seed and --distribution make random values, but a file is given too; leave one out");
        }
        if (output_) {
            VKALGO_CHECK(session.check_output("--output", *output_, {".npy", ".csv", ".json"}));
        }
        if (plot_) {
            if (*plot_ == "-") {
                return bad_usage("--plot -: standard output takes no plot; give a name that ends in .svg");
            }
            VKALGO_CHECK(session.check_output("--plot", *plot_, {".svg"}));
        }
        return {};
    }

    Result<Array> read_values() const {
        const std::string& path = inputs_.front();
        VKALGO_TRY(Array values, read_array(path, *element_type_from(type_.value_or("u16"))));
        if (type_) {
            return converted(std::move(values), *element_type_from(*type_), path);
        }
        return values;
    }

    Result<HistogramParams> params_of(const Array& values) const {
        HistogramParams params;
        params.options.type = inputs_.empty() ? *element_type_from(type_.value_or("u16")) : values.type;
        params.options.bins == 0 ? default_bins(params.options.type) : params.options.bins,
                                   params.options.range));
        VKALGO_TRY(Context * context, session.context());
        MemoryPlan memory;
        VKALGO_TRY(const HistogramPlan plan, plan_run(session, context->profile(), params, memory));
        explain(session, plan, memory);
        if (inputs_.empty()) {
            values = random_array(*element_type_from(to_string(params.options.type)), params.count,
                                  *distribution_from(distribution_.value_or(kDistributionNames[0])),
                                  seed_.value_or(kDefaultSeed));
        }
        return count(session, *context, params, plan, memory, values);
    }

private:
    Result<void> check_usage(const Session& session) const {
        if (inputs_.empty() && !n_) {
            return bad_usage("nothing to count; give a file, or --n N for random values");
        }
        if (!inputs_.empty() && (n_ || seed_ || distribution_)) {
            return bad_usage(
                "--n, --seed and --distribution make random values, but a file is given too; leave one out");
        }
        if (output_) {
            VKALGO_CHECK(session.check_output("--output", *output_, {".npy", ".csv", ".json"}));
        }
        if (plot_) {
            if (*plot_ == "-") {
                return bad_usage("--plot -: standard output takes no plot; give a name that ends in .svg");
            }
            VKALGO_CHECK(session.check_output("--plot", *plot_, {".svg"}));
        }
        return {};
    }

    Result<Array> read_values() const {
        const std::string& path = inputs_.front();
        VKALGO_TRY(Array values, read_array(path, *element_type_from(type_.value_or("u16"))));
        if (type_) {
            return converted(std::move(values), *element_type_from(*type_), path);
        }
        return values;
    }

    Result<HistogramParams> params_of(const Array& values) const {
        HistogramParams params;
        const std::string type = inputs_.empty() ? type_.value_or("u16") : to_string(values.type);
        params.options.type = *histogram_element(type);
        params.options.bins = static_cast<std::uint32_t>(bins_.value_or(0));
        params.options.method = method_;
        params.options.blocks = static_cast<std::uint32_t>(blocks_.value_or(0));
        params.options.threads = static_cast<std::uint32_t>(threads_.value_or(0));
        params.count = inputs_.empty() ? *n_ : values.count();
        if (range_) {
            params.options.range = HistogramRange{range_->low, range_->high};
        }
        return params;
    }

    /// Refuses what does not fit before anything is drawn; gives two-kernel what memory is left for its tables.
    static Result<HistogramPlan> plan_run(const Session& session, const DeviceProfile& profile, HistogramParams& params,
                                          MemoryPlan& memory) {
        VKALGO_TRY(HistogramPlan plan, plan_histogram(params, profile));
        constexpr std::uint64_t kStagingEachWay = Runner::kStagingBytes / 2;
        memory.values = buffer_bytes(histogram_values_bytes(params.options.type, params.count));
        memory.counts = buffer_bytes(plan.counts_bytes);
        memory.staging = buffer_bytes(std::min(memory.values, kStagingEachWay)) +
                         buffer_bytes(std::min(memory.counts, kStagingEachWay));
        const std::uint64_t limit = session.globals().memory;
        const bool limited = limit != 0 && (profile.device_memory == 0 || limit < profile.device_memory);
        const std::uint64_t available = limited ? limit : profile.device_memory;
        if (available != 0 && memory.total() > available) {
            return Error{ErrorCode::too_large,
                         fmt::format("the histogram wants {} bytes of device memory and {} are {}; give fewer values{}",
                                     memory.total(), available, limited ? "allowed by --memory" : "on the device",
                                     limited ? ", or raise --memory" : ""),
                         {}};
        }
        if (memory.values > profile.max_allocation) {
            return Error{ErrorCode::too_large,
                         fmt::format("the values take {} bytes, and one allocation of this device has at most {}; give "
                                     "fewer values",
                                     memory.values, profile.max_allocation),
                         {}};
        }
        if (available != 0) {
            // 1 stands for "no table": two-kernel then runs block after block.
            params.options.max_scratch = std::max<std::uint64_t>((available - memory.total()) / 16 * 16, 1);
            VKALGO_TRY(plan, plan_histogram(params, profile));
        }
        memory.scratch = plan.scratch_bytes == 0 ? 0 : buffer_bytes(plan.scratch_bytes);
        return plan;
    }

    static void explain(const Session& session, const HistogramPlan& plan, const MemoryPlan& memory) {
        const std::string how = fmt::format("method {}, {} invocations per workgroup, {}", plan.method->name,
                                            plan.threads, plan.method->describe(plan));
        session.reporter().explain(how);
        session.reporter().explain(fmt::format("{} windows of at most {} values, {} dispatches", plan.windows,
                                               plan.window_values, plan.dispatches));
        session.reporter().explain(fmt::format("device memory {}: values {}, counts {}, scratch {}, staging {}",
                                               format_bytes(memory.total()), format_bytes(memory.values),
                                               format_bytes(memory.counts), format_bytes(memory.scratch),
                                               format_bytes(memory.staging)));
    }

    Result<Answer> count(Session& session, Context& context, const HistogramParams& params, const HistogramPlan& plan,
                         const MemoryPlan& memory, const Array& values) const {
        VKALGO_TRY(const Histogram histogram, Histogram::create(context, params.options));
        VKALGO_TRY(Runner runner, Runner::create(context));
        VKALGO_TRY(const Buffer input, Buffer::create(context, {.size = memory.values, .name = "values"}));
        VKALGO_TRY(const Buffer counts, Buffer::create(context, {.size = memory.counts, .name = "counts"}));
        Buffer scratch;
        if (memory.scratch != 0) {
            VKALGO_TRY(scratch, Buffer::create(context, {.size = memory.scratch, .name = "tables"}));
        }
        VKALGO_CHECK(runner.upload(input.view(), values.data));

        const auto record = [&](Recorder& recorder) {
            return histogram.record(
                recorder,
                {.values = input.view(), .counts = counts.view(), .scratch = scratch.view(), .count = params.count});
        };
        const std::uint64_t repeat = session.globals().repeat.value_or(0);
        Answer answer;
        Progress progress(session.reporter(), "histogram", repeat + 1);
        VKALGO_TRY(const RunReport first, runner.run(record));
        answer.gpu_ms = first.gpu_milliseconds;
        answer.spans = first.spans;
        for (std::uint64_t turn = 0; turn < repeat; ++turn) {
            progress.update(turn + 1);
            VKALGO_TRY(const RunReport report, runner.run(record));
            answer.repeats.push_back(report.gpu_milliseconds);
            answer.spans = report.spans;
        }

        std::vector<std::uint32_t> words(std::size_t{plan.rule.bins} + 1);
        VKALGO_CHECK(
            runner.download(counts.view().slice(0, plan.counts_bytes), std::as_writable_bytes(std::span(words))));
        const CountedBins counted{&plan, std::span(words).first(plan.rule.bins), params.count, words.back()};
        describe(session, params, counted, answer);
        answer.upload_ms = runner.upload_milliseconds();
        answer.download_ms = runner.download_milliseconds();
        answer.scratch_bytes = memory.scratch;
        if (session.globals().verify) {
            VKALGO_TRY(answer.verification, verify(params, counted, values));
        }
        return answer;
    }

    void describe(const Session& session, const HistogramParams& params, const CountedBins& counted,
                  Answer& answer) const {
        const BinRule& rule = counted.plan->rule;
        if (!inputs_.empty()) {
            answer.parameters["input"] = inputs_.front();
        } else {
            answer.parameters["n"] = params.count;
            answer.parameters["seed"] = seed_.value_or(kDefaultSeed);
            answer.parameters["distribution"] = distribution_.value_or(kDistributionNames[0]);
        }
        answer.parameters["type"] = to_string(rule.type);
        answer.parameters["bins"] = rule.bins;
        answer.parameters["range"] = {end_json(rule, rule.range.low), end_json(rule, rule.range.high)};
        answer.parameters["method"] = method_;
        if (blocks_ || counted.plan->blocks != 0) {
            answer.parameters["blocks"] = blocks_.value_or(counted.plan->blocks);
        }
        if (threads_ || counted.plan->blocks != 0) {
            answer.parameters["threads"] = counted.plan->threads;
        }
        answer.result = counted_json(counted);
        counted_text(counted, session.globals().quiet, answer);
        if (output_) {
            answer.output(*output_, counted_file(counted, *output_));
        }
        if (plot_) {
            const std::string what = inputs_.empty() ? fmt::format("{} random values", params.count) : inputs_.front();
            answer.output(*plot_,
                          counted_svg(counted, fmt::format("{}, {}, {} bins", what, to_string(rule.type), rule.bins)));
        }
    }

    static Result<Verification> verify(const HistogramParams& params, const CountedBins& counted, const Array& values) {
        VKALGO_TRY(const HistogramCounts expected, histogram_reference(values.data, params.options));
        Verification verification{"the CPU reference histogram_reference", {}};
        const auto differ = [&](const std::string& what, std::uint64_t got, std::uint64_t wanted) {
            if (verification.difference.empty() && got != wanted) {
                verification.difference = fmt::format("{} has {} values, the reference {}", what, got, wanted);
            }
        };
        for (std::uint32_t bin = 0; bin < counted.plan->rule.bins; ++bin) {
            if (counted.counts[bin] != expected.counts[bin]) {
                differ(fmt::format("bin {}", bin), counted.counts[bin], expected.counts[bin]);
            }
        }
        differ("the outside", counted.outside, expected.outside);
        return verification;
    }

    std::vector<std::string> inputs_;
    std::optional<std::string> type_, distribution_, output_, plot_;
    std::optional<std::uint64_t> n_, seed_, bins_, blocks_, threads_;
    std::optional<Range> range_;
    std::string method_ = "auto";
};

}  // namespace

const Command& command_histogram();
const Command& command_histogram() {
    static const Command command = {
        .name = "histogram",
        .summary = "count how many values fall into each of even bins",
        .description =
            "Counts how many values fall into each of --bins bins of even width over --range, both ends included;\n"
            "values outside it (and NaN) are counted apart. The answer is exact and the same by every method.",
        .examples =
            "  vkalgo histogram --n 56975000\n"
            "  vkalgo histogram --n 1M --type u8 --distribution zipf --verify\n"
            "  vkalgo histogram photo.png --plot photo.svg\n"
            "  vkalgo histogram samples.npy --bins 100 --range -1:1 --output counts.csv\n"
            "  vkalgo histogram --n 1048576 --method two-kernel --threads 1024 --repeat 7\n",
        .globals = {},
        .make = [] { return std::unique_ptr<Invocation>(std::make_unique<HistogramCommand>()); },
    };
    return command;
}

}  // namespace vkalgo::cli
