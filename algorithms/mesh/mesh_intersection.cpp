#include "algorithms/mesh/mesh_intersection.hpp"

#include "algorithms/mesh/mesh_method.hpp"
#include "algorithms/recorded.hpp"
#include "algorithms/sort/sort.hpp"
#include "algorithms/word.hpp"
#include "engine/context.hpp"
#include <vkalgo_spirv/mesh/degenerate.hpp>
#include <vkalgo_spirv/mesh/exact.hpp>
#include <vkalgo_spirv/mesh/exact_plain.hpp>
#include <vkalgo_spirv/mesh/filter.hpp>
#include <vkalgo_spirv/mesh/filter_plain.hpp>
#include <vkalgo_spirv/mesh/filter_runs.hpp>
#include <vkalgo_spirv/mesh/triangle_boxes.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace vkalgo {

namespace {

constexpr const char* kMeshIntersection = "mesh intersection";

MeshIntersectionParams params_of(const MeshIntersectionOptions& options, const MeshIntersectionArguments& arguments) {
    return {options, arguments.vertices, arguments.triangles_count, arguments.candidates, arguments.pairs_count};
}

/// Declares every argument, in the order of MeshIntersectionAccess.
std::vector<Argument> arguments_of(const MeshIntersectionArguments& arguments, const MeshIntersectionPlan& plan,
                                   const DeviceProfile& profile) {
    return {{.name = "positions", .view = arguments.positions, .bytes = plan.positions_bytes},
            {.name = "triangles", .view = arguments.triangles, .bytes = plan.triangles_bytes},
            {.name = "exact_positions", .view = arguments.exact_positions, .bytes = plan.exact_bytes},
            {.name = "pairs",
             .view = arguments.pairs,
             .bytes = plan.pairs_bytes,
             .access = Access::read_write,
             .usage = MeshIntersection::kUsage},
            {.name = "counts",
             .view = arguments.counts,
             .bytes = 4 * VKALGO_MESH_COUNTERS,
             .alignment = 4,
             .access = Access::write,
             .usage = MeshIntersection::kUsage},
            {.name = "scratch",
             .view = arguments.scratch,
             .bytes = plan.scratch_bytes,
             // A part of this scratch is the scratch of Sort, which begins at a multiple of 16.
             .alignment = profile.vector_offset_alignment(),
             .access = Access::read_write,
             .usage = plan.parts.need.usage}};
}

Result<void> check_numbers(const MeshIntersectionArguments& arguments) {
    const std::uint64_t triangles = arguments.triangles_count;
    if (arguments.split > triangles) {
        return Error{ErrorCode::invalid_argument,
                     "split gives the first mesh " + std::to_string(arguments.split) +
                         " triangles, but both meshes together have " + std::to_string(triangles),
                     "split"};
    }
    const std::uint64_t end = arguments.end == 0 ? triangles : arguments.end;
    if (end > triangles || arguments.first > end) {
        return Error{ErrorCode::invalid_argument,
                     "`first` is " + std::to_string(arguments.first) + " and `end` is " + std::to_string(end) +
                         "; `first` must be at most `end`, and `end` at most the number of triangles, " +
                         std::to_string(triangles),
                     "end"};
    }
    if (!std::isfinite(arguments.position_error) || arguments.position_error < 0) {
        return Error{ErrorCode::invalid_argument, "the error of positions must be a finite number of at least 0",
                     "position_error"};
    }
    return {};
}

}  // namespace

shader::MeshPush MeshRecording::push() const {
    shader::MeshPush push{};
    push.vertices = word(plan.vertices);
    push.triangles = word(plan.triangles);
    push.split = word(arguments.split);
    push.first = word(arguments.first);
    push.end = word(end);
    push.end_column = word(plan.triangles);
    push.candidates = push.undecided = word(plan.candidates);
    push.pairs = word(plan.pairs);
    push.error = plan.options.coordinates == ElementType::f64 ? arguments.position_error : 0.0F;
    if (push.error > 0) {
        // margin() in triangle_boxes.comp is proven only for errors of at least 2^-100.
        push.error = std::max(push.error, 0x1p-100F);
    }
    return push;
}

Groups MeshRecording::groups(std::uint64_t invocations) const {
    return Groups::linear(divide_up(invocations, plan.threads), recorder.context());
}

Result<MeshIntersection> MeshIntersection::create(Context& context, const MeshIntersectionOptions& options) {
    const DeviceProfile& profile = context.profile();
    MeshIntersection made;
    made.context_ = &context;
    made.options_ = options;
    VKALGO_CHECK(plan_mesh_intersection({options, 3, 1}, profile));
    std::vector<SpecializationConstant> constants = mesh_constants(profile);
    constants.push_back({VKALGO_MESH_CONSTANT_WORDS, size_of(options.coordinates) / 4});
    constants.push_back({VKALGO_MESH_CONSTANT_LIMBS, mesh_limbs(options.coordinates)});
    constants.push_back({VKALGO_MESH_CONSTANT_TOUCHING, options.touching ? 1U : 0U});
    const auto kernel = [&](const char* name, std::span<const std::uint32_t> spirv, std::uint32_t subgroup = 0) {
        return context.kernel({name, spirv, constants, subgroup});
    };
    const bool subgroups = mesh_subgroups(profile);
    VKALGO_TRY(made.boxes_, kernel("mesh/triangle_boxes", spirv::mesh_triangle_boxes));
    VKALGO_TRY(made.degenerate_, kernel("mesh/degenerate", spirv::mesh_degenerate));
    VKALGO_TRY(made.filter_, mesh_tuning(profile).filter_runs ? kernel("mesh/filter_runs", spirv::mesh_filter_runs)
                             : subgroups                      ? kernel("mesh/filter", spirv::mesh_filter)
                                                              : kernel("mesh/filter_plain", spirv::mesh_filter_plain));
    VKALGO_TRY(made.exact_, subgroups ? kernel("mesh/exact", spirv::mesh_exact)
                                      : kernel("mesh/exact_plain", spirv::mesh_exact_plain));
    for (const MeshMethod* method : mesh_methods()) {
        if (options.method != method->name && (options.method != "auto" || method->rank({options}, profile) == 0)) {
            continue;
        }
        MethodKernels entry{method, {}};
        for (const KernelInfo& info : method->kernels(options, profile)) {
            VKALGO_TRY(auto one, kernel(info.name, info.spirv, info.required_subgroup_size));
            entry.kernels.push_back(std::move(one));
        }
        made.methods_.push_back(std::move(entry));
    }
    VKALGO_TRY(BoundingVolumeHierarchy hierarchy, BoundingVolumeHierarchy::create(context));
    for (const bool narrow : {false, true}) {
        if (narrow && mesh_tuning(profile).narrow_pairs == 0) {
            continue;
        }
        std::vector<Sort> sorts;
        for (const SortOptions& order : mesh_pair_orders(narrow)) {
            VKALGO_TRY(Sort sort, Sort::create(context, order));
            sorts.push_back(std::move(sort));
        }
        (narrow ? made.sort_narrow_pairs_ : made.sort_pairs_) =
            std::make_shared<const std::vector<Sort>>(std::move(sorts));
    }
    made.hierarchy_ = std::make_shared<const BoundingVolumeHierarchy>(std::move(hierarchy));
    return made;
}

Result<ScratchNeed> MeshIntersection::scratch(const MeshIntersectionParams& params, const DeviceProfile& profile) {
    VKALGO_TRY(const MeshIntersectionPlan plan, plan_mesh_intersection(params, profile));
    return plan.parts.need;
}

Result<MeshIntersectionAccess> MeshIntersection::access(const MeshIntersectionArguments& arguments) const {
    VKALGO_CHECK(check_created(context_, kMeshIntersection));
    VKALGO_TRY(const auto plan, plan_mesh_intersection(params_of(options_, arguments), context_->profile()));
    return accesses_of<MeshIntersectionAccess>(*context_, arguments_of(arguments, plan, context_->profile()),
                                               [&](Recorder& recorder) { return record(recorder, arguments); });
}

Result<void> MeshIntersection::record(Recorder& recorder, const MeshIntersectionArguments& arguments) const {
    VKALGO_CHECK(check_recorder(recorder, context_, kMeshIntersection));
    const DeviceProfile& profile = context_->profile();
    VKALGO_TRY(const auto plan, plan_mesh_intersection(params_of(options_, arguments), profile));
    VKALGO_CHECK(check_arguments(arguments_of(arguments, plan, profile), profile));
    VKALGO_CHECK(check_numbers(arguments));
    if (plan.triangles == 0 || plan.vertices == 0) {
        recorder.fill(arguments.counts.slice(0, 4 * VKALGO_MESH_COUNTERS), 0);
        return recorder.status();
    }
    const auto entry = std::find_if(methods_.begin(), methods_.end(),
                                    [&](const MethodKernels& one) { return one.method == plan.method; });
    const std::uint64_t end = arguments.end == 0 ? plan.triangles : arguments.end;
    const MeshRecording recording{recorder, plan, entry->kernels, arguments, *hierarchy_, end};
    const auto& parts = plan.parts;
    const shader::MeshPush push = recording.push();
    const BufferView boxes = recording.part(parts.boxes), counts = recording.part(parts.counts);
    const BufferView list = recording.part(parts.list), undecided = recording.part(parts.undecided);
    const SpanScope span(recorder, std::string("mesh intersection ") + plan.method->name);
    const BufferView exact = plan.exact_bytes != 0 ? arguments.exact_positions : arguments.positions;
    const BufferView arguments_part = recording.part(parts.arguments);
    const auto counted = [&](std::uint32_t counter) {
        return LinearCount{counts.slice(4 * counter, 4), plan.threads, plan.candidates};
    };
    recorder.fill(counts, 0);
    if (arguments.first == 0) {
        recorder.begin_span("build");
        const BufferView bounds = recording.part(parts.bounds);
        recorder.fill(bounds, 0);
        recorder.dispatch(*boxes_, {arguments.positions, arguments.triangles, boxes, counts, undecided, bounds}, push,
                          recording.groups(plan.triangles));
        recorder.dispatch_linear_indirect(*degenerate_,
                                          {exact, arguments.triangles, counts, undecided, arguments.pairs, boxes}, push,
                                          counted(VKALGO_MESH_COUNT_UNDECIDED), arguments_part);
        if (plan.method->build != nullptr) {
            VKALGO_CHECK(plan.method->build(recording));
        }
        recorder.end_span();
    }
    recorder.begin_span("find");
    plan.method->find(recording);
    recorder.end_span();
    recorder.begin_span("filter");
    LinearCount candidates = counted(VKALGO_MESH_COUNT_CANDIDATES);
    candidates.per_group *= mesh_tuning(profile).filter_runs ? VKALGO_MESH_FILTER_EACH : 1;
    recorder.dispatch_linear_indirect(
        *filter_, {arguments.positions, arguments.triangles, boxes, counts, list, undecided, arguments.pairs}, push,
        candidates, arguments_part);
    recorder.end_span();
    recorder.begin_span("decide");
    recorder.dispatch_linear_indirect(*exact_, {exact, arguments.triangles, counts, undecided, arguments.pairs}, push,
                                      counted(VKALGO_MESH_COUNT_UNDECIDED), arguments_part);
    recorder.end_span();
    recorder.begin_span("sort");
    for (const Sort& sort : mesh_narrow_pairs(plan.triangles, profile) ? *sort_narrow_pairs_ : *sort_pairs_) {
        VKALGO_CHECK(sort.record(recorder, {.keys = arguments.pairs.slice(0, plan.pairs_bytes),
                                            .scratch = recording.part(parts.sort),
                                            .count = plan.pairs,
                                            .count_buffer = counts.slice(4 * VKALGO_MESH_COUNT_PAIRS, 4)}));
    }
    recorder.end_span();
    recorder.copy(counts.slice(0, 4 * VKALGO_MESH_COUNTERS), arguments.counts.slice(0, 4 * VKALGO_MESH_COUNTERS));
    return recorder.status();
}

}  // namespace vkalgo
