// Scans of more elements than one binding or one dimension of workgroups holds; and the views that are refused.
#include "tests/scan/scanning.hpp"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

namespace vkalgo::test {

class ScanWindows : public DeviceTest {};

TEST_F(ScanWindows, BeginAtMultiplesOf256BytesWithHeadsAndACountOnTheDevice) {
    ContextOptions wanted = aligned_options();
    wanted.narrow = [aligned = wanted.narrow](DeviceProfile& profile) {
        aligned(profile);
        profile.max_storage_range = (1 << 14) + 1024;  // With segments, not a multiple of the window step
    };
    ValidatedContext context(wanted);
    ASSERT_EQ(context->profile().storage_offset_alignment, 256u);
    Runner small = take(Runner::create(*context));
    for (const char* method : kScanMethods) {
        for (const bool segmented : {false, true}) {
            const ScanOptions options{.type = ElementType::u32, .segmented = segmented, .method = method};
            ScanTuning tuning = scan_tuning(options, context->profile());
            tuning.threads = 2 * tuning.lanes;
            tuning.vectors = 2;
            const Scan scan = take(create_tuned_scan(*context, options, tuning));
            const ScanInput input = make_scan_input(options, 20011, 1, 5000);
            const ScanPlan plan = take(plan_tuned_scan({options, input.count}, context->profile(), tuning));
            EXPECT_GT(plan.windows, 4u);
            const auto window = static_cast<std::uint32_t>(plan.window_tiles * plan.tile_elements);
            EXPECT_EQ(window * 4 % 256, 0u);
            for (const std::uint32_t present : {0u, window, window + 1, 15000u, 20011u}) {
                const GuardedBuffer count(small, std::vector<std::uint32_t>{present});
                const ScanBuffers buffers(small, plan, input);
                ASSERT_OK(small.run([&](Recorder& recorder) {
                    ScanArguments arguments = buffers.arguments();
                    arguments.count_buffer = count.view();
                    return scan.record(recorder, arguments);
                }));
                buffers.expect(scan_words(options) + " in windows", present);
            }
        }
    }
}

TEST_F(ScanWindows, HoldMoreWorkgroupsThanOneDimension) {
    for (const char* method : kScanMethods) {
        const ScanOptions options{.method = method};
        ScanTuning tuning = scan_tuning(options, context().profile());
        tuning.threads = tuning.lanes;
        tuning.vectors = 1;
        tuning.chunks = 1 << 20;
        const Scan scan = take(create_tuned_scan(context(), options, tuning));
        const ScanInput input = make_scan_input(options, 70000ull * tuning.lanes * 4, 1);
        scan_and_compare(runner(), options, tuning, scan, input);
    }
}

TEST_F(ScanWindows, RefuseViewsThatAreMissingTooSmallMisalignedOrOverlapping) {
    const ScanOptions options{.segmented = true, .method = "look-back"};
    const Scan scan = take(Scan::create(context(), options));
    const ScanInput input = make_scan_input(options, 1000, 1);
    const ScanBuffers buffers(runner(), take(plan_scan({options, 1000}, context().profile())), input);
    const auto record = [&](auto&& change) {
        ScanArguments arguments = buffers.arguments();
        change(arguments);
        return runner().run([&](Recorder& recorder) { return scan.record(recorder, arguments); });
    };
    EXPECT_OK(record([](ScanArguments&) {}));
    const auto refused = [&](const char* name, auto&& change) {
        const auto result = record(change);
        ASSERT_ERROR(result, ErrorCode::invalid_argument);
        EXPECT_EQ(result.error().where, name) << result.error().message;
    };
    refused("values", [](ScanArguments& a) { a.values = {}; });
    refused("results", [](ScanArguments& a) { a.results = {}; });
    refused("heads", [](ScanArguments& a) { a.heads = {}; });
    refused("scratch", [](ScanArguments& a) { a.scratch.size -= 4; });
    refused("values", [](ScanArguments& a) { a.values.size = 3996; });
    refused("values", [](ScanArguments& a) { a.values.offset += 4; });
    refused("total", [](ScanArguments& a) { a.total.offset += 2; });
    refused("values", [](ScanArguments& a) {
        a.count = 500;
        a.results = a.values.slice(1024, 2048);
    });
    refused("count", [](ScanArguments& a) {
        a.count = 1ull << 32;
        a.count_buffer = a.total;
    });
}

/// Overwrites the last word of an element that no scan wrote.
TEST_F(ScanWindows, AreCheckedToTheLastByteOfTheElementsThatWereNotScanned) {
    constexpr std::uint64_t kPresent = 90, kChanged = 95;
    const ScanOptions options{.type = ElementType::u64};
    const Scan scan = take(Scan::create(context(), options));
    const ScanInput input = make_scan_input(options, 100, 1);
    for (const bool in_place : {false, true}) {
        const ScanBuffers buffers(runner(), take(plan_scan({options, 100}, context().profile())), input);
        ASSERT_OK(runner().run([&](Recorder& recorder) {
            ScanArguments arguments = buffers.arguments(in_place);
            arguments.count = kPresent;
            return scan.record(recorder, arguments);
        }));
        buffers.expect("unchanged", kPresent, in_place);
        const BufferView word = (in_place ? buffers.values : buffers.results).view().slice(kChanged * 8 + 4, 4);
        const std::uint32_t changed = ~read_back<std::uint32_t>(runner(), word)[0];
        take(runner().upload(word, std::as_bytes(std::span(&changed, 1))), "upload");
        testing::TestPartResultArray failures;
        {
            const testing::ScopedFakeTestPartResultReporter reporter(&failures);
            buffers.expect("changed", kPresent, in_place);
        }
        ASSERT_EQ(failures.size(), 1);
        EXPECT_NE(std::string(failures.GetTestPartResult(0).message()).find("element 95 after"), std::string::npos);
    }
}

}  // namespace vkalgo::test
