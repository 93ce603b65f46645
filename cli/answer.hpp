#pragma once

#include "algorithms/exact_number.hpp"
#include "cli/formats.hpp"
#include "engine/device_profile.hpp"
#include "engine/profiler.hpp"
#include "formats/bytes.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace vkalgo::cli {

/// JSON whose keys keep the order in which they were inserted, and whose 64-bit integers stay integers.
using Json = nlohmann::ordered_json;

/// Parses the text. is_discarded() of the result says whether the text is not JSON.
Json parsed_json(std::string_view text);

/// Returns the number as JSON, as an integer if it is whole.
Json json_of(const ExactNumber& number);

/// What --verify compared the answer with, and what it found.
struct Verification {
    /// For example "the CPU reference lcs_reference" or "method stage".
    std::string against;
    /// Where the answers differ, and how; empty if they are equal.
    std::string difference;
};

/// The answer of a command. The caller prints it as text or JSON and writes its files, so that all commands behave
/// alike. No part of the answer is printed or written before the command has succeeded.
struct Answer {
    /// The parameters of the run, with defaults filled in.
    Json parameters = Json::object();
    Json result = Json::object();
    /// The answer for people; line() formats its lines.
    std::string text;

    /// Whether another process prints and writes the answer. This process then only ends with the same exit code.
    bool reported_elsewhere = false;

    /// Whether the run used no device. Then gpu_ms and `repeats` are measured by the host's clock.
    bool on_host = false;

    /// The time of the first timed run. If `repeats` is not empty, the median of `repeats` is printed instead.
    std::optional<double> gpu_ms;
    std::optional<double> upload_ms;
    std::optional<double> download_ms;
    /// Milliseconds of each of the --repeat runs.
    std::vector<double> repeats;

    /// Device memory in bytes. If it is not set, AnswerFrame::peak_memory is reported instead.
    std::optional<std::uint64_t> device_bytes;
    std::uint64_t scratch_bytes = 0;

    std::optional<Verification> verification;
    /// The timed spans for --profile.
    std::vector<SpanTime> spans;

    /// Appends "label     value" to the text.
    void line(std::string_view label, std::string_view value);

    /// Adds a file that is written after the command has succeeded. With the path "-" its content goes to standard
    /// output, and nothing else is printed there.
    void output(std::string path, Bytes content);
    void output(std::string path, std::string_view content);
    void output(std::string path, FileContent content);
    /// Adds a file that is too large for memory. `deliver` writes it to its path.
    void output(std::string path, std::function<Result<void>()> deliver);

    struct File {
        std::string path;
        Bytes content;
        /// Whether the output is a folder that contains `files`.
        bool folder = false;
        std::vector<std::pair<std::string, Bytes>> files = {};
        /// Writes the file to its path. If this function is empty, `content` is written.
        std::function<Result<void>()> deliver = {};
    };
    std::vector<File> files;
};

/// Median, smallest and largest of the times; all 0 without times.
struct Spread {
    double median = 0;
    double least = 0;
    double most = 0;
};
Spread spread_of(std::span<const double> times);

/// What is printed around an answer.
struct AnswerFrame {
    std::string command;
    /// Null if the command used no device.
    const DeviceProfile* device = nullptr;
    std::uint64_t peak_memory = 0;
    double total_ms = 0;
    bool profile = false;
    /// Whether to print only the answer, without device and times.
    bool brief = false;
};

/// Returns the one JSON object that a command prints. If --verify found a difference, "verified" is false and an
/// "error" with code 4 is the last member.
Json answer_json(const Answer& answer, const AnswerFrame& frame);
std::string answer_text(const Answer& answer, const AnswerFrame& frame);

/// Returns {"name": ..., "type": ..., "driver": ...}.
Json device_json(const DeviceProfile& profile);

/// Returns the bytes as {"string": ..., "encoding": "utf-8"}, or in base64 if they are not valid UTF-8.
Json text_json(std::string_view bytes);

/// Returns the JSON as the command prints it, with a final line break.
std::string dump(const Json& json);

}  // namespace vkalgo::cli
