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
/// meanwhile for the same one waits for it, who asks for another does not.
class KernelCache {
public:
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
        /// held while the kernel is compiled
        std::mutex compiling;
        /// null until then, and after a failure
        std::shared_ptr<const Kernel> kernel;
    };
    std::shared_ptr<Entry> entry_of(const KernelInfo& info);
    static bool is_held(Entry& entry);

    std::atomic<int> compiling_{0};
    std::mutex mutex_;
    std::unordered_multimap<std::size_t, std::shared_ptr<Entry>> entries_;
};

}  // namespace vkalgo
