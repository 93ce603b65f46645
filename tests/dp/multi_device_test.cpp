// One table on several devices, which here are two or three runners of one context, or contexts of one device.
#include "algorithms/dp/multi_device.hpp"

#include "algorithms/dp/method/testing.hpp"
#include "engine/context.hpp"
#include "tests/dp/problem_support.hpp"
#include "tests/support/fault_injector.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace vkalgo::dp::test {
namespace {

using vkalgo::test::take;

/// A division of small tables into many groups, bands, tiles and slots.
struct Cut {
    std::uint32_t lanes, groups, tile_blocks, steps;
    TestKnobs knobs(TestKnobs::Schedule schedule = TestKnobs::Schedule::chosen) const {
        TestKnobs made;
        made.lanes = lanes;
        made.schedule = schedule;
        made.words = 1;
        made.band_groups = groups;
        made.band_tile_blocks = tile_blocks;
        made.band_steps = steps;
        return made;
    }
};

class MultiDevice : public vkalgo::test::DeviceTest {
protected:
    void SetUp() override {
        vkalgo::test::DeviceTest::SetUp();
        while (own_.size() < 2) {
            own_.push_back(std::make_unique<Runner>(take(Runner::create(context()))));
        }
    }
    std::vector<Runner*> runners(std::size_t count) {
        std::vector<Runner*> all{&runner()};
        for (std::size_t k = 0; k + 1 < count; ++k) {
            all.push_back(own_[k].get());
        }
        return all;
    }
    Result<MultiDeviceSolution> across(std::size_t devices, const Recurrence& recurrence, const Instance& instance,
                                       const char* method, const TestKnobs* knobs = nullptr) {
        MultiDeviceOptions options;
        options.method = method;
        options.knobs = knobs;
        return solve_multi_device(runners(devices), recurrence, instance, options);
    }

private:
    std::vector<std::unique_ptr<Runner>> own_;
};

TEST_F(MultiDevice, HasTheAnswerOfTheReferenceWhateverTheSize) {
    for (const char* name : {"lcs", "edit-distance"}) {
        const Recurrence recurrence = take(Recurrence::builtin(name));
        std::uint64_t seed = 1;
        for (const auto& [n, m] :
             {std::pair{700, 300}, {129, 31}, {130, 1000}, {1, 1}, {1000, 1}, {1, 90}, {383, 64}}) {
            const Instance instance = generated(name, {n, m, seed++, {}});
            const Number expected(reference_answer(name, instance));
            for (const char* method : {"tile", "bit-parallel"}) {
                for (const std::size_t devices : {2U, 3U}) {
                    const bool is_tile = std::string_view(method) == "tile";
                    const TestKnobs knobs = Cut{8, seed % 2 == 0 ? 1U : 2U, is_tile ? 1U : 8U, 2}.knobs();
                    const auto solved = across(devices, recurrence, instance, method, &knobs);
                    ASSERT_OK(solved) << name << ' ' << n << " x " << m << ' ' << method;
                    EXPECT_EQ(solved->solution.answer, expected)
                        << name << ' ' << n << " x " << m << ' ' << method << ": " << solved->solution.plan_summary;
                    EXPECT_EQ(solved->solution.method, method);
                    EXPECT_EQ(solved->devices.size(), devices);
                }
            }
        }
    }
}

TEST_F(MultiDevice, TakesTheFastestMethodByItselfAndBandsOfItsOwn) {
    const Recurrence lcs = take(Recurrence::builtin("lcs"));
    const Instance instance = generated("lcs", {2500, 1100, 3, {}});
    const auto solved = across(2, lcs, instance, "");
    ASSERT_OK(solved);
    EXPECT_EQ(solved->solution.method, "bit-parallel");
    EXPECT_EQ(solved->solution.answer, Number(reference_answer("lcs", instance)));
    EXPECT_EQ(solved->solution.call.gpu_milliseconds.size(), 1U);
    EXPECT_EQ(solved->devices[0].bands + solved->devices[1].bands, 2);
    const auto alone = across(1, lcs, instance, "");
    ASSERT_OK(alone);
    EXPECT_EQ(alone->solution.answer, solved->solution.answer);
}

TEST_F(MultiDevice, RunsOnTwoContexts) {
    vkalgo::test::ValidatedContext other;
    Runner second = take(Runner::create(*other));
    const std::array both{&runner(), &second};
    const Recurrence lcs = take(Recurrence::builtin("lcs"));
    const Instance instance = generated("lcs", {900, 500, 3, {}});
    for (const char* method : {"tile", "bit-parallel"}) {
        const TestKnobs knobs = Cut{8, 1, 8, 2}.knobs();
        MultiDeviceOptions options;
        options.method = method;
        options.knobs = &knobs;
        options.call.repeat = 3;
        options.call.warm_up = true;
        double last = 0;
        options.call.progress = [&, here = std::this_thread::get_id()](double fraction) {
            EXPECT_EQ(std::this_thread::get_id(), here);
            EXPECT_GE(fraction, last);
            last = fraction;
        };
        const auto solved = solve_multi_device(both, lcs, instance, options);
        ASSERT_OK(solved);
        EXPECT_EQ(solved->solution.answer, Number(reference_answer("lcs", instance)));
        EXPECT_EQ(solved->solution.call.gpu_milliseconds.size(), 3U);
        EXPECT_EQ(last, 1);
    }
}

/// Workgroups wait for one another here, on every machine. waiting_tiles_test.cpp says when a wait may be given up.
TEST_F(MultiDevice, AgreesWhereWorkgroupsWait) {
    DeviceProfile profile = context().profile();
    if (!profile.int64 || !profile.int64_atomics) {
        GTEST_SKIP() << "this device has no 64-bit atomics";
    }
    profile.cross_workgroup_progress = true;
    int solved_plans = 0;
    for (const char* name : {"lcs", "edit-distance"}) {
        const Recurrence recurrence = take(Recurrence::builtin(name));
        const RecurrenceHeader& header = recurrence.header();
        for (const char* method : {"tile", "bit-parallel"}) {
            const bool is_tile = std::string_view(method) == "tile";
            for (const std::uint32_t processors : {1U, 2U}) {
                Instance instance = generated(name, {1300, 200, processors, {}});
                take(check_instance(header, instance, header.stage));
                const TestKnobs knobs =
                    Cut{is_tile ? 8U : 0U, processors, is_tile ? 1U : 8U, 1}.knobs(TestKnobs::Schedule::waiting);
                MultiDeviceOptions options;
                options.method = method;
                options.knobs = &knobs;
                profile.processors = processors;
                const std::vector<DeviceProfile> profiles(2, profile);
                MultiDevicePlan plan = take(plan_multi_device(header, instance, options, profiles), method);
                const auto solved = solve_multi_device(runners(2), recurrence, instance, plan, {});
                if (!solved && solved.error().code == ErrorCode::timeout) {
                    continue;  // A wait was given up
                }
                ASSERT_OK(solved) << name << ' ' << method;
                ++solved_plans;
                EXPECT_EQ(solved->solution.answer, Number(reference_answer(name, instance)))
                    << name << ' ' << method << ' ' << processors << ' ' << solved->solution.plan_summary;
            }
        }
    }
    EXPECT_GT(solved_plans, 3);
}

TEST_F(MultiDevice, UsesOneDeviceIfThereIsNothingToShare) {
    const Recurrence lcs = take(Recurrence::builtin("lcs"));
    for (const auto& [n, m] : {std::pair{0, 0}, {0, 9}, {9, 0}}) {
        const auto solved = across(2, lcs, generated("lcs", {n, m, 1, {}}), "");
        ASSERT_OK(solved) << n << " x " << m;
        EXPECT_EQ(solved->solution.answer, Number(std::uint64_t{0}));
        EXPECT_EQ(solved->devices.size(), 1U);
    }
}

TEST_F(MultiDevice, RefusesRunnersThatAreMissingOrTheSame) {
    const Recurrence lcs = take(Recurrence::builtin("lcs"));
    const Instance instance = generated("lcs", {9, 9, 1, {}});
    ASSERT_ERROR(solve_multi_device({}, lcs, instance), ErrorCode::invalid_argument);
    const std::array twice{&runner(), &runner()};
    ASSERT_ERROR(solve_multi_device(twice, lcs, instance), ErrorCode::invalid_argument);
    const std::array<Runner*, 2> missing{&runner(), nullptr};
    ASSERT_ERROR(solve_multi_device(missing, lcs, instance), ErrorCode::invalid_argument);
    const std::vector<std::string> names = sharing_methods();
    for (const char* name : {"bit-parallel", "tile"}) {
        EXPECT_EQ(std::count(names.begin(), names.end(), name), 1) << name;
    }
    for (const Method* method : methods()) {
        EXPECT_EQ(std::count(names.begin(), names.end(), method->name) == 1, method->shares) << method->name;
    }
}

TEST_F(MultiDevice, EndsOnceItIsCancelled) {
    const Recurrence lcs = take(Recurrence::builtin("lcs"));
    const Instance instance = generated("lcs", {1000, 900, 1, {}});
    const TestKnobs knobs = Cut{8, 1, 8, 1}.knobs();
    for (const bool at_once : {true, false}) {
        std::stop_source stop;
        MultiDeviceOptions options;
        options.method = "bit-parallel";
        options.knobs = &knobs;
        options.call.cancel = stop.get_token();
        options.call.repeat = 100;
        options.call.progress = [&](double fraction) {
            if (fraction > 0.3) {
                stop.request_stop();
            }
        };
        if (at_once) {
            stop.request_stop();
        }
        ASSERT_ERROR(solve_multi_device(runners(2), lcs, instance, options), ErrorCode::cancelled);
    }
    EXPECT_OK(across(2, lcs, instance, "bit-parallel", &knobs));
}

/// The second device fails, once per run, at calls that are spread over the whole run. The thread of the first device
/// must end too, and nothing may stay allocated.
TEST_F(MultiDevice, EndsWithTheFirstErrorOfADeviceAndItsName) {
    vkalgo::test::FaultInjector injector;
    ContextOptions options = vkalgo::test::test_options();
    options.validate = false;
    options.get_instance_proc_addr = injector.entry();
    const Recurrence lcs = take(Recurrence::builtin("lcs"));
    const Instance instance = generated("lcs", {600, 300, 1, {}});
    const TestKnobs knobs = Cut{8, 1, 8, 1}.knobs();
    MultiDeviceOptions asked;
    asked.knobs = &knobs;
    asked.method = "bit-parallel";
    std::uint64_t calls = 0;
    {
        const auto own = take(Context::create(options));
        Runner second = take(Runner::create(*own));
        const std::array both{&runner(), &second};
        ASSERT_OK(solve_multi_device(both, lcs, instance, asked));
        injector.fail_call(0, VK_SUCCESS);
        ASSERT_OK(solve_multi_device(both, lcs, instance, asked));
        calls = injector.calls();
    }
    EXPECT_TRUE(injector.live().empty()) << injector.live_words();
    ASSERT_GT(calls, 30U);
    for (std::uint64_t call = 1; call <= calls; call += 1 + calls / 12) {
        {
            const auto own = take(Context::create(options));
            Runner second = take(Runner::create(*own));
            const std::array both{&runner(), &second};
            injector.fail_call(call, VK_ERROR_OUT_OF_HOST_MEMORY);
            const auto solved = solve_multi_device(both, lcs, instance, asked);
            if (!solved) {
                EXPECT_EQ(solved.error().message.rfind("device 1 (", 0), 0U)
                    << injector.failed() << ": " << solved.error().message;
            }
            injector.fail_call(0, VK_SUCCESS);
        }
        EXPECT_TRUE(injector.live().empty()) << call << ' ' << injector.live_words();
    }
    EXPECT_OK(across(2, lcs, instance, "bit-parallel", &knobs));
}

}  // namespace
}  // namespace vkalgo::dp::test
