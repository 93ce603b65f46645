#include "algorithms/sort/sort_call.hpp"
#include "algorithms/sort/sort_method.hpp"
#include "algorithms/sort/sort_reference.hpp"
#include "cli/command.hpp"
#include "cli/formats/convert.hpp"
#include "cli/formats/input_options.hpp"
#include "cli/method_option.hpp"
#include "cli/numbers.hpp"
#include "cli/progress.hpp"
#include "cli/random.hpp"
#include "cli/sort/arrangement.hpp"
#include "cli/sort/listing.hpp"
#include "cli/sort/phases.hpp"
#include "cli/sort/report.hpp"
#include "cli/sort/shell_flags.hpp"
#include "engine/runner.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

constexpr std::uint64_t kDefaultSeed = 1;
/// Keys, with a count or without one on the device.
constexpr std::uint64_t kMostKeys = std::numeric_limits<std::uint32_t>::max();

/// The types that are sorted.
std::vector<std::string> type_names() {
    std::vector<std::string> names(kElementTypeNames.begin(), kElementTypeNames.end());
    std::erase(names, to_string(ElementType::f16));
    return names;
}

Error bad_usage(std::string message) {
    return Error{ErrorCode::invalid_argument, std::move(message), {}};
}

constexpr Advice kAdvice[] = {
    {"memory_limit", "give fewer keys, or raise --memory", {}},
    {"count", "give fewer keys", ErrorCode::too_large},
    {"type", "--type", {}},
    {"method", "--method", {}},
    {"begin_bit", "--begin-bit", {}},
    {"end_bit", "--end-bit", {}},
    {"increments", "choose others by --increments, or another --method", {}},
    {"own_increments", "--increments", {}},
    {"max_threads", "--max-threads", {}},
    {"phases", "--phases", {}},
};

class SortCommand : public Invocation {
public:
    Result<void> declare(Options& options) override {
        options.group("Input");
        options.inputs(inputs_, formats_help(Want::values), 1);
        input_options_.declare(options, {.columns = true});
        options.choice(
            "--type", type_, type_names(),
            "type of the keys; those of a .npy or .csv must fit it exactly (default: the file's own, else u32)");
        options.size("--n", n_, "instead of a file: so many random keys", 0, kMostKeys);
        options.whole("--seed", seed_, "where the random numbers start (default 1)");
        options.choice("--distribution", distribution_, {kDistributionNames.begin(), kDistributionNames.end()},
                       "of the random keys (default uniform)");
        options.group("Run");
        declare_method(options, method_, sort_methods(), "the fastest by predicted time");
        shell_flags_.declare(options);
        options.flag("--descending", descending_, "the largest first");
        options.whole("--begin-bit", begin_bit_,
                      "the first bit of a key that decides; keys equal in those that do keep "
                      "their order (default 0)");
        options.size("--end-bit", end_bit_, "the first bit behind those that decide (default: none of the type)", 1);
        arrangement_.declare_run(options);
        options.group("Output");
        options.flag("--indices", indices_, "not the keys but where each of them stood, from 0");
        options.text(
            "--output", output_, "FILE",
            "write them: .npy, .csv, .txt, or .bin for their bytes alone; - is a line each on standard output; with "
            "--column a .csv and - are the table's whole rows");
        arrangement_.declare_output(options);
        options.flag("--phases", phases_,
                     "of shell-... and pratt: threads, passes, reads, writes and time of each increment");
        options.text("--picture", picture_, "FILE.svg",
                     "of shell-... and pratt: the array after each increment, drawn");
        return {};
    }

    Result<Answer> run(Session& session) override {
        VKALGO_CHECK(check_usage(session));
        InputReader reader = input_options_.reader(session);
        const bool rows = arrangement_.moves_rows(arrangement_context({}));
        if (rows) {
            reader.keep_tables();
        }
        Array keys;
        if (!inputs_.empty()) {
            VKALGO_TRY(keys, read_keys(reader));
        }
        const std::string table = reader.table();
        VKALGO_CHECK(arrangement_.read(reader, inputs_.empty() ? *n_ : keys.count()));
        VKALGO_CHECK(reader.check_used());
        const ElementType type = inputs_.empty() ? *element_type_from(type_.value_or("u32")) : keys.type;
        const std::uint64_t count = inputs_.empty() ? *n_ : keys.count();
        SortCallOptions options = options_for(session, type);
        VKALGO_TRY(options.sort.shell, shell_flags_.options(options.sort, inputs_));
        if (!rows && !arrangement_.given()) {
            return sort_alone(session, std::move(keys), count, options);
        }
        VKALGO_CHECK(arrangement_.plan(session, options, rows || indices_ || arrangement_.has_values(), count));
        VKALGO_CHECK(make_keys(count, type, keys));
        Answer answer;
        describe_keys(options, keys, answer);
        VKALGO_CHECK(arrangement_.run(session, {std::move(keys), options, indices_, output_, table}, answer));
        return answer;
    }

private:
    /// Keys, with the places where they stood at most, and nothing else.
    Result<Answer> sort_alone(Session& session, Array keys, std::uint64_t count, const SortCallOptions& options) const {
        Context* context = nullptr;
        if (!on_host()) {
            VKALGO_TRY(context, session.context());
        }
        const DeviceProfile profile = context != nullptr ? context->profile() : DeviceProfile{};
        VKALGO_TRY(const SortCallPlan plan, plan_sort_call(options, count, profile));
        explain_sort(session, plan);
        if (phases_ || picture_) {
            VKALGO_CHECK(check_phases(phases_ ? "--phases" : "--picture", plan.plan));
        }
        VKALGO_CHECK(make_keys(count, options.sort.type, keys));
        keys.shape = {count};
        const Array before = session.globals().verify || phases_ || picture_ ? keys : Array{};
        std::vector<std::uint32_t> places(indices_ ? count : 0);
        VKALGO_TRY(const SortResult sorted, timed_sort(session, context, options, keys, places));
        Answer answer;
        VKALGO_CHECK(describe(session, options, sorted, keys, places, answer));
        if (phases_ || picture_) {
            VKALGO_TRY(PhaseReport report, report_phases(sorted, profile, before.data, picture_.has_value()));
            if (phases_) {
                answer.result["phases"] = phases_json(report.phases);
                answer.text = (session.globals().quiet ? "" : answer.text + "\n") + phases_text(report.phases);
            }
            if (picture_) {
                answer.output(*picture_, report.picture);
            }
        }
        if (session.globals().verify) {
            VKALGO_TRY(answer.verification, verify_sorted(before, keys, places, sorted, options.sort));
        }
        return answer;
    }

    /// On the device, or without a context on the processor.
    static Result<SortResult> timed_sort(Session& session, Context* context, SortCallOptions options, Array& keys,
                                         std::span<std::uint32_t> places) {
        const double work = static_cast<double>(keys.count()) * static_cast<double>(options.call.repeat);
        Progress progress(session, "sort", work, "keys");
        options.call.progress = progress.callback();
        options.call.cancel = progress.cancel();
        if (context == nullptr) {
            return sort_on_host(keys.data, places, options);
        }
        VKALGO_TRY(Runner runner, Runner::create(*context));
        return sort_in_place(runner, keys.data, places, options);
    }

    /// Random ones, unless a file gave them.
    Result<void> make_keys(std::uint64_t count, ElementType type, Array& keys) const {
        if (!inputs_.empty()) {
            return {};
        }
        VKALGO_CHECK(check_host_memory(count, type));
        keys = random_array(type, count, *distribution_from(distribution_.value_or(kDistributionNames[0])),
                            seed_.value_or(kDefaultSeed));
        return {};
    }

    Result<void> check_usage(const Session& session) const {
        if (inputs_.empty() && !n_) {
            return bad_usage("nothing to sort; give a file, or --n N for random keys");
        }
        if (!inputs_.empty() && (n_ || seed_ || distribution_)) {
            return bad_usage("--n, --seed and --distribution make random keys, but a file is given too; leave one out");
        }
        std::vector<std::string> read = inputs_;
        for (const auto& more : {arrangement_.files(), shell_flags_.files()}) {
            read.insert(read.end(), more.begin(), more.end());
        }
        if (output_) {
            VKALGO_CHECK(session.check_output("--output", *output_, {".npy", ".csv", ".txt", ".bin"}));
            VKALGO_CHECK(check_not_input("--output", *output_, read));
        }
        if (picture_ == "-") {
            return bad_usage("--picture -: standard output takes no picture; give a name that ends in .svg");
        }
        if (picture_) {
            VKALGO_CHECK(session.check_output("--picture", *picture_, {".svg"}));
            VKALGO_CHECK(check_not_input("--picture", *picture_, read));
            VKALGO_CHECK(check_not_output("--picture", *picture_, "--output", output_.value_or("")));
        }
        const Globals& globals = session.globals();
        if (on_host() && ((!globals.device.empty() && !globals.device_by_environment) || globals.validate)) {
            return bad_usage(fmt::format("the method {} runs on the processor and uses no device; leave {} out",
                                         method_, globals.validate ? "--validate" : "--device"));
        }
        const ArrangementContext context = arrangement_context(read);
        if ((arrangement_.given() || arrangement_.moves_rows(context)) && (phases_ || picture_ || !sorts_on_device())) {
            return bad_usage(phases_ || picture_
                                 ? "--phases and --picture show a sort of keys alone; leave out one or the other"
                                 : fmt::format("the method {} sorts keys alone, if at all; leave it out", method_));
        }
        return arrangement_.check(session, context);
    }

    ArrangementContext arrangement_context(std::span<const std::string> read) const {
        return {inputs_,
                read,
                input_options_.has_column(),
                method_,
                descending_,
                indices_,
                begin_bit_.has_value() || end_bit_.has_value(),
                output_};
    }

    bool any_method(bool (*holds)(const SortMethod&)) const {
        const auto methods = sort_methods();
        return std::any_of(methods.begin(), methods.end(),
                           [&](const SortMethod* method) { return method_ == method->name && holds(*method); });
    }
    /// Does the method run on the processor?
    bool on_host() const {
        return any_method([](const SortMethod& method) { return method.sort_on_host != nullptr; });
    }
    bool sorts_on_device() const {
        return !on_host() && !any_method([](const SortMethod& method) { return !method.sorts; });
    }

    Result<Array> read_keys(InputReader& reader) const {
        const std::string& path = inputs_.front();
        VKALGO_TRY(Array keys, reader.values(path, *element_type_from(type_.value_or("u32"))));
        return type_ ? converted(std::move(keys), *element_type_from(*type_), path) : std::move(keys);
    }

    SortCallOptions options_for(const Session& session, ElementType type) const {
        SortCallOptions options;
        const auto bit = [](const std::optional<std::uint64_t>& given) {
            return static_cast<std::uint32_t>(std::min<std::uint64_t>(given.value_or(0), 1000));
        };
        options.sort = {.type = type,
                        .descending = descending_,
                        .values = indices_,
                        .indices = indices_,
                        .begin_bit = bit(begin_bit_),
                        .end_bit = bit(end_bit_),
                        .method = method_};
        options.sort.phases = phases_;
        options.call.memory_limit = session.globals().memory;
        if (session.globals().repeat) {
            options.call.repeat = static_cast<int>(*session.globals().repeat);
            options.call.warm_up = true;
        }
        return options;
    }

    static Result<void> check_host_memory(std::uint64_t count, ElementType type) {
        const std::uint64_t host = host_memory();
        if (count > host / 4 / size_of(type)) {
            return Error{
                ErrorCode::too_large,
                fmt::format("--n: {} keys of {} bytes are more than a quarter of this machine's {}; give fewer", count,
                            size_of(type), format_bytes(host)),
                {}};
        }
        return {};
    }

    /// The parameters of every kind of run.
    void describe_keys(const SortCallOptions& options, const Array& keys, Answer& answer) const {
        if (!inputs_.empty()) {
            answer.parameters["input"] = inputs_.front();
        } else {
            answer.parameters["n"] = keys.count();
            answer.parameters["seed"] = seed_.value_or(kDefaultSeed);
            answer.parameters["distribution"] = distribution_.value_or(kDistributionNames[0]);
        }
        answer.parameters["type"] = to_string(keys.type);
        answer.parameters["method"] = method_;
        answer.parameters["descending"] = descending_;
        if (begin_bit_ || end_bit_) {
            answer.parameters["begin_bit"] = options.sort.begin_bit;
            answer.parameters["end_bit"] = options.sort.end_bit == 0 ? 8 * size_of(keys.type) : options.sort.end_bit;
        }
    }

    Result<void> describe(const Session& session, const SortCallOptions& options, const SortResult& sorted,
                          const Array& keys, std::span<const std::uint32_t> places, Answer& answer) const {
        describe_keys(options, keys, answer);
        shell_flags_.describe(*sorted.plan.method, options.sort.shell, answer.parameters);
        answer.on_host = sorted.plan.on_host();
        report_run(session, sorted.report, answer.on_host ? sorted.host_milliseconds : sorted.report.gpu_milliseconds,
                   answer);
        const std::uint64_t pairs = unsorted_pairs(keys.data, options.sort);
        report_order(keys.count(), pairs, sorted.plan.method_name(), answer);
        Array shown = indices_ ? array_of(places) : keys;
        if (session.globals().quiet) {
            const Bytes lines = listing(shown, "-");
            answer.text.assign(reinterpret_cast<const char*>(lines.data()), lines.size());
        } else {
            answer.line("keys", fmt::format("{} of {}", keys.count(), to_string(keys.type)));
            answer.line("method", sorted.plan.method_name());
            if (pairs != 0) {
                answer.line("unsorted", fmt::format("{} out of order", plural(pairs, "neighbour")));
            }
            answer.line("first", first_elements(shown));
        }
        if (output_) {
            answer.output(*output_, listing(std::move(shown), *output_));
        }
        return {};
    }

    InputOptions input_options_;
    Arrangement arrangement_;
    std::vector<std::string> inputs_;
    ShellFlags shell_flags_;
    std::optional<std::string> type_, distribution_, output_, picture_;
    std::optional<std::uint64_t> n_, seed_, begin_bit_, end_bit_;
    bool descending_ = false;
    bool indices_ = false;
    bool phases_ = false;
    std::string method_ = "auto";
};

}  // namespace

const Command& command_sort();
const Command& command_sort() {
    static const Command command = {
        .name = "sort",
        .summary = "sort numbers, or find the order in which they would be",
        .description =
            "Sorts whole numbers of 8 to 64 bits and floats: -infinity, ..., -0, 0, ..., infinity, then NaN. With\n"
            "--indices it finds where each key stood (argsort); equal keys keep their order by radix, onesweep and\n"
            "counting. Bits of a key are counted from the lowest, 0, once its order is that of whole numbers. A .npy\n"
            "array of several dimensions is sorted as one row of numbers.",
        .examples =
            "  vkalgo sort --n 16M --verify\n"
            "  vkalgo sort samples.npy --output sorted.npy\n"
            "  vkalgo sort table.csv --column price --type f32 --descending --indices --output order.csv\n"
            "  vkalgo sort table.csv --column price --type f32 --top 10 --output best.csv\n"
            "  vkalgo sort --n 1M --type u16 --unique --output counts.csv\n"
            "  printf '3 1 2' | vkalgo sort - --format txt --type i32 --quiet\n"
            "  vkalgo sort --n 1M --type f64 --method pratt --repeat 7\n"
            "  vkalgo sort --n 10K --method shell-d --min-elements 5 --phases\n",
        .globals = {},
        .advice = kAdvice,
        .make = [] { return std::unique_ptr<Invocation>(std::make_unique<SortCommand>()); },
    };
    return command;
}

}  // namespace vkalgo::cli
