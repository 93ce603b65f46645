#include "bench/cases/measurement.hpp"

#include "engine/clock.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>

#include <fmt/format.h>
#include <zlib.h>

namespace vkalgo::bench {
using namespace vkalgo::cli;

namespace {

Json spread_json(const std::vector<double>& times) {
    const Spread spread = spread_of(times);
    return {{"median", spread.median}, {"least", spread.least}, {"most", spread.most}, {"runs", times}};
}

/// Formats at most four significant digits, but all digits before the point: "0.142", "12.3", "45600".
std::string digits(double value) {
    return value >= 1000 ? fmt::format("{:.0f}", value) : fmt::format("{:.4g}", value);
}

std::string aims_text(const Measurement& row) {
    std::string text;
    if (row.target_ms) {
        text += fmt::format("<= {} ms", digits(*row.target_ms));
    }
    if (row.comparison && row.comparison->limit) {
        text += fmt::format("{}{} {} x", text.empty() ? "" : ", ",
                            row.comparison->at_least ? ">=" : "<=", digits(*row.comparison->limit));
    }
    return text;
}

/// Returns the comparison as text: "0.98 x lcs-tile-256" or "12.3 x as fast as random-2000-one-core (the slides: up to
/// 42)".
std::string compared_text(const Measurement& row) {
    const Comparison& with = *row.comparison;
    return fmt::format("{} x {}{}{}", digits(*row.ratio), with.speed_up ? "as fast as " : "", with.baseline,
                       with.claim.empty() ? "" : fmt::format(" ({})", with.claim));
}

}  // namespace

std::optional<bool> Measurement::met() const {
    std::optional<bool> all;
    const auto hold = [&](bool one) { all = all.value_or(true) && one; };
    if (ran() && target_ms) {
        hold(spread_of(gpu_ms).median <= *target_ms);
    }
    if (ratio && comparison && comparison->limit) {
        hold(comparison->at_least ? *ratio >= *comparison->limit : *ratio <= *comparison->limit);
    }
    return all;
}

double mean_of(const std::vector<double>& times) {
    return times.empty() ? 0 : std::accumulate(times.begin(), times.end(), 0.0) / static_cast<double>(times.size());
}

bool is_refusal(const Error& error) {
    return error.code == ErrorCode::too_large || error.code == ErrorCode::unsupported;
}

std::vector<double> host_times(int repeat, const std::function<void()>& run, const std::function<void()>& prepare) {
    constexpr double kMaxMilliseconds = 10'000;
    std::vector<double> times;
    for (double spent = 0; times.empty() || (std::ssize(times) < repeat && spent < kMaxMilliseconds);) {
        if (prepare) {
            prepare();
        }
        const auto start = std::chrono::steady_clock::now();
        run();
        times.push_back(milliseconds_since(start));
        spent += times.back();
    }
    return times;
}

std::uint32_t checksum_of(std::span<const std::byte> bytes) {
    // The length parameter of zlib has 32 bits.
    constexpr std::size_t kStep = std::size_t{1} << 30;
    uLong sum = crc32(0, nullptr, 0);
    for (std::size_t first = 0; first < bytes.size(); first += kStep) {
        const auto part = bytes.subspan(first, std::min(kStep, bytes.size() - first));
        sum = crc32(sum, reinterpret_cast<const Bytef*>(part.data()), static_cast<uInt>(part.size()));
    }
    return static_cast<std::uint32_t>(sum);
}

void compare(std::vector<Measurement>& rows) {
    for (Measurement& row : rows) {
        if (!row.ran() || !row.comparison) {
            continue;
        }
        const auto other = std::find_if(rows.begin(), rows.end(), [&](const Measurement& each) {
            return each.name == row.comparison->baseline && each.ran();
        });
        if (other == rows.end()) {
            continue;
        }
        const double own = spread_of(row.gpu_ms).median, baseline = spread_of(other->gpu_ms).median;
        if (own > 0 && baseline > 0) {
            row.ratio = row.comparison->speed_up ? baseline / own : own / baseline;
        }
    }
}

Json measurement_json(const Measurement& row) {
    Json json = {{"family", row.family}, {"case", row.name}, {"method", row.method}, {"n", row.n}};
    json.update(row.facts);
    if (!row.ran()) {
        json["skipped"] = row.skipped;
        return json;
    }
    json["seed"] = row.seed;
    json["plan"] = row.about;
    json[row.by_host ? "host_ms" : "gpu_ms"] = spread_json(row.gpu_ms);
    json[row.unit] = row.work;
    json["rate_per_second"] = row.work / spread_of(row.gpu_ms).median * 1e3;
    json["device_bytes"] = row.device_bytes;
    if (!row.verified_against.empty() || !row.difference.empty()) {
        json["verified"] = row.difference.empty();
        json["verified_against"] = row.verified_against;
    }
    if (!row.difference.empty()) {
        json["difference"] = row.difference;
    }
    if (row.ratio) {
        json["baseline"] = row.comparison->baseline;
        json[row.comparison->speed_up ? "speed_up" : "ratio"] = *row.ratio;
        if (!row.comparison->claim.empty()) {
            json["claim"] = row.comparison->claim;
        }
    }
    if (row.target_ms) {
        json["target_ms"] = *row.target_ms;
    }
    if (row.comparison && row.comparison->limit) {
        json[row.comparison->at_least ? "target_ratio_at_least" : "target_ratio"] = *row.comparison->limit;
    }
    if (const auto met = row.met()) {
        json["met"] = *met;
    }
    return json;
}

std::string measurements_csv(const std::vector<Measurement>& rows) {
    std::string text = "case,method,n,runs,mean_ms,median_ms,least_ms,most_ms\n";
    for (const Measurement& row : rows) {
        if (row.ran()) {
            const Spread spread = spread_of(row.gpu_ms);
            text += fmt::format("{},{},{},{},{:.6g},{:.6g},{:.6g},{:.6g}\n", row.name, row.method, row.n,
                                row.gpu_ms.size(), mean_of(row.gpu_ms), spread.median, spread.least, spread.most);
        }
    }
    return text;
}

std::string measurements_text(const std::vector<Measurement>& rows) {
    constexpr std::size_t kLeastName = 24;
    std::size_t name = kLeastName;
    std::size_t width = std::string_view("method").size();
    for (const Measurement& row : rows) {
        name = std::max(name, row.name.size());
        width = std::max(width, row.method.size());
    }
    name += 2;
    width += 2;
    std::string text = fmt::format("{:<{}}{:<{}}{:>10}{:>10}{:>10}{:>10}  {}\n", "case", name, "method", width,
                                   "median ms", "least", "most", "G/s", "compared, target");
    for (const Measurement& row : rows) {
        if (!row.ran()) {
            text += fmt::format("{:<{}}{:<{}}skipped: {}\n", row.name, name, row.method, width, row.skipped);
            continue;
        }
        const Spread spread = spread_of(row.gpu_ms);
        std::string notes;
        if (!row.difference.empty()) {
            notes = fmt::format("WRONG: {}", row.difference);
        } else {
            if (row.ratio) {
                notes = compared_text(row);
            }
            if (const auto met = row.met()) {
                notes += fmt::format("{}{}: {}", notes.empty() ? "" : "; ", aims_text(row), *met ? "met" : "MISSED");
            }
        }
        text += fmt::format("{:<{}}{:<{}}{:>10}{:>10}{:>10}{:>10}  {}\n", row.name, name, row.method, width,
                            digits(spread.median), digits(spread.least), digits(spread.most),
                            digits(row.work / spread.median * 1e-6), notes);
    }
    return text;
}

std::string first_difference(const std::vector<Measurement>& rows) {
    for (const Measurement& row : rows) {
        if (!row.difference.empty()) {
            return fmt::format("{}: {}", row.name, row.difference);
        }
    }
    return {};
}

Scale scale_of(const DeviceProfile& profile, bool quick) {
    if (quick) {
        return Scale::quick;
    }
    return profile.type == DeviceType::software ? Scale::software : Scale::gpu;
}

}  // namespace vkalgo::bench
