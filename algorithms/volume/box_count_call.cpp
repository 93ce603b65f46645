#include "algorithms/volume/box_count_call.hpp"

#include "algorithms/divide_up.hpp"
#include "algorithms/invalid.hpp"
#include "algorithms/volume/box_codes.hpp"
#include "algorithms/volume/box_count.hpp"
#include "algorithms/volume/box_grid.hpp"
#include "algorithms/volume/volume_bits.hpp"
#include "algorithms/volume/voxel_source.hpp"
#include "engine/context.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <utility>

namespace vkalgo {

namespace {

constexpr BoxCountMethod kPyramid{"pyramid", "all sizes from one pass over the voxels"};
constexpr BoxCountMethod kSort{
    "sort", "sorts the voxels inside, or the cells with points, by their interleaved coordinates (Hou's method)"};
constexpr const BoxCountMethod* kMethods[] = {&kPyramid, &kSort};

/// The most words of bits that a submission of several jobs reads: the work of a GPU in about a second. A submission of
/// one job may read more.
constexpr std::uint64_t kSubmissionWords = std::uint64_t{1} << 36;
/// The most words of bits that one job may read.
constexpr std::uint64_t kMaxCopiedWords = std::uint64_t{1} << 44;

Result<void> check_options(const BoxCountCallOptions& options) {
    for (std::size_t i = 0; i < options.sizes.size(); ++i) {
        if (options.sizes[i] == 0 || (i > 0 && options.sizes[i] <= options.sizes[i - 1])) {
            return invalid("each size must be at least 1 and larger than the size before it; " +
                               std::to_string(options.sizes[i]) + " is not",
                           "sizes");
        }
    }
    if (options.steps == 0) {
        return invalid("there must be at least one grid per size", "steps");
    }
    if (options.steps != 1 && !options.offsets.empty()) {
        return invalid("offsets and steps are both given; give only one of them", "offsets");
    }
    if (options.method != "auto" && options.method != kPyramid.name && options.method != kSort.name) {
        return invalid("there is no method '" + options.method + "' of box counting; methods: auto, pyramid, sort",
                       "method");
    }
    return {};
}

/// Decides which sizes `powers` covers, and which get jobs of their own.
Result<void> plan_sizes(BoxCountCallPlan& plan, const BoxCountCallOptions& options, const DeviceProfile& profile) {
    const VolumeShape& shape = plan.shape;
    std::vector<std::uint32_t> sizes = options.sizes;
    for (std::uint32_t level = 0; options.sizes.empty() && level < plan.powers.levels && level < 32; ++level) {
        sizes.push_back(1U << level);
    }
    const std::uint64_t align = std::max<std::uint64_t>(profile.storage_offset_alignment, sizeof(BoxMasses));
    for (const std::uint32_t side : sizes) {
        BoxSize size{.size = side};
        const std::uint32_t steps = std::min(options.steps, side);
        const bool origin = steps == 1 && options.offsets.empty();
        // A box of one voxel contains one voxel or none, and such boxes are the same on every grid.
        if (side != 1 && (!origin || options.lacunarity || !std::has_single_bit(side))) {
            std::vector<BoxGrids> all{{.side = side, .steps = steps}};
            if (!options.offsets.empty()) {
                all.clear();
                for (const auto& [x, y, z] : options.offsets) {
                    all.push_back({.side = side, .offset = {x % side, y % side, shape.z == 1 ? 0 : z % side}});
                }
            }
            size.grids = 0;
            for (const BoxGrids& grids : all) {
                VKALGO_TRY(const BoxGridPlan planned,
                           plan_box_grid(shape, grids, {.masses = options.lacunarity}, profile));
                const std::uint64_t count = grid_count(shape, grids);
                if (shape.words() != 0 && count > kMaxCopiedWords / shape.words()) {
                    return Error{ErrorCode::too_large,
                                 std::to_string(count) + " grids of boxes of side " + std::to_string(side) +
                                     " would each read the whole volume, which is too much work",
                                 "steps"};
                }
                const std::uint64_t bytes = planned.results_bytes;
                plan.jobs.push_back({plan.sizes.size(), grids, plan.results_bytes, bytes, count});
                plan.results_bytes += divide_up(bytes, align) * align;
                size.grids += count;
            }
        }
        plan.sizes.push_back(size);
    }
    return {};
}

/// Returns the bytes of all buffers except the buffer of the voxels and the buffers that only the method `sort` needs.
std::uint64_t fixed_bytes(const BoxCountCallPlan& plan) {
    return Buffer::rounded(plan.powers.counts_bytes) + Buffer::rounded(plan.powers.scratch_bytes) +
           Buffer::rounded(plan.shape.bit_bytes()) + Buffer::rounded(plan.results_bytes);
}

/// Decides how many slices of voxels are on the device at the same time.
Result<void> plan_parts(BoxCountCallPlan& plan, std::uint64_t available, const DeviceProfile& profile) {
    const VolumeShape& shape = plan.shape;
    const ElementType type = plan.voxels.type;
    const std::uint64_t all = voxels_bytes(shape, type, shape.z);
    const std::uint64_t beside = fixed_bytes(plan) + Runner::staging_bytes(all, plan.results_bytes);
    const std::uint64_t slice = voxels_bytes(shape, type, 1);
    std::uint64_t slices = most_voxel_slices(shape, plan.voxels, profile);
    if (available != 0 && shape.z != 0 && slice != 0) {
        const std::uint64_t room = available > beside ? available - beside : 0;
        slices = std::min(slices, room / slice);
        if (slices == 0) {
            return Error{ErrorCode::too_large,
                         "this box count needs at least " + std::to_string(beside + slice) +
                             " bytes of device memory, but only " + std::to_string(available) + " are available",
                         "memory_limit"};
        }
    }
    plan.slices = static_cast<std::uint32_t>(slices);
    plan.parts = plan.slices == 0 ? 1 : divide_up(shape.z, plan.slices);
    plan.part_bytes = voxels_bytes(shape, type, std::min(plan.slices, shape.z));
    plan.device_bytes = beside + plan.part_bytes;
    return {};
}

/// One call of count_boxes() in progress.
class Call {
public:
    Call(Runner& runner, std::span<const std::byte> voxels, const BoxCountCallPlan& plan, const CallOptions& call)
        : runner_(runner),
          context_(runner.context()),
          shape_(plan.shape),
          voxels_(voxels),
          plan_(plan),
          call_(call),
          form_(plan.voxels) {
        found_.shape = plan.shape;
        found_.sizes = plan.sizes;
        found_.method = plan.method;
        found_.parts = plan.parts;
        found_.report.device_bytes = plan.device_bytes;
    }

    Result<BoxCounts> run() {
        if (const std::uint64_t bytes = shape_.voxels() * size_of(form_.type); voxels_.size() != bytes) {
            return invalid(std::to_string(shape_.x) + " x " + std::to_string(shape_.y) + " x " +
                               std::to_string(shape_.z) + " voxels of " + to_string(form_.type) + " have " +
                               std::to_string(bytes) + " bytes, but " + std::to_string(voxels_.size()) +
                               " bytes are given",
                           "voxels");
        }
        VKALGO_CHECK(prepare());
        const double uploaded = runner_.upload_milliseconds(), downloaded = runner_.download_milliseconds();
        if (plan_.parts == 1) {
            VKALGO_CHECK(runner_.upload(voxel_buffer_.view(), voxels_));
        }
        VKALGO_CHECK(count_inside());
        if (call_.warm_up) {
            VKALGO_TRY(const auto untimed,
                       runner_.measure([this](Recorder& recorder) { return record_powers(recorder); }, 0));
            static_cast<void>(untimed);
        }
        for (int turn = 0; turn < call_.repeat; ++turn) {
            VKALGO_CHECK(turn_once(turn));
        }
        VKALGO_CHECK(collect());
        found_.report.upload_milliseconds = runner_.upload_milliseconds() - uploaded;
        found_.report.download_milliseconds = runner_.download_milliseconds() - downloaded;
        tell(1);
        return std::move(found_);
    }

private:
    Result<void> prepare() {
        const auto make = [&](Buffer& buffer, std::uint64_t bytes, const char* name) -> Result<void> {
            VKALGO_TRY(buffer, Buffer::create(context_, {.size = bytes, .name = name}));
            return {};
        };
        VKALGO_CHECK(make(voxel_buffer_, plan_.part_bytes, "voxels"));
        VKALGO_CHECK(make(counts_, plan_.powers.counts_bytes, "counts"));
        VKALGO_CHECK(make(scratch_, plan_.powers.scratch_bytes, "scratch"));
        VKALGO_TRY(counter_, BoxCount::create(context_, {.bits = plan_.needs_bits(), .voxels = form_}));
        if (plan_.needs_bits()) {
            VKALGO_CHECK(make(bits_, shape_.bit_bytes(), "bits"));
            VKALGO_TRY(packer_, VolumeBits::create(context_, form_));
        }
        if (!plan_.jobs.empty()) {
            VKALGO_CHECK(make(results_, plan_.results_bytes, "results"));
            VKALGO_TRY(grids_, BoxGrid::create(context_, {.masses = plan_.lacunarity}));
        }
        found_.report.scratch_bytes = scratch_.size();
        return {};
    }

    /// If the method is `sort`, counts the voxels inside and makes the buffers of the codes, whose size depends on the
    /// number of these voxels.
    Result<void> count_inside() {
        if (!plan_.by_codes()) {
            return {};
        }
        VKALGO_CHECK(pack_parts(nullptr));
        VKALGO_CHECK(runner_.run([&](Recorder& recorder) {
            return counter_.record(recorder, shape_,
                                   {.bits = bits_.view(), .counts = counts_.view(), .scratch = scratch_.view()});
        }));
        std::uint64_t inside = 0;
        if (plan_.powers.levels != 0) {
            VKALGO_CHECK(runner_.download(counts_.view().slice(0, 8), std::as_writable_bytes(std::span(&inside, 1))));
        }
        VKALGO_TRY(const ScratchNeed need, BoxCodes::scratch(plan_.codes, inside, context_.profile()));
        VKALGO_TRY(code_scratch_, Buffer::create(context_, {.size = need.bytes, .name = "codes"}));
        VKALGO_TRY(code_found_, Buffer::create(context_, {.size = 4, .name = "found"}));
        VKALGO_TRY(code_counter_, BoxCodes::create(context_, plan_.codes));
        code_count_ = inside;
        found_.report.scratch_bytes += need.bytes;
        found_.report.device_bytes += need.bytes;
        return {};
    }

    Result<void> go_on() const {
        if (call_.cancel.stop_requested()) {
            return Error{ErrorCode::cancelled, "the box count was cancelled", "cancel"};
        }
        return {};
    }

    void tell(double fraction) const {
        if (call_.progress) {
            call_.progress(fraction);
        }
    }

    Result<void> timed(double* milliseconds, const std::function<Result<void>(Recorder&)>& record) {
        VKALGO_CHECK(go_on());
        VKALGO_TRY(const RunReport ran, runner_.run(record));
        if (milliseconds != nullptr) {
            *milliseconds += ran.gpu_milliseconds;
            found_.report.spans.insert(found_.report.spans.end(), ran.spans.begin(), ran.spans.end());
        }
        return {};
    }

    /// Packs the voxels to bits. If the voxels do not fit on the device at once, also uploads them, part by part. Adds
    /// the time on the device to *milliseconds unless `milliseconds` is null.
    Result<void> pack_parts(double* milliseconds) {
        const std::uint64_t slice = std::uint64_t{shape_.x} * shape_.y * size_of(form_.type);
        for (std::uint32_t first = 0; first < shape_.z; first += plan_.slices) {
            const std::uint32_t slices = std::min(plan_.slices, shape_.z - first);
            if (plan_.parts > 1) {
                VKALGO_CHECK(runner_.upload(voxel_buffer_.view(), voxels_.subspan(first * slice, slices * slice)));
            }
            VKALGO_CHECK(timed(milliseconds, [&](Recorder& recorder) {
                return packer_.record(
                    recorder, shape_,
                    {.voxels = voxel_buffer_.view(), .bits = bits_.view(), .first_slice = first, .slices = slices});
            }));
            if (plan_.slices == 0) {
                break;
            }
        }
        return {};
    }

    Result<void> record_powers(Recorder& recorder) const {
        if (plan_.by_codes()) {
            return code_counter_.record(recorder, {.bits = bits_.view(),
                                                   .shape = shape_,
                                                   .count = code_count_,
                                                   .counts = counts_.view(),
                                                   .found = code_found_.view(),
                                                   .scratch = code_scratch_.view()});
        }
        return counter_.record(recorder, shape_,
                               {.voxels = plan_.needs_bits() ? BufferView{} : voxel_buffer_.view(),
                                .bits = plan_.needs_bits() ? bits_.view() : BufferView{},
                                .counts = counts_.view(),
                                .scratch = scratch_.view()});
    }

    Result<void> record_jobs(Recorder& recorder, std::size_t first, std::size_t end) const {
        for (std::size_t k = first; k < end; ++k) {
            VKALGO_CHECK(grids_.record(recorder, shape_, plan_.jobs[k].grids,
                                       {.bits = shape_.voxels() != 0 ? bits_.view() : BufferView{},
                                        .results = results_.view().slice(plan_.jobs[k].offset, plan_.jobs[k].bytes)}));
        }
        return {};
    }

    /// Does all work once. `turn` is the number of timed runs that came before.
    Result<void> turn_once(int turn) {
        double milliseconds = 0;
        found_.report.spans.clear();
        if (shape_.voxels() != 0) {
            if (plan_.needs_bits()) {
                VKALGO_CHECK(pack_parts(&milliseconds));
            }
            VKALGO_CHECK(timed(&milliseconds, [&](Recorder& recorder) { return record_powers(recorder); }));
        }
        for (std::size_t job = 0; job < plan_.jobs.size();) {
            // One submission takes several jobs, as long as it stays short.
            std::uint64_t words = 0;
            std::size_t end = job;
            while (end < plan_.jobs.size() &&
                   (end == job || words + plan_.jobs[end].count * shape_.words() <= kSubmissionWords)) {
                words += plan_.jobs[end++].count * shape_.words();
            }
            const auto record = [&](Recorder& recorder) { return record_jobs(recorder, job, end); };
            VKALGO_CHECK(timed(&milliseconds, record));
            job = end;
            tell((turn + static_cast<double>(job) / static_cast<double>(plan_.jobs.size() + 1)) / call_.repeat);
        }
        found_.report.gpu_milliseconds.push_back(milliseconds);
        return {};
    }

    Result<void> collect() {
        std::vector<std::uint64_t> counts(plan_.powers.levels);
        if (!counts.empty()) {
            VKALGO_CHECK(runner_.download(counts_.view().slice(0, plan_.powers.counts_bytes),
                                          std::as_writable_bytes(std::span(counts))));
            found_.inside = counts[0];
        }
        for (BoxSize& size : found_.sizes) {
            // A box larger than the volume contains all voxels. Sizes with jobs get their counts below.
            const auto level = static_cast<std::size_t>(std::bit_width(size.size) - 1);
            size.count = counts.empty() ? 0 : level < counts.size() ? counts[level] : counts.back();
            size.mean_count = static_cast<double>(size.count);
            if (size.size == 1 && plan_.lacunarity) {
                const auto inside = static_cast<double>(size.count);
                describe_masses(size, shape_.voxels(), inside, inside);
            }
        }
        for (std::size_t job = 0; job < plan_.jobs.size();) {
            std::size_t end = job;
            while (end < plan_.jobs.size() && plan_.jobs[end].size == plan_.jobs[job].size) {
                ++end;
            }
            VKALGO_CHECK(
                collect_size(found_.sizes[plan_.jobs[job].size], std::span(plan_.jobs).subspan(job, end - job)));
            job = end;
        }
        return {};
    }

    /// Sets the statistics of whole boxes from their number, the sum of their masses and the sum of the masses'
    /// squares.
    static void describe_masses(BoxSize& size, std::uint64_t whole, double mass, double square) {
        size.whole_boxes = whole;
        if (whole == 0) {
            return;
        }
        const auto boxes = static_cast<double>(whole);
        size.mean_mass = mass / boxes;
        size.mass_variance = std::max(square / boxes - size.mean_mass * size.mean_mass, 0.0);
        if (mass > 0) {
            size.lacunarity = square / boxes / (size.mean_mass * size.mean_mass);
        }
    }

    Result<void> collect_size(BoxSize& size, std::span<const BoxGridJob> jobs) {
        size.count = std::numeric_limits<std::uint64_t>::max();
        double counts = 0, mass = 0, square = 0;
        std::uint64_t whole = 0;
        for (const BoxGridJob& job : jobs) {
            std::vector<BoxMasses> grids(job.count);
            VKALGO_CHECK(runner_.download(results_.view().slice(job.offset, job.bytes),
                                          std::as_writable_bytes(std::span(grids))));
            for (std::uint64_t number = 0; number < grids.size(); ++number) {
                const BoxMasses& grid = grids[number];
                size.count = std::min(size.count, grid.count);
                counts += static_cast<double>(grid.count);
                mass += static_cast<double>(grid.mass);
                square += grid.square();
                whole += whole_boxes(shape_, job.grids.side, grid_offset(shape_, job.grids, number));
            }
        }
        size.mean_count = counts / static_cast<double>(size.grids);
        if (plan_.lacunarity) {
            describe_masses(size, whole, mass, square);
        }
        return {};
    }

    Runner& runner_;
    Context& context_;
    VolumeShape shape_;
    std::span<const std::byte> voxels_;
    const BoxCountCallPlan& plan_;
    const CallOptions& call_;
    const VolumeBitsOptions& form_;
    std::uint64_t code_count_ = 0;
    BoxCount counter_;
    VolumeBits packer_;
    BoxGrid grids_;
    BoxCodes code_counter_;
    Buffer voxel_buffer_, bits_, counts_, scratch_, results_, code_scratch_, code_found_;
    BoxCounts found_;
};

}  // namespace

std::span<const BoxCountMethod* const> box_count_methods() {
    return kMethods;
}

Result<BoxCountCallPlan> plan_box_count_call(const VolumeShape& shape, ElementType type,
                                             const BoxCountCallOptions& options, const DeviceProfile& profile) {
    VKALGO_CHECK(check_options(options));
    BoxCountCallPlan plan{.shape = shape,
                          .voxels = {.type = type, .selection = options.selection},
                          .lacunarity = options.lacunarity,
                          .method = options.method == kSort.name ? kSort.name : kPyramid.name};
    VKALGO_TRY(plan.powers, plan_box_count(shape, {.bits = true}, profile));
    VKALGO_CHECK(plan_volume_bits(shape, plan.voxels, profile));
    if (plan.by_codes()) {
        plan.codes = {.axes = shape.z == 1 ? 2U : 3U, .levels = code_levels(shape), .volume = true};
        VKALGO_CHECK(plan_box_codes(plan.codes, 0, profile));
    }
    VKALGO_CHECK(plan_sizes(plan, options, profile));
    VKALGO_CHECK(plan_parts(plan, tighter_limit(options.call.memory_limit, profile.device_memory), profile));
    return plan;
}

Result<BoxCounts> count_boxes(Runner& runner, const VolumeShape& shape, ElementType type,
                              std::span<const std::byte> voxels, const BoxCountCallOptions& options) {
    const Context& context = runner.context();
    BoxCountCallOptions own = options;
    own.call.memory_limit = tighter_limit(options.call.memory_limit, context.memory_limit());
    VKALGO_TRY(const BoxCountCallPlan plan, plan_box_count_call(shape, type, own, context.profile()));
    return count_boxes(runner, voxels, plan, options.call);
}

Result<BoxCounts> count_boxes(Runner& runner, std::span<const std::byte> voxels, const BoxCountCallPlan& plan,
                              const CallOptions& call) {
    if (call.repeat < 1) {
        return invalid("there must be at least one timed run", "repeat");
    }
    return Call(runner, voxels, plan, call).run();
}

}  // namespace vkalgo
