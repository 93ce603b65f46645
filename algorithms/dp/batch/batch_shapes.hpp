#pragma once

// Internal to batches: what is known of each problem before anything runs.
#include "../batch.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace vkalgo::dp {

/// A problem, as far as the lengths of its inputs say.
struct BatchItem {
    std::uint32_t problem = 0;
    std::int32_t rows = 0, columns = 0;
    /// of `last` and `at`; the user's
    std::int32_t answer_row = 0, answer_column = 0;
};

/// What a batch is, once it is checked.
struct CheckedBatch {
    /// n, m, params and the inputs that all problems have, with elements where the header reads some
    std::shared_ptr<const Instance> common;
    /// with their defaults
    Params params;
    /// In the order of the batch. Empty where problems can only be looked at one by one: the header reads elements of
    /// inputs that differ.
    std::vector<BatchItem> items;
};

/// See check_batch().
using OnShape = std::function<void(const Shape& shape, std::optional<std::int64_t> bound)>;

/// Checks offsets, numbers of arrays and types; then params, ranges of inputs, lengths and `bound`, of all problems at
/// once as far as the header allows that. `on_shape` sees the shape of each combination of lengths, more than once
/// perhaps, and its `bound`, if there is one. Errors: as solve_batch() says.
Result<CheckedBatch> check_batch(const RecurrenceHeader& header, const Batch& batch, const OnShape& on_shape);

}  // namespace vkalgo::dp
