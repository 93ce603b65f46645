// Method `single` of batches: solves one problem after another, each on the whole device, by the methods of single
// problems.
#include "algorithms/dp/batch/batch_kernels.hpp"
#include "algorithms/dp/method/method.hpp"

#include <limits>

namespace vkalgo::dp {
namespace {

/// A plan without sizes, and therefore without kernels.
struct SinglePlan final : BatchPlan {
    std::int64_t launch_steps(std::size_t /*size*/) const override { return 0; }
    std::int64_t launches(const BatchItem& /*item*/, const BatchFit& /*fit*/) const override { return 0; }
    std::uint64_t table_cells(const BatchItem& /*item*/, const BatchFit& /*fit*/) const override { return 0; }
    std::uint64_t row_cells(const BatchItem& /*item*/, const BatchFit& /*fit*/) const override { return 0; }
    std::uint64_t row_bytes() const override { return 0; }
    Seconds seconds(const BatchItem& /*item*/, const BatchFit& /*fit*/) const override { return {}; }
    Result<std::unique_ptr<BatchKernels>> create(const BatchCallFacts& /*call*/) const override { return nullptr; }

protected:
    std::int64_t iterations(const BatchItem& /*item*/, std::size_t /*size*/) const override { return 0; }
};

Result<double> single_seconds(const BatchRequest& /*request*/) {
    return std::numeric_limits<double>::infinity();
}

Result<std::unique_ptr<BatchPlan>> plan_single(const BatchRequest& request) {
    auto plan = std::make_unique<SinglePlan>();
    begin_plan(*plan, request);
    return plan;
}

}  // namespace

const Method& method_single();
const Method& method_single() {
    static const BatchMethod batch{.cell_seconds = single_seconds, .plan = plan_single};
    static const Method method{
        .name = "single",
        .about = "many problems, one after another; each has the whole device",
        .batch = &batch,
    };
    return method;
}

}  // namespace vkalgo::dp
