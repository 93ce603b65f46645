#pragma once

#include <vkalgo/engine/buffer.hpp>
#include <vkalgo/engine/context.hpp>
#include <vkalgo/engine/recorder.hpp>
#include <vkalgo/engine/runner.hpp>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <span>
#include <vector>

// What the consumers of tests/package/ share. A consumer stops at the first result that is not as expected.

inline void expect(bool condition, const char* what) {
    if (!condition) {
        std::fprintf(stderr, "expected: %s\n", what);
        std::exit(1);
    }
}

template <class T>
T value_of(vkalgo::Result<T> result, const char* what) {
    if (!result) {
        std::fprintf(stderr, "%s: %s (%s)\n", what, result.error().message.c_str(), result.error().where.c_str());
        std::exit(1);
    }
    return std::move(result).value();
}

inline void done(const vkalgo::Result<void>& result, const char* what) {
    if (!result) {
        std::fprintf(stderr, "%s: %s (%s)\n", what, result.error().message.c_str(), result.error().where.c_str());
        std::exit(1);
    }
}

/// Uploads 1000 numbers, overwrites numbers 100 to 299, copies all of them on the device, and downloads them.
inline void round_trip(vkalgo::Context& context) {
    std::vector<std::uint32_t> numbers(1000);
    std::iota(numbers.begin(), numbers.end(), 7u);
    auto runner = value_of(vkalgo::Runner::create(context), "runner");
    const auto source = value_of(runner.upload_new(std::as_bytes(std::span(numbers))), "upload");
    const auto target = value_of(vkalgo::Buffer::create(context, {.size = 4000}), "buffer");
    value_of(runner.run([&](vkalgo::Recorder& recorder) -> vkalgo::Result<void> {
        recorder.fill(source.view().slice(400, 800), 42u);
        recorder.copy(source.view(), target.view());
        return recorder.status();
    }),
             "run");
    std::vector<std::uint32_t> back(1000);
    done(runner.download(target.view(), std::as_writable_bytes(std::span(back))), "download");
    for (std::uint32_t i = 0; i < 1000; ++i) {
        expect(back[i] == (i >= 100 && i < 300 ? 42u : i + 7u), "the numbers come back, the middle overwritten");
    }
}
