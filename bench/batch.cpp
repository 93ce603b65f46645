// vkalgo_bench_batch: times many alignments at once, GPU time by timestamps and wall time with transfers. A sample of
// the answers is computed again on the CPU in the same run.
//
//     vkalgo_bench_batch [--device NAME] [--json FILE] [--repetitions R] [--pairs N] [--length N] [--case NAME]
//                        [--method NAME] [--registers R] [--lanes L] [--workgroup W] [--workgroups G]
//                        [--shaders FOLDER]
//
// --pairs, --length   of the case `edit` (default 100,000 pairs of length 1,000; on a software device 200 of 300); the
//                     sizes of the other cases follow from them
// --case              run only one case: edit, reads or protein
// --method            use this method instead of the fastest possible one (of `edit`, whose second run is by team)
// --registers         rows per lane of methods team and packed-f16 (1 to 8), instead of their choice
// --lanes             lanes per problem (team), or per pair of problems (packed-f16: a power of two)
// --workgroup         invocations per workgroup of method packed-f16
// --workgroups        workgroups per dispatch of method packed-f16; each processes several sets of pairs
// --shaders           use the templates and problems of this folder, which is like shaders/, instead of those built in
#include "algorithms/dp/batch.hpp"

#include "algorithms/dp/method/testing.hpp"
#include "bench/harness/harness.hpp"
#include "compiler/assemble.hpp"
#include "engine/clock.hpp"
#include "engine/runner.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

namespace {

using namespace vkalgo;
using namespace vkalgo::bench;

struct BatchBenchArguments : Arguments {
    std::uint32_t pairs = 0, length = 0;
    std::string only, method, shaders;
    dp::TestKnobs knobs;
};

/// Letters of proteins in NCBI's matrices, and the gap costs that go with BLOSUM62.
constexpr std::uint32_t kLetters = 24;
constexpr std::int64_t kOpen = 11, kExtend = 1;

struct Case {
    std::string name;
    dp::Recurrence recurrence;
    dp::ArrayList x{ElementType::u8}, y{ElementType::u8}, score{ElementType::i32};
    std::vector<std::int32_t> matrix;
    bool solution = false;
    std::string method;
    /// Computes the answer of problem p on the CPU.
    std::function<std::int64_t(std::size_t p)> expected;

    dp::Batch batch() const {
        dp::Batch made{x.size(), {{"x", x.view()}, {"y", y.view()}}};
        if (!matrix.empty()) {
            made.inputs.emplace("score", score.view());
            made.params = {{"alphabet", dp::Number(std::uint64_t{kLetters})},
                           {"open", dp::Number(std::int64_t{kOpen})},
                           {"extend", dp::Number(std::int64_t{kExtend})}};
        }
        return made;
    }
    std::span<const std::uint8_t> text(const dp::BatchInput& input, std::size_t p) const {
        const auto bytes = input.data.subspan(input.offsets[p], input.length(p));
        return {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
    }
};

std::int64_t distance(std::span<const std::uint8_t> x, std::span<const std::uint8_t> y) {
    std::vector<std::int64_t> row(y.size() + 1);
    for (std::size_t j = 0; j < row.size(); ++j) {
        row[j] = static_cast<std::int64_t>(j);
    }
    for (std::size_t i = 1; i <= x.size(); ++i) {
        std::int64_t diagonal = row[0];
        row[0] = static_cast<std::int64_t>(i);
        for (std::size_t j = 1; j <= y.size(); ++j) {
            const std::int64_t up = row[j];
            row[j] = std::min({diagonal + (x[i - 1] == y[j - 1] ? 0 : 1), up + 1, row[j - 1] + 1});
            diagonal = up;
        }
    }
    return row.back();
}

std::int64_t local_score(std::span<const std::uint8_t> x, std::span<const std::uint8_t> y,
                         const std::vector<std::int32_t>& score) {
    constexpr std::int64_t kNone = -1'000'000;
    std::vector<std::int64_t> h(y.size() + 1, 0), f(y.size() + 1, kNone);
    std::int64_t best = 0;
    for (const std::uint8_t a : x) {
        std::int64_t diagonal = 0;
        std::int64_t e = kNone;
        std::int64_t left = 0;
        for (std::size_t j = 1; j <= y.size(); ++j) {
            e = std::max(e, left - kOpen) - kExtend;
            f[j] = std::max(f[j], h[j] - kOpen) - kExtend;
            const std::int64_t own = std::max({std::int64_t{0}, diagonal + score[kLetters * a + y[j - 1]], e, f[j]});
            diagonal = h[j];
            h[j] = left = own;
            best = std::max(best, own);
        }
    }
    return best;
}

/// Draws texts; the second is the first with about one letter in twenty changed.
void fill(Case& one, std::uint32_t pairs, std::uint32_t length, std::uint32_t letters) {
    Random random(1);
    std::vector<std::uint8_t> x(length), y;
    for (std::uint32_t p = 0; p < pairs; ++p) {
        y.clear();
        for (std::uint8_t& letter : x) {
            letter = static_cast<std::uint8_t>(random.below(letters));
            const std::uint64_t change = random.below(60);
            if (change != 0) {
                y.push_back(change == 1 ? static_cast<std::uint8_t>(random.below(letters)) : letter);
            }
            if (change == 2) {
                y.push_back(letter);
            }
        }
        one.x.add(std::span<const std::uint8_t>(x));
        one.y.add(std::span<const std::uint8_t>(y));
    }
}

void time_case(Runner& runner, const Case& one, const BatchBenchArguments& arguments, Json& rows) {
    const int repetitions = arguments.repetitions;
    const dp::Batch batch = one.batch();
    dp::BatchOptions options{.method = one.method.empty() ? arguments.method : one.method,
                             .solution = one.solution,
                             .cells = one.solution,
                             .knobs = &arguments.knobs};
    (void)value_of(dp::solve_batch(runner, one.recurrence, batch, options));  // Creates kernels and memory
    std::vector<double> wall;
    dp::BatchSolution solved;
    for (int run = 0; run < repetitions; ++run) {
        const auto begin = std::chrono::steady_clock::now();
        solved = value_of(dp::solve_batch(runner, one.recurrence, batch, options));
        const double took = milliseconds_since(begin);
        wall.push_back(took);
    }
    const double sent = solved.call.upload_milliseconds;
    options.call.repeat = repetitions;
    options.call.warm_up = true;
    solved = value_of(dp::solve_batch(runner, one.recurrence, batch, options));
    const Spread gpu = spread_of(solved.call.gpu_milliseconds);
    const Spread all = spread_of(wall);
    std::printf("%-10s %-12s %-9s %9zu pairs  gpu %10.3f ms = %9.2f GCUPS   wall %10.3f ms, sending %.3f\n",
                one.name.c_str(), solved.method.c_str(), one.solution ? "tracebacks" : "answers", batch.count,
                gpu.median, solved.table_cells / gpu.median / 1e6, all.median, sent);
    for (const SpanTime& span : solved.call.spans) {
        std::printf("    last chunk: %-10s %10.3f ms\n", span.name.c_str(), span.milliseconds);
    }
    std::printf("    %s\n", solved.plan_summary.c_str());
    std::fflush(stdout);
    rows.push_back({{"case", one.name},
                    {"method", solved.method},
                    {"tracebacks", one.solution},
                    {"n", batch.count},
                    {"cells", solved.table_cells},
                    {"gpu_ms", json_of(gpu)},
                    {"wall_ms", json_of(all)}});
    for (std::size_t p = 0; p < batch.count; p += std::max<std::size_t>(1, batch.count / 100)) {
        const auto answer = solved.answer(p);
        const std::int64_t own =
            answer ? std::visit([](auto number) { return static_cast<std::int64_t>(number); }, *answer) : -1;
        if (own != one.expected(p)) {
            std::fprintf(stderr, "vkalgo_bench_batch: %s: problem %zu gives %lld, not %lld\n", one.name.c_str(), p,
                         static_cast<long long>(own), static_cast<long long>(one.expected(p)));
            std::exit(4);
        }
    }
}

std::optional<std::string> text_of(const std::string& path) {
    std::ifstream file(path);
    return file ? std::optional(std::string(std::istreambuf_iterator<char>(file), {})) : std::nullopt;
}

/// Returns the problem; if `shaders` names a folder, the problem in it, so that templates can be tried without a build.
dp::Recurrence problem_of(const std::string& name, const std::string& shaders) {
    if (shaders.empty()) {
        return value_of(dp::Recurrence::builtin(name));
    }
    const std::string path = shaders + "/dp/problems/" + name + ".glsl";
    const auto texts = [shaders](std::string_view file) { return text_of(shaders + "/" + std::string(file)); };
    return dp::Recurrence::of(value_of(compiler::read_recurrence(text_of(path).value_or(""), path)),
                              [texts](dp::CompiledRecurrence& recurrence, const std::string& module) {
                                  return compiler::assemble_module(recurrence, module, texts);
                              });
}

Case edit_case(const std::string& name, std::uint32_t pairs, std::uint32_t length, const std::string& shaders) {
    Case one{name, problem_of("edit-distance", shaders)};
    fill(one, pairs, length, 4);
    return one;
}

Case protein_case(std::uint32_t pairs, std::uint32_t length, const std::string& shaders) {
    Case one{"protein", problem_of("align-local", shaders)};
    fill(one, pairs, length, 20);
    Random random(2);
    for (std::uint32_t k = 0; k < kLetters * kLetters; ++k) {
        one.matrix.push_back(k % (kLetters + 1) == 0 ? 5 : static_cast<std::int32_t>(random.below(6)) - 4);
    }
    one.score.add(std::span<const std::int32_t>(one.matrix));
    return one;
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
            arguments.pairs = number;
        } else if (word == "--length") {
            arguments.length = number;
        } else if (word == "--case") {
            arguments.only = value;
        } else if (word == "--method") {
            arguments.method = value;
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
    const bool software = context->profile().type == DeviceType::software;
    const std::uint32_t pairs = arguments.pairs != 0 ? arguments.pairs : software ? 200 : 100'000;
    const std::uint32_t length = arguments.length != 0 ? arguments.length : software ? 300 : 1000;
    Json rows = Json::array();
    const auto time = [&](Case one) {
        const dp::BatchInput x = one.x.view();
        const dp::BatchInput y = one.y.view();
        one.expected = [&](std::size_t p) {
            return one.matrix.empty() ? distance(one.text(x, p), one.text(y, p))
                                      : local_score(one.text(x, p), one.text(y, p), one.matrix);
        };
        time_case(runner, one, arguments, rows);
        return one;
    };
    const auto wanted = [&](const char* name) { return arguments.only.empty() || arguments.only == name; };
    if (wanted("edit")) {
        Case one = time(edit_case("edit", pairs, length, arguments.shaders));
        one.method = "team";
        (void)time(std::move(one));
    }
    if (wanted("reads")) {
        Case one = time(edit_case("reads", pairs * 10, length * 3 / 20, arguments.shaders));
        one.solution = true;
        (void)time(std::move(one));
    }
    if (wanted("protein")) {
        (void)time(protein_case(pairs, length / 2, arguments.shaders));
    }
    result["cases"] = std::move(rows);
    return write_json(result, arguments);
}
