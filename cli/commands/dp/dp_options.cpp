#include "cli/commands/dp/dp_options.hpp"

#include "cli/commands/dp/param_options.hpp"
#include "cli/dp/inputs.hpp"
#include "cli/dp/report.hpp"
#include "formats/bytes.hpp"
#include "support/bad_usage.hpp"

#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace vkalgo::cli {

Result<void> DpOptions::declare(Options& options) {
    options.group("What to solve");
    options.text("--problem", problem_, "NAME", "a built-in problem (see --list)");
    options.suggest(dp::Recurrence::builtin_names(), true);
    options.text("--recurrence", file_, "FILE", "a recurrence file of your own");
    options.choice(
        "--pattern", pattern_, {dp::kPatternNames.begin(), dp::kPatternNames.end()},
        "the order of the stages; an order in which the recurrence cannot run is refused (default: the pattern of "
        "the recurrence)");
    options.group("Input");
    options.inputs(request_.files, "the input files, in the order that --list --verbose shows", 64);
    options.texts("--input", named_files_, "NAME=FILE", "the file of the input NAME; may be given once per input");
    input_options_.declare(options, {.letters = true, .columns = true});
    options.size("--n", request_.n,
                 "size n of a random instance, or of a table that depends on n (lcs: length of the first string)");
    options.size(
        "--m", request_.m,
        "second size m, likewise (lcs: length of the second string; default: n, unless the table depends on m)");
    options.whole("--seed", seed_, "seed of the random numbers (default 1)");
    batch_.declare(options);
    options.group("Run");
    options.choice("--method", method_, run_methods(options.peek("--batch").has_value()),
                   "the method of the run (default: the fastest method that can run it)");
    options.former_choices(former_methods());
    options.flag("--solution", solution_, "also find a solution that gives the answer (on the device: see --recover)");
    options.choice("--recover", recover_, {"device", "host"},
                   "where the solution is found; host: on the host, from a copy of the table (default: device)");
    options.number("--timeout", timeout_, "stop the run after this number of seconds, with exit code 1");
    options.group("Output");
    options.text("--output", output_, "FILE", "write the solution, as --solution prints it, or as JSON (.json)");
    table_.declare(options);
    threshold_.declare(options);
    pictures_.declare(options);
    options.flag("--show", show_, "print the table (up to 64 x 64), with the solution's cells in brackets");
    options.flag(
        "--list", list_,
        "list the problems, or (--list NAME) one problem with its files, properties and methods; with --verbose, all "
        "problems have these");
    options.text(
        "--check", check_, "FILE|NAME",
        "check that a recurrence agrees with its declarations, on small instances and on the beginning of INPUTs");
    options.text("--graph", graph_, "FILE",
                 "with --check: draw the dependencies of one instance, a column per stage: the given instance (INPUTs, "
                 "sizes, params), or else a small random one (.svg or .dot)");
    options.text("--new", new_, "NAME",
                 "write a recurrence named NAME, as a start for your own, to the INPUT file (default: NAME.glsl)");
    options.text("--write-inputs", write_inputs_, "FOLDER",
                 "write a random instance as input files of the recurrence (default size: --n 6)");
    return declare_params(options);
}

Result<void> DpOptions::refuse_besides(const Globals& globals) const {
    const bool named = problem_ || file_;
    const bool solves = this->solves(globals);
    const bool has_instance = !request_.files.empty() || has_sizes_or_names();
    if (list_ && (solves || has_instance || seed_ || write_inputs_ || check_ || pattern_ || alignment_.given() ||
                  !request_.params.empty() || globals.memory != 0)) {
        return bad_usage(
            "--list allows only one problem, by its NAME, --problem or --recurrence; leave out the other arguments");
    }
    if (check_ && (solves || named || seed_ || write_inputs_)) {
        return bad_usage(
            "--check allows only INPUTs and their options, sizes, params, scores, --pattern and --graph; leave out the "
            "other options");
    }
    return {};
}

Result<void> DpOptions::refuse_beside_new(const Globals& globals) const {
    if (problem_ || file_ || solves(globals) || has_sizes_or_names() || seed_ || write_inputs_ || list_ || check_ ||
        pattern_ || alignment_.given() || globals.memory != 0) {
        return bad_usage("--new allows only a NAME and a FILE; leave out the other options");
    }
    return {};
}

Result<void> DpOptions::refuse_beside_dots(const Globals& globals) const {
    std::vector<std::string> given = table_.names();
    for (const auto& [is_given, name] : {std::pair{solution_, "--solution"},
                                         {show_, "--show"},
                                         {output_.has_value(), "--output"},
                                         {pictures_.of_table(), "--picture"},
                                         {method_.has_value(), "--method"},
                                         {pattern_.has_value(), "--pattern"},
                                         {recover_.has_value(), "--recover"},
                                         {timeout_.has_value(), "--timeout"},
                                         {threshold_.at_most().has_value(), "--at-most"},
                                         {threshold_.at_least().has_value(), "--at-least"},
                                         {globals.verify, "--verify"},
                                         {globals.validate, "--validate"},
                                         {globals.profile, "--profile"},
                                         {globals.repeat.has_value(), "--repeat"},
                                         {globals.memory != 0, "--memory"},
                                         {!globals.device.empty() && !globals.device_by_environment, "--device"}}) {
        given.insert(given.end(), is_given ? 1 : 0, name);
    }
    if (given.empty()) {
        return {};
    }
    const bool one = given.size() == 1;
    return bad_usage(fmt::format("{} {} only for a run, but --dots-only runs nothing; leave {} out, or --dots-only",
                                 fmt::join(given, " and "), one ? "is" : "are", one ? "it" : "them"));
}

bool DpOptions::solves(const Globals& globals) const {
    return batch_.given() || method_ || solution_ || recover_ || table_.given() || pictures_.given() || show_ ||
           output_ || timeout_ || threshold_.given() || globals.verify || globals.profile || globals.repeat;
}

bool DpOptions::has_sizes_or_names() const {
    return !named_files_.empty() || request_.n || request_.m || input_options_.given();
}

Result<void> DpOptions::take_seed() {
    const bool random = request_.files.empty() && named_files_.empty() && !recurrence_->header().inputs.empty();
    if (seed_ && !random) {
        return bad_usage("--seed makes random inputs, but no input is random here; leave it out");
    }
    request_.seed = seed_.value_or(request_.seed);
    return {};
}

std::vector<std::string> DpOptions::input_paths(const std::optional<std::string>& file) const {
    std::vector<std::string> inputs = request_.files;
    for (const auto& [name, path] : request_.inputs) {
        inputs.push_back(path);
    }
    if (file) {
        inputs.push_back(*file);
    }
    for (const auto& more : {table_.resume(), alignment_.matrix()}) {
        inputs.insert(inputs.end(), more ? 1 : 0, more.value_or(""));
    }
    return inputs;
}

Result<void> DpOptions::check_outputs() const {
    std::vector<std::string> inputs = input_paths(file_);
    if (const auto& table = table_.file()) {
        VKALGO_CHECK(check_not_input("--table", *table, inputs));
        inputs.push_back(*table);
    }
    VKALGO_CHECK(pictures_.check_outputs(inputs));
    return output_ ? check_not_input("--output", *output_, inputs) : Result<void>();
}

dp::StageFunction DpOptions::chosen_stage(const dp::RecurrenceHeader& header) const {
    const auto pattern = pattern_ ? dp::pattern_from(*pattern_) : std::nullopt;
    return pattern ? dp::StageFunction::of(*pattern) : header.stage;
}

Result<dp::Keep> DpOptions::wanted() const {
    const dp::RecurrenceHeader& header = recurrence_->header();
    const bool has_none = header.solution && header.solution->kind == "none";
    const bool has_solution = header.has_solution() || !header.outputs.empty();
    if (solution_ && !has_solution && !has_none) {
        return bad_usage(fmt::format("{} has no step(i, j), so no solution can be traced back; {}leave out --solution",
                                     recurrence_->file(), recurrence_->is_builtin() ? "" : "write step(i, j), or "));
    }
    if (output_ && !has_solution) {
        return bad_usage(fmt::format("{} has no solution to write; leave out --output", header.problem));
    }
    const bool drawn = pictures_.of_table();
    const bool traced = solution_ || show_ || output_ || (drawn && !table_.cuts());
    return dp::Keep{table_.file().has_value() || show_ || drawn, traced && header.has_solution()};
}

Shown DpOptions::shown(const Session& session) const {
    Shown shown;
    shown.brief = session.globals().quiet;
    shown.repeats = session.globals().repeat.has_value();
    shown.solution = solution_;
    shown.show = show_;
    shown.table = table_.file();
    shown.layout = table_.layout();
    shown.output = output_;
    shown.letters = alignment_.letters();
    shown.parameters = parameters();
    return shown;
}

Json DpOptions::parameters() const {
    Json json;
    json[file_ ? "recurrence" : "problem"] = file_ ? *file_ : *problem_;
    if (pattern_) {
        json["pattern"] = *pattern_;
    }
    if (method_) {
        json["method"] = *method_;
    }
    alignment_.describe(json);
    return json;
}

Result<void> DpOptions::declare_params(Options& options) {
    const auto problem = options.peek("--problem");
    const auto file = options.peek("--recurrence");
    if (problem && file) {
        return bad_usage("--problem and --recurrence are both given; leave one of them out");
    }
    if (const auto checked = options.peek("--check"); checked && !problem && !file) {
        if (auto read = named_recurrence(*checked)) {  // check() returns the error
            recurrence_ = std::move(*read);
        }
    } else if (problem || file) {
        VKALGO_TRY(recurrence_, problem ? builtin_recurrence(*problem) : recurrence_from_file(*file));
    }
    if (!recurrence_) {
        return {};
    }
    alignment_.declare(options, recurrence_->header());
    return declare_param_options(options, *recurrence_, request_.params);
}

}  // namespace vkalgo::cli
