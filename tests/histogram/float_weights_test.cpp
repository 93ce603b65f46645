// Sums of f32 weights: exact, and rounded once.
#include "algorithms/histogram/histogram_call.hpp"
#include "algorithms/histogram/quantiles.hpp"
#include "tests/histogram/counting.hpp"

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

/// Adds doubles exactly and rounds once: Shewchuk, Adaptive Precision Floating-Point Arithmetic, as Python's fsum.
class ExactSum {
public:
    void add(double number) {
        if (!std::isfinite(number)) {
            special_ += number;
            return;
        }
        std::size_t kept = 0;
        for (double part : parts_) {
            if (std::abs(number) < std::abs(part)) {
                std::swap(number, part);
            }
            const double high = number + part;
            const double low = part - (high - number);
            if (low != 0) {
                parts_[kept++] = low;
            }
            number = high;
        }
        parts_.resize(kept);
        parts_.push_back(number);
    }

    double value() const {
        if (special_ != 0) {
            return special_;
        }
        std::size_t left = parts_.size();
        double high = left == 0 ? 0 : parts_[--left];
        double low = 0;
        while (left > 0 && low == 0) {
            const double before = high;
            const double part = parts_[--left];
            high = before + part;
            low = part - (high - before);
        }
        // A sum that was rounded as a tie is none if the next lower part has the sign of `low`.
        if (left > 0 && low * parts_[left - 1] > 0) {
            const double twice = low * 2;
            const double other = high + twice;
            high = other - high == twice ? other : high;
        }
        return high;
    }

private:
    std::vector<double> parts_;
    double special_ = 0;
};

/// Returns finite f32 numbers of any exponent.
std::vector<float> wild_weights(std::size_t count, std::uint64_t seed) {
    std::vector<float> weights;
    for (const std::uint32_t word : random_words(count, seed)) {
        const auto weight = std::bit_cast<float>(word);
        weights.push_back(std::isfinite(weight) ? weight : 1.0F);
    }
    return weights;
}

struct Weighted {
    HistogramOptions options;
    std::vector<std::uint8_t> bytes;
    std::vector<float> weights;
    std::vector<std::uint32_t> offsets;

    std::uint64_t count() const { return weights.size(); }
};

Weighted weighted(HistogramOptions options, std::vector<float> weights, std::uint64_t seed,
                  std::vector<std::uint32_t> offsets = {}) {
    options.weights = HistogramWeights::f32;
    options.segments = offsets.empty() ? 0 : static_cast<std::uint32_t>(offsets.size() - 1);
    auto bytes = make_values(options.type, Distribution::uniform, weights.size() * options.channels, seed);
    return {std::move(options), std::move(bytes), std::move(weights), std::move(offsets)};
}

class FloatWeights : public DeviceTest {
protected:
    /// Returns the counters of each histogram, added to `start` if there is one. `times` is the number of recordings in
    /// one command buffer.
    static std::vector<double> sums_of(Runner& runner, const Weighted& job, const std::vector<double>& start = {},
                                       int times = 1) {
        const HistogramPlan plan = take(plan_histogram({job.options, job.count()}, runner.context().profile()), "plan");
        const Histogram histogram = take(Histogram::create(runner.context(), job.options));
        const GuardedBuffer values(runner, job.bytes);
        const GuardedBuffer offsets(runner, job.offsets);
        const GuardedBuffer weights(runner, job.weights);
        const GuardedBuffer scratch(runner, plan.scratch_bytes);
        const GuardedBuffer counts(runner, plan.counts_bytes);
        if (!start.empty()) {
            take(runner.upload(counts.view(), std::as_bytes(std::span(start))));
        }
        take(runner.run([&](Recorder& recorder) -> Result<void> {
            for (int turn = 0; turn < times; ++turn) {
                VKALGO_CHECK(histogram.record(recorder, {.values = values.view(),
                                                         .counts = counts.view(),
                                                         .scratch = scratch.view(),
                                                         .count = job.count(),
                                                         .add_to_counts = turn != 0 || !start.empty(),
                                                         .offsets = offsets.view(),
                                                         .weights = weights.view()}));
            }
            return {};
        }));
        counts.expect_intact("counts");
        scratch.expect_intact("scratch");
        return counts.values<double>(std::size_t{plan.histograms} * plan.counters);
    }

    static void run_and_compare(Runner& runner, const Weighted& job, const std::string& what) {
        const BinRule rule = take(rule_of(job.options));
        const std::size_t counters = rule.bins + (is_float(rule.type) ? 2u : 1u);
        const std::size_t value_bytes = size_of(rule.type);
        std::vector<ExactSum> exact(histograms_of(job.options) * counters);
        for (std::size_t value = 0; value < job.bytes.size() / value_bytes; ++value) {
            std::uint64_t bits = 0;
            std::memcpy(&bits, job.bytes.data() + value * value_bytes, value_bytes);
            std::size_t histogram = value % job.options.channels;
            if (!job.offsets.empty()) {
                const auto above = std::upper_bound(job.offsets.begin(), job.offsets.end(), value);
                if (above == job.offsets.begin() || above == job.offsets.end()) {
                    continue;
                }
                histogram = static_cast<std::size_t>(above - job.offsets.begin() - 1);
            }
            const float weight = job.weights[value / job.options.channels];
            exact[histogram * counters + bin_of(rule, bits)].add(weight);
            if (rule.type == ElementType::f32 && std::isnan(std::bit_cast<float>(static_cast<std::uint32_t>(bits)))) {
                exact[histogram * counters + rule.bins + 1].add(weight);
            }
        }
        const std::vector<double> sums = sums_of(runner, job);
        const auto references =
            take(histogram_reference_sums(std::as_bytes(std::span(job.bytes)), job.options, job.offsets, job.weights));
        for (std::size_t counter = 0; counter < sums.size(); ++counter) {
            const std::string where = what + ": counter " + std::to_string(counter);
            ASSERT_EQ(sums[counter], exact[counter].value()) << where;
            // The difference from the sequential sum is at most the error of that sum, n eps times the sum of the
            // magnitudes.
            const HistogramSums& reference = references[counter / counters];
            const double error = std::abs(sums[counter] - reference.sums[counter % counters]);
            ASSERT_LE(error,
                      std::ldexp(reference.magnitudes[counter % counters], -52) * static_cast<double>(job.count()))
                << where;
        }
    }
};

}  // namespace

TEST_F(FloatWeights, AddUpExactly) {
    for (const std::size_t count : {0u, 1u, 7u, 8u, 9u, 31u, 32u, 33u, 255u, 256u, 257u, 1023u, 1025u, 40'009u}) {
        for (const std::uint32_t bins : {1u, 3u, 300u, 30'000u}) {
            run_and_compare(runner(), weighted({.type = ElementType::u16, .bins = bins}, wild_weights(count, 3), 1),
                            std::to_string(count) + " into " + std::to_string(bins));
            if (HasFatalFailure()) {
                return;
            }
        }
    }
    std::vector<float> tame(50'021);
    SplitMix64 random(5);
    for (float& weight : tame) {
        weight = std::ldexp(static_cast<float>(random.next32() >> 8), -24) - 0.25F;
    }
    run_and_compare(runner(), weighted({.type = ElementType::f32, .bins = 10}, tame, 1), "tame");
    run_and_compare(runner(), weighted({.type = ElementType::u64, .bins = 10}, tame, 1), "64 bits");
    run_and_compare(runner(), weighted({.channels = 3}, tame, 1), "channels");
    run_and_compare(runner(), weighted({.type = ElementType::f32, .bins = 20}, tame, 1, {5, 5, 6, 40'000, 50'000}),
                    "segments");
}

TEST_F(FloatWeights, AddUpWindowByWindow) {
    ValidatedContext context(short_binding_options());
    Runner own = take(Runner::create(*context));
    run_and_compare(own, weighted({.type = ElementType::u16, .bins = 100}, wild_weights(20'011, 3), 1), "windows");
}

TEST_F(FloatWeights, AddUpIfEachPixelCarriesThroughAllDigits) {
    // Each value is NaN, which adds to two counters: the values outside and NaN. Each sum alternately falls below 0 and
    // rises to 0 again. So each addition carries through every digit, and takes as many loop iterations as the plan
    // assumes. There are more pixels than one workgroup processes.
    ValidatedContext context(short_loop_options());
    Runner own = take(Runner::create(*context));
    Weighted job;
    job.options = {.type = ElementType::f32, .bins = 3, .blocks = 1, .weights = HistogramWeights::f32};
    job.weights.resize(1'100'000);
    const HistogramPlan plan = take(plan_histogram({job.options, job.count()}, context->profile()));
    EXPECT_GT(plan.chunks, 1u);
    for (std::size_t pixel = 0; pixel < job.weights.size(); ++pixel) {
        const float least = std::numeric_limits<float>::denorm_min();
        job.weights[pixel] = pixel % plan.pixels_per_chunk / plan.threads % 2 == 0 ? -least : least;
    }
    const std::vector<float> values(job.count(), std::numeric_limits<float>::quiet_NaN());
    job.bytes.resize(values.size() * sizeof(float));
    std::memcpy(job.bytes.data(), values.data(), job.bytes.size());
    run_and_compare(own, job, "carries");
}

TEST_F(FloatWeights, DoNotDependOnTheOrderOfPixels) {
    Weighted job = weighted({.type = ElementType::u8, .bins = 5}, wild_weights(30'011, 7), 2);
    const std::vector<double> sums = sums_of(runner(), job);
    SplitMix64 random(9);
    for (std::size_t pixel = job.count() - 1; pixel > 0; --pixel) {
        const std::size_t other = random.below(static_cast<std::uint32_t>(pixel + 1));
        std::swap(job.weights[pixel], job.weights[other]);
        std::swap(job.bytes[pixel], job.bytes[other]);
    }
    EXPECT_EQ(sums_of(runner(), job), sums);
}

TEST_F(FloatWeights, RoundOnceAndTiesToEven) {
    const float least = std::numeric_limits<float>::denorm_min();
    const float most = std::numeric_limits<float>::max();
    const float infinity = std::numeric_limits<float>::infinity();
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const float big = 0x1p60F;  // The next larger double differs by 2^8
    const float half = 0x1p7F;
    const float next = 0x1.000002p60F;
    struct Case {
        std::vector<float> weights;
        double sum;
    };
    const std::vector<Case> cases{{{}, 0},
                                  {{-0.0F}, 0},
                                  {{0.1F}, double{0.1F}},
                                  {{least}, double{least}},
                                  {{-least, -least}, -2 * double{least}},
                                  {{most, most, most}, 3 * double{most}},
                                  {{most, least, -most}, double{least}},
                                  {{-most, -most, most, least}, -double{most}},
                                  {{big, half}, 0x1p60},
                                  {{big, half, least}, 0x1.0000000000001p60},
                                  {{big, half, -least}, 0x1p60},
                                  {{big, half, half, half}, 0x1.0000000000002p60},
                                  {{-big, -half}, -0x1p60},
                                  {{-big, -half, -least}, -0x1.0000000000001p60},
                                  {{next, -half, least}, 0x1.000002p60},
                                  {{next, -half, -half, -half}, 0x1.000001ffffffep60},
                                  {{1, infinity, -most}, infinity},
                                  {{-infinity, -infinity}, -infinity},
                                  {{infinity, 3, -infinity}, nan},
                                  {{infinity, nan}, nan},
                                  {{-nan, 1}, nan}};
    Weighted job;
    job.options = {.type = ElementType::u8, .weights = HistogramWeights::f32};
    for (std::size_t bin = 0; bin < cases.size(); ++bin) {
        for (const float weight : cases[bin].weights) {
            job.bytes.push_back(static_cast<std::uint8_t>(bin));
            job.weights.push_back(weight);
        }
    }
    const auto expect = [&](const std::vector<double>& sums, const std::string& what) {
        for (std::size_t bin = 0; bin < cases.size(); ++bin) {
            const double sum = cases[bin].sum;
            EXPECT_TRUE(std::isnan(sum) ? std::isnan(sums[bin]) : sums[bin] == sum)
                << what << ", case " << bin << ": " << sums[bin] << " is not " << sum;
        }
        EXPECT_FALSE(std::signbit(sums[1]));
    };
    const std::vector<double> sums = sums_of(runner(), job);
    expect(sums, "once");
    // The result of earlier recordings counts as one more number. Weights of 0 leave it unchanged.
    Weighted none = job;
    none.weights.assign(job.count(), 0);
    expect(sums_of(runner(), none, sums), "again");
    // The easy call gives the same sums.
    HistogramCallOptions call{.float_weights = job.weights};
    const HistogramResult result = take(histogram(runner(), std::span(job.bytes), call));
    expect(result.sums, "call");
    EXPECT_TRUE(result.counts.empty());
    EXPECT_ERROR(quantiles(result, std::vector<double>{0.5}), ErrorCode::invalid_argument);
}

TEST_F(FloatWeights, AddToEarlierSumsWithOneMoreRounding) {
    for (const std::uint64_t seed : {1u, 2u, 3u}) {
        const Weighted job = weighted({.type = ElementType::u8, .bins = 64}, wild_weights(3'001, seed), seed);
        const BinRule rule = take(rule_of(job.options));
        const std::vector<double> once = sums_of(runner(), job);
        std::vector<ExactSum> exact(once.size());
        for (std::size_t pixel = 0; pixel < job.count(); ++pixel) {
            exact[bin_of(rule, job.bytes[pixel])].add(job.weights[pixel]);
        }
        EXPECT_EQ(sums_of(runner(), job, {}, 2), sums_of(runner(), job, once));
        // Adds to sums of the opposite sign and of other magnitudes, too.
        for (const double factor : {1.0, -1.0, std::ldexp(1.0, -40), 0.0}) {
            std::vector<double> start = once;
            for (double& sum : start) {
                sum *= factor;
            }
            const std::vector<double> sums = sums_of(runner(), job, start);
            for (std::size_t counter = 0; counter < sums.size(); ++counter) {
                ExactSum expected = exact[counter];
                expected.add(start[counter]);
                ASSERT_EQ(sums[counter], expected.value()) << counter << " of factor " << factor;
            }
        }
    }
}

TEST_F(FloatWeights, KeepEarlierSumsOfEveryExponent) {
    Weighted job;
    job.options = {.type = ElementType::u8, .weights = HistogramWeights::f32};
    job.bytes = {5};
    job.weights = {0};
    SplitMix64 random(3);
    for (const double sign : {1.0, -1.0}) {
        // A sum has as many bits as a double holds, but none below the smallest f32. Its first and last bits are set.
        std::vector<double> start(257);
        for (int counter = 0; counter < 257; ++counter) {
            const int bits = std::min(counter + 1, 53);
            const std::uint64_t first = std::uint64_t{1} << (bits - 1);
            const auto mantissa = static_cast<double>(first | (random.next() & (first - 1)) | 1);
            start[static_cast<std::size_t>(counter)] = sign * std::ldexp(mantissa, counter - 149 - (bits - 1));
        }
        EXPECT_EQ(sums_of(runner(), job, start), start);
    }
}

TEST_F(FloatWeights, AreAddedPartByPartIfMemoryIsShort) {
    const Weighted job = weighted({.type = ElementType::f32, .bins = 9}, wild_weights(60'011, 4), 6);
    HistogramCallOptions call{.histogram = job.options, .float_weights = job.weights};
    call.call.memory_limit = 120'000;
    const HistogramResult result = take(histogram(runner(), std::as_bytes(std::span(job.bytes)), call));
    EXPECT_GT(result.parts, 2u);
    EXPECT_LE(result.report.device_bytes, call.call.memory_limit);
    const auto reference =
        take(histogram_reference_sums(std::as_bytes(std::span(job.bytes)), job.options, {}, job.weights))[0];
    std::vector<double> sums = result.sums;
    sums.push_back(result.outside_sums[0]);
    sums.push_back(result.nan_sums[0]);
    for (std::size_t bin = 0; bin < sums.size(); ++bin) {
        ASSERT_NEAR(sums[bin], reference.sums[bin], std::ldexp(reference.magnitudes[bin], -50)) << bin;
    }
    const std::vector<std::uint32_t> words(job.count());
    call.weights = words;
    EXPECT_ERROR(histogram(runner(), std::as_bytes(std::span(job.bytes)), call), ErrorCode::invalid_argument);
    call.weights = {};
    call.float_weights = call.float_weights.first(7);
    EXPECT_ERROR(histogram(runner(), std::as_bytes(std::span(job.bytes)), call), ErrorCode::invalid_argument);
    EXPECT_ERROR(HistogramCounter::create(runner(), call), ErrorCode::invalid_argument);
}

}  // namespace vkalgo::test
