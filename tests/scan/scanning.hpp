#pragma once

#include "algorithms/scan/scan.hpp"
#include "algorithms/scan/scan_reference.hpp"
#include "algorithms/scan/scan_tuning.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/support/guarded_buffer.hpp"
#include "tests/support/random.hpp"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

namespace vkalgo::test {

inline constexpr ElementType kScanTypes[] = {ElementType::u32, ElementType::i32, ElementType::u64,
                                             ElementType::i64, ElementType::f32, ElementType::f64};
inline constexpr ScanOperator kScanOperators[] = {ScanOperator::add, ScanOperator::min, ScanOperator::max};
inline constexpr ScanKind kScanKinds[] = {ScanKind::inclusive, ScanKind::exclusive};
inline constexpr const char* kScanMethods[] = {"look-back", "reduce-then-scan"};
inline constexpr std::size_t kScanSizes[] = {0, 1, 7, 8, 9, 31, 32, 33, 255, 256, 257, 1023, 1025, 10007};

/// One input: elements as bytes, and a bit per element.
struct ScanInput {
    std::vector<std::uint8_t> values;
    std::vector<std::uint32_t> heads;
    std::uint64_t count = 0;
};

/// Makes an element of make_scan_input() from a random word. For min and max, some elements are neighbouring numbers,
/// which in f64 differ only in the low word of their bits.
template <class T>
T make_scan_float(ScanOperator op, std::uint32_t word) {
    using Limits = std::numeric_limits<T>;
    if (op != ScanOperator::add && word % 64 < 12) {
        const T huge = static_cast<T>(1e30);
        const T special[] = {T{0},
                             -T{0},
                             Limits::quiet_NaN(),
                             -Limits::quiet_NaN(),
                             huge,
                             -huge,
                             std::nextafter(huge, T{0}),
                             -std::nextafter(huge, T{0}),
                             T{7} + 4 * Limits::epsilon(),
                             -T{7} - 4 * Limits::epsilon(),
                             Limits::denorm_min(),
                             -Limits::denorm_min()};
        return special[word % 64];
    }
    return static_cast<T>(static_cast<int>(word % 15) - 7);
}

/// Makes an input. Elements of f32 and f64 are small integers, so that every sum is exact in any order. For min and max
/// some elements are zeros of both signs, NaN, or huge, tiny or neighbouring numbers.
inline ScanInput make_scan_input(const ScanOptions& options, std::uint64_t count, std::uint64_t seed,
                                 std::uint32_t segment = 100) {
    SplitMix64 random(seed * 1000 + count);
    ScanInput input;
    input.count = count;
    input.values.resize(count * size_of(options.type));
    for (std::uint64_t i = 0; i < count; ++i) {
        std::uint64_t bits = random.next();
        if (options.type == ElementType::f32) {
            bits = std::bit_cast<std::uint32_t>(make_scan_float<float>(options.op, random.next32()));
        } else if (options.type == ElementType::f64) {
            bits = std::bit_cast<std::uint64_t>(make_scan_float<double>(options.op, random.next32()));
        }
        std::memcpy(input.values.data() + i * size_of(options.type), &bits, size_of(options.type));
    }
    // Segments of `segment` elements on average. Some vectors contain several heads.
    input.heads.resize(scan_heads_bytes(count) / 4);
    for (std::uint64_t i = 0; i < count; ++i) {
        if (random.below(segment) == 0) {
            input.heads[i / 32] |= 1u << (i % 32);
        }
    }
    return input;
}

/// Guarded buffers for one scan. The buffers that only the scan writes are filled with poison.
struct ScanBuffers {
    ScanBuffers(Runner& runner, const ScanPlan& wanted, const ScanInput& in)
        : plan(wanted),
          input(in),
          values(runner, in.values),
          results(runner, plan.values_bytes),
          heads(runner, in.heads),
          scratch(runner, plan.scratch_bytes),
          total(runner, size_of(plan.options.type)) {}

    ScanArguments arguments(bool in_place = false) const {
        return {.values = sized(values, plan.values_bytes),
                .results = sized(in_place ? values : results, plan.values_bytes),
                .heads = plan.options.segmented ? heads.view() : BufferView{},
                .scratch = scratch.view(),
                .count = plan.count,
                .total = total.view()};
    }

    /// Expects that the results of the first `present` elements and the total are the reference's, that later elements
    /// are unchanged and that the guards are intact.
    void expect(const std::string& what, std::uint64_t present, bool in_place = false) const {
        constexpr std::uint32_t kPoison[] = {GuardedBuffer::kPoison, GuardedBuffer::kPoison};
        const std::size_t bytes = size_of(plan.options.type);
        const ScanOutput expected = take(
            scan_reference(std::as_bytes(std::span(input.values)).first(present * bytes), input.heads, plan.options),
            "reference");
        const std::vector<std::uint8_t> got = (in_place ? values : results).values<std::uint8_t>(plan.values_bytes);
        for (std::uint64_t i = 0; i < plan.count * bytes; i += bytes) {
            if (i < present * bytes) {
                ASSERT_EQ(std::memcmp(got.data() + i, expected.results.data() + i, bytes), 0)
                    << what << ": element " << i / bytes << " of " << present << ": got " << text(got.data() + i)
                    << ", expected " << text(expected.results.data() + i);
            } else {
                const void* unchanged = in_place ? static_cast<const void*>(input.values.data() + i) : kPoison;
                ASSERT_EQ(std::memcmp(got.data() + i, unchanged, bytes), 0)
                    << what << ": element " << i / bytes << " after the first " << present;
            }
        }
        const std::vector<std::uint8_t> sum = total.values<std::uint8_t>(bytes);
        ASSERT_EQ(std::memcmp(sum.data(), expected.total.data(), bytes), 0)
            << what << ": total of " << present << ": got " << text(sum.data()) << ", expected "
            << text(expected.total.data());
        values.expect_intact("values");
        results.expect_intact("results");
        heads.expect_intact("heads");
        scratch.expect_intact("scratch");
        total.expect_intact("total");
    }

    template <class Byte>
    std::string text(const Byte* at) const {
        if (plan.options.type == ElementType::f32) {
            float value = 0;
            std::memcpy(&value, at, 4);
            return std::to_string(value);
        }
        if (plan.options.type == ElementType::f64) {
            double value = 0;
            std::memcpy(&value, at, 8);
            return std::to_string(value);
        }
        std::uint64_t value = 0;
        std::memcpy(&value, at, size_of(plan.options.type));
        return std::to_string(value);
    }

    static BufferView sized(const GuardedBuffer& buffer, std::uint64_t bytes) {
        return {buffer.view().buffer, buffer.view().offset, std::max<std::uint64_t>(bytes, 4)};
    }

    ScanPlan plan;
    const ScanInput& input;
    GuardedBuffer values;
    GuardedBuffer results;
    GuardedBuffer heads;
    GuardedBuffer scratch;
    GuardedBuffer total;
};

inline std::string scan_words(const ScanOptions& options) {
    return options.method + ", " + to_string(options.kind) + (options.segmented ? " segmented " : " ") +
           to_string(options.op) + " of " + to_string(options.type);
}

/// Scans by a runner and compares with the reference.
inline void scan_and_compare(Runner& runner, const ScanOptions& options, const ScanTuning& tuning, const Scan& scan,
                             const ScanInput& input, bool in_place = false, const std::string& what = "") {
    const ScanPlan plan = take(plan_tuned_scan({options, input.count}, runner.context().profile(), tuning), "plan");
    const ScanBuffers buffers(runner, plan, input);
    ASSERT_OK(runner.run([&](Recorder& recorder) { return scan.record(recorder, buffers.arguments(in_place)); }));
    buffers.expect(scan_words(options) + " " + what, input.count, in_place);
}

}  // namespace vkalgo::test
