#include "cli/bench/family.hpp"
#include "cli/command.hpp"
#include "cli/names.hpp"
#include "cli/progress.hpp"
#include "engine/runner.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

class Bench : public Invocation {
public:
    Result<void> declare(Options& options) override {
        options.inputs(families_, families_help(), 1, "FAMILY");
        options.suggest(family_names());
        options.flag("--quick", quick_, "small cases that end in seconds: a check, not a measurement");
        options.whole("--seed", seed_, "where the random inputs of the first case start; the next cases count on");
        options.text("--output", output_, "FILE.json",
                     "write the whole result with every single time; - is standard output");
        return {};
    }

    Result<Answer> run(Session& session) override {
        VKALGO_TRY(const auto families, chosen());
        if (output_) {
            VKALGO_CHECK(session.check_output("--output", *output_, {".json"}));
        }
        VKALGO_TRY(Context * context, session.context());
        VKALGO_TRY(Runner runner, Runner::create(*context));
        BenchSettings settings;
        settings.scale = scale_of(context->profile(), quick_);
        settings.repeat = static_cast<int>(session.globals().repeat.value_or(quick_ ? 1 : 7));
        settings.seed = seed_;
        settings.memory_limit = session.globals().memory;
        std::vector<Measurement> rows;
        for (const BenchFamily* family : families) {
            Progress progress(session, family->name);
            VKALGO_TRY(auto own, family->run(runner, settings, [&](std::size_t done, std::size_t all) {
                progress.update(static_cast<double>(done) / static_cast<double>(all));
            }));
            std::move(own.begin(), own.end(), std::back_inserter(rows));
        }
        compare(rows);
        return describe(rows, settings, context->profile());
    }

private:
    static std::vector<std::string> family_names() {
        std::vector<std::string> names;
        for (const BenchFamily* family : bench_families()) {
            names.emplace_back(family->name);
        }
        return names;
    }

    static std::string families_help() {
        std::string list;
        for (const BenchFamily* family : bench_families()) {
            list += fmt::format("{}{} ({})", list.empty() ? "" : ", ", family->name, family->about);
        }
        return fmt::format("what to time: {}; left out: everything", list);
    }

    Result<std::vector<const BenchFamily*>> chosen() const {
        std::vector<const BenchFamily*> families;
        const std::vector<std::string> names = family_names();
        for (const BenchFamily* family : bench_families()) {
            if (families_.empty() || families_.front() == family->name) {
                families.push_back(family);
            }
        }
        if (families.empty()) {
            return Error{
                ErrorCode::invalid_argument,
                fmt::format("unknown family '{}'; {}", families_.front(), name_advice(families_.front(), names)),
                {}};
        }
        return families;
    }

    Answer describe(const std::vector<Measurement>& rows, const BenchSettings& settings,
                    const DeviceProfile& profile) const {
        Answer answer;
        answer.parameters["family"] = families_.empty() ? Json(nullptr) : Json(families_.front());
        answer.parameters["quick"] = quick_;
        answer.parameters["seed"] = seed_;
        answer.parameters["repetitions"] = settings.repeat;
        answer.result["cases"] = Json::array();
        Verification verification;
        for (const Measurement& row : rows) {
            answer.result["cases"].push_back(measurement_json(row));
        }
        verification.against = "the CPU references";
        verification.difference = first_difference(rows);
        answer.verification = std::move(verification);
        answer.text = measurements_text(rows);
        if (output_) {
            Json file = {{"command", "bench"},
                         {"device", device_json(profile)},
                         {"parameters", answer.parameters},
                         {"result", answer.result}};
            answer.output(*output_, dump(file));
        }
        return answer;
    }

    std::vector<std::string> families_;
    bool quick_ = false;
    std::uint64_t seed_ = 1;
    std::optional<std::string> output_;
};

}  // namespace

const Command& command_bench();
const Command& command_bench() {
    static const Command command = {
        .name = "bench",
        .summary = "time the built-in algorithms at the documented sizes",
        .description =
            "Times every method on random inputs: untimed runs (one, or a second's worth on a GPU),\n"
            "then --repeat timed ones (7), by the device's timestamps. Each output is compared with a CPU\n"
            "reference in the same run. Sizes follow the device: those of docs/benchmarks.md on a GPU, smaller\n"
            "ones on a software device. Ratios are of medians.",
        .examples =
            "  vkalgo bench --quick\n  vkalgo bench dp --output dp.json\n  vkalgo bench histogram --repeat 21\n",
        .globals = {.verbose = false, .verify = false, .profile = false},
        .make = [] { return std::unique_ptr<Invocation>(std::make_unique<Bench>()); },
    };
    return command;
}

}  // namespace vkalgo::cli
