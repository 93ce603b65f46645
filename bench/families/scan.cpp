#include "algorithms/scan/scan.hpp"

#include "algorithms/scan/scan_reference.hpp"
#include "bench/cases/family.hpp"
#include "engine/context.hpp"
#include "formats/random_array.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::bench {
using namespace vkalgo::cli;

namespace {

struct ScanCase {
    const char* name = "";
    ScanOptions options;
    std::optional<Comparison> comparison;
};

std::uint64_t count_of(Scale scale) {
    return scale == Scale::quick ? 100'000 : std::uint64_t{1} << (scale == Scale::software ? 20 : 28);
}

std::vector<ScanCase> scan_cases() {
    return {
        {"scan-u32", {}, {}},
        {"scan-u32-exclusive", {.kind = ScanKind::exclusive}, {}},
        {"scan-u32-max", {.op = ScanOperator::max}, {}},
        {"scan-u32-segmented", {.segmented = true}, {}},
        {"scan-u32-two-passes", {.method = "reduce-then-scan"}, Comparison{"scan-u32", {}, true}},
    };
}

/// One input for all cases, on host and device, and a buffer for the results.
struct ScanInput {
    std::vector<std::byte> values;
    std::vector<std::uint32_t> heads;
    Buffer values_buffer;
    Buffer heads_buffer;
    Buffer results;

    Result<void> draw(Runner& runner, std::uint64_t count, std::uint64_t seed) {
        values = random_array(*element_type_from("u32"), count, Distribution::uniform, seed).data;
        // A segment begins at about every 1,000th element.
        heads.assign(scan_heads_bytes(count) / sizeof(std::uint32_t), 0);
        SplitMix64 random(seed);
        for (std::uint64_t i = 0; i < count; i += 1 + random.next() % 2000) {
            heads[i / 32] |= 1U << (i % 32);
        }
        VKALGO_TRY(values_buffer, runner.upload_new(values, "values"));
        VKALGO_TRY(heads_buffer, runner.upload_new(std::as_bytes(std::span(heads)), "heads"));
        VKALGO_TRY(results, Buffer::create(runner.context(), {.size = values.size(), .name = "results"}));
        return {};
    }
};

/// Returns the bytes of device memory that values, results, heads and staging take. The plan's scratch memory is not
/// included.
std::uint64_t held_bytes(const ScanPlan& plan) {
    return 2 * plan.values_bytes + scan_heads_bytes(plan.count) +
           Runner::staging_bytes(plan.values_bytes, plan.values_bytes);
}

std::string difference_of(std::span<const std::byte> got, std::span<const std::byte> expected) {
    const auto [ours, theirs] = std::mismatch(got.begin(), got.end(), expected.begin());
    return ours == got.end() ? std::string()
                             : fmt::format("result {} (counted from 0) differs from the reference's",
                                           static_cast<std::size_t>(ours - got.begin()) / sizeof(std::uint32_t));
}

Result<void> measure(Runner& runner, const ScanCase& timed, const BenchSettings& settings, ScanInput& input,
                     Measurement& row) {
    Context& context = runner.context();
    const std::uint64_t device = context.profile().device_memory;
    const std::uint64_t limit = settings.memory_limit == 0 ? device : std::min(settings.memory_limit, device);
    const auto plan = plan_scan({.options = timed.options, .count = row.n}, context.profile());
    if (!plan) {
        row.skipped = plan.error().message;
        return {};
    }
    row.method = plan->method_name();
    row.device_bytes = held_bytes(*plan) + plan->scratch_bytes;
    if (limit != 0 && row.device_bytes > limit) {
        row.skipped =
            fmt::format("needs {} bytes of device memory, but only {} are available", row.device_bytes, limit);
        return {};
    }
    if (input.values.empty()) {
        VKALGO_CHECK(input.draw(runner, row.n, row.seed));
    }
    VKALGO_TRY(const Scan scan, Scan::create(context, timed.options));
    Buffer scratch;
    if (plan->scratch_bytes != 0) {
        VKALGO_TRY(scratch, Buffer::create(context, {.size = plan->scratch_bytes, .name = "scratch"}));
    }
    ScanArguments arguments{.values = input.values_buffer.view(),
                            .results = input.results.view(),
                            .scratch = scratch.view(),
                            .count = row.n};
    if (timed.options.segmented) {
        arguments.heads = input.heads_buffer.view();
    }
    VKALGO_TRY(row.gpu_ms,
               runner.measure([&](Recorder& recorder) { return scan.record(recorder, arguments); }, settings.repeat));
    std::vector<std::byte> got(input.values.size());
    VKALGO_CHECK(runner.download(input.results.view().slice(0, got.size()), got));
    VKALGO_TRY(const ScanOutput expected, scan_reference(input.values, input.heads, timed.options));
    row.difference = difference_of(got, expected.results);
    row.verified_against = "the CPU reference of scan";
    row.about = fmt::format("{} of {} elements", plural(plan->tiles, "tile"), plan->tile_elements);
    return {};
}

Result<std::vector<Measurement>> run(Runner& runner, const BenchSettings& settings,
                                     const std::function<void(std::size_t, std::size_t)>& seen) {
    const std::vector<ScanCase> cases = scan_cases();
    std::vector<Measurement> rows;
    ScanInput input;
    for (const ScanCase& timed : cases) {
        Measurement row;
        row.family = "scan";
        row.name = timed.name;
        row.method = timed.options.method;
        row.n = count_of(settings.scale);
        row.seed = settings.seed;
        row.work = static_cast<double>(row.n);
        row.unit = "values";
        row.comparison = timed.comparison;
        VKALGO_CHECK(measure(runner, timed, settings, input, row));
        rows.push_back(std::move(row));
        if (seen) {
            seen(rows.size(), cases.size());
        }
    }
    return rows;
}

}  // namespace

const BenchFamily& bench_family_scan();
const BenchFamily& bench_family_scan() {
    static const BenchFamily family = {.name = "scan", .about = "prefix sums of 32-bit integers", .run = run};
    return family;
}

}  // namespace vkalgo::bench
