#include "bench/cases/mesh_cases.hpp"

#include "algorithms/mesh/mesh_intersection_call.hpp"
#include "algorithms/mesh/mesh_intersection_reference.hpp"
#include "bench/cases/case_bench.hpp"
#include "bench/peers/peer_program.hpp"
#include "cli/commands/intersect/pairs.hpp"
#include "cli/commands/intersect/random_mesh.hpp"
#include "engine/context.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <variant>

#include <fmt/format.h>

namespace vkalgo::bench {
using namespace vkalgo::cli;

namespace {

constexpr const char* kPeer = "peer_cgal_self_intersections";
/// The claim of the course slides (docs/terrain.md) about the speed of their two solutions, compared with one core that
/// tests every pair.
constexpr const char* kPairsClaim = "the slides: up to 42";

struct MeshCase {
    std::string name;
    Mesh mesh;
    std::uint64_t seed = 0;
};

Result<std::vector<MeshCase>> mesh_cases(const BenchSettings& settings) {
    std::vector<MeshCase> cases;
    std::set<std::string> names;
    for (const std::string& path : settings.files) {
        VKALGO_TRY(Mesh mesh, read_mesh(path));
        const std::string stem = std::filesystem::path(path).filename().string();
        std::string name = stem;
        for (int again = 2; !names.insert(name).second; ++again) {
            name = fmt::format("{}-{}", stem, again);
        }
        cases.push_back({name, std::move(mesh), 0});
    }
    std::vector<std::uint64_t> sizes = {settings.scale == Scale::quick      ? 1'000U
                                        : settings.scale == Scale::software ? 10'000U
                                                                            : 50'000U};
    if (settings.scale == Scale::gpu) {
        sizes.push_back(1'000'000);
    }
    std::uint64_t seed = settings.seed;
    for (const std::uint64_t size : sizes) {
        cases.push_back({fmt::format("random-{}", size), random_mesh(size, seed), seed});
        ++seed;
    }
    return cases;
}

/// Formats the mesh as OFF, with enough digits to restore every coordinate exactly.
std::string off_text(const Mesh& mesh) {
    std::string text = fmt::format("OFF\n{} {} 0\n", mesh.vertex_count(), mesh.triangle_count());
    std::visit(
        [&](const auto& positions) {
            for (std::size_t at = 0; at + 2 < positions.size(); at += 3) {
                text += fmt::format("{} {} {}\n", positions[at], positions[at + 1], positions[at + 2]);
            }
        },
        mesh.positions);
    for (std::size_t at = 0; at + 2 < mesh.triangles.size(); at += 3) {
        text += fmt::format("3 {} {} {}\n", mesh.triangles[at], mesh.triangles[at + 1], mesh.triangles[at + 2]);
    }
    return text;
}

/// A benchmark of one mesh.
class MeshBench : CaseBench {
public:
    MeshBench(Runner& runner, const BenchSettings& settings, const MeshCase& timed, const std::function<void()>& seen)
        : CaseBench(runner, settings, seen, form_of(timed)), timed_(timed), mesh_(timed.mesh.view()) {}

    static std::size_t count() { return 3 + mesh_method_names().size(); }

    Result<std::vector<Measurement>> rows() {
        add(by_sweep());
        add(by_every_pair());
        for (const std::string_view method : mesh_method_names()) {
            VKALGO_TRY(Measurement row, by_method(std::string(method)));
            add(std::move(row));
        }
        add(by_cgal());
        return std::move(rows_);
    }

private:
    static Measurement form_of(const MeshCase& timed) {
        const std::uint64_t triangles = timed.mesh.triangle_count();
        return {.family = "mesh",
                .name = timed.name,
                .n = triangles,
                .seed = timed.seed,
                .work = static_cast<double>(triangles),
                .unit = "triangles"};
    }

    void hold(Measurement& row, const std::vector<MeshPair>& pairs) const {
        row.facts["pairs"] = pairs.size();
        if (pairs != right_) {
            row.difference = fmt::format("the method finds {} pairs, the sweep finds {}, and they are not the same",
                                         pairs.size(), right_.size());
        }
    }

    Comparison as_fast_as_one_core(bool claimed) const {
        const bool by_loop = rows_.size() > 1 && rows_[1].ran();
        return {.baseline = name_of(by_loop ? "every-pair" : "sweep"),
                .speed_up = true,
                .claim = claimed && by_loop ? kPairsClaim : ""};
    }

    /// Returns whether the mesh is small enough to test every pair of triangles: it has at most `gpu_most` triangles at
    /// Scale::gpu, or at most 30,000 at another scale.
    bool is_small(std::uint64_t gpu_most) const {
        const std::uint64_t most = settings_.scale == Scale::gpu ? gpu_most : 30'000;
        return timed_.mesh.triangle_count() <= most;
    }

    Measurement by_sweep() {
        Measurement row = host_row_of("sweep", "one core, sweep");
        row.gpu_ms = host_times(settings_.repeat, [&] { right_ = mesh_intersection_reference(mesh_, true); });
        row.facts["pairs"] = right_.size();
        row.verified_against = "the pairs that the device finds";
        return row;
    }

    Measurement by_every_pair() const {
        constexpr std::uint64_t kMax = 100'000;
        Measurement row = host_row_of("every-pair", "one core, every pair");
        if (!is_small(kMax)) {
            row.skipped = "this method compares every pair of triangles, and the mesh has too many pairs";
            return row;
        }
        std::vector<MeshPair> pairs;
        row.gpu_ms = host_times(settings_.repeat, [&] { pairs = mesh_intersection_by_every_pair(mesh_, true); });
        row.verified_against = "a sweep on the CPU";
        hold(row, pairs);
        return row;
    }

    Result<Measurement> by_method(const std::string& method) const {
        constexpr std::uint64_t kMax = 1'000'000;
        Measurement row = row_of(method, method);
        const bool of_the_slides = method != "hierarchy";
        if (of_the_slides && !is_small(kMax)) {
            row.skipped = "this method compares every pair of boxes, and the mesh has too many pairs";
            return row;
        }
        const MeshIntersectionCallOptions options{
            .method = method,
            .call = {.memory_limit = settings_.memory_limit, .repeat = settings_.repeat, .warm_up = true}};
        const auto found = intersect_mesh(runner_, mesh_, options);
        if (!found && is_refusal(found.error())) {
            row.skipped = found.error().message;
            return row;
        }
        if (!found) {
            return found.error();
        }
        row.gpu_ms = found->report.gpu_milliseconds;
        row.device_bytes = found->report.device_bytes;
        row.about = fmt::format("whole numbers decide {} of the {} pairs of triangles whose boxes meet",
                                found->undecided, found->candidates);
        row.facts["boxes_meet"] = found->candidates;
        row.facts["undecided"] = found->undecided;
        row.facts["upload_ms"] = found->report.upload_milliseconds;
        row.facts["download_ms"] = found->report.download_milliseconds;
        for (const SpanTime& span : found->report.spans) {
            if (span.depth == 1) {
                row.facts["spans"][span.name] = span.milliseconds;
            }
        }
        row.comparison = as_fast_as_one_core(of_the_slides);
        row.verified_against = "a sweep on the CPU";
        hold(row, found->pairs);
        return row;
    }

    Measurement by_cgal() const {
        Measurement row = host_row_of("cgal", "CGAL");
        const auto program = find_program(kPeer);
        if (!program) {
            row.skipped = fmt::format("no {} beside this program or in PATH; it is built if CMake finds CGAL", kPeer);
            return row;
        }
        const auto printed = run_program({*program, "-", "--repetitions", std::to_string(settings_.repeat)},
                                         off_text(timed_.mesh), kPeerTimeLimit);
        if (!printed) {
            row.skipped = printed.error().message;
            return row;
        }
        const Json json = parsed_json(*printed);
        std::vector<MeshPair> pairs;
        try {
            row.method = json.at("method").get<std::string>();
            row.about = json.at("function").get<std::string>();
            row.gpu_ms = json.at("host_ms").get<std::vector<double>>();
            for (const char* kind : {"pairs", "same_vertices"}) {
                for (const Json& pair : json.at(kind)) {
                    pairs.push_back({pair.at(0).get<std::uint32_t>(), pair.at(1).get<std::uint32_t>()});
                }
            }
        } catch (const Json::exception& error) {
            row.gpu_ms.clear();
            row.skipped = fmt::format("{} prints no result: {}", kPeer, error.what());
            return row;
        }
        std::sort(pairs.begin(), pairs.end());
        row.comparison = as_fast_as_one_core(false);
        row.verified_against = "a sweep on the CPU";
        hold(row, pairs);
        return row;
    }

    const MeshCase& timed_;
    MeshView mesh_;
    std::vector<MeshPair> right_;
};

}  // namespace

Result<std::vector<Measurement>> bench_mesh(Runner& runner, const BenchSettings& settings,
                                            const std::function<void(std::size_t, std::size_t)>& seen) {
    VKALGO_TRY(const std::vector<MeshCase> cases, mesh_cases(settings));
    std::vector<Measurement> rows;
    std::size_t done = 0;
    const std::function<void()> tell = [&] {
        ++done;
        if (seen) {
            seen(done, cases.size() * MeshBench::count());
        }
    };
    for (const MeshCase& timed : cases) {
        VKALGO_TRY(auto own, MeshBench(runner, settings, timed, tell).rows());
        std::move(own.begin(), own.end(), std::back_inserter(rows));
    }
    return rows;
}

}  // namespace vkalgo::bench
