// How HazardTracker decides. A write is visible to a use if a later barrier's `from` contains the write and its `to`
// contains the use. A write need not wait for an earlier read if a barrier after the read orders the stages of the read
// before the stages of the write. Barriers are global, so a barrier updates no intervals. It is enough to number the
// barriers, to store with each access the number of barriers before it, and to keep the newest number of each pair of
// masks. Several barriers in sequence may together order two accesses that no single barrier orders. The tracker does
// not detect this. It costs at most an unnecessary barrier.
#include "engine/hazards.hpp"

#include <algorithm>
#include <iterator>

namespace vkalgo {
namespace {

/// If a buffer has more intervals than this, neighbouring intervals are merged.
constexpr std::size_t kMaxSegments = 256;
/// If there are more barrier classes than this, the oldest class is forgotten, as if its barrier had not been recorded.
constexpr std::size_t kMaxClasses = 64;
/// The number of mip levels assumed if the caller does not state it (VK_REMAINING_MIP_LEVELS).
constexpr std::uint32_t kMipLevels = 32;

constexpr StageAccess kOwn[] = {
    {VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
     VK_ACCESS_2_SHADER_READ_BIT | VK_ACCESS_2_SHADER_WRITE_BIT | VK_ACCESS_2_UNIFORM_READ_BIT},
    {VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT, VK_ACCESS_2_TRANSFER_READ_BIT | VK_ACCESS_2_TRANSFER_WRITE_BIT},
    {VK_PIPELINE_STAGE_2_DRAW_INDIRECT_BIT, VK_ACCESS_2_INDIRECT_COMMAND_READ_BIT},
};

/// Returns `to`, to which vkalgo's own accesses in the stages of `to` are added. If `all` is set, vkalgo's accesses in
/// all other stages are added too.
StageAccess open_stages(StageAccess to, bool all) {
    const VkPipelineStageFlags2 stages = to.stages;
    for (const StageAccess& own : kOwn) {
        if (all || (stages & own.stages) != 0) {
            to |= own;
        }
    }
    return to;
}

bool writes(const StageAccess& by) {
    return writes_of(by.access) != 0;
}

}  // namespace

std::size_t HazardTracker::KeyHash::operator()(const Key& key) const noexcept {
    const std::uint64_t mixed = (key.handle ^ key.part << 56) * 0x9E3779B97F4A7C15ULL;
    return static_cast<std::size_t>(mixed ^ mixed >> 32);
}

void HazardTracker::Mark::add(const Mark& other) {
    by |= other.by;
    epoch = std::max(epoch, other.epoch);
}

void HazardTracker::State::add(const State& other) {
    write.add(other.write);
    reads.add(other.reads);
    open = open == other.open ? open : StageAccess{};
    before |= other.before;
}

HazardTracker::HazardTracker(Before before) {
    if (before == Before::everything) {
        start_anew();
    }
}

void HazardTracker::start_anew() {
    tracks_.clear();
    classes_.clear();
    pending_ = {};
    before_ = {expand({VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT, VK_ACCESS_2_MEMORY_WRITE_BIT}), epoch_};
}

HazardTracker::Interval HazardTracker::interval_of(const BufferView& view) {
    return {{reinterpret_cast<std::uint64_t>(view.buffer), 0}, view.offset, end_of(view)};
}

template <class Visit>
void HazardTracker::for_intervals(VkImage image, const VkImageSubresourceRange& range, const Visit& visit) {
    const std::uint64_t begin = range.baseArrayLayer;
    const std::uint64_t end =
        range.layerCount == VK_REMAINING_ARRAY_LAYERS ? std::uint64_t{UINT32_MAX} : begin + range.layerCount;
    const std::uint32_t first = std::min(range.baseMipLevel, kMipLevels);
    const std::uint32_t levels = std::min(range.levelCount, kMipLevels - first);
    for (std::uint32_t aspect = 0; aspect < 32; ++aspect) {
        if ((range.aspectMask >> aspect & 1) == 0) {
            continue;
        }
        for (std::uint32_t level = first; level < first + levels; ++level) {
            visit(Interval{{reinterpret_cast<std::uint64_t>(image), aspect * kMipLevels + level + 1}, begin, end});
        }
    }
}

bool HazardTracker::waited_for(const Mark& write, const StageAccess& by) const {
    for (auto known = classes_.rbegin(); known != classes_.rend() && known->epoch > write.epoch; ++known) {
        ++work_;
        if (known->from.holds(write.by) && known->to.holds(by)) {
            return true;
        }
    }
    return false;
}

bool HazardTracker::ordered(const Mark& reads, VkPipelineStageFlags2 stages) const {
    for (auto known = classes_.rbegin(); known != classes_.rend() && known->epoch > reads.epoch; ++known) {
        ++work_;
        if ((reads.by.stages & ~known->from.stages) == 0 && (stages & ~known->to.stages) == 0) {
            return true;
        }
    }
    return false;
}

void HazardTracker::need(const State& state, const StageAccess& by, StageAccess& from) const {
    ++work_;
    if (state.before && before_.by.stages != 0 && !waited_for(before_, by)) {
        from |= before_.by;
    }
    if (state.write.by.stages != 0 && !state.open.holds(by) && !waited_for(state.write, by)) {
        from |= state.write.by;
    }
    if (writes(by) && state.reads.by.stages != 0 && !ordered(state.reads, by.stages)) {
        from.stages |= state.reads.by.stages;
    }
}

void HazardTracker::need(const Interval& where, const StageAccess& by, StageAccess& from) const {
    const auto track = tracks_.find(where.key);
    bool hole = true;
    if (track != tracks_.end()) {
        const Segments& segments = track->second;
        std::uint64_t at = where.begin;
        hole = false;
        auto segment = segments.upper_bound(at);
        if (segment != segments.begin() && std::prev(segment)->second.end > at) {
            --segment;
        }
        for (; segment != segments.end() && segment->first < where.end; ++segment) {
            hole |= segment->first > at;
            need(segment->second.state, by, from);
            at = segment->second.end;
        }
        hole |= at < where.end;
    }
    if (hole) {
        need(State{}, by, from);
    }
}

std::optional<MemoryBarrier> HazardTracker::barrier(StageAccess from, StageAccess to) {
    from |= pending_;
    pending_ = {};
    from.access = writes_of(from.access);
    ++epoch_;
    // An older barrier need not be remembered if the new barrier contains its `from` and its `to`.
    std::erase_if(classes_, [&](const BarrierClass& known) { return from.holds(known.from) && to.holds(known.to); });
    if (classes_.size() >= kMaxClasses) {
        classes_.erase(classes_.begin());
    }
    classes_.push_back({from, to, epoch_});
    work_ += classes_.size();
    return MemoryBarrier{reduce(from), reduce(to)};
}

std::optional<MemoryBarrier> HazardTracker::access(std::span<const Use> uses, std::span<const ImageUse> images) {
    StageAccess from;
    StageAccess to;
    for (const Use& use : uses) {
        const StageAccess by = expand(use.by);
        need(interval_of(use.view), by, from);
        to |= use.by;
    }
    for (const ImageUse& use : images) {
        const StageAccess by = expand(use.by);
        for_intervals(use.image, use.range, [&](const Interval& where) { need(where, by, from); });
        to |= use.by;
    }
    std::optional<MemoryBarrier> needed;
    if (from.stages != 0) {
        // If the barrier waits for everything before the tracker, open all stages, so that no other stage needs to wait
        // again.
        const bool everything = before_.by.stages != 0 && from.holds(before_.by);
        needed = barrier(from, expand(open_stages(to, everything)));
    }
    for (const Use& use : uses) {
        remember(interval_of(use.view), expand(use.by), How::recorded);
    }
    for (const ImageUse& use : images) {
        const StageAccess by = expand(use.by);
        for_intervals(use.image, use.range, [&](const Interval& where) { remember(where, by, How::recorded); });
    }
    return needed;
}

void HazardTracker::remember(State& state, const StageAccess& by, How how) const {
    const Mark mark{by, epoch_};
    if (!writes(by)) {
        state.reads.add(mark);
        return;
    }
    const auto replace = [&](Mark& known) {
        // A mark of the current epoch is kept: it belongs to the same command. If an earlier command had made this
        // access, a barrier would have come before the present command and begun a new epoch.
        if (how == How::recorded && known.epoch != epoch_) {
            known = {};
        }
    };
    replace(state.write);
    replace(state.reads);
    state.write.add({{by.stages, writes_of(by.access)}, epoch_});
    state.open = {};
    if (how == How::recorded) {
        state.before = false;
    }
    if (by.access != writes_of(by.access)) {
        state.reads.add(mark);
    }
}

HazardTracker::Segments::iterator HazardTracker::isolate(Segments& segments, const Interval& where) {
    const auto split = [&](std::uint64_t at) {
        auto next = segments.lower_bound(at);
        if (next == segments.begin()) {
            return;
        }
        const auto before = std::prev(next);
        if (before->second.end > at) {
            segments.emplace_hint(next, at, Segment{before->second.end, before->second.state});
            before->second.end = at;
        }
    };
    split(where.begin);
    split(where.end);
    std::uint64_t at = where.begin;
    const auto first = segments.lower_bound(where.begin);
    for (auto segment = first; at < where.end; ++segment) {
        const std::uint64_t next = segment == segments.end() || segment->first > where.end ? where.end : segment->first;
        if (next > at) {
            segment = segments.emplace_hint(segment, at, Segment{next, State{}});
        }
        at = segment->second.end;
    }
    return segments.lower_bound(where.begin);
}

void HazardTracker::merge(Segments& segments, const Interval& where) {
    auto segment = segments.lower_bound(where.begin);
    if (segment != segments.begin()) {
        --segment;
    }
    while (segment != segments.end()) {
        const auto next = std::next(segment);
        ++work_;
        if (next == segments.end() || next->first > where.end) {
            break;
        }
        if (segment->second.end == next->first && segment->second.state == next->second.state) {
            segment->second.end = next->second.end;
            segments.erase(next);
        } else {
            segment = next;
        }
    }
    if (segments.size() > kMaxSegments) {
        work_ += segments.size();
        coarsen(segments);
    }
}

void HazardTracker::coarsen(Segments& segments) {
    for (auto segment = segments.begin(); segment != segments.end(); ++segment) {
        const auto next = std::next(segment);
        if (next == segments.end()) {
            return;
        }
        segment->second.state.add(next->second.state);
        segment->second.state.before |= segment->second.end != next->first;
        segment->second.end = next->second.end;
        segments.erase(next);
    }
}

void HazardTracker::remember(const Interval& where, const StageAccess& by, How how) {
    if (where.begin >= where.end || by.stages == 0) {
        return;
    }
    pending_ |= {by.stages, writes_of(by.access)};
    Segments& segments = tracks_[where.key];
    for (auto segment = isolate(segments, where); segment != segments.end() && segment->first < where.end; ++segment) {
        ++work_;
        remember(segment->second.state, by, how);
    }
    merge(segments, where);
}

void HazardTracker::assume(const BufferView& view, StageAccess by) {
    remember(interval_of(view), expand(by), How::assumed);
}

void HazardTracker::assume(const ImageView& image, StageAccess by) {
    for_intervals(image.image, image.range, [&](const Interval& where) { remember(where, expand(by), How::assumed); });
}

std::optional<MemoryBarrier> HazardTracker::hand_over(const BufferView& view, StageAccess to) {
    if (to.stages == 0 || view.size == 0) {
        return {};
    }
    to = expand(to);
    StageAccess from;
    need(interval_of(view), to, from);
    std::optional<MemoryBarrier> needed;
    if (from.stages != 0) {
        needed = barrier(from, to);
    }
    remember(interval_of(view), to, How::recorded);
    return needed;
}

std::optional<MemoryBarrier> HazardTracker::hand_over(const ImageView& image, StageAccess to) {
    if (to.stages == 0) {
        return {};
    }
    to = expand(to);
    StageAccess from;
    for_intervals(image.image, image.range, [&](const Interval& where) { need(where, to, from); });
    std::optional<MemoryBarrier> needed;
    if (from.stages != 0) {
        needed = barrier(from, to);
    }
    for_intervals(image.image, image.range, [&](const Interval& where) { remember(where, to, How::recorded); });
    return needed;
}

StageAccess HazardTracker::last(const Interval& where) const {
    StageAccess by;
    const auto track = tracks_.find(where.key);
    if (track == tracks_.end()) {
        return before_.by;
    }
    const Segments& segments = track->second;
    std::uint64_t at = where.begin;
    auto segment = segments.upper_bound(at);
    if (segment != segments.begin() && std::prev(segment)->second.end > at) {
        --segment;
    }
    bool before = false;
    for (; segment != segments.end() && segment->first < where.end; ++segment) {
        const State& state = segment->second.state;
        before |= state.before || segment->first > at;
        by |= state.write.by;
        by |= state.reads.by;
        at = segment->second.end;
    }
    if (before || at < where.end) {
        by |= before_.by;
    }
    return by;
}

StageAccess HazardTracker::last(const BufferView& view) const {
    return reduce(last(interval_of(view)));
}

StageAccess HazardTracker::last(const ImageView& image) const {
    StageAccess by;
    for_intervals(image.image, image.range, [&](const Interval& where) { by |= last(where); });
    return reduce(by);
}

void HazardTracker::set(const Interval& where, const State& state) {
    if (where.begin >= where.end) {
        return;
    }
    Segments& segments = tracks_[where.key];
    for (auto segment = isolate(segments, where); segment != segments.end() && segment->first < where.end; ++segment) {
        segment->second.state = state;
    }
    merge(segments, where);
}

void HazardTracker::acquired(const BufferView& view, StageAccess to) {
    to = expand(to);
    const Mark transfer{{to.stages, expand({0, VK_ACCESS_2_MEMORY_WRITE_BIT}).access}, epoch_};
    set(interval_of(view), {transfer, {}, to, false});
}

void HazardTracker::acquired(const ImageView& image, StageAccess to) {
    to = expand(to);
    const Mark transfer{{to.stages, expand({0, VK_ACCESS_2_MEMORY_WRITE_BIT}).access}, epoch_};
    for_intervals(image.image, image.range, [&](const Interval& where) { set(where, {transfer, {}, to, false}); });
}

void HazardTracker::forget_buffer(VkBuffer buffer) {
    tracks_.erase({reinterpret_cast<std::uint64_t>(buffer), 0});
}

void HazardTracker::forget_image(VkImage image) {
    std::erase_if(tracks_, [&](const auto& track) {
        return track.first.part != 0 && track.first.handle == reinterpret_cast<std::uint64_t>(image);
    });
}

}  // namespace vkalgo
