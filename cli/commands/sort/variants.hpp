#pragma once

#include "algorithms/sort/segmented_sort_call.hpp"
#include "algorithms/sort/sort_call.hpp"
#include "algorithms/sort/top_k_call.hpp"
#include "algorithms/sort/unique_call.hpp"
#include "cli/answer.hpp"
#include "cli/command.hpp"
#include "cli/formats.hpp"
#include "cli/options.hpp"
#include "engine/result.hpp"
#include "formats/array.hpp"
#include "formats/reader.hpp"
#include "formats/table_text.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

/// What `vkalgo sort` does in addition to sorting keys: it sorts segments, finds the first keys or the distinct keys,
/// and moves values or rows along with the keys.
namespace vkalgo::cli {

/// Returns the types of keys, and of the values that move with them, if neither a file nor an option gives a type.
ElementTypes key_types();

/// The other options on which the variants depend.
struct SortVariantsContext {
    std::span<const std::string> inputs;
    /// Every file that is read, including the inputs.
    std::span<const std::string> read;
    bool column = false;
    /// Whether --delimiter is given.
    bool delimiter = false;
    std::string_view method;
    bool descending = false;
    bool indices = false;
    /// Whether keys are compared by some of their bits only.
    bool bits = false;
    const std::optional<std::string>& output;
};

/// The plan of a run, made by the library's function that the options choose.
using SortVariantsPlan = std::variant<SortCallPlan, TopKCallPlan, UniqueCallPlan, SegmentedSortCallPlan>;

/// The input and the settings of one run.
struct SortVariantsJob {
    Array keys;
    SortVariantsPlan plan;
    CallOptions call;
    bool indices = false;
    const std::optional<std::string>& output;
    /// The table whose rows move along. Empty: no table.
    TableText table;
};

/// The options --segments, --top, --bottom, --unique, --values and --output-values.
class SortVariants {
public:
    void declare_run(Options& options);
    void declare_output(Options& options);

    /// Checks the options. Errors: invalid_argument: options that exclude each other; an output that cannot be written.
    Result<void> check(const Session& session, const SortVariantsContext& context) const;

    /// Returns whether rows of a table move along. They do if --column is given and --output takes rows, but not with
    /// --unique or --indices.
    bool moves_rows(const SortVariantsContext& context) const;

    /// Returns the number of --top or --bottom.
    std::optional<std::uint64_t> first() const { return top_ ? top_ : bottom_; }
    /// Returns whether first() is the number of --top.
    bool largest_first() const { return top_.has_value(); }
    /// Returns which of --segments and --unique is given; both take only numbers. Empty if neither is given.
    std::string_view wants_numbers() const { return segments_ ? "--segments" : unique_ ? "--unique" : ""; }

    /// Returns whether one of these options, except --output-values, is given.
    bool given() const { return segments_ || top_ || bottom_ || unique_ || values_; }
    /// Returns the files of offsets and values.
    std::vector<std::string> files() const;
    bool has_values() const { return values_.has_value(); }

    /// Reads the files of offsets and values for `count` keys. Errors: those of the reader; invalid_argument: offsets
    /// that do not ascend from 0 to the count, or a number of values other than `count`.
    Result<void> read(InputReader& reader, std::uint64_t count);

    /// Plans a run, and prints the plan under --verbose. `indexed`: the run needs the original indices of the keys,
    /// because they are shown or because values or rows move along. Errors: those of the plans.
    Result<SortVariantsPlan> plan(Session& session, const SortCallOptions& options, bool indexed,
                                  std::uint64_t count) const;

    /// Runs as planned, and describes the result in the answer. Errors: those of the library.
    Result<void> run(Session& session, SortVariantsJob job, Answer& answer) const;

private:
    struct Outcome;
    Result<SortVariantsPlan> planned(const SortCallOptions& options, bool indexed, std::uint64_t count,
                                     const DeviceProfile& profile) const;
    static Result<Outcome> run_plan(Runner& runner, SortVariantsJob& job, const UniqueCallPlan& plan,
                                    const CallOptions& call, bool verify);
    static Result<Outcome> run_plan(Runner& runner, SortVariantsJob& job, const TopKCallPlan& plan,
                                    const CallOptions& call, bool verify);
    Result<Outcome> run_plan(Runner& runner, SortVariantsJob& job, const SortCallPlan& plan, const CallOptions& call,
                             bool verify) const;
    Result<Outcome> run_plan(Runner& runner, SortVariantsJob& job, const SegmentedSortCallPlan& plan,
                             const CallOptions& call, bool verify) const;
    template <class SortInPlace>
    Result<Outcome> run_all(SortVariantsJob& job, const SortOptions& planned, bool verify, const char* reference,
                            const SortInPlace& sort) const;
    std::vector<std::uint32_t> segments_of(std::uint64_t count) const;
    Result<Outcome> run_variant(Session& session, SortVariantsJob& job) const;
    void describe(const Session& session, const SortVariantsJob& job, const Outcome& outcome, Answer& answer) const;
    Bytes written(const SortVariantsJob& job, const Outcome& outcome, const std::string& path) const;
    Array second_column(const Outcome& outcome) const;

    std::optional<std::string> segments_, values_, output_values_;
    std::optional<std::uint64_t> top_, bottom_;
    bool unique_ = false;
    std::vector<std::uint32_t> offsets_;
    /// The values of --values: a row per key.
    Array carried_;
};

}  // namespace vkalgo::cli
