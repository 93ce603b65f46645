#include "bench/thesis/case_study.hpp"

#include "algorithms/dp/instance/random_instance.hpp"
#include "cli/dp/job.hpp"
#include "engine/clock.hpp"

#include <array>
#include <chrono>
#include <string>

namespace vkalgo::bench::thesis {
using namespace vkalgo::cli;

namespace {

/// The modulus of the coefficients, since exact coefficients would not fit the cells.
constexpr std::uint64_t kModulo = 1'000'000'007;

}  // namespace

std::span<const std::string_view> problems() {
    static constexpr std::array<std::string_view, 4> all{"binomial", "lcs", "knapsack", "matrix-chain"};
    return all;
}

Result<std::unique_ptr<CaseStudy>> draw(std::string_view problem, std::size_t side, std::uint64_t seed) {
    VKALGO_TRY(const dp::Recurrence recurrence, builtin_recurrence(std::string(problem)));
    const auto n = static_cast<std::int64_t>(problem == "matrix-chain" ? side : side - 1);
    dp::GeneratorOptions options{.n = n, .m = n, .seed = seed, .params = {}};
    if (problem == "binomial") {
        options.params["modulo"] = kModulo;
    } else if (problem == "knapsack") {
        options.params["capacity"] = static_cast<std::uint64_t>(side - 1);
    }
    VKALGO_TRY(dp::Instance instance, dp::random_instance(recurrence.header(), options));
    return problem == "binomial"   ? binomial_study(std::move(instance), side)
           : problem == "knapsack" ? knapsack_study(std::move(instance), side)
           : problem == "lcs"      ? lcs_study(std::move(instance), side)
                                   : matrix_chain_study(std::move(instance), side);
}

std::vector<std::uint32_t> CaseStudy::input(std::string_view name) const {
    const dp::InputArray& array = instance_.inputs.find(name)->second;
    std::vector<std::uint32_t> numbers;
    numbers.reserve(array.count);
    for (std::uint64_t k = 0; k < array.count; ++k) {
        numbers.push_back(static_cast<std::uint32_t>(array.integer(k)));
    }
    return numbers;
}

Result<HandRun> timed_by_hand(Runner& runner, const Buffer& table, std::uint64_t table_bytes, bool tracebacks,
                              int repeat, const std::function<Result<void>(Recorder&)>& record) {
    HandRun run;
    VKALGO_TRY(run.gpu_ms, runner.measure(record, repeat));
    if (!tracebacks) {
        run.table.resize(table_bytes);
        const auto start = std::chrono::steady_clock::now();
        VKALGO_CHECK(runner.download(table.view().slice(0, table_bytes), run.table));
        run.download_ms = milliseconds_since(start);
    }
    return run;
}

Result<Buffer> words_on_device(Runner& runner, std::span<const std::uint32_t> words, const char* name) {
    std::vector<std::uint32_t> padded(words.begin(), words.end());
    padded.resize((std::max<std::size_t>(padded.size(), 1) + 3) / 4 * 4);
    return runner.upload_new(std::as_bytes(std::span(padded)), name);
}

Result<std::vector<std::uint32_t>> words_from_device(Runner& runner, const Buffer& buffer, std::size_t count) {
    std::vector<std::uint32_t> words(count);
    if (count != 0) {
        VKALGO_CHECK(runner.download(buffer.view().slice(0, 4 * count), std::as_writable_bytes(std::span(words))));
    }
    return words;
}

}  // namespace vkalgo::bench::thesis
