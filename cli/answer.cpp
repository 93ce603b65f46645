#include "cli/answer.hpp"

#include "cli/asked_text.hpp"
#include "cli/reporter.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

constexpr std::size_t kLabelWidth = 10;

std::string base64(std::string_view bytes) {
    constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string packed;
    for (std::size_t start = 0; start < bytes.size(); start += 3) {
        const std::string_view group = bytes.substr(start, 3);
        std::uint32_t bits = 0;
        for (std::size_t index = 0; index < 3; ++index) {
            bits = bits << 8 | (index < group.size() ? static_cast<unsigned char>(group[index]) : 0U);
        }
        for (std::size_t index = 0; index < 4; ++index) {
            packed += index <= group.size() ? kLetters[bits >> (18 - 6 * index) & 63] : '=';
        }
    }
    return packed;
}

bool is_utf8(const std::string& bytes) {
    try {
        static_cast<void>(Json(bytes).dump());
        return true;
    } catch (const Json::type_error&) {
        return false;
    }
}

std::optional<double> gpu_time(const Answer& answer) {
    return answer.repeats.empty() ? answer.gpu_ms : std::optional(spread_of(answer.repeats).median);
}

Json number_or_null(const std::optional<double>& value) {
    return value ? Json(*value) : Json(nullptr);
}

}  // namespace

Json parsed_json(std::string_view text) {
    return Json::parse(text, nullptr, false);
}

void Answer::line(std::string_view label, std::string_view value) {
    text += fmt::format("{:<{}}{}\n", label, kLabelWidth, value);
}

void Answer::output(std::string path, Bytes content) {
    files.push_back({std::move(path), std::move(content)});
}

void Answer::output(std::string path, FileContent content) {
    files.push_back({std::move(path), std::move(content.bytes), content.folder, std::move(content.files)});
}

void Answer::output(std::string path, std::function<Result<void>()> deliver) {
    files.push_back({std::move(path), {}, false, {}, std::move(deliver)});
}

void Answer::output(std::string path, std::string_view content) {
    const auto bytes = as_byte_span(content);
    output(std::move(path), Bytes(bytes.begin(), bytes.end()));
}

Spread spread_of(std::span<const double> times) {
    if (times.empty()) {
        return {};
    }
    std::vector<double> sorted(times.begin(), times.end());
    std::sort(sorted.begin(), sorted.end());
    const std::size_t middle = sorted.size() / 2;
    const double median = sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    return {median, sorted.front(), sorted.back()};
}

Json device_json(const DeviceProfile& profile) {
    return {{"name", profile.name}, {"type", to_string(profile.type)}, {"driver", profile.driver}};
}

Json text_json(std::string_view bytes) {
    std::string text(bytes);
    if (is_utf8(text)) {
        return {{"string", std::move(text)}, {"encoding", "utf-8"}};
    }
    return {{"string", base64(bytes)}, {"encoding", "base64"}};
}

Json answer_json(const Answer& answer, const AnswerFrame& frame) {
    Json json;
    json["command"] = frame.command;
    json["device"] = frame.device != nullptr ? device_json(*frame.device) : Json(nullptr);
    json["parameters"] = answer.parameters;
    json["result"] = answer.result;
    json["time_ms"] = {{"gpu", number_or_null(answer.on_host ? std::nullopt : gpu_time(answer))},
                       {"upload", number_or_null(answer.upload_ms)},
                       {"download", number_or_null(answer.download_ms)},
                       {"total", frame.total_ms}};
    if (answer.on_host) {
        json["time_ms"]["host"] = number_or_null(gpu_time(answer));
    }
    json["memory_bytes"] = {{"device", answer.device_bytes.value_or(frame.peak_memory)},
                            {"scratch", answer.scratch_bytes}};
    if (!answer.repeats.empty()) {
        const Spread spread = spread_of(answer.repeats);
        json["repeat"] = {{"runs", answer.repeats.size()},
                          {answer.on_host ? "host_ms" : "gpu_ms",
                           {{"median", spread.median}, {"least", spread.least}, {"most", spread.most}}}};
    }
    if (frame.profile) {
        json["profile"] = Json::array();
        for (const SpanTime& span : answer.spans) {
            json["profile"].push_back({{"span", span.name}, {"depth", span.depth}, {"ms", span.milliseconds}});
        }
    }
    if (answer.verification) {
        json["verified"] = answer.verification->difference.empty();
        json["verified_against"] = answer.verification->against;
        if (!answer.verification->difference.empty()) {
            json["error"] = {{"code", static_cast<int>(ExitCode::difference)},
                             {"message", answer.verification->difference}};
        }
    }
    return json;
}

std::string answer_text(const Answer& answer, const AnswerFrame& frame) {
    Answer framed;
    framed.text = answer.text;
    const auto gpu = gpu_time(answer);
    if (!frame.brief && answer.on_host && gpu) {
        framed.line("device", "none: on the processor");
        framed.line("time",
                    fmt::format("{}, total {}", format_milliseconds(*gpu), format_milliseconds(frame.total_ms)));
    } else if (!frame.brief && frame.device != nullptr && gpu) {
        framed.line("device", fmt::format("{} ({})", frame.device->name, to_string(frame.device->type)));
        std::string times = fmt::format("gpu {}", format_milliseconds(*gpu));
        for (const auto& [label, time] : {std::pair{"upload", answer.upload_ms}, {"download", answer.download_ms}}) {
            times += time ? fmt::format(", {} {}", label, format_milliseconds(*time)) : "";
        }
        framed.line("time", fmt::format("{}, total {}", times, format_milliseconds(frame.total_ms)));
        framed.line("memory", fmt::format("device {}, including scratch {}",
                                          format_bytes(answer.device_bytes.value_or(frame.peak_memory)),
                                          format_bytes(answer.scratch_bytes)));
    }
    return framed.text + asked_text(answer, frame);
}

std::string asked_text(const Answer& answer, const AnswerFrame& frame) {
    Answer framed;
    if (!answer.repeats.empty()) {
        const Spread spread = spread_of(answer.repeats);
        framed.line("repeat",
                    fmt::format("{} on the {}: median {}, least {}, most {}", plural(answer.repeats.size(), "run"),
                                answer.on_host ? "processor" : "device", format_milliseconds(spread.median),
                                format_milliseconds(spread.least), format_milliseconds(spread.most)));
    }
    if (answer.verification && answer.verification->difference.empty()) {
        framed.line("verified", fmt::format("equal to {}", answer.verification->against));
    }
    if (frame.profile) {
        framed.text += fmt::format("\n{:>12}  span\n", "ms");
        for (const SpanTime& span : answer.spans) {
            framed.text += fmt::format("{:>12.4f}  {:{}}{}\n", span.milliseconds, "", 2 * span.depth, span.name);
        }
    }
    return framed.text;
}

std::string dump(const Json& json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json json_of(const ExactNumber& number) {
    return !number.is_whole()     ? Json(number.real())
           : number.is_negative() ? Json(static_cast<std::int64_t>(number.bits()))
                                  : Json(number.bits());
}

}  // namespace vkalgo::cli
