#include "bench/cases/family.hpp"
#include "cli/command.hpp"
#include "cli/progress.hpp"
#include "engine/runner.hpp"
#include "support/names.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

using namespace vkalgo::bench;

class Bench : public Invocation {
public:
    Result<void> declare(Options& options) override {
        options.inputs(families_, families_help(), 1, "FAMILY");
        options.suggest(family_names());
        options.flag("--quick", quick_, "small cases that end in seconds: a check, not a measurement");
        options.whole("--seed", seed_,
                      "the seed of the random inputs of the first case; further cases may use the seeds after it");
        options.text("--output", output_, "FILE.json",
                     "write the whole result with every single time, or FILE.csv with a line per case; - is JSON on "
                     "standard output");
        options.text("--sizes", sizes_, "N,N,...",
                     fmt::format("numbers of rows of the tables that are timed, each 2 to {}; for family {}", kMaxRows,
                                 families_that(takes_sizes)));
        options.text("--figures", figures_, "FOLDER",
                     "draw the rows as figures in this folder, which is created if needed; for family " +
                         families_that(has_figures));
        for (const BenchFamily* family : bench_families()) {
            if (family->files != nullptr) {
                options.texts(family->files->option, files_[family->name], "FILE", family->files->help);
            }
        }
        return {};
    }

    Result<Answer> run(Session& session) override {
        VKALGO_TRY(const auto families, chosen());
        if (output_) {
            VKALGO_CHECK(session.check_output("--output", *output_, {".json", ".csv"}));
        }
        VKALGO_TRY(const auto sizes, chosen_sizes(families));
        VKALGO_CHECK(check_figures(families));
        VKALGO_CHECK(check_files(families));
        VKALGO_TRY(Context * context, session.context());
        VKALGO_TRY(Runner runner, Runner::create(*context));
        BenchSettings settings;
        settings.scale = scale_of(context->profile(), quick_);
        settings.sizes = sizes;
        settings.seed = seed_;
        settings.memory_limit = session.globals().memory;
        std::vector<Measurement> rows;
        for (const BenchFamily* family : families) {
            Progress progress(session, family->name);
            const auto repeat = static_cast<std::uint64_t>(quick_ ? 1 : family->repeat);
            settings.repeat = static_cast<int>(session.globals().repeat.value_or(repeat));
            settings.files = files_of(*family);
            VKALGO_TRY(auto own, family->run(runner, settings, [&](std::size_t done, std::size_t all) {
                progress.update(static_cast<double>(done) / static_cast<double>(all));
            }));
            std::move(own.begin(), own.end(), std::back_inserter(rows));
        }
        compare(rows);
        Answer answer = describe(rows, settings, context->profile());
        if (figures_) {
            VKALGO_CHECK(draw(rows, *families.front(), context->profile(), answer));
        }
        return answer;
    }

private:
    /// Limit of the rows of a timed table, since the kernels written by hand number cells in 32 bits.
    static constexpr std::uint64_t kMaxRows = 32768;

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
        const std::string named = families_that([](const BenchFamily& family) { return family.only_by_name; });
        return fmt::format("what to time: {} (default: all{})", list, named.empty() ? "" : " but " + named);
    }

    static bool takes_sizes(const BenchFamily& family) { return family.takes_sizes; }
    static bool has_figures(const BenchFamily& family) { return family.figures != nullptr; }

    /// Returns the names of the families for which `is` holds: "mesh or terrain".
    static std::string families_that(bool (*is)(const BenchFamily&)) {
        std::vector<std::string> names;
        for (const BenchFamily* family : bench_families()) {
            if (is(*family)) {
                names.emplace_back(family->name);
            }
        }
        return name_list(names, "or");
    }

    Result<std::vector<const BenchFamily*>> chosen() const {
        std::vector<const BenchFamily*> families;
        const std::vector<std::string> names = family_names();
        for (const BenchFamily* family : bench_families()) {
            if (families_.empty() ? !family->only_by_name : families_.front() == family->name) {
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

    Error only_of(std::string_view option, bool (*has)(const BenchFamily&)) const {
        return Error{ErrorCode::invalid_argument,
                     fmt::format("{} is for family {}; name only this family", option, families_that(has)),
                     {}};
    }

    /// Returns the sizes of --sizes; an empty list if this option is not given.
    Result<std::vector<std::uint64_t>> chosen_sizes(const std::vector<const BenchFamily*>& families) const {
        std::vector<std::uint64_t> sizes;
        if (!sizes_) {
            return sizes;
        }
        if (families.size() != 1 || !families.front()->takes_sizes) {
            return only_of("--sizes", takes_sizes);
        }
        for (std::string_view rest = *sizes_; !rest.empty();) {
            const std::size_t comma = std::min(rest.find(','), rest.size());
            VKALGO_TRY(const std::uint64_t size, parse_size(rest.substr(0, comma)));
            if (size < 2 || size > kMaxRows) {
                return Error{
                    ErrorCode::invalid_argument,
                    fmt::format("--sizes {}: tables have 2 to {} rows; give sizes in this range", *sizes_, kMaxRows),
                    {}};
            }
            sizes.push_back(size);
            rest.remove_prefix(std::min(comma + 1, rest.size()));
        }
        if (sizes.empty()) {
            return Error{ErrorCode::invalid_argument, "--sizes names no size; give numbers, such as 256,512", {}};
        }
        return sizes;
    }

    Result<void> check_figures(const std::vector<const BenchFamily*>& families) const {
        if (figures_ && (families.size() != 1 || families.front()->figures == nullptr)) {
            return only_of("--figures", has_figures);
        }
        if (figures_ && std::filesystem::exists(*figures_) && !std::filesystem::is_directory(*figures_)) {
            return Error{ErrorCode::invalid_argument,
                         fmt::format("--figures {}: this is not a folder; name another folder", *figures_), *figures_};
        }
        return {};
    }

    std::vector<std::string> files_of(const BenchFamily& family) const {
        const auto found = files_.find(family.name);
        return found == files_.end() ? std::vector<std::string>{} : found->second;
    }

    /// Returns an error if files are given for a family that is not timed.
    Result<void> check_files(const std::vector<const BenchFamily*>& families) const {
        for (const BenchFamily* family : bench_families()) {
            if (!files_of(*family).empty() && std::find(families.begin(), families.end(), family) == families.end()) {
                return Error{ErrorCode::invalid_argument,
                             fmt::format("{} is for family {}; name that family, or name none", family->files->option,
                                         family->name),
                             {}};
            }
        }
        return {};
    }

    Result<void> draw(const std::vector<Measurement>& rows, const BenchFamily& family, const DeviceProfile& profile,
                      Answer& answer) const {
        std::error_code failed;
        std::filesystem::create_directories(*figures_, failed);
        if (failed) {
            return Error{
                ErrorCode::invalid_argument,
                fmt::format("--figures {}: {}; name a folder that can be written", *figures_, failed.message()),
                *figures_};
        }
        for (const BenchFigure& figure : family.figures(rows, profile)) {
            answer.output((std::filesystem::path(*figures_) / figure.name).string(), figure.svg);
        }
        return {};
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
        if (output_ && output_->ends_with(".csv")) {
            answer.output(*output_, measurements_csv(rows));
        } else if (output_) {
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
    std::optional<std::string> output_, sizes_, figures_;
    /// The files, by the name of the family that takes them.
    std::map<std::string, std::vector<std::string>> files_;
};

}  // namespace

const Command& command_bench();
const Command& command_bench() {
    static const Command command = {
        .name = "bench",
        .summary = "time the built-in algorithms at the documented sizes",
        .description =
            "Times every method on random inputs, by the device's timestamps. First, runs of one second in total\n"
            "(on a software device, one run) warm up and do not count; --repeat timed runs follow (default 7;\n"
            "15 for family thesis, 1 with --quick).\n"
            "Outputs are compared with a CPU reference in the same run, or with each other if the CPU would take\n"
            "too long. CGAL, GRASS, numpy, scikit-image, cuBLAS, edlib and parasail are timed too if they are\n"
            "installed. On a GPU, sizes are those of docs/benchmarks.md; on a software device they are smaller.\n"
            "Ratios are ratios of medians.",
        .examples =
            "  vkalgo bench --quick\n  vkalgo bench dp --output dp.json\n  vkalgo bench histogram --repeat 21\n"
            "  vkalgo bench sort --output sort.csv\n"
            "  vkalgo bench batch --repeat 3 --json\n"
            "  vkalgo bench mesh --mesh dragon.ply\n"
            "  vkalgo bench thesis --sizes 256,512 --figures figures --output thesis.csv\n",
        .globals = {.verbose = false, .verify = false, .profile = false},
        .make = [] { return std::unique_ptr<Invocation>(std::make_unique<Bench>()); },
    };
    return command;
}

}  // namespace vkalgo::cli
