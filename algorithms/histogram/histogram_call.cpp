#include "algorithms/histogram/histogram_call.hpp"

#include "algorithms/histogram/call_options.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace vkalgo {

namespace {

using namespace histogram_detail;

}  // namespace

Result<std::vector<std::byte>> gather_rows(std::span<const std::byte> values, const HistogramOptions& options,
                                           const HistogramRows& rows) {
    const std::uint64_t pixel = pixel_bytes_of(options);
    const std::uint64_t row_end = (std::uint64_t{rows.x} + rows.width) * pixel;
    const std::uint64_t stride = rows.stride == 0 ? row_end : rows.stride;
    if (stride >= row_end && (rows.width == 0 || rows.height == 0)) {
        return std::vector<std::byte>();
    }
    const std::uint64_t last_row = std::uint64_t{rows.y} + rows.height - 1;
    std::uint64_t before_last = 0;
    const bool overflow = __builtin_mul_overflow(last_row, stride, &before_last);
    if (stride < row_end || overflow || before_last > values.size() || row_end > values.size() - before_last) {
        const std::string beyond = stride < row_end ? "a row, which has " + std::to_string(stride) + " bytes"
                                                    : "the " + std::to_string(values.size()) + " bytes that are given";
        return Error{ErrorCode::invalid_argument,
                     "a region of " + std::to_string(rows.width) + " x " + std::to_string(rows.height) +
                         " pixels, whose first pixel is in column " + std::to_string(rows.x) + " and row " +
                         std::to_string(rows.y) + " (from 0), exceeds " + beyond,
                     "rows"};
    }
    std::vector<std::byte> packed(static_cast<std::size_t>(rows.width * pixel * rows.height));
    for (std::uint64_t row = 0; row < rows.height; ++row) {
        const auto source = values.subspan((rows.y + row) * stride + rows.x * pixel, rows.width * pixel);
        std::copy(source.begin(), source.end(), packed.begin() + static_cast<std::ptrdiff_t>(row * source.size()));
    }
    return packed;
}

Result<HistogramResult> histogram(Runner& runner, std::span<const std::byte> values,
                                  const HistogramCallOptions& options) {
    HistogramCallOptions own = options;
    if (own.rows) {
        VKALGO_TRY(const std::vector<std::byte> packed, gather_rows(values, own.histogram, *own.rows));
        own.rows.reset();
        return histogram(runner, packed, own);
    }
    if (own.range_of_data) {
        own.range_of_data = false;
        own.histogram.range = counted_range(values, own.histogram.type);
    }
    VKALGO_TRY(HistogramCounter counter,
               HistogramCounter::create(runner, own, values.size() / pixel_bytes_of(own.histogram)));
    VKALGO_CHECK(counter.add(values));
    return counter.finish();
}

Result<HistogramResult> histogram(Runner& runner, std::span<const std::byte> values,
                                  const HistogramCallOptions& options, const HistogramCallPlan& plan) {
    const std::uint64_t count = values.size() / pixel_bytes_of(options.histogram);
    VKALGO_TRY(HistogramCounter counter, HistogramCounter::create(runner, options, count, plan));
    VKALGO_CHECK(counter.add(values));
    return counter.finish();
}

namespace {

Result<HistogramResult> count_all(HistogramCounter counter, const HistogramReader& read, std::size_t value_bytes) {
    std::vector<std::byte> part(static_cast<std::size_t>(counter.plan().part_values) * value_bytes);
    for (bool more = true; more;) {
        std::size_t filled = 0;
        while (more && filled < part.size()) {
            VKALGO_TRY(const std::size_t got, read(std::span(part).subspan(filled)));
            filled += got;
            more = got != 0;
        }
        VKALGO_CHECK(counter.add(std::span(part).first(filled)));
    }
    return counter.finish();
}

Result<void> check_one_run(const CallOptions& call) {
    if (call.repeat != 1 || call.warm_up) {
        return Error{ErrorCode::invalid_argument,
                     "values that are read only once can be counted only once; ask for one timed run without a warm-up",
                     "repeat"};
    }
    return {};
}

}  // namespace

Result<HistogramResult> histogram(Runner& runner, const HistogramReader& read, const HistogramCallOptions& options) {
    VKALGO_CHECK(check_one_run(options.call));
    VKALGO_TRY(HistogramCounter counter, HistogramCounter::create(runner, options));
    return count_all(std::move(counter), read, pixel_bytes_of(options.histogram));
}

Result<HistogramResult> histogram(Runner& runner, const HistogramReader& read, const HistogramCallOptions& options,
                                  const HistogramCallPlan& plan) {
    VKALGO_CHECK(check_one_run(options.call));
    if (plan.part_values == 0) {
        return Error{ErrorCode::invalid_argument,
                     "the plan was made for a count of 0, so it cannot count a stream; plan without a count", "plan"};
    }
    VKALGO_TRY(HistogramCounter counter, HistogramCounter::create(runner, options, std::nullopt, plan));
    return count_all(std::move(counter), read, pixel_bytes_of(options.histogram));
}

}  // namespace vkalgo
