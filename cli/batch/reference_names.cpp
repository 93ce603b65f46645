#include "cli/batch/reference_names.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <utility>

namespace vkalgo::cli {

ReferenceNames::Letters ReferenceNames::letters_of(std::string_view name, const Letters& letters, bool& is_new) {
    if (2 * entries_.size() >= slots_.size()) {
        grow();
    }
    const std::uint64_t hash = std::hash<std::string_view>()(name);
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = hash & mask;
    for (; slots_[slot] != 0; slot = (slot + 1) & mask) {
        const Entry& entry = entries_[slots_[slot] - 1];
        if (entry.hash == hash && std::string_view(names_).substr(entry.begin, entry.size) == name) {
            is_new = false;
            return entry.letters;
        }
    }
    entries_.push_back({hash, names_.size(), letters, static_cast<std::uint32_t>(name.size())});
    names_ += name;
    slots_[slot] = static_cast<std::uint32_t>(entries_.size());
    is_new = true;
    return letters;
}

void ReferenceNames::grow() {
    std::vector<std::uint32_t> slots(std::max<std::size_t>(1024, 2 * slots_.size()));
    const std::size_t mask = slots.size() - 1;
    for (std::size_t k = 0; k < entries_.size(); ++k) {
        std::size_t slot = entries_[k].hash & mask;
        while (slots[slot] != 0) {
            slot = (slot + 1) & mask;
        }
        slots[slot] = static_cast<std::uint32_t>(k + 1);
    }
    slots_ = std::move(slots);
}

}  // namespace vkalgo::cli
