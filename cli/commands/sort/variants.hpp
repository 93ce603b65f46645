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

/// What `vkalgo sort` does beyond putting keys in order: segments, the first keys, distinct keys, and what moves along.
namespace vkalgo::cli {

/// Of keys, and of values beside them, where neither a file nor an option says a type.
ElementTypes key_types();

/// The rest of the command line that this depends on.
struct SortVariantsContext {
    std::span<const std::string> inputs;
    /// every file that is read, the inputs among them
    std::span<const std::string> read;
    bool column = false;
    /// --delimiter
    bool delimiter = false;
    std::string_view method;
    bool descending = false;
    bool indices = false;
    /// some bits of a key decide alone
    bool bits = false;
    const std::optional<std::string>& output;
};

/// What the library will do: it runs by this plan.
using SortVariantsPlan = std::variant<SortCallPlan, TopKCallPlan, UniqueCallPlan, SegmentedSortCallPlan>;

/// One run.
struct SortVariantsJob {
    Array keys;
    SortVariantsPlan plan;
    CallOptions call;
    bool indices = false;
    const std::optional<std::string>& output;
    /// The table whose rows move along; empty: none.
    TableText table;
};

/// The options --segments, --top, --bottom, --unique, --values and --output-values.
class SortVariants {
public:
    void declare_run(Options& options);
    void declare_output(Options& options);

    /// Errors: invalid_argument: options that do not go together; an output that cannot be.
    Result<void> check(const Session& session, const SortVariantsContext& context) const;

    /// Do rows of the table move along? A whole table is written where a column of it is sorted.
    bool moves_rows(const SortVariantsContext& context) const;

    /// Returns the number of --top or --bottom.
    std::optional<std::uint64_t> first() const { return top_ ? top_ : bottom_; }
    /// Returns whether that is --top.
    bool largest_first() const { return top_.has_value(); }
    /// Returns which of --segments and --unique was given, which take numbers alone; empty if none.
    std::string_view wants_numbers() const { return segments_ ? "--segments" : unique_ ? "--unique" : ""; }

    /// Is there anything to do?
    bool given() const { return segments_ || top_ || bottom_ || unique_ || values_; }
    /// The files of offsets and values.
    std::vector<std::string> files() const;
    bool has_values() const { return values_.has_value(); }

    /// Reads the files of offsets and values for `count` keys. Errors: the reader's; invalid_argument: offsets that do
    /// not ascend from 0 to the count, another number of values.
    Result<void> read(InputReader& reader, std::uint64_t count);

    /// What a run will take, said under --verbose; `placed`: with places, since they are shown or something moves
    /// along. Errors: those of the plans.
    Result<SortVariantsPlan> plan(Session& session, const SortCallOptions& options, bool placed,
                                  std::uint64_t count) const;

    /// Runs as planned, and says what came of it. Errors: the library's.
    Result<void> run(Session& session, SortVariantsJob job, Answer& answer) const;

private:
    struct Outcome;
    Result<SortVariantsPlan> planned(const SortCallOptions& options, bool placed, std::uint64_t count,
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
    /// a row per key
    Array carried_;
};

}  // namespace vkalgo::cli
