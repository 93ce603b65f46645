// What the tests of this folder share: keys of every distribution, and a sort of them in guarded buffers.
#pragma once

#include "algorithms/sort/sort.hpp"
#include "algorithms/sort/sort_reference.hpp"
#include "algorithms/sort/sort_tuning.hpp"
#include "engine/descriptors.hpp"
#include "tests/support/foreign_device.hpp"
#include "tests/support/guarded_buffer.hpp"
#include "tests/support/random.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::test {

enum class Spread { uniform, constant, ends, sorted, reversed, almost_sorted, zipf, few };
inline constexpr Spread kSpreads[] = {Spread::uniform,  Spread::constant,      Spread::ends, Spread::sorted,
                                      Spread::reversed, Spread::almost_sorted, Spread::zipf, Spread::few};

/// Returns the bytes of `count` keys; floats have any bits.
inline std::vector<std::byte> some_bytes(ElementType type, std::size_t count, Spread spread, std::uint64_t seed = 1) {
    SplitMix64 random(count * 8 + seed);
    const std::uint32_t bits = 8 * size_of(type);
    const std::uint64_t all = ~std::uint64_t{0} >> (64 - bits);
    std::vector<std::uint64_t> keys(count);
    for (std::uint64_t& key : keys) {
        const std::uint64_t any = random.next();
        switch (spread) {
            case Spread::uniform:
            case Spread::sorted:
            case Spread::reversed:
            case Spread::almost_sorted:
                key = any & all;
                break;
            case Spread::constant:
                key = 0x5a5a5a5a5a5a5a5a & all;
                break;
            case Spread::ends:
                key = any % 2 == 0 ? 0 : all;
                break;
            case Spread::zipf:
                key = (all >> any % bits) & random.next();
                break;
            case Spread::few:
                key = (any % 7 << (bits - 3)) & all;
                break;
        }
    }
    if (spread == Spread::sorted || spread == Spread::almost_sorted) {
        std::sort(keys.begin(), keys.end());
    }
    if (spread == Spread::reversed) {
        std::sort(keys.rbegin(), keys.rend());
    }
    for (std::size_t i = 100; spread == Spread::almost_sorted && i < count; i += 100) {
        std::swap(keys[i], keys[random.next() % i]);
    }
    std::vector<std::byte> bytes(count * size_of(type));
    for (std::size_t i = 0; i < count; ++i) {
        std::memcpy(bytes.data() + i * size_of(type), &keys[i], size_of(type));
    }
    return bytes;
}

inline std::string sort_words(const SortOptions& options, std::size_t count) {
    return std::to_string(count) + " " + to_string(options.type) + (options.descending ? " descending" : "") +
           (options.values ? " with values" : "") + " by " + options.method;
}

/// Keys, with values, on the device between guards, and the reference's result.
class SortBuffers {
public:
    /// `sorted`: number of keys that the reference sorts; the others keep their positions. If keys do not fill the last
    /// word, its other bytes have a fixed value.
    SortBuffers(Runner& runner, const SortPlan& plan, std::vector<std::byte> bytes, std::size_t sorted)
        : options_(plan.options),
          expected_(std::move(bytes)),
          count_(expected_.size() / size_of(options_.type)),
          keys_(runner, expected_.size()),
          values_(runner, count_ * 4),
          scratch_(runner, plan.scratch_bytes) {
        const std::size_t own = expected_.size();
        expected_.resize((own + 3) / 4 * 4, std::byte{0xe7});
        if (own != 0) {
            take(runner.upload(keys_.view(), expected_));
        }
        places_.resize(count_);
        std::iota(places_.begin(), places_.end(), options_.indices ? 0U : 1000U);
        if (count_ != 0 && !options_.indices) {
            take(runner.upload(values_.view(), std::as_bytes(std::span(places_))));
        }
        const std::span<std::byte> front = std::span(expected_).first(sorted * size_of(options_.type));
        take(sort_reference(front, std::span(places_).first(sorted), options_));
        sorted_ = sorted;
    }

    SortArguments arguments() const {
        return {.keys = keys_.view(),
                .values = options_.values ? values_.view() : BufferView{},
                .scratch = scratch_.view(),
                .count = count_};
    }

    /// Expects the result of a stable sort.
    void expect(const std::string& what) const {
        EXPECT_EQ(keys_.values<std::byte>(expected_.size()), expected_) << what;
        if (options_.values) {
            const std::size_t known = options_.indices ? sorted_ : count_;
            const std::vector<std::uint32_t> moved = values_.values<std::uint32_t>(known);
            EXPECT_TRUE(std::equal(moved.begin(), moved.end(), places_.begin())) << what << ": values";
        }
        keys_.expect_intact(what.c_str());
        values_.expect_intact(what.c_str());
        scratch_.expect_intact(what.c_str());
    }

private:
    SortOptions options_;
    std::vector<std::byte> expected_;
    std::size_t count_;
    std::size_t sorted_ = 0;
    std::vector<std::uint32_t> places_;
    GuardedBuffer keys_, values_, scratch_;
};

/// A device with some features removed.
struct Narrowed {
    const char* words;
    Narrow narrow;
};

/// Returns the tests' device, unchanged and narrowed. The profiles that reduce only the shared memory, to 48, 32 or 16
/// KiB, exist only if the device has more.
inline std::vector<Narrowed> profiles() {
    std::vector<Narrowed> all = {{"all", {}}};
    const std::uint32_t shared = take(Context::create(test_options()))->profile().shared_memory;
    for (const std::uint32_t kib : {48U, 32U, 16U}) {
        if (shared > kib * 1024) {
            all.push_back({kib == 48   ? "48 KiB"
                           : kib == 32 ? "32 KiB"
                                       : "16 KiB",
                           [=](DeviceProfile& profile) { profile.shared_memory = kib * 1024; }});
        }
    }
    all.push_back({"256-byte alignment, no 16-bit storage", [](DeviceProfile& profile) {
                       profile.storage_offset_alignment = 256;
                       profile.storage_8bit = profile.storage_16bit = false;
                       profile.int8 = profile.int16 = profile.float16 = false;
                   }});
    all.push_back({"the least", [](DeviceProfile& profile) {
                       profile.subgroup_vote = profile.subgroup_ballot = profile.subgroup_arithmetic = false;
                       profile.subgroup_shuffle = profile.subgroup_shuffle_relative = false;
                       profile.push_descriptors = false;
                       profile.max_workgroup_invocations = 128;
                       profile.max_workgroup_size = {128, 128, 64};
                       profile.shared_memory = 16384;
                   }});
    return all;
}

/// Calls `check(context, runner)` for each profile.
template <class Check>
void on_each_profile(const Check& check) {
    for (const Narrowed& one : profiles()) {
        SCOPED_TRACE(std::string("profile: ") + one.words);
        ContextOptions wanted = test_options();
        wanted.narrow = one.narrow;
        ValidatedContext context(wanted);
        Runner runner = take(Runner::create(*context));
        check(*context, runner);
    }
}

/// A device of a host application, with all features or with few. run() records into a command buffer of the
/// application.
class ForeignCommands {
public:
    explicit ForeignCommands(bool everything) : foreign_({.everything = everything}) {}
    Context& context() { return *context_; }
    Runner& runner() { return runner_; }

    template <class Record>
    void run(const Record& record) {
        foreign_.run([&](VkCommandBuffer commands) {
            Recorder recorder(*context_, commands, arena_);
            EXPECT_OK(record(recorder));
        });
        EXPECT_OK(arena_.reset());
        for (const std::string& message : foreign_.messages().taken()) {
            ADD_FAILURE() << message;
        }
    }

private:
    ForeignDevice foreign_;
    std::unique_ptr<Context> context_ = take(Context::adopt(foreign_.host()));
    Runner runner_ = take(Runner::create(*context_));
    DescriptorArena arena_{*context_};
};

}  // namespace vkalgo::test
