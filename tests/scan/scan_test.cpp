#include "tests/scan/scanning.hpp"
#include "tests/support/effort.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

namespace vkalgo::test {

class Scans : public DeviceTest, public ::testing::WithParamInterface<std::string> {
protected:
    ScanOptions options(ElementType type, ScanOperator op = ScanOperator::add, ScanKind kind = ScanKind::inclusive,
                        bool segmented = false) const {
        return {.type = type, .op = op, .kind = kind, .segmented = segmented, .method = GetParam()};
    }
    /// Returns a tuning with small tiles, so that few elements make many tiles.
    ScanTuning small(const ScanOptions& wanted) const {
        ScanTuning tuning = scan_tuning(wanted, context().profile());
        tuning.threads = 2 * tuning.lanes;
        tuning.vectors = 2;
        tuning.chunks = 7;
        return tuning;
    }
};

TEST_P(Scans, AgreeWithTheReferenceForEveryTypeOperatorKindAndSize) {
    for (const ElementType type : kScanTypes) {
        for (const ScanOperator op : kScanOperators) {
            if (type == ElementType::f64 && op == ScanOperator::add && !context().profile().float64) {
                continue;
            }
            if (!deep() && (static_cast<unsigned>(type) + static_cast<unsigned>(op)) % 3 != 0) {
                continue;
            }
            for (const ScanKind kind : kScanKinds) {
                for (const bool segmented : {false, true}) {
                    // A software device takes long to compile a kernel. So for each type and operator only two of the
                    // four pairs of kind and segmentation are tested; the other two are tested with other types and
                    // operators.
                    const auto turn = static_cast<unsigned>(type) + static_cast<unsigned>(op);
                    if ((kind == ScanKind::inclusive) != (segmented == (turn % 2 == 0))) {
                        continue;
                    }
                    const ScanOptions wanted = options(type, op, kind, segmented);
                    const ScanTuning tuning = small(wanted);
                    const Scan scan = take(create_tuned_scan(context(), wanted, tuning));
                    for (const std::size_t size : kScanSizes) {
                        const ScanInput input = make_scan_input(wanted, size, 1 + size % 3);
                        scan_and_compare(runner(), wanted, tuning, scan, input, size % 2 == 0);
                        if (HasFatalFailure()) {
                            return;
                        }
                    }
                }
            }
        }
    }
}

TEST_P(Scans, AgreeWithTheTilesThatTheDeviceGets) {
    for (const ElementType type : {ElementType::u32, ElementType::u64, ElementType::f32}) {
        for (const bool segmented : {type == ElementType::u64}) {
            const ScanOptions wanted = options(type, ScanOperator::add, ScanKind::exclusive, segmented);
            const ScanTuning tuning = scan_tuning(wanted, context().profile());
            const Scan scan = take(Scan::create(context(), wanted));
            const std::uint64_t tile = take(plan_scan({wanted, 1}, context().profile())).tile_elements;
            for (const std::uint64_t size : {tile - 1, tile, tile + 1, 5 * tile - 3, 40 * tile + 5}) {
                for (std::uint64_t seed = 1; seed <= 3; ++seed) {
                    const ScanInput input = make_scan_input(wanted, size, seed, 3000);
                    scan_and_compare(runner(), wanted, tuning, scan, input, seed == 2);
                    if (HasFatalFailure()) {
                        return;
                    }
                }
            }
        }
    }
}

TEST_P(Scans, AgreeAtEveryLaneWidthThroughSharedMemory) {
    for (const std::uint32_t lanes : {8u, 16u, 32u, 64u, 128u}) {
        for (const ElementType type : {lanes % 32 == 0 ? ElementType::i64 : ElementType::u32}) {
            const ScanOptions wanted = options(type, ScanOperator::add, ScanKind::inclusive, lanes != 16);
            ScanTuning tuning = small(wanted);
            tuning.shared_lanes = true;
            tuning.lanes = lanes;
            tuning.threads = std::max(32u, lanes);
            tuning.vectors = 3;
            const Scan scan = take(create_tuned_scan(context(), wanted, tuning));
            for (const std::size_t size : {1u, 33u, 1025u, 3001u}) {
                scan_and_compare(runner(), wanted, tuning, scan, make_scan_input(wanted, size, 2), size == 33,
                                 std::to_string(lanes) + " lanes");
                if (HasFatalFailure()) {
                    return;
                }
            }
        }
    }
}

TEST_P(Scans, AgreeIfATileEndsWithinAWordOfHeads) {
    const ScanOptions wanted = options(ElementType::u64, ScanOperator::add, ScanKind::inclusive, true);
    ScanTuning tuning = small(wanted);
    tuning.shared_lanes = true;
    tuning.lanes = 4;
    tuning.threads = 8;
    tuning.vectors = 1;
    const Scan scan = take(create_tuned_scan(context(), wanted, tuning));
    for (const std::size_t size : {15u, 16u, 17u, 48u, 1025u}) {
        scan_and_compare(runner(), wanted, tuning, scan, make_scan_input(wanted, size, 2, 3), size == 48);
    }
}

TEST_P(Scans, AgreeIfATeamIsPartOfASubgroup) {
    ContextOptions narrowed = test_options();
    narrowed.narrow = [](DeviceProfile& profile) { profile.subgroup_size_control = false; };
    ValidatedContext context(narrowed);
    Runner runner = take(Runner::create(*context));
    const ScanOptions wanted = options(ElementType::u32);
    ScanTuning tuning = scan_tuning(wanted, context->profile());
    if (tuning.shared_lanes || tuning.lanes < 8) {
        GTEST_SKIP() << "no subgroups to be divided";
    }
    tuning.threads = 2 * tuning.lanes;
    tuning.lanes /= 2;
    tuning.vectors = 2;
    const Scan scan = take(create_tuned_scan(*context, wanted, tuning));
    scan_and_compare(runner, wanted, tuning, scan, make_scan_input(wanted, 3001, 2));
}

TEST_P(Scans, AgreeWithTilesOfMoreVectorsThanThisDeviceGets) {
    // On GPUs an invocation has eight vectors of a tile with segments. Their head bits fill a word for u32, and half a
    // word for u64. The first two tiles below have one vector more than one word of head bits has room for. Without
    // segments, look-back has 24 vectors per invocation.
    struct Tile {
        ElementType type;
        bool segmented;
        std::uint32_t vectors;
    };
    for (const Tile& tile :
         {Tile{ElementType::u32, true, 9}, Tile{ElementType::u64, true, 17}, Tile{ElementType::u32, false, 24}}) {
        if (!kEveryKernel && tile.type != ElementType::u64) {
            continue;
        }
        const ScanOptions wanted = options(tile.type, ScanOperator::add, ScanKind::inclusive, tile.segmented);
        ScanTuning tuning = small(wanted);
        tuning.vectors = tile.vectors;
        const Scan scan = take(create_tuned_scan(context(), wanted, tuning));
        const std::uint64_t elements = take(plan_tuned_scan({wanted, 1}, context().profile(), tuning)).tile_elements;
        for (const std::uint64_t size : {elements - 1, elements, 3 * elements + 5}) {
            for (const std::uint32_t segment : {30u, 700u}) {
                scan_and_compare(runner(), wanted, tuning, scan, make_scan_input(wanted, size, 4, segment),
                                 segment == 30, std::to_string(tile.vectors) + " vectors");
                if (HasFatalFailure()) {
                    return;
                }
            }
        }
    }
}

TEST_P(Scans, ScanTwiceInOneCommandBufferWithOneScratch) {
    const ScanOptions wanted = options(ElementType::u32);
    const ScanTuning tuning = small(wanted);
    const Scan scan = take(create_tuned_scan(context(), wanted, tuning));
    const auto plan_of = [&](const ScanInput& input) {
        return take(plan_tuned_scan({wanted, input.count}, context().profile(), tuning));
    };
    const ScanInput first_input = make_scan_input(wanted, 3001, 1);
    const ScanInput second_input = make_scan_input(wanted, 7003, 2);
    const ScanBuffers first(runner(), plan_of(first_input), first_input);
    const ScanBuffers second(runner(), plan_of(second_input), second_input);
    ASSERT_OK(runner().run([&](Recorder& recorder) -> Result<void> {
        ScanArguments arguments = first.arguments();
        arguments.scratch = second.scratch.view();
        VKALGO_CHECK(scan.record(recorder, arguments));
        return scan.record(recorder, second.arguments());
    }));
    first.expect("first", first_input.count);
    second.expect("second", second_input.count);
}

TEST_P(Scans, TakeTheirCountFromTheDevice) {
    for (const bool in_place : {false, true}) {
        const ScanOptions wanted = options(ElementType::i32, ScanOperator::max, ScanKind::exclusive, in_place);
        const ScanTuning tuning = small(wanted);
        const Scan scan = take(create_tuned_scan(context(), wanted, tuning));
        const ScanInput input = make_scan_input(wanted, 5003, 4);
        const ScanPlan plan = take(plan_tuned_scan({wanted, input.count}, context().profile(), tuning));
        for (const std::uint32_t present : {0u, 1u, 15u, 128u, 4099u, 5003u, 4294967295u}) {
            const GuardedBuffer counts(runner(), std::vector<std::uint32_t>{7, 7, 7, present, 7});
            const ScanBuffers buffers(runner(), plan, input);
            ASSERT_OK(runner().run([&](Recorder& recorder) {
                ScanArguments arguments = buffers.arguments(in_place);
                arguments.count_buffer = counts.view().slice(12, 4);
                return scan.record(recorder, arguments);
            }));
            buffers.expect("indirect " + std::to_string(present), std::min<std::uint64_t>(present, 5003), in_place);
            if (HasFatalFailure()) {
                return;
            }
        }
    }
}

TEST_P(Scans, WriteTheTotalAtAnyMultipleOfFour) {
    const ScanOptions wanted = options(ElementType::u64);
    const ScanTuning tuning = small(wanted);
    const Scan scan = take(create_tuned_scan(context(), wanted, tuning));
    for (const std::size_t size : {0u, 1u, 2000u}) {
        const ScanInput input = make_scan_input(wanted, size, 5);
        const ScanPlan plan = take(plan_tuned_scan({wanted, input.count}, context().profile(), tuning));
        const ScanBuffers buffers(runner(), plan, input);
        const GuardedBuffer words(runner(), std::vector<std::uint32_t>(9, 77));
        ASSERT_OK(runner().run([&](Recorder& recorder) {
            ScanArguments arguments = buffers.arguments();
            arguments.total = words.view().slice(20, 8);
            return scan.record(recorder, arguments);
        }));
        std::uint64_t sum = 0;
        for (std::size_t i = 0; i < size; ++i) {
            std::uint64_t value = 0;
            std::memcpy(&value, input.values.data() + 8 * i, 8);
            sum += value;
        }
        std::vector<std::uint32_t> expected(9, 77);
        expected[5] = static_cast<std::uint32_t>(sum);
        expected[6] = static_cast<std::uint32_t>(sum >> 32);
        EXPECT_EQ(words.values<std::uint32_t>(9), expected) << size;
        words.expect_intact("total");
    }
}

/// Adds numbers from 0 to 1, and compares with sums in a wider type.
template <class T>
void add_real_numbers(Runner& runner, const ScanOptions& wanted, const ScanTuning& tuning, double tolerance) {
    const Scan scan = take(create_tuned_scan(runner.context(), wanted, tuning));
    SplitMix64 random(11);
    std::vector<T> values(20011);
    for (T& value : values) {
        value = static_cast<T>(static_cast<T>(random.next() >> 11) * T{0x1p-53});
    }
    ScanInput input;
    input.count = values.size();
    input.values.resize(values.size() * sizeof(T));
    std::memcpy(input.values.data(), values.data(), input.values.size());
    const ScanPlan plan = take(plan_tuned_scan({wanted, input.count}, runner.context().profile(), tuning));
    const ScanBuffers buffers(runner, plan, input);
    ASSERT_OK(runner.run([&](Recorder& recorder) { return scan.record(recorder, buffers.arguments()); }));
    const std::vector<T> got = buffers.results.template values<T>(values.size());
    long double sum = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        sum += static_cast<long double>(values[i]);
        const auto difference = static_cast<double>(static_cast<long double>(got[i]) - sum);
        ASSERT_LE(std::abs(difference), static_cast<double>(sum) * tolerance) << i;
    }
}

TEST_P(Scans, AddRealNumbersWithinTheirRoundingErrors) {
    const ScanOptions single = options(ElementType::f32);
    add_real_numbers<float>(runner(), single, small(single), 0x1p-20);
    if (context().profile().float64) {
        const ScanOptions wide = options(ElementType::f64);
        add_real_numbers<double>(runner(), wide, small(wide), 0x1p-47);
    }
}

TEST_P(Scans, OfF64AgreeWithTheReferenceForEveryOperator) {
    struct Wanted {
        ScanOperator op;
        ScanKind kind;
        bool segmented;
    };
    for (const Wanted& each :
         {Wanted{ScanOperator::add, ScanKind::exclusive, false}, Wanted{ScanOperator::add, ScanKind::inclusive, true},
          Wanted{ScanOperator::min, ScanKind::exclusive, true}}) {
        if (each.op == ScanOperator::add && !context().profile().float64) {
            continue;
        }
        const ScanOptions wanted = options(ElementType::f64, each.op, each.kind, each.segmented);
        const ScanTuning tuning = small(wanted);
        const Scan scan = take(create_tuned_scan(context(), wanted, tuning));
        for (const std::size_t size : kScanSizes) {
            scan_and_compare(runner(), wanted, tuning, scan, make_scan_input(wanted, size, 5 + size % 3, 20),
                             size % 2 != 0);
            if (HasFatalFailure()) {
                return;
            }
        }
    }
}

TEST_P(Scans, AddF64WithoutSubgroups) {
    if (!context().profile().float64) {
        GTEST_SKIP() << "no 64-bit floating-point numbers";
    }
    const ScanOptions wanted = options(ElementType::f64);
    ScanTuning tuning = small(wanted);
    tuning.shared_lanes = true;
    tuning.lanes = 8;
    tuning.threads = 32;
    const Scan scan = take(create_tuned_scan(context(), wanted, tuning));
    scan_and_compare(runner(), wanted, tuning, scan, make_scan_input(wanted, 3001, 2));
}

class LookBack : public DeviceTest {};

TEST_F(LookBack, NeedsNoOtherWorkgroupToMakeProgress) {
    // The first workgroups to start get the last tiles. Nearly every tile before these has published nothing. With a
    // patience of 0 a workgroup does not wait for such a tile, but computes its sum itself. That must work in place
    // too, where the owner of a tile overwrites the tile as soon as it can.
    for (const ElementType type : {ElementType::u32, ElementType::i64, ElementType::f64}) {
        if (type == ElementType::f64 && !context().profile().float64) {
            continue;
        }
        for (const bool segmented : {false, true}) {
            const ScanOptions wanted{.type = type, .segmented = segmented, .method = "look-back"};
            ScanTuning tuning = scan_tuning(wanted, context().profile());
            tuning.threads = 2 * tuning.lanes;
            tuning.vectors = 2;
            tuning.order = ScanTuning::Order::reversed;
            tuning.patience = 0;
            const Scan scan = take(create_tuned_scan(context(), wanted, tuning));
            for (const std::size_t size : {1u, 200u, 7001u}) {
                for (const bool in_place : {false, true}) {
                    scan_and_compare(runner(), wanted, tuning, scan, make_scan_input(wanted, size, 3, 900), in_place);
                    if (HasFatalFailure()) {
                        return;
                    }
                }
            }
        }
    }
}

TEST_F(LookBack, SeesTheSumsThatComeWhileItWaits) {
    // There are three tiles. While the last one waits for the second, the second publishes its sum and waits for the
    // first. That wait is long on a software device, since few workgroups run at a time.
    for (const bool shared : {false, true}) {
        const ScanOptions wanted{.type = ElementType::u32, .method = "look-back"};
        ScanTuning tuning = scan_tuning(wanted, context().profile());
        tuning.shared_lanes |= shared;
        tuning.threads = 2 * tuning.lanes;
        tuning.vectors = 2;
        tuning.order = ScanTuning::Order::reversed;
        tuning.patience = 500;
        const Scan scan = take(create_tuned_scan(context(), wanted, tuning));
        const std::uint64_t tile = take(plan_tuned_scan({wanted, 1}, context().profile(), tuning)).tile_elements;
        const ScanInput input = make_scan_input(wanted, 3 * tile, 1);
        const ScanPlan plan = take(plan_tuned_scan({wanted, input.count}, context().profile(), tuning));
        ASSERT_EQ(plan.windows, 1u);
        const ScanBuffers buffers(runner(), plan, input);
        constexpr std::uint32_t kTimes = 50;
        const GuardedBuffer totals(runner(), std::vector<std::uint32_t>(kTimes));
        ASSERT_OK(runner().run([&](Recorder& recorder) -> Result<void> {
            for (std::uint32_t k = 0; k < kTimes; ++k) {
                ScanArguments arguments = buffers.arguments();
                arguments.total = totals.view().slice(4 * k, 4);
                VKALGO_CHECK(scan.record(recorder, arguments));
            }
            return scan.record(recorder, buffers.arguments());
        }));
        buffers.expect(shared ? "over shared memory" : "by shuffles", input.count);
        EXPECT_EQ(totals.values<std::uint32_t>(kTimes),
                  std::vector<std::uint32_t>(kTimes, buffers.total.values<std::uint32_t>(1)[0]));
    }
}

INSTANTIATE_TEST_SUITE_P(ByEachMethod, Scans, ::testing::Values("look-back", "reduce-then-scan"),
                         [](const ::testing::TestParamInfo<std::string>& tested) {
                             std::string name = tested.param;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

}  // namespace vkalgo::test
