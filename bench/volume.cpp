// vkalgo_bench_volume: times box counting and packing for several sizes and types of voxels. GPU times are measured by
// timestamps. Each count is compared with that of the CPU in the same run; if a row has several grids, only every 13th
// grid is compared. `vkalgo bench volume` compares the times with those of one core and of numpy.
//
//     vkalgo_bench_volume [--device NAME] [--json FILE] [--repetitions R] [--side N]... [--no-reference]
//
// --side           side of a cube, instead of 256, 512 and 1024 (on a software device 64 and 128)
// --no-reference   compare nothing with the CPU
#include "algorithms/volume/box_codes.hpp"
#include "algorithms/volume/box_count.hpp"
#include "algorithms/volume/box_grid.hpp"
#include "algorithms/volume/box_reference.hpp"
#include "algorithms/volume/volume_bits.hpp"
#include "bench/cases/box_cases.hpp"
#include "bench/harness/harness.hpp"
#include "cli/random_volume.hpp"
#include "engine/runner.hpp"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

namespace {

using namespace vkalgo;
using namespace vkalgo::bench;

struct VolumeBenchArguments : Arguments {
    std::vector<std::uint32_t> sides;
    bool reference = true;
};

/// One cube with its measurements and the expected results.
class Cube {
public:
    Cube(Runner& runner, const VolumeBenchArguments& arguments, std::uint32_t side, Json& rows)
        : runner_(runner),
          arguments_(arguments),
          rows_(rows),
          shape_{side, side, side},
          voxels_(cli::random_volume(side, 1)) {
        voxels_.resize((voxels_.size() + 3) / 4 * 4);
        if (arguments.reference) {
            right_ = boxes_by_one_core(std::span(voxels_).first(shape_.voxels()), side);
        }
    }

    void run() {
        const auto bits = bits_inside(voxels_, shape_);
        const Buffer packed = value_of(runner_.upload_new(std::as_bytes(std::span(bits)), "bits"));
        pyramid("bits", {.bits = true}, {.bits = packed.view()}, 4 * bits.size());
        {
            const Buffer bytes = value_of(runner_.upload_new(std::as_bytes(std::span(voxels_)), "voxels"));
            pyramid("u8", {}, {.voxels = bytes.view()}, voxels_.size());
            const BoxCountOptions above{.voxels = {.selection = {VoxelRule::above, 0}}};
            pyramid("u8 > 0", above, {.voxels = bytes.view()}, voxels_.size());
            pack(bytes, bits);
        }
        const std::uint64_t most = runner_.context().profile().max_storage_range;
        if (4 * shape_.voxels() <= most) {
            const std::vector<float> floats(voxels_.begin(), voxels_.end());
            const Buffer values = value_of(runner_.upload_new(std::as_bytes(std::span(floats)), "floats"));
            pyramid("f32", {.voxels = {.type = ElementType::f32}}, {.voxels = values.view()}, 4 * shape_.voxels());
        }
        codes(packed);
        for (const std::uint32_t side : {3U, 9U, 27U, 81U, 100U}) {
            grid(packed, {.side = side}, false);
            grid(packed, {.side = side}, true);
        }
        grid(packed, {.side = 8, .steps = 3}, false);
    }

private:
    void add(const std::string& what, const std::vector<double>& times, std::uint64_t bytes, bool same) {
        const Spread spread = spread_of(times);
        const double rate = static_cast<double>(bytes) / spread.median * 1e-6;
        std::printf("%6u  %-24s %10.4f %10.4f %10.4f  %8.1f GB/s\n", shape_.x, what.c_str(), spread.median,
                    spread.least, spread.most, rate);
        std::fflush(stdout);
        rows_.push_back({{"case", what},
                         {"n", shape_.x},
                         {"gpu_ms", json_of(spread)},
                         {"bytes", bytes},
                         {"verified", arguments_.reference}});
        if (arguments_.reference && !same) {
            std::fprintf(stderr,
                         "vkalgo_bench_volume: %s of %u voxels per side differs from the result of the processor\n",
                         what.c_str(), shape_.x);
            std::exit(4);
        }
    }

    Buffer buffer(std::uint64_t bytes) { return value_of(Buffer::create(runner_.context(), {.size = bytes})); }

    template <class T>
    std::vector<T> values(const Buffer& of, std::size_t count) {
        std::vector<T> read(count);
        value_of(runner_.download(of.view().slice(0, count * sizeof(T)), std::as_writable_bytes(std::span(read))));
        return read;
    }

    void pyramid(const std::string& what, const BoxCountOptions& options, BoxCountArguments arguments,
                 std::uint64_t bytes) {
        const BoxCountPlan plan = value_of(plan_box_count(shape_, options, runner_.context().profile()));
        const BoxCount counter = value_of(BoxCount::create(runner_.context(), options));
        const Buffer counts = buffer(plan.counts_bytes), scratch = buffer(plan.scratch_bytes);
        arguments.counts = counts.view();
        arguments.scratch = scratch.view();
        const auto times = value_of(runner_.measure(
            [&](Recorder& recorder) { return counter.record(recorder, shape_, arguments); }, arguments_.repetitions));
        add("boxes, " + what, times, bytes, values<std::uint64_t>(counts, plan.levels) == right_);
    }

    void pack(const Buffer& bytes, const std::vector<std::uint32_t>& expected) {
        const VolumeBits packer = value_of(VolumeBits::create(runner_.context()));
        const Buffer bits = buffer(shape_.bit_bytes());
        const auto times = value_of(runner_.measure(
            [&](Recorder& recorder) {
                return packer.record(recorder, shape_, {.voxels = bytes.view(), .bits = bits.view()});
            },
            arguments_.repetitions));
        add("pack, u8", times, voxels_.size() + shape_.bit_bytes(),
            values<std::uint32_t>(bits, expected.size()) == expected);
    }

    void codes(const Buffer& bits) {
        const BoxCodesOptions options{.axes = 3, .levels = code_levels(shape_), .volume = true};
        const std::uint64_t inside = arguments_.reference ? right_[0] : shape_.voxels();
        const auto planned = plan_box_codes(options, inside, runner_.context().profile());
        if (!planned) {
            std::printf("%6u  boxes by codes: %s\n", shape_.x, planned.error().message.c_str());
            return;
        }
        const BoxCodes counter = value_of(BoxCodes::create(runner_.context(), options));
        const Buffer counts = buffer(planned->counts_bytes), found = buffer(4),
                     scratch = buffer(planned->scratch_bytes);
        const auto times = value_of(runner_.measure(
            [&](Recorder& recorder) {
                return counter.record(recorder, {.bits = bits.view(),
                                                 .shape = shape_,
                                                 .count = inside,
                                                 .counts = counts.view(),
                                                 .found = found.view(),
                                                 .scratch = scratch.view()});
            },
            arguments_.repetitions));
        add("boxes, sorted codes", times, shape_.bit_bytes(), values<std::uint64_t>(counts, options.levels) == right_);
    }

    void grid(const Buffer& bits, const BoxGrids& grids, bool masses) {
        const auto planned = plan_box_grid(shape_, grids, {masses}, runner_.context().profile());
        if (!planned) {
            std::printf("%6u  side %u: %s\n", shape_.x, grids.side, planned.error().message.c_str());
            return;
        }
        const BoxGrid counter = value_of(BoxGrid::create(runner_.context(), {masses}));
        const Buffer results = buffer(planned->results_bytes);
        const auto times = value_of(runner_.measure(
            [&](Recorder& recorder) {
                return counter.record(recorder, shape_, grids, {.bits = bits.view(), .results = results.view()});
            },
            arguments_.repetitions));
        bool same = true;
        const auto found = values<BoxMasses>(results, grid_count(shape_, grids));
        for (std::size_t number = 0; arguments_.reference && number < found.size(); number += 13) {
            BoxMasses expected = box_reference(shape_, voxels_, grids.side, grid_offset(shape_, grids, number));
            if (!masses) {
                expected = {.count = expected.count};
            }
            same = same && found[number] == expected;
        }
        const std::string what = "side " + std::to_string(grids.side) + (masses ? ", masses" : "") +
                                 (found.size() > 1 ? ", " + std::to_string(found.size()) + " grids" : "");
        add(what, times, shape_.bit_bytes() * found.size(), same);
    }

    Runner& runner_;
    const VolumeBenchArguments& arguments_;
    Json& rows_;
    VolumeShape shape_;
    std::vector<std::uint8_t> voxels_;
    std::vector<std::uint64_t> right_;
};

}  // namespace

// An exception (no memory for the JSON) ends the program.
int main(int argc, char** argv) {  // NOLINT(bugprone-exception-escape)
    VolumeBenchArguments arguments;
    parse(argc, argv, arguments, [&](const std::string& word, const char* value) {
        if (word == "--no-reference") {
            arguments.reference = false;
            return 1;
        }
        if (word == "--side" && value != nullptr && std::atoi(value) > 0 && std::atoi(value) <= 2048) {
            arguments.sides.push_back(static_cast<std::uint32_t>(std::atoi(value)));
            return 2;
        }
        return 0;
    });
    ContextOptions options;
    options.device = arguments.device;
    const auto context = value_of(Context::create(options));
    Runner runner = value_of(Runner::create(*context));
    if (arguments.sides.empty()) {
        const bool software = context->profile().type == DeviceType::software;
        arguments.sides = software ? std::vector<std::uint32_t>{64, 128} : std::vector<std::uint32_t>{256, 512, 1024};
    }
    Json result = head_of("vkalgo_bench_volume", *context, arguments);
    std::printf("%6s  %-24s %10s %10s %10s\n", "side", "case", "median ms", "least", "most");
    Json rows = Json::array();
    for (const std::uint32_t side : arguments.sides) {
        Cube(runner, arguments, side, rows).run();
    }
    result["cases"] = std::move(rows);
    return write_json(result, arguments);
}
