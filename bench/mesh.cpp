// vkalgo_bench_mesh: pairs of triangles that intersect, by each method, GPU time by timestamps and part by part, the
// pairs compared with the processor's in the same run.
//
//     vkalgo_bench_mesh [--device NAME] [--json FILE] [--repetitions R] [--mesh FILE]... [--no-reference]
//
// --mesh           a mesh besides random ones: .ply, .obj, .stl, .off, also .gz
// --no-reference   pairs of the methods are compared with one another alone
#include "cli/formats/mesh.hpp"

#include "algorithms/mesh/mesh_intersection_call.hpp"
#include "algorithms/mesh/mesh_intersection_reference.hpp"
#include "bench/harness.hpp"
#include "cli/mesh/pairs.hpp"
#include "cli/mesh/random_mesh.hpp"
#include "engine/runner.hpp"

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

using namespace vkalgo;
using namespace vkalgo::bench;

struct MeshBenchArguments : Arguments {
    std::vector<std::string> meshes;
    bool reference = true;
};

struct Case {
    std::string name;
    cli::Mesh mesh;
    std::vector<std::string> methods;
};

void print_row(const std::string& name, const std::string& method, std::uint64_t triangles, const Spread& spread,
               const std::string& more) {
    std::printf("%-24s %-10s %9llu  %10.4f %10.4f %10.4f  %s\n", name.c_str(), method.c_str(),
                static_cast<unsigned long long>(triangles), spread.median, spread.least, spread.most, more.c_str());
    std::fflush(stdout);
}

Json row_of(const std::string& name, const std::string& method, std::uint64_t triangles, const Spread& spread) {
    return {{"case", name},        {"method", method},
            {"n", triangles},      {"gpu_ms", json_of(spread)},
            {"values", triangles}, {"rate_per_second", static_cast<double>(triangles) / spread.median * 1e3},
            {"verified", true}};
}

/// All methods of a case; other pairs than the first one's, or the processor's, end the program.
void time_case(Runner& runner, const Case& one, const MeshBenchArguments& arguments, Json& rows) {
    const MeshView mesh = cli::view_of(one.mesh);
    const std::uint64_t triangles = one.mesh.triangle_count();
    std::vector<MeshPair> right;
    bool known = false;
    if (arguments.reference) {
        const auto begin = std::chrono::steady_clock::now();
        right = mesh_intersection_reference(mesh, true);
        const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
        const Spread spread{took.count(), took.count(), took.count()};
        print_row(one.name, "one core", triangles, spread, std::to_string(right.size()) + " pairs");
        rows.push_back(row_of(one.name, "one core", triangles, spread));
        known = true;
    }
    for (const std::string& method : one.methods) {
        const MeshIntersectionCallOptions options{.method = method,
                                                  .call = {.repeat = arguments.repetitions, .warm_up = true}};
        const MeshIntersectionResult found = value_of(intersect_mesh(runner, mesh, options));
        if (known && found.pairs != right) {
            std::fprintf(stderr, "vkalgo_bench_mesh: %s finds other pairs in %s\n", method.c_str(), one.name.c_str());
            std::exit(4);
        }
        right = found.pairs;
        known = true;
        std::string parts = std::to_string(found.count) + " pairs of " + std::to_string(found.candidates) + ", " +
                            std::to_string(found.undecided) + " exact;";
        Json row = row_of(one.name, std::string(found.plan.method_name()), triangles,
                          spread_of(found.report.gpu_milliseconds));
        for (const SpanTime& span : found.report.spans) {
            if (span.depth == 1) {
                char words[64];
                std::snprintf(words, sizeof words, " %s %.3f", span.name.c_str(), span.milliseconds);
                parts += words;
                row["spans"][span.name] = span.milliseconds;
            }
        }
        print_row(one.name, std::string(found.plan.method_name()), triangles, spread_of(found.report.gpu_milliseconds),
                  parts);
        rows.push_back(std::move(row));
    }
}

}  // namespace

// An exception (no memory for the JSON) ends the program, as it should.
int main(int argc, char** argv) {  // NOLINT(bugprone-exception-escape)
    MeshBenchArguments arguments;
    parse(argc, argv, arguments, [&](const std::string& word, const char* value) {
        if (word == "--no-reference") {
            arguments.reference = false;
            return 1;
        }
        if (word == "--mesh" && value != nullptr) {
            arguments.meshes.emplace_back(value);
            return 2;
        }
        return 0;
    });
    ContextOptions options;
    options.device = arguments.device;
    const auto context = value_of(Context::create(options));
    Runner runner = value_of(Runner::create(*context));
    const bool software = context->profile().type == DeviceType::software;
    Json result = head_of("vkalgo_bench_mesh", *context, arguments);
    std::printf("%-24s %-10s %9s  %10s %10s %10s\n", "case", "method", "triangles", "median ms", "least", "most");
    Json rows = Json::array();
    const std::uint64_t few = software ? 20'000 : 50'000;
    time_case(runner, {"random-few", cli::random_mesh(few, 1), {"matrix", "list", "hierarchy"}}, arguments, rows);
    if (!software) {
        time_case(runner, {"random-million", cli::random_mesh(1'000'000, 1), {"hierarchy"}}, arguments, rows);
    }
    for (const std::string& path : arguments.meshes) {
        const std::string name = path.substr(path.find_last_of('/') + 1);
        time_case(runner, {name, value_of(cli::read_mesh(path)), {"auto"}}, arguments, rows);
    }
    result["cases"] = std::move(rows);
    return write_json(result, arguments);
}
