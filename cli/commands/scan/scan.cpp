#include "algorithms/scan/scan_call.hpp"
#include "algorithms/scan/scan_method.hpp"
#include "cli/call_report.hpp"
#include "cli/command.hpp"
#include "cli/commands/scan/report.hpp"
#include "cli/commands/scan/segments.hpp"
#include "cli/commands/scan/types.hpp"
#include "cli/input_options.hpp"
#include "cli/method_option.hpp"
#include "cli/operands.hpp"
#include "cli/progress.hpp"
#include "cli/random_input.hpp"
#include "engine/runner.hpp"
#include "formats/convert.hpp"
#include "formats/writer.hpp"
#include "support/bad_usage.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

constexpr Advice kAdvice[] = {
    {"memory_limit", "raise --memory", {}},
    {"count", "give fewer elements", ErrorCode::too_large},
    {"type", "--type", {}},
    {"method", "--method", {}},
};

constexpr std::array kOperators = {ScanOperator::add, ScanOperator::min, ScanOperator::max};

std::vector<std::string> operator_names() {
    std::vector<std::string> names;
    names.reserve(kOperators.size());
    for (const ScanOperator op : kOperators) {
        names.emplace_back(to_string(op));
    }
    return names;
}

/// The input of a scan.
struct ScanInput {
    /// The values of a file; or random elements, which are generated after the run is planned.
    Array values;
    std::uint64_t count = 0;
    /// Type of the results.
    ElementType type = ElementType::u32;
    ScanSegments segments;
};

class ScanCommand : public Invocation {
public:
    Result<void> declare(Options& options) override {
        options.group("Input");
        options.inputs(inputs_, formats_help(Want::values), 1);
        input_options_.declare(options, {.columns = true, .tables = true});
        options.choice(
            "--type", type_, {kElementTypeNames.begin(), kElementTypeNames.end()},
            "type of the elements and of the results; whole numbers, and the elements of a .npy, must fit it exactly "
            "(default: the type of the file, but u64, i64 or f32 for sums of 8 and 16 bits; for text, "
            "the first of i64, u64, f32 and f64 that holds all elements; for raw files and random elements, u32)");
        random_.declare(options, "elements");
        options.group("Run");
        options.choice("--operator", operator_, operator_names(), "the operator that combines the elements");
        options.flag(
            "--exclusive", exclusive_,
            "result i combines the elements before element i; the first result is the identity of the "
            "operator: 0 for sums, the greatest value of the type (infinity for floats) for min, the least for max");
        options.text("--segments", segments_, "FILE",
                     "scan each segment by itself; the file has the beginnings of the segments, ascending from 0, and "
                     "then the number of elements (text, .npy, or .bin of u32)");
        declare_method(
            options, method_, scan_methods(),
            "look-back for large inputs on devices that are known to be fast with it, else reduce-then-scan");
        options.flag(
            "--reproducible", reproducible_,
            "make sums of floats equal in every run on a device, bit for bit (look-back adds them in an order that "
            "changes); all other results are always equal");
        options.group("Output");
        options.text("--output", output_, "FILE",
                     "write the results: " + writers_help({OutputPart::rows, OutputPart::array}) +
                         "; a .bin has only their bytes; - writes one per line to standard output");
        return {};
    }

    Result<Answer> run(Session& session) override {
        VKALGO_CHECK(check_usage(session));
        VKALGO_TRY(ScanInput input, read(session));
        const ScanCallOptions options = options_for(session, input);
        VKALGO_TRY(Context* const context, session.context());
        VKALGO_TRY(const ScanCallPlan plan, plan_scan_call(options, input.count, context->profile()));
        explain_scan(session, plan);
        if (inputs_.empty()) {
            const std::uint64_t each = 2 * size_of(options.scan.type);
            VKALGO_CHECK(check_host_memory(input.count > UINT64_MAX / each ? UINT64_MAX : each * input.count, "--n"));
            input.values = random_.values(input.type);
        }
        VKALGO_TRY(Array values, converted(std::move(input.values), options.scan.type, "values"));
        values.shape = {input.count};
        const Array before = session.globals().verify ? values : Array{};
        VKALGO_TRY(Runner runner, Runner::create(*context));
        VKALGO_TRY(const ScanBytes done, scanned(session, runner, values, options));
        Answer answer;
        if (session.globals().verify) {
            VKALGO_TRY(answer.verification, verify_scan(before, values, options.heads, options.scan, done));
        }
        const Array results = as_scan_type(std::move(values), input.type, options.scan.op);
        const Array total = as_scan_type({options.scan.type, {1}, done.total}, input.type, options.scan.op);
        describe(session, input.segments, done, results, total, answer);
        return answer;
    }

private:
    Result<void> check_usage(const Session& session) const {
        VKALGO_CHECK(random_.check(!inputs_.empty(), "scan", "elements"));
        VKALGO_CHECK(input_options_.check());
        std::vector<std::string> read = inputs_;
        if (segments_) {
            read.push_back(*segments_);
        }
        if (std::count(read.begin(), read.end(), "-") > 1) {
            return bad_usage(
                "standard input (-) is given for the elements and for --segments, but it can be read only once; give a "
                "file for one of them");
        }
        if (output_) {
            VKALGO_CHECK(
                session.check_output("--output", *output_, writer_endings({OutputPart::rows, OutputPart::array})));
            VKALGO_CHECK(check_not_input("--output", *output_, read));
        }
        return {};
    }

    ScanOperator scan_operator() const {
        return *std::find_if(kOperators.begin(), kOperators.end(),
                             [&](ScanOperator op) { return operator_ == to_string(op); });
    }

    Result<ScanInput> read(Session& session) const {
        const InputSettings settings = input_options_.settings(session);
        InputReader reader(settings);
        std::optional<ElementType> type;
        if (type_) {
            type = element_type_from(*type_);
        }
        ScanInput input{{}, random_.count(), type.value_or(ElementType::u32), {}};
        bool are_text = false;
        if (!inputs_.empty()) {
            const ElementTypes types = type ? ElementTypes(*type)
                                            : ElementTypes(ElementType::u32, {ElementType::i64, ElementType::u64,
                                                                              ElementType::f32, ElementType::f64});
            VKALGO_TRY(AlikeArrays arrays, with_advice_on_type(reader.values_alike(inputs_, types)));
            input.values = std::move(arrays.arrays.front());
            are_text = arrays.are_text;
            input.count = input.values.count();
            input.type = type.value_or(default_scan_type(input.values.type, scan_operator()));
            VKALGO_TRY(input.values,
                       with_advice_on_type(converted(std::move(input.values), input.type, inputs_.front())));
        }
        VKALGO_CHECK(reader.check_used());
        if (segments_) {
            VKALGO_TRY(input.segments, read_scan_segments(*segments_, settings, input.count));
        }
        if (are_text && !type) {
            VKALGO_CHECK(check_sums(input));
        }
        return input;
    }

    /// Fails if a sum does not fit the type that was chosen for whole numbers in text. The user did not ask for sums
    /// modulo 2^64.
    Result<void> check_sums(const ScanInput& input) const {
        if (scan_operator() != ScanOperator::add) {
            return {};
        }
        const std::optional<std::uint64_t> wrong = first_scan_overflow(input.values, input.segments, exclusive_);
        if (wrong) {
            return bad_usage(
                fmt::format("the sum up to element {} (counted from 0) does not fit {}, the type of whole numbers in "
                            "text; choose --type {} for sums modulo 2^64",
                            *wrong, to_string(input.type), to_string(input.type)));
        }
        return {};
    }

    ScanCallOptions options_for(const Session& session, const ScanInput& input) const {
        ScanCallOptions options;
        options.scan.type = computing_type(input.type);
        options.scan.op = scan_operator();
        options.scan.kind = exclusive_ ? ScanKind::exclusive : ScanKind::inclusive;
        options.scan.segmented = segments_.has_value();
        options.scan.reproducible = reproducible_;
        options.scan.method = method_;
        options.heads = input.segments.heads;
        take_globals(session, options.call);
        return options;
    }

    /// Scans the values in place.
    static Result<ScanBytes> scanned(const Session& session, Runner& runner, Array& values, ScanCallOptions options) {
        const double work = static_cast<double>(values.count()) * static_cast<double>(options.call.repeat);
        Progress progress(session, "scan", work, "elements");
        options.call.progress = progress.callback();
        options.call.cancel = progress.cancel();
        return scan_in_place(runner, std::span(values.data), options);
    }

    void describe(const Session& session, const ScanSegments& segments, const ScanBytes& done, const Array& results,
                  const Array& total, Answer& answer) const {
        const char* const kind = to_string(exclusive_ ? ScanKind::exclusive : ScanKind::inclusive);
        if (!inputs_.empty()) {
            answer.parameters["input"] = inputs_.front();
        } else {
            random_.describe(answer.parameters);
        }
        answer.parameters["type"] = to_string(results.type);
        answer.parameters["operator"] = operator_;
        answer.parameters["exclusive"] = exclusive_;
        if (segments_) {
            answer.parameters["segments"] = *segments_;
        }
        answer.parameters["method"] = method_;
        answer.parameters["reproducible"] = reproducible_;
        report_run(session, done.report, answer);
        answer.result["count"] = results.count();
        answer.result["type"] = to_string(results.type);
        if (segments_) {
            answer.result["segments"] = segments.count;
        }
        answer.result["total"] = element_json(total);
        answer.result["method"] = done.plan.method_name();
        answer.result["parts"] = done.parts;
        if (session.globals().quiet) {
            const Bytes lines = write_table(array_table(results, false), "-");
            answer.text.assign(reinterpret_cast<const char*>(lines.data()), lines.size());
        } else {
            answer.line("elements", fmt::format("{} of {}", results.count(), to_string(results.type)));
            answer.line("scan", fmt::format("{}, {}", kind, operator_));
            if (segments_) {
                answer.line("segments", fmt::format("{}", segments.count));
            }
            answer.line("method", done.plan.method_name());
            answer.line("total", element_text(total, 0) + (segments_ ? ", of the last segment" : ""));
            if (results.count() != 0) {
                answer.line("first", first_results(results));
            }
        }
        if (output_) {
            answer.output(*output_, write_table(array_table(results, false), *output_));
        }
    }

    InputOptions input_options_;
    RandomInput random_;
    std::vector<std::string> inputs_;
    std::optional<std::string> type_, segments_, output_;
    std::string operator_ = "add";
    std::string method_ = "auto";
    bool exclusive_ = false;
    bool reproducible_ = false;
};

}  // namespace

const Command& command_scan();
const Command& command_scan() {
    static const Command command = {
        .name = "scan",
        .summary = "prefix sums, minima or maxima of numbers",
        .description =
            "Result i is the sum of elements 0 to i (inclusive), or of the elements before i (--exclusive); or their\n"
            "minimum or maximum. Sums of whole numbers wrap around, for u32 modulo 2^32. If whole numbers in text\n"
            "have no --type, a sum that does not fit their type is an error instead. Sums of f32 and f64 are rounded\n"
            "to nearest and may become infinite; f16 are added as f32, and each result is rounded to f16 once. For\n"
            "min and max, -0 is less than 0, and NaN are ignored. A .npy array of several dimensions is scanned as\n"
            "one row of numbers.",
        .examples =
            "  vkalgo scan --n 16M --verify\n"
            "  vkalgo scan counts.npy --exclusive --output offsets.npy\n"
            "  vkalgo scan table.csv --column price --operator max --output highest.csv\n"
            "  vkalgo scan values.npy --segments offsets.npy --output sums.npy\n"
            "  printf '3 1 2' | vkalgo scan - --format txt --quiet\n"
            "  vkalgo scan --n 2^28 --type f32 --reproducible --repeat 9\n",
        .globals = {},
        .advice = kAdvice,
        .make = [] { return std::unique_ptr<Invocation>(std::make_unique<ScanCommand>()); },
    };
    return command;
}

}  // namespace vkalgo::cli
