#include "algorithms/matrix/matrix_method.hpp"
#include "algorithms/matrix/matrix_multiply_call.hpp"
#include "algorithms/matrix/matrix_reference.hpp"
#include "cli/call_report.hpp"
#include "cli/command.hpp"
#include "cli/commands/matmul/types.hpp"
#include "cli/input_options.hpp"
#include "cli/method_option.hpp"
#include "cli/operands.hpp"
#include "cli/progress.hpp"
#include "cli/small_array.hpp"
#include "engine/runner.hpp"
#include "formats/bytes.hpp"
#include "formats/convert.hpp"
#include "formats/random_array.hpp"
#include "formats/writer.hpp"
#include "support/bad_usage.hpp"
#include "support/numbers.hpp"
#include "support/read_number.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

constexpr Advice kAdvice[] = {
    {"memory_limit", "give smaller matrices, or raise --memory", {}},
    {"type", "--type", {}},
    {"method", "--method", {}},
    {"alpha", "--alpha", {}},
    {"beta", "--beta", {}},
};

/// The matrices of a run: A, B, and the C to which the product is added.
struct Operands {
    Array a, b, c;
};

/// The value of --alpha or --beta.
struct Factor {
    std::string option, text;
    std::optional<double> value;

    void declare(Options& options, std::string name, std::string help) {
        option = name;
        options.value(std::move(name), "NUMBER", std::move(help), [this](const std::string& given) -> Result<void> {
            VKALGO_TRY(value, parse_number(given));
            text = given;
            return {};
        });
    }

    /// Refuses a whole number that f32 does not hold exactly. Factors of f16 matrices are f32.
    Result<void> check(ElementType type) const {
        float single = 0;
        if (value && is_float(type) && type != ElementType::f64 && read_number(text, single) == NumberFault::rounded) {
            return bad_usage(fmt::format(
                "{}: '{}' is a whole number that f32 cannot hold exactly; choose --type f64, or another factor", option,
                text));
        }
        return {};
    }
};

class MatmulCommand : public Invocation {
public:
    Result<void> declare(Options& options) override {
        options.group("Input");
        options.inputs(
            inputs_,
            "A and B: .npy arrays of two dimensions, or of three, of which the first counts matrices; or .csv, "
            ".tsv or .txt with numbers by rows, where one column is an n x 1 matrix",
            2, "MATRIX");
        input_options_.declare(options, {.lines = TextLines::rows});
        options.size("--n", n_,
                     "make random matrices, in place of files, with this number of columns of B and of the product", 0,
                     UINT32_MAX);
        options.size("--m", m_, "number of rows of A and of the product (default: --n)", 0, UINT32_MAX);
        options.size("--k", k_, "number of columns of A and of rows of B (default: --n)", 0, UINT32_MAX);
        options.whole("--seed", seed_, "seed of the random numbers (default 1)");
        options.choice(
            "--type", type_, {"u8", "i8", "u16", "i16", "u32", "i32", "u64", "i64", "f16", "f32", "f64"},
            "type of the matrices; numbers of files must fit it exactly (default: the type of the files; for "
            "whole numbers in text, i32 if --alpha and --beta are whole and the product surely fits i32, else f64; "
            "for other text and random matrices, f32). The product and C have this type too, except u32 for u8, i32 "
            "for i8, u64 for u16, i64 for i16");
        options.text("--c", c_, "FILE", "matrix C: --beta * C is added to the product");
        options.group("Run");
        declare_method(options, method_, matrix_methods(),
                       "cooperative for f16 if the device and the matrices allow it, else blocks");
        options.flag("--transpose-a", transpose_a_, "A is stored as k x m");
        options.flag("--transpose-b", transpose_b_, "B is stored as n x k");
        alpha_.declare(options, "--alpha", "factor of the product (default 1)");
        beta_.declare(options, "--beta", "factor of --c, or of a random C (default 1 with --c, else 0)");
        options.group("Output");
        options.text("--output", output_, "FILE",
                     "write the product: " + writers_help({OutputPart::rows, OutputPart::array}));
        return {};
    }

    Result<Answer> run(Session& session) override {
        VKALGO_CHECK(check_usage(session));
        VKALGO_TRY(Context* const context, session.context());
        options_.alpha = alpha_.value.value_or(1);
        options_.beta = beta_.value.value_or(c_ ? 1 : 0);
        take_globals(session, options_.call);
        const InputSettings settings = input_options_.settings(session);
        VKALGO_CHECK(plan_by_heads(settings, context->profile()));
        Operands operands;
        MatrixMultiplyCallPlan plan;
        if (inputs_.empty()) {
            VKALGO_TRY(plan, random_operands(context->profile(), operands));
        } else {
            VKALGO_TRY(const MatrixMultiplyParams read, read_operands(session, operands));
            VKALGO_TRY(plan, plan_matrix_multiply_call(read, options_, context->profile()));
        }
        const MatrixMultiplyParams& params = plan.plan.params;
        for (const Factor* factor : {&alpha_, &beta_}) {
            VKALGO_CHECK(factor->check(params.options.type));
        }
        explain(session, plan);
        Array product{params.options.type, product_shape(params), operands.c.data};
        product.data.resize(static_cast<std::size_t>(plan.plan.c.elements * size_of(product.type)));
        VKALGO_TRY(Runner runner, Runner::create(*context));
        MatrixMultiplyReport done;
        {
            Progress progress(session, "matmul", operations(params) * options_.call.repeat, "operations");
            options_.call.progress = progress.callback();
            options_.call.cancel = progress.cancel();
            VKALGO_TRY(done, multiply_matrices(runner, plan, operands.a.data, operands.b.data, product.data, options_));
        }
        Answer answer;
        describe(session, params, done, answer);
        if (!inputs_.empty() && !output_ && !session.globals().quiet) {
            show_small(product, answer);
        }
        if (session.globals().verify) {
            answer.verification = verified(done.plan, operands, product);
        }
        if (output_) {
            answer.output(*output_, write_table(array_table(product, true), *output_));
        }
        return answer;
    }

private:
    Result<void> check_usage(const Session& session) const {
        if (inputs_.empty() && !n_) {
            return bad_usage("no matrices are given; give two, or --n N for random matrices");
        }
        if (!inputs_.empty() && (n_ || m_ || k_ || seed_)) {
            return bad_usage(
                "--n, --m, --k and --seed make random matrices, but files are given too; leave out these options or "
                "the files");
        }
        if (inputs_.size() == 1) {
            return bad_usage(
                fmt::format("'{}' is only one matrix, but a product needs two; give B too", inputs_.front()));
        }
        if (inputs_.empty() && (c_ || input_options_.given())) {
            return bad_usage(
                "--c, --format and --input-limit are for files, but the matrices are random; leave them out");
        }
        if (!inputs_.empty() && !c_ && beta_.value.value_or(0) != 0) {
            return bad_usage("--beta is the factor of --c; give --c too, or leave out --beta");
        }
        if (output_) {
            VKALGO_CHECK(
                session.check_output("--output", *output_, writer_endings({OutputPart::rows, OutputPart::array})));
            std::vector<std::string> read = inputs_;
            if (c_) {
                read.push_back(*c_);
            }
            VKALGO_CHECK(check_not_input("--output", *output_, read));
        }
        return {};
    }

    std::optional<ElementType> type() const { return type_ ? element_type_from(*type_) : std::nullopt; }

    /// Returns the sizes that follow from the shapes of A and B, or an error that says what does not fit.
    Result<MatrixMultiplyParams> params_of(const ArrayHead& a, const ArrayHead& b) const {
        if (!type_ && a.type != b.type) {
            return bad_usage(fmt::format("'{}' holds {} values, but '{}' holds {} values; choose one --type for both",
                                         inputs_[0], to_string(a.type), inputs_[1], to_string(b.type)));
        }
        VKALGO_TRY(const MatrixShape left, matrix_shape(a.shape, inputs_[0]));
        VKALGO_TRY(const MatrixShape right, matrix_shape(b.shape, inputs_[1]));
        const ElementType elements = type().value_or(a.type);
        MatrixMultiplyParams params = sizeless(product_type(elements));
        params.rows = transpose_a_ ? left.columns : left.rows;
        params.inner = transpose_a_ ? left.rows : left.columns;
        params.columns = transpose_b_ ? right.rows : right.columns;
        const std::uint64_t inner = transpose_b_ ? right.columns : right.rows;
        if (params.inner != inner) {
            return bad_usage(
                fmt::format("A ({}{}) has {}, but B ({}{}) has {}; these numbers must be equal; correct a file, "
                            "or transpose a "
                            "matrix by --transpose-a or --transpose-b",
                            shape_text(a.shape), transpose_a_ ? ", transposed" : "", plural(params.inner, "column"),
                            shape_text(b.shape), transpose_b_ ? ", transposed" : "", plural(inner, "row")));
        }
        VKALGO_CHECK(check_sums_fit(elements, inner));
        if (left.several && right.several && left.batches != right.batches) {
            return bad_usage(
                fmt::format("A ({}) and B ({}) have {} and {} matrices; make these numbers equal, or give one array of "
                            "two dimensions",
                            shape_text(a.shape), shape_text(b.shape), left.batches, right.batches));
        }
        params.batches = left.several ? left.batches : right.batches;
        several_ = left.several || right.several;
        // If one side has a single matrix, all products use it.
        if (several_ && !left.several) {
            params.batch_stride_a = 0;
        }
        if (several_ && !right.several) {
            params.batch_stride_b = 0;
        }
        return params;
    }

    MatrixMultiplyParams sizeless(ElementType type) const {
        MatrixMultiplyParams params;
        params.options = {.type = type, .transpose_a = transpose_a_, .transpose_b = transpose_b_, .method = method_};
        return params;
    }

    std::vector<std::uint64_t> product_shape(const MatrixMultiplyParams& params) const {
        return several_ ? std::vector{params.batches, params.rows, params.columns}
                        : std::vector{params.rows, params.columns};
    }

    /// Refuses matrices that do not fit, before any value is read. Only .npy files give their shapes that early.
    Result<void> plan_by_heads(const InputSettings& settings, const DeviceProfile& profile) const {
        if (inputs_.empty()) {
            return {};
        }
        VKALGO_TRY(const auto a, peek_array(inputs_[0], settings));
        VKALGO_TRY(const auto b, peek_array(inputs_[1], settings));
        if (a && b) {
            VKALGO_TRY(const MatrixMultiplyParams params, params_of(*a, *b));
            VKALGO_TRY(const MatrixMultiplyCallPlan plan, plan_matrix_multiply_call(params, options_, profile));
            VKALGO_CHECK(check_host_memory(plan.a_bytes + plan.b_bytes + plan.c_bytes, "MATRIX"));
        }
        return {};
    }

    /// Returns the type in which --c is read if that differs from the type of A and B: the type of the product. Returns
    /// nullopt if --c has the type of A and B, or is not given.
    Result<std::optional<ElementType>> wide_type_of_c(Session& session) const {
        std::optional<ElementType> wide;
        if (!c_) {
            return wide;
        }
        std::optional<ElementType> own = type();
        for (std::size_t k = 0; k < inputs_.size() && !own; ++k) {
            VKALGO_TRY(const auto head, peek_array(inputs_[k], input_options_.settings(session)));
            own = head ? std::optional(head->type) : std::nullopt;
        }
        if (own && product_type(*own) != *own) {
            wide = product_type(*own);
        }
        return wide;
    }

    Result<MatrixMultiplyParams> read_operands(Session& session, Operands& operands) const {
        InputReader reader = input_options_.reader(session);
        std::vector<std::string> paths = inputs_;
        VKALGO_TRY(const std::optional<ElementType> wide, wide_type_of_c(session));
        if (c_ && !wide) {
            paths.push_back(*c_);
        }
        VKALGO_TRY(AlikeArrays read, with_advice_on_type(read_arrays(reader, paths, type())));
        if (wide) {
            VKALGO_TRY(AlikeArrays before, read_arrays(reader, std::vector{*c_}, wide));
            read.arrays.push_back(std::move(before.arrays.front()));
            paths.push_back(*c_);
        }
        if (read.are_text && !is_float(read.arrays[0].type) && !type_) {
            VKALGO_CHECK(choose_type(read.arrays, paths, transpose_a_, options_.alpha, options_.beta));
        }
        operands.a = std::move(read.arrays[0]);
        operands.b = std::move(read.arrays[1]);
        VKALGO_TRY(const MatrixMultiplyParams params,
                   params_of({operands.a.type, operands.a.shape}, {operands.b.type, operands.b.shape}));
        VKALGO_TRY(operands.a, converted(std::move(operands.a), params.options.type, inputs_[0]));
        VKALGO_TRY(operands.b, converted(std::move(operands.b), params.options.type, inputs_[1]));
        if (c_) {
            operands.c = std::move(read.arrays[2]);
            const std::vector<std::uint64_t> shape = product_shape(params);
            if (operands.c.shape != shape || operands.c.type != params.options.type) {
                return bad_usage(
                    fmt::format("--c: '{}' is {} of {}, but the product is {} of {}; give a matrix like the product",
                                *c_, shape_text(operands.c.shape), to_string(operands.c.type), shape_text(shape),
                                to_string(params.options.type)));
            }
        }
        VKALGO_CHECK(reader.check_used());
        return params;
    }

    Result<MatrixMultiplyCallPlan> random_operands(const DeviceProfile& profile, Operands& operands) const {
        const ElementType elements = type().value_or(ElementType::f32);
        MatrixMultiplyParams params = sizeless(product_type(elements));
        params.columns = *n_;
        params.rows = m_.value_or(*n_);
        params.inner = k_.value_or(*n_);
        VKALGO_CHECK(check_sums_fit(elements, params.inner));
        VKALGO_TRY(MatrixMultiplyCallPlan plan, plan_matrix_multiply_call(params, options_, profile));
        VKALGO_CHECK(check_host_memory(plan.a_bytes + plan.b_bytes + plan.c_bytes, "--n, --m, --k"));
        const std::uint64_t seed = seed_.value_or(1);
        const auto draw = [&](ElementType of, const MatrixLayout& layout, std::uint64_t number) {
            return random_array(of, layout.elements, Distribution::uniform, seed + number);
        };
        VKALGO_TRY(operands.a, converted(draw(elements, plan.plan.a, 0), params.options.type, "A"));
        VKALGO_TRY(operands.b, converted(draw(elements, plan.plan.b, 1), params.options.type, "B"));
        if (options_.beta != 0) {
            operands.c = draw(params.options.type, plan.plan.c, 2);
        }
        return plan;
    }

    static double operations(const MatrixMultiplyParams& params) {
        return 2.0 * static_cast<double>(params.rows) * static_cast<double>(params.columns) *
               static_cast<double>(params.inner) * static_cast<double>(params.batches);
    }

    static void explain(const Session& session, const MatrixMultiplyCallPlan& call) {
        const MatrixMultiplyPlan& plan = call.plan;
        session.reporter().explain(
            fmt::format("plan: {}, k in {}, {}, {} on the device", plan.method_name(), plural(plan.splits, "part"),
                        fmt::format("{} dispatch{}", plan.dispatches, plan.dispatches == 1 ? "" : "es"),
                        format_bytes(call.device_bytes())));
    }

    void describe(const Session& session, const MatrixMultiplyParams& params, const MatrixMultiplyReport& done,
                  Answer& answer) const {
        const ElementType of = params.options.type;
        if (inputs_.empty()) {
            answer.parameters["n"] = params.columns;
            answer.parameters["m"] = params.rows;
            answer.parameters["k"] = params.inner;
            answer.parameters["seed"] = seed_.value_or(1);
        } else {
            answer.parameters["a"] = inputs_[0];
            answer.parameters["b"] = inputs_[1];
            if (c_) {
                answer.parameters["c"] = *c_;
            }
        }
        answer.parameters["type"] = type_.value_or(to_string(of));
        answer.parameters["method"] = method_;
        answer.parameters["transpose_a"] = transpose_a_;
        answer.parameters["transpose_b"] = transpose_b_;
        answer.parameters["alpha"] = options_.alpha;
        answer.parameters["beta"] = options_.beta;
        report_run(session, done.report, answer);
        answer.result["rows"] = params.rows;
        answer.result["columns"] = params.columns;
        answer.result["inner"] = params.inner;
        if (several_) {
            answer.result["matrices"] = params.batches;
        }
        answer.result["type"] = to_string(of);
        answer.result["method"] = done.plan.method_name();
        answer.result["splits"] = done.plan.splits;
        const double milliseconds =
            answer.repeats.empty() ? answer.gpu_ms.value_or(0) : spread_of(answer.repeats).median;
        const double rate = milliseconds > 0 ? operations(params) / milliseconds * 1e-6 : 0;
        answer.result["operations_per_second"] = rate * 1e9;
        if (session.globals().quiet) {
            answer.text = fmt::format("{}\n", shape_text(product_shape(params)));
            return;
        }
        answer.line("product",
                    fmt::format("{}{} x {} by {} x {}, {}", several_ ? plural(params.batches, "time") + " " : "",
                                params.rows, params.inner, params.inner, params.columns, to_string(of)));
        answer.line("method", done.plan.splits > 1
                                  ? fmt::format("{}, k in {} parts", done.plan.method_name(), done.plan.splits)
                                  : std::string(done.plan.method_name()));
        answer.line("speed",
                    fmt::format("{} {}", format_rate(rate), is_float(of) ? "GFLOP/s" : "billion operations/s"));
    }

    Verification verified(const MatrixMultiplyPlan& plan, const Operands& operands, const Array& product) const {
        const MatrixComparison comparison = compare_with_matrix_reference(
            plan, {operands.a.data, operands.b.data, operands.c.data, options_.alpha, options_.beta}, product.data);
        const std::uint64_t all = plan.params.rows * plan.params.columns * plan.params.batches;
        const std::string drawn = comparison.difference.empty() && comparison.cells < all
                                      ? fmt::format(", {} draws from {} cells", comparison.cells, all)
                                      : "";
        return {fmt::format("the CPU reference matrix_reference{}", drawn), comparison.difference};
    }

    InputOptions input_options_;
    std::vector<std::string> inputs_;
    std::optional<std::uint64_t> n_, m_, k_, seed_;
    std::optional<std::string> type_, c_, output_;
    Factor alpha_, beta_;
    bool transpose_a_ = false, transpose_b_ = false;
    std::string method_ = "auto";
    MatrixMultiplyCallOptions options_;
    /// Whether A or B has three dimensions.
    mutable bool several_ = false;
};

}  // namespace

const Command& command_matmul();
const Command& command_matmul() {
    static const Command command = {
        .name = "matmul",
        .summary = "the product of two matrices",
        .description =
            "Multiplies A, m x k, by B, k x n: alpha * A * B + beta * C. Arrays of three dimensions are lists of\n"
            "matrices, multiplied one by one; a single matrix on one side is used for all of the other. Products of\n"
            "f16 are added as f32. Whole numbers of 32 and 64 bits are multiplied and added modulo 2^32 and 2^64.\n"
            "Without --type, whole numbers in text are i32 if the product surely fits i32, otherwise f64.\n"
            "Products of 8 and 16 bits have a wider type: u8 -> u32, i8 -> i32, u16 -> u64, i16 -> i64. They are\n"
            "exact: more than 66,051 columns of A of u8, or 131,071 of i8, are refused, since sums might not fit.\n"
            "--alpha and --beta multiply modulo 2^32 or 2^64, too. --verify compares whole numbers exactly, and\n"
            "floats with sums in long double: f32 and f64 may differ by k + 3 times the rounding error of the sum of\n"
            "the terms' magnitudes, and f16 by as much as f32 and by a rounding to f16, or by one per block of k\n"
            "if the device needs k in blocks.",
        .examples =
            "  vkalgo matmul a.npy b.npy --output product.npy\n"
            "  vkalgo matmul a.npy b.npy --transpose-b --alpha 0.5 --c c.npy --beta 2 --output c2.npy\n"
            "  vkalgo matmul --n 8192 --repeat 9\n"
            "  vkalgo matmul --n 300 --m 200 --k 1000 --type f64 --method tiled --verify\n",
        .globals = {},
        .advice = kAdvice,
        .make = []() -> std::unique_ptr<Invocation> { return std::make_unique<MatmulCommand>(); }};
    return command;
}

}  // namespace vkalgo::cli
