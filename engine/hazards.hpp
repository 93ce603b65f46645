#pragma once

#include "buffer.hpp"
#include "image.hpp"
#include "stage_access.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include <vulkan/vulkan_core.h>

namespace vkalgo {

/// A tracker of hazards. It knows which access to a buffer or image must wait for which earlier access, and decides
/// when a barrier is needed. It calls no Vulkan function: a Recorder records the barriers that it returns. A host that
/// records its own commands can use it too.
///
/// One tracker belongs to one queue (or to a host's frame graph) and outlives command buffers. It must be passed the
/// accesses in the order in which the queue receives them. Several recorders may share it, one after the other. Not
/// thread-safe.
///
/// Buffers are identified by (VkBuffer, byte interval), images by (VkImage, aspect, mip level, array layers). In doubt
/// the tracker assumes the worst: an access bit that is not known to be a read counts as a write, and beyond a few
/// hundred intervals per buffer, neighbouring intervals are merged. Either costs at most an unnecessary barrier. Every
/// call takes time proportional to the number of intervals that it covers; merging bounds this number.
class HazardTracker {
public:
    /// The work that precedes the first access that the tracker is passed.
    enum class Before {
        /// Unknown work: the first access waits for all of it, by one barrier.
        everything,
        /// No outstanding accesses: a new queue, or the caller has recorded a barrier of its own.
        nothing,
    };
    /// Makes a tracker. `before` states what the first accesses must wait for.
    explicit HazardTracker(Before before = Before::everything);

    /// A part of a buffer and how it is used.
    struct Use {
        BufferView view;
        StageAccess by;
    };
    /// Subresources of an image and how they are used.
    struct ImageUse {
        VkImage image = VK_NULL_HANDLE;
        VkImageSubresourceRange range{};
        StageAccess by;
    };
    /// Records the next accesses, all made by one command. Returns the barrier to record before that command, if one is
    /// needed. The barrier does more than this command needs, so that later commands need fewer barriers. It waits for
    /// all accesses since the last barrier. If the command uses the compute, transfer or indirect stage, the barrier
    /// makes the writes visible to every kind of access that vkalgo makes in that stage.
    std::optional<MemoryBarrier> access(std::span<const Use> uses, std::span<const ImageUse> images = {});

    /// Records an access that the caller made outside vkalgo, after all necessary waits. Later accesses wait for it.
    void assume(const BufferView& view, StageAccess by);
    /// Does for subresources of an image what assume() does for a buffer.
    void assume(const ImageView& image, StageAccess by);

    /// Records an access that the caller makes next, outside vkalgo. Returns the barrier to record before it, if one is
    /// needed. Later accesses wait for the caller's access. The barrier makes earlier writes visible to `to` and to
    /// nothing else.
    std::optional<MemoryBarrier> hand_over(const BufferView& view, StageAccess to);
    /// Does for subresources of an image what hand_over() does for a buffer.
    std::optional<MemoryBarrier> hand_over(const ImageView& image, StageAccess to);

    /// Returns the accesses to any part of the view for which a later access may have to wait. These are the last
    /// writes, and the reads after them.
    StageAccess last(const BufferView& view) const;
    /// Does for subresources of an image what last() does for a buffer.
    StageAccess last(const ImageView& image) const;
    /// Records that the caller acquired the view from another queue family, which made the whole view visible to `to`.
    /// Earlier accesses no longer matter.
    void acquired(const BufferView& view, StageAccess to);
    /// Does for subresources of an image what acquired() does for a buffer.
    void acquired(const ImageView& image, StageAccess to);

    /// Forgets a buffer that is destroyed; its handle may be reused for another object.
    void forget_buffer(VkBuffer buffer);
    /// Forgets an image that is destroyed; its handle may be reused for another object.
    void forget_image(VkImage image);
    /// Forgets all accesses, since the recorded commands will not be submitted, or not in this order. The next access
    /// waits for everything, as with Before::everything.
    void start_anew();

    /// Returns the number of barriers returned so far.
    std::uint64_t barriers() const { return epoch_; }
    /// Returns the number of intervals and barriers examined so far. Tests check that this number grows in proportion
    /// to the calls.
    std::uint64_t work() const { return work_; }

private:
    /// An access, and the number of barriers before it.
    struct Mark {
        StageAccess by;
        std::uint64_t epoch = 0;

        bool operator==(const Mark&) const = default;
        void add(const Mark& other);
    };
    /// The accesses to an interval.
    struct State {
        Mark write;
        /// The reads since `write`.
        Mark reads;
        /// The accesses to which `write` is visible without a barrier of the tracker.
        StageAccess open;
        /// True until a write is recorded. Until then an access may have to wait for the work before the tracker's
        /// first access.
        bool before = true;

        bool operator==(const State&) const = default;
        void add(const State& other);
    };
    struct Segment {
        std::uint64_t end = 0;
        State state;
    };
    /// Segments by their begin. They are disjoint. If an access makes the states of adjacent segments equal, these
    /// segments are merged.
    using Segments = std::map<std::uint64_t, Segment>;

    /// A buffer, or one aspect and mip level of an image. For an image, array layers take the role of bytes.
    struct Key {
        std::uint64_t handle = 0;
        /// 0 for a buffer; else the aspect and mip level.
        std::uint64_t part = 0;
        bool operator==(const Key&) const = default;
    };
    struct KeyHash {
        std::size_t operator()(const Key& key) const noexcept;
    };
    struct Interval {
        Key key;
        std::uint64_t begin = 0;
        std::uint64_t end = 0;
    };
    enum class How { recorded, assumed };

    /// Barriers with the same masks, and the number of the newest one.
    struct BarrierClass {
        StageAccess from, to;
        std::uint64_t epoch = 0;
    };

    static Interval interval_of(const BufferView& view);
    template <class Visit>
    static void for_intervals(VkImage image, const VkImageSubresourceRange& range, const Visit& visit);

    /// Adds to `from` what an access `by` to the interval must wait for.
    void need(const Interval& where, const StageAccess& by, StageAccess& from) const;
    void need(const State& state, const StageAccess& by, StageAccess& from) const;
    bool waited_for(const Mark& write, const StageAccess& by) const;
    bool ordered(const Mark& reads, VkPipelineStageFlags2 stages) const;
    void remember(const Interval& where, const StageAccess& by, How how);
    void remember(State& state, const StageAccess& by, How how) const;
    void set(const Interval& where, const State& state);
    /// Splits segments so that the interval begins and ends at segment borders, and fills the interval's gaps with new
    /// segments. Returns the first segment of the interval.
    static Segments::iterator isolate(Segments& segments, const Interval& where);
    void merge(Segments& segments, const Interval& where);
    static void coarsen(Segments& segments);
    StageAccess last(const Interval& where) const;
    std::optional<MemoryBarrier> barrier(StageAccess from, StageAccess to);

    std::unordered_map<Key, Segments, KeyHash> tracks_;
    /// Sorted by epoch, the newest class last.
    std::vector<BarrierClass> classes_;
    /// The stages of all accesses since the last barrier, and the writes among them.
    StageAccess pending_;
    /// The unknown work before the first access.
    Mark before_;
    std::uint64_t epoch_ = 0;
    mutable std::uint64_t work_ = 0;
};

}  // namespace vkalgo
