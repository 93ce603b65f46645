#pragma once

#include "handle.hpp"
#include "result.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <vulkan/vulkan_core.h>

namespace vkalgo {

class Context;

/// A named span and its duration.
struct SpanTime {
    std::string name;
    /// 0: outermost
    std::uint32_t depth = 0;
    double milliseconds = 0;
};

/// Timestamp queries -> named spans. On a queue without timestamps every span reads 0.
class Profiler {
public:
    /// Times at most `max_spans` spans per recording. Errors: those of vkCreateQueryPool.
    static Result<Profiler> create(Context& context, std::uint32_t max_spans = 256);

    /// Before the first span of a command buffer: resets the queries in it.
    void reset(VkCommandBuffer commands);
    /// Spans beyond max_spans are not timed.
    void begin(VkCommandBuffer commands, std::string_view name);
    /// Ends the span begun last.
    void end(VkCommandBuffer commands);
    /// After the fence. Errors: device_lost.
    Result<std::vector<SpanTime>> read();

private:
    struct Span {
        std::string name;
        std::uint32_t depth = 0;
        /// query of the beginning; the end is the next one
        std::uint32_t first = 0;
        bool timed = false;
    };
    struct State {
        Context* context = nullptr;
        VkQueryPool pool = VK_NULL_HANDLE;
        /// queries
        std::uint32_t capacity = 0;
        std::uint32_t used = 0;
        std::vector<Span> spans;
        std::vector<std::size_t> open;
        void destroy() noexcept;
    };
    Handle<State> state_;
};

}  // namespace vkalgo
