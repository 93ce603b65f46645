#include "bench/peers/grass_peer.hpp"

#include "bench/peers/peer_program.hpp"

#include <cmath>
#include <cstdlib>
#include <sstream>

#include <fmt/format.h>

namespace vkalgo::bench {
namespace {

/// Prints the version, "took NANOSECONDS" for each run, "directions", and the directions row by row.
constexpr const char* kGrassScript = R"sh(set -e
r.in.ascii input=- output=dem --quiet
g.region raster=dem
g.version
for run in $(seq "$1"); do
    begin=$(date +%s%N)
    r.watershed -s elevation=dem drainage=directions accumulation=water --overwrite --quiet
    echo "took $(($(date +%s%N) - begin))"
done
echo directions
r.out.ascii -h input=directions output=- --quiet)sh";

/// Formats the DEM for GRASS's r.in.ascii.
std::string grass_text(const formats::Dem& dem) {
    const TerrainGrid& grid = dem.grid;
    std::string text = fmt::format("north: {}\nsouth: 0\neast: {}\nwest: 0\nrows: {}\ncols: {}\ntype: float\nnull: *\n",
                                   grid.dy * grid.height, grid.dx * grid.width, grid.height, grid.width);
    for (std::size_t cell = 0; cell < dem.heights.size(); ++cell) {
        const float height = dem.heights[cell];
        const char after = (cell + 1) % grid.width == 0 ? '\n' : ' ';
        if (is_height(height)) {
            text += fmt::format("{}{}", height, after);
        } else {
            text += fmt::format("*{}", after);
        }
    }
    return text;
}

}  // namespace

Result<GrassDrainage> drain_by_grass(const formats::Dem& dem, int repeat, std::chrono::seconds most) {
    const auto program = find_program("grass");
    if (!program) {
        return Error{ErrorCode::unsupported, "no grass in PATH", {}};
    }
    VKALGO_TRY(const std::string printed, run_program({*program, "--tmp-location", "XY", "--exec", "sh", "-c",
                                                       kGrassScript, "sh", std::to_string(repeat)},
                                                      grass_text(dem), most));
    GrassDrainage drained;
    std::istringstream lines(printed);
    std::string line;
    while (std::getline(lines, line) && line != "directions") {
        if (line.starts_with("GRASS")) {
            drained.version = line;
        } else if (line.starts_with("took ")) {
            drained.milliseconds.push_back(std::strtod(line.c_str() + 5, nullptr) * 1e-6);
        }
    }
    for (std::string word; lines >> word;) {
        drained.codes.push_back(word == "*" ? kFlowNoData : flow_from_grass(std::atoi(word.c_str())));
    }
    if (drained.milliseconds.empty() || drained.codes.size() != dem.grid.cells()) {
        return Error{ErrorCode::unsupported, "grass prints no run times, or not one direction per cell", {}};
    }
    return drained;
}

}  // namespace vkalgo::bench
