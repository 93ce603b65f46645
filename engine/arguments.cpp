#include "engine/arguments.hpp"

#include "engine/context.hpp"
#include "engine/descriptors.hpp"
#include "engine/hazards.hpp"
#include "engine/recorder.hpp"

#include <algorithm>
#include <iterator>
#include <string>

namespace vkalgo {
namespace {

Error refuse(const Argument& argument, const std::string& message) {
    return {ErrorCode::invalid_argument, "the view `" + std::string(argument.name) + "` " + message, argument.name};
}

Result<void> check_view(const Argument& argument, const DeviceProfile& profile) {
    if (!argument.view) {
        if (argument.optional) {
            return {};
        }
        return refuse(argument, "is missing");
    }
    if (argument.view.size < argument.bytes) {
        return refuse(argument, "has " + std::to_string(argument.view.size) + " bytes, but needs " +
                                    std::to_string(argument.bytes));
    }
    const std::uint64_t alignment = argument.alignment != 0 ? argument.alignment : profile.storage_offset_alignment;
    if (argument.view.offset % alignment != 0) {
        return refuse(argument, "starts at byte " + std::to_string(argument.view.offset) +
                                    ", which is not a multiple of " + std::to_string(alignment));
    }
    return {};
}

bool written(const Argument& argument) {
    return argument.access == Access::write || argument.access == Access::read_write;
}

/// Returns whether the bytes that the algorithm accesses overlap. The rest of each view is not used.
bool overlap(const Argument& one, const Argument& other) {
    return one.bytes != 0 && other.bytes != 0 && one.view && one.view.buffer == other.view.buffer &&
           one.view.offset < other.view.offset + other.bytes && other.view.offset < one.view.offset + one.bytes;
}

}  // namespace

Result<void> check_arguments(std::span<const Argument> arguments, const DeviceProfile& profile) {
    for (const Argument& argument : arguments) {
        if (argument.bytes != 0) {
            VKALGO_CHECK(check_view(argument, profile));
        }
    }
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        for (std::size_t j = i + 1; j < arguments.size(); ++j) {
            if ((written(arguments[i]) || written(arguments[j])) && overlap(arguments[i], arguments[j])) {
                return Error{ErrorCode::invalid_argument,
                             "the views `" + std::string(arguments[i].name) + "` and `" + arguments[j].name +
                                 "` overlap; give each view its own bytes",
                             arguments[i].name};
            }
        }
    }
    return {};
}

AccessWatch::AccessWatch(std::span<const BufferView> views) {
    for (const BufferView& view : views) {
        views_.push_back({view, {}, {}});
    }
}

bool AccessWatch::Watched::covers(std::uint64_t begin, std::uint64_t end) const {
    const auto behind = touched.upper_bound(begin);
    return behind != touched.begin() && std::prev(behind)->second >= end;
}

void AccessWatch::Watched::extend(std::uint64_t begin, std::uint64_t end) {
    auto known = touched.upper_bound(begin);
    if (known != touched.begin() && std::prev(known)->second >= begin) {
        --known;
    }
    while (known != touched.end() && known->first <= end) {
        begin = std::min(begin, known->first);
        end = std::max(end, known->second);
        known = touched.erase(known);
    }
    touched.emplace(begin, end);
}

void AccessWatch::note(std::span<const HazardTracker::Use> uses) {
    for (Watched& watched : views_) {
        const auto for_shared_bytes = [&](const auto& visit) {
            for (const HazardTracker::Use& use : uses) {
                const std::uint64_t begin = std::max(use.view.offset, watched.view.offset);
                const std::uint64_t end = std::min(end_of(use.view), end_of(watched.view));
                if (use.view.buffer == watched.view.buffer && begin < end) {
                    visit(begin, end, use.by);
                }
            }
        };
        // A kernel that works in place reads and writes the same bytes, and both are first accesses. So all uses are
        // compared before any of them is noted as an earlier access.
        for_shared_bytes([&](std::uint64_t begin, std::uint64_t end, const StageAccess& by) {
            watched.first |= watched.covers(begin, end) ? StageAccess{} : by;
        });
        for_shared_bytes(
            [&](std::uint64_t begin, std::uint64_t end, const StageAccess&) { watched.extend(begin, end); });
    }
}

Result<std::vector<ArgumentAccess>> dry_accesses(Context& context, std::span<const Argument> arguments,
                                                 const std::function<Result<void>(Recorder&)>& record) {
    std::vector<BufferView> views;
    for (const Argument& argument : arguments) {
        views.push_back(argument.view);
    }
    AccessWatch watch(views);
    HazardTracker hazards(HazardTracker::Before::nothing);
    DescriptorArena arena(context);
    Recorder recorder(context, VK_NULL_HANDLE, arena, {.hazards = &hazards, .watch = &watch, .dry = true});
    VKALGO_CHECK(record(recorder));
    VKALGO_CHECK(recorder.status());
    std::vector<ArgumentAccess> accesses;
    for (std::size_t i = 0; i < views.size(); ++i) {
        accesses.push_back({watch.first(i), views[i] ? hazards.last(views[i]) : StageAccess{}});
    }
    return accesses;
}

}  // namespace vkalgo
