#pragma once

#include "engine/result.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace vkalgo::bench {

/// Answers of a peer that aligns pairs: peer_edlib_distances, peer_parasail_scores.
struct PairsByPeer {
    /// "parasail 2.6.1".
    std::string method;
    /// The library's function: "edlibAlign".
    std::string function;
    /// Milliseconds of all pairs by the host's clock, one number per run.
    std::vector<double> milliseconds;
    /// One answer per pair.
    std::vector<std::int64_t> answers;
};

/// Runs the program `name` from this program's folder or PATH with `input` as its standard input. Errors: unsupported:
/// the program does not exist, fails, takes longer than `most`, or prints another number of answers than `pairs`.
Result<PairsByPeer> align_by_peer(const std::string& name, const std::vector<std::string>& arguments,
                                  std::string_view input, std::uint64_t pairs, std::chrono::seconds most);

}  // namespace vkalgo::bench
