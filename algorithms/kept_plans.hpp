// Internal to algorithms/: what keeps a class that records from planning the same work again.
#pragma once

#include "../engine/result.hpp"

#include <array>
#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>

namespace vkalgo {

/// The last few plans of an object that records, so that a shape is planned once however often it is recorded.
/// `Key` is all that a plan depends on beside what the object was created with. Thread-safe.
template <class Key, class Plan>
class KeptPlans {
public:
    /// The plan for `key`: the one that is kept, else what `make()` gives, which is kept from then on. Errors: those of
    /// `make`.
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

    /// Keeps a plan in place of the oldest one.
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
