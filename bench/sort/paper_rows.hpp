#pragma once

#include "bench/harness/harness.hpp"
#include "bench/sort/published.hpp"
#include "bench/sort/workload.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace vkalgo::bench {

struct PaperArguments {
    bool wanted = false;
    /// Limits in seconds. row_seconds is the limit of one row: after it no further repetition starts, and a row of
    /// which one sort is expected to take longer is not run. all_seconds is the limit of all rows together.
    double row_seconds = 10;
    double all_seconds = 480;
    /// The names of the tables and methods to run. Empty: all.
    std::vector<std::string> tables, methods;
};

/// Returns whether the list contains the name or is empty.
bool among(const std::vector<std::string>& names, const std::string& name);

/// The rows of a run. A row is skipped, with a reason, if earlier rows show that it would take too long.
class PaperRows {
public:
    PaperRows(Runner& runner, const PaperArguments& arguments, int repetitions)
        : runner_(runner), arguments_(arguments), repetitions_(repetitions) {}

    /// Returns whether the time for all rows is used up.
    bool spent() const { return spent_seconds() > arguments_.all_seconds; }

    /// Times a row and writes the result into `row`. If the row is skipped, writes the reason into `row` and returns
    /// nullopt.
    std::optional<SortTiming> time(SortWorkload& work, const SortOptions& options, Json& row);

    /// Times a row as time() does, prints it beside the paper's milliseconds, and returns it.
    Json timed_row(SortWorkload& work, const SortOptions& options, const std::string& name,
                   double paper_ms = kUnpublished);

private:
    using Clock = std::chrono::steady_clock;

    double spent_seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
    /// Returns the expected seconds of a sort of this kind (method and parameters), estimated from timed sorts of this
    /// kind. Returns 0 if no sort of this kind was timed. If a timed size is at least `count`, scales the time of the
    /// smallest such size in proportion to the number of keys. Otherwise scales the time of the largest timed size by a
    /// power of the ratio of the numbers of keys. The exponent comes from two timed sizes: the largest, and the largest
    /// of at most a quarter of its keys. It is the exponent that fits their times, plus 0.2, but at least 1.3 and at
    /// most 2.5. Without the second size, the exponent is 1.3. This estimate suits all methods that sort, and
    /// overestimates methods B and C.
    double expected_seconds(const std::string& kind, std::uint64_t count) const;

    Runner& runner_;
    PaperArguments arguments_;
    int repetitions_;
    Clock::time_point start_ = Clock::now();
    /// Milliseconds of wall time, indexed by method and parameters, then by number of keys.
    std::map<std::string, std::map<std::uint64_t, double>> history_;
};

}  // namespace vkalgo::bench
