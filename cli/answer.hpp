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

/// Keys stay in the order they were put in; 64-bit integers stay integers.
using Json = nlohmann::ordered_json;

/// A number, as an integer where it is whole.
Json json_of(const ExactNumber& number);

/// What --verify compared with, and what it saw.
struct Verification {
    /// "the CPU reference lcs_reference", "method stage"
    std::string against;
    /// empty: none; else what differs and where
    std::string difference;
};

/// What a command has to say; the frame around it prints it as text or JSON and writes its files, so that all commands
/// agree. Nothing of it is seen before the command has succeeded.
struct Answer {
    /// what was asked, with defaults filled in
    Json parameters = Json::object();
    Json result = Json::object();
    /// the answer for people; line() keeps a common look
    std::string text;

    /// Another process prints and writes it; this one only ends as that one does.
    bool reported_elsewhere = false;

    /// The run used no device: gpu_ms and `repeats` are of the host's clock.
    bool on_host = false;

    /// of the first timed run; from `repeats` if those are there
    std::optional<double> gpu_ms;
    std::optional<double> upload_ms;
    std::optional<double> download_ms;
    /// GPU milliseconds of each of the --repeat runs
    std::vector<double> repeats;

    /// left out: the most that the session's context held together
    std::optional<std::uint64_t> device_bytes;
    std::uint64_t scratch_bytes = 0;

    std::optional<Verification> verification;
    /// for --profile
    std::vector<SpanTime> spans;

    /// Appends "label     value" to the text.
    void line(std::string_view label, std::string_view value);

    /// A file to write once all is well; "-" is standard output, and then nothing else is printed there.
    void output(std::string path, Bytes content);
    void output(std::string path, std::string_view content);
    void output(std::string path, FileContent content);
    /// The same of a file too large for memory: `deliver` puts it in its place.
    void output(std::string path, std::function<Result<void>()> deliver);

    struct File {
        std::string path;
        Bytes content;
        /// not a file, but a folder of these
        bool folder = false;
        std::vector<std::pair<std::string, Bytes>> files = {};
        /// puts it in its place; empty: `content` does
        std::function<Result<void>()> deliver = {};
    };
    std::vector<File> files;
};

/// Median, smallest and largest of some times; all 0 for none.
struct Spread {
    double median = 0;
    double least = 0;
    double most = 0;
};
Spread spread_of(std::span<const double> times);

/// How an answer is framed.
struct AnswerFrame {
    std::string command;
    /// null: the command used none
    const DeviceProfile* device = nullptr;
    std::uint64_t peak_memory = 0;
    double total_ms = 0;
    bool profile = false;
    /// the answer alone, without device and times
    bool brief = false;
};

/// The one JSON object that a command prints. With a difference, "verified" is false and an "error" with code 4 is at
/// the end.
Json answer_json(const Answer& answer, const AnswerFrame& frame);
std::string answer_text(const Answer& answer, const AnswerFrame& frame);

/// {"name": ..., "type": ..., "driver": ...}
Json device_json(const DeviceProfile& profile);

/// {"string": ..., "encoding": "utf-8"}, or base64 where the bytes are not valid UTF-8.
Json text_json(std::string_view bytes);

/// JSON as the command prints it, with a final line break.
std::string dump(const Json& json);

}  // namespace vkalgo::cli
