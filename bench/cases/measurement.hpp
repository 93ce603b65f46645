#pragma once

#include "cli/answer.hpp"
#include "engine/result.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// The output of a benchmark of any family: rows of the same form, as JSON and as a table.
namespace vkalgo::bench {

using Json = cli::Json;

/// A comparison of the time of a row with the time of another row of the same run.
struct Comparison {
    /// Name of the other row.
    std::string baseline;
    /// Limit of the ratio: this row's median divided by the median of the other row. Nullopt: no limit.
    std::optional<double> limit;
    /// Whether the limit is a minimum. If false, it is a maximum.
    bool at_least = false;
    /// Whether the ratio is the other way round: the median of the other row divided by this row's median. It then says
    /// how many times as fast this row is.
    bool speed_up = false;
    /// The statement of a document about that ratio: "the slides: up to 42".
    std::string claim = {};
};

struct Measurement {
    /// The name of the family, as BenchFamily::name: "dp".
    std::string family;
    /// The name of the row, unique in a run: "lcs-tile-4096".
    std::string name;
    /// The method that ran.
    std::string method;
    /// The plan in a few words.
    std::string about;
    /// Size of the input: its number of elements, triangles, cells or pairs of sequences, or the side of a table, a
    /// matrix or a volume (along x).
    std::uint64_t n = 0;
    /// Seed of the row's random input.
    std::uint64_t seed = 0;
    /// The work of one run, counted in `unit`.
    double work = 0;
    /// The unit of `work`: "cells", "values".
    std::string unit;
    /// Milliseconds of each timed run, by the device's timestamps unless `by_host` is set. Empty if the row is skipped.
    std::vector<double> gpu_ms;
    /// Whether the times are partly or fully measured by the host's clock. The JSON then calls them host_ms.
    bool by_host = false;
    /// Further members of the row's JSON, specific to its family.
    Json facts = Json::object();
    /// The reason why the row is skipped.
    std::string skipped;
    /// What the output of this run was compared with. Empty if it was not compared, for example because the row times a
    /// program that answers another question.
    std::string verified_against;
    /// The first difference. Empty if the outputs are equal.
    std::string difference;
    std::uint64_t device_bytes = 0;
    std::optional<Comparison> comparison;
    /// Target of the median, on an NVIDIA H200.
    std::optional<double> target_ms;
    /// See compare().
    std::optional<double> ratio;

    bool ran() const { return !gpu_ms.empty(); }
    /// Returns whether the row met all its targets that could be checked; nullopt if no target could be checked.
    std::optional<bool> met() const;
};

/// Sets `ratio` in each row that ran and has a `comparison` whose baseline ran too.
void compare(std::vector<Measurement>& rows);

/// Returns the mean; 0 for an empty list.
double mean_of(const std::vector<double>& times);

/// Returns whether the error means that the device or the method cannot run a case. The row of that case is then
/// skipped.
bool is_refusal(const Error& error);

/// Times up to `repeat` runs on the host, in milliseconds. Stops after ten seconds in total, but runs at least once. If
/// `prepare` is not empty, calls it before each run; the time of `prepare` does not count.
std::vector<double> host_times(int repeat, const std::function<void()>& run, const std::function<void()>& prepare = {});

/// Returns the CRC-32 of the bytes, as zlib and Python's zlib.crc32 compute it.
std::uint32_t checksum_of(std::span<const std::byte> bytes);

Json measurement_json(const Measurement& row);
/// Formats the rows that ran as CSV with a header line: case, method, n, runs, mean, median, least and most
/// milliseconds. Skipped rows are left out.
std::string measurements_csv(const std::vector<Measurement>& rows);
/// Formats a header line and all rows as text.
std::string measurements_text(const std::vector<Measurement>& rows);
/// Returns the first difference of all rows; empty if no row has one.
std::string first_difference(const std::vector<Measurement>& rows);

/// Size class of the cases.
enum class Scale {
    /// Takes seconds on any device.
    quick,
    /// For software devices. Takes less than a minute on two cores.
    software,
    /// The documented sizes, for GPUs.
    gpu,
};
Scale scale_of(const DeviceProfile& profile, bool quick);

struct BenchSettings {
    Scale scale = Scale::gpu;
    /// The number of timed runs. On the device, runs that are not timed come first (see Runner::measure).
    int repeat = 7;
    /// Seed of the first case. Further cases with another input use the seeds after it.
    std::uint64_t seed = 1;
    /// The limit of device memory in bytes. 0: only the device's own limit.
    std::uint64_t memory_limit = 0;
    /// The numbers of rows of tables, for families that take sizes. Empty: the sizes of the scale.
    std::vector<std::uint64_t> sizes = {};
    /// For family dp: only cases whose names contain this text run. Empty: all cases.
    std::string only = {};
    /// Files that are timed as well, for families that take them: see BenchFamily::files.
    std::vector<std::string> files = {};
};

}  // namespace vkalgo::bench
