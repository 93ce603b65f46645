#pragma once

// Internal to batches: the facts about each problem that are known before a run.
#include "../batch.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace vkalgo::dp {

/// The facts about a problem that follow from the lengths of its inputs.
struct BatchItem {
    std::uint32_t problem = 0;
    std::int32_t rows = 0, columns = 0;
    /// The cell of `answer last` or `answer at`, in the user's indices.
    std::int32_t answer_row = 0, answer_column = 0;
};

/// A batch that has been checked.
struct CheckedBatch {
    /// n, m, params and the inputs that all problems share. An input has elements only if an expression of the header
    /// or a constant of a kernel depends on them.
    std::shared_ptr<const Instance> common;
    /// The params with their defaults.
    Params params;
    /// The problems in the order of the batch. Empty if problems must be examined one by one, because the table does
    /// not have two indices, or because the header reads elements of inputs that differ.
    std::vector<BatchItem> items;
};

/// See check_batch().
using OnShape = std::function<void(const Shape& shape, std::optional<std::int64_t> bound)>;

/// Checks offsets, numbers of arrays and types. Then checks params, ranges of inputs, lengths and `bound` of all
/// problems at once, as far as the header allows it. For each combination of lengths, calls `on_shape` at least once,
/// with the shape and with the `bound` if there is one. Errors: those of solve_batch().
Result<CheckedBatch> check_batch(const RecurrenceHeader& header, const Batch& batch, const OnShape& on_shape);

}  // namespace vkalgo::dp
