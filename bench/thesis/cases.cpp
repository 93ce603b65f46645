#include "bench/thesis/cases.hpp"

#include "bench/thesis/case_study.hpp"
#include "cli/dp/job.hpp"
#include "engine/clock.hpp"
#include "engine/context.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <string>

#include <fmt/format.h>

namespace vkalgo::bench::thesis {
using namespace vkalgo::cli;

namespace {

/// After this time, a loop on the CPU starts no further run. It has at least one warm-up and one timed run.
constexpr double kMaxMilliseconds = 10'000;

std::vector<std::uint64_t> sizes_of(std::string_view problem, const BenchSettings& settings) {
    if (!settings.sizes.empty()) {
        return settings.sizes;
    }
    const bool is_cubic = problem == "matrix-chain";
    switch (settings.scale) {
        case Scale::quick:
            return {is_cubic ? 24U : 48U};
        case Scale::software:
            return is_cubic ? std::vector<std::uint64_t>{64, 128, 256}
                            : std::vector<std::uint64_t>{128, 256, 512, 1024};
        case Scale::gpu:
            break;
    }
    return is_cubic ? std::vector<std::uint64_t>{128, 256, 512, 1024, 2048}
                    : std::vector<std::uint64_t>{512, 1024, 2048, 4096, 8192};
}

/// A benchmark of one instance.
class Bench {
public:
    Bench(Runner& runner, const BenchSettings& settings, const CaseStudy& study, std::uint64_t seed)
        : runner_(runner), settings_(settings), study_(study), seed_(seed) {}

    Result<std::vector<Measurement>> rows() {
        std::vector<Measurement> rows;
        rows.push_back(sequential());
        for (const char* who : {kStage, kFramework, kByHand}) {
            for (const bool on_device : {true, false}) {
                VKALGO_TRY(Measurement row,
                           std::string_view(who) == kByHand ? by_hand(on_device) : by_framework(who, on_device));
                if (row.ran()) {
                    row.facts[kMean] = mean_of(row.gpu_ms);
                }
                rows.push_back(std::move(row));
            }
        }
        return rows;
    }

private:
    Measurement row_of(const char* who, const char* recovered) const {
        Measurement row;
        row.family = "thesis";
        std::string name = who;
        std::replace(name.begin(), name.end(), ' ', '-');
        row.name = fmt::format("{}-{}-{}-{}", study_.problem(), study_.side(), name, recovered);
        row.method = who;
        row.about = who;
        row.n = study_.side();
        row.seed = seed_;
        row.unit = "cells";
        row.work = static_cast<double>(study_.side()) * static_cast<double>(study_.side());
        row.verified_against = "loops on the CPU";
        row.facts = {{kProblem, study_.problem()}, {kSide, study_.side()}, {kWho, who}, {kRecovered, recovered}};
        return row;
    }

    Measurement sequential() {
        Measurement row = row_of(kSequential, "host");
        row.by_host = true;
        row.verified_against = "the worth of its own solution";
        double spent = 0;
        for (int run = -1; run < settings_.repeat && (run < 1 || spent < kMaxMilliseconds); ++run) {
            table_.assign(study_.side() * study_.side() * study_.cell_bytes(), std::byte{0});
            const auto start = std::chrono::steady_clock::now();
            study_.fill(table_);
            worth_ = study_.traceback(table_);
            const double took = milliseconds_since(start);
            spent += took;
            if (run >= 0) {  // The first run warms up
                row.gpu_ms.push_back(took);
            }
        }
        answer_ = study_.answer(table_);
        hold(row, worth_, "its solution");
        row.facts[kMean] = mean_of(row.gpu_ms);
        return row;
    }

    void hold(Measurement& row, std::uint64_t value, std::string_view what) const {
        if (row.difference.empty() && value != answer_) {
            row.difference = fmt::format("{} is worth {}, but the answer of the CPU is {}", what, value, answer_);
        }
    }

    /// Adds `download_ms` and the time of a traceback on the host to the time of each run. The traceback is timed anew
    /// for each run.
    template <class Traceback>
    void add_host(Measurement& row, double download_ms, const Traceback& traceback) const {
        row.by_host = true;
        for (double& time : row.gpu_ms) {
            const auto start = std::chrono::steady_clock::now();
            const std::uint64_t worth = traceback();
            time += download_ms + milliseconds_since(start);
            hold(row, worth, "the solution");
        }
    }

    void hold_table(Measurement& row, const std::vector<std::byte>& table) const {
        if (row.difference.empty() && table != table_) {
            row.difference = "the table differs from that of the CPU";
        }
    }

    Result<Measurement> by_framework(const char* who, bool on_device) const {
        Measurement row = row_of(who, on_device ? "device" : "host");
        VKALGO_TRY(const dp::Recurrence recurrence, builtin_recurrence(std::string(study_.problem())));
        dp::SolveOptions options;
        options.method = std::string_view(who) == kStage ? "stage" : "";
        options.keep.solution = on_device && study_.has_solution();
        options.keep.table = !on_device;
        options.call.memory_limit = settings_.memory_limit;
        options.call.repeat = settings_.repeat;
        options.call.warm_up = true;
        const auto solved = dp::solve(runner_, recurrence, study_.instance(), options);
        if (!solved) {
            return refused(std::move(row), solved.error());
        }
        row.gpu_ms = solved->call.gpu_milliseconds;
        row.about = fmt::format("method {}, {}", solved->method, solved->plan_summary);
        row.facts["method"] = solved->method;
        row.device_bytes = solved->call.device_bytes;
        hold(row, solved->answer_as<std::uint64_t>().value_or(~answer_), "the answer");
        if (on_device) {
            hold(row, study_.worth(*solved), "the solution");
            return row;
        }
        // Runs once more, since solve() reports only the sum of the download times of all its runs.
        options.call.repeat = 1;
        options.call.warm_up = false;
        VKALGO_TRY(const dp::Solution copied, dp::solve(runner_, recurrence, study_.instance(), options));
        add_host(row, copied.call.download_milliseconds, [&] { return study_.traceback(copied.table); });
        hold_table(row, copied.table);
        return row;
    }

    Result<Measurement> by_hand(bool on_device) const {
        Measurement row = row_of(kByHand, on_device ? "device" : "host");
        row.about = "one dispatch per wavefront";
        auto run = study_.by_hand(runner_, on_device, settings_.repeat);
        if (!run) {
            return refused(std::move(row), run.error());
        }
        row.gpu_ms = run->gpu_ms;
        if (on_device) {
            hold(row, run->worth, "the solution");
            return row;
        }
        add_host(row, run->download_ms, [&] { return study_.traceback_by_hand(run->table); });
        hold_table(row, study_.rows_of(std::move(run->table)));
        return row;
    }

    static Result<Measurement> refused(Measurement row, const Error& error) {
        if (!is_refusal(error)) {
            return error;
        }
        row.skipped = error.message;
        return row;
    }

    Runner& runner_;
    const BenchSettings& settings_;
    const CaseStudy& study_;
    std::uint64_t seed_;
    /// The table that the CPU filled.
    std::vector<std::byte> table_;
    std::uint64_t answer_ = 0, worth_ = 0;
};

}  // namespace

Result<std::vector<Measurement>> run(Runner& runner, const BenchSettings& settings,
                                     const std::function<void(std::size_t, std::size_t)>& seen) {
    std::size_t all = 0;
    for (const std::string_view problem : problems()) {
        all += sizes_of(problem, settings).size();
    }
    std::vector<Measurement> rows;
    std::size_t done = 0;
    std::uint64_t seed = settings.seed;
    for (const std::string_view problem : problems()) {
        for (const std::uint64_t side : sizes_of(problem, settings)) {
            VKALGO_TRY(const auto study, draw(problem, static_cast<std::size_t>(side), seed));
            VKALGO_TRY(auto own, Bench(runner, settings, *study, seed).rows());
            std::move(own.begin(), own.end(), std::back_inserter(rows));
            ++seed;
            if (seen) {
                seen(++done, all);
            }
        }
    }
    return rows;
}

}  // namespace vkalgo::bench::thesis
