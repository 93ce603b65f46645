#pragma once

// Internal to method `bit-parallel`: batches, one team per problem.
#include "../../batch/batch_plan.hpp"

namespace vkalgo::dp {

/// How the method solves batches.
extern const BatchMethod kBitParallelBatch;

}  // namespace vkalgo::dp
