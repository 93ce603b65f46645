#include "algorithms/dp/recurrence/compiled.hpp"

#include <utility>

namespace vkalgo::dp {

/// Returns the table that the build writes.
std::span<const BuiltInRecurrence* const> built_in_data();

namespace {

CompiledRecurrence compiled(const BuiltInRecurrence& data) {
    CompiledRecurrence recurrence;
    recurrence.file = data.file;
    recurrence.source = data.source;
    recurrence.built_in = true;
    // The build parsed the text already, so this cannot fail now.
    if (auto header = parse_header(recurrence.source, recurrence.file)) {
        recurrence.header = std::move(*header);
    }
    recurrence.built_in_modules = data.modules;
    return recurrence;
}

struct BuiltInRecurrences {
    BuiltInRecurrences() {
        all.reserve(built_in_data().size());
        for (const BuiltInRecurrence* data : built_in_data()) {
            all.push_back(compiled(*data));
        }
        for (const CompiledRecurrence& one : all) {
            pointers.push_back(&one);
        }
    }

    std::vector<CompiledRecurrence> all;
    std::vector<const CompiledRecurrence*> pointers;
};

}  // namespace

std::span<const CompiledRecurrence* const> builtin_recurrences() {
    static const BuiltInRecurrences recurrences;
    return recurrences.pointers;
}

}  // namespace vkalgo::dp
