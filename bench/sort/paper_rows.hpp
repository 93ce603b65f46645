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
    /// Limits in seconds. A row that is expected to take longer is not run. The next one is the limit of all rows
    /// together.
    double row_seconds = 10;
    double all_seconds = 480;
    /// The names of the tables and methods to run. Empty: all.
    std::vector<std::string> tables, methods;
};

/// Returns whether the list contains the name or is empty.
bool among(const std::vector<std::string>& names, const std::string& name);

/// Runs rows. Skips a row, with a reason, if the rows before it show that it would take too long.
class PaperRows {
public:
    PaperRows(Runner& runner, const PaperArguments& arguments, int repetitions)
        : runner_(runner), arguments_(arguments), repetitions_(repetitions) {}

    /// Returns whether the time for all rows is used up.
    bool spent() const { return spent_seconds() > arguments_.all_seconds; }

    /// Times a row into `row`, or writes the reason why it is skipped there.
    std::optional<SortTiming> time(SortWorkload& work, const SortOptions& options, Json& row);

    /// Times a separate row, and prints it beside the paper's milliseconds.
    Json timed_row(SortWorkload& work, const SortOptions& options, const std::string& name,
                   double paper_ms = kUnpublished);

private:
    using Clock = std::chrono::steady_clock;

    double spent_seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
    /// Returns the expected seconds of a sort with these options, estimated from its sorts of other sizes; 0 if no
    /// other size was sorted. Up to the largest measured size the time is in proportion to the size. Beyond it the
    /// estimate uses the exponent between the largest size and one of at most a quarter of its keys, plus 0.2, and at
    /// least 1.3. This suits all methods that sort, and overestimates B and C.
    double expected_seconds(const std::string& kind, std::uint64_t count) const;

    Runner& runner_;
    PaperArguments arguments_;
    int repetitions_;
    Clock::time_point start_ = Clock::now();
    /// Milliseconds of wall time by number of keys, by method and parameters.
    std::map<std::string, std::map<std::uint64_t, double>> history_;
};

}  // namespace vkalgo::bench
