// Tests the cache that keeps a recording class from planning twice.
#include "algorithms/kept_plans.hpp"

#include "engine/result.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

using Plans = KeptPlans<std::uint64_t, std::string>;

TEST(KeptPlans, AreMadeOnceForEachShape) {
    Plans plans;
    int made = 0;
    const auto get = [&](std::uint64_t key) {
        return *plans.get(key, [&]() -> Result<std::string> {
            ++made;
            return std::to_string(key);
        });
    };
    const auto first = get(7);
    EXPECT_EQ(*first, "7");
    for (int frame = 0; frame < 100; ++frame) {
        EXPECT_EQ(get(7), first);  // The same object: nothing was copied
        EXPECT_EQ(*get(8), "8");
    }
    EXPECT_EQ(made, 2);
}

TEST(KeptPlans, AreDroppedIfTheyAreOldButStayValid) {
    Plans plans;
    const auto make = [] { return Result<std::string>("made"); };
    const auto first = *plans.get(0, make);
    for (std::uint64_t key = 1; key < 100; ++key) {
        EXPECT_TRUE(plans.get(key, make));
    }
    EXPECT_EQ(*first, "made");
    EXPECT_NE(*plans.get(0, make), first);
    EXPECT_EQ(*plans.get(99, make), *plans.get(99, make));
}

TEST(KeptPlans, IncludePlansThatTheCallerKeeps) {
    Plans plans;
    const auto given = plans.keep(5, "given");
    EXPECT_EQ(*plans.get(5, [] { return Result<std::string>("made"); }), given);
}

TEST(KeptPlans, DoNotIncludeErrors) {
    Plans plans;
    EXPECT_FALSE(plans.get(1, []() -> Result<std::string> { return Error{ErrorCode::too_large, "no", {}}; }));
    EXPECT_EQ(**plans.get(1, [] { return Result<std::string>("made"); }), "made");
}

TEST(KeptPlans, AreSharedByThreads) {
    Plans plans;
    std::vector<std::thread> threads;
    for (int number = 0; number < 4; ++number) {
        threads.emplace_back([&] {
            for (std::uint64_t turn = 0; turn < 1000; ++turn) {
                const std::uint64_t key = turn % 20;
                EXPECT_EQ(**plans.get(key, [&] { return Result<std::string>(std::to_string(key)); }),
                          std::to_string(key));
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
}

}  // namespace
}  // namespace vkalgo::test
