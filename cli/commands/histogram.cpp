#include "algorithms/histogram/histogram_call.hpp"
#include "algorithms/histogram/histogram_method.hpp"
#include "cli/command.hpp"
#include "cli/formats/convert.hpp"
#include "cli/formats/input_options.hpp"
#include "cli/histogram/bins.hpp"
#include "cli/histogram/fractions.hpp"
#include "cli/histogram/groups.hpp"
#include "cli/histogram/report.hpp"
#include "cli/histogram/weights.hpp"
#include "cli/histogram/words.hpp"
#include "cli/method_option.hpp"
#include "cli/numbers.hpp"
#include "cli/progress.hpp"
#include "cli/random.hpp"
#include "engine/runner.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

constexpr std::uint64_t kDefaultSeed = 1;

constexpr Advice kAdvice[] = {
    {"memory_limit", "take fewer --bins, or raise --memory", {}},
    {"bins", "--bins", {}},
    {"range", "--range", {}},
    {"edges", "--edges", {}},
    {"rows", "--region", {}},
    {"blocks", "--blocks", {}},
    {"threads", "--threads", {}},
    {"type", "--type", {}},
    {"method", "--method", {}},
};

class HistogramCommand : public Invocation {
public:
    Result<void> declare(Options& options) override {
        options.group("Input");
        options.inputs(inputs_, formats_help(Want::values), 1);
        input_options_.declare(options, {.columns = true});
        options.choice(
            "--type", type_, {kElementTypeNames.begin(), kElementTypeNames.end()},
            "type of the values; those of a .npy or .png must fit it exactly (default: the file's own, else u16)");
        options.flag("--stream", stream_,
                     "count a raw or .npy file part by part, whatever its size: with a range of its own for "
                     "floating-point values, in one run, without --verify");
        options.size("--n", n_, "instead of a file: so many random values");
        options.whole("--seed", seed_, "where the random numbers start (default 1)");
        options.choice("--distribution", distribution_, {kDistributionNames.begin(), kDistributionNames.end()},
                       "of the random values (default uniform)");
        bin_options_.declare(options);
        groups_.declare(options);
        options.group("Run");
        declare_method(options, method_, histogram_methods(), "the fastest by bins, number of values and device");
        options.size("--blocks", blocks_, "two-kernel: sections of the input (default 128); else: chunks of it", 1,
                     65535);
        options.size("--threads", threads_, "invocations of a workgroup (default: by method)", 1, 65536);
        options.group("Output");
        fractions_.declare(options);
        options.text("--output", output_, "FILE", "write the counts: .npy, .csv or .json; - is CSV on standard output");
        options.choice("--counters", counters_, {"32", "64"},
                       "bits of a counter in a .npy (default: 32 where all counts fit, else 64)");
        options.text("--plot", plot_, "FILE.svg", "draw the histogram");
        return {};
    }

    Result<Answer> run(Session& session) override {
        VKALGO_CHECK(check_usage(session));
        if (stream_) {
            return count_stream(session);
        }
        InputReader reader = input_options_.reader(session);
        Array values;
        if (!inputs_.empty()) {
            VKALGO_TRY(values, read_values(reader));
        }
        VKALGO_CHECK(reader.check_used());
        const ElementType type = inputs_.empty() ? *element_type_from(type_.value_or("u16")) : values.type;
        const InputLimits limits = input_options_.settings(session).limits;
        HistogramCallOptions options = options_for(session, type);
        if (groups_.given()) {
            VKALGO_CHECK(groups_.apply(values, options, limits));
        }
        VKALGO_CHECK(bin_options_.apply(options, reader.last_format(), limits));
        if (options.histogram.weights == HistogramWeights::f32) {
            VKALGO_CHECK(check_sums());
        }
        const std::uint64_t count = inputs_.empty() ? *n_ : values.count() / options.histogram.channels;
        if (options.range_of_data && !inputs_.empty()) {
            options.range_of_data = false;
            options.histogram.range = range_of_data(values.data, type).value_or(HistogramRange{});
        }
        VKALGO_TRY(Context * context, session.context());
        VKALGO_TRY(const HistogramCallPlan plan, plan_histogram_call(options, count, context->profile()));
        explain(session, plan);
        if (inputs_.empty()) {
            VKALGO_TRY(values, random_values(session, type, count));
        }
        VKALGO_TRY(Runner runner, Runner::create(*context));
        HistogramResult counted;
        {
            const double work = static_cast<double>(count) * static_cast<double>(options.call.repeat);
            Progress progress(session, "histogram", work, "values");
            options.call.progress = progress.callback();
            options.call.cancel = progress.cancel();
            VKALGO_TRY(counted, histogram(runner, values.data, options));
        }
        VKALGO_CHECK(check_counters(counted));
        Answer answer;
        describe(session, counted, answer);
        if (session.globals().verify) {
            VKALGO_TRY(answer.verification, verified(counted, values, options));
        }
        return answer;
    }

private:
    /// Reads beyond the memory of host and device: what is counted is forgotten.
    Result<Answer> count_stream(Session& session) {
        const std::string& path = inputs_.front();
        VKALGO_TRY(PartReader reader,
                   PartReader::open(path, *element_type_from(type_.value_or("u16")), input_options_.settings(session)));
        const ElementType type = reader.type();
        if (type_ && *type_ != to_string(type)) {
            return bad_usage(fmt::format("'{}' holds {} values, and --stream counts them as they are; leave out --type",
                                         path, to_string(type)));
        }
        if (is_float(type) && !bin_options_.has_range()) {
            return bad_usage("--stream counts before it has seen all values; give their --range LO:HI");
        }
        HistogramCallOptions options = options_for(session, type);
        VKALGO_CHECK(bin_options_.apply(options, nullptr, input_options_.settings(session).limits));
        VKALGO_TRY(Context * context, session.context());
        VKALGO_TRY(Runner runner, Runner::create(*context));
        VKALGO_TRY(const HistogramCallPlan plan, plan_histogram_call(options, std::nullopt, context->profile()));
        explain(session, plan);
        const std::uint64_t all = reader.size().value_or(0);
        // No progress.cancel(): a read from a pipe may wait for ever, and ending there loses nothing.
        Progress progress(session, "histogram", static_cast<double>(all), "bytes");
        std::uint64_t done = 0;
        const HistogramReader read = [&](std::span<std::byte> room) -> Result<std::size_t> {
            progress.update(all == 0 ? 0 : std::min(1.0, static_cast<double>(done) / static_cast<double>(all)));
            VKALGO_TRY(const std::size_t got, reader.read(room));
            done += got;
            return got;
        };
        VKALGO_TRY(const HistogramResult counted, histogram(runner, read, options));
        VKALGO_CHECK(check_counters(counted));
        Answer answer;
        describe(session, counted, answer);
        return answer;
    }

    Result<void> check_usage(const Session& session) const {
        if (inputs_.empty() && !n_) {
            return bad_usage("nothing to count; give a file, or --n N for random values");
        }
        if (!inputs_.empty() && (n_ || seed_ || distribution_)) {
            return bad_usage(
                "--n, --seed and --distribution make random values, but a file is given too; leave one out");
        }
        if (stream_ && inputs_.empty()) {
            return bad_usage("--stream reads a file or, as -, standard input; give one");
        }
        if (groups_.given() && (inputs_.empty() || stream_ || plot_)) {
            return bad_usage(
                "--channels, --width, --stride, --region, --segments and --weights are for files that are "
                "read whole; leave out --n, --stream and --plot");
        }
        if (stream_ && (session.globals().verify || session.globals().repeat || bin_options_.wants_data_range())) {
            return bad_usage("--stream sees each value once; leave out --verify, --repeat and --range data");
        }
        VKALGO_CHECK(bin_options_.check());
        if (bin_options_.has_edges() && plot_) {
            return bad_usage("--plot draws bins of even width; leave it out, or give --bins instead of --edges");
        }
        std::vector<std::string> read = inputs_;
        for (const auto& more : {groups_.files(), bin_options_.files()}) {
            read.insert(read.end(), more.begin(), more.end());
        }
        if (output_) {
            VKALGO_CHECK(session.check_output("--output", *output_, {".npy", ".csv", ".json"}));
            VKALGO_CHECK(check_not_input("--output", *output_, read));
        }
        if (counters_ && (!output_ || extension_of(*output_) != ".npy")) {
            return bad_usage("--counters: of the files only a .npy has a width of counters; give --output FILE.npy");
        }
        if (plot_) {
            if (*plot_ == "-") {
                return bad_usage("--plot -: standard output takes no plot; give a name that ends in .svg");
            }
            VKALGO_CHECK(session.check_output("--plot", *plot_, {".svg"}));
            VKALGO_CHECK(check_not_input("--plot", *plot_, read));
        }
        return {};
    }

    /// What sums of f32 have no use for.
    Result<void> check_sums() const {
        if (fractions_.given()) {
            return bad_usage("--quantiles: sums of these --weights, which may be below 0, have none; leave it out");
        }
        if (counters_) {
            return bad_usage("--counters: sums of these --weights are f64; leave it out");
        }
        return {};
    }

    Result<void> check_counters(const HistogramResult& counted) const {
        if (counters_ == "32" && !fit_32_bits(counted.counts)) {
            return bad_usage(fmt::format("--counters 32: a bin has {}, which take 64 bits; give --counters 64",
                                         *std::max_element(counted.counts.begin(), counted.counts.end())));
        }
        return {};
    }

    Result<Array> read_values(InputReader& reader) const {
        const std::string& path = inputs_.front();
        auto values = reader.values(path, *element_type_from(type_.value_or("u16")));
        if (!values && values.error().message.ends_with("choose another type")) {
            const bool fraction = values.error().message.find("is no whole number") != std::string::npos;
            values.error().message += fraction ? " by --type f32" : " by --type";
        }
        if (!values && values.error().code == ErrorCode::too_large) {
            values.error().message += ", or count a raw or .npy file part by part: --stream";
        }
        VKALGO_CHECK(values);
        return type_ ? converted(std::move(*values), *element_type_from(*type_), path) : std::move(values);
    }

    Result<Array> random_values(const Session& session, ElementType type, std::uint64_t count) const {
        const std::uint64_t host = host_memory();
        if (count > host / 2 / size_of(type)) {
            return Error{ErrorCode::too_large,
                         fmt::format("--n: {} values of {} bytes are more than half of this machine's {}; give fewer, "
                                     "or a file of them and --stream",
                                     count, size_of(type), format_bytes(host)),
                         {}};
        }
        Progress progress(session, "random values", static_cast<double>(count), "values");
        return random_array(type, count, *distribution_from(distribution_.value_or(kDistributionNames[0])),
                            seed_.value_or(kDefaultSeed), progress.callback());
    }

    Result<Verification> verified(const HistogramResult& counted, const Array& values,
                                  HistogramCallOptions& options) const {
        if (!bin_options_.has_edges()) {
            options.histogram.range = counted.rule.range;
        }
        VKALGO_TRY(const std::string difference, options.histogram.weights == HistogramWeights::f32
                                                     ? sums_difference(counted, values, options)
                                                     : groups_difference(counted, values, options));
        return Verification{"the CPU reference histogram_reference", difference};
    }

    static CountedBins shown_bins(const HistogramResult& result) {
        return {&result.rule, result.counts, result.count, result.outside, result.nan};
    }

    HistogramCallOptions options_for(const Session& session, ElementType type) const {
        HistogramCallOptions options;
        options.histogram.type = type;
        options.histogram.method = method_;
        options.histogram.blocks = static_cast<std::uint32_t>(blocks_.value_or(0));
        options.histogram.threads = static_cast<std::uint32_t>(threads_.value_or(0));
        options.call.memory_limit = session.globals().memory;
        if (session.globals().repeat) {
            options.call.repeat = static_cast<int>(*session.globals().repeat);
            options.call.warm_up = true;
        }
        return options;
    }

    static void explain(const Session& session, const HistogramCallPlan& plan) {
        for (const std::string& line : plan_text(plan)) {
            session.reporter().explain(line);
        }
    }

    void describe(const Session& session, const HistogramResult& result, Answer& answer) const {
        const BinRule& rule = result.rule;
        if (!inputs_.empty()) {
            answer.parameters["input"] = inputs_.front();
        } else {
            answer.parameters["n"] = result.count;
            answer.parameters["seed"] = seed_.value_or(kDefaultSeed);
            answer.parameters["distribution"] = distribution_.value_or(kDistributionNames[0]);
        }
        answer.parameters["type"] = to_string(rule.type);
        bin_options_.describe(rule, answer.parameters);
        answer.parameters["method"] = method_;
        if (blocks_ || result.plan.blocks != 0) {
            answer.parameters["blocks"] = blocks_.value_or(result.plan.blocks);
        }
        if (threads_ || result.plan.blocks != 0) {
            answer.parameters["threads"] = result.plan.threads;
        }
        const CallReport& report = result.report;
        if (session.globals().repeat) {
            answer.repeats = report.gpu_milliseconds;
        }
        answer.gpu_ms = report.gpu_milliseconds.front();
        answer.spans = report.spans;
        answer.upload_ms = report.upload_milliseconds;
        answer.download_ms = report.download_milliseconds;
        answer.scratch_bytes = report.scratch_bytes;

        groups_.describe(answer.parameters);
        if (!result.sums.empty()) {
            describe_sums(result, answer);
            if (output_) {
                answer.output(*output_, sums_file(result, *output_));
            }
            return;
        }
        const CountedBins counted = shown_bins(result);
        const bool several = result.outside_of.size() != 1;
        if (several) {
            describe_groups(result, answer);
        } else {
            answer.result = counted_json(counted);
            counted_text(counted, session.globals().quiet, answer);
        }
        if (fractions_.given()) {
            fractions_.describe(result, answer);
        }
        if (output_) {
            const bool wide = counters_ == "64";
            answer.output(*output_,
                          several ? groups_file(result, *output_, wide) : counted_file(counted, *output_, wide));
        }
        if (plot_) {
            const std::string what = inputs_.empty() ? fmt::format("{} random values", result.count) : inputs_.front();
            answer.output(*plot_,
                          counted_svg(counted, fmt::format("{}, {}, {} bins", what, to_string(rule.type), rule.bins)));
        }
    }

    InputOptions input_options_;
    BinOptions bin_options_;
    GroupOptions groups_;
    FractionOptions fractions_;
    std::vector<std::string> inputs_;
    std::optional<std::string> type_, distribution_, output_, counters_, plot_;
    std::optional<std::uint64_t> n_, seed_, blocks_, threads_;
    bool stream_ = false;
    std::string method_ = "auto";
};

}  // namespace

const Command& command_histogram();
const Command& command_histogram() {
    static const Command command = {
        .name = "histogram",
        .summary = "count how many values fall into each bin",
        .description =
            "Counts how many values fall into each of --bins bins of even width over --range, both ends included,\n"
            "or into each bin between --edges. Values outside it and NaN are counted apart. The answer is exact and\n"
            "the same by every method.",
        .examples =
            "  vkalgo histogram --n 56975000\n"
            "  vkalgo histogram --n 1M --type u8 --distribution zipf --verify\n"
            "  vkalgo histogram photo.png --plot photo.svg\n"
            "  vkalgo histogram samples.npy --bins 100 --range -1:1 --output counts.csv\n"
            "  vkalgo histogram ages.csv --column age --type f32 --edges 0,18,40,65,120\n"
            "  zcat log.gz | vkalgo histogram - --type u32 --stream --bins 1000\n"
            "  vkalgo histogram --n 1048576 --method two-kernel --threads 1024 --repeat 7\n",
        .globals = {},
        .advice = kAdvice,
        .make = [] { return std::unique_ptr<Invocation>(std::make_unique<HistogramCommand>()); },
    };
    return command;
}

}  // namespace vkalgo::cli
