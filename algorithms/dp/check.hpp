#pragma once

#include "solve.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace vkalgo::dp {

/// A read: cell (i, j) asked for at(a, b). User's indices.
struct RecordedRead {
    std::int32_t i = 0, j = 0, a = 0, b = 0;
    bool operator==(const RecordedRead&) const = default;
};

/// What small instances of a recurrence were seen to read.
struct CheckReport {
    /// distinct (a - i, b - j), sorted; at most 64, then `offsets_cut`
    std::vector<Cell> offsets;
    bool offsets_cut = false;
    /// that fit what was read
    std::vector<RecurrenceClass> classes;
    /// that fit
    std::vector<Pattern> patterns;
    std::uint64_t cells = 0, reads = 0, instances = 0;
};

/// by name, as in Instance
using Params = std::map<std::string, Number, std::less<>>;

/// Runs the recurrence on a few small random instances with recorded reads, in the order of `pattern`, and compares
/// with what it declares. Errors: invalid_argument: names the first cell and read, in the pattern's order, that break
/// the declared class, the pattern, the domain or the table. `params`: those of the run to come, which may say how far
/// a cell reads; only those that form sizes are replaced by small ones.
Result<CheckReport> check_reads(Runner& runner, const CompiledRecurrence& recurrence, Pattern pattern,
                                const CompileModule& compile = {}, const Params& params = {});

/// Device memory that check_reads holds at most, a Runner of its own included, unless an instance of some hundred cells
/// makes more than 16,384 reads. Errors: as check_reads has them about sizes and params.
Result<std::uint64_t> check_bytes(const RecurrenceHeader& header, Pattern pattern, const Params& params = {});

/// A small random instance that fits the header: lengths about `n` and `m`, values below `range`.
Result<Instance> small_instance(const RecurrenceHeader& header, std::int64_t n, std::int64_t m, std::uint64_t range,
                                std::uint64_t seed);

}  // namespace vkalgo::dp
