#include "bench/cases/matrix_cases.hpp"

#include "algorithms/matrix/elementwise_call.hpp"
#include "algorithms/matrix/matrix_multiply_call.hpp"
#include "bench/cases/case_bench.hpp"
#include "bench/peers/numpy_peer.hpp"
#include "bench/peers/peer_program.hpp"
#include "engine/context.hpp"
#include "formats/random_array.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::bench {
using namespace vkalgo::cli;

namespace {

/// The largest size for one core. For larger sizes the three loops take minutes.
constexpr std::uint64_t kMaxOfOneCore = 1024;
/// The methods that multiply f32.
constexpr std::string_view kMethods[] = {"blocks", "naive", "tiled"};

/// Draws integers from -3 to 3 without 0. Every sum of their products is exact in f32, so every method gives the same
/// bits.
std::vector<float> small_numbers(std::uint64_t count, std::uint64_t seed) {
    SplitMix64 random(seed);
    std::vector<float> values(count);
    for (float& value : values) {
        const auto drawn = static_cast<int>(random.below(6));
        value = static_cast<float>(drawn < 3 ? drawn - 3 : drawn - 2);
    }
    return values;
}

/// Multiplies by three loops. The innermost loop runs along the rows of B and C, which is the order in memory.
void multiply_by_one_core(const std::vector<float>& a, const std::vector<float>& b, std::vector<float>& c,
                          std::uint64_t side) {
    std::fill(c.begin(), c.end(), 0.0F);
    for (std::uint64_t row = 0; row < side; ++row) {
        for (std::uint64_t k = 0; k < side; ++k) {
            const float factor = a[row * side + k];
            for (std::uint64_t column = 0; column < side; ++column) {
                c[row * side + column] += factor * b[k * side + column];
            }
        }
    }
}

/// A benchmark of one size.
class MatrixBench : CaseBench {
public:
    MatrixBench(Runner& runner, const BenchSettings& settings, std::uint64_t side, std::uint64_t seed,
                const std::function<void()>& seen)
        : CaseBench(runner, settings, seen, form_of(side, seed), fmt::format("-{}", side)),
          side_(side),
          a_(small_numbers(side * side, seed)),
          b_(small_numbers(side * side, seed + 1)) {}

    static std::size_t count() { return 4 + std::size(kMethods); }

    Result<std::vector<Measurement>> rows() {
        if (side_ <= kMaxOfOneCore) {
            right_.resize(a_.size());
        }
        add(by_one_core());
        add(by_numpy());
        for (const std::string_view method : kMethods) {
            VKALGO_TRY(Measurement row, by_method(std::string(method)));
            add(std::move(row));
        }
        VKALGO_TRY(Measurement automatic, by_method("auto"));
        if (side_ == 8192) {
            automatic.target_ms = 24;
        }
        if (side_ == 512 && automatic.comparison) {
            automatic.comparison->limit = 3;
            automatic.comparison->at_least = true;
        }
        add(std::move(automatic));
        add(by_cublas());
        return std::move(rows_);
    }

private:
    static Measurement form_of(std::uint64_t side, std::uint64_t seed) {
        return {.family = "matrix",
                .name = "multiply",
                .n = side,
                .seed = seed,
                .work = 2 * std::pow(static_cast<double>(side), 3),
                .unit = "operations"};
    }

    /// Keeps the checksum of the first product, and what computed it. Later calls change nothing.
    void keep(std::uint32_t checksum, const std::string& by) {
        if (!checksum_) {
            checksum_ = checksum;
            first_ = by;
        }
    }

    Comparison beside(std::string_view what) const { return {.baseline = name_of(what), .speed_up = true}; }

    Measurement by_one_core() {
        Measurement row = host_row_of("one-core", "one core");
        if (right_.empty()) {
            row.skipped = "one core would take minutes for this case";
            return row;
        }
        row.gpu_ms = host_times(settings_.repeat, [&] { multiply_by_one_core(a_, b_, right_, side_); });
        row.verified_against = "the device's result";
        keep(checksum_of(std::as_bytes(std::span(right_))), "one core");
        return row;
    }

    Measurement by_numpy() {
        Measurement row = host_row_of("numpy", "numpy");
        const auto product = multiply_by_numpy(a_, b_, side_, settings_.repeat, kPeerTimeLimit);
        if (!product) {
            row.skipped = product.error().message;
            return row;
        }
        row.about = product->version;
        row.gpu_ms = product->milliseconds;
        row.verified_against = right_.empty() ? "the device's result" : "one core";
        if (checksum_ && *checksum_ != product->checksum) {
            row.difference = "the product differs from that of one core";
        }
        keep(product->checksum, "numpy");
        return row;
    }

    Result<Measurement> by_method(const std::string& method) {
        Measurement row = row_of(method, method);
        std::vector<float> product(a_.size());
        const MatrixMultiplyParams params{
            .options = {.method = method}, .rows = side_, .columns = side_, .inner = side_};
        MatrixMultiplyCallOptions options;
        options.call = {.memory_limit = settings_.memory_limit, .repeat = settings_.repeat, .warm_up = true};
        const auto done = multiply_matrices(runner_, params, std::as_bytes(std::span(a_)), std::as_bytes(std::span(b_)),
                                            std::as_writable_bytes(std::span(product)), options);
        if (!done && is_refusal(done.error())) {
            row.skipped = done.error().message;
            return row;
        }
        if (!done) {
            return done.error();
        }
        row.method = done->plan.method_name();
        row.gpu_ms = done->report.gpu_milliseconds;
        row.device_bytes = done->report.device_bytes;
        row.comparison = method == "auto" ? beside("naive") : beside("one-core");
        const std::uint32_t own = checksum_of(std::as_bytes(std::span(product)));
        row.verified_against = checksum_ ? first_ : "another method";
        if (checksum_ && own != *checksum_) {
            row.difference = fmt::format("the product differs from that of {}", first_);
        }
        keep(own, "method " + row.method);
        return row;
    }

    /// Runs a small CUDA program, which checks its own product.
    Measurement by_cublas() const {
        Measurement row = row_of("cublas", "cuBLAS");
        const auto program = find_program("peer_gemm_cublas");
        if (!program) {
            row.skipped = "no peer_gemm_cublas beside this program or in PATH";
            return row;
        }
        const auto printed = run_program({*program, "f32", std::to_string(side_)}, "", kPeerTimeLimit);
        if (!printed) {
            row.skipped = printed.error().message;
            return row;
        }
        const Json json = parsed_json(*printed);
        if (!json.is_object() || !json.contains("gpu_ms")) {
            row.skipped = "peer_gemm_cublas prints no run times";
            return row;
        }
        row.gpu_ms = {json["gpu_ms"]["least"], json["gpu_ms"]["median"], json["gpu_ms"]["most"]};
        row.verified_against = "its own sums of drawn cells";
        row.comparison = beside("auto");
        return row;
    }

    std::uint64_t side_;
    std::vector<float> a_, b_, right_;
    /// Checksum of the first product, and what computed it.
    std::optional<std::uint32_t> checksum_;
    std::string first_;
};

/// Times vector addition on the device and on one core.
Result<std::vector<Measurement>> bench_add(Runner& runner, const BenchSettings& settings, std::uint64_t count) {
    const std::vector<float> a = small_numbers(count, settings.seed), b = small_numbers(count, settings.seed + 1);
    std::vector<float> right(count);
    std::vector<Measurement> rows(2);
    for (Measurement& row : rows) {
        row.family = "matrix";
        row.n = count;
        row.seed = settings.seed;
        row.work = static_cast<double>(count);
        row.unit = "values";
    }
    rows[0].name = fmt::format("add-one-core-{}", count);
    rows[0].method = rows[0].about = "one core";
    rows[0].by_host = true;
    rows[0].verified_against = "the device's result";
    rows[0].gpu_ms = host_times(settings.repeat, [&] {
        std::transform(a.begin(), a.end(), b.begin(), right.begin(), [](float x, float y) { return x + y; });
    });
    rows[1].name = fmt::format("add-{}", count);
    rows[1].method = rows[1].about = "vectors";
    rows[1].verified_against = "one core";
    rows[1].comparison = Comparison{.baseline = rows[0].name, .speed_up = true};
    const auto sum = operate(runner, std::span(a), std::span(b), ElementwiseOperator::add,
                             {.memory_limit = settings.memory_limit, .repeat = settings.repeat, .warm_up = true});
    if (!sum && !is_refusal(sum.error())) {
        return sum.error();
    }
    if (!sum) {
        rows[1].skipped = sum.error().message;
        return rows;
    }
    rows[1].gpu_ms = sum->report.report.gpu_milliseconds;
    rows[1].device_bytes = sum->report.report.device_bytes;
    if (sum->values != right) {
        rows[1].difference = "the sum differs from that of one core";
    }
    return rows;
}

}  // namespace

Result<std::vector<Measurement>> bench_matrix(Runner& runner, const BenchSettings& settings,
                                              const std::function<void(std::size_t, std::size_t)>& seen) {
    const std::vector<std::uint64_t> sides = settings.scale == Scale::quick ? std::vector<std::uint64_t>{64}
                                             : settings.scale == Scale::software
                                                 ? std::vector<std::uint64_t>{256, 512}
                                                 : std::vector<std::uint64_t>{1024, 4096, 8192};
    const std::uint64_t sums = std::uint64_t{1} << (settings.scale == Scale::quick      ? 12
                                                    : settings.scale == Scale::software ? 22
                                                                                        : 26);
    std::vector<Measurement> rows;
    std::size_t done = 0;
    const std::function<void()> tell = [&] {
        ++done;
        if (seen) {
            seen(done, sides.size() * MatrixBench::count() + 2);
        }
    };
    std::uint64_t seed = settings.seed;
    for (const std::uint64_t side : sides) {
        VKALGO_TRY(auto own, MatrixBench(runner, settings, side, seed, tell).rows());
        std::move(own.begin(), own.end(), std::back_inserter(rows));
        ++seed;
    }
    VKALGO_TRY(auto own, bench_add(runner, settings, sums));
    for (Measurement& row : own) {
        rows.push_back(std::move(row));
        tell();
    }
    return rows;
}

}  // namespace vkalgo::bench
