#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

/// The figures of F. Huertas Ferrer, Paralelizacion en GPU del algoritmo Shell Sort.
namespace vkalgo::bench {

/// Where the paper has none.
inline constexpr double kUnpublished = -1;

/// An increment, and seconds for 100 sorts by the linear one, B, D and E, on an i5 560M and a Quadro NVS 3100M.
using PaperPhases = std::vector<std::array<double, 5>>;
/// 1,000,000 keys: by 512 threads with 1 key at least, by 256 with 2; 500,000 by 512 with 5.
extern const PaperPhases kTable3First, kTable3Second, kTable4;

/// Table I, its sizes ascending.
const std::vector<std::uint64_t>& table_1_sizes();
/// Its milliseconds per sort; kUnpublished for other sizes and methods.
double table_1(std::uint64_t count, std::string_view method);

}  // namespace vkalgo::bench
