#include "algorithms/sort/sort_call.hpp"
#include "algorithms/sort/sort_method.hpp"
#include "cli/call_report.hpp"
#include "cli/command.hpp"
#include "cli/commands/sort/alone.hpp"
#include "cli/commands/sort/shell_flags.hpp"
#include "cli/commands/sort/table_keys.hpp"
#include "cli/commands/sort/table_sort.hpp"
#include "cli/commands/sort/variants.hpp"
#include "cli/input_options.hpp"
#include "cli/method_option.hpp"
#include "cli/random_input.hpp"
#include "formats/convert.hpp"
#include "formats/writer.hpp"
#include "support/bad_usage.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

constexpr Advice kAdvice[] = {
    {"memory_limit", "give fewer keys, or raise --memory", {}},
    {"count", "give fewer keys", ErrorCode::too_large},
    {"type", "--type", {}},
    {"method", "--method", {}},
    {"begin_bit", "--begin-bit", {}},
    {"end_bit", "--end-bit", {}},
    {"increments", "choose other --increments, or another --method", {}},
    {"own_increments", "--increments", {}},
    {"max_threads", "--max-threads", {}},
    {"phases", "--phases", {}},
};

class SortCommand : public Invocation {
public:
    Result<void> declare(Options& options) override {
        options.group("Input");
        options.inputs(inputs_, formats_help(Want::values), 1);
        input_options_.declare(options, {.columns = true, .tables = true, .column_suffixes = column_suffixes()});
        options.choice("--type", type_, {kElementTypeNames.begin(), kElementTypeNames.end()},
                       "type of the keys; whole numbers, and the keys of a .npy, must fit it exactly (default: the "
                       "type of the file; for text, the first of u32, i64, u64 and f64 that holds all keys; for raw "
                       "files and random keys, u32)");
        random_.declare(options, "keys", kMaxSortKeys);
        options.group("Run");
        declare_method(options, method_, sort_methods(), "the fastest by predicted time");
        shell_flags_.declare(options);
        options.flag("--descending", descending_, "put the largest key first");
        options.whole("--begin-bit", begin_bit_,
                      "the lowest bit of a key that is compared, from 0; keys whose compared bits are equal keep "
                      "their order (default 0)");
        options.size("--end-bit", end_bit_,
                     "the first bit after the compared bits (default: the number of bits of the type)", 1);
        variants_.declare_run(options);
        options.group("Output");
        options.flag("--indices", indices_, "write the original index of each key, from 0, in place of the key");
        options.text("--output", output_, "FILE",
                     "write the sorted keys: " + writers_help({OutputPart::rows, OutputPart::array}) +
                         "; a .bin has only their bytes; - writes one per line to standard output; with --column, and "
                         "without --indices and --unique, a .csv, a .tsv and - have whole rows of the table; a .txt "
                         "has them too if --delimiter is given, or if the keys are several columns or text");
        variants_.declare_output(options);
        options.flag(
            "--phases", phases_,
            "for shell-..., pratt and pratt-pure: print the threads, passes, reads, writes and time of each increment");
        options.text("--picture", picture_, "FILE.svg",
                     "for shell-..., pratt and pratt-pure: draw the array at the beginning and after each increment");
        return {};
    }

    Result<Answer> run(Session& session) override {
        VKALGO_CHECK(check_usage(session));
        InputReader reader = input_options_.reader(session);
        const bool rows = variants_.moves_rows(variants_context({}));
        Array keys;
        TableText table;
        if (!inputs_.empty() && !input_options_.columns().empty()) {
            VKALGO_TRY(TableKeys columns,
                       read_table_keys(reader, inputs_.front(), input_options_.columns(), key_defaults()));
            VKALGO_TRY(const bool are_numbers, are_numbers_of_one(columns));
            columns_ = columns.json();
            has_header_ = columns.table.has_header;
            if (!are_numbers) {
                VKALGO_CHECK(reader.check_used());
                return sort_rows(session, columns);
            }
            descending_ = !variants_.first() && columns.columns.front().descending();
            keys = columns.columns.front().take_numbers();
            table = rows ? std::move(columns.table) : TableText();
        } else if (!inputs_.empty()) {
            VKALGO_TRY(keys, with_advice_on_type(read_keys(reader)));
        }
        VKALGO_CHECK(variants_.read(reader, inputs_.empty() ? random_.count() : keys.count()));
        VKALGO_CHECK(reader.check_used());
        const ElementType type = inputs_.empty() ? *element_type_from(type_.value_or("u32")) : keys.type;
        const std::uint64_t count = inputs_.empty() ? random_.count() : keys.count();
        SortCallOptions options = options_for(session, type);
        VKALGO_TRY(options.sort.shell, shell_flags_.options(options.sort, inputs_));
        if (!rows && !variants_.given()) {
            return sort_alone(session, std::move(keys), count, options);
        }
        const bool indexed = rows || indices_ || variants_.has_values();
        VKALGO_TRY(SortVariantsPlan plan, variants_.plan(session, options, indexed, count));
        VKALGO_CHECK(make_keys(count, type, keys));
        Answer answer;
        describe_keys(options, keys, answer);
        VKALGO_CHECK(variants_.run(
            session, {std::move(keys), std::move(plan), options.call, indices_, output_, std::move(table)}, answer));
        return answer;
    }

private:
    Result<Answer> sort_alone(Session& session, Array keys, std::uint64_t count, const SortCallOptions& options) const {
        const AloneSettings settings{options, on_host(), indices_, phases_, output_, picture_};
        VKALGO_TRY(const SortAlone alone, SortAlone::plan(session, settings, count));
        VKALGO_CHECK(make_keys(count, options.sort.type, keys));
        Answer answer;
        describe_keys(options, keys, answer);
        shell_flags_.describe(alone.method(), options.sort.shell, answer.parameters);
        VKALGO_CHECK(alone.run(session, std::move(keys), answer));
        return answer;
    }

    /// Sorts the rows of a table for which are_numbers_of_one() returns false: by several columns, by text, or with
    /// missing keys.
    Result<Answer> sort_rows(Session& session, const TableKeys& columns) const {
        SortCallOptions options = options_for(session, ElementType::u32);
        VKALGO_TRY(options.sort.shell, shell_flags_.options(options.sort, inputs_));
        VKALGO_TRY(TableSort sort, TableSort::plan(session, {options, indices_, variants_.first(), output_}, columns));
        Answer answer;
        describe_input(answer);
        answer.parameters["method"] = method_;
        answer.parameters["descending"] = descending_;
        if (variants_.first()) {
            answer.parameters[variants_.largest_first() ? "top" : "bottom"] = *variants_.first();
        }
        VKALGO_CHECK(sort.run(session, answer));
        return answer;
    }

    /// Returns the settings for columns without settings of their own.
    KeyDefaults key_defaults() const {
        return {.type = type_ ? element_type_from(*type_) : std::nullopt,
                .tried = key_types().text,
                .descending = variants_.first() ? variants_.largest_first() : descending_,
                .descending_given = descending_};
    }

    /// Returns the first given option that works only with the numbers of one column. With such an option, keys may be
    /// missing only if their type has NaN. Returns an empty text if no such option is given.
    std::string wants_numbers() const {
        return begin_bit_           ? "--begin-bit"
               : end_bit_           ? "--end-bit"
               : phases_            ? "--phases"
               : picture_           ? "--picture"
               : !sorts_on_device() ? "--method " + method_
                                    : std::string(variants_.wants_numbers());
    }

    /// Returns whether the keys can be sorted as one array of numbers, like keys that are not from a table. Errors:
    /// invalid_argument: an option that does not take these keys.
    Result<bool> are_numbers_of_one(const TableKeys& keys) const {
        const KeyColumn& first = keys.columns.front();
        if (variants_.first() && first.descending() != variants_.largest_first()) {
            return bad_usage(fmt::format(
                "--{} sorts in its own order, but the column '{}' has the opposite order, {}; leave one of them out",
                variants_.largest_first() ? "top" : "bottom", first.label(), first.descending() ? "desc" : "asc"));
        }
        const bool is_one = keys.columns.size() == 1 && !first.is_text();
        const std::string wants = wants_numbers();
        if (is_one && (first.missing() == 0 || (!wants.empty() && is_float(first.numbers().type)))) {
            return true;
        }
        if (!wants.empty() && is_one) {
            return bad_usage(
                fmt::format("{}: {} of the column '{}' {} missing, but {} has no NaN for missing keys; sort the "
                            "column as f64, or leave the option out",
                            wants, plural(first.missing(), "key"), first.label(), first.missing() == 1 ? "is" : "are",
                            to_string(first.numbers().type)));
        }
        if (!wants.empty()) {
            return bad_usage(
                fmt::format("{} needs keys that are the numbers of one column, but here the keys are {}; "
                            "leave it out",
                            wants, keys.text()));
        }
        return false;
    }

    /// Draws random keys if no file gave the keys.
    Result<void> make_keys(std::uint64_t count, ElementType type, Array& keys) const {
        if (!inputs_.empty()) {
            return {};
        }
        VKALGO_CHECK(check_host_memory(count, type));
        keys = random_.values(type);
        return {};
    }

    Result<void> check_usage(const Session& session) const {
        VKALGO_CHECK(random_.check(!inputs_.empty(), "sort", "keys"));
        VKALGO_CHECK(input_options_.check());
        std::vector<std::string> read = inputs_;
        for (const auto& more : {variants_.files(), shell_flags_.files()}) {
            read.insert(read.end(), more.begin(), more.end());
        }
        if (output_) {
            VKALGO_CHECK(
                session.check_output("--output", *output_, writer_endings({OutputPart::rows, OutputPart::array})));
            VKALGO_CHECK(check_not_input("--output", *output_, read));
        }
        if (picture_ == "-") {
            return bad_usage(
                "--picture - would write to standard output, which is not supported; give a name that ends in .svg");
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
        const SortVariantsContext context = variants_context(read);
        if ((variants_.given() || variants_.moves_rows(context)) && (phases_ || picture_ || !sorts_on_device())) {
            return bad_usage(
                phases_ || picture_
                    ? "--phases and --picture show only a sort of keys, without --values, --segments, --top, --bottom "
                      "or --unique, and without rows of a table in --output; leave out these, or --phases and --picture"
                    : fmt::format("the method {} takes only keys, without --values, --segments, --top, --bottom or "
                                  "--unique, and without rows of a table in --output; leave these out, or choose "
                                  "another --method",
                                  method_));
        }
        return variants_.check(session, context);
    }

    SortVariantsContext variants_context(std::span<const std::string> read) const {
        return {inputs_,
                read,
                !input_options_.columns().empty(),
                input_options_.has_delimiter(),
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
    /// Returns whether the method runs on the CPU.
    bool on_host() const {
        return any_method([](const SortMethod& method) { return method.sort_on_host != nullptr; });
    }
    bool sorts_on_device() const {
        return !on_host() && !any_method([](const SortMethod& method) { return !method.sorts; });
    }

    Result<Array> read_keys(InputReader& reader) const {
        const std::string& path = inputs_.front();
        if (!type_) {
            return reader.one_column(path, key_types());
        }
        const ElementType type = *element_type_from(*type_);
        VKALGO_TRY(Array keys, reader.one_column(path, type));
        return converted(std::move(keys), type, path);
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
        take_globals(session, options.call);
        return options;
    }

    static Result<void> check_host_memory(std::uint64_t count, ElementType type) {
        const std::uint64_t host = host_memory();
        if (count > host / 4 / size_of(type)) {
            return Error{ErrorCode::too_large,
                         fmt::format("--n: {} keys of {} need more than a quarter of this machine's {} of memory; give "
                                     "fewer keys",
                                     count, plural(size_of(type), "byte"), format_bytes(host)),
                         {}};
        }
        return {};
    }

    void describe_input(Answer& answer) const {
        if (inputs_.empty()) {
            random_.describe(answer.parameters);
            return;
        }
        answer.parameters["input"] = inputs_.front();
        if (!columns_.empty()) {
            answer.parameters["columns"] = columns_;
            answer.parameters["header"] = has_header_;
        }
    }

    /// Describes the parameters of a sort of numbers.
    void describe_keys(const SortCallOptions& options, const Array& keys, Answer& answer) const {
        describe_input(answer);
        answer.parameters["type"] = to_string(keys.type);
        answer.parameters["method"] = method_;
        answer.parameters["descending"] = descending_;
        if (begin_bit_ || end_bit_) {
            answer.parameters["begin_bit"] = options.sort.begin_bit;
            answer.parameters["end_bit"] = options.sort.end_bit == 0 ? 8 * size_of(keys.type) : options.sort.end_bit;
        }
    }

    InputOptions input_options_;
    RandomInput random_;
    SortVariants variants_;
    std::vector<std::string> inputs_;
    ShellFlags shell_flags_;
    std::optional<std::string> type_, output_, picture_;
    std::optional<std::uint64_t> begin_bit_, end_bit_;
    /// The key columns of a table, for the answer's parameters.
    Json columns_ = Json::array();
    bool has_header_ = true;
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
        .summary = "sort numbers, or find their order",
        .description =
            "Sorts whole numbers of 8 to 64 bits and floats: -infinity, ..., -0, 0, ..., infinity, then NaN. With\n"
            "--indices it finds where each key stood (argsort); equal keys keep their order, in --descending too.\n"
            "Rows of a table are sorted by several columns, each with its own direction, and with a type or as text.\n"
            "The bits of a key are counted from 0, the lowest, in a whole number that has the same order as the key.\n"
            "A .npy array of several dimensions is sorted as one row of numbers.",
        .examples =
            "  vkalgo sort --n 16M --verify\n"
            "  vkalgo sort samples.npy --output sorted.npy\n"
            "  vkalgo sort table.csv --column price --descending --indices --output order.csv\n"
            "  vkalgo sort table.csv --column price --top 10 --output best.csv\n"
            "  vkalgo sort table.csv --column city:text --column price:desc:f64 --output sorted.csv\n"
            "  vkalgo sort log.txt --delimiter space --no-header --column 2:u64 --column 1:text --output -\n"
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
