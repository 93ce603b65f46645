#include "algorithms/volume/thinning_call.hpp"

#include "algorithms/volume/label_layers.hpp"
#include "algorithms/volume/thinning.hpp"
#include "algorithms/volume/thinning_method.hpp"
#include "algorithms/volume/voxel_distances.hpp"
#include "engine/context.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>

namespace vkalgo {

namespace {

/// The number of rounds that a software device begins with. The number in later submissions depends on the time that
/// these rounds took.
constexpr std::uint64_t kFirstSoftwareChunk = 2;
constexpr double kAimMilliseconds = 100;
/// The largest number of voxels whose radius is measured in one submission.
constexpr std::uint64_t kPart = std::uint64_t{1} << 20;

std::uint64_t count_set(std::span<const std::uint32_t> bits) {
    std::uint64_t count = 0;
    for (const std::uint32_t word : bits) {
        count += static_cast<std::uint64_t>(std::popcount(word));
    }
    return count;
}

Result<void> check_bits(const VolumeShape& shape, std::span<const std::uint32_t> bits) {
    if (bits.size() != shape.words()) {
        return Error{ErrorCode::invalid_argument,
                     "a bit volume of this shape has " + std::to_string(shape.words()) + " words, but " +
                         std::to_string(bits.size()) + " are given",
                     "bits"};
    }
    const std::uint32_t behind = shape.x % 32 == 0 ? 0 : ~0u << shape.x % 32;
    for (std::size_t word = shape.row_words() - 1; word < bits.size() && behind != 0; word += shape.row_words()) {
        if ((bits[word] & behind) != 0) {
            return Error{ErrorCode::invalid_argument, "bits after the end of a row are set; they must be 0", "bits"};
        }
    }
    return {};
}

/// Merges the spans of several submissions by name and depth.
std::vector<SpanTime> merged(const std::vector<SpanTime>& spans) {
    std::vector<SpanTime> found;
    for (const SpanTime& span : spans) {
        const auto same = std::find_if(found.begin(), found.end(), [&](const SpanTime& other) {
            return other.depth == span.depth && other.name == span.name;
        });
        if (same == found.end()) {
            found.push_back(span);
        } else {
            same->milliseconds += span.milliseconds;
        }
    }
    return found;
}

/// Returns the positions of the voxels that are set, in the order of the bit volume.
std::vector<VoxelPosition> positions_of(const VolumeShape& shape, std::span<const std::uint32_t> bits) {
    std::vector<VoxelPosition> positions;
    for (std::size_t word = 0; word < bits.size(); ++word) {
        for (std::uint32_t left = bits[word]; left != 0; left &= left - 1) {
            positions.push_back({static_cast<std::uint32_t>(word % shape.row_words() * 32) +
                                     static_cast<std::uint32_t>(std::countr_zero(left)),
                                 static_cast<std::uint32_t>(word / shape.row_words())});
        }
    }
    return positions;
}

/// Returns the most voxels that one submission measures if `count` voxels are measured.
std::uint64_t most_measured(std::uint64_t count, const DeviceProfile& profile) {
    return std::min({count, kPart, profile.max_storage_range / sizeof(VoxelPosition)});
}

/// Returns the bytes of device memory of a call that measures the radius of `measured` voxels per submission.
std::uint64_t device_bytes(const ThinningPlan& plan, std::uint64_t measured) {
    const std::uint64_t voxels = sizeof(VoxelPosition) * measured, distances = sizeof(float) * measured;
    return 2 * Buffer::rounded(plan.bytes) + Buffer::rounded(plan.scratch_bytes) +
           (measured == 0 ? 0 : Buffer::rounded(voxels) + Buffer::rounded(distances)) +
           Runner::staging_bytes(std::max(plan.bytes, voxels), std::max(plan.bytes, distances));
}

/// Plans the call within both memory limits: that of the options and that of the context.
Result<ThinningPlan> planned(const Context& context, const VolumeShape& shape, ThinningCallOptions options) {
    options.call.memory_limit = tighter_limit(options.call.memory_limit, context.memory_limit());
    return plan_thinning_call(shape, options, context.profile());
}

/// One call of thin() in progress.
struct ThinningRun {
    Runner& runner;
    const ThinningCallOptions& options;
    Thinning thinning;
    Buffer volume, skeleton, scratch;
    ThinningResult result;

    Result<void> prepare(std::span<const std::uint32_t> bits) {
        Context& context = runner.context();
        VKALGO_TRY(thinning, Thinning::create(context, result.plan.options));
        VKALGO_TRY(volume, Buffer::create(context, {.size = result.plan.bytes, .name = "volume"}));
        VKALGO_TRY(skeleton, Buffer::create(context, {.size = result.plan.bytes, .name = "skeleton"}));
        VKALGO_TRY(scratch, Buffer::create(context, {.size = result.plan.scratch_bytes, .name = "scratch"}));
        result.report.device_bytes = device_bytes(result.plan, 0);
        result.report.scratch_bytes = result.plan.scratch_bytes;
        return runner.upload(volume.view(), std::as_bytes(bits));
    }

    Result<void> record(Recorder& recorder, std::uint64_t first, std::uint64_t count) const {
        return thinning.record(recorder, result.plan.shape,
                               {.volume = volume.view(),
                                .skeleton = skeleton.view(),
                                .scratch = scratch.view(),
                                .rounds = {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(count)}});
    }

    Result<std::array<std::uint32_t, 2>> status() {
        std::array<std::uint32_t, 2> words{};
        VKALGO_CHECK(runner.download(scratch.view().slice(0, sizeof words), std::as_writable_bytes(std::span(words))));
        return words;
    }

    std::uint64_t first_chunk() const {
        return runner.context().profile().type == DeviceType::software ? kFirstSoftwareChunk
                                                                       : result.plan.method->chunk;
    }

    Result<void> run_once() {
        VKALGO_TRY(const RunReport report,
                   runner.run_chunks({
                       .name = {},
                       .steps = result.plan.rounds,
                       .chunk = result.plan.method->chunk,
                       .aim_milliseconds = kAimMilliseconds,
                       .first_chunk = first_chunk(),
                       .record = [&](Recorder& recorder, std::uint64_t first,
                                     std::uint64_t count) { return record(recorder, first, count); },
                       .done = [&]() -> Result<bool> {
                           VKALGO_TRY(const auto words, status());
                           return words[Thinning::kDoneWord] != 0;
                       },
                       .progress = {},
                       .cancel = options.call.cancel,
                   }));
        result.report.gpu_milliseconds.push_back(report.gpu_milliseconds);
        result.report.spans = merged(report.spans);
        return {};
    }

    /// Measures the radius at each voxel of the skeleton, at most most_measured() voxels per submission.
    Result<void> measure() {
        Context& context = runner.context();
        const std::vector<VoxelPosition> positions = positions_of(result.plan.shape, result.skeleton);
        if (positions.empty()) {
            return {};
        }
        const std::uint64_t part = most_measured(positions.size(), context.profile());
        std::vector<SpanTime> spans = result.report.spans;
        VKALGO_TRY(const VoxelDistances distances, VoxelDistances::create(context));
        VKALGO_TRY(const Buffer voxels,
                   Buffer::create(context, {.size = sizeof(VoxelPosition) * part, .name = "voxels"}));
        VKALGO_TRY(const Buffer found, Buffer::create(context, {.size = sizeof(float) * part, .name = "distances"}));
        result.report.device_bytes = device_bytes(result.plan, part);
        result.radius.resize(positions.size());
        for (std::uint64_t first = 0; first < positions.size(); first += part) {
            if (options.call.cancel.stop_requested()) {
                return Error{ErrorCode::cancelled, "the thinning was cancelled", "cancel"};
            }
            const std::uint64_t count = std::min<std::uint64_t>(part, positions.size() - first);
            VKALGO_CHECK(runner.upload(voxels.view(), std::as_bytes(std::span(positions).subspan(first, count))));
            VKALGO_TRY(const RunReport ran, runner.run([&](Recorder& recorder) {
                return distances.record(recorder, result.plan.shape,
                                        {.volume = volume.view(),
                                         .voxels = voxels.view(),
                                         .distances = found.view(),
                                         .count = count,
                                         .spacing = options.spacing});
            }));
            spans.insert(spans.end(), ran.spans.begin(), ran.spans.end());
            VKALGO_CHECK(runner.download(found.view().slice(0, sizeof(float) * count),
                                         std::as_writable_bytes(std::span(result.radius).subspan(first, count))));
        }
        result.report.spans = merged(spans);
        return {};
    }

    Result<void> run(std::span<const std::uint32_t> bits) {
        const double uploaded = runner.upload_milliseconds(), downloaded = runner.download_milliseconds();
        VKALGO_CHECK(prepare(bits));
        if (options.call.warm_up) {
            VKALGO_TRY(const auto untimed,
                       runner.measure([&](Recorder& recorder) { return record(recorder, 0, first_chunk()); }, 0));
            static_cast<void>(untimed);
        }
        for (int turn = 0; turn < options.call.repeat; ++turn) {
            VKALGO_CHECK(run_once());
            if (options.call.progress) {
                options.call.progress((turn + 1.0) / options.call.repeat);
            }
        }
        VKALGO_TRY(const auto words, status());
        if (words[Thinning::kDoneWord] == 0) {
            return Error{ErrorCode::driver,
                         "the device did not finish thinning; try another device, or report a bug of vkalgo",
                         "thinning"};
        }
        result.iterations = std::max(words[Thinning::kIterationsWord], 1u) - 1;
        result.skeleton.resize(bits.size());
        VKALGO_CHECK(runner.download(skeleton.view().slice(0, result.plan.bytes),
                                     std::as_writable_bytes(std::span(result.skeleton))));
        if (options.radius) {
            VKALGO_CHECK(measure());
        }
        result.voxels = count_set(bits);
        result.kept = count_set(result.skeleton);
        result.report.upload_milliseconds = runner.upload_milliseconds() - uploaded;
        result.report.download_milliseconds = runner.download_milliseconds() - downloaded;
        return {};
    }
};

/// Volumes of one shape one after another with an empty slice between them, or images one below another with an empty
/// row between them. `whole` is the shape of all of them together.
struct Stack {
    VolumeShape shape, whole;
    /// The number of rows from a volume to the next one.
    std::uint64_t pitch = 0;

    static Result<Stack> of(const VolumeShape& shape, std::uint32_t layers) {
        const bool image = shape.z == 1;
        const std::uint64_t along = ((image ? shape.y : shape.z) + std::uint64_t{1}) * layers - 1;
        if (along > std::numeric_limits<std::uint32_t>::max()) {
            return Error{
                ErrorCode::too_large,
                "too many labels touch each other; placed one after another, their objects make too large a volume",
                "labels"};
        }
        const auto side = static_cast<std::uint32_t>(along);
        return Stack{shape,
                     {shape.x, image ? side : shape.y, image ? 1 : side},
                     image ? std::uint64_t{shape.y} + 1 : (std::uint64_t{shape.z} + 1) * shape.y};
    }
    std::size_t word(std::uint32_t layer, std::uint64_t row, std::uint32_t x) const {
        return static_cast<std::size_t>((layer * pitch + row) * shape.row_words() + x / 32);
    }
};

}  // namespace

Result<std::vector<std::uint32_t>> pack_voxels(const VolumeShape& shape, ElementType type,
                                               std::span<const std::byte> voxels, const VoxelSelection& selection) {
    const std::size_t size = size_of(type);
    if (voxels.size() % size != 0 || voxels.size() / size != shape.voxels()) {
        return Error{ErrorCode::invalid_argument,
                     std::to_string(shape.voxels()) + " voxels of " + to_string(type) + " have " +
                         std::to_string(shape.voxels() * size) + " bytes, but " + std::to_string(voxels.size()) +
                         " bytes are given",
                     "voxels"};
    }
    std::vector<std::uint32_t> bits(static_cast<std::size_t>(shape.words()), 0);
    const std::byte* voxel = voxels.data();
    for (std::uint64_t row = 0; row < shape.rows(); ++row) {
        for (std::uint32_t x = 0; x < shape.x; ++x, voxel += size) {
            bits[static_cast<std::size_t>(row * shape.row_words() + x / 32)] |=
                std::uint32_t{selects(selection, type, voxel)} << x % 32;
        }
    }
    return bits;
}

Result<ThinningPlan> plan_thinning_call(const VolumeShape& shape, const ThinningCallOptions& options,
                                        const DeviceProfile& profile) {
    VKALGO_TRY(ThinningPlan plan, plan_thinning(shape, options.thinning, profile));
    const std::uint64_t available = tighter_limit(options.call.memory_limit, profile.device_memory);
    const std::uint64_t needed = device_bytes(plan, options.radius ? most_measured(shape.voxels(), profile) : 0);
    if (available != 0 && needed > available) {
        return Error{ErrorCode::too_large,
                     "thinning these voxels needs " + std::to_string(needed) + " bytes of device memory, but only " +
                         std::to_string(available) + " are available",
                     "memory_limit"};
    }
    return plan;
}

Result<ThinningResult> thin(Runner& runner, const VolumeShape& shape, std::span<const std::uint32_t> bits,
                            const ThinningCallOptions& options) {
    VKALGO_TRY(const ThinningPlan plan, planned(runner.context(), shape, options));
    return thin(runner, bits, options, plan);
}

Result<ThinningResult> thin(Runner& runner, std::span<const std::uint32_t> bits, const ThinningCallOptions& options,
                            const ThinningPlan& plan) {
    if (options.call.repeat < 1) {
        return Error{ErrorCode::invalid_argument, "there must be at least one timed run", "repeat"};
    }
    VKALGO_CHECK(check_bits(plan.shape, bits));
    ThinningRun call{runner, options, {}, {}, {}, {}, {}};
    call.result.plan = plan;
    VKALGO_CHECK(call.run(bits));
    return std::move(call.result);
}

Result<ThinningResult> thin_labels(Runner& runner, const VolumeShape& shape, std::span<const std::uint32_t> labels,
                                   const ThinningCallOptions& options) {
    VKALGO_TRY(const ThinningPlan plan, plan_thinning(shape, options.thinning, runner.context().profile()));
    if (labels.size() != plan.shape.voxels()) {
        return Error{ErrorCode::invalid_argument, "there must be one label per voxel", "labels"};
    }
    const LabelLayers layers = label_layers(shape, labels);
    VKALGO_TRY(const Stack stack, Stack::of(shape, std::max(layers.layers, 1u)));
    VKALGO_TRY(const ThinningPlan whole, planned(runner.context(), stack.whole, options));
    std::vector<std::uint32_t> bits(static_cast<std::size_t>(whole.bytes / 4), 0);
    const auto each = [&](const auto& visit) {
        std::uint32_t last = 0, layer = 0;
        std::size_t at = 0;
        for (std::uint64_t row = 0; row < shape.rows(); ++row) {
            for (std::uint32_t x = 0; x < shape.x; ++x, ++at) {
                if (labels[at] == 0) {
                    continue;
                }
                if (labels[at] != last) {
                    last = labels[at];
                    layer = layers.layer_of.at(last);
                }
                visit(stack.word(layer, row, x), stack.word(0, row, x), x % 32);
            }
        }
    };
    each([&](std::size_t word, std::size_t, std::uint32_t bit) { bits[word] |= 1u << bit; });
    VKALGO_TRY(ThinningResult result, thin(runner, bits, options, whole));
    std::vector<std::uint32_t> skeleton(static_cast<std::size_t>(shape.words()), 0);
    each([&](std::size_t word, std::size_t flat, std::uint32_t bit) {
        skeleton[flat] |= result.skeleton[word] & 1u << bit;
    });
    if (options.radius) {
        // Brings the radii, which are in the order of the layers, into the order of the voxels of the label map.
        std::vector<std::pair<std::uint64_t, float>> ordered;
        ordered.reserve(result.radius.size());
        std::size_t next = 0;
        for (const VoxelPosition& position : positions_of(stack.whole, result.skeleton)) {
            ordered.emplace_back(position.row % stack.pitch * shape.x + position.x, result.radius[next++]);
        }
        std::sort(ordered.begin(), ordered.end());
        std::transform(ordered.begin(), ordered.end(), result.radius.begin(),
                       [](const auto& one) { return one.second; });
    }
    result.skeleton = std::move(skeleton);
    result.labels = layers.layer_of.size();
    result.layers = std::max(layers.layers, 1u);
    return result;
}

}  // namespace vkalgo
