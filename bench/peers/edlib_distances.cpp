// peer_edlib_distances: times edlib's edit distances of pairs of words, on one core of the CPU, for `vkalgo bench
// batch`. Prints a line of JSON. The program is built if CMake finds edlib.
//
//     peer_edlib_distances [--repetitions R] [--paths]
//
// Reads the pairs from standard input: two words each.
//
// --paths   finds the alignments too
#include "pairs.hpp"

#include <edlib.h>

namespace {

constexpr const char* kProgram = "peer_edlib_distances";

}  // namespace

int main(int argc, char** argv) {
    std::ios::sync_with_stdio(false);  // Otherwise a million pairs take long to read
    bool paths = false;
    const int repetitions = pairs::repetitions_of(argc, argv, kProgram, &paths);
    const std::vector<pairs::Pair> given = pairs::read_pairs(kProgram);
    EdlibAlignConfig config = edlibDefaultAlignConfig();
    config.task = paths ? EDLIB_TASK_PATH : EDLIB_TASK_DISTANCE;
    const auto align = [&](const pairs::Pair& pair) -> long long {
        const EdlibAlignResult result = edlibAlign(pair.x.data(), static_cast<int>(pair.x.size()), pair.y.data(),
                                                   static_cast<int>(pair.y.size()), config);
        const bool failed = result.status != EDLIB_STATUS_OK || (paths && result.alignment == nullptr);
        const int distance = result.editDistance;
        edlibFreeAlignResult(result);
        if (failed) {
            pairs::fail(kProgram, "edlib fails on words of " + std::to_string(pair.x.size()) + " and " +
                                      std::to_string(pair.y.size()) + " letters");
        }
        return distance;
    };
    pairs::print("edlib", paths ? "edlibAlign with paths" : "edlibAlign", pairs::time_pairs(given, repetitions, align));
    return 0;
}
