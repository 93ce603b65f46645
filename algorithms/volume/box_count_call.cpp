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
constexpr BoxCountMethod kSort{"sort", "by sorted codes of the voxels inside (Hou's)"};
constexpr const BoxCountMethod* kMethods[] = {&kPyramid, &kSort};

/// Results of one size on one or several grids: where they lie in the buffer of all.
struct Job {
    std::size_t size = 0;
    BoxGrids grids;
    std::uint64_t offset = 0, bytes = 0, count = 1;
};

/// Words of bits that one submission reads at most: what a GPU does within a second or so.
constexpr std::uint64_t kSubmissionWords = std::uint64_t{1} << 36;
/// That a call reads at most for one size.
constexpr std::uint64_t kMostCopiedWords = std::uint64_t{1} << 44;

Result<void> check_options(const BoxCountCallOptions& options) {
    for (std::size_t i = 0; i < options.sizes.size(); ++i) {
        if (options.sizes[i] == 0 || (i > 0 && options.sizes[i] <= options.sizes[i - 1])) {
            return invalid("sizes are at least 1, ascending, each once; " + std::to_string(options.sizes[i]) +
                               " does not fit there",
                           "sizes");
        }
    }
    if (options.steps == 0) {
        return invalid("there is at least one grid per size", "steps");
    }
    if (options.steps != 1 && !options.offsets.empty()) {
        return invalid("offsets that are given leave no steps", "offsets");
    }
    if (options.method != "auto" && options.method != kPyramid.name && options.method != kSort.name) {
        return invalid("there is no method \"" + options.method + "\"; there are auto, pyramid and sort", "method");
    }
    if (options.call.repeat < 1) {
        return invalid("there must be one timed run at least", "repeat");
    }
    return {};
}

/// One call under way.
class Call {
public:
    Call(Runner& runner, const VolumeShape& shape, ElementType type, std::span<const std::byte> voxels,
         const BoxCountCallOptions& options)
        : runner_(runner),
          context_(runner.context()),
          shape_(shape),
          voxels_(voxels),
          options_(options),
          form_{.type = type, .selection = options.selection} {}

    Result<BoxCounts> run() {
        if (voxels_.size() < shape_.voxels() * size_of(form_.type)) {
            return invalid(std::to_string(voxels_.size()) + " bytes are no " + std::to_string(shape_.x) + " x " +
                               std::to_string(shape_.y) + " x " + std::to_string(shape_.z) + " voxels of " +
                               to_string(form_.type),
                           "voxels");
        }
        VKALGO_CHECK(plan());
        VKALGO_CHECK(prepare());
        const double uploaded = runner_.upload_milliseconds(), downloaded = runner_.download_milliseconds();
        if (parts_ == 1) {
            VKALGO_CHECK(runner_.upload(voxel_buffer_.view(), voxels_));
        }
        VKALGO_CHECK(count_inside());
        if (options_.call.warm_up) {
            VKALGO_TRY(const auto untimed,
                       runner_.measure([this](Recorder& recorder) { return record_powers(recorder); }, 0));
            static_cast<void>(untimed);
        }
        for (int turn = 0; turn < options_.call.repeat; ++turn) {
            VKALGO_CHECK(turn_once());
        }
        VKALGO_CHECK(collect());
        found_.report.upload_milliseconds = runner_.upload_milliseconds() - uploaded;
        found_.report.download_milliseconds = runner_.download_milliseconds() - downloaded;
        tell(1);
        return std::move(found_);
    }

    Result<void> plan() {
        const DeviceProfile& profile = context_.profile();
        VKALGO_TRY(powers_, plan_box_count(shape_, {.bits = true}, profile));
        VKALGO_CHECK(plan_volume_bits(shape_, form_, profile));
        if (by_codes()) {
            codes_ = {.axes = shape_.z == 1 ? 2U : 3U, .levels = code_levels(shape_), .volume = true};
            VKALGO_CHECK(plan_box_codes(codes_, 0, profile));
        }
        found_.shape = shape_;
        found_.method = by_codes() ? kSort.name : kPyramid.name;
        VKALGO_CHECK(plan_sizes(profile));
        const std::uint64_t all = voxels_bytes(shape_, form_.type, shape_.z);
        const std::uint64_t available =
            tighter_limit(tighter_limit(options_.call.memory_limit, context_.memory_limit()), profile.device_memory);
        const std::uint64_t beside = fixed_bytes() + Runner::staging_bytes(all, results_bytes_);
        const std::uint64_t slice = voxels_bytes(shape_, form_.type, 1);
        std::uint64_t slices = most_voxel_slices(shape_, form_, profile);
        if (available != 0 && shape_.z != 0 && slice != 0) {
            const std::uint64_t room = available > beside ? available - beside : 0;
            slices = std::min(slices, room / slice);
            if (slices == 0) {
                return Error{ErrorCode::too_large,
                             "this box count takes " + std::to_string(beside + slice) +
                                 " bytes of device memory at least, and " + std::to_string(available) +
                                 " are available",
                             "memory_limit"};
            }
        }
        slices_ = static_cast<std::uint32_t>(slices);
        parts_ = slices_ == 0 ? 1 : divide_up(shape_.z, slices_);
        found_.parts = parts_;
        part_bytes_ = voxels_bytes(shape_, form_.type, std::min(slices_, shape_.z));
        found_.report.device_bytes = beside + part_bytes_;
        return {};
    }

private:
    bool by_codes() const { return options_.method == kSort.name; }
    bool needs_bits() const { return !jobs_.empty() || by_codes() || parts_ > 1; }

    /// Which sizes the powers give, and which are jobs of their own.
    Result<void> plan_sizes(const DeviceProfile& profile) {
        std::vector<std::uint32_t> sizes = options_.sizes;
        for (std::uint32_t level = 0; options_.sizes.empty() && level < powers_.levels && level < 32; ++level) {
            sizes.push_back(1U << level);
        }
        const std::uint64_t align = std::max<std::uint64_t>(profile.storage_offset_alignment, sizeof(BoxMasses));
        for (const std::uint32_t side : sizes) {
            BoxSize size{.size = side};
            const std::uint32_t steps = std::min(options_.steps, side);
            const bool origin = steps == 1 && options_.offsets.empty();
            // Boxes of one voxel are the same on every grid, and hold one voxel or none.
            if (side != 1 && (!origin || options_.lacunarity || !std::has_single_bit(side))) {
                std::vector<BoxGrids> all{{.side = side, .steps = steps}};
                if (!options_.offsets.empty()) {
                    all.clear();
                    for (const auto& [x, y, z] : options_.offsets) {
                        all.push_back({.side = side, .offset = {x % side, y % side, shape_.z == 1 ? 0 : z % side}});
                    }
                }
                size.grids = 0;
                for (const BoxGrids& grids : all) {
                    VKALGO_TRY(const BoxGridPlan planned,
                               plan_box_grid(shape_, grids, {.masses = options_.lacunarity}, profile));
                    const std::uint64_t count = grid_count(shape_, grids);
                    if (shape_.words() != 0 && count > kMostCopiedWords / shape_.words()) {
                        return Error{ErrorCode::too_large,
                                     std::to_string(count) + " grids of boxes of side " + std::to_string(side) +
                                         " would each read the whole volume: take fewer",
                                     "steps"};
                    }
                    const std::uint64_t bytes = planned.results_bytes;
                    jobs_.push_back({found_.sizes.size(), grids, results_bytes_, bytes, count});
                    results_bytes_ += divide_up(bytes, align) * align;
                    size.grids += count;
                }
            }
            found_.sizes.push_back(size);
        }
        return {};
    }

    /// Of all buffers but that of the voxels and the scratch of codes.
    std::uint64_t fixed_bytes() const {
        return Buffer::rounded(powers_.counts_bytes) + Buffer::rounded(powers_.scratch_bytes) +
               Buffer::rounded(shape_.bit_bytes()) + Buffer::rounded(results_bytes_);
    }

    Result<void> prepare() {
        const auto make = [&](Buffer& buffer, std::uint64_t bytes, const char* name) -> Result<void> {
            VKALGO_TRY(buffer, Buffer::create(context_, {.size = bytes, .name = name}));
            return {};
        };
        VKALGO_CHECK(make(voxel_buffer_, part_bytes_, "voxels"));
        VKALGO_CHECK(make(counts_, powers_.counts_bytes, "counts"));
        VKALGO_CHECK(make(scratch_, powers_.scratch_bytes, "scratch"));
        VKALGO_TRY(counter_, BoxCount::create(context_, {.bits = needs_bits(), .voxels = form_}));
        if (needs_bits()) {
            VKALGO_CHECK(make(bits_, shape_.bit_bytes(), "bits"));
            VKALGO_TRY(packer_, VolumeBits::create(context_, form_));
        }
        if (!jobs_.empty()) {
            VKALGO_CHECK(make(results_, results_bytes_, "results"));
            VKALGO_TRY(grids_, BoxGrid::create(context_, {.masses = options_.lacunarity}));
        }
        found_.report.scratch_bytes = scratch_.size();
        return {};
    }

    /// Codes take as much memory as there are voxels inside, which is not known before they are counted.
    Result<void> count_inside() {
        if (!by_codes()) {
            return {};
        }
        VKALGO_CHECK(pack_parts(nullptr));
        VKALGO_CHECK(runner_.run([&](Recorder& recorder) {
            return counter_.record(recorder, shape_,
                                   {.bits = bits_.view(), .counts = counts_.view(), .scratch = scratch_.view()});
        }));
        std::uint64_t inside = 0;
        if (powers_.levels != 0) {
            VKALGO_CHECK(runner_.download(counts_.view().slice(0, 8), std::as_writable_bytes(std::span(&inside, 1))));
        }
        VKALGO_TRY(const ScratchNeed need, BoxCodes::scratch(codes_, inside, context_.profile()));
        VKALGO_TRY(code_scratch_, Buffer::create(context_, {.size = need.bytes, .name = "codes"}));
        VKALGO_TRY(code_found_, Buffer::create(context_, {.size = 4, .name = "found"}));
        VKALGO_TRY(code_counter_, BoxCodes::create(context_, codes_));
        code_count_ = inside;
        found_.report.scratch_bytes += need.bytes;
        found_.report.device_bytes += need.bytes;
        return {};
    }

    Result<void> go_on() const {
        if (options_.call.cancel.stop_requested()) {
            return Error{ErrorCode::cancelled, "the box count was cancelled", "cancel"};
        }
        return {};
    }

    void tell(double fraction) const {
        if (options_.call.progress) {
            options_.call.progress(fraction);
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

    /// Uploads and packs the voxels; if they are there as a whole, packs them.
    Result<void> pack_parts(double* milliseconds) {
        const std::uint64_t slice = std::uint64_t{shape_.x} * shape_.y * size_of(form_.type);
        for (std::uint32_t first = 0; first < shape_.z; first += slices_) {
            const std::uint32_t slices = std::min(slices_, shape_.z - first);
            if (parts_ > 1) {
                VKALGO_CHECK(runner_.upload(voxel_buffer_.view(), voxels_.subspan(first * slice, slices * slice)));
            }
            VKALGO_CHECK(timed(milliseconds, [&](Recorder& recorder) {
                return packer_.record(
                    recorder, shape_,
                    {.voxels = voxel_buffer_.view(), .bits = bits_.view(), .first_slice = first, .slices = slices});
            }));
            if (slices_ == 0) {
                break;
            }
        }
        return {};
    }

    Result<void> record_powers(Recorder& recorder) const {
        if (by_codes()) {
            return code_counter_.record(recorder, {.bits = bits_.view(),
                                                   .shape = shape_,
                                                   .count = code_count_,
                                                   .counts = counts_.view(),
                                                   .found = code_found_.view(),
                                                   .scratch = code_scratch_.view()});
        }
        return counter_.record(recorder, shape_,
                               {.voxels = needs_bits() ? BufferView{} : voxel_buffer_.view(),
                                .bits = needs_bits() ? bits_.view() : BufferView{},
                                .counts = counts_.view(),
                                .scratch = scratch_.view()});
    }

    Result<void> record_jobs(Recorder& recorder, std::size_t first, std::size_t end) const {
        for (std::size_t k = first; k < end; ++k) {
            VKALGO_CHECK(grids_.record(recorder, shape_, jobs_[k].grids,
                                       {.bits = shape_.voxels() != 0 ? bits_.view() : BufferView{},
                                        .results = results_.view().slice(jobs_[k].offset, jobs_[k].bytes)}));
        }
        return {};
    }

    Result<void> turn_once() {
        double milliseconds = 0;
        found_.report.spans.clear();
        if (shape_.voxels() != 0) {
            if (needs_bits()) {
                VKALGO_CHECK(pack_parts(&milliseconds));
            }
            VKALGO_CHECK(timed(&milliseconds, [&](Recorder& recorder) { return record_powers(recorder); }));
        }
        for (std::size_t job = 0; job < jobs_.size();) {
            // As many sizes at once as keep a submission short.
            std::uint64_t words = 0;
            std::size_t end = job;
            while (end < jobs_.size() &&
                   (end == job || words + jobs_[end].count * shape_.words() <= kSubmissionWords)) {
                words += jobs_[end++].count * shape_.words();
            }
            const auto record = [&](Recorder& recorder) { return record_jobs(recorder, job, end); };
            VKALGO_CHECK(timed(&milliseconds, record));
            job = end;
            tell(static_cast<double>(job) / static_cast<double>(jobs_.size() + 1));
        }
        found_.report.gpu_milliseconds.push_back(milliseconds);
        return {};
    }

    Result<void> collect() {
        std::vector<std::uint64_t> counts(powers_.levels);
        if (!counts.empty()) {
            VKALGO_CHECK(runner_.download(counts_.view().slice(0, powers_.counts_bytes),
                                          std::as_writable_bytes(std::span(counts))));
            found_.inside = counts[0];
        }
        for (BoxSize& size : found_.sizes) {
            // A box beyond the whole holds what there is; sizes with jobs get theirs below.
            const auto level = static_cast<std::size_t>(std::bit_width(size.size) - 1);
            size.count = counts.empty() ? 0 : level < counts.size() ? counts[level] : counts.back();
            size.mean_count = static_cast<double>(size.count);
            if (size.size == 1 && options_.lacunarity) {
                const auto inside = static_cast<double>(size.count);
                describe_masses(size, shape_.voxels(), inside, inside);
            }
        }
        for (std::size_t job = 0; job < jobs_.size();) {
            std::size_t end = job;
            while (end < jobs_.size() && jobs_[end].size == jobs_[job].size) {
                ++end;
            }
            VKALGO_CHECK(collect_size(found_.sizes[jobs_[job].size], std::span(jobs_).subspan(job, end - job)));
            job = end;
        }
        return {};
    }

    /// Of whole boxes: how many there are, the sum of their masses, and of these masses' squares.
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

    Result<void> collect_size(BoxSize& size, std::span<const Job> jobs) {
        size.count = std::numeric_limits<std::uint64_t>::max();
        double counts = 0, mass = 0, square = 0;
        std::uint64_t whole = 0;
        for (const Job& job : jobs) {
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
        if (options_.lacunarity) {
            describe_masses(size, whole, mass, square);
        }
        return {};
    }

    Runner& runner_;
    Context& context_;
    VolumeShape shape_;
    std::span<const std::byte> voxels_;
    const BoxCountCallOptions& options_;
    VolumeBitsOptions form_;
    BoxCountPlan powers_;
    std::vector<Job> jobs_;
    std::uint64_t results_bytes_ = 0, part_bytes_ = 0, parts_ = 1, code_count_ = 0;
    std::uint32_t slices_ = 0;
    BoxCodesOptions codes_;
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

Result<void> check_box_count(Runner& runner, const VolumeShape& shape, ElementType type,
                             const BoxCountCallOptions& options) {
    VKALGO_CHECK(check_options(options));
    return Call(runner, shape, type, {}, options).plan();
}

Result<BoxCounts> count_boxes(Runner& runner, const VolumeShape& shape, ElementType type,
                              std::span<const std::byte> voxels, const BoxCountCallOptions& options) {
    VKALGO_CHECK(check_options(options));
    return Call(runner, shape, type, voxels, options).run();
}

}  // namespace vkalgo
