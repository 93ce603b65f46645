// Segments at the end of the scanned elements: heads of elements beyond the end are ignored.
#include "tests/scan/scanning.hpp"

#include <gtest/gtest.h>

namespace vkalgo::test {

namespace {

/// Returns `count` elements, of which the first `present` are one segment. Every later bit of heads is set, to the end
/// of the last word.
ScanInput with_heads_behind(const ScanOptions& options, std::uint64_t count, std::uint64_t present) {
    ScanInput input = make_scan_input(options, count, present);
    for (std::uint64_t i = 0; i < input.heads.size() * 32; ++i) {
        const std::uint32_t bit = 1u << (i % 32);
        input.heads[i / 32] = i < present ? input.heads[i / 32] & ~bit : input.heads[i / 32] | bit;
    }
    return input;
}

}  // namespace

class ScanSegments : public DeviceTest {};

TEST_F(ScanSegments, IgnoreTheHeadsOfElementsBeyondTheCount) {
    for (const char* method : {"look-back", "reduce-then-scan"}) {
        for (const ElementType type : {ElementType::u32, ElementType::u64}) {
            const ScanOptions options{.type = type, .segmented = true, .method = method};
            ScanTuning tuning = scan_tuning(options, context().profile());
            tuning.threads = 2 * tuning.lanes;
            tuning.vectors = 2;
            const Scan scan = take(create_tuned_scan(context(), options, tuning));
            const auto plan = [&](std::uint64_t count) {
                return take(plan_tuned_scan({options, count}, context().profile(), tuning));
            };
            const std::uint64_t tile = plan(1).tile_elements;
            for (const std::uint64_t before : {std::uint64_t{0}, tile - 5, 3 * tile}) {
                for (std::uint64_t present = before + 1; present <= before + 9; ++present) {
                    const std::string what = scan_words(options) + " of " + std::to_string(present);
                    scan_and_compare(runner(), options, tuning, scan, with_heads_behind(options, present, present),
                                     false, what + ", counted by the host");
                    const ScanInput input = with_heads_behind(options, 4 * tile + 3, present);
                    const GuardedBuffer count(runner(),
                                              std::vector<std::uint32_t>{static_cast<std::uint32_t>(present)});
                    const ScanBuffers buffers(runner(), plan(input.count), input);
                    ASSERT_OK(runner().run([&](Recorder& recorder) {
                        ScanArguments arguments = buffers.arguments();
                        arguments.count_buffer = count.view();
                        return scan.record(recorder, arguments);
                    }));
                    buffers.expect(what + ", counted by the device", present);
                    if (HasFatalFailure()) {
                        return;
                    }
                }
            }
        }
    }
}

}  // namespace vkalgo::test
