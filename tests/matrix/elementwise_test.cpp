#include "algorithms/matrix/elementwise.hpp"

#include "algorithms/matrix/elementwise_call.hpp"
#include "tests/matrix/multiplying.hpp"

#include <gtest/gtest.h>

namespace vkalgo::test {

class Elementwises : public DeviceTest {};

namespace {

constexpr ElementwiseOperator kOperators[] = {ElementwiseOperator::add, ElementwiseOperator::subtract,
                                              ElementwiseOperator::multiply};

/// Returns whether the numbers are equal or both are NaN; the other bits of a NaN may differ.
template <class T>
bool same_or_both_nan(T got, T expected) {
    if constexpr (std::is_integral_v<T>) {
        return got == expected;
    } else {
        const double x = static_cast<double>(got), y = static_cast<double>(expected);
        return (std::isnan(x) && std::isnan(y)) || x == y;
    }
}

void operate_and_compare(Runner& runner, const ElementwiseOptions& options, std::uint64_t count, bool in_place) {
    const Elementwise operation = take(Elementwise::create(runner.context(), options));
    const std::uint64_t bytes = count * size_of(options.type);
    const std::vector<std::uint8_t> a = random_elements(options.type, bytes, count + 1);
    const std::vector<std::uint8_t> b = random_elements(options.type, bytes, count + 2);
    const GuardedBuffer on_a(runner, a), on_b(runner, b), results(runner, bytes);
    const GuardedBuffer& to = in_place ? on_a : results;
    ASSERT_OK(runner.run([&](Recorder& recorder) {
        return operation.record(recorder, {.a = on_a.view(), .b = on_b.view(), .results = to.view(), .count = count});
    }));
    const std::vector<std::byte> expected =
        elementwise_reference(options, std::as_bytes(std::span(a)), std::as_bytes(std::span(b)));
    with_type(options.type, [&](auto sample) {
        using T = decltype(sample);
        const std::vector<T> got = to.values<T>(count);
        for (std::size_t i = 0; i < count; ++i) {
            T right;
            std::memcpy(&right, expected.data() + i * sizeof(T), sizeof(T));
            ASSERT_TRUE(same_or_both_nan(got[i], right))
                << to_string(options.op) << " of " << to_string(options.type) << ", element " << i << " of " << count
                << ": got " << static_cast<double>(got[i]) << ", expected " << static_cast<double>(right);
        }
    });
    for (const GuardedBuffer* buffer : {&on_a, &on_b, &results}) {
        buffer->expect_intact(to_string(options.type));
    }
}

}  // namespace

TEST_F(Elementwises, AgreeWithTheReferenceForEveryTypeOperatorAndSize) {
    for (std::size_t type = 0; type < kElementTypeNames.size(); ++type) {
        for (const ElementwiseOperator op : kOperators) {
            const ElementwiseOptions options{static_cast<ElementType>(type), op};
            if (options.type == ElementType::f64 && !context().profile().float64) {
                continue;
            }
            for (const std::uint64_t count : {0u, 1u, 2u, 3u, 4u, 5u, 15u, 16u, 17u, 257u, 4097u, 10007u}) {
                operate_and_compare(runner(), options, count, count % 2 == 1);
                if (HasFatalFailure()) {
                    return;
                }
            }
        }
    }
}

TEST_F(Elementwises, RoundF16OnceForAllExponents) {
    // All exponents: sums that overflow, vanish or need rounding.
    std::vector<std::uint16_t> a, b;
    SplitMix64 random(5);
    for (int i = 0; i < 40000; ++i) {
        a.push_back(static_cast<std::uint16_t>(random.next32()));
        b.push_back(static_cast<std::uint16_t>(random.next32()));
    }
    const GuardedBuffer on_a(runner(), a), on_b(runner(), b), results(runner(), a.size() * 2);
    for (const ElementwiseOperator op : kOperators) {
        const ElementwiseOptions options{ElementType::f16, op};
        const Elementwise operation = take(Elementwise::create(context(), options));
        ASSERT_OK(runner().run([&](Recorder& recorder) {
            return operation.record(recorder,
                                    {.a = on_a.view(), .b = on_b.view(), .results = results.view(), .count = a.size()});
        }));
        const std::vector<std::byte> expected =
            elementwise_reference(options, std::as_bytes(std::span(a)), std::as_bytes(std::span(b)));
        const std::vector<Half> got = results.values<Half>(a.size());
        for (std::size_t i = 0; i < a.size(); ++i) {
            Half right;
            std::memcpy(&right, expected.data() + 2 * i, 2);
            ASSERT_TRUE(same_or_both_nan(got[i], right))
                << to_string(op) << " of " << static_cast<double>(Half::of_bits(a[i])) << " and "
                << static_cast<double>(Half::of_bits(b[i])) << ": got " << static_cast<double>(got[i]) << ", expected "
                << static_cast<double>(right);
        }
    }
}

TEST_F(Elementwises, TakeAsManyDispatchesAsBindingsRequire) {
    ContextOptions narrowed = aligned_options();
    narrowed.narrow = [before = narrowed.narrow](DeviceProfile& profile) {
        if (before) {
            before(profile);
        }
        profile.max_storage_range = 4096;
    };
    ValidatedContext own(narrowed);
    Runner own_runner = take(Runner::create(*own));
    for (const ElementType type : {ElementType::f32, ElementType::u8, ElementType::i64}) {
        operate_and_compare(own_runner, {type, ElementwiseOperator::subtract}, 9001, false);
    }
}

TEST_F(Elementwises, AreRefusedByADeviceWithoutBuffers) {
    DeviceProfile profile = context().profile();
    profile.max_buffer = 0;
    profile.larger_allocations = false;
    const auto plan = plan_elementwise_call({}, 8, {}, profile);
    ASSERT_FALSE(plan);
    EXPECT_EQ(plan.error().code, ErrorCode::too_large);
    EXPECT_EQ(plan.error().where, "count") << "a higher memory_limit does not help";
}

TEST_F(Elementwises, RefuseInvalidArguments) {
    ContextOptions narrowed = test_options();
    narrowed.narrow = [](DeviceProfile& profile) { profile.float64 = false; };
    ValidatedContext own(narrowed);
    EXPECT_ERROR(Elementwise::create(*own, {.type = ElementType::f64}), ErrorCode::unsupported);
    const Elementwise add = take(Elementwise::create(context(), {}));
    const GuardedBuffer buffer(runner(), 64);
    const BufferView half = buffer.view().slice(0, 32);
    const auto refuse = [&](const ElementwiseArguments& arguments) {
        EXPECT_ERROR(runner().run([&](Recorder& recorder) { return add.record(recorder, arguments); }),
                     ErrorCode::invalid_argument);
    };
    refuse({.a = half, .b = half, .results = {}, .count = 8});
    refuse({.a = half, .b = half, .results = half, .count = 9});
    refuse({.a = buffer.view().slice(16, 32), .b = half, .results = half, .count = 8});
    EXPECT_ERROR(runner().run([&](Recorder& recorder) {
        return add.record(recorder, {.a = half, .b = half, .results = half, .count = ~std::uint64_t{0}});
    }),
                 ErrorCode::too_large);
    EXPECT_ERROR(Elementwise{}.access({}), ErrorCode::invalid_argument);
}

}  // namespace vkalgo::test
