#include "algorithms/histogram/histogram_call.hpp"
#include "algorithms/histogram/histogram_method.hpp"
#include "cli/call_report.hpp"
#include "cli/command.hpp"
#include "cli/commands/histogram/bins.hpp"
#include "cli/commands/histogram/groups.hpp"
#include "cli/commands/histogram/output.hpp"
#include "cli/commands/histogram/points.hpp"
#include "cli/commands/histogram/report.hpp"
#include "cli/commands/histogram/weights.hpp"
#include "cli/commands/histogram/words.hpp"
#include "cli/input_options.hpp"
#include "cli/method_option.hpp"
#include "cli/progress.hpp"
#include "cli/random_input.hpp"
#include "engine/runner.hpp"
#include "formats/convert.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

constexpr Advice kAdvice[] = {
    {"memory_limit", "give fewer --bins, or raise --memory", {}},
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
        input_options_.declare(options, {.columns = true, .two_columns = true, .tables = true});
        options.choice("--type", type_, {kElementTypeNames.begin(), kElementTypeNames.end()},
                       "type of the values; whole numbers, and the values of a .npy or .png, must fit it exactly "
                       "(default: the type of the file; for text, the first of u16, i64, u64 and f64 that holds all "
                       "values; for raw files and random values, u16)");
        options.flag(
            "--stream", stream_,
            "count a raw or .npy file of any size part by part, and read it only once; floating-point values then need "
            "--range or --edges, and there is no --verify");
        random_.declare(options, "values");
        bin_options_.declare(options);
        groups_.declare(options);
        options.group("Run");
        declare_method(options, method_, histogram_methods(),
                       "the method that should be fastest for these numbers of bins and values on this device");
        options.size("--blocks", blocks_,
                     "for two-kernel, the number of sections of the input (default 128); for other methods, the number "
                     "of chunks of the input",
                     1, 65535);
        options.size("--threads", threads_, "invocations of a workgroup (default: by method)", 1, 65536);
        output_.declare(options);
        return {};
    }

    Result<Answer> run(Session& session) override {
        VKALGO_CHECK(check_usage(session));
        if (has_points()) {
            return count_points(session, {input_options_, random_, bin_options_, output_, inputs_, type_, method_},
                                groups_);
        }
        if (stream_) {
            return count_stream(session);
        }
        InputReader reader = input_options_.reader(session);
        Array values;
        if (!inputs_.empty()) {
            VKALGO_TRY(values, with_advice_on_type(read_values(reader)));
        }
        VKALGO_CHECK(reader.check_used());
        const ElementType type = inputs_.empty() ? *element_type_from(type_.value_or("u16")) : values.type;
        const InputLimits limits = input_options_.settings(session).limits;
        HistogramCallOptions options = options_for(session, type);
        if (groups_.given()) {
            VKALGO_CHECK(groups_.apply(values, options, limits));
        }
        VKALGO_CHECK(bin_options_.apply(options, spans_data(reader.last_format(), type), limits));
        if (options.histogram.weights == HistogramWeights::f32) {
            VKALGO_CHECK(output_.check_sums());
        }
        const std::uint64_t count = inputs_.empty() ? random_.count() : values.count() / options.histogram.channels;
        // Random values are drawn after the plan is made. If the bins depend on these values, the plan is not final.
        const bool fits_later = inputs_.empty() && bin_options_.depends_on_values(options);
        if (!fits_later) {
            VKALGO_CHECK(bin_options_.fit(values.data, options));
        }
        VKALGO_TRY(Context * context, session.context());
        VKALGO_TRY(HistogramCallPlan plan, plan_histogram_call(options, count, context->profile()));
        if (!fits_later) {
            explain(session, plan);
        }
        if (inputs_.empty()) {
            VKALGO_TRY(values, random_values(session, type, count));
        }
        if (fits_later) {
            VKALGO_CHECK(bin_options_.fit(values.data, options));
            VKALGO_TRY(plan, plan_histogram_call(options, count, context->profile()));
            explain(session, plan);
        }
        VKALGO_CHECK(output_.check_bins(options.histogram));
        VKALGO_TRY(Runner runner, Runner::create(*context));
        HistogramResult counted;
        {
            const double work = static_cast<double>(count) * static_cast<double>(options.call.repeat);
            Progress progress(session, "histogram", work, "values");
            options.call.progress = progress.callback();
            options.call.cancel = progress.cancel();
            VKALGO_TRY(counted, histogram(runner, values.data, options, plan));
        }
        VKALGO_CHECK(output_.check_counters(counted.counts));
        Answer answer;
        describe(session, counted, answer);
        if (session.globals().verify) {
            VKALGO_TRY(answer.verification, verified(counted, values, options));
        }
        return answer;
    }

private:
    /// Returns whether the values are points with two coordinates.
    bool has_points() const { return bin_options_.has_two_axes() || input_options_.columns().size() == 2; }

    /// Counts an input of any size part by part. The memory of a part is used again once the part is counted.
    Result<Answer> count_stream(Session& session) {
        const std::string& path = inputs_.front();
        VKALGO_TRY(PartReader reader,
                   PartReader::open(path, *element_type_from(type_.value_or("u16")), input_options_.settings(session)));
        const ElementType type = reader.type();
        if (type_ && *type_ != to_string(type)) {
            return bad_usage(fmt::format("'{}' holds {} values, and --stream does not convert them; leave out --type",
                                         path, to_string(type)));
        }
        if (is_float(type) && !bin_options_.has_range()) {
            return bad_usage(
                "--stream counts values before it knows the range of all values; give --range LO:HI, or --edges");
        }
        HistogramCallOptions options = options_for(session, type);
        VKALGO_CHECK(bin_options_.apply(options, false, input_options_.settings(session).limits));
        VKALGO_CHECK(output_.check_bins(options.histogram));
        VKALGO_TRY(Context * context, session.context());
        VKALGO_TRY(Runner runner, Runner::create(*context));
        VKALGO_TRY(const HistogramCallPlan plan, plan_histogram_call(options, std::nullopt, context->profile()));
        explain(session, plan);
        const std::uint64_t all = reader.size().value_or(0);
        // Does not call progress.cancel(), so a signal ends the process at once. A read from a pipe may block for ever
        // and could not check a stop token, and nothing is lost if the process ends.
        Progress progress(session, "histogram", static_cast<double>(all), "bytes");
        std::uint64_t done = 0;
        const HistogramReader read = [&](std::span<std::byte> room) -> Result<std::size_t> {
            progress.update(all == 0 ? 0 : std::min(1.0, static_cast<double>(done) / static_cast<double>(all)));
            VKALGO_TRY(const std::size_t got, reader.read(room));
            done += got;
            return got;
        };
        VKALGO_TRY(const HistogramResult counted, histogram(runner, read, options, plan));
        VKALGO_CHECK(output_.check_counters(counted.counts));
        Answer answer;
        describe(session, counted, answer);
        return answer;
    }

    Result<void> check_usage(const Session& session) const {
        VKALGO_CHECK(random_.check(!inputs_.empty(), "count", "values"));
        VKALGO_CHECK(input_options_.check());
        if (has_points() && (stream_ || groups_.given_beside_weights() || blocks_ || threads_)) {
            return bad_usage(
                "--stream, --channels, --width, --stride, --region, --segments, --blocks and --threads do not work for "
                "points "
                "with two coordinates; leave them out, or count one coordinate");
        }
        if (has_points()) {
            VKALGO_CHECK(output_.check_points());
        }
        if (stream_ && inputs_.empty()) {
            return bad_usage("--stream reads a file or standard input; give a FILE or -");
        }
        if (groups_.given() && (inputs_.empty() || stream_)) {
            return bad_usage(
                "--channels, --width, --stride, --region, --segments and --weights need a file that is "
                "read as a whole; leave out --n and --stream");
        }
        if (groups_.several() && output_.plots()) {
            return bad_usage(
                "--plot draws only one histogram of counts; leave out --plot, or --channels, --segments and "
                "--weights");
        }
        if (stream_ && (session.globals().verify || session.globals().repeat || bin_options_.wants_data_range())) {
            return bad_usage("--stream reads each value only once; leave out --verify, --repeat and --range data");
        }
        if (stream_ && bin_options_.is_automatic()) {
            return bad_usage(
                "--stream counts values before it knows all of them, but the rules of --bins need all values; give "
                "--bins a number, or leave out --stream");
        }
        if (groups_.several() && bin_options_.is_automatic()) {
            return bad_usage(
                "--bins: the rules work only for one histogram of counts; give a number, or leave out --channels, "
                "--segments and --weights");
        }
        if (groups_.several() && output_.has_density()) {
            return bad_usage(
                "--density works only for one histogram of counts; leave out --density, or --channels, --segments and "
                "--weights");
        }
        VKALGO_CHECK(bin_options_.check());
        std::vector<std::string> read = inputs_;
        for (const auto& more : {groups_.files(), bin_options_.files()}) {
            read.insert(read.end(), more.begin(), more.end());
        }
        if (std::count(read.begin(), read.end(), "-") > 1) {
            return bad_usage(
                "standard input (-) is given more than once, but it can be read only once; give files for the others");
        }
        return output_.check(session, read, bin_options_.has_edges());
    }

    Result<Array> read_values(InputReader& reader) const {
        const std::string& path = inputs_.front();
        const ElementTypes types = type_ ? ElementTypes(*element_type_from(*type_))
                                         : ElementTypes(ElementType::u16, {ElementType::u16, ElementType::i64,
                                                                           ElementType::u64, ElementType::f64});
        auto values = reader.values(path, types);
        if (!values && values.error().code == ErrorCode::too_large) {
            values.error().message += ", or count a raw or .npy file part by part with --stream";
        }
        VKALGO_CHECK(values);
        return type_ ? converted(std::move(*values), *element_type_from(*type_), path) : std::move(values);
    }

    /// Returns whether the default range is the range of the data: for floating-point values of a .npy or of text and,
    /// if no type is given, also for whole numbers in text that are not u16, since only the data show how large they
    /// are.
    bool spans_data(const Format* format, ElementType type) const {
        const bool is_text = format != nullptr && format->numbers != nullptr;
        return (is_text && !type_ && size_of(type) == 8) ||
               (format != nullptr && format->floats_span_their_range && is_float(type));
    }

    Result<Array> random_values(const Session& session, ElementType type, std::uint64_t count) const {
        const std::uint64_t host = host_memory();
        if (count > host / 2 / size_of(type)) {
            return Error{ErrorCode::too_large,
                         fmt::format("--n: {} values of {} need more than half of this machine's {} of memory; give "
                                     "fewer values, or write the values to a file and use --stream",
                                     count, plural(size_of(type), "byte"), format_bytes(host)),
                         {}};
        }
        Progress progress(session, "random values", static_cast<double>(count), "values");
        return random_.values(type, progress.callback());
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

    HistogramCallOptions options_for(const Session& session, ElementType type) const {
        HistogramCallOptions options;
        options.histogram.type = type;
        options.histogram.method = method_;
        options.histogram.blocks = static_cast<std::uint32_t>(blocks_.value_or(0));
        options.histogram.threads = static_cast<std::uint32_t>(threads_.value_or(0));
        take_globals(session, options.call);
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
            random_.describe(answer.parameters);
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
        report_run(session, result.report, answer);
        groups_.describe(answer.parameters);
        const std::string what = inputs_.empty() ? plural(result.count, "random value") : inputs_.front();
        output_.describe(session, result, what, answer);
    }

    InputOptions input_options_;
    RandomInput random_;
    BinOptions bin_options_;
    GroupOptions groups_;
    HistogramOutput output_;
    std::vector<std::string> inputs_;
    std::optional<std::string> type_;
    std::optional<std::uint64_t> blocks_, threads_;
    bool stream_ = false;
    std::string method_ = "auto";
};

}  // namespace

const Command& command_histogram();
const Command& command_histogram() {
    static const Command command = {
        .name = "histogram",
        .summary = "count the values in each bin",
        .description =
            "Counts the values in each of --bins bins of equal width over --range, both ends included, or in each\n"
            "bin between --edges. Values outside of the range and NaN are counted separately. Counts are exact and\n"
            "the same by every method. --bins auto, fd and so on find a number of bins as numpy does; --density\n"
            "divides each count by the number of values that have a bin and by the width (for points, the area) of\n"
            "its bin. Points with two coordinates, the rows of an n x 2 array or two columns of a table, are counted\n"
            "in --bins NX,NY, as by numpy.histogram2d.",
        .examples =
            "  vkalgo histogram --n 56975000\n"
            "  vkalgo histogram --n 1M --type u8 --distribution zipf --verify\n"
            "  vkalgo histogram photo.png --plot photo.svg\n"
            "  vkalgo histogram samples.npy --bins 100 --range -1:1 --output counts.csv\n"
            "  vkalgo histogram ages.csv --column age --edges 0,18,40,65,120\n"
            "  vkalgo histogram samples.npy --bins auto --density --output density.csv\n"
            "  vkalgo histogram points.npy --bins 64,32 --range 0,1,-2,2 --output counts.npy\n"
            "  vkalgo histogram cars.csv --column weight --column price --bins 20,10\n"
            "  zcat log.gz | vkalgo histogram - --type u32 --stream --bins 1000\n"
            "  vkalgo histogram --n 1048576 --method two-kernel --threads 1024 --repeat 7\n",
        .globals = {},
        .advice = kAdvice,
        .make = [] { return std::unique_ptr<Invocation>(std::make_unique<HistogramCommand>()); },
    };
    return command;
}

}  // namespace vkalgo::cli
