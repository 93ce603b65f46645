#include "bench/cases/histogram_cases.hpp"

#include "algorithms/histogram/histogram.hpp"
#include "algorithms/histogram/histogram_method.hpp"
#include "algorithms/histogram/histogram_reference.hpp"
#include "engine/context.hpp"
#include "support/numbers.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace vkalgo::bench {
using namespace vkalgo::cli;

namespace {

/// Values on the host and on the device, kept for the next cases that use the same values.
struct Values {
    const HistogramCase* of = nullptr;
    std::uint64_t seed = 0;
    std::vector<std::byte> data;
    HistogramCounts expected;
    Buffer buffer;

    bool serve(const HistogramCase& timed) const {
        return of != nullptr && of->type == timed.type && of->count == timed.count &&
               of->distribution == timed.distribution;
    }
};

std::uint64_t default_count(Scale scale) {
    return scale == Scale::quick ? 100'000 : scale == Scale::software ? 1u << 20 : 56'975'000;
}

std::optional<double> histogram_target(Distribution distribution) {
    switch (distribution) {
        case Distribution::uniform:
            return 0.066;
        case Distribution::constant:
            return 0.055;
        case Distribution::sorted:
            return 0.11;
        case Distribution::zipf:
            return 0.145;
        default:
            return std::nullopt;
    }
}

HistogramCase histogram_case(ElementType type, std::uint64_t count, Distribution distribution,
                             const std::string& method) {
    HistogramCase made;
    made.name = fmt::format("{}-{}-{}", to_string(type), to_string(distribution), method);
    made.type = type;
    made.count = count;
    made.distribution = distribution;
    made.method = method;
    return made;
}

/// Returns the bytes of device memory that values, counts and staging take. Scratch memory (the tables of method
/// two-kernel) is not included.
std::uint64_t held_bytes(const HistogramCase& timed, const HistogramPlan& plan) {
    const std::uint64_t values = histogram_values_bytes(timed.type, timed.count);
    return values + plan.counts_bytes + Runner::staging_bytes(values, plan.counts_bytes) + 64;
}

Result<void> draw(Runner& runner, const HistogramCase& timed, std::uint64_t seed, Values& values) {
    values = Values{};
    values.seed = seed;
    Array drawn = random_array(*element_type_from(to_string(timed.type)), timed.count, timed.distribution, seed);
    values.data = std::move(drawn.data);
    HistogramOptions options;
    options.type = timed.type;
    VKALGO_TRY(values.expected, histogram_reference(values.data, options));
    values.data.resize(static_cast<std::size_t>(histogram_values_bytes(timed.type, timed.count)));
    VKALGO_TRY(values.buffer, runner.upload_new(values.data, "values"));
    values.of = &timed;
    return {};
}

std::string difference_of(const std::vector<std::uint32_t>& counted, const HistogramCounts& expected) {
    for (std::size_t bin = 0; bin < expected.counts.size(); ++bin) {
        if (counted[bin] != expected.counts[bin]) {
            return fmt::format("bin {} has {}, but the reference has {}", bin, counted[bin], expected.counts[bin]);
        }
    }
    return counted.back() == expected.outside ? std::string()
                                              : fmt::format("{} outside the range, but the reference has {}",
                                                            plural(counted.back(), "value"), expected.outside);
}

Result<void> time(Runner& runner, const HistogramCase& timed, const BenchSettings& settings, Values& values,
                  Measurement& row) {
    Context& context = runner.context();
    HistogramParams params;
    params.options.type = timed.type;
    params.options.method = timed.method;
    params.count = timed.count;
    auto plan = plan_histogram(params, context.profile());
    const std::uint64_t device = context.profile().device_memory;
    const std::uint64_t limit = settings.memory_limit == 0 ? device : std::min(settings.memory_limit, device);
    if (plan && limit != 0) {
        const std::uint64_t held = held_bytes(timed, *plan);
        if (held > limit) {
            row.skipped = fmt::format("needs {} bytes of device memory, but only {} are available", held, limit);
            return {};
        }
        params.options.max_scratch = (limit - held) / 2 / 16 * 16 + 1;
        plan = plan_histogram(params, context.profile());
    }
    if (!plan) {
        row.skipped = plan.error().message;
        return {};
    }
    if (!values.serve(timed)) {
        VKALGO_CHECK(draw(runner, timed, settings.seed, values));
    }
    row.seed = values.seed;
    VKALGO_TRY(const Histogram histogram, Histogram::create(context, params.options));
    VKALGO_TRY(const Buffer counts, Buffer::create(context, {.size = plan->counts_bytes, .name = "counts"}));
    Buffer scratch;
    if (plan->scratch_bytes != 0) {
        VKALGO_TRY(scratch, Buffer::create(context, {.size = plan->scratch_bytes, .name = "tables"}));
    }
    VKALGO_TRY(row.gpu_ms, runner.measure(
                               [&](Recorder& recorder) {
                                   return histogram.record(recorder, {.values = values.buffer.view(),
                                                                      .counts = counts.view(),
                                                                      .scratch = scratch.view(),
                                                                      .count = timed.count});
                               },
                               settings.repeat));
    std::vector<std::uint32_t> words(std::size_t{plan->rule.bins} + 1);
    VKALGO_CHECK(runner.download(counts.view().slice(0, plan->counts_bytes), std::as_writable_bytes(std::span(words))));
    row.difference = difference_of(words, values.expected);
    row.verified_against = "the CPU reference of histogram";
    row.about = fmt::format("{}, {} invocations per workgroup, {}", plan->method->name, plan->threads,
                            plan->blocks != 0 ? plural(plan->blocks, "section") : plural(plan->chunks, "chunk"));
    row.device_bytes = held_bytes(timed, *plan) + plan->scratch_bytes;
    return {};
}

}  // namespace

std::vector<HistogramCase> histogram_cases(Scale scale) {
    const std::uint64_t count = default_count(scale);
    std::vector<HistogramCase> cases;
    for (const Distribution distribution :
         {Distribution::uniform, Distribution::constant, Distribution::sorted, Distribution::zipf}) {
        for (const std::string method : {"auto", "atomic"}) {
            cases.push_back(histogram_case(ElementType::u16, count, distribution, method));
            if (method == "auto" && scale == Scale::gpu) {
                cases.back().target_ms = histogram_target(distribution);
            }
        }
        if (distribution == Distribution::uniform) {
            const std::string automatic = cases[cases.size() - 2].name;
            cases.push_back(histogram_case(ElementType::u16, count, distribution, "two-kernel"));
            cases.back().comparison = Comparison{automatic, {}, true};
            if (scale == Scale::software) {
                cases.back().comparison->limit = 10;
            }
        }
    }
    const std::uint64_t bytes = scale == Scale::gpu ? 1u << 30 : count;
    cases.push_back(histogram_case(ElementType::u8, bytes, Distribution::uniform, "auto"));
    if (scale == Scale::gpu) {
        cases.back().target_ms = 0.285;
    }
    return cases;
}

Result<std::vector<Measurement>> bench_histogram(Runner& runner, const BenchSettings& settings,
                                                 const std::function<void(std::size_t, std::size_t)>& seen) {
    const std::vector<HistogramCase> cases = histogram_cases(settings.scale);
    std::vector<Measurement> rows;
    Values values;
    BenchSettings own = settings;
    for (const HistogramCase& timed : cases) {
        Measurement row;
        row.family = "histogram";
        row.name = timed.name;
        row.method = timed.method;
        row.n = timed.count;
        row.work = static_cast<double>(timed.count);
        row.unit = "values";
        row.comparison = timed.comparison;
        row.target_ms = timed.target_ms;
        VKALGO_CHECK(time(runner, timed, own, values, row));
        rows.push_back(std::move(row));
        ++own.seed;
        if (seen) {
            seen(rows.size(), cases.size());
        }
    }
    return rows;
}

}  // namespace vkalgo::bench
