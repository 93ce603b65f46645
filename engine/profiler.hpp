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

/// A named span, its nesting depth and its duration.
struct SpanTime {
    std::string name;
    /// 0 for an outermost span.
    std::uint32_t depth = 0;
    double milliseconds = 0;
};

/// A profiler that measures named spans by timestamp queries. On a queue without timestamps every span reads 0.
class Profiler {
public:
    /// Creates a profiler of at most `max_spans` spans per recording. Errors: those of vkCreateQueryPool.
    static Result<Profiler> create(Context& context, std::uint32_t max_spans = 256);

    /// Resets the queries. Must be recorded before the first span of a command buffer.
    void reset(VkCommandBuffer commands);
    /// Begins a span. Spans beyond max_spans are not timed.
    void begin(VkCommandBuffer commands, std::string_view name);
    /// Ends the span that was begun last.
    void end(VkCommandBuffer commands);
    /// Returns the spans of the recording. Call it after the fence of the command buffer. Errors: invalid_argument (a
    /// span was not ended), device_lost.
    Result<std::vector<SpanTime>> read();

private:
    struct Span {
        std::string name;
        std::uint32_t depth = 0;
        /// The number of the query at the span's begin. The query at its end has the next number.
        std::uint32_t first = 0;
        bool timed = false;
    };
    struct State {
        Context* context = nullptr;
        VkQueryPool pool = VK_NULL_HANDLE;
        /// The number of queries.
        std::uint32_t capacity = 0;
        std::uint32_t used = 0;
        std::vector<Span> spans;
        std::vector<std::size_t> open;
        void destroy() noexcept;
    };
    Handle<State> state_;
};

}  // namespace vkalgo
