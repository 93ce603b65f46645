#include "engine/kernel_cache.hpp"

#include <algorithm>
#include <functional>
#include <string_view>
#include <utility>

namespace vkalgo {
namespace {

template <class T>
std::size_t hash_of(std::span<const T> values) {
    const auto bytes = std::as_bytes(values);
    return std::hash<std::string_view>{}({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

std::size_t mixed(std::size_t hash, std::size_t more) {
    return hash ^ (more + 0x9e3779b97f4a7c15U + (hash << 6U) + (hash >> 2U));
}

}  // namespace

std::shared_ptr<KernelCache::Entry> KernelCache::entry_of(const KernelInfo& info) {
    std::vector<SpecializationConstant> constants = info.constants;
    std::sort(constants.begin(), constants.end(),
              [](const SpecializationConstant& a, const SpecializationConstant& b) { return a.id < b.id; });
    const std::size_t hash =
        mixed(mixed(hash_of(info.spirv), hash_of(std::span<const SpecializationConstant>(constants))),
              info.required_subgroup_size);
    const std::lock_guard lock(mutex_);
    ++requests_;
    const auto [first, last] = entries_.equal_range(hash);
    for (auto at = first; at != last; ++at) {
        Entry& entry = *at->second;
        if (entry.required_subgroup_size == info.required_subgroup_size && entry.constants == constants &&
            std::equal(entry.spirv.begin(), entry.spirv.end(), info.spirv.begin(), info.spirv.end())) {
            entry.asked = requests_;
            return at->second;
        }
    }
    if (entries_.size() >= limit_) {
        drop_idle(kManyEntries / 2);
        limit_ = std::max(kManyEntries, 2 * entries_.size());
    }
    auto entry = std::make_shared<Entry>();
    entry->spirv.assign(info.spirv.begin(), info.spirv.end());
    entry->constants = std::move(constants);
    entry->required_subgroup_size = info.required_subgroup_size;
    entry->asked = requests_;
    entries_.emplace(hash, entry);
    return entry;
}

Result<std::shared_ptr<const Kernel>> KernelCache::get(Context& context, const KernelInfo& info) {
    const std::shared_ptr<Entry> entry = entry_of(info);
    const std::lock_guard lock(entry->compiling);
    if (!entry->kernel) {
        ++compiling_;
        auto kernel = Kernel::create(context, info);
        --compiling_;
        if (!kernel) {
            return std::move(kernel).error();
        }
        entry->kernel = std::make_shared<const Kernel>(std::move(*kernel));
    }
    return entry->kernel;
}

bool KernelCache::is_held(Entry& entry) {
    const std::lock_guard lock(entry.compiling);
    return entry.kernel.use_count() > 1;
}

void KernelCache::drop_idle(std::size_t keep) {
    std::vector<decltype(entries_)::iterator> idle;
    for (auto at = entries_.begin(); at != entries_.end(); ++at) {
        // Threads copy this pointer only under the lock, which is held here, or from a copy that they already have. So
        // if the count is one, it stays one.
        const bool asked_for = at->second.use_count() > 1;
        if (!asked_for && !is_held(*at->second)) {
            idle.push_back(at);
        }
    }
    std::sort(idle.begin(), idle.end(), [](auto a, auto b) { return a->second->asked < b->second->asked; });
    for (std::size_t k = 0; k + keep < idle.size(); ++k) {
        entries_.erase(idle[k]);
    }
}

void KernelCache::trim() {
    const std::lock_guard lock(mutex_);
    drop_idle(0);
}

void KernelCache::clear() {
    const std::lock_guard lock(mutex_);
    entries_.clear();
}

}  // namespace vkalgo
