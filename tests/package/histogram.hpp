#pragma once

#include "expect.hpp"
#include <vkalgo/algorithms/histogram/histogram.hpp>

#include <algorithm>

/// Counts a histogram of 5,000 bytes on `context`'s device, twice in one command buffer.
inline void histogram(vkalgo::Context& context) {
    std::vector<std::uint8_t> values(5000);
    std::vector<std::uint32_t> expected(257);
    for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = static_cast<std::uint8_t>(i * i % 251);
        expected[values[i]] += 2;
    }
    const vkalgo::HistogramOptions options{.type = vkalgo::ElementType::u8};
    const auto counter = value_of(vkalgo::Histogram::create(context, options), "histogram");
    const auto need = value_of(vkalgo::Histogram::scratch({options, values.size()}, context.profile()), "scratch");
    auto runner = value_of(vkalgo::Runner::create(context), "runner");
    const auto source = value_of(runner.upload_new(std::as_bytes(std::span(values))), "upload");
    const auto counts = value_of(vkalgo::Buffer::create(context, {.size = expected.size() * 4}), "counts");
    const auto scratch = value_of(vkalgo::Buffer::create(context, {.size = need.bytes}), "scratch buffer");
    value_of(runner.run([&](vkalgo::Recorder& recorder) -> vkalgo::Result<void> {
        for (const bool add : {false, true}) {
            auto recorded = counter.record(recorder, {.values = source.view(),
                                                      .counts = counts.view(),
                                                      .scratch = scratch.view(),
                                                      .count = values.size(),
                                                      .add_to_counts = add});
            if (!recorded) {
                return recorded;
            }
        }
        return recorder.status();
    }),
             "run");
    std::vector<std::uint32_t> result(expected.size());
    done(runner.download(counts.view(), std::as_writable_bytes(std::span(result))), "download");
    expect(std::equal(result.begin(), result.end(), expected.begin()), "every byte is counted twice");
}
