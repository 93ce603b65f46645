#include "algorithms/volume/thinning.hpp"

#include "algorithms/divide_up.hpp"
#include "algorithms/recorded.hpp"
#include "algorithms/volume/thinning_method.hpp"
#include "engine/context.hpp"
#include <vkalgo_spirv/volume/begin_thinning.hpp>
#include <vkalgo_spirv/volume/list_bricks.hpp>

#include <utility>

namespace vkalgo {

namespace {

/// Declares every argument once, in the order of ThinningAccess.
std::vector<Argument> arguments_of(const ThinningArguments& arguments, const ThinningPlan& plan) {
    return {{.name = "volume", .view = arguments.volume, .bytes = plan.bytes},
            {.name = "skeleton", .view = arguments.skeleton, .bytes = plan.bytes, .access = Access::read_write},
            {.name = "scratch",
             .view = arguments.scratch,
             .bytes = plan.need.bytes,
             .access = Access::read_write,
             .usage = plan.need.usage}};
}

}  // namespace

shader::ThinningPush ThinningRecording::push() const {
    shader::ThinningPush push{};
    push.row_words = static_cast<std::uint32_t>(plan.shape.row_words());
    push.rows = plan.shape.y;
    push.slices = plan.shape.z;
    push.bricks_across = plan.bricks_across;
    push.bricks_down = plan.bricks_down;
    push.bricks = plan.bricks;
    push.brick_bits = plan.brick_bits;
    push.across_inverse = static_cast<std::uint32_t>(divide_up(65536, (1U << plan.brick_bits) + 2));
    push.most_groups = recorder.context().profile().max_workgroup_count[0];
    push.surface = plan.options.kind == SkeletonKind::surface ? 1 : 0;
    return push;
}

std::array<KernelInfo, 2> brick_kernels(const char* name, std::span<const std::uint32_t> spirv) {
    return {{{name, spirv}, {name, spirv, {{VKALGO_BRICK_CONSTANT_SQUARE, 1}}}}};
}

Groups ThinningRecording::list_groups() const {
    return Groups::linear(divide_up(plan.bricks, VKALGO_THINNING_LIST_THREADS), recorder.context());
}

Result<Thinning> Thinning::create(Context& context, const ThinningOptions& options) {
    VKALGO_TRY(const ThinningMethod* const method, find_thinning_method(options));
    std::vector<KernelInfo> infos{{"volume/begin_thinning", spirv::volume_begin_thinning},
                                  {"volume/list_bricks", spirv::volume_list_bricks}};
    std::ranges::move(method->kernels(), std::back_inserter(infos));
    Thinning made;
    made.context_ = &context;
    made.options_ = options;
    VKALGO_TRY(made.kernels_, context.kernels(infos));
    return made;
}

Result<ScratchNeed> Thinning::scratch(const VolumeShape& shape, const ThinningOptions& options,
                                      const DeviceProfile& profile) {
    VKALGO_TRY(const ThinningPlan plan, plan_thinning(shape, options, profile));
    return plan.need;
}

Result<ThinningAccess> Thinning::access(const VolumeShape& shape, const ThinningArguments& arguments) const {
    VKALGO_CHECK(check_created(context_, "thinning"));
    VKALGO_TRY(const ThinningPlan plan, plan_thinning(shape, options_, context_->profile()));
    return accesses_of<ThinningAccess>(*context_, arguments_of(arguments, plan),
                                       [&](Recorder& recorder) { return record(recorder, shape, arguments); });
}

Result<void> Thinning::record(Recorder& recorder, const VolumeShape& shape, const ThinningArguments& arguments) const {
    VKALGO_CHECK(check_recorder(recorder, context_, "thinning"));
    VKALGO_TRY(const ThinningPlan plan, plan_thinning(shape, options_, context_->profile()));
    VKALGO_CHECK(check_arguments(arguments_of(arguments, plan), context_->profile()));
    const SpanScope span(recorder, "thinning");
    const ThinningRecording recording{recorder, plan, kernels_, arguments};
    if (arguments.rounds.first == 0) {
        recorder.fill(recording.part(plan.status), 0);
        recorder.dispatch(*kernels_[kBeginThinning],
                          {arguments.volume.slice(0, plan.bytes), recording.skeleton(), recording.part(plan.other),
                           recording.part(plan.occupied)},
                          recording.push(), Groups::linear(plan.bricks, recorder.context()));
    }
    plan.method->record(recording);
    return recorder.status();
}

}  // namespace vkalgo
