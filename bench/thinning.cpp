// vkalgo_bench_thinning: times skeletons of volumes by each method. GPU times are measured by timestamps. Each skeleton
// is compared with that of the same rule on one core in the same run.
//
//     vkalgo_bench_thinning [--device NAME] [--json FILE] [--repetitions R] [--volume FILE]... [--above X]
//                           [--side N] [--no-reference]
//
// --volume         a volume in addition to the random body: .nii.gz, .npy and the other formats of `vkalgo thin`
// --above          voxels greater than this are inside (default 0)
// --side           side of the random body (default 256; 64 on a software device)
// --no-reference   compare nothing with the CPU
#include "algorithms/exact_number.hpp"
#include "algorithms/volume/thinning_call.hpp"
#include "algorithms/volume/thinning_reference.hpp"
#include "bench/harness/harness.hpp"
#include "cli/random_volume.hpp"
#include "engine/clock.hpp"
#include "engine/runner.hpp"
#include "formats/volumes/volume.hpp"

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

using namespace vkalgo;
using namespace vkalgo::bench;

struct ThinningBenchArguments : Arguments {
    std::vector<std::string> volumes;
    double above = 0;
    std::uint32_t side = 0;
    bool reference = true;
};

struct Case {
    std::string name;
    VolumeShape shape;
    std::vector<std::uint32_t> bits;
};

Case case_of(const std::string& name, const VolumeShape& shape, ElementType type, const std::byte* voxels,
             double above) {
    Case made{name, shape, std::vector<std::uint32_t>(static_cast<std::size_t>(shape.words()), 0)};
    const VoxelSelection selection{VoxelRule::above, ExactNumber(above)};
    std::size_t at = 0;
    for (std::size_t row = 0; row < shape.rows(); ++row) {
        for (std::uint32_t x = 0; x < shape.x; ++x, ++at) {
            const std::uint32_t set = selects(selection, type, voxels + at * size_of(type)) ? 1 : 0;
            made.bits[row * shape.row_words() + x / 32] |= set << x % 32;
        }
    }
    return made;
}

Case read_case(const std::string& path, double above) {
    const formats::Volume volume = value_of(formats::read_volume(path));
    return case_of(path.substr(path.find_last_of('/') + 1), {volume.size[0], volume.size[1], volume.size[2]},
                   volume.type, volume.voxels.data(), above);
}

/// Times all methods of a case. Ends the program if a skeleton differs from that of the CPU.
void time_case(Runner& runner, const Case& one, const ThinningBenchArguments& arguments, Json& rows) {
    std::vector<ThinningResult> all;
    const std::vector<ThinningOptions> methods{
        {SkeletonKind::curve, "palagyi"}, {SkeletonKind::surface, "palagyi"}, {SkeletonKind::curve, "lee"}};
    for (const ThinningOptions& method : methods) {
        ThinningResult found = value_of(
            thin(runner, one.shape, one.bits,
                 {.thinning = method, .radius = true, .call = {.repeat = arguments.repetitions, .warm_up = true}}));
        const Spread spread = spread_of(found.report.gpu_milliseconds);
        double distances = 0;
        for (const SpanTime& span : found.report.spans) {
            distances += span.name == "distances" ? span.milliseconds : 0;
        }
        std::printf("%-20s %-8s %-8s %10llu %9llu %5u  %10.4f %10.4f %10.4f  radius %.3f\n", one.name.c_str(),
                    method.method.c_str(), to_string(method.kind), static_cast<unsigned long long>(found.voxels),
                    static_cast<unsigned long long>(found.kept), found.iterations, spread.median, spread.least,
                    spread.most, distances);
        std::fflush(stdout);
        rows.push_back({{"case", one.name},
                        {"method", method.method},
                        {"kind", to_string(method.kind)},
                        {"n", found.voxels},
                        {"kept", found.kept},
                        {"iterations", found.iterations},
                        {"gpu_ms", json_of(spread)},
                        {"radius_ms", distances},
                        {"verified", arguments.reference}});
        all.push_back(std::move(found));
    }
    for (std::size_t k = 0; k < all.size() && arguments.reference; ++k) {
        const auto begin = std::chrono::steady_clock::now();
        const ThinningReference expected = value_of(thinning_reference(one.shape, one.bits, methods[k]));
        const double took = milliseconds_since(begin);
        std::printf("%-20s %-8s %-8s on one core: %.1f ms\n", one.name.c_str(), methods[k].method.c_str(),
                    to_string(methods[k].kind), took);
        rows.push_back({{"case", one.name},
                        {"method", methods[k].method + ", one core"},
                        {"kind", to_string(methods[k].kind)},
                        {"n", all[k].voxels},
                        {"cpu_ms", took}});
        if (all[k].skeleton != expected.skeleton || all[k].iterations != expected.iterations) {
            std::fprintf(stderr, "vkalgo_bench_thinning: %s thins %s differently from the processor\n",
                         methods[k].method.c_str(), one.name.c_str());
            std::exit(4);
        }
    }
}

}  // namespace

// An exception (no memory for the JSON) ends the program.
int main(int argc, char** argv) {  // NOLINT(bugprone-exception-escape)
    ThinningBenchArguments arguments;
    parse(argc, argv, arguments, [&](const std::string& word, const char* value) {
        if (word == "--no-reference") {
            arguments.reference = false;
            return 1;
        }
        if (value == nullptr) {
            return 0;
        }
        if (word == "--volume") {
            arguments.volumes.emplace_back(value);
        } else if (word == "--above") {
            arguments.above = std::atof(value);
        } else if (word == "--side") {
            arguments.side = static_cast<std::uint32_t>(std::atoi(value));
        } else {
            return 0;
        }
        return 2;
    });
    ContextOptions options;
    options.device = arguments.device;
    const auto context = value_of(Context::create(options));
    Runner runner = value_of(Runner::create(*context));
    Json result = head_of("vkalgo_bench_thinning", *context, arguments);
    std::printf("%-20s %-8s %-8s %10s %9s %5s  %10s %10s %10s\n", "case", "method", "kind", "voxels", "kept", "iter.",
                "median ms", "least", "most");
    Json rows = Json::array();
    const bool software = context->profile().type == DeviceType::software;
    const std::uint32_t side = arguments.side != 0 ? arguments.side : software ? 64 : 256;
    const std::vector<std::uint8_t> body = cli::random_volume(side, 1);
    time_case(runner,
              case_of("body-" + std::to_string(side), {side, side, side}, ElementType::u8,
                      reinterpret_cast<const std::byte*>(body.data()), 0),
              arguments, rows);
    for (const std::string& path : arguments.volumes) {
        time_case(runner, read_case(path, arguments.above), arguments, rows);
    }
    result["cases"] = std::move(rows);
    return write_json(result, arguments);
}
