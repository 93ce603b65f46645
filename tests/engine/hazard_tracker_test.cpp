// Tests HazardTracker without a device: in single cases, and in random ones against a brute-force model of Vulkan's
// memory rules. Also tests StageAccess.
#include "engine/hazards.hpp"
#include "tests/engine/recording_test.hpp"
#include "tests/support/hazard_model.hpp"
#include "tests/support/random.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

constexpr StageAccess kKernelRead{VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT};
constexpr StageAccess kKernelWrite{VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT};
constexpr StageAccess kCopyWrite{VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT};
constexpr StageAccess kIndirect{VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT, VK_ACCESS_INDIRECT_COMMAND_READ_BIT};
constexpr StageAccess kVertex{VK_PIPELINE_STAGE_VERTEX_INPUT_BIT, VK_ACCESS_VERTEX_ATTRIBUTE_READ_BIT};
constexpr StageAccess kFragment{VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT};
constexpr StageAccess kUniform{VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_UNIFORM_READ_BIT};
constexpr StageAccess kHostRead{VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT};
constexpr StageAccess kHostWrite{VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_WRITE_BIT};
constexpr StageAccess kDepth{
    VK_PIPELINE_STAGE_EARLY_FRAGMENT_TESTS_BIT | VK_PIPELINE_STAGE_LATE_FRAGMENT_TESTS_BIT,
    VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_READ_BIT | VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT};

BufferView buffer(std::uint64_t number, std::uint64_t offset = 0, std::uint64_t size = 4096) {
    return {reinterpret_cast<VkBuffer>(16 * number), offset, size};
}

/// A tracker at the start of a queue, and the result of its last call. Calls return true if they request a barrier.
struct Tracked {
    bool access(std::initializer_list<HazardTracker::Use> uses) {
        return keep(tracker.access({uses.begin(), uses.size()}));
    }
    bool hand_over(const BufferView& view, StageAccess to) { return keep(tracker.hand_over(view, to)); }
    bool keep(const std::optional<MemoryBarrier>& barrier) {
        last = barrier.value_or(MemoryBarrier{});
        return barrier.has_value();
    }
    HazardTracker tracker{HazardTracker::Before::nothing};
    MemoryBarrier last;
};

TEST(HazardTracker, RemembersAWriteEvenAfterBarriersForAllItsOwnStages) {
    Tracked t;
    t.access({{buffer(1), kKernelRead}, {buffer(2), kKernelWrite}});
    EXPECT_TRUE(t.access({{buffer(2), kKernelRead}, {buffer(3), kKernelWrite}}));
    EXPECT_TRUE(t.access({{buffer(2), kCopyRead}}));
    EXPECT_TRUE(t.access({{buffer(2), kIndirect}}));
    EXPECT_TRUE(t.hand_over(buffer(2), kVertex)) << "vertices were opened by no barrier yet";
    EXPECT_TRUE(t.last.from.holds(kKernelWrite));
    EXPECT_EQ(t.last.to, kVertex);
    EXPECT_FALSE(t.hand_over(buffer(2), kVertex));
    EXPECT_TRUE(t.hand_over(buffer(2), kHostRead));
}

TEST(HazardTracker, CountsAHandOverOnlyForItsOwnStagesAndAccesses) {
    for (const StageAccess& narrow : {kUniform, StageAccess{kCopyRead.stages, kCopyRead.access}}) {
        Tracked t;
        t.access({{buffer(1), kKernelWrite}, {buffer(2), kKernelWrite}});
        EXPECT_TRUE(t.hand_over(buffer(1), narrow));
        EXPECT_EQ(t.last.to, narrow);
        const StageAccess next = narrow == kUniform ? kKernelRead : kCopyWrite;
        EXPECT_TRUE(t.access({{buffer(2), next}})) << "the same stage, another access";
    }
}

TEST(HazardTracker, RemembersWhatWasHandedOver) {
    Tracked t;
    t.access({{buffer(1), kKernelWrite}});
    EXPECT_TRUE(t.hand_over(buffer(1), kCopyRead));
    EXPECT_TRUE(t.access({{buffer(1), kKernelWrite}})) << "the host's copy must have read before";
    EXPECT_NE(t.last.from.stages & VK_PIPELINE_STAGE_TRANSFER_BIT, 0U);
    EXPECT_TRUE(t.hand_over(buffer(1), kCopyWrite));
    EXPECT_TRUE(t.access({{buffer(1), kKernelRead}})) << "the host's copy must have written before";
    EXPECT_NE(t.last.from.access & VK_ACCESS_TRANSFER_WRITE_BIT, 0U);
}

TEST(HazardTracker, TreatsAViewOfTheWholeSizeAsEverythingAfterItsOffset) {
    for (const std::uint64_t offset : {0U, 256U, 4096U}) {
        Tracked t;
        t.tracker.assume(buffer(1, offset, VK_WHOLE_SIZE), kCopyWrite);
        EXPECT_EQ(t.tracker.last(buffer(1, offset + 1024, 64)), kCopyWrite);
        EXPECT_FALSE(t.access({{buffer(1, 0, offset), kKernelRead}})) << "what is before it";
        EXPECT_TRUE(t.access({{buffer(1, offset + 1024, 64), kKernelRead}})) << offset;
        EXPECT_TRUE(t.hand_over(buffer(1, offset, VK_WHOLE_SIZE), kVertex));
        EXPECT_TRUE(t.access({{buffer(1, offset + (1U << 20), 4), kKernelWrite}}));
    }
}

TEST(HazardTracker, WaitsForAccessesThatTheHostReported) {
    Tracked t;
    t.tracker.assume(buffer(1), kDepth);
    EXPECT_TRUE(t.access({{buffer(1), kKernelRead}}));
    EXPECT_EQ(t.last.from.stages, kDepth.stages);
    EXPECT_EQ(t.last.from.access, VkAccessFlags2{VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT});
    t.tracker.assume(buffer(2), kFragment);
    EXPECT_FALSE(t.access({{buffer(2), kKernelRead}}));
    EXPECT_TRUE(t.access({{buffer(2), kKernelWrite}}));
}

TEST(HazardTracker, TreatsEveryAccessThatIsNotKnownToReadAsAWrite) {
    for (const VkAccessFlags2 access : {VkAccessFlags2{VK_ACCESS_2_ACCELERATION_STRUCTURE_WRITE_BIT_KHR},
                                        VkAccessFlags2{VK_ACCESS_2_TRANSFORM_FEEDBACK_WRITE_BIT_EXT},
                                        VkAccessFlags2{VK_ACCESS_2_TRANSFORM_FEEDBACK_COUNTER_WRITE_BIT_EXT},
                                        VkAccessFlags2{VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT},
                                        VkAccessFlags2{VK_ACCESS_2_MEMORY_WRITE_BIT}, VkAccessFlags2{1} << 62}) {
        Tracked t;
        t.tracker.assume(buffer(1), {VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT, access});
        EXPECT_TRUE(t.access({{buffer(1), kKernelRead}})) << access;
        EXPECT_TRUE(expand(t.last.from).holds({0, access})) << access;
    }
    for (const VkAccessFlags2 access :
         {VkAccessFlags2{VK_ACCESS_2_ACCELERATION_STRUCTURE_READ_BIT_KHR},
          VkAccessFlags2{VK_ACCESS_2_SHADER_SAMPLED_READ_BIT}, VkAccessFlags2{VK_ACCESS_2_INDEX_READ_BIT}}) {
        Tracked t;
        t.tracker.assume(buffer(1), {VK_PIPELINE_STAGE_2_VERTEX_SHADER_BIT, access});
        EXPECT_FALSE(t.access({{buffer(1), kKernelRead}})) << access;
    }
}

TEST(HazardTracker, SeesAnOverlapOfOneWord) {
    Tracked t;
    t.access({{buffer(1, 0, 1024), kKernelWrite}});
    EXPECT_FALSE(t.access({{buffer(1, 1024, 1024), kKernelRead}}));
    EXPECT_TRUE(t.access({{buffer(1, 1020, 1024), kKernelRead}}));
    t.access({{buffer(2, 1024, 1024), kKernelWrite}});
    EXPECT_FALSE(t.access({{buffer(2, 0, 1024), kKernelRead}}));
    EXPECT_TRUE(t.access({{buffer(2, 0, 1028), kKernelRead}}));
}

TEST(HazardTracker, RemembersTheEndsOfManyIntervals) {
    for (const std::uint64_t count : {10U, 65U, 255U, 256U, 257U, 1000U, 5000U}) {
        Tracked t;
        for (std::uint64_t i = 0; i < count; ++i) {
            // The two uses alternate, so that neighbours are not merged.
            t.access({{buffer(1, i * 16, 8), i % 2 == 0 ? kKernelWrite : kCopyWrite}});
        }
        for (std::uint64_t i = 0; i<count; i += count> 300 ? 13 : 1) {
            Tracked one = t;
            EXPECT_TRUE(one.access({{buffer(1, i * 16 + 4, 4), i % 2 == 0 ? kCopyRead : kKernelRead}}))
                << i << " of " << count;
        }
    }
}

TEST(HazardTracker, RemembersTheGapsBetweenIntervalsThatItMerges) {
    constexpr std::uint64_t kMany = 600;
    HazardTracker tracker;
    for (std::uint64_t i = 0; i < kMany; ++i) {
        const HazardTracker::Use use{buffer(1, i * 16, 8), i % 2 == 0 ? kKernelWrite : kCopyWrite};
        (void)tracker.access({&use, 1});
    }
    for (std::uint64_t i = 0; i < kMany; ++i) {
        HazardTracker one = tracker;
        const auto barrier = one.hand_over(buffer(1, i * 16 + 8, 8), kVertex);
        ASSERT_TRUE(barrier) << i;
        EXPECT_NE(barrier->from.stages & VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT, 0U)
            << i << ": what was before the tracker may have written there";
    }
}

TEST(HazardTracker, TreatsNoIntervalAsAcquiredBecauseItsNeighbourIs) {
    constexpr std::uint64_t kMany = 600;
    Tracked t;
    for (std::uint64_t i = 0; i < kMany; ++i) {
        if (i % 2 == 0) {
            t.tracker.acquired(buffer(1, i * 16, 16), kKernelRead);
        } else {
            t.access({{buffer(1, i * 16, 16), kKernelWrite}});
        }
    }
    for (std::uint64_t i = 1; i < kMany; i += 2) {
        Tracked one = t;
        EXPECT_TRUE(one.access({{buffer(1, i * 16, 16), kKernelRead}})) << i;
    }
}

TEST(HazardTracker, AssumesAccessesToEverythingBeforeItStarts) {
    HazardTracker tracker;
    const HazardTracker::Use use{buffer(1), kCopyWrite};
    const auto first = tracker.access({&use, 1});
    ASSERT_TRUE(first);
    EXPECT_NE(first->from.stages & VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT, 0U);
    EXPECT_NE(first->from.access & VK_ACCESS_2_MEMORY_WRITE_BIT, 0U);
    const HazardTracker::Use other{buffer(2), kKernelRead};
    EXPECT_FALSE(tracker.access({&other, 1})) << "one barrier for every stage of vkalgo's";
    const auto vertices = tracker.hand_over(buffer(3), kVertex);
    ASSERT_TRUE(vertices) << "what was before the tracker may have written it";
    EXPECT_NE(vertices->from.stages & VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT, 0U);
    tracker.start_anew();
    EXPECT_TRUE(tracker.access({&other, 1})) << "nothing recorded so far can be relied on";
}

TEST(HazardTracker, ForgetsADestroyedHandle) {
    Tracked t;
    t.access({{buffer(1), kKernelWrite}});
    t.tracker.forget_buffer(buffer(1).buffer);
    EXPECT_FALSE(t.access({{buffer(1), kKernelRead}}));
}

TEST(HazardTracker, DistinguishesSubresourcesByAspectLevelAndLayer) {
    const auto image = [](VkImageAspectFlags aspect, std::uint32_t level, std::uint32_t levels, std::uint32_t layer,
                          std::uint32_t layers) {
        return HazardTracker::ImageUse{
            reinterpret_cast<VkImage>(std::uintptr_t{16}), {aspect, level, levels, layer, layers}, kKernelWrite};
    };
    const VkImageAspectFlags color = VK_IMAGE_ASPECT_COLOR_BIT;
    const HazardTracker::ImageUse written = image(color, 1, 2, 4, 2);
    const auto needed = [&](HazardTracker::ImageUse use) {
        HazardTracker tracker(HazardTracker::Before::nothing);
        (void)tracker.access({}, {&written, 1});
        use.by = kKernelRead;
        return tracker.access({}, {&use, 1}).has_value();
    };
    EXPECT_TRUE(needed(written));
    EXPECT_TRUE(needed(image(color, 2, 1, 5, 1)));
    EXPECT_TRUE(needed(image(color, 0, VK_REMAINING_MIP_LEVELS, 0, VK_REMAINING_ARRAY_LAYERS)));
    EXPECT_FALSE(needed(image(color, 0, 1, 4, 2))) << "another level";
    EXPECT_FALSE(needed(image(color, 3, VK_REMAINING_MIP_LEVELS, 4, 2))) << "levels behind it";
    EXPECT_FALSE(needed(image(color, 1, 2, 0, 4))) << "layers before it";
    EXPECT_FALSE(needed(image(color, 1, 2, 6, VK_REMAINING_ARRAY_LAYERS))) << "layers behind it";
    EXPECT_FALSE(needed(image(VK_IMAGE_ASPECT_STENCIL_BIT, 1, 2, 4, 2))) << "another aspect";
    HazardTracker tracker(HazardTracker::Before::nothing);
    (void)tracker.access({}, {&written, 1});
    const HazardTracker::Use same_number{buffer(1), kKernelRead};
    EXPECT_FALSE(tracker.access({&same_number, 1})) << "a buffer whose handle has the image's value";
}

TEST(HazardTracker, ComparesCombinedStagesByTheirParts) {
    Tracked t;
    t.tracker.assume(buffer(1), {VK_PIPELINE_STAGE_2_CLEAR_BIT, VK_ACCESS_2_TRANSFER_WRITE_BIT});
    EXPECT_TRUE(t.access({{buffer(1), kKernelRead}}));
    EXPECT_EQ(t.last.from.folded().stages, VkPipelineStageFlags{VK_PIPELINE_STAGE_TRANSFER_BIT});
    t.access({{buffer(2), kKernelWrite}});
    EXPECT_TRUE(t.hand_over(buffer(2), {VK_PIPELINE_STAGE_2_ALL_GRAPHICS_BIT, VK_ACCESS_2_SHADER_READ_BIT}));
    EXPECT_FALSE(t.hand_over(buffer(2), {VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT, VK_ACCESS_2_SHADER_SAMPLED_READ_BIT}))
        << "the fragment shader is part of all graphics";
    EXPECT_TRUE(t.hand_over(buffer(2), {VK_PIPELINE_STAGE_2_COPY_BIT, VK_ACCESS_2_TRANSFER_READ_BIT}));
}

TEST(StageAccess, FoldsIntoMasksOfVulkan10) {
    const auto fold = [](VkPipelineStageFlags2 stages, VkAccessFlags2 access) {
        const FoldedAccess folded = StageAccess{stages, access}.folded();
        return std::pair{folded.stages, folded.access};
    };
    const auto masks = [](VkPipelineStageFlags stages, VkAccessFlags access) { return std::pair{stages, access}; };
    EXPECT_EQ(fold(VK_PIPELINE_STAGE_2_COPY_BIT | VK_PIPELINE_STAGE_2_BLIT_BIT, VK_ACCESS_2_TRANSFER_WRITE_BIT),
              masks(VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT));
    EXPECT_EQ(fold(VK_PIPELINE_STAGE_2_CLEAR_BIT, 0), masks(VK_PIPELINE_STAGE_TRANSFER_BIT, 0));
    EXPECT_EQ(fold(VK_PIPELINE_STAGE_2_INDEX_INPUT_BIT, VK_ACCESS_2_INDEX_READ_BIT),
              masks(VK_PIPELINE_STAGE_VERTEX_INPUT_BIT, VK_ACCESS_INDEX_READ_BIT));
    EXPECT_EQ(fold(VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT, VK_ACCESS_2_SHADER_SAMPLED_READ_BIT),
              masks(VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT));
    EXPECT_EQ(fold(VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT),
              masks(VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT));
    EXPECT_EQ(fold(VK_PIPELINE_STAGE_2_PRE_RASTERIZATION_SHADERS_BIT, 0), masks(VK_PIPELINE_STAGE_ALL_GRAPHICS_BIT, 0));
    EXPECT_EQ(fold(VkPipelineStageFlags2{1} << 60, VkAccessFlags2{1} << 60),
              masks(VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_ACCESS_MEMORY_WRITE_BIT));
    EXPECT_EQ(fold(VK_PIPELINE_STAGE_2_HOST_BIT, VK_ACCESS_2_HOST_WRITE_BIT),
              masks(VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_WRITE_BIT));
}

/// Random calls of a tracker and of the model.
class Fuzz {
public:
    Fuzz(std::uint64_t seed, bool words) : random_(seed), words_(words) {
        for (std::uint64_t number = 1; number <= kBuffers; ++number) {
            model_.begin_with({number, 0, 4096}, VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
                              VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT);
        }
    }

    void step() {
        ++command_;
        const BufferView a = part();
        const BufferView b = part();
        static constexpr StageAccess kHosts[] = {kVertex,   kFragment,  kDepth,   kHostRead,  kHostWrite,
                                                 kCopyRead, kCopyWrite, kUniform, kKernelRead};
        const StageAccess host = kHosts[random_.below(std::size(kHosts))];
        switch (random_.below(8)) {
            case 0:
                return own({{a, kCopyWrite}});
            case 1:
                return own({{a, kCopyRead}, {b, kCopyWrite}});
            case 2:
                return own({{a, kKernelRead}, {b, kKernelWrite}, {part(), kIndirect}});
            case 3:
                return before({{a, host}}, tracker_.hand_over(a, host));
            case 4:
                // The caller may make this access without a barrier if it is in order already.
                if (model_.in_order(command_, span_of(a), host.folded().stages, host.folded().access)) {
                    after({{a, host}});
                    tracker_.assume(a, host);
                }
                return;
            default:
                return own({{a, kKernelRead}, {b, kKernelWrite}});
        }
    }

    const HazardModel& model() const { return model_; }
    std::uint64_t barriers() const { return tracker_.barriers(); }
    /// Returns the number of barriers before accesses that were in order without them.
    std::uint64_t superfluous() const { return superfluous_; }

private:
    static constexpr std::uint64_t kBuffers = 6;

    BufferView part() {
        const std::uint64_t number = 1 + random_.below(kBuffers);
        const std::uint32_t unit = words_ ? 4 : 1024;
        const std::uint32_t begin = random_.below(4096 / unit);
        const std::uint64_t size = 1 + random_.below(std::min(4096 / unit - begin, words_ ? 64U : 4U));
        return buffer(number, std::uint64_t{begin} * unit, size * unit);
    }
    static HazardModel::Span span_of(const BufferView& view) {
        return {reinterpret_cast<std::uint64_t>(view.buffer) / 16, view.offset, view.offset + view.size};
    }
    void own(const std::vector<HazardTracker::Use>& uses) { before(uses, tracker_.access(uses)); }

    void before(const std::vector<HazardTracker::Use>& uses, const std::optional<MemoryBarrier>& barrier) {
        if (barrier) {
            superfluous_ += std::all_of(uses.begin(), uses.end(), [&](const HazardTracker::Use& use) {
                const FoldedAccess by = use.by.folded();
                return model_.in_order(command_, span_of(use.view), by.stages, by.access);
            });
            const FoldedAccess from = barrier->from.folded();
            const FoldedAccess to = barrier->to.folded();
            model_.barrier(from.stages, from.access, to.stages, to.access);
        }
        after(uses);
    }
    void after(const std::vector<HazardTracker::Use>& uses) {
        for (const HazardTracker::Use& use : uses) {
            const FoldedAccess by = use.by.folded();
            model_.access(command_, span_of(use.view), by.stages, by.access);
        }
    }
    SplitMix64 random_;
    bool words_;
    HazardTracker tracker_;
    HazardModel model_;
    std::uint64_t command_ = 0;
    std::uint64_t superfluous_ = 0;
};

TEST(HazardTracker, RequestsEveryBarrierThatTheMemoryModelNeedsAndFewMore) {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        Fuzz fuzz(seed, seed % 2 == 0);
        for (int step = 0; step < 400; ++step) {
            fuzz.step();
        }
        for (const std::string& text : fuzz.model().failures()) {
            ADD_FAILURE() << "seed " << seed << ": " << text;
        }
        EXPECT_LE(fuzz.superfluous(), fuzz.barriers() / 3) << "seed " << seed << ", of " << fuzz.barriers();
    }
}

TEST(HazardTracker, TakesConstantWorkPerAccess) {
    const auto work = [](int count, const std::function<void(HazardTracker&, int)>& record) {
        HazardTracker tracker;
        for (int i = 0; i < count; ++i) {
            record(tracker, i);
        }
        return static_cast<double>(tracker.work()) / count;
    };
    const auto filled = [](HazardTracker& tracker, int) {
        const HazardTracker::Use fill{buffer(2), kCopyWrite};
        (void)tracker.access({&fill, 1});
        const HazardTracker::Use uses[] = {{buffer(1), kKernelRead}, {buffer(2), kKernelWrite}};
        (void)tracker.access(uses);
    };
    const auto frames = [](HazardTracker& tracker, int i) {
        const auto frame = static_cast<std::uint64_t>(i % 3);
        tracker.assume(buffer(10 + frame), kDepth);
        const HazardTracker::Use uses[] = {{buffer(10 + frame), kKernelRead}, {buffer(20 + frame), kKernelWrite}};
        (void)tracker.access(uses);
        (void)tracker.hand_over(buffer(20 + frame), kFragment);
        (void)tracker.hand_over(buffer(30), kCopyWrite);
    };
    const auto scattered = [](HazardTracker& tracker, int i) {
        const auto at = static_cast<std::uint64_t>(i);
        const HazardTracker::Use uses[] = {{buffer(1, at * 7919 % 4096 * 4096, 256), kKernelRead},
                                           {buffer(1, at * 104729 % 4096 * 4096 + 1024, 256), kKernelWrite}};
        (void)tracker.access(uses);
    };
    const auto spread_and_gathered = [](HazardTracker& tracker, int i) {
        const auto at = static_cast<std::uint64_t>(i);
        const HazardTracker::Use small{buffer(1, at * 256, 128), at % 2 == 0 ? kKernelWrite : kCopyWrite};
        (void)tracker.access({&small, 1});
        const HazardTracker::Use whole{buffer(1, 0, 8000 * 256), kKernelRead};
        (void)tracker.access({&whole, 1});
    };
    const auto filled_piecemeal = [](HazardTracker& tracker, int i) {
        const auto at = static_cast<std::uint64_t>(i);
        const HazardTracker::Use use = i < 64 ? HazardTracker::Use{buffer(1, at * 64, 64), kCopyWrite}
                                              : HazardTracker::Use{buffer(1), kKernelRead};
        (void)tracker.access({&use, 1});
    };
    EXPECT_LT(work(2000, filled_piecemeal), 20) << "pieces of one kind are one";
    EXPECT_LT(work(8000, spread_and_gathered), 6000);
    EXPECT_LT(work(8000, spread_and_gathered), 1.5 * work(2000, spread_and_gathered));
    EXPECT_LT(work(8000, filled), 20);
    EXPECT_LT(work(8000, filled), 1.1 * work(1000, filled));
    EXPECT_LT(work(8000, frames), 60);
    EXPECT_LT(work(8000, frames), 1.1 * work(1000, frames));
    EXPECT_LT(work(50000, scattered), 60);
    EXPECT_LT(work(50000, scattered), 1.5 * work(5000, scattered));
}

}  // namespace
}  // namespace vkalgo::test
