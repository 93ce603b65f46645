#pragma once

// Internal to the engine: what Context::kernel looks in.
#include "kernel.hpp"

#include <atomic>
#include <memory>
#include <mutex>
#include <span>
#include <unordered_map>
#include <vector>

namespace vkalgo {

/// Kernels by module, constants and subgroup size. Thread-safe. A kernel is compiled outside the cache's lock: who asks
/// meanwhile for the same one waits for it, who asks for another does not. Of the kernels that only the cache holds, it
/// keeps those that were asked for last.
class KernelCache {
public:
    /// From so many entries on, idle ones are dropped: a constant may hold a number of which there are very many.
    static constexpr std::size_t kManyEntries = 128;

    Result<std::shared_ptr<const Kernel>> get(Context& context, const KernelInfo& info);
    /// Drops the kernels that only the cache holds.
    void trim();
    void clear();
    /// How many are being compiled now.
    int compiling() const { return compiling_; }

private:
    /// The module's own words: a host's module may reuse the address of an earlier one.
    struct Entry {
        std::vector<std::uint32_t> spirv;
        std::vector<SpecializationConstant> constants;
        std::uint32_t required_subgroup_size = 0;
        /// the number of the last request for it
        std::uint64_t asked = 0;
        /// held while the kernel is compiled
        std::mutex compiling;
        /// null until then, and after a failure
        std::shared_ptr<const Kernel> kernel;
    };
    std::shared_ptr<Entry> entry_of(const KernelInfo& info);
    static bool is_held(Entry& entry);
    /// With the lock held: drops the kernels that only the cache holds, but for the `keep` asked for last.
    void drop_idle(std::size_t keep);

    std::atomic<int> compiling_{0};
    std::mutex mutex_;
    std::unordered_multimap<std::size_t, std::shared_ptr<Entry>> entries_;
    std::uint64_t requests_ = 0;
    /// entries at which idle ones are dropped next
    std::size_t limit_ = kManyEntries;
};

}  // namespace vkalgo
