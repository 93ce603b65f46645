// Finds the shortest paths through a maze, by a frontier that grows and shrinks from round to round. In each round, one
// kernel sets the number of workgroups of the next kernel. The host records rounds without knowing how large they will
// be, or how many are needed; see docs/device-driven.md.
//
//     vkalgo_example_device_driven [SIDE]
//
// Compares all distances with those of the processor, and prints the sizes of the frontier in at most 16 of the rounds.
#include "maze.h"
#include <vkalgo/engine/context.hpp>
#include <vkalgo/engine/runner.hpp>
#include <vkalgo_spirv/example_device_driven/expand.hpp>
#include <vkalgo_spirv/example_device_driven/prepare.hpp>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace {

using namespace vkalgo;

/// Rounds per submission.
constexpr std::uint32_t kChunk = 128;

struct Maze {
    std::uint32_t side;
    std::uint32_t start() const { return side / 2 * side + side / 2; }
    std::uint32_t cells() const { return side * side; }
};

struct Walk {
    Kernel expand, prepare;
    Buffer frontiers[2], counts, distances, arguments, done, gates;
};

Result<Walk> make_walk(Context& context, const Maze& maze) {
    Walk walk;
    VKALGO_TRY(walk.expand, Kernel::create(context, {"expand", spirv::example_device_driven_expand, {}, 0}));
    VKALGO_TRY(walk.prepare, Kernel::create(context, {"prepare", spirv::example_device_driven_prepare, {}, 0}));
    const auto make = [&](Buffer& buffer, std::uint64_t words) -> Result<void> {
        VKALGO_TRY(buffer, Buffer::create(context, {.size = 4 * words}));
        return {};
    };
    for (Buffer& frontier : walk.frontiers) {
        VKALGO_CHECK(make(frontier, maze.cells()));
    }
    // One count per round. The number of rounds that have a frontier is at most the number of cells, and up to kChunk
    // further rounds may be recorded.
    VKALGO_CHECK(make(walk.counts, std::uint64_t{maze.cells()} + kChunk + 1));
    VKALGO_CHECK(make(walk.distances, maze.cells()));
    VKALGO_CHECK(make(walk.arguments, 3));
    VKALGO_CHECK(make(walk.done, 1));
    VKALGO_CHECK(make(walk.gates, Rounds::kBytesPerGrid / 4));
    return walk;
}

/// Sets all distances to MAZE_FAR, and makes the start of the maze the first frontier.
Result<void> begin(Recorder& recorder, const Walk& walk, const Maze& maze) {
    recorder.fill(walk.counts.view(), 0);
    recorder.fill(walk.distances.view(), MAZE_FAR);
    recorder.fill(walk.done.view(), 0);
    recorder.fill(walk.counts.view().slice(0, 4), 1);
    recorder.fill(walk.distances.view().slice(4 * std::uint64_t{maze.start()}, 4), 0);
    recorder.fill(walk.frontiers[0].view().slice(0, 4), maze.start());
    return recorder.status();
}

Result<void> record_round(Recorder& recorder, const Walk& walk, const Maze& maze, std::uint32_t number,
                          const BufferView& one_group) {
    const maze::MazePush push{maze.side, maze.side, number};
    const auto bytes = std::as_bytes(std::span(&push, 1));
    // Runs one workgroup, or none once the rounds are over. It writes the arguments of the next dispatch.
    const Binding sized[] = {walk.counts.view(), walk.arguments.view(), walk.done.view()};
    recorder.dispatch_indirect(walk.prepare, sized, bytes, one_group);
    const Buffer &from = walk.frontiers[number % 2], &to = walk.frontiers[(number + 1) % 2];
    const Binding bindings[] = {from.view(), to.view(), walk.counts.view(), walk.distances.view(), walk.counts.view()};
    recorder.dispatch_indirect(walk.expand, bindings, bytes, walk.arguments.view());
    return recorder.status();
}

Result<void> record_walk(Recorder& recorder, const Walk& walk, const Maze& maze, std::uint32_t first,
                         std::uint32_t count) {
    const Groups one[] = {{1, 1, 1}};
    const Rounds rounds{.most = count, .done = walk.done.view(), .grids = one, .arguments = walk.gates.view()};
    recorder.record_rounds(rounds, [&](const Round& round) {
        return record_round(recorder, walk, maze, first + round.index, round.grid(0));
    });
    return recorder.status();
}

/// Computes the same distances on the processor.
std::vector<std::uint32_t> distances_by_queue(const Maze& maze) {
    std::vector<std::uint32_t> distances(maze.cells(), MAZE_FAR), queue{maze.start()};
    distances[maze.start()] = 0;
    for (std::size_t at = 0; at < queue.size(); ++at) {
        const std::uint32_t cell = queue[at], x = cell % maze.side, y = cell / maze.side;
        const auto reach = [&](bool inside, std::uint32_t next) {
            if (inside && !maze::is_wall(next) && distances[next] == MAZE_FAR) {
                distances[next] = distances[cell] + 1;
                queue.push_back(next);
            }
        };
        reach(x > 0, cell - 1);
        reach(x + 1 < maze.side, cell + 1);
        reach(y > 0, cell - maze.side);
        reach(y + 1 < maze.side, cell + maze.side);
    }
    return distances;
}

Result<bool> walk_maze(const Maze& maze) {
    VKALGO_TRY(const auto context, Context::create());
    VKALGO_TRY(Runner runner, Runner::create(*context));
    VKALGO_TRY(const Walk walk, make_walk(*context, maze));
    VKALGO_CHECK(runner.run([&](Recorder& recorder) { return begin(recorder, walk, maze); }));
    Chunks chunks;
    chunks.steps = maze.cells();
    chunks.chunk = kChunk;
    chunks.record = [&](Recorder& recorder, std::uint64_t first, std::uint64_t count) {
        return record_walk(recorder, walk, maze, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(count));
    };
    chunks.done = [&]() -> Result<bool> {
        std::uint32_t done = 0;
        VKALGO_CHECK(runner.download(walk.done.view().slice(0, 4), std::as_writable_bytes(std::span(&done, 1))));
        return done != 0;
    };
    VKALGO_TRY(const RunReport report, runner.run_chunks(chunks));

    std::vector<std::uint32_t> distances(maze.cells()), counts(maze.cells());
    VKALGO_CHECK(runner.download(walk.distances.view(), std::as_writable_bytes(std::span(distances))));
    VKALGO_CHECK(runner.download(walk.counts.view(), std::as_writable_bytes(std::span(counts))));
    const auto end = std::find(counts.begin(), counts.end(), 0U);
    const std::uint32_t widest = *std::max_element(counts.begin(), end);
    std::printf("%td rounds, frontiers of 1 to %u cells, so 1 to %u workgroups, in %.3f ms on %s\n",
                end - counts.begin(), widest, (widest + MAZE_THREADS - 1) / MAZE_THREADS, report.gpu_milliseconds,
                context->profile().name.c_str());
    for (std::ptrdiff_t round = 0; round < end - counts.begin(); round += (end - counts.begin()) / 16 + 1) {
        const std::uint32_t cells = counts[static_cast<std::size_t>(round)];
        std::printf("%6td %6u %s\n", round, cells, std::string(1 + cells * 50ULL / widest, '#').c_str());
    }
    return distances == distances_by_queue(maze);
}

/// Parses SIDE. Returns 0 if it is not a number from 1 to 4096.
std::uint32_t side_of(std::string_view text) {
    std::uint32_t side = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), side);
    const bool fits = error == std::errc() && end == text.data() + text.size() && side <= 4096;
    return fits ? side : 0;
}

}  // namespace

int main(int count, char** words) {
    const std::uint32_t side = count > 1 ? side_of(words[1]) : 300;
    if (count > 2 || side == 0) {
        std::fprintf(stderr,
                     "usage: vkalgo_example_device_driven [SIDE]\n"
                     "SIDE is the number of cells along each side of the maze, from 1 to 4096 (default 300).\n");
        return 2;
    }
    const auto right = walk_maze({side});
    if (!right) {
        std::fprintf(stderr, "%s\n", right.error().message.c_str());
        return 1;
    }
    std::puts(*right ? "all distances are those of the processor" : "the distances DIFFER from those of the processor");
    return *right ? 0 : 1;
}
