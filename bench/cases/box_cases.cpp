#include "bench/cases/box_cases.hpp"

#include "algorithms/volume/box_codes.hpp"
#include "algorithms/volume/box_count.hpp"
#include "algorithms/volume/box_grid.hpp"
#include "algorithms/volume/box_reference.hpp"
#include "algorithms/volume/volume_bits.hpp"
#include "bench/cases/case_bench.hpp"
#include "bench/peers/numpy_boxes_peer.hpp"
#include "bench/peers/peer_program.hpp"
#include "cli/random_volume.hpp"
#include "engine/context.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::bench {
using namespace vkalgo::cli;

namespace {

constexpr const char* kSortedCodesClaim = "the slides: up to 30";
/// Target of the GPU time on an H200, for a cube of 512 voxels per side.
constexpr double kPyramidTargetMs = 0.1;

/// A benchmark of one random porous body.
class BoxBench : CaseBench {
public:
    BoxBench(Runner& runner, const BenchSettings& settings, const std::function<void()>& seen)
        : CaseBench(runner, settings, seen, form_of(side_of(settings), settings)),
          side_(side_of(settings)),
          shape_{side_, side_, side_},
          voxels_(random_volume(side_, settings.seed)) {
        voxels_.resize((voxels_.size() + 3) / 4 * 4);
    }

    Result<std::vector<Measurement>> rows() {
        one_core();
        VKALGO_CHECK(device("bytes", "pyramid, from bytes", &BoxBench::from_bytes));
        VKALGO_CHECK(device("bits", "pyramid, from bits", &BoxBench::from_bits));
        VKALGO_CHECK(device("sort", "sorted codes", &BoxBench::by_codes));
        VKALGO_CHECK(device("threes", "powers of three", &BoxBench::powers_of_three));
        VKALGO_CHECK(device("pack", "bytes to bits", &BoxBench::packed));
        return std::move(rows_);
    }

private:
    static std::uint32_t side_of(const BenchSettings& settings) {
        return settings.scale == Scale::quick ? 40 : settings.scale == Scale::software ? 128 : 512;
    }
    static Measurement form_of(std::uint32_t side, const BenchSettings& settings) {
        return {.family = "volume",
                .name = fmt::format("boxes-{}", side),
                .n = side,
                .seed = settings.seed,
                .work = std::pow(static_cast<double>(side), 3),
                .unit = "voxels",
                .verified_against = "one core"};
    }

    void hold(Measurement& row, std::span<const std::uint64_t> counts) const {
        if (!std::equal(counts.begin(), counts.end(), right_.begin(), right_.end())) {
            row.difference = "the counts differ from those that one CPU core computed";
        }
    }

    void one_core() {
        const std::span<const std::uint8_t> voxels(voxels_.data(), shape_.voxels());
        Measurement pyramid = host_row_of("one-core-pyramid", "one core, pyramid");
        pyramid.gpu_ms = host_times(settings_.repeat, [&] { right_ = boxes_by_one_core(voxels, side_); });
        pyramid.verified_against = "one core by sorted codes";
        Measurement codes = host_row_of("one-core-sort", "one core, sorted codes");
        std::vector<std::uint64_t> counts;
        codes.gpu_ms = host_times(settings_.repeat, [&] {
            counts = box_codes_reference(coordinates_inside(voxels, side_), 3, code_levels(shape_));
        });
        codes.verified_against = "one core by a pyramid";
        hold(codes, counts);
        add(std::move(pyramid));
        add(std::move(codes));
        Measurement numpy = host_row_of("numpy", "numpy");
        const auto found = count_boxes_by_numpy(voxels, side_, std::min(settings_.repeat, 3), kPeerTimeLimit);
        if (found) {
            numpy.about = found->version;
            numpy.gpu_ms = found->milliseconds;
            numpy.comparison = Comparison{.baseline = name_of("one-core-pyramid"), .speed_up = true};
            hold(numpy, found->counts);
        } else {
            numpy.skipped = found.error().message;
        }
        add(std::move(numpy));
    }

    /// Adds a row that `timed` fills. If the device refuses the case, the row is a skipped row.
    Result<void> device(std::string_view what, std::string method, Result<void> (BoxBench::*timed)(Measurement&)) {
        Measurement row = row_of(what, std::move(method));
        const auto done = (this->*timed)(row);
        if (!done && !is_refusal(done.error())) {
            return done.error();
        }
        if (!done) {
            row.gpu_ms.clear();
            row.skipped = done.error().message;
        }
        add(std::move(row));
        return {};
    }

    Result<Buffer> buffer(std::uint64_t bytes, const char* name) {
        return Buffer::create(runner_.context(), {.size = bytes, .name = name});
    }

    /// Times `record`, and compares the counts with those of one core.
    Result<void> count(Measurement& row, const Buffer& counts, const std::function<Result<void>(Recorder&)>& record) {
        VKALGO_TRY(row.gpu_ms, runner_.measure(record, settings_.repeat));
        std::vector<std::uint64_t> found(right_.size());
        VKALGO_CHECK(
            runner_.download(counts.view().slice(0, 8 * found.size()), std::as_writable_bytes(std::span(found))));
        hold(row, found);
        row.device_bytes = runner_.context().memory_in_use();
        return {};
    }

    Result<void> pyramid(Measurement& row, const BoxCountOptions& options, BoxCountArguments arguments) {
        const DeviceProfile& profile = runner_.context().profile();
        VKALGO_TRY(const BoxCountPlan plan, plan_box_count(shape_, options, profile));
        VKALGO_TRY(const BoxCount counter, BoxCount::create(runner_.context(), options));
        VKALGO_TRY(const Buffer counts, buffer(plan.counts_bytes, "counts"));
        VKALGO_TRY(const Buffer scratch, buffer(plan.scratch_bytes, "scratch"));
        arguments.counts = counts.view();
        arguments.scratch = scratch.view();
        if (side_ == 512) {
            row.target_ms = kPyramidTargetMs;
        }
        row.comparison = Comparison{.baseline = name_of("one-core-pyramid"), .speed_up = true};
        row.facts["dispatches"] = plan.stages.size();
        return count(row, counts, [&](Recorder& recorder) { return counter.record(recorder, shape_, arguments); });
    }

    Result<void> from_bytes(Measurement& row) {
        VKALGO_TRY(const Buffer source, runner_.upload_new(std::as_bytes(std::span(voxels_)), "voxels"));
        return pyramid(row, {}, {.voxels = source.view()});
    }

    Result<Buffer> upload_bits() {
        const std::vector<std::uint32_t> bits = bits_inside(voxels_, shape_);
        return runner_.upload_new(std::as_bytes(std::span(bits)), "bits");
    }

    Result<void> from_bits(Measurement& row) {
        VKALGO_TRY(const Buffer bits, upload_bits());
        return pyramid(row, {.bits = true}, {.bits = bits.view()});
    }

    Result<void> by_codes(Measurement& row) {
        const BoxCodesOptions options{.axes = 3, .levels = code_levels(shape_), .volume = true};
        const DeviceProfile& profile = runner_.context().profile();
        VKALGO_TRY(const BoxCodesPlan plan, plan_box_codes(options, right_[0], profile));
        VKALGO_TRY(const BoxCodes counter, BoxCodes::create(runner_.context(), options));
        VKALGO_TRY(const Buffer bits, upload_bits());
        VKALGO_TRY(const Buffer counts, buffer(plan.counts_bytes, "counts"));
        VKALGO_TRY(const Buffer found, buffer(4, "found"));
        VKALGO_TRY(const Buffer scratch, buffer(plan.scratch_bytes, "scratch"));
        row.comparison = Comparison{.baseline = name_of("one-core-sort"), .speed_up = true, .claim = kSortedCodesClaim};
        row.facts["voxels_inside"] = right_[0];
        return count(row, counts, [&](Recorder& recorder) {
            return counter.record(recorder, {.bits = bits.view(),
                                             .shape = shape_,
                                             .count = right_[0],
                                             .counts = counts.view(),
                                             .found = found.view(),
                                             .scratch = scratch.view()});
        });
    }

    Result<void> powers_of_three(Measurement& row) {
        std::vector<std::uint32_t> sides;
        for (std::uint32_t side = 3; side <= side_; side *= 3) {
            sides.push_back(side);
        }
        VKALGO_TRY(const BoxGrid counter, BoxGrid::create(runner_.context()));
        VKALGO_TRY(const Buffer bits, upload_bits());
        VKALGO_TRY(const Buffer results, buffer(256 * sides.size(), "results"));
        row.facts["sizes"] = sides;
        VKALGO_TRY(row.gpu_ms, runner_.measure(
                                   [&](Recorder& recorder) -> Result<void> {
                                       for (std::size_t i = 0; i < sides.size(); ++i) {
                                           VKALGO_CHECK(counter.record(
                                               recorder, shape_, {.side = sides[i]},
                                               {.bits = bits.view(), .results = results.view().slice(256 * i, 32)}));
                                       }
                                       return {};
                                   },
                                   settings_.repeat));
        row.device_bytes = runner_.context().memory_in_use();
        for (std::size_t i = 0; i < sides.size(); ++i) {
            BoxMasses found;
            VKALGO_CHECK(
                runner_.download(results.view().slice(256 * i, 32), std::as_writable_bytes(std::span(&found, 1))));
            if (found.count != box_reference(shape_, voxels_, sides[i]).count) {
                row.difference =
                    fmt::format("the boxes of side {} differ from those that one CPU core computed", sides[i]);
            }
        }
        return {};
    }

    Result<void> packed(Measurement& row) {
        VKALGO_TRY(const VolumeBits packer, VolumeBits::create(runner_.context()));
        VKALGO_TRY(const Buffer source, runner_.upload_new(std::as_bytes(std::span(voxels_)), "voxels"));
        VKALGO_TRY(const Buffer bits, buffer(shape_.bit_bytes(), "bits"));
        VKALGO_TRY(row.gpu_ms, runner_.measure(
                                   [&](Recorder& recorder) {
                                       return packer.record(recorder, shape_,
                                                            {.voxels = source.view(), .bits = bits.view()});
                                   },
                                   settings_.repeat));
        row.device_bytes = runner_.context().memory_in_use();
        std::vector<std::uint32_t> found(shape_.words());
        VKALGO_CHECK(
            runner_.download(bits.view().slice(0, shape_.bit_bytes()), std::as_writable_bytes(std::span(found))));
        if (found != bits_inside(voxels_, shape_)) {
            row.difference = "the bits differ from those that one CPU core computed";
        }
        return {};
    }

    std::uint32_t side_;
    VolumeShape shape_;
    std::vector<std::uint8_t> voxels_;
    /// The counts of one core, for boxes of side 1, 2, 4 and so on.
    std::vector<std::uint64_t> right_;
};

}  // namespace

std::vector<std::uint64_t> boxes_by_one_core(std::span<const std::uint8_t> voxels, std::uint32_t side) {
    std::vector<std::uint64_t> counts;
    std::vector<std::uint8_t> level;
    for (std::span<const std::uint8_t> below = voxels;; below = level) {
        counts.push_back(static_cast<std::uint64_t>(
            std::count_if(below.begin(), below.end(), [](std::uint8_t voxel) { return voxel != 0; })));
        if (side <= 1) {
            return counts;
        }
        const std::size_t half = (side + 1) / 2;
        std::vector<std::uint8_t> above(half * half * half);
        for (std::size_t z = 0; z < side; ++z) {
            for (std::size_t y = 0; y < side; ++y) {
                const std::uint8_t* row = below.data() + (z * side + y) * side;
                std::uint8_t* joined = above.data() + (z / 2 * half + y / 2) * half;
                for (std::size_t x = 0; x + 1 < side; x += 2) {
                    joined[x / 2] = static_cast<std::uint8_t>(joined[x / 2] | row[x] | row[x + 1]);
                }
                if (side % 2 != 0) {
                    joined[half - 1] = static_cast<std::uint8_t>(joined[half - 1] | row[side - 1]);
                }
            }
        }
        side = static_cast<std::uint32_t>(half);
        level = std::move(above);
    }
}

std::vector<std::uint32_t> coordinates_inside(std::span<const std::uint8_t> voxels, std::uint32_t side) {
    std::vector<std::uint32_t> coordinates;
    std::size_t voxel = 0;
    for (std::uint32_t z = 0; z < side; ++z) {
        for (std::uint32_t y = 0; y < side; ++y) {
            for (std::uint32_t x = 0; x < side; ++x, ++voxel) {
                if (voxels[voxel] != 0) {
                    coordinates.insert(coordinates.end(), {x, y, z});
                }
            }
        }
    }
    return coordinates;
}

std::vector<std::uint32_t> bits_inside(std::span<const std::uint8_t> voxels, const VolumeShape& shape) {
    std::vector<std::uint32_t> bits(shape.words());
    for (std::size_t row = 0; row < shape.rows(); ++row) {
        for (std::size_t x = 0; x < shape.x; ++x) {
            bits[row * shape.row_words() + x / 32] |= (voxels[row * shape.x + x] != 0 ? 1U : 0U) << x % 32;
        }
    }
    return bits;
}

Result<std::vector<Measurement>> bench_boxes(Runner& runner, const BenchSettings& settings,
                                             const std::function<void()>& seen) {
    return BoxBench(runner, settings, seen).rows();
}

std::size_t box_rows() {
    return 8;
}

}  // namespace vkalgo::bench
