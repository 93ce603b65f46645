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
    /// for one row: a sort that is expected to take longer is not run; for all rows together
    double row_seconds = 10;
    double all_seconds = 480;
    /// Tables and methods by name; none: all.
    std::vector<std::string> tables, methods;
};

/// Whether the list names it, or nothing at all.
bool among(const std::vector<std::string>& names, const std::string& name);

/// Times rows, each of which is left out with a reason if the rows before it show that it would take too long.
class PaperRows {
public:
    PaperRows(Runner& runner, const PaperArguments& arguments, int repetitions)
        : runner_(runner), arguments_(arguments), repetitions_(repetitions) {}

    /// Whether all seconds are spent.
    bool spent() const { return spent_seconds() > arguments_.all_seconds; }

    /// Times a row into `row`, or says there why not.
    std::optional<SortTiming> time(SortWorkload& work, const SortOptions& options, Json& row);

    /// The same, as a row of its own, which is printed beside the paper's milliseconds.
    Json timed_row(SortWorkload& work, const SortOptions& options, const std::string& name,
                   double paper_ms = kUnpublished);

private:
    using Clock = std::chrono::steady_clock;

    double spent_seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
    /// Seconds that a sort by these options will take, by sorts of other sizes by the same; 0 if there are none. Up to
    /// a size that was measured in proportion; beyond all of them with the exponent that the greatest and one of at
    /// most a quarter of its keys show, and 0.2 more, at least 1.3, which suits all that sort and is more than B and C
    /// take.
    double expected_seconds(const std::string& kind, std::uint64_t count) const;

    Runner& runner_;
    PaperArguments arguments_;
    int repetitions_;
    Clock::time_point start_ = Clock::now();
    /// by method and parameters: milliseconds of wall time by number of keys
    std::map<std::string, std::map<std::uint64_t, double>> history_;
};

}  // namespace vkalgo::bench
