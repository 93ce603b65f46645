#pragma once

// Internal to batches: local alignments in the halves of words, as far as numbers say. Pure data.
#include "../../../engine/device_profile.hpp"
#include "../method/testing.hpp"
#include "batch_shapes.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace vkalgo::dp {

struct BatchPlan;
struct BatchChunk;

/// What kernels of method `packed-f16` are given, of all problems of a batch.
struct PackedF16Numbers {
    /// costs of gaps: of the first symbol, and of each other
    std::int32_t open = 0, extend = 0;
    /// of all scores and of 0, and of all scores
    std::int32_t least = 0, greatest = 0;
    /// that rows and columns may have
    std::uint32_t letters = 0, symbols = 0;
    /// invocations of a workgroup
    std::uint32_t workgroup = 64;
    /// of one dispatch: each has profiles of its own
    std::uint32_t most_workgroups = 0;
    /// each takes several sets of pairs, one after another; else there are more dispatches
    bool takes_several = true;

    /// Bytes of the profiles of a workgroup.
    std::uint64_t profile_bytes() const { return std::uint64_t{workgroup} * 2 * (symbols + 1) * 4; }
    /// So much less than they are kernels hold values: what is left of the exact halves where a score has too much.
    std::int32_t shift() const { return 1024 + least; }
    /// Answers below it are exact.
    std::int32_t doubtful() const;
};

/// How kernels run a problem.
struct BatchFit {
    /// the number in BatchPlan::sizes
    std::size_t size = 0;
    /// several launches, one after another, compute its table
    bool is_cut = false;
    bool operator==(const BatchFit&) const = default;
};

/// A sequence of problems, or of pairs of problems, that kernels run in one way.
struct SizeClass {
    BatchFit fit;
    std::uint32_t first = 0, count = 0;
    /// how many of the first problems each launch takes: all, unless tables are cut
    std::vector<std::uint32_t> launches;
};

/// Does each cell of a table of that shape find its two symbols?
bool symbols_suffice(const RecurrenceHeader& header, const Shape& shape);

/// Costs, scores and symbols, of a recurrence that has RecurrenceHeader::packed_f16. Errors: unsupported: they do not
/// fit halves, or are not the same for all problems; says why.
Result<PackedF16Numbers> packed_f16_numbers(const RecurrenceHeader& header, const Instance& common);

/// Does the device run the kernels of packed-f16? Errors: unsupported; says why not.
Result<void> check_packed_f16_device(const DeviceProfile& profile, std::uint32_t lanes);

/// Workgroups, for a device.
void choose_packed_f16_workgroups(PackedF16Numbers& numbers, const DeviceProfile& profile, const TestKnobs& knobs);

/// The scores of all letters, as packed_f16.comp takes them.
std::vector<std::uint32_t> packed_f16_scores(const RecurrenceHeader& header, const Instance& common,
                                             const PackedF16Numbers& numbers);

/// A key that sorts problems for pairs: by strips, the most first, then by columns, to a factor of 1.1 or so. Below
/// kPackedF16Keys.
std::uint32_t packed_f16_key(const BatchPlan& plan, const BatchItem& item, std::size_t size);
inline constexpr std::uint32_t kPackedF16Keys = 256 * 224;

/// Pairs of problems, as kernels are told of them.
struct PackedF16List {
    std::vector<std::uint32_t> words;
    /// of pairs
    std::vector<SizeClass> size_classes;
    /// of four columns, of all pairs
    std::uint64_t groups = 0;
};
/// `order`: problems of the chunk; `size_classes`: of that. Neighbours make a pair, unless one does more work because
/// of the other than both together would do by themselves.
PackedF16List packed_f16_list(const BatchPlan& plan, const Batch& batch, const CheckedBatch& checked,
                              const BatchChunk& chunk, std::span<const std::uint32_t> order,
                              std::span<const SizeClass> size_classes);

}  // namespace vkalgo::dp
