// Internal to algorithms/: a cache of plans, so that a class that records does not plan the same work again.
#pragma once

#include "../engine/result.hpp"

#include <array>
#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>

namespace vkalgo {

/// A cache of the eight plans that an object made last. While a plan is cached, get() with an equal key does not plan
/// again. `Key` holds everything that a plan depends on, except what the object was created with. Thread-safe.
template <class Key, class Plan>
class KeptPlans {
public:
    /// Returns the cached plan for `key`. Without one, calls `make()` and caches its result. Errors: those of `make`.
    template <class Make>
    Result<std::shared_ptr<const Plan>> get(const Key& key, const Make& make) {
        {
            const std::lock_guard lock(mutex_);
            for (const Entry& entry : entries_) {
                if (entry.plan != nullptr && entry.key == key) {
                    return entry.plan;
                }
            }
        }
        VKALGO_TRY(Plan made, make());
        return keep(key, std::move(made));
    }

    /// Caches a plan. Replaces the oldest plan if eight are cached. Returns the cached plan.
    std::shared_ptr<const Plan> keep(const Key& key, Plan plan) {
        auto kept = std::make_shared<const Plan>(std::move(plan));
        const std::lock_guard lock(mutex_);
        entries_[next_] = {key, kept};
        next_ = (next_ + 1) % entries_.size();
        return kept;
    }

private:
    struct Entry {
        Key key{};
        std::shared_ptr<const Plan> plan;
    };
    std::mutex mutex_;
    std::array<Entry, 8> entries_;
    std::size_t next_ = 0;
};

}  // namespace vkalgo
