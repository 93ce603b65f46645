// vkalgo_bench_matrix: times our matrix products and element-wise sums. GPU times are measured by timestamps. Each
// output is checked in the same run: all cells of a small output, randomly chosen cells of a large one.
//
//     vkalgo_bench_matrix [--device NAME] [--json FILE] [--repetitions R] [--sizes 512,1024] [--type TYPE]
//                         [--sweep | --tuning TM,TN,TK,ROWS,COLUMNS,LANE_COLUMNS,LANE_ROWS,PAD,BAND,SPLITS,DIRECT]
//
// --sizes    sides of square products (default: by device)
// --tuning   one shape of blocks at the last of --sizes: the device's first shape, but with these numbers. If fewer
//            numbers are given, the device's shape keeps its last ones
// --sweep    many shapes of blocks at the last of --sizes, for tuning
#include "algorithms/matrix/elementwise.hpp"
#include "algorithms/matrix/matrix_multiply.hpp"
#include "algorithms/matrix/matrix_reference.hpp"
#include "algorithms/matrix/matrix_tuning.hpp"
#include "bench/harness/harness.hpp"
#include "engine/runner.hpp"
#include <vkalgo_spirv/bench/copy_words.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

namespace {

using namespace vkalgo;
using namespace vkalgo::bench;

struct MatrixBenchArguments : Arguments {
    ElementType type = ElementType::f32;
    std::vector<std::uint32_t> sizes, tuning;
};

std::vector<std::uint32_t> numbers_of(const char* text) {
    std::vector<std::uint32_t> numbers;
    std::istringstream words(text);
    for (std::string word; std::getline(words, word, ',');) {
        numbers.push_back(static_cast<std::uint32_t>(std::strtoul(word.c_str(), nullptr, 10)));
    }
    return numbers;
}

/// Products of one shape: random operands on the host and on the device, and a buffer for the product.
class Workload {
public:
    Workload(Runner& runner, MatrixMultiplyParams params) : runner_(runner), params_(std::move(params)) {
        params_.options.method = "naive";
        const MatrixMultiplyPlan plan = value_of(plan_matrix_multiply(params_, runner.context().profile()));
        Random random(4711);
        fill(a_, plan.a.bytes, random);
        fill(b_, plan.b.bytes, random);
        c_.resize(plan.c.bytes);
        on_a_ = value_of(runner.upload_new(a_, "a"));
        on_b_ = value_of(runner.upload_new(b_, "b"));
        on_c_ = value_of(Buffer::create(runner.context(), {.size = plan.c.bytes, .name = "c"}));
    }

    double operations() const {
        return 2.0 * static_cast<double>(params_.rows) * static_cast<double>(params_.columns) *
               static_cast<double>(params_.inner) * static_cast<double>(params_.batches);
    }

    /// Times a method and returns a row; null if the method cannot multiply these matrices. A wrong product ends the
    /// program.
    Json time(const std::string& name, const std::string& method, const MatrixTuning* tuning, int repetitions) {
        Context& context = runner_.context();
        params_.options.method = method;
        auto made = tuning != nullptr ? create_tuned_matrix_multiply(context, params_, *tuning)
                                      : MatrixMultiply::create(context, params_);
        if (!made) {
            std::printf("%-28s %-17s skipped: %s\n", name.c_str(), method.c_str(), made.error().message.c_str());
            return {};
        }
        const MatrixMultiplyPlan& plan = made->plan();
        Buffer scratch;
        if (plan.scratch_bytes != 0) {
            scratch = value_of(Buffer::create(context, {.size = plan.scratch_bytes, .name = "scratch"}));
        }
        const MatrixMultiplyArguments arguments{
            .a = on_a_.view(), .b = on_b_.view(), .c = on_c_.view(), .scratch = scratch.view()};
        const Spread spread = spread_of(value_of(
            runner_.measure([&](Recorder& recorder) { return made->record(recorder, arguments); }, repetitions)));
        value_of(runner_.download(on_c_.view().slice(0, c_.size()), c_));
        const MatrixComparison comparison =
            compare_with_matrix_reference(plan, {a_, b_, {}}, c_, std::uint64_t{1} << 26);
        if (!comparison.difference.empty()) {
            std::fprintf(stderr, "%s by %s: %s\n", name.c_str(), method.c_str(), comparison.difference.c_str());
            std::exit(4);
        }
        const MatrixTuning& used = *plan.tuning;
        char about[160];
        std::snprintf(about, sizeof about, "%ux%ux%u by %ux%u, %llu splits%s", used.tile_rows, used.tile_columns,
                      used.tile_inner, used.rows, used.columns, static_cast<unsigned long long>(plan.splits),
                      used.direct ? ", direct" : "");
        const std::string way = plan.method_name() == "blocks" ? about : "";
        std::printf("%-28s %-8s %10.4f %10.4f %10.4f  %9.1f GFLOP/s  %s\n", name.c_str(),
                    std::string(plan.method_name()).c_str(), spread.median, spread.least, spread.most,
                    operations() / spread.median * 1e-6, way.c_str());
        std::fflush(stdout);
        return {{"case", name},
                {"method", method},
                {"n", params_.columns},
                {"gpu_ms", json_of(spread)},
                {"operations", operations()},
                {"rate_per_second", operations() / spread.median * 1e3},
                {"about", way},
                {"compared_cells", comparison.cells},
                {"verified", true}};
    }

private:
    void fill(std::vector<std::byte>& data, std::uint64_t bytes, Random& random) const {
        data.resize(bytes);
        with_type(params_.options.type, [&](auto sample) {
            using T = decltype(sample);
            for (std::uint64_t at = 0; at + sizeof(T) <= bytes; at += sizeof(T)) {
                const std::uint64_t bits = random.next();
                T value;
                if constexpr (std::is_integral_v<T>) {
                    value = static_cast<T>(bits);
                } else {
                    value = static_cast<T>(static_cast<double>(bits >> 32) * 0x1p-31 - 1);
                }
                std::memcpy(data.data() + at, &value, sizeof(T));
            }
        });
    }

    Runner& runner_;
    MatrixMultiplyParams params_;
    std::vector<std::byte> a_, b_, c_;
    Buffer on_a_, on_b_, on_c_;
};

std::string name_of(ElementType type, std::uint64_t m, std::uint64_t n, std::uint64_t k) {
    std::string name = std::string("multiply-") + to_string(type) + "-" + std::to_string(m);
    return m == n && n == k ? name : name + "x" + std::to_string(n) + "x" + std::to_string(k);
}

std::vector<std::uint32_t> sizes_of(const MatrixBenchArguments& arguments, const DeviceProfile& profile) {
    if (!arguments.sizes.empty()) {
        return arguments.sizes;
    }
    return profile.type == DeviceType::software ? std::vector<std::uint32_t>{256, 512}
                                                : std::vector<std::uint32_t>{512, 1024, 2048, 4096, 8192};
}

void add(Json& rows, Json row) {
    if (!row.is_null()) {
        rows.push_back(std::move(row));
    }
}

/// Times vector addition, which reads two vectors and writes one, and a copy, which reads one vector and writes one, to
/// compare their bandwidths.
void add_sums(Runner& runner, const MatrixBenchArguments& arguments, Json& rows) {
    Context& context = runner.context();
    const int log2 = context.profile().type == DeviceType::software ? 22 : 28;
    const std::uint64_t count = std::uint64_t{1} << log2;
    std::vector<float> a(count), b(count), got(count);
    Random random(4711);
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint64_t bits = random.next();
        a[i] = static_cast<float>(static_cast<std::int32_t>(bits)) * 0x1p-31F;
        b[i] = static_cast<float>(static_cast<std::int32_t>(bits >> 32)) * 0x1p-31F;
    }
    const Buffer on_a = value_of(runner.upload_new(std::as_bytes(std::span(a)), "a"));
    const Buffer on_b = value_of(runner.upload_new(std::as_bytes(std::span(b)), "b"));
    const Buffer on_c = value_of(Buffer::create(context, {.size = count * 4, .name = "results"}));
    Spread copy;
    for (const auto& [threads, vectors] : {std::pair{256U, 1U}, {256U, 4U}}) {
        const auto kernel = value_of(context.kernel(
            {.name = "bench/copy_words", .spirv = spirv::bench_copy_words, .constants = {{0, threads}, {1, vectors}}}));
        const auto words = static_cast<std::uint32_t>(count / 4);
        const std::uint64_t per_group = std::uint64_t{threads} * vectors;
        const Spread spread = spread_of(value_of(runner.measure(
            [&](Recorder& recorder) -> Result<void> {
                recorder.dispatch(*kernel, {on_a.view(), on_c.view()}, words,
                                  Groups::linear((words + per_group - 1) / per_group, context));
                return recorder.status();
            },
            arguments.repetitions)));
        if (copy.median == 0 || spread.median < copy.median) {
            copy = spread;
        }
    }
    const double copy_rate = 8.0 * static_cast<double>(count) / copy.median;
    std::printf("%-28s %-8s %10.4f %10.4f %10.4f  %9.1f GB/s\n", ("copy-f32-" + std::to_string(count)).c_str(),
                "kernel", copy.median, copy.least, copy.most, copy_rate * 1e-6);
    rows.push_back({{"case", "copy-f32-" + std::to_string(count)},
                    {"method", "kernel"},
                    {"n", count},
                    {"gpu_ms", json_of(copy)},
                    {"values", count},
                    {"rate_per_second", static_cast<double>(count) / copy.median * 1e3}});
    std::vector<std::uint32_t> shapes{0};
    if (arguments.sweep) {
        shapes = {1, 2, 4, 8};
    }
    for (const std::uint32_t vectors : shapes) {
        ElementwiseOptions options{.type = ElementType::f32};
        const Elementwise sum = value_of(vectors == 0 ? Elementwise::create(context, options)
                                                      : create_tuned_elementwise(context, options, {256, vectors}));
        const Spread spread = spread_of(value_of(runner.measure(
            [&](Recorder& recorder) {
                return sum.record(recorder,
                                  {.a = on_a.view(), .b = on_b.view(), .results = on_c.view(), .count = count});
            },
            arguments.repetitions)));
        value_of(runner.download(on_c.view(), std::as_writable_bytes(std::span(got))));
        for (std::uint64_t i = 0; i < count; ++i) {
            if (got[i] != a[i] + b[i]) {
                std::fprintf(stderr, "vkalgo_bench_matrix: element %llu is added wrongly\n",
                             static_cast<unsigned long long>(i));
                std::exit(4);
            }
        }
        const double rate = 12.0 * static_cast<double>(count) / spread.median;
        const std::string name =
            "add-f32-" + std::to_string(count) + (vectors == 0 ? "" : "-by-" + std::to_string(vectors));
        std::printf("%-28s %-8s %10.4f %10.4f %10.4f  %9.1f GB/s  %.1f%% of the copy's\n", name.c_str(), "auto",
                    spread.median, spread.least, spread.most, rate * 1e-6, 100 * rate / copy_rate);
        rows.push_back({{"case", name},
                        {"method", "auto"},
                        {"n", count},
                        {"gpu_ms", json_of(spread)},
                        {"values", count},
                        {"rate_per_second", static_cast<double>(count) / spread.median * 1e3},
                        {"share_of_copy", rate / copy_rate},
                        {"verified", true}});
    }
}

Json table(Runner& runner, const MatrixBenchArguments& arguments) {
    const DeviceProfile& profile = runner.context().profile();
    const bool software = profile.type == DeviceType::software;
    Json rows = Json::array();
    for (const std::uint32_t side : sizes_of(arguments, profile)) {
        Workload work(runner, {.options = {.type = arguments.type}, .rows = side, .columns = side, .inner = side});
        for (const std::string_view method : matrix_method_names()) {
            add(rows, work.time(name_of(arguments.type, side, side, side), std::string(method), nullptr,
                                arguments.repetitions));
        }
    }
    if (arguments.sizes.empty()) {
        const std::uint32_t side = software ? 256 : 4096;
        for (const ElementType type : {ElementType::f16, ElementType::f64, ElementType::i32}) {
            if (type != ElementType::f64 || profile.float64) {
                Workload work(runner, {.options = {.type = type}, .rows = side, .columns = side, .inner = side});
                for (const char* method : {"auto", "blocks"}) {
                    add(rows, work.time(name_of(type, side, side, side), method, nullptr, arguments.repetitions));
                }
            }
        }
        const std::uint64_t s = software ? 16 : 1;
        const std::uint64_t thin[][3] = {
            {1, 16384 / s, 16384 / s}, {16384 / s, 1, 16384 / s}, {128, 128, 1048576 / s}, {65536 / s, 64, 64}};
        for (const auto& [m, n, k] : thin) {
            Workload work(runner, {.options = {.type = arguments.type}, .rows = m, .columns = n, .inner = k});
            add(rows, work.time(name_of(arguments.type, m, n, k), "auto", nullptr, arguments.repetitions));
        }
        for (const bool ta : {false, true}) {
            for (const bool tb : {false, true}) {
                Workload work(runner, {.options = {.type = arguments.type, .transpose_a = ta, .transpose_b = tb},
                                       .rows = side,
                                       .columns = side,
                                       .inner = side});
                add(rows, work.time(name_of(arguments.type, side, side, side) + (ta ? "-at" : "") + (tb ? "-bt" : ""),
                                    "auto", nullptr, arguments.repetitions));
            }
        }
        add_sums(runner, arguments, rows);
    }
    return rows;
}

MatrixTuning tuning_of(const std::vector<std::uint32_t>& numbers, MatrixTuning tuning) {
    std::uint32_t direct = tuning.direct ? 1 : 0;
    std::uint32_t* const fields[] = {&tuning.tile_rows,
                                     &tuning.tile_columns,
                                     &tuning.tile_inner,
                                     &tuning.rows,
                                     &tuning.columns,
                                     &tuning.lane_columns,
                                     &tuning.lane_rows,
                                     &tuning.pad,
                                     &tuning.band,
                                     &tuning.splits,
                                     &direct};
    for (std::size_t k = 0; k < std::min(numbers.size(), std::size(fields)); ++k) {
        *fields[k] = numbers[k];
    }
    tuning.direct = direct != 0;
    return tuning;
}

Json sweep(Runner& runner, const MatrixBenchArguments& arguments) {
    const DeviceProfile& profile = runner.context().profile();
    std::vector<std::vector<std::uint32_t>> shapes;
    if (!arguments.tuning.empty()) {
        shapes.push_back(arguments.tuning);
    } else if (profile.type == DeviceType::software) {
        for (const std::uint32_t rows : {4U, 8U, 16U, 32U}) {
            for (const std::uint32_t columns : {4U, 8U}) {
                for (const std::uint32_t threads : {8U, 16U}) {
                    shapes.push_back({rows, columns * threads, 4, rows, columns, 8, 1, 0, 1, 1, 1});
                }
            }
        }
        shapes.push_back({32, 64, 16, 8, 8, 8, 1, 0, 1, 1, 0});
        shapes.push_back({32, 128, 16, 8, 8, 8, 1, 0, 1, 1, 0});
    } else {
        for (const std::uint32_t pad : {0U, 4U}) {
            for (const std::uint32_t inner : {8U, 16U}) {
                for (const std::uint32_t band : {1U, 8U, 16U}) {
                    shapes.push_back({128, 128, inner, 8, 8, 8, 4, pad, band, 1, 0});
                }
            }
        }
        for (const auto& [columns, rows] : {std::pair{16U, 2U}, {4U, 8U}, {16U, 4U}, {16U, 16U}}) {
            shapes.push_back({128, 128, 16, 8, 8, columns, rows, 4, 8, 1, 0});
        }
        shapes.push_back({256, 128, 8, 16, 8, 8, 4, 4, 8, 1, 0});
        shapes.push_back({128, 256, 8, 8, 16, 8, 4, 4, 8, 1, 0});
        shapes.push_back({256, 128, 8, 8, 8, 8, 4, 4, 8, 1, 0});
        shapes.push_back({128, 64, 16, 8, 8, 8, 4, 4, 8, 1, 0});
        shapes.push_back({128, 64, 16, 8, 4, 8, 4, 4, 8, 1, 0});
        shapes.push_back({64, 128, 16, 4, 8, 8, 4, 4, 8, 1, 0});
        shapes.push_back({64, 64, 16, 4, 4, 8, 4, 4, 8, 1, 0});
        shapes.push_back({64, 64, 16, 8, 8, 8, 4, 4, 8, 1, 0});
    }
    Json rows = Json::array();
    const std::uint32_t side = sizes_of(arguments, profile).back();
    const MatrixTuning first = matrix_tunings(arguments.type, profile).front();
    Workload work(runner, {.options = {.type = arguments.type}, .rows = side, .columns = side, .inner = side});
    for (const std::vector<std::uint32_t>& shape : shapes) {
        const MatrixTuning tuning = tuning_of(shape, first);
        char name[80];
        std::snprintf(name, sizeof name, "%u lanes %ux%u pad %u band %u", side, tuning.lane_columns, tuning.lane_rows,
                      tuning.pad, tuning.band);
        add(rows, work.time(name, "blocks", &tuning, arguments.repetitions));
    }
    if (arguments.tuning.empty()) {
        add_sums(runner, arguments, rows);
    }
    return rows;
}

}  // namespace

// An exception (no memory for the JSON) ends the program.
int main(int argc, char** argv) {  // NOLINT(bugprone-exception-escape)
    MatrixBenchArguments arguments;
    parse(argc, argv, arguments, [&](const std::string& word, const char* value) {
        if (value == nullptr) {
            return 0;
        }
        if (word == "--sizes") {
            arguments.sizes = numbers_of(value);
            return 2;
        }
        if (word == "--tuning") {
            arguments.tuning = numbers_of(value);
            arguments.sweep = true;
            return 2;
        }
        const auto type = element_type_from(value);
        arguments.type = type.value_or(arguments.type);
        return word == "--type" && type && is_matrix_type(*type) ? 2 : 0;
    });
    ContextOptions options;
    options.device = arguments.device;
    const auto context = value_of(Context::create(options));
    Runner runner = value_of(Runner::create(*context));
    Json result = head_of("vkalgo_bench_matrix", *context, arguments);
    std::printf("%-28s %-8s %10s %10s %10s\n", "case", "method", "median ms", "least", "most");
    result[arguments.sweep ? "sweep" : "cases"] = arguments.sweep ? sweep(runner, arguments) : table(runner, arguments);
    return write_json(result, arguments);
}
