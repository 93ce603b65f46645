#include "bench/peers/pairs_peer.hpp"

#include "bench/peers/peer_program.hpp"
#include "cli/answer.hpp"
#include "support/numbers.hpp"

#include <fmt/format.h>

namespace vkalgo::bench {
using namespace vkalgo::cli;

Result<PairsByPeer> align_by_peer(const std::string& name, const std::vector<std::string>& arguments,
                                  std::string_view input, std::uint64_t pairs, std::chrono::seconds most) {
    const auto program = find_program(name);
    if (!program) {
        return Error{ErrorCode::unsupported,
                     fmt::format("no {} beside this program or in PATH; it is built if CMake finds its library", name),
                     {}};
    }
    std::vector<std::string> words{*program};
    words.insert(words.end(), arguments.begin(), arguments.end());
    VKALGO_TRY(const std::string printed, run_program(words, input, most));
    const Json json = parsed_json(printed);
    PairsByPeer found;
    try {
        found.method = json.at("method").get<std::string>();
        found.function = json.at("function").get<std::string>();
        found.milliseconds = json.at("host_ms").get<std::vector<double>>();
        found.answers = json.at("answers").get<std::vector<std::int64_t>>();
    } catch (const Json::exception& error) {
        return Error{ErrorCode::unsupported, fmt::format("{} prints no result: {}", name, error.what()), {}};
    }
    if (found.milliseconds.empty() || found.answers.size() != pairs) {
        return Error{ErrorCode::unsupported,
                     fmt::format("{} gives {} (at least 1 is needed) and {} for {}", name,
                                 plural(found.milliseconds.size(), "run time"), plural(found.answers.size(), "answer"),
                                 plural(pairs, "pair")),
                     {}};
    }
    return found;
}

}  // namespace vkalgo::bench
