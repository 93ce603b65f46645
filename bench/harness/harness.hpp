#pragma once

#include "algorithms/split_mix.hpp"
#include "cli/answer.hpp"
#include "engine/context.hpp"
#include "engine/result.hpp"
#include "engine/runner.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

/// The code that the benchmark programs of all families share.
namespace vkalgo::bench {

using Json = nlohmann::ordered_json;
using Random = dp::SplitMix64;

/// Returns the value. An error ends the program.
template <class T>
T value_of(Result<T> result) {
    if (!result) {
        std::fprintf(stderr, "error: %s [%s]\n", result.error().message.c_str(), result.error().where.c_str());
        std::exit(1);
    }
    if constexpr (!std::is_void_v<T>) {
        return std::move(result).value();
    }
}

/// Arguments of every program: [--device NAME] [--json FILE] [--repetitions R] [--sweep]
struct Arguments {
    std::string device;
    std::string json;
    /// The number of timed runs, at least 7.
    int repetitions = 9;
    bool sweep = false;
};

/// Parses the arguments. `take(word, value)` is called for every word that is not in Arguments; `value` is the next
/// word or null. `take` returns the number of words that it took. The number 0 means an argument that is unknown
/// or whose value is missing or wrong, and ends the program.
template <class Take>
void parse(int argc, char** argv, Arguments& arguments, Take take) {
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        const char* value = i + 1 < argc ? argv[i + 1] : nullptr;
        int taken = 2;
        if (word == "--sweep") {
            arguments.sweep = true;
            taken = 1;
        } else if (word == "--device" && value != nullptr) {
            arguments.device = value;
        } else if (word == "--json" && value != nullptr) {
            arguments.json = value;
        } else if (word == "--repetitions" && value != nullptr) {
            arguments.repetitions = std::max(7, std::atoi(value));
        } else {
            taken = take(word, value);
        }
        if (taken == 0) {
            std::fprintf(stderr, "%s: argument '%s' is unknown, or its value is %s\n", argv[0], word.c_str(),
                         value == nullptr ? "missing" : "wrong");
            std::exit(2);
        }
        i += taken - 1;
    }
}

using cli::Spread;
using cli::spread_of;

/// Appends the milliseconds of the spans of this name. If there are none, ends the program.
inline void append_span_times(std::vector<double>& times, const RunReport& report, const std::string& name) {
    const std::size_t before = times.size();
    for (const SpanTime& span : report.spans) {
        if (span.name == name) {
            times.push_back(span.milliseconds);
        }
    }
    if (times.size() == before) {
        std::fprintf(stderr, "error: the run has no span '%s'\n", name.c_str());
        std::exit(1);
    }
}

inline Json json_of(const Spread& spread) {
    return {{"median", spread.median}, {"least", spread.least}, {"most", spread.most}};
}

/// Returns the first members of a program's JSON, and prints the device on standard output.
inline Json head_of(const char* program, const Context& context, const Arguments& arguments) {
    const DeviceProfile& profile = context.profile();
    std::printf("%s, %s\n", profile.name.c_str(), profile.driver.c_str());
    return {{"program", program},
            {"device", profile.name},
            {"driver", profile.driver},
            {"repetitions", arguments.repetitions}};
}

/// Writes the file of --json, if this option is given. Returns the program's exit status.
inline int write_json(const Json& result, const Arguments& arguments) {
    if (arguments.json.empty()) {
        return 0;
    }
    std::ofstream file(arguments.json);
    file << result.dump(1) << '\n';
    if (!file.flush()) {
        std::fprintf(stderr, "error: cannot write '%s'\n", arguments.json.c_str());
        return 1;
    }
    return 0;
}

}  // namespace vkalgo::bench
