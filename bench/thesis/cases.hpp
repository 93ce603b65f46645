#pragma once

#include "bench/cases/family.hpp"

/// `vkalgo bench thesis`: repeats chapter 5 of the thesis. A table is filled by a loop on the CPU, by method `stage`
/// (the method of the thesis), by the method that the planner chooses, or by a kernel written by hand. The device
/// traces back to the solution, or the host does so in a copy of the table.
namespace vkalgo::bench::thesis {

/// Names of a row's facts in its JSON.
inline constexpr const char* kProblem = "problem";
inline constexpr const char* kSide = "side";
inline constexpr const char* kWho = "who";
inline constexpr const char* kRecovered = "recovered";
inline constexpr const char* kMean = "mean_ms";

/// Values of kWho, in the order of the figures.
inline constexpr const char* kSequential = "sequential";
inline constexpr const char* kStage = "stage";
inline constexpr const char* kFramework = "framework";
inline constexpr const char* kByHand = "by hand";

/// Runs all cases of the settings: four problems of several sizes, with seven rows per problem and size. A case that
/// does not fit the device becomes a skipped row. Errors: only those of the device.
Result<std::vector<Measurement>> run(Runner& runner, const BenchSettings& settings,
                                     const std::function<void(std::size_t done, std::size_t all)>& seen);

/// Draws the thesis's figures 5.1 to 5.8 from these rows: the times of each problem, and the speed-up over the CPU.
std::vector<BenchFigure> figures(const std::vector<Measurement>& rows, const DeviceProfile& profile);

}  // namespace vkalgo::bench::thesis
