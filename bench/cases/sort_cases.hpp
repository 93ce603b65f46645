#pragma once

#include "algorithms/element_type.hpp"
#include "bench/cases/measurement.hpp"
#include "engine/result.hpp"
#include "engine/runner.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace vkalgo::bench {

/// A sort of random keys, to time by every method.
struct SortCase {
    /// Type of the keys: u16, u32 or u64.
    ElementType type = ElementType::u32;
    /// Whether a 32-bit value moves with each key.
    bool values = false;
    std::uint64_t count = 0;
    /// Whether NumPy sorts the keys too.
    bool by_numpy = true;
};

std::vector<SortCase> sort_cases(Scale scale);

/// Times these cases by every method except the Shellsorts, by the method that `auto` chooses, by std::sort on one core
/// (with values by std::stable_sort), and by NumPy. See BenchFamily::run. Cases of a new type or count use the next
/// seed.
Result<std::vector<Measurement>> bench_sorts(Runner& runner, const BenchSettings& settings,
                                             const std::vector<SortCase>& cases,
                                             const std::function<void(std::size_t done, std::size_t all)>& seen = {});

}  // namespace vkalgo::bench
