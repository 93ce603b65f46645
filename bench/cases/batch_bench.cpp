#include "bench/cases/batch_bench.hpp"

#include "bench/cases/batch_cases.hpp"
#include "bench/cases/case_bench.hpp"
#include "bench/peers/pairs_peer.hpp"
#include "bench/peers/peer_program.hpp"
#include "engine/clock.hpp"
#include "engine/context.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>

namespace vkalgo::bench {
using namespace vkalgo::cli;

namespace {

/// The largest number of cells of a case that is timed on one core too. One core computes some 200 million cells per
/// second, so this limit is some 20 s per run.
constexpr double kMaxCellsOfOneCore = 4e9;

/// One run of a case on the device.
struct BatchRun {
    /// The last part of the row's name, for example "auto".
    const char* what = "";
    /// The method to use. Empty: the fastest method.
    std::string method = {};
    bool solution = false;
};

std::vector<BatchRun> batch_runs(const std::string& name) {
    if (name == "reads") {
        return {{"auto"}, {"tracebacks", "", true}};
    }
    return {{"auto"}, {"team", "team"}};
}

/// Returns the cost of the traceback of problem p, for edit distances; nullopt if the traceback is not a path from the
/// last cell of the table to the first row or column.
std::optional<std::int64_t> traceback_cost(const BatchCase& timed, const dp::BatchPaths& paths, std::size_t p) {
    const auto x = timed.x_of(p), y = timed.y_of(p);
    auto i = static_cast<std::int64_t>(x.size()), j = static_cast<std::int64_t>(y.size());
    std::int64_t cost = 0;
    for (const dp::PathRecord& record : paths.path(p)) {
        const bool up = record.decision != 2, left = record.decision != 3;
        if (record.i != i || record.j != j || (up && i == 0) || (left && j == 0) ||
            (record.decision == 0 && x[static_cast<std::size_t>(i - 1)] != y[static_cast<std::size_t>(j - 1)])) {
            return std::nullopt;
        }
        cost += record.decision == 0 ? 0 : 1;
        i -= up ? 1 : 0;
        j -= left ? 1 : 0;
    }
    const std::optional<dp::Cell> end = paths.end(p);
    return end && *end == dp::Cell{i, j} && (i == 0 || j == 0) ? std::optional(cost + i + j) : std::nullopt;
}

/// A benchmark of one case.
class BatchBench : CaseBench {
public:
    BatchBench(Runner& runner, const BenchSettings& settings, const BatchSetup& setup, const BatchCase& timed,
               const std::function<void()>& seen)
        : CaseBench(runner, settings, seen, form_of(timed)), setup_(setup), timed_(timed), right_(timed.count()) {}

    static std::size_t count(const std::string& name, const BatchSetup& setup) {
        return batch_runs(name).size() + (!setup.peers ? 0U : name == "reads" ? 3U : 2U);
    }

    Result<std::vector<Measurement>> rows() {
        VKALGO_TRY(const dp::Recurrence recurrence,
                   setup_.recurrence ? setup_.recurrence(timed_.problem) : dp::Recurrence::builtin(timed_.problem));
        if (setup_.peers) {
            add(by_one_core());
        }
        // One core computes fewer than 200 problems of a large batch, evenly spaced, since all problems would take too
        // long. Problems whose answer is known already are not computed again.
        for (std::size_t p = 0; p < right_.size(); p += std::max<std::size_t>(1, right_.size() / 100)) {
            right_[p] = right_[p] ? right_[p] : timed_.reference(p);
        }
        if (setup_.peers && timed_.name == "protein") {
            add(by_peer("parasail", "peer_parasail_scores", false));
        } else if (setup_.peers) {
            add(by_peer("edlib", "peer_edlib_distances", false));
        }
        if (setup_.peers && timed_.name == "reads") {
            add(by_peer("edlib-tracebacks", "peer_edlib_distances", true));
        }
        for (const BatchRun& run : batch_runs(timed_.name)) {
            VKALGO_TRY(Measurement row, by_device(recurrence, run));
            add(std::move(row));
        }
        return std::move(rows_);
    }

private:
    static Measurement form_of(const BatchCase& timed) {
        Measurement form{.family = "batch",
                         .name = fmt::format("{}-{}", timed.name, timed.count()),
                         .n = timed.count(),
                         .seed = timed.seed,
                         .unit = "cells"};
        for (std::size_t p = 0; p < timed.count(); ++p) {
            form.work += static_cast<double>(timed.x_of(p).size() + 1) * static_cast<double>(timed.y_of(p).size() + 1);
        }
        form.facts["length"] = timed.length;
        form.facts["tracebacks"] = false;
        return form;
    }

    Measurement by_one_core() {
        Measurement row = host_row_of("one-core", "one core");
        if (form_.work > kMaxCellsOfOneCore) {
            row.skipped = "one core would take too long for this case";
            return row;
        }
        row.gpu_ms = host_times(settings_.repeat, [&] {
            for (std::size_t p = 0; p < right_.size(); ++p) {
                right_[p] = timed_.reference(p);
            }
        });
        row.verified_against = "the device's result";
        return row;
    }

    /// Returns the text that the peers read from standard input.
    std::string peer_input() const {
        std::string text;
        if (!timed_.matrix.empty()) {
            text = fmt::format("{} {} ", kGapOpen, kGapExtend);
            for (std::uint32_t letter = 0; letter < kProteinLetters; ++letter) {
                text += static_cast<char>('A' + letter);
            }
            text += fmt::format("\n{}\n", fmt::join(timed_.matrix, " "));
        }
        const auto add_word = [&](std::span<const std::uint8_t> word, char end) {
            for (const std::uint8_t letter : word) {
                text += static_cast<char>('A' + letter);
            }
            text += end;
        };
        for (std::size_t p = 0; p < timed_.count(); ++p) {
            add_word(timed_.x_of(p), ' ');
            add_word(timed_.y_of(p), '\n');
        }
        return text;
    }

    Measurement by_peer(const char* what, const std::string& program, bool paths) {
        Measurement row = host_row_of(what, what);
        row.facts["tracebacks"] = paths;
        std::vector<std::string> words{"--repetitions", std::to_string(settings_.repeat)};
        if (paths) {
            words.emplace_back("--paths");
        }
        const auto found = align_by_peer(program, words, peer_input(), right_.size(), kPeerTimeLimit);
        if (!found) {
            row.skipped = found.error().message;
            return row;
        }
        row.method = found->method;
        row.about = found->function;
        row.gpu_ms = found->milliseconds;
        row.comparison = as_fast_as("one-core");
        hold(row, [&](std::size_t p) { return std::optional(found->answers[p]); });
        for (std::size_t p = 0; row.difference.empty() && p < right_.size(); ++p) {
            right_[p] = found->answers[p];
        }
        return row;
    }

    Comparison as_fast_as(const char* what) const { return {.baseline = name_of(what), .speed_up = true}; }

    /// Compares the answer of each problem with its known answer, if it has one. Puts the first difference into the
    /// row.
    void hold(Measurement& row, const std::function<std::optional<std::int64_t>(std::size_t p)>& answer) const {
        std::size_t known = 0;
        for (std::size_t p = 0; p < right_.size(); ++p) {
            if (!right_[p]) {
                continue;
            }
            ++known;
            const std::optional<std::int64_t> own = answer(p);
            if (own != right_[p] && row.difference.empty()) {
                row.difference = fmt::format("pair {} gives {}, not {}", p + 1,
                                             own ? fmt::format("{}", *own) : std::string("no answer"), *right_[p]);
            }
        }
        row.verified_against = fmt::format("one core or a peer, {} of {} pairs", known, right_.size());
    }

    Result<Measurement> by_device(const dp::Recurrence& recurrence, const BatchRun& run) const {
        Measurement row = row_of(run.what, run.what);
        row.facts["tracebacks"] = run.solution;
        dp::BatchOptions options{.method = run.method.empty() ? setup_.method : run.method,
                                 .solution = run.solution,
                                 .cells = run.solution,
                                 .call = {.memory_limit = settings_.memory_limit},
                                 .knobs = setup_.knobs};
        const dp::Batch batch = timed_.batch();
        std::vector<double> wall;
        // The first call compiles the kernels. Its time is not counted.
        Result<dp::BatchSolution> solved = dp::solve_batch(runner_, recurrence, batch, options);
        for (int turn = 0; solved && turn < settings_.repeat; ++turn) {
            const auto begin = std::chrono::steady_clock::now();
            solved = dp::solve_batch(runner_, recurrence, batch, options);
            wall.push_back(milliseconds_since(begin));
        }
        const double sent = solved ? solved->call.upload_milliseconds : 0;
        if (solved) {
            options.call.repeat = settings_.repeat;
            options.call.warm_up = true;
            solved = dp::solve_batch(runner_, recurrence, batch, options);
        }
        if (!solved && is_refusal(solved.error())) {
            row.skipped = solved.error().message;
            return row;
        }
        if (!solved) {
            return solved.error();
        }
        row.method = solved->method;
        row.about = solved->plan_summary;
        row.gpu_ms = solved->call.gpu_milliseconds;
        row.device_bytes = solved->call.device_bytes;
        row.work = solved->table_cells;
        const Spread spread = spread_of(wall);
        row.facts["wall_ms"] = {{"median", spread.median}, {"least", spread.least}, {"most", spread.most}};
        row.facts["upload_ms"] = sent;
        for (const SpanTime& span : solved->call.spans) {
            row.facts["last_chunk_ms"][span.name] = span.milliseconds;
        }
        const bool by_one_core = !rows_.empty() && rows_.front().ran();
        row.comparison = as_fast_as(run.solution               ? "edlib-tracebacks"
                                    : by_one_core              ? "one-core"
                                    : timed_.name == "protein" ? "parasail"
                                                               : "edlib");
        hold(row, [&](std::size_t p) -> std::optional<std::int64_t> {
            const auto answer = solved->answer(p);
            if (!answer) {
                return std::nullopt;
            }
            const auto own = std::visit([](auto number) { return static_cast<std::int64_t>(number); }, *answer);
            return run.solution && traceback_cost(timed_, solved->paths, p) != own ? std::nullopt : std::optional(own);
        });
        return row;
    }

    const BatchSetup& setup_;
    const BatchCase& timed_;
    /// The known answer of each problem, by one core or by a peer. Not set: not known.
    std::vector<std::optional<std::int64_t>> right_;
};

}  // namespace

BatchSetup batch_setup(Scale scale) {
    return scale == Scale::quick      ? BatchSetup{.pairs = 20, .length = 60}
           : scale == Scale::software ? BatchSetup{.pairs = 200, .length = 300}
                                      : BatchSetup{.pairs = 100'000, .length = 1000};
}

Result<std::vector<Measurement>> bench_batches(Runner& runner, const BenchSettings& settings, const BatchSetup& setup,
                                               const std::function<void(std::size_t, std::size_t)>& seen) {
    std::vector<std::string> names;
    std::size_t done = 0, all = 0;
    for (const std::string_view name : batch_case_names()) {
        if (setup.only.empty() || setup.only == name) {
            names.emplace_back(name);
            all += BatchBench::count(names.back(), setup);
        }
    }
    const std::function<void()> tell = [&] {
        ++done;
        if (seen) {
            seen(done, all);
        }
    };
    std::vector<Measurement> rows;
    for (const std::string& name : names) {
        const BatchCase timed = draw_batch(name, setup.pairs, setup.length, settings.seed);
        VKALGO_TRY(auto own, BatchBench(runner, settings, setup, timed, tell).rows());
        std::move(own.begin(), own.end(), std::back_inserter(rows));
    }
    return rows;
}

}  // namespace vkalgo::bench
