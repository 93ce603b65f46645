// Internal to algorithms/sort/: what its classes have in common beyond Sort.
#pragma once

#include "../../engine/arguments.hpp"
#include "../../engine/binding.hpp"
#include "../../engine/context.hpp"
#include "../../engine/recorder.hpp"
#include "../../engine/scratch.hpp"
#include "sort_tuning.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <utility>

namespace vkalgo {

/// Errors: invalid_argument: `what`, a "sort" say, has no context, since it was never created.
inline Result<void> check_created(const Context* context, const char* what) {
    if (context == nullptr) {
        return Error{ErrorCode::invalid_argument, std::string("the ") + what + " was never created", what};
    }
    return {};
}

/// Errors: invalid_argument: those of check_created; a recorder of another context.
inline Result<void> check_recorder(const Recorder& recorder, const Context* context, const char* what) {
    VKALGO_CHECK(check_created(context, what));
    if (&recorder.context() != context) {
        return Error{ErrorCode::invalid_argument,
                     std::string("the recorder writes for another context than the ") + what + " was created for",
                     "recorder"};
    }
    return {};
}

/// dry_accesses as a struct of as many ArgumentAccess as there are arguments.
template <class Accesses, class Record>
Result<Accesses> accesses_of(Context& context, std::span<const Argument> arguments, const Record& record) {
    VKALGO_TRY(const auto touched, dry_accesses(context, arguments, record));
    return [&]<std::size_t... i>(std::index_sequence<i...>) {
        return Accesses{touched[i]...};
    }(std::make_index_sequence<sizeof(Accesses) / sizeof(ArgumentAccess)>{});
}

/// Arguments that several of them take.
inline Argument found_argument(const BufferView& view) {
    return {.name = "found", .view = view, .bytes = 4, .alignment = 4, .access = Access::write, .optional = true};
}
inline Argument count_argument(const BufferView& view) {
    return {.name = "count_buffer", .view = view, .bytes = 4, .alignment = 4, .optional = true};
}
inline Argument scratch_argument(const BufferView& view, std::uint64_t bytes, std::uint64_t alignment) {
    return {.name = "scratch",
            .view = view,
            .bytes = bytes,
            .alignment = alignment,
            .access = Access::read_write,
            .usage = ScratchNeed{}.usage};
}
/// Of views that kernels may read and write by vectors of 16 bytes.
inline std::uint64_t vector_alignment(const DeviceProfile& profile) {
    return std::max<std::uint64_t>(profile.storage_offset_alignment, 16);
}

/// The word that says how many keys there are; without one, no word of a view that is bound in its place: index + 1 is
/// what push constants take.
inline BoundWord count_word(const BufferView& count_buffer, const BufferView& instead, const DeviceProfile& profile) {
    return count_buffer ? bind_word(count_buffer.slice(0, 4), profile) : BoundWord{.view = instead, .index = ~0U};
}

/// Invocations of a workgroup of kernels that no tuning speaks of.
inline std::uint32_t composed_threads(const DeviceProfile& profile) {
    return std::min(std::bit_floor(std::min(profile.max_workgroup_invocations, profile.max_workgroup_size[0])), 256U);
}

/// Milliseconds of dispatches beside a sort that read and write `bytes` per key altogether: they are taken for those of
/// a counting sort.
inline double predict_beside(const DeviceProfile& profile, std::uint64_t dispatches, std::uint64_t count,
                             std::uint32_t bytes) {
    return predict_passes(sort_costs(profile).counting, dispatches, 1, count, bytes);
}

}  // namespace vkalgo
