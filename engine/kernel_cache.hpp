#pragma once

// Internal to the engine: the cache of Context::kernel.
#include "kernel.hpp"

#include <atomic>
#include <memory>
#include <mutex>
#include <span>
#include <unordered_map>
#include <vector>

namespace vkalgo {

/// A cache of kernels by module, constants and subgroup size. Thread-safe. The cache is not locked while a kernel is
/// compiled. A thread that requests the same kernel waits for it. A thread that requests another kernel does not wait.
/// If the cache becomes too large, it drops kernels that no one else holds, except those that were requested last.
class KernelCache {
public:
    /// The least number of entries at which get() drops unused entries. Half of this number of unused entries are kept.
    /// Without this limit the cache might grow forever, since a constant may have very many different values.
    static constexpr std::size_t kManyEntries = 128;

    Result<std::shared_ptr<const Kernel>> get(Context& context, const KernelInfo& info);
    /// Drops the kernels that only the cache holds.
    void trim();
    void clear();
    /// Returns the number of kernels that are being compiled now.
    int compiling() const { return compiling_; }

private:
    /// An entry. It stores the module's words, because a host's module may reuse the address of an earlier one.
    struct Entry {
        std::vector<std::uint32_t> spirv;
        std::vector<SpecializationConstant> constants;
        std::uint32_t required_subgroup_size = 0;
        /// The number of the last request for this entry. The requests for all entries are numbered in one sequence.
        std::uint64_t asked = 0;
        /// Locked while the kernel is compiled.
        std::mutex compiling;
        /// Null until the kernel is compiled, and after a failure.
        std::shared_ptr<const Kernel> kernel;
    };
    std::shared_ptr<Entry> entry_of(const KernelInfo& info);
    static bool is_held(Entry& entry);
    /// Drops the kernels that only the cache holds, except the `keep` kernels that were requested last. The caller must
    /// hold the lock.
    void drop_idle(std::size_t keep);

    std::atomic<int> compiling_{0};
    std::mutex mutex_;
    std::unordered_multimap<std::size_t, std::shared_ptr<Entry>> entries_;
    std::uint64_t requests_ = 0;
    /// The number of entries at which unused entries are dropped next.
    std::size_t limit_ = kManyEntries;
};

}  // namespace vkalgo
