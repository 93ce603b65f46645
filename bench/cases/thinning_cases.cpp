#include "bench/cases/thinning_cases.hpp"

#include "algorithms/exact_number.hpp"
#include "algorithms/volume/thinning_call.hpp"
#include "algorithms/volume/thinning_reference.hpp"
#include "algorithms/volume/volume_topology.hpp"
#include "bench/cases/box_cases.hpp"
#include "bench/cases/case_bench.hpp"
#include "bench/peers/skimage_peer.hpp"
#include "cli/commands/thin/skeleton.hpp"
#include "cli/random_volume.hpp"
#include "engine/context.hpp"
#include "formats/volumes/volume.hpp"
#include "support/numbers.hpp"

#include <array>
#include <bit>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::bench {
using namespace vkalgo::cli;

namespace {

constexpr std::chrono::seconds kMaxOfSkimage{240};
/// The claim of the course slides (docs/terrain.md) about the speed of their kind of method (six subiterations by
/// templates), compared with a sequential program.
constexpr const char* kTemplatesClaim = "the slides: about 100";
/// Target of the GPU time of method palagyi on an H200, and the size of the volume for which it was set.
constexpr double kPalagyiTargetMs = 20;
constexpr VolumeShape kTargetShape{301, 370, 316};

struct Method {
    const char* name;
    ThinningOptions options;
};
const std::array<Method, 3>& methods() {
    static const std::array<Method, 3> all{{{"palagyi", {SkeletonKind::curve, "palagyi"}},
                                            {"palagyi-surface", {SkeletonKind::surface, "palagyi"}},
                                            {"lee", {SkeletonKind::curve, "lee"}}}};
    return all;
}
constexpr std::size_t kLee = 2;
constexpr std::size_t kRowsOfACase = 7;

struct Case {
    std::string name;
    VolumeShape shape;
    std::vector<std::uint32_t> bits;
    std::uint64_t seed = 0;
};

std::uint64_t bits_set(const std::vector<std::uint32_t>& words) {
    std::uint64_t count = 0;
    for (const std::uint32_t word : words) {
        count += static_cast<std::uint64_t>(std::popcount(word));
    }
    return count;
}

std::uint64_t bits_that_differ(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) {
    std::uint64_t count = 0;
    for (std::size_t word = 0; word < a.size(); ++word) {
        count += static_cast<std::uint64_t>(std::popcount(a[word] ^ b[word]));
    }
    return count;
}

/// A benchmark of one volume.
class ThinningBench : CaseBench {
public:
    ThinningBench(Runner& runner, const BenchSettings& settings, const std::function<void()>& seen, const Case& one)
        : CaseBench(runner, settings, seen, form_of(one)), case_(one) {}

    Result<std::vector<Measurement>> rows() {
        VKALGO_TRY(topology_, volume_topology(case_.shape, case_.bits));
        for (std::size_t k = 0; k < methods().size(); ++k) {
            VKALGO_TRY(Measurement row, one_core(k));
            add(std::move(row));
        }
        VKALGO_TRY(Measurement peer, skimage());
        add(std::move(peer));
        for (std::size_t k = 0; k < methods().size(); ++k) {
            VKALGO_TRY(Measurement row, device(k));
            add(std::move(row));
        }
        return std::move(rows_);
    }

private:
    static Measurement form_of(const Case& one) {
        return {.family = "volume",
                .name = one.name,
                .n = one.shape.x,
                .seed = one.seed,
                .work = static_cast<double>(one.shape.voxels()),
                .unit = "voxels",
                .facts = {{"shape", {one.shape.x, one.shape.y, one.shape.z}}, {"voxels_inside", bits_set(one.bits)}}};
    }

    static std::string one_core_name(std::size_t method) {
        return fmt::format("one-core-{}", methods().at(method).name);
    }

    Result<Measurement> one_core(std::size_t method) {
        Measurement row = host_row_of(one_core_name(method), fmt::format("one core, {}", methods().at(method).name));
        Result<ThinningReference> found = ThinningReference{};
        row.gpu_ms = host_times(settings_.repeat, [&] {
            found = thinning_reference(case_.shape, case_.bits, methods().at(method).options);
        });
        VKALGO_TRY(ThinningReference expected, std::move(found));
        row.facts["kept"] = bits_set(expected.skeleton);
        row.facts["iterations"] = expected.iterations;
        row.verified_against = "the body's topology";
        VKALGO_TRY(const VolumeTopology left, volume_topology(case_.shape, expected.skeleton));
        if (left != topology_) {
            row.difference =
                fmt::format("the skeleton has {}, but the body has {}", topology_text(left), topology_text(topology_));
        }
        expected_.at(method) = std::move(expected);
        return row;
    }

    Result<Measurement> skimage() {
        Measurement row = host_row_of("scikit-image", "scikit-image");
        const auto found = thin_by_skimage(case_.shape, case_.bits, settings_.repeat, kMaxOfSkimage);
        if (!found) {
            row.skipped = found.error().message;
            return row;
        }
        row.about = found->version;
        row.gpu_ms = found->milliseconds;
        row.comparison = Comparison{.baseline = name_of(one_core_name(kLee)), .speed_up = true};
        row.facts["kept"] = bits_set(found->skeleton);
        const std::uint64_t other = bits_that_differ(found->skeleton, expected_.at(kLee).skeleton);
        row.facts["voxels_unlike_lee"] = other;
        VKALGO_TRY(const VolumeTopology left, volume_topology(case_.shape, found->skeleton));
        row.facts["keeps_topology"] = left == topology_;
        if (left == topology_) {  // A skeleton that changes the topology is not compared
            row.verified_against = "lee on one core";
            row.difference = other == 0 ? "" : fmt::format("unlike lee on one core in {}", plural(other, "voxel"));
        }
        return row;
    }

    Result<Measurement> device(std::size_t method) {
        const Method& how = methods().at(method);
        Measurement row = row_of(how.name, how.options.method);
        row.verified_against = "the same rule on one core";
        row.comparison = Comparison{.baseline = name_of(one_core_name(method)),
                                    .speed_up = true,
                                    .claim = method == kLee ? "" : kTemplatesClaim};
        ThinningCallOptions options;
        options.thinning = how.options;
        options.call.repeat = settings_.repeat;
        options.call.warm_up = true;
        options.call.memory_limit = settings_.memory_limit;
        const auto thinned = thin(runner_, case_.shape, case_.bits, options);
        if (!thinned) {
            if (thinned.error().code != ErrorCode::too_large && thinned.error().code != ErrorCode::unsupported) {
                return thinned.error();
            }
            row.skipped = thinned.error().message;
            return row;
        }
        row.gpu_ms = thinned->report.gpu_milliseconds;
        row.device_bytes = thinned->report.device_bytes;
        row.facts["kept"] = thinned->kept;
        row.facts["iterations"] = thinned->iterations;
        if (method == 0 && settings_.scale == Scale::gpu && case_.shape == kTargetShape) {
            row.target_ms = kPalagyiTargetMs;
        }
        const std::uint64_t other = bits_that_differ(thinned->skeleton, expected_.at(method).skeleton);
        if (other != 0) {
            row.difference = fmt::format("unlike one core in {}", plural(other, "voxel"));
        }
        return row;
    }

    const Case& case_;
    VolumeTopology topology_;
    std::array<ThinningReference, 3> expected_;
};

Case body_of(const BenchSettings& settings) {
    const std::uint32_t side = settings.scale == Scale::quick ? 24 : settings.scale == Scale::software ? 64 : 256;
    const VolumeShape shape{side, side, side};
    return {fmt::format("thinning-{}", side), shape, bits_inside(random_volume(side, settings.seed), shape),
            settings.seed};
}

}  // namespace

VolumeFile volume_file_of(const std::string& text) {
    const std::size_t colon = text.rfind(':');
    std::error_code failed;
    if (colon == std::string::npos || std::filesystem::exists(text, failed)) {
        return {text, {}};
    }
    const auto above = parse_number(text.substr(colon + 1));
    return above ? VolumeFile{text.substr(0, colon), *above} : VolumeFile{text, {}};
}

Result<std::vector<Measurement>> bench_thinning(Runner& runner, const BenchSettings& settings,
                                                const std::function<void()>& seen) {
    std::vector<Measurement> rows;
    const auto add_rows_of = [&](const Case& one) -> Result<void> {
        VKALGO_TRY(const auto own, ThinningBench(runner, settings, seen, one).rows());
        rows.insert(rows.end(), own.begin(), own.end());
        return {};
    };
    std::set<std::string> names;
    for (const std::string& text : settings.files) {
        const VolumeFile file = volume_file_of(text);
        VKALGO_TRY(const Volume volume, read_volume(file.path));
        VoxelSelection selection;
        if (file.above) {
            selection = {VoxelRule::above, ExactNumber(*file.above)};
        }
        const std::string stem = std::filesystem::path(file.path).filename().string();
        std::string name = stem;
        for (int again = 2; !names.insert(name).second; ++again) {
            name = fmt::format("{}-{}", stem, again);
        }
        VKALGO_TRY(auto bits, pack_voxels(shape_of(volume), volume.type, volume.voxels, selection));
        VKALGO_CHECK(add_rows_of({name, shape_of(volume), std::move(bits), 0}));
    }
    VKALGO_CHECK(add_rows_of(body_of(settings)));
    return rows;
}

std::size_t thinning_rows(const BenchSettings& settings) {
    return kRowsOfACase * (settings.files.size() + 1);
}

}  // namespace vkalgo::bench
