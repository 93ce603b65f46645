#include "algorithms/alignment/complements.hpp"
#include "algorithms/dp/check/check.hpp"
#include "algorithms/dp/interpreter/interpreter.hpp"
#include "cli/command.hpp"
#include "cli/commands/dp/advice.hpp"
#include "cli/commands/dp/dp_options.hpp"
#include "cli/commands/dp/help.hpp"
#include "cli/commands/dp/multi_device.hpp"
#include "cli/commands/dp/new.hpp"
#include "cli/commands/dp/output_streams.hpp"
#include "cli/commands/dp/run_batch.hpp"
#include "cli/commands/dp/write_inputs.hpp"
#include "cli/devices.hpp"
#include "cli/dp/describe.hpp"
#include "cli/dp/graph.hpp"
#include "cli/dp/inputs.hpp"
#include "cli/dp/job.hpp"
#include "cli/dp/report.hpp"
#include "cli/dp/timeout.hpp"
#include "cli/dp/verify.hpp"
#include "cli/input_options.hpp"
#include "cli/progress.hpp"
#include "formats/bytes.hpp"
#include "support/bad_usage.hpp"
#include "support/phrases.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <iterator>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

class Dp : public Invocation, private DpOptions {
public:
    Result<void> declare(Options& options) override { return DpOptions::declare(options); }

    Result<Answer> run(Session& session) override {
        asked_.request = &request_;
        auto answer = run_as_asked(session);
        return answer ? std::move(answer) : Result<Answer>(advised(answer.error(), asked_));
    }

private:
    Result<Answer> run_as_asked(Session& session) {
        VKALGO_CHECK(batch_.check());
        if (graph_ && !check_) {
            return bad_usage("--graph draws the dependencies that --check finds; give --check FILE too");
        }
        if (new_) {
            VKALGO_CHECK(refuse_beside_new(session.globals()));
            return new_recurrence(session, *new_, request_.files);
        }
        if (list_ && !recurrence_ && request_.files.size() == 1) {  // The word after --list is a NAME
            VKALGO_TRY(recurrence_, named_recurrence(request_.files.front()));
            request_.files.clear();
        }
        if (list_ || check_) {
            VKALGO_CHECK(refuse_besides(session.globals()));
        }
        if (list_) {
            return recurrence_ ? Result<Answer>(list_problem(*recurrence_)) : list_problems(session.globals().verbose);
        }
        if (check_) {
            return check(session);
        }
        if (!recurrence_) {
            const auto glsl = std::find_if(request_.files.begin(), request_.files.end(),
                                           [](const std::string& file) { return extension_of(file) == ".glsl"; });
            if (glsl != request_.files.end()) {
                return bad_usage(fmt::format(
                    "'{0}' is given as an INPUT; to solve the recurrence in it, give --recurrence {0}", *glsl));
            }
            return bad_usage("no problem is given; give --problem NAME (see `vkalgo dp --list`) or --recurrence FILE");
        }
        return batch_.given() ? solve_many(session) : write_inputs_ ? write_sample(session) : solve(session);
    }

    Result<Answer> solve_many(Session& session) {
        std::vector<std::string> drawing = table_.names();
        std::ranges::copy(pictures_.names(), std::back_inserter(drawing));
        drawing.insert(drawing.end(), show_ ? 1 : 0, "--show");
        VKALGO_CHECK(batch_.check_beside({{pattern_.has_value(), "--pattern"},
                                          {recover_.has_value(), "--recover"},
                                          {seed_.has_value(), "--seed"},
                                          {write_inputs_.has_value(), "--write-inputs"}},
                                         drawing));
        VKALGO_CHECK(take_named_files(named_files_, request_));
        VKALGO_CHECK(batch_.take(threshold_));
        BatchJob job;
        job.recurrence = asked_.recurrence = &*recurrence_;
        job.request = batch_;
        job.instance = request_;
        job.input = input_options_.settings(session);
        if (!job.input.records.empty() || !job.input.column.empty()) {
            return bad_usage("--batch reads every record and every column; leave out --record and --column");
        }
        job.method = method_.value_or("");
        job.solution = solution_;
        job.output = output_;
        job.timeout = timeout_;
        job.parameters = parameters();
        return alignment_.run_batch(session, *recurrence_, job);
    }

    Result<Answer> write_sample(Session& session) {
        if (solves(session.globals()) || !request_.files.empty() || !named_files_.empty() || pattern_ ||
            session.globals().memory != 0) {
            return bad_usage(
                "--write-inputs allows only sizes, --seed, params and scores; leave out the other options");
        }
        VKALGO_CHECK(take_seed());
        VKALGO_CHECK(alignment_.take(*recurrence_, request_));
        asked_.recurrence = &*recurrence_;
        InputReader reader = input_options_.reader(session);
        const std::string chosen = problem_ ? "--problem " + *problem_ : "--recurrence " + shell_word(*file_);
        return write_inputs(*recurrence_, chosen + alignment_.text(), request_, *write_inputs_, reader);
    }

    Result<Answer> check(Session& session) {
        VKALGO_TRY(recurrence_, named_recurrence(*check_));
        const dp::Recurrence& recurrence = *recurrence_;
        asked_.recurrence = &recurrence;
        const dp::StageFunction stage = chosen_stage(recurrence.header());
        VKALGO_CHECK(take_named_files(named_files_, request_));
        VKALGO_CHECK(alignment_.take(*recurrence_, request_));
        if (graph_) {
            VKALGO_CHECK(session.check_output("--graph", *graph_, {".svg", ".dot"}));
            VKALGO_CHECK(check_not_input("--graph", *graph_, input_paths(check_)));
        }
        dp::CheckOptions options;
        options.params = request_.params;
        options.algebras = options.graph = true;
        std::optional<dp::Instance> instance;
        VKALGO_TRY(instance, checked_instance(session, stage));
        options.instance = instance ? &*instance : nullptr;
        VKALGO_TRY(const auto compiled, recurrence.with_modules(std::array{std::string(dp::kInterpretModule)}));
        VKALGO_TRY(const dp::CheckReport report, dp::check_reads(*compiled, stage, {}, options));
        Answer answer = describe_check(recurrence.header(), *check_, stage, report, request_);
        if (graph_) {
            VKALGO_CHECK(add_graph(recurrence.header(), report, *graph_, answer));
        }
        return answer;
    }

    /// Returns the instance to check; nullopt if none is given.
    Result<std::optional<dp::Instance>> checked_instance(Session& session, const dp::StageFunction& stage) {
        const dp::RecurrenceHeader& header = recurrence_->header();
        if (!request_.has_files() && !request_.n && !request_.m && !request_.params_suffice(header)) {
            return std::optional<dp::Instance>();
        }
        InputReader reader = input_options_.reader(session);
        VKALGO_TRY(Draft draft, alignment_.draft(session, *recurrence_, request_, reader));
        VKALGO_TRY(dp::Instance instance, draw_instance(*recurrence_, request_, std::move(draft)));
        VKALGO_CHECK(dp::check_instance(header, instance, stage));
        return std::optional<dp::Instance>(std::move(instance));
    }

    Result<Answer> solve(Session& session) {
        const dp::RecurrenceHeader& header = recurrence_->header();
        const OutputStreams streams{table_.file(), output_, solution_, show_};
        VKALGO_CHECK(check_streams(session, streams));
        VKALGO_CHECK(pictures_.check(session, header, streams.standard_output()));
        VKALGO_CHECK(pictures_.dots_only() ? refuse_beside_dots(session.globals()) : Result<void>());
        if (timeout_) {
            VKALGO_CHECK(check_timeout(*timeout_));
        }
        VKALGO_CHECK(threshold_.check());
        dp::SolveOptions& options = asked_.options;
        options.pattern = pattern_ ? dp::pattern_from(*pattern_) : std::nullopt;
        options.method = method_.value_or("");
        options.call.memory_limit = session.globals().memory;
        VKALGO_TRY(options.keep, wanted());
        if (recover_ && !options.keep.solution) {
            return bad_usage(header.has_solution() ? "--recover says where a solution is found; give --solution too"
                                                   : fmt::format("--recover says where a solution is found, but {} has "
                                                                 "none to find; leave out --recover",
                                                                 header.problem));
        }
        options.recover = recover_ == "host" ? dp::Recover::host : dp::Recover::device;
        asked_.recurrence = &*recurrence_;
        asked_.table = table_.file().has_value();
        asked_.show = show_;
        asked_.picture = pictures_.of_table();
        asked_.solution = solution_;
        asked_.output = output_.has_value();
        VKALGO_CHECK(take_named_files(named_files_, request_));
        VKALGO_CHECK(check_outputs());
        VKALGO_CHECK(take_seed());
        VKALGO_CHECK(alignment_.take(*recurrence_, request_));
        InputReader reader = input_options_.reader(session);
        VKALGO_TRY(draft_, alignment_.draft(session, *recurrence_, request_, reader));
        VKALGO_TRY(const dp::Shape shape, draft_shape(*recurrence_, draft_, chosen_stage(header)));
        VKALGO_CHECK(show_ ? check_shown(header, shape) : Result<void>());
        VKALGO_CHECK(pictures_.check_instance(header, draft_.instance, shape));
        pictures_.take_names(header, reader.record_names());
        if (pictures_.dots_only()) {
            return draw_only_dots(session, shape);
        }
        VKALGO_CHECK(table_.apply(reader, header, shape, options));
        if (table_.cuts() && session.globals().verify) {
            return bad_usage("--verify needs a run to the last stage; leave out --to-stage or --verify");
        }
        VKALGO_TRY(TableDevices devices, open_devices(session));
        if (session.globals().repeat) {
            options.call.repeat = static_cast<int>(*session.globals().repeat);
            options.call.warm_up = true;
        }
        asked_.outline = &draft_.instance;
        asked_.profile = &devices.first().profile();
        VKALGO_TRY(dp::MultiDevicePlan plan, this->plan(session, devices));
        const std::string planned_summary = plan.devices.front().run->summary;

        asked_.outline = nullptr;
        VKALGO_TRY(dp::Instance instance, draw_instance(*recurrence_, request_, std::move(draft_)));
        VKALGO_TRY(Runner runner, Runner::create(devices.first()));
        const auto begin = std::chrono::steady_clock::now();
        dp::Solution solution;
        {
            const auto cells = static_cast<double>(shape.size.cells().value_or(0));
            Progress progress(session, header.problem, cells * static_cast<double>(options.call.repeat), "cells");
            const Timeout timeout(timeout_, progress.cancel(), begin);
            options.call.progress = progress.callback();
            options.call.cancel = timeout.token();
            const SolveTable on_devices = [&](const dp::Recurrence& recurrence, const dp::Instance& with) {
                return devices.solve(runner, recurrence, with, plan, options.call);
            };
            auto solved = alignment_.solve(on_devices, *recurrence_, instance);
            options.call.progress = {};
            options.call.cancel = {};
            if (!solved) {
                return timeout.error_of(solved.error());
            }
            solution = std::move(*solved);
        }
        warn_of_numbers(session.reporter(), *recurrence_);
        if (solution.plan_summary != planned_summary) {  // A method that examined the instance can say more
            session.reporter().explain(fmt::format("ran: method {}, {}", solution.method, solution.plan_summary));
        }
        if (!solution.traceback_milliseconds.empty() && options.keep.solution) {
            session.reporter().explain(recovery_line(header, solution, options.recover));
        }
        VKALGO_TRY(Answer answer, describe(*recurrence_, request_, shown(session), instance, solution));
        devices.tell(session, answer);
        threshold_.tell(answer, solution.answer, session.globals().quiet);
        VKALGO_CHECK(
            pictures_.add(answer, {*recurrence_, instance, solution, options.to_stage, solution_, alignment_.letters()},
                          session.globals().quiet));
        if (session.globals().verify) {
            Progress progress(session, "verifying " + header.problem);
            const Timeout timeout(timeout_, progress.cancel(), begin);
            options.call.cancel = timeout.token();
            verify_with_.progress = progress.callback();
            verify_with_.cancel = timeout.token();
            auto verified = verify_solution(runner, *recurrence_, instance, solution, options, verify_with_);
            if (!verified) {
                return timeout.error_of(verified.error());
            }
            answer.verification = std::move(*verified);
        }
        return answer;
    }

    /// Makes the instance and draws its dot plot, but does not solve it.
    Result<Answer> draw_only_dots(const Session& session, const dp::Shape& shape) {
        VKALGO_TRY(const dp::Instance instance, draw_instance(*recurrence_, request_, std::move(draft_)));
        const ScoredLetters letters = alignment_.letters();
        if (letters.both_strands) {
            const auto other = reverse_complement(instance.inputs.at("y"), letters.scoring->alphabet());
            VKALGO_CHECK(other);
        }
        dp::Solution nothing_solved;
        nothing_solved.shape = shape;
        Answer answer;
        answer.parameters = parameters();
        answer.result["problem"] = recurrence_->header().problem;
        VKALGO_CHECK(pictures_.add(answer, {*recurrence_, instance, nothing_solved, std::nullopt, false, letters},
                                   session.globals().quiet));
        return answer;
    }

    /// Opens one device, or the devices that share the table. Errors: those of TableDevices::open(); invalid_argument:
    /// several devices, but the run must keep the table or the solution.
    Result<TableDevices> open_devices(Session& session) const {
        const dp::Keep& keep = asked_.options.keep;
        if (names_several_devices(session.globals().device) && (keep.table || keep.solution)) {
            return bad_usage(
                fmt::format("--device {}: devices that share a table give only its answer; leave out --solution, "
                            "--output, --show and the options of tables and pictures, or give one device",
                            session.globals().device));
        }
        return TableDevices::open(session);
    }

    /// Plans the run, so that errors are reported before the run begins. Prints the plan under --verbose.
    Result<dp::MultiDevicePlan> plan(const Session& session, TableDevices& devices) {
        const DeviceProfile& profile = devices.first().profile();
        VKALGO_TRY(dp::MultiDevicePlan all,
                   devices.plan(session, recurrence_->header(), draft_.instance, asked_.options));
        const dp::SolvePlan& plan = all.devices.front();
        if (session.globals().verify) {
            VKALGO_TRY(verify_with_, choose_verification(*recurrence_, draft_.instance, plan, asked_.options, profile));
        }
        for (const std::string& line : plan_lines(recurrence_->header(), plan)) {
            session.reporter().explain(line);
        }
        for (const std::string& line : devices.several() ? devices.lines(all) : std::vector<std::string>()) {
            session.reporter().explain(line);
        }
        const std::uint64_t runs = session.globals().repeat.value_or(0) + 1;
        const std::string warning = long_run_warning(
            recurrence_->header(), plan.shape, plan.seconds_as_batch.value_or(plan.run->run_seconds), profile, runs);
        if (!warning.empty()) {
            session.reporter().warn(warning);
        }
        return all;
    }

    Asked asked_;
    Draft draft_;
    VerifyWith verify_with_;
};

}  // namespace

const Command& command_dp();
const Command& command_dp() {
    static const Command command = {
        .name = "dp",
        .summary = "dynamic programming: fill a table by a built-in recurrence or by your own",
        .description = kDpDescription,
        .examples = kDpExamples,
        .globals = {},
        .make = [] { return std::unique_ptr<Invocation>(std::make_unique<Dp>()); },
    };
    return command;
}

}  // namespace vkalgo::cli
