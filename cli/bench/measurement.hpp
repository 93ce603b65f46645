#pragma once

#include "cli/answer.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// What a benchmark of any family says: rows of one shape, as JSON and as a table.
namespace vkalgo::cli {

/// A time held against another row's of the same run.
struct Comparison {
    std::string baseline;         ///< name of the other row
    std::optional<double> limit;  ///< of this row's median by the other's
    bool at_least = false;        ///< the limit is a least one
};

struct Measurement {
    std::string family;            ///< "dp", "histogram"
    std::string name;              ///< unique in a run: "lcs-tile-4096"
    std::string method;            ///< engine or method that ran
    std::string about;             ///< the plan in a few words
    std::uint64_t n = 0;           ///< length of an input
    std::uint64_t seed = 0;        ///< that its random input was drawn from
    double work = 0;               ///< cells or values
    std::string unit;              ///< "cells", "values"
    std::vector<double> gpu_ms;    ///< a value a timed run, by the device's timestamps; empty: skipped
    std::string skipped;           ///< why
    std::string verified_against;  ///< what the output of this run was compared with
    std::string difference;        ///< empty: none
    std::uint64_t device_bytes = 0;
    std::optional<Comparison> comparison;
    std::optional<double> target_ms;  ///< for the median; of an NVIDIA H200
    std::optional<double> ratio;      ///< see compare()

    bool ran() const { return !gpu_ms.empty(); }
    /// Whether every target that this row has and could be held against was met; nothing if there is none.
    std::optional<bool> met() const;
};

/// Fills in `ratio` where the row and its baseline ran.
void compare(std::vector<Measurement>& rows);

Json measurement_json(const Measurement& row);
/// Head and rows, for people.
std::string measurements_text(const std::vector<Measurement>& rows);
/// Of all rows, the first difference; empty if there is none.
std::string first_difference(const std::vector<Measurement>& rows);

/// How large the cases are.
enum class Scale {
    quick,     ///< ends in seconds on anything
    software,  ///< for software devices: within a minute on two cores
    gpu,       ///< the documents' sizes
};
Scale scale_of(const DeviceProfile& profile, bool quick);

struct BenchSettings {
    Scale scale = Scale::gpu;
    int repeat = 7;                  ///< timed runs after one that is not
    std::uint64_t seed = 1;          ///< of the first case; the next ones take the next seeds
    std::uint64_t memory_limit = 0;  ///< bytes; 0: none but the device's
};

}  // namespace vkalgo::cli
