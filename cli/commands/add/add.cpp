#include "algorithms/matrix/elementwise_call.hpp"
#include "cli/call_report.hpp"
#include "cli/command.hpp"
#include "cli/input_options.hpp"
#include "cli/operands.hpp"
#include "cli/progress.hpp"
#include "cli/small_array.hpp"
#include "engine/runner.hpp"
#include "formats/bytes.hpp"
#include "formats/format.hpp"
#include "formats/random_array.hpp"
#include "formats/writer.hpp"
#include "support/bad_usage.hpp"
#include "support/numbers.hpp"

#include <cmath>
#include <cstring>
#include <numeric>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

constexpr Advice kAdvice[] = {
    {"memory_limit", "raise --memory", {}},
    {"type", "--type", {}},
};

/// Describes the first element at which two arrays of one type differ; empty if none exists. NaN equals NaN.
std::string first_difference(const Array& got, std::span<const std::byte> expected) {
    return with_type(got.type, [&](auto sample) -> std::string {
        using T = decltype(sample);
        for (std::size_t at = 0; at + sizeof(T) <= got.data.size(); at += sizeof(T)) {
            T ours, right;
            std::memcpy(&ours, got.data.data() + at, sizeof(T));
            std::memcpy(&right, expected.data() + at, sizeof(T));
            if constexpr (std::is_integral_v<T>) {
                if (ours != right) {
                    return fmt::format("element {} is {}, not {}", at / sizeof(T), ours, right);
                }
            } else {
                const auto x = static_cast<double>(ours), y = static_cast<double>(right);
                if (x != y && !(std::isnan(x) && std::isnan(y))) {
                    return fmt::format("element {} is {}, not {}", at / sizeof(T), x, y);
                }
            }
        }
        return {};
    });
}

/// Returns the index of the first integer element whose result does not fit its type.
std::optional<std::uint64_t> first_overflow(const Array& a, const Array& b, ElementwiseOperator op) {
    return with_type(a.type, [&](auto sample) -> std::optional<std::uint64_t> {
        using T = decltype(sample);
        if constexpr (std::is_integral_v<T>) {
            for (std::uint64_t at = 0; at < a.count(); ++at) {
                T x, y, result;
                std::memcpy(&x, a.data.data() + at * sizeof(T), sizeof(T));
                std::memcpy(&y, b.data.data() + at * sizeof(T), sizeof(T));
                const bool beyond = op == ElementwiseOperator::add        ? __builtin_add_overflow(x, y, &result)
                                    : op == ElementwiseOperator::subtract ? __builtin_sub_overflow(x, y, &result)
                                                                          : __builtin_mul_overflow(x, y, &result);
                if (beyond) {
                    return at;
                }
            }
        }
        return std::nullopt;
    });
}

/// Gives an array that was read from text the shape of the other array, if both have the same number of elements and
/// the text can have both shapes: a single column can be a list or an n x 1 matrix, and the lines of plain text can be
/// the rows of a matrix or the parts of one list.
void fit_text(Array& array, const Format& format, const Array& other) {
    const bool is_text = format.numbers != nullptr;
    const bool is_plain = is_text && !format.has_columns;
    const bool is_list = array.shape.size() == 1;
    const bool other_is_column = other.shape.size() == 2 && other.shape[1] == 1;
    const bool fits = (is_text && is_list && other_is_column) || (is_plain && !is_list && other.shape.size() == 1);
    if (fits && array.count() == other.count()) {
        array.shape = other.shape;
    }
}

class AddCommand : public Invocation {
public:
    Result<void> declare(Options& options) override {
        options.group("Input");
        options.inputs(
            inputs_,
            "A and B: .npy arrays of one shape, of any number of dimensions; or .csv, .tsv or .txt, numbers by "
            "rows",
            2, "ARRAY");
        input_options_.declare(options, {.lines = TextLines::rows_if_even});
        options.size("--n", n_, "random arrays with this number of elements, in place of files");
        options.size("--m", m_,
                     "number of rows, each of --n elements (default: an array of one dimension, without rows)");
        options.whole("--seed", seed_, "seed of the random numbers (default 1)");
        options.choice(
            "--type", type_, {kElementTypeNames.begin(), kElementTypeNames.end()},
            "type of the elements; elements of files must fit it exactly (default: the type of the files; for whole "
            "numbers in text, i64, or u64 if some do not fit i64; for other text and random arrays, f32)");
        options.group("Run");
        options.choice("--operator", operator_, {kElementwiseOperatorNames.begin(), kElementwiseOperatorNames.end()},
                       "the operation on two elements");
        options.choice("--method", method_, {"auto", "vectors"}, "auto: vectors; vectors: 16 bytes at a time");
        options.group("Output");
        options.text("--output", output_, "FILE",
                     "write the result: " + writers_help({OutputPart::rows, OutputPart::array}));
        return {};
    }

    Result<Answer> run(Session& session) override {
        VKALGO_CHECK(check_usage(session));
        VKALGO_TRY(Context* const context, session.context());
        CallOptions call;
        take_globals(session, call);
        Array a, b;
        if (inputs_.empty()) {
            VKALGO_TRY(a, array_to_draw());
        } else {
            VKALGO_CHECK(read(session, a, b));
        }
        const ElementwiseOptions options{a.type, *elementwise_operator_from(operator_)};
        VKALGO_TRY(const std::uint64_t bytes, byte_count(a.shape, a.type));
        const std::uint64_t count = bytes / size_of(a.type);
        VKALGO_TRY(const ElementwiseCallPlan plan, plan_elementwise_call(options, count, call, context->profile()));
        if (inputs_.empty()) {
            a.data = random_array(a.type, count, Distribution::uniform, seed_.value_or(1)).data;
            b = {a.type, a.shape, random_array(a.type, count, Distribution::uniform, seed_.value_or(1) + 1).data};
        }
        session.reporter().explain(
            fmt::format("plan: {}, {} on the device", plural(plan.parts, "part"), format_bytes(plan.device_bytes())));
        std::vector<std::byte> expected;
        if (session.globals().verify) {
            expected = elementwise_reference(options, a.data, b.data);
        }
        VKALGO_TRY(Runner runner, Runner::create(*context));
        ElementwiseReport done;
        {
            Progress progress(session, "add", static_cast<double>(a.count()) * call.repeat, "elements");
            call.progress = progress.callback();
            call.cancel = progress.cancel();
            VKALGO_TRY(done, operate_in_place(runner, a.data, b.data, options, call, plan));
        }
        Answer answer;
        describe(session, a, done, answer);
        if (!inputs_.empty() && !output_ && !session.globals().quiet) {
            show_small(a, answer);
        }
        if (session.globals().verify) {
            answer.verification = {"the CPU reference elementwise_reference", first_difference(a, expected)};
        }
        if (output_) {
            answer.output(*output_, write_table(array_table(a, true), *output_));
        }
        return answer;
    }

private:
    Result<void> check_usage(const Session& session) const {
        if (inputs_.empty() && !n_) {
            return bad_usage("no arrays are given; give two, or --n N for random arrays");
        }
        if (!inputs_.empty() && (n_ || m_ || seed_)) {
            return bad_usage(
                "--n, --m and --seed make random arrays, but files are given too; leave out these options or the "
                "files");
        }
        if (inputs_.size() == 1) {
            return bad_usage(fmt::format("'{}' is only one array, but two are needed; give B too", inputs_.front()));
        }
        if (inputs_.empty() && input_options_.given()) {
            return bad_usage("--format and --input-limit are for files, but the arrays are random; leave them out");
        }
        if (output_) {
            VKALGO_CHECK(
                session.check_output("--output", *output_, writer_endings({OutputPart::rows, OutputPart::array})));
            VKALGO_CHECK(check_not_input("--output", *output_, inputs_));
        }
        return {};
    }

    std::optional<ElementType> type() const { return type_ ? element_type_from(*type_) : std::nullopt; }

    Result<void> check_alike(const ArrayHead& a, const ArrayHead& b) const {
        if (a.shape != b.shape) {
            return bad_usage(fmt::format("'{}' has the shape {}, but '{}' has {}; give arrays of one shape", inputs_[0],
                                         shape_text(a.shape), inputs_[1], shape_text(b.shape)));
        }
        if (!type_ && a.type != b.type) {
            return bad_usage(fmt::format("'{}' holds {} values, but '{}' holds {} values; choose one --type for both",
                                         inputs_[0], to_string(a.type), inputs_[1], to_string(b.type)));
        }
        return {};
    }

    /// Refuses results that do not fit the type of whole numbers in text. They would wrap modulo 2^64, for which the
    /// user did not ask by --type.
    Result<void> check_results(const Array& a, const Array& b) const {
        const std::optional<std::uint64_t> wrong = first_overflow(a, b, *elementwise_operator_from(operator_));
        if (wrong) {
            return bad_usage(fmt::format(
                "the result at element {} (counted from 0) does not fit {}, the type of whole numbers in text; "
                "choose --type f64 for the nearest numbers, or --type {} for results modulo 2^64",
                *wrong, to_string(a.type), to_string(a.type)));
        }
        return {};
    }

    Result<void> read(Session& session, Array& a, Array& b) const {
        const InputSettings settings = input_options_.settings(session);
        VKALGO_TRY(const auto head_a, peek_array(inputs_[0], settings));
        VKALGO_TRY(const auto head_b, peek_array(inputs_[1], settings));
        if (head_a && head_b) {
            VKALGO_CHECK(check_alike(*head_a, *head_b));
            VKALGO_TRY(const std::uint64_t bytes, byte_count(head_a->shape, type().value_or(head_a->type)));
            VKALGO_CHECK(check_host_memory(bytes > UINT64_MAX / 2 ? bytes : 2 * bytes, "ARRAY"));
        }
        InputReader reader = input_options_.reader(session);
        VKALGO_TRY(AlikeArrays arrays, with_advice_on_type(read_arrays(reader, inputs_, type())));
        a = std::move(arrays.arrays[0]);
        b = std::move(arrays.arrays[1]);
        fit_text(a, *arrays.formats[0], b);
        fit_text(b, *arrays.formats[1], a);
        VKALGO_CHECK(check_alike({a.type, a.shape}, {b.type, b.shape}));
        VKALGO_CHECK(reader.check_used());
        return arrays.are_text && !type_ ? check_results(a, b) : Result<void>();
    }

    /// Returns the type and shape of random arrays, without their elements. Errors: those of check_host_memory.
    Result<Array> array_to_draw() const {
        Array array{type().value_or(ElementType::f32), m_ ? std::vector{*m_, *n_} : std::vector{*n_}, {}};
        const auto bytes = byte_count(array.shape, array.type);
        VKALGO_CHECK(check_host_memory(!bytes || *bytes > UINT64_MAX / 2 ? UINT64_MAX : 2 * *bytes, "--n, --m"));
        return array;
    }

    void describe(const Session& session, const Array& result, const ElementwiseReport& done, Answer& answer) const {
        if (inputs_.empty()) {
            answer.parameters["n"] = *n_;
            if (m_) {
                answer.parameters["m"] = *m_;
            }
            answer.parameters["seed"] = seed_.value_or(1);
        } else {
            answer.parameters["a"] = inputs_[0];
            answer.parameters["b"] = inputs_[1];
        }
        answer.parameters["type"] = to_string(result.type);
        answer.parameters["operator"] = operator_;
        answer.parameters["method"] = method_;
        report_run(session, done.report, answer);
        const std::uint64_t columns = result.shape.empty() ? 1 : result.shape.back();
        answer.result["rows"] = columns == 0 ? 0 : result.count() / columns;
        answer.result["columns"] = columns;
        answer.result["inner"] = 1;
        answer.result["shape"] = result.shape;
        answer.result["type"] = to_string(result.type);
        answer.result["method"] = "vectors";
        answer.result["parts"] = done.parts;
        if (session.globals().quiet) {
            answer.text = fmt::format("{}\n", shape_text(result.shape));
            return;
        }
        const double milliseconds =
            answer.repeats.empty() ? answer.gpu_ms.value_or(0) : spread_of(answer.repeats).median;
        answer.line("result", fmt::format("{}, {}", shape_text(result.shape), to_string(result.type)));
        answer.line("operator", operator_);
        if (milliseconds > 0) {
            answer.line("speed", fmt::format("{} GB/s", format_rate(3.0 * static_cast<double>(result.data.size()) /
                                                                    milliseconds * 1e-6)));
        }
    }

    InputOptions input_options_;
    std::vector<std::string> inputs_;
    std::optional<std::uint64_t> n_, m_, seed_;
    std::optional<std::string> type_, output_;
    std::string operator_ = "add";
    std::string method_ = "auto";
};

}  // namespace

const Command& command_add();
const Command& command_add() {
    static const Command command = {
        .name = "add",
        .summary = "the sum, difference or product of two arrays, element by element",
        .description =
            "Adds, subtracts or multiplies two arrays of one shape and type, element by element. Results of\n"
            "integers wrap around, floats are rounded to nearest. Arrays that do not fit --memory or the device are\n"
            "computed part by part. Without --type, whole numbers in text are i64, or u64 if some do not fit\n"
            "i64, and a result that does not fit this type is an error instead.",
        .examples =
            "  vkalgo add a.npy b.npy --output sum.npy\n"
            "  vkalgo add a.npy b.npy --operator subtract --output difference.npy --verify\n"
            "  vkalgo add --n 2^26 --repeat 9\n",
        .globals = {},
        .advice = kAdvice,
        .make = []() -> std::unique_ptr<Invocation> { return std::make_unique<AddCommand>(); }};
    return command;
}

}  // namespace vkalgo::cli
