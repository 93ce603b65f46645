#include "formats/sequences/sequence_format.hpp"

#include "formats/choose_format.hpp"
#include "formats/format.hpp"

#include <algorithm>
#include <cstddef>

namespace vkalgo::formats {

const SequenceFormat* find_sequence_format(std::string_view name) {
    const auto all = sequence_formats();
    const auto found = std::find_if(all.begin(), all.end(), [&](const auto* format) { return name == format->name; });
    return found == all.end() ? nullptr : *found;
}

const SequenceFormat* shown_sequence_format(std::string_view text, const std::string& name) {
    const SequenceFormat* const named = format_of_ending(sequence_formats(), name);
    const SequenceFormat* shown = nullptr;
    for (const SequenceFormat* format : sequence_formats()) {
        const std::size_t size = format->header.size();
        const std::size_t most = shown == nullptr ? 0 : shown->header.size();
        const bool better = size > most || (size == most && size > 0 && format == named);
        if (better && without_comments(text, format->comment).starts_with(format->header)) {
            shown = format;
        }
    }
    return shown;
}

}  // namespace vkalgo::formats
