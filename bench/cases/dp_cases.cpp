#include "bench/cases/dp_cases.hpp"

#include "cli/dp/job.hpp"
#include "cli/dp/verify.hpp"
#include "engine/context.hpp"

#include <fmt/format.h>

namespace vkalgo::bench {
using namespace vkalgo::cli;

namespace {

struct Sizes {
    /// Sizes at which lcs computes only the length: neither table nor string is kept.
    std::vector<std::int64_t> lengths;
    /// The size of lcs at which `tile` and `stage` are compared.
    std::int64_t both = 0;
    /// Sizes at which lcs also finds the common subsequence.
    std::vector<std::int64_t> strings;
    /// The size at which lcs keeps its table.
    std::int64_t table = 0;
    std::vector<std::int64_t> edits;
    std::int64_t binomial = 0;
    /// The numbers of knapsack items, without and with the solution. With the solution the whole table is kept, and
    /// this table must fit an allocation of 4 GiB.
    std::int64_t items = 0, solution_items = 0;
    std::uint64_t capacity = 0;
    std::vector<std::int64_t> chains;
    /// Sizes for method segments.
    std::vector<std::int64_t> segments;
    /// Sizes for method bit-parallel: lcs and edit-distance.
    std::vector<std::int64_t> bits;
    /// The number of vertices of cyclic-shortest-path, of stations of assembly-line, and of years of replacement.
    std::int64_t vertices = 0, stations = 0, years = 0;
};

Sizes sizes_of(Scale scale) {
    switch (scale) {
        case Scale::quick:
            return {{256}, 256, {256}, 256, {256}, 64, 16, 16, 1024, {32}, {32}, {256}, 16, 64, 64};
        case Scale::software:
            return {{4096, 8192}, 4096,       {4096},     4096,          {4096}, 1024, 128, 128,
                    1u << 14,     {256, 512}, {256, 512}, {4096, 65536}, 128,    512,  1024};
        case Scale::gpu:
            break;
    }
    return {{4096, 32768, 131'072, 262'144, 524'288, 1'000'000},
            4096,
            {4096, 32768, 1'000'000},
            32000,
            {32768, 262'144, 1'000'000},
            4096,
            1024,
            1020,
            1u << 20,
            {512, 2048},
            {512, 2048, 4096, 16384},
            {4096, 32768, 131'072, 1'000'000, 5'386'706},
            1000,
            20'000,
            20'000};
}

std::string named(std::string_view stem, std::int64_t n) {
    return fmt::format("{}-{}", stem, n);
}

DpCase square_case(std::string_view stem, std::string problem, std::string method, std::int64_t n) {
    DpCase made;
    made.name = named(stem, n);
    made.problem = std::move(problem);
    made.method = std::move(method);
    made.n = made.m = n;
    return made;
}

/// Returns the target on an H200, in milliseconds, for the case of this name.
std::optional<double> dp_target(const std::string& name) {
    static const std::map<std::string, double, std::less<>> targets{
        {"lcs-tile-4096", 0.15},
        {"lcs-tile-32768", 1.1},
        {"lcs-tile-131072", 4.2},
        {"lcs-tile-262144", 14},
        {"lcs-tile-524288", 49},
        {"lcs-tile-1000000", 170},
        {"lcs-table-32000", 1.6},
        {"edit-distance-tile-262144", 22},
        {"edit-distance-tile-1000000", 290},
        {"lcs-bits-131072", 1.7},
        {"lcs-bits-5386706", 2500},
        {"edit-bits-131072", 2.55},
        {"edit-bits-5386706", 3750},
        {"knapsack-solution-1020", 1.1},
        {"matrix-chain-segments-2048", 1.2},
        {"matrix-chain-segments-4096", 3.2},
        {"matrix-chain-segments-16384", 105},
        {"knapsack-rows-1024", 0.85},
        {"knapsack-rows-solution-1020", 1.1},
    };
    const auto found = targets.find(name);
    return found == targets.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace

std::vector<DpCase> dp_cases(Scale scale) {
    const Sizes sizes = sizes_of(scale);
    std::vector<DpCase> cases;
    for (const std::int64_t n : sizes.lengths) {
        cases.push_back(square_case("lcs-tile", "lcs", "tile", n));
    }
    cases.push_back(square_case("lcs-stage", "lcs", "stage", sizes.both));
    cases.back().comparison = Comparison{named("lcs-tile", sizes.both), {}, true};
    if (scale == Scale::software) {
        cases.back().comparison->limit = 25;
    }
    for (const std::int64_t n : sizes.strings) {
        cases.push_back(square_case("lcs-string", "lcs", "tile", n));
        cases.back().keep.solution = true;
        cases.back().comparison = Comparison{named("lcs-tile", n), {}, false};
        if (scale == Scale::gpu) {
            cases.back().comparison->limit = n < 1'000'000 ? 1.3 : 1.5;
        }
    }
    cases.push_back(square_case("lcs-table", "lcs", "tile", sizes.table));
    cases.back().keep.table = true;
    for (const std::int64_t n : sizes.edits) {
        cases.push_back(square_case("edit-distance-tile", "edit-distance", "tile", n));
        cases.back().comparison = Comparison{named("lcs-tile", n), {}, false};
    }
    for (const std::int64_t n : sizes.bits) {
        cases.push_back(square_case("lcs-bits", "lcs", "bit-parallel", n));
        cases.push_back(square_case("edit-bits", "edit-distance", "bit-parallel", n));
        cases.back().comparison = Comparison{named("lcs-bits", n), {}, false};
    }
    cases.push_back(square_case("binomial-stage", "binomial", "stage", sizes.binomial));
    cases.back().params["modulo"] = std::uint64_t{1'000'000'007};
    cases.push_back(square_case("binomial-rows", "binomial", "rows", sizes.binomial));
    cases.back().params["modulo"] = std::uint64_t{1'000'000'007};
    for (const bool solution : {false, true}) {
        const std::string stem = solution ? "solution" : "stage";
        const std::int64_t items = solution ? sizes.solution_items : sizes.items;
        cases.push_back(square_case("knapsack-" + stem, "knapsack", "stage", items));
        cases.push_back(square_case(solution ? "knapsack-rows-solution" : "knapsack-rows", "knapsack", "rows", items));
        for (std::size_t k = cases.size() - 2; k < cases.size(); ++k) {
            cases[k].params["capacity"] = sizes.capacity;
            cases[k].keep.solution = solution;
        }
    }
    for (const std::int64_t n : sizes.chains) {
        cases.push_back(square_case("matrix-chain-stage", "matrix-chain", "stage", n));
    }
    for (const std::int64_t n : sizes.segments) {
        cases.push_back(square_case("matrix-chain-segments", "matrix-chain", "segments", n));
    }
    for (const char* method : {"stage", "row-all"}) {
        cases.push_back(
            square_case("cyclic-shortest-path-" + std::string(method), "cyclic-shortest-path", method, sizes.vertices));
        cases.push_back(square_case("assembly-line-" + std::string(method), "assembly-line", method, sizes.stations));
        cases.back().params["lines"] = std::uint64_t{16};
    }
    // Method `stage` is left out for this problem: it computes each row with one invocation, which takes minutes.
    cases.push_back(square_case("integer-knapsack-scan", "integer-knapsack", "scan", sizes.items));
    cases.back().params["capacity"] = sizes.capacity;
    for (const char* method : {"stage", "chain"}) {
        cases.push_back(square_case("replacement-" + std::string(method), "replacement", method, sizes.years));
    }
    if (scale == Scale::gpu) {
        for (DpCase& each : cases) {
            each.target_ms = dp_target(each.name);
        }
    }
    return cases;
}

std::vector<DpCase> dp_cases(const BenchSettings& settings) {
    std::vector<DpCase> cases = dp_cases(settings.scale);
    std::erase_if(cases, [&](const DpCase& each) { return each.name.find(settings.only) == std::string::npos; });
    return cases;
}

Result<dp::Instance> draw_case(const DpCase& timed, std::uint64_t seed) {
    VKALGO_TRY(const dp::Recurrence recurrence, builtin_recurrence(timed.problem));
    return dp::random_instance(recurrence.header(), {.n = timed.n, .m = timed.m, .seed = seed, .params = timed.params});
}

Result<Measurement> measure(Runner& runner, const DpCase& timed, const BenchSettings& settings) {
    Measurement row;
    row.family = "dp";
    row.name = timed.name;
    row.method = timed.method;
    row.n = static_cast<std::uint64_t>(timed.n);
    row.seed = settings.seed;
    row.unit = "cells";
    row.comparison = timed.comparison;
    row.target_ms = timed.target_ms;

    VKALGO_TRY(const dp::Recurrence recurrence, builtin_recurrence(timed.problem));
    dp::SolveOptions options;
    options.method = timed.method;
    options.keep = timed.keep;
    options.call.memory_limit = settings.memory_limit;
    options.call.repeat = settings.repeat;
    options.call.warm_up = true;
    VKALGO_TRY(dp::Instance instance, draw_case(timed, settings.seed));
    const auto plan = dp::plan_solve(recurrence.header(), instance, options, runner.context().profile());
    if (!plan) {
        if (!is_refusal(plan.error())) {
            return plan.error();
        }
        row.skipped = plan.error().message;
        return row;
    }
    VKALGO_TRY(const dp::Solution solution, dp::solve(runner, recurrence, instance, options));
    row.gpu_ms = solution.call.gpu_milliseconds;
    row.about = solution.plan_summary;
    row.device_bytes = solution.call.device_bytes;
    const double cells = static_cast<double>(plan->shape.size.rows) * static_cast<double>(plan->shape.size.columns);
    row.work = recurrence.header().domain == dp::Domain::full ? cells : cells / 2;
    // The limit of the predicted seconds of a verification by another method. A verification that would take longer is
    // left out, and `verified_against` stays empty. For the CPU interpreter the prediction is 0, so the interpreter
    // always verifies.
    constexpr double kMaxSeconds = 5;
    const auto with = choose_verification(recurrence, instance, *plan, options, runner.context().profile());
    if (with && with->seconds <= kMaxSeconds) {
        VKALGO_TRY(const Verification verification,
                   verify_solution(runner, recurrence, instance, solution, options, *with));
        row.verified_against = verification.against;
        row.difference = verification.difference;
    }
    return row;
}

Result<std::vector<Measurement>> bench_dp(Runner& runner, const BenchSettings& settings,
                                          const std::function<void(std::size_t, std::size_t)>& seen) {
    const std::vector<DpCase> cases = dp_cases(settings);
    std::vector<Measurement> rows;
    BenchSettings own = settings;
    for (const DpCase& timed : cases) {
        VKALGO_TRY(Measurement row, measure(runner, timed, own));
        rows.push_back(std::move(row));
        ++own.seed;
        if (seen) {
            seen(rows.size(), cases.size());
        }
    }
    return rows;
}

}  // namespace vkalgo::bench
