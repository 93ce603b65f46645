#include "engine/profiler.hpp"

#include "engine/context.hpp"
#include "engine/dispatch_table.hpp"

#include <utility>

namespace vkalgo {

Result<Profiler> Profiler::create(Context& context, std::uint32_t max_spans) {
    VKALGO_CHECK(context.alive());
    Profiler profiler;
    profiler.state_->context = &context;
    if (context.profile().timestamp_bits == 0 || max_spans == 0) {
        return profiler;
    }
    VkQueryPoolCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO;
    info.queryType = VK_QUERY_TYPE_TIMESTAMP;
    info.queryCount = max_spans * 2;
    VKALGO_CHECK(context.check(
        context.table().device.vkCreateQueryPool(context.device(), &info, nullptr, &profiler.state_->pool),
        "vkCreateQueryPool"));
    profiler.state_->capacity = info.queryCount;
    return profiler;
}

void Profiler::State::destroy() noexcept {
    if (pool != VK_NULL_HANDLE && context->may_destroy()) {
        context->table().device.vkDestroyQueryPool(context->device(), pool, nullptr);
    }
}

void Profiler::reset(VkCommandBuffer commands) {
    state_->used = 0;
    state_->spans.clear();
    state_->open.clear();
    if (state_->pool != VK_NULL_HANDLE) {
        state_->context->table().device.vkCmdResetQueryPool(commands, state_->pool, 0, state_->capacity);
    }
}

void Profiler::begin(VkCommandBuffer commands, std::string_view name) {
    Span span;
    span.name = name;
    span.depth = static_cast<std::uint32_t>(state_->open.size());
    span.timed = state_->used + 2 <= state_->capacity;
    if (span.timed) {
        span.first = state_->used;
        state_->used += 2;
        // Bottom of pipe: a span begins when everything recorded before it has ended, so that the times of spans add
        // up.
        state_->context->table().device.vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT,
                                                            state_->pool, span.first);
    }
    state_->open.push_back(state_->spans.size());
    state_->spans.push_back(std::move(span));
}

void Profiler::end(VkCommandBuffer commands) {
    if (state_->open.empty()) {
        return;
    }
    Span& span = state_->spans[state_->open.back()];
    state_->open.pop_back();
    if (span.timed) {
        state_->context->table().device.vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT,
                                                            state_->pool, span.first + 1);
    }
}

Result<std::vector<SpanTime>> Profiler::read() {
    std::vector<std::uint64_t> ticks(state_->used);
    if (!state_->open.empty()) {
        return Error{ErrorCode::invalid_argument,
                     "the span '" + state_->spans[state_->open.back()].name + "' was not ended", "Profiler::read"};
    }
    if (state_->used != 0) {
        const VkResult result = state_->context->table().device.vkGetQueryPoolResults(
            state_->context->device(), state_->pool, 0, state_->used, ticks.size() * sizeof(std::uint64_t),
            ticks.data(), sizeof(std::uint64_t), VK_QUERY_RESULT_64_BIT);
        VKALGO_CHECK(state_->context->check(result, "vkGetQueryPoolResults"));
    }
    std::vector<SpanTime> times;
    const std::uint32_t bits = state_->context != nullptr ? state_->context->profile().timestamp_bits : 0;
    const std::uint64_t mask = bits >= 64 ? UINT64_MAX : (std::uint64_t{1} << bits) - 1;
    for (const Span& span : state_->spans) {
        double milliseconds = 0;
        if (span.timed) {
            // The counter may wrap between the two timestamps. The difference within the mask is still right.
            const std::uint64_t elapsed = (ticks[span.first + 1] - ticks[span.first]) & mask;
            milliseconds = static_cast<double>(elapsed) * state_->context->profile().timestamp_period * 1e-6;
        }
        times.push_back({span.name, span.depth, milliseconds});
    }
    return times;
}

}  // namespace vkalgo
