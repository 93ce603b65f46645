#pragma once

#include "engine/dispatch_table.hpp"

#include <cstdint>
#include <map>
#include <string>

namespace vkalgo::test {

/// A vkGetInstanceProcAddr between vkalgo and the loader. It counts the calls whose VkResult vkalgo checks, and makes
/// one that a test chooses fail. It counts live objects by their create and destroy calls, but not command buffers and
/// descriptor sets, which their pools free. Only one injector may exist at a time, since Vulkan's functions have no
/// user pointer; use it on one thread.
class FaultInjector {
public:
    FaultInjector();
    FaultInjector(const FaultInjector&) = delete;
    FaultInjector& operator=(const FaultInjector&) = delete;
    ~FaultInjector();

    /// Returns the function for ContextOptions and HostDevice.
    PFN_vkGetInstanceProcAddr entry() const;

    /// Counts calls from 1 again. The `call`-th counted call returns `result` and does nothing else, except that
    /// vkWaitForFences still waits.
    void fail_call(std::uint64_t call, VkResult result);
    /// Makes the next call of this function fail, once.
    void fail_function(const std::string& name, VkResult result);

    /// Returns the number of calls since fail_call.
    std::uint64_t calls() const { return calls_; }
    /// Returns the function that was made to fail last; empty if none was since fail_call() or fail_function().
    const std::string& failed() const { return failed_; }
    /// Returns the number of live objects by type; empty if everything was destroyed.
    const std::map<std::string, int>& live() const { return live_; }
    std::string live_words() const;

    // Used by the hooks.
    bool fails(const char* name, VkResult& result);
    void count(const char* type, int change);

private:
    std::uint64_t calls_ = 0;
    std::uint64_t fail_at_ = 0;
    VkResult fail_with_ = VK_SUCCESS;
    std::string fail_name_;
    std::string failed_;
    std::map<std::string, int> live_;
};

}  // namespace vkalgo::test
