#pragma once

#include "engine/dispatch_table.hpp"

#include <cstdint>
#include <map>
#include <string>

namespace vkalgo::test {

/// A vkGetInstanceProcAddr that stands between vkalgo and the loader: it counts the calls that return a VkResult, makes
/// the k-th of them fail, and counts live objects of every type by their create and destroy calls. One exists at a
/// time, since Vulkan's functions carry no user pointer; use it on one thread.
class FaultInjector {
public:
    FaultInjector();
    FaultInjector(const FaultInjector&) = delete;
    FaultInjector& operator=(const FaultInjector&) = delete;
    ~FaultInjector();

    /// For ContextOptions and HostDevice.
    PFN_vkGetInstanceProcAddr entry() const;

    /// From now on, counted from 1: the `call`-th call that returns a VkResult returns `result` and does nothing else.
    /// 0: none fails. (vkWaitForFences does wait before it fails: a device that really runs on cannot be lost.)
    void fail_call(std::uint64_t call, VkResult result);
    /// The next call of this function fails, once.
    void fail_function(const std::string& name, VkResult result);

    /// since fail_call
    std::uint64_t calls() const { return calls_; }
    /// the function that was made to fail; empty if none was
    const std::string& failed() const { return failed_; }
    /// Live objects by type; empty when everything was destroyed.
    const std::map<std::string, int>& live() const { return live_; }
    std::string live_words() const;

    // For the hooks.
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
