#pragma once

#include "bench/cases/family.hpp"

/// `vkalgo bench thesis`: chapter 5 of the thesis again. Who fills a table: a loop on the CPU, method `stage` (the
/// thesis's), the framework as it is (the planner's method), a kernel written by hand. Who finds the solution: the
/// device, or the host in a copy of the table.
namespace vkalgo::cli::thesis {

/// Facts of a row, in its JSON.
inline constexpr const char* kProblem = "problem";
inline constexpr const char* kSide = "side";
inline constexpr const char* kWho = "who";
inline constexpr const char* kRecovered = "recovered";
inline constexpr const char* kMean = "mean_ms";

/// Of a row's `who`, in the order of the figures.
inline constexpr const char* kSequential = "sequential";
inline constexpr const char* kStage = "stage";
inline constexpr const char* kFramework = "framework";
inline constexpr const char* kByHand = "by hand";

/// All cases of the settings: four problems, some sizes, seven rows each. What does not fit the device is a skipped
/// row. Errors: of the device only.
Result<std::vector<Measurement>> run(Runner& runner, const BenchSettings& settings,
                                     const std::function<void(std::size_t done, std::size_t all)>& seen);

/// The thesis's figures 5.1 to 5.8 of these rows: of each problem the times, and how much faster than the CPU.
std::vector<BenchFigure> figures(const std::vector<Measurement>& rows, const DeviceProfile& profile);

}  // namespace vkalgo::cli::thesis
