#pragma once

#include "algorithms/histogram/histogram.hpp"
#include "algorithms/histogram/histogram_reference.hpp"
#include "tests/histogram/inputs.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/support/guarded_buffer.hpp"

#include <optional>
#include <string>

namespace vkalgo::test {

/// Returns options of a device whose bindings are short enough for several windows of some thousand values, and begin
/// at multiples of 256 bytes.
inline ContextOptions short_binding_options() {
    ContextOptions options = test_options();
    options.narrow = [](DeviceProfile& profile) {
        profile.max_storage_range = 16'384;
        profile.shared_memory = 16'384;
        profile.storage_offset_alignment = 256;
    };
    return options;
}

/// Returns options of a device whose invocations end after as many loop iterations as llvmpipe's, so that plans have
/// several chunks.
inline ContextOptions short_loop_options() {
    ContextOptions options = test_options();
    options.narrow = [](DeviceProfile& profile) { profile.max_loop_iterations = 65'535; };
    return options;
}

/// Guarded buffers for one histogram. At first `counts` and `scratch` contain poison.
struct CountBuffers {
    CountBuffers(Runner& runner, const HistogramOptions& options, const std::vector<std::uint8_t>& bytes)
        : count(bytes.size() / size_of(options.type)),
          plan(take(plan_histogram({options, count}, runner.context().profile()), "plan")),
          values(runner, bytes),
          counts(runner, plan.counts_bytes),
          scratch(runner, plan.scratch_bytes),
          edges(runner, edge_words(plan.rule)) {}

    HistogramArguments arguments() const {
        return {.values = values.view(),
                .counts = counts.view(),
                .scratch = scratch.view(),
                .count = count,
                .edges = edges.view()};
    }

    /// Expects that `counts` holds the reference's counts multiplied by `times`, and that the guards of the values, the
    /// counts and the scratch are intact.
    void expect(const HistogramOptions& options, const std::vector<std::uint8_t>& bytes, const std::string& what,
                std::uint64_t times = 1) const {
        const HistogramCounts expected =
            take(histogram_reference(std::as_bytes(std::span(bytes)), options), "reference");
        const std::vector<std::uint32_t> got = counts.values<std::uint32_t>(plan.counters);
        for (std::size_t bin = 0; bin < plan.rule.bins; ++bin) {
            ASSERT_EQ(got[bin], expected.counts[bin] * times)
                << what << ": bin " << bin << " of " << count << " values";
        }
        ASSERT_EQ(got[plan.rule.bins], expected.outside * times) << what << ": outside";
        if (is_float(options.type)) {
            ASSERT_EQ(got.back(), expected.nan * times) << what << ": NaN";
        }
        values.expect_intact("values");
        counts.expect_intact("counts");
        scratch.expect_intact("scratch");
    }

    std::uint64_t count;
    HistogramPlan plan;
    GuardedBuffer values;
    GuardedBuffer counts;
    GuardedBuffer scratch;
    GuardedBuffer edges;
};

/// Counts by a runner and compares with the reference.
inline void count_and_compare(Runner& runner, const Histogram& histogram, const std::vector<std::uint8_t>& bytes,
                              const std::string& what) {
    const CountBuffers buffers(runner, histogram.options(), bytes);
    ASSERT_OK(runner.run([&](Recorder& recorder) { return histogram.record(recorder, buffers.arguments()); }));
    buffers.expect(histogram.options(), bytes, what);
}

}  // namespace vkalgo::test
