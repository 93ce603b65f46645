// vkalgo_bench_batch: times the cases of `vkalgo bench batch` on the device, with other sizes and shapes of kernels. A
// sample of the answers is computed again on the CPU in the same run.
//
//     vkalgo_bench_batch [--device NAME] [--json FILE] [--repetitions R] [--pairs N] [--length N] [--case NAME]
//                        [--method NAME] [--registers R] [--lanes L] [--workgroup W] [--workgroups G]
//                        [--shaders FOLDER]
//
// --pairs, --length   number of pairs of the case `edit`, and length of their first sequences (default 100,000 and
//                     1,000; on a software device 200 and 300); the sizes of the other cases follow from these two
// --case              run only one case: edit, reads or protein
// --method            use this method instead of the fastest possible one; rows whose names end in -team ignore it
// --registers         rows per lane of methods team and packed-f16 (1 to 8), instead of the methods' own choice
// --lanes             lanes per problem (team), or per pair of problems (packed-f16: a power of two)
// --workgroup         invocations per workgroup of method packed-f16
// --workgroups        workgroups per dispatch of method packed-f16; each processes several sets of pairs
// --shaders           take templates and problems from this folder (laid out like shaders/), not the built-in ones
#include "algorithms/dp/method/testing.hpp"
#include "bench/cases/batch_bench.hpp"
#include "bench/harness/harness.hpp"
#include "bench/harness/rows.hpp"
#include "compiler/assemble.hpp"
#include "engine/runner.hpp"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace vkalgo;
using namespace vkalgo::bench;

struct BatchBenchArguments : Arguments {
    BatchSetup setup;
    std::string shaders;
    dp::TestKnobs knobs;
};

std::optional<std::string> text_of(const std::string& path) {
    std::ifstream file(path);
    return file ? std::optional(std::string(std::istreambuf_iterator<char>(file), {})) : std::nullopt;
}

/// Returns the problem of that name in the folder `shaders`, so that templates can be tried without a build.
Result<dp::Recurrence> problem_of(const std::string& name, const std::string& shaders) {
    const std::string path = shaders + "/dp/problems/" + name + ".glsl";
    const auto texts = [shaders](std::string_view file) { return text_of(shaders + "/" + std::string(file)); };
    VKALGO_TRY(auto read, compiler::read_recurrence(text_of(path).value_or(""), path));
    return dp::Recurrence::of(std::move(read), [texts](dp::CompiledRecurrence& recurrence, const std::string& module) {
        return compiler::assemble_module(recurrence, module, texts);
    });
}

}  // namespace

// An exception (no memory for the JSON) ends the program.
int main(int argc, char** argv) {  // NOLINT(bugprone-exception-escape)
    BatchBenchArguments arguments;
    parse(argc, argv, arguments, [&](const std::string& word, const char* value) {
        if (value == nullptr) {
            return 0;
        }
        const auto number = static_cast<std::uint32_t>(std::atoi(value));
        if (word == "--pairs") {
            arguments.setup.pairs = number;
        } else if (word == "--length") {
            arguments.setup.length = number;
        } else if (word == "--case") {
            arguments.setup.only = value;
        } else if (word == "--method") {
            arguments.setup.method = value;
        } else if (word == "--registers") {
            arguments.knobs.registers = number;
        } else if (word == "--lanes") {
            arguments.knobs.lanes = number;
        } else if (word == "--workgroup") {
            arguments.knobs.workgroup = number;
        } else if (word == "--workgroups") {
            arguments.knobs.groups_per_dispatch = number;
        } else if (word == "--shaders") {
            arguments.shaders = value;
        } else {
            return 0;
        }
        return 2;
    });
    ContextOptions options;
    options.device = arguments.device;
    const auto context = value_of(Context::create(options));
    Runner runner = value_of(Runner::create(*context));
    Json result = head_of("vkalgo_bench_batch", *context, arguments);
    BenchSettings settings;
    settings.repeat = arguments.repetitions;
    BatchSetup setup = arguments.setup;
    const BatchSetup usual = batch_setup(scale_of(context->profile(), false));
    setup.pairs = setup.pairs != 0 ? setup.pairs : usual.pairs;
    setup.length = setup.length != 0 ? setup.length : usual.length;
    setup.peers = false;
    setup.knobs = &arguments.knobs;
    if (!arguments.shaders.empty()) {
        setup.recurrence = [&](const std::string& name) { return problem_of(name, arguments.shaders); };
    }
    const std::vector<Measurement> rows = value_of(bench_batches(runner, settings, setup));
    if (rows.empty()) {
        std::fprintf(stderr, "vkalgo_bench_batch: no case '%s'; give edit, reads or protein\n", setup.only.c_str());
        return 2;
    }
    const int status = write_rows(rows, result, arguments);
    for (const Measurement& row : rows) {
        if (row.ran()) {
            std::printf("%s: %s; wall %.3f ms, sending %.3f\n", row.name.c_str(), row.about.c_str(),
                        row.facts["wall_ms"]["median"].get<double>(), row.facts["upload_ms"].get<double>());
        }
    }
    return status;
}
