#pragma once

#include "cli/answer.hpp"
#include "engine/result.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

/// What a benchmark of any family says: rows of one shape, as JSON and as a table.
namespace vkalgo::cli {

/// A time held against another row's of the same run.
struct Comparison {
    /// name of the other row
    std::string baseline;
    /// of this row's median by the other's
    std::optional<double> limit;
    /// the limit is a least one
    bool at_least = false;
    /// The ratio is that of the other's median by this row's: how many times as fast this one is.
    bool speed_up = false;
    /// what a document says of that ratio: "the slides: up to 42"
    std::string claim = {};
};

struct Measurement {
    /// BenchFamily::name: "dp"
    std::string family;
    /// unique in a run: "lcs-tile-4096"
    std::string name;
    /// method that ran
    std::string method;
    /// the plan in a few words
    std::string about;
    /// length of an input
    std::uint64_t n = 0;
    /// that its random input was drawn from
    std::uint64_t seed = 0;
    /// cells or values
    double work = 0;
    /// "cells", "values"
    std::string unit;
    /// a value a timed run, by the device's timestamps; empty: skipped
    std::vector<double> gpu_ms;
    /// The host's clock has part in these times, or all of them: they are called host_ms then.
    bool by_host = false;
    /// of its family: what else its row says in JSON
    Json facts = Json::object();
    /// why
    std::string skipped;
    /// what the output of this run was compared with; empty: a program that answers another question was timed alone
    std::string verified_against;
    /// empty: none
    std::string difference;
    std::uint64_t device_bytes = 0;
    std::optional<Comparison> comparison;
    /// for the median; of an NVIDIA H200
    std::optional<double> target_ms;
    /// see compare()
    std::optional<double> ratio;

    bool ran() const { return !gpu_ms.empty(); }
    /// Whether every target that this row has and could be held against was met; nothing if there is none.
    std::optional<bool> met() const;
};

/// Fills in `ratio` where the row and its baseline ran.
void compare(std::vector<Measurement>& rows);

/// 0 for none.
double mean_of(const std::vector<double>& times);

/// Whether the device or the method does not take a case, whose row is then skipped.
bool is_refusal(const Error& error);

/// Milliseconds of so many runs on the host, of fewer if they take more than ten seconds together, but one at least.
std::vector<double> host_times(int repeat, const std::function<void()>& run);

Json measurement_json(const Measurement& row);
/// Of all rows, a line each and a head: case, method, n, mean, median, least and most milliseconds.
std::string measurements_csv(const std::vector<Measurement>& rows);
/// Head and rows, for people.
std::string measurements_text(const std::vector<Measurement>& rows);
/// Of all rows, the first difference; empty if there is none.
std::string first_difference(const std::vector<Measurement>& rows);

/// How large the cases are.
enum class Scale {
    /// ends in seconds on anything
    quick,
    /// for software devices: within a minute on two cores
    software,
    /// the documents' sizes
    gpu,
};
Scale scale_of(const DeviceProfile& profile, bool quick);

struct BenchSettings {
    Scale scale = Scale::gpu;
    /// timed runs after one that is not
    int repeat = 7;
    /// of the first case; the next ones take the next seeds
    std::uint64_t seed = 1;
    /// bytes; 0: none but the device's
    std::uint64_t memory_limit = 0;
    /// of families that take them: rows of tables; empty: those of the scale
    std::vector<std::uint64_t> sizes = {};
    /// of family dp: the cases whose names contain this; empty: all
    std::string only = {};
    /// of families that take them: what is timed besides, see BenchFamily::files
    std::vector<std::string> files = {};
};

}  // namespace vkalgo::cli
