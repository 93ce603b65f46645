#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

/// The figures of F. Huertas Ferrer, Paralelizacion en GPU del algoritmo Shell Sort.
namespace vkalgo::bench {

/// Stands for a figure that is not in the paper.
inline constexpr double kUnpublished = -1;

/// Each row has an increment, and the seconds for 100 sorts by the linear method and by methods B, D and E, on an i5
/// 560M with a Quadro NVS 3100M.
using PaperPhases = std::vector<std::array<double, 5>>;
/// Table III is for 1,000,000 keys: first with 512 threads and at least 1 key per thread, then with 256 threads and at
/// least 2 keys. Table IV is for 500,000 keys with 512 threads and at least 5 keys per thread.
extern const PaperPhases kTable3First, kTable3Second, kTable4;

/// Returns the sizes of Table I, ascending.
const std::vector<std::uint64_t>& table_1_sizes();
/// Returns the milliseconds per sort of Table I; kUnpublished for other sizes and methods.
double table_1(std::uint64_t count, std::string_view method);

}  // namespace vkalgo::bench
