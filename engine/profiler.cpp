#include "engine/profiler.hpp"

#include "engine/context.hpp"
#include "engine/dispatch_table.hpp"

#include <utility>

namespace vkalgo {

Result<Profiler> Profiler::create(Context& context, std::uint32_t max_spans) {
    VKALGO_CHECK(context.alive());
    Profiler profiler;
    profiler.context_ = &context;
    if (context.profile().timestamp_bits == 0 || max_spans == 0) {
        return profiler;
    }
    VkQueryPoolCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO;
    info.queryType = VK_QUERY_TYPE_TIMESTAMP;
    info.queryCount = max_spans * 2;
    VKALGO_CHECK(
        context.check(context.table().device.vkCreateQueryPool(context.device(), &info, nullptr, &profiler.pool_),
                      "vkCreateQueryPool"));
    profiler.capacity_ = info.queryCount;
    return profiler;
}

Profiler::~Profiler() {
    if (pool_ != VK_NULL_HANDLE && context_->may_destroy()) {
        context_->table().device.vkDestroyQueryPool(context_->device(), pool_, nullptr);
    }
}

void Profiler::reset(VkCommandBuffer commands) {
    used_ = 0;
    spans_.clear();
    open_.clear();
    if (pool_ != VK_NULL_HANDLE) {
        context_->table().device.vkCmdResetQueryPool(commands, pool_, 0, capacity_);
    }
}

void Profiler::begin(VkCommandBuffer commands, std::string_view name) {
    Span span;
    span.name = name;
    span.depth = static_cast<std::uint32_t>(open_.size());
    span.timed = used_ + 2 <= capacity_;
    if (span.timed) {
        span.first = used_;
        used_ += 2;
        // Bottom of pipe: a span begins when what was recorded before it has ended, so that spans add up.
        context_->table().device.vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, pool_, span.first);
    }
    open_.push_back(spans_.size());
    spans_.push_back(std::move(span));
}

void Profiler::end(VkCommandBuffer commands) {
    if (open_.empty()) {
        return;
    }
    Span& span = spans_[open_.back()];
    open_.pop_back();
    if (span.timed) {
        context_->table().device.vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, pool_,
                                                     span.first + 1);
    }
}

Result<std::vector<SpanTime>> Profiler::read() {
    std::vector<std::uint64_t> ticks(used_);
    if (!open_.empty()) {
        return Error{ErrorCode::invalid_argument, "the span '" + spans_[open_.back()].name + "' was not ended",
                     "Profiler::read"};
    }
    if (used_ != 0) {
        const VkResult result = context_->table().device.vkGetQueryPoolResults(
            context_->device(), pool_, 0, used_, ticks.size() * sizeof(std::uint64_t), ticks.data(),
            sizeof(std::uint64_t), VK_QUERY_RESULT_64_BIT);
        VKALGO_CHECK(context_->check(result, "vkGetQueryPoolResults"));
    }
    std::vector<SpanTime> times;
    const std::uint32_t bits = context_ != nullptr ? context_->profile().timestamp_bits : 0;
    const std::uint64_t mask = bits >= 64 ? UINT64_MAX : (std::uint64_t{1} << bits) - 1;
    for (const Span& span : spans_) {
        double milliseconds = 0;
        if (span.timed) {
            // The counter may wrap between the two; the difference within the mask is right all the same.
            const std::uint64_t elapsed = (ticks[span.first + 1] - ticks[span.first]) & mask;
            milliseconds = static_cast<double>(elapsed) * context_->profile().timestamp_period * 1e-6;
        }
        times.push_back({span.name, span.depth, milliseconds});
    }
    return times;
}

void Profiler::swap(Profiler& other) noexcept {
    std::swap(context_, other.context_);
    std::swap(pool_, other.pool_);
    std::swap(capacity_, other.capacity_);
    std::swap(used_, other.used_);
    std::swap(spans_, other.spans_);
    std::swap(open_, other.open_);
}

}  // namespace vkalgo
