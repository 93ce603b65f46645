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

/// Knows which access of a buffer or an image must wait for which earlier one, and says when a barrier is needed. It
/// calls no Vulkan function: a Recorder records the barriers that it asks for, and a host that records its own commands
/// may ask it too.
///
/// One tracker belongs to one queue (or to a host's frame graph), outlives command buffers, and learns of accesses in
/// the order in which the queue gets them. Several recorders may share it, one after the other. Not thread-safe.
///
/// Buffers are known by (VkBuffer, byte interval), images by (VkImage, aspect, mip level, array layers). Where it
/// cannot know, it assumes the worst: an access bit that is not known to read counts as a write, and past some hundred
/// intervals per buffer neighbours are seen as one. Either costs a barrier too many at worst. Every call takes time in
/// proportion to the intervals that it meets, of which there are no more than that.
class HazardTracker {
public:
    /// What happened before the first access that the tracker learns of.
    enum class Before {
        /// Unknown work: the first access waits for all of it, by one barrier.
        everything,
        /// Nothing that is not waited for by other means: a new queue, or a barrier of the caller's own.
        nothing,
    };
    /// `before` says what the first accesses must wait for.
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
    /// These accesses come next, all by one command: returns the barrier to record before it, if one is needed, and
    /// remembers them. A barrier takes along everything that is pending, and opens compute, transfer and indirect
    /// stages to all that vkalgo does there, so that few are needed.
    std::optional<MemoryBarrier> access(std::span<const Use> uses, std::span<const ImageUse> images = {});

    /// The caller made this access outside vkalgo, after whatever it had to wait for: later accesses wait for it.
    void assume(const BufferView& view, StageAccess by);
    /// The same for subresources of an image.
    void assume(const ImageView& image, StageAccess by);

    /// The caller makes this access next, outside vkalgo: returns the barrier to record before it, if one is needed,
    /// and remembers the access, so that later ones wait for it. The barrier opens `to` and nothing more.
    std::optional<MemoryBarrier> hand_over(const BufferView& view, StageAccess to);
    /// The same for subresources of an image.
    std::optional<MemoryBarrier> hand_over(const ImageView& image, StageAccess to);

    /// The last accesses to any part of the view that a wait for it has to wait for: the last writes, and the reads
    /// since.
    StageAccess last(const BufferView& view) const;
    /// The same for subresources of an image.
    StageAccess last(const ImageView& image) const;
    /// A queue-family acquire, recorded by the caller, made the whole view visible to `to`: nothing earlier matters.
    void acquired(const BufferView& view, StageAccess to);
    /// The same for subresources of an image.
    void acquired(const ImageView& image, StageAccess to);

    /// The handle is destroyed, and may come back as another object.
    void forget_buffer(VkBuffer buffer);
    /// The image is destroyed: its handle may come again.
    void forget_image(VkImage image);
    /// What was recorded will not be submitted, or not in this order: the next access waits for everything, as at the
    /// start.
    void start_anew();

    /// Barriers that it has returned so far.
    std::uint64_t barriers() const { return epoch_; }
    /// Intervals and barriers that it looked at, for tests: grows in proportion to the calls.
    std::uint64_t work() const { return work_; }

private:
    /// An access, and how many barriers there were before it.
    struct Mark {
        StageAccess by;
        std::uint64_t epoch = 0;

        bool operator==(const Mark&) const = default;
        void add(const Mark& other);
    };
    /// What is known of an interval.
    struct State {
        Mark write;
        /// since that write
        Mark reads;
        /// what `write` is visible to without a barrier of ours
        StageAccess open;
        /// what was before the tracker may not have been overwritten yet
        bool before = true;

        bool operator==(const State&) const = default;
        void add(const State& other);
    };
    struct Segment {
        std::uint64_t end = 0;
        State state;
    };
    /// by where they begin; disjoint, and neighbours that touch differ
    using Segments = std::map<std::uint64_t, Segment>;

    /// A buffer, or one aspect and mip level of an image, whose "bytes" are then its array layers.
    struct Key {
        std::uint64_t handle = 0;
        /// 0: a buffer; else aspect and mip level
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

    /// Barriers of the same masks, and the newest one's number.
    struct BarrierClass {
        StageAccess from, to;
        std::uint64_t epoch = 0;
    };

    static Interval interval_of(const BufferView& view);
    template <class Visit>
    static void for_intervals(VkImage image, const VkImageSubresourceRange& range, const Visit& visit);

    /// Adds to `from` what an access `by` of the interval has to wait for.
    void need(const Interval& where, const StageAccess& by, StageAccess& from) const;
    void need(const State& state, const StageAccess& by, StageAccess& from) const;
    bool waited_for(const Mark& write, const StageAccess& by) const;
    bool ordered(const Mark& reads, VkPipelineStageFlags2 stages) const;
    void remember(const Interval& where, const StageAccess& by, How how);
    void remember(State& state, const StageAccess& by, How how) const;
    void set(const Interval& where, const State& state);
    /// Makes the interval begin and end with segments of its own, and fills its holes.
    static Segments::iterator isolate(Segments& segments, const Interval& where);
    void merge(Segments& segments, const Interval& where);
    static void coarsen(Segments& segments);
    StageAccess last(const Interval& where) const;
    std::optional<MemoryBarrier> barrier(StageAccess from, StageAccess to);

    std::unordered_map<Key, Segments, KeyHash> tracks_;
    /// the newest last
    std::vector<BarrierClass> classes_;
    /// of all accesses since the last barrier: stages, and what was written
    StageAccess pending_;
    /// the unknown work before the first access
    Mark before_;
    std::uint64_t epoch_ = 0;
    mutable std::uint64_t work_ = 0;
};

}  // namespace vkalgo
