// Method `packed-f16` of batches: scores of local alignments, two problems in the 16-bit halves of words. The kernel is
// shaders/dp/packed_f16.comp.
#include "algorithms/dp/method/method.hpp"
#include "algorithms/dp/methods/packed_f16/packed_f16_plan.hpp"
#include "shaders/dp/batch.h"
#include "shaders/dp/packed_f16.h"

#include <algorithm>

namespace vkalgo::dp {
namespace {

constexpr const char* kName = "packed-f16";
constexpr std::uint32_t kUsualLanes = 8;

std::uint32_t lanes_of(const BatchRequest& request) {
    return request.knobs.lanes != 0 ? request.knobs.lanes : kUsualLanes;
}

/// Returns the seconds per cell on one processor, measured on an H200 and on llvmpipe with two cores. A software device
/// computes in 32 bits and converts before and after each operation.
double cell_seconds(const DeviceProfile& profile) {
    return profile.type == DeviceType::software ? 6e-9 : 6.3e-11;
}

Result<double> packed_f16_seconds(const BatchRequest& request) {
    const RecurrenceHeader& header = request.header;
    if (!header.packed_f16) {
        return refused_batch(
            kName, "runs only recurrences that give scores of local alignments, not this one: " + header.no_packed_f16);
    }
    if (request.options.solution || request.options.cells) {
        return refused_batch(kName, "gives only scores, no cells of answers and no solutions");
    }
    if (!request.facts.suffice(*find_method(kName))) {
        return refused_batch(
            kName,
            "does not test where an input begins and ends, but cell() may read outside of one; use another method");
    }
    VKALGO_CHECK(check_sizes_are_known(kName, request));
    if (const auto device = check_packed_f16_device(request.profile, lanes_of(request)); !device) {
        return refused_batch(kName, device.error().message);
    }
    if (const auto numbers = packed_f16_numbers(header, *request.batch.common); !numbers) {
        return refused_batch(kName, numbers.error().message);
    }
    // Cells of one number were not measured; they are assumed to cost a third of cells of three numbers.
    return cell_seconds(request.profile) * std::max<double>(1, static_cast<double>(header.fields.size())) / 3;
}

Result<std::unique_ptr<BatchPlan>> plan_packed_f16(const BatchRequest& request) {
    auto plan = std::make_unique<PackedF16Plan>();
    begin_plan(*plan, request);
    VKALGO_TRY(plan->numbers, packed_f16_numbers(request.header, *request.batch.common));
    choose_packed_f16_workgroups(plan->numbers, request.profile, request.knobs);
    plan->first_row = plan->first_column = 1;
    plan->step_columns = VKALGO_BATCH_GROUP;
    plan->problems_per_team = 2;
    plan->finds_cells = false;
    plan->fallback = "team";
    plan->lanes = lanes_of(request);
    plan->cell_cost = cell_seconds(request.profile);
    const bool is_software = request.profile.type == DeviceType::software;
    plan->sizes = request.knobs.registers != 0 ? std::vector<std::uint32_t>{request.knobs.registers}
                  : is_software                ? std::vector<std::uint32_t>{8}
                                               : std::vector<std::uint32_t>{4, 8};
    drop_rare_sizes(*plan, request.batch);
    // A workgroup runs a set of `pairs` pairs at a time, so there are at most as many workgroups as sets. The
    // workgroups' profiles take a part of the memory.
    const std::uint64_t pairs = plan->numbers.workgroup / plan->lanes;
    const std::uint64_t sets = (request.batch.items.size() + 1) / 2 / pairs + 2;
    const std::uint64_t each = plan->numbers.profile_bytes();
    const std::uint64_t most =
        std::clamp<std::uint64_t>(plan->chunk_bytes / 2 / each, 1, plan->numbers.most_workgroups);
    plan->workgroups = static_cast<std::uint32_t>(std::min(sets, most));
    plan->chunk_bytes -= std::min(plan->chunk_bytes, plan->workgroups * each / 2);
    return plan;
}

bool packed_f16_reads_within(const RecurrenceHeader& header, const Shape& shape) {
    if (!header.packed_f16 || shape.size.rows < 2 || shape.size.columns < 2) {
        return true;
    }
    const ProfileRead& read = *header.profile;
    const auto within = [](std::int64_t last, std::int64_t offset, std::int64_t count) {
        return 1 + offset >= 0 && last + offset < count;
    };
    return within(shape.size.rows - 1, read.row_offset, shape.input_counts.at(read.row)) &&
           within(shape.size.columns - 1, read.column_offset, shape.input_counts.at(read.column));
}

}  // namespace

std::int64_t PackedF16Plan::iterations(const BatchItem& item, std::size_t size) const {
    const std::int64_t columns = interior_columns(item);
    const std::int64_t strip = 2 * (divided_up(columns, VKALGO_BATCH_GROUP) + lanes) + 4;
    return strips(item, size) * strip + columns / lanes;
}

std::uint64_t PackedF16Plan::row_cells(const BatchItem& item, const BatchFit& /*fit*/) const {
    return static_cast<std::uint64_t>(divided_up(interior_columns(item), VKALGO_PACKED_F16_GROUP));
}

std::uint64_t PackedF16Plan::row_bytes() const {
    return 8 + 8 * VKALGO_PACKED_F16_GROUP;  // For a pair of problems: symbols, and H and F of the row above a strip
}

BatchPlan::Seconds PackedF16Plan::seconds(const BatchItem& item, const BatchFit& fit) const {
    const auto rows = static_cast<double>(strips(item, fit.size)) * lanes * sizes[fit.size];
    const double cells = rows * static_cast<double>(interior_columns(item));
    const double fields = std::max<double>(1, static_cast<double>(header->fields.size()));
    const double step = cost.table.step + cost.table.step_row * sizes[fit.size] * fields;
    const double alone = cost.table.step != 0 ? step * static_cast<double>(steps(item, fit.size)) : cells * cell_cost;
    return {cost.table.dispatch + alone, cells * cell_cost / cost.processors};
}

const Method& method_packed_f16();
const Method& method_packed_f16() {
    static const BatchMethod batch{
        .cell_seconds = packed_f16_seconds, .plan = plan_packed_f16, .reads_within = packed_f16_reads_within};
    static const Method method{
        .name = kName,
        .former_name = "halves",
        .about = "scores of many local alignments, two in the 16-bit halves of each word",
        .batch = &batch,
    };
    return method;
}

}  // namespace vkalgo::dp
