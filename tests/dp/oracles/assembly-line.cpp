#include "tests/dp/oracles/oracle.hpp"

#include <limits>

namespace vkalgo::dp::test {
namespace {

struct Line {
    explicit Line(const Instance& instance)
        : stations(static_cast<std::size_t>(instance.n)),
          lines(param_of(instance, "lines", 2)),
          work(values_of<std::uint32_t>(instance, "work")),
          transfer(values_of<std::uint32_t>(instance, "transfer")),
          enter(values_of<std::uint32_t>(instance, "enter")),
          leave(values_of<std::uint32_t>(instance, "leave")) {}
    std::uint64_t moved(std::size_t station, std::size_t from, std::size_t to) const {
        return transfer[(station * lines + from) * lines + to];
    }
    std::size_t stations, lines;
    std::span<const std::uint32_t> work, transfer, enter, leave;
};

/// Computes the shortest path from the first station onwards, and the table from the last one backwards.
Result<Number> reference(const Instance& instance, std::vector<std::byte>* table) {
    const Line line(instance);
    constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();
    std::vector<std::uint64_t> done(line.lines, 0);
    for (std::size_t station = 0; station < line.stations; ++station) {
        std::vector<std::uint64_t> next(line.enter.begin(), line.enter.end());
        for (std::size_t to = 0; to < line.lines; ++to) {
            if (station > 0) {
                next[to] = kNone;
                for (std::size_t from = 0; from < line.lines; ++from) {
                    next[to] = std::min(next[to], done[from] + line.moved(station - 1, from, to));
                }
            }
            next[to] += line.work[station * line.lines + to];
        }
        done = next;
    }
    std::uint64_t least = kNone;
    for (std::size_t l = 0; l < line.lines; ++l) {
        least = std::min(least, done[l] + line.leave[l]);
    }
    Cells<std::uint32_t> cells(std::max<std::size_t>(line.stations, 1), line.lines);
    for (std::size_t i = line.stations; table != nullptr && i-- > 0;) {
        for (std::size_t j = 0; j < line.lines; ++j) {
            std::uint64_t rest = i + 1 == line.stations ? line.leave[j] : kNone;
            for (std::size_t to = 0; i + 1 < line.stations && to < line.lines; ++to) {
                rest = std::min(rest, line.moved(i, j, to) + cells(i + 1, to));
            }
            rest += line.work[i * line.lines + j] + (i == 0 ? line.enter[j] : 0U);
            cells(i, j) = static_cast<std::uint32_t>(rest);
        }
    }
    cells.copy_to(table);
    return Number(least);
}

/// Goes through the stations along the splits. If there is only one station, takes its better line.
Result<Number> replay(const Instance& instance, const Solution& solution) {
    const Line line(instance);
    if (line.stations < 2) {
        return solution.path.empty() ? reference(instance, nullptr) : not_a_solution("there are no transfers");
    }
    if (solution.path.size() + 1 != line.stations) {
        return not_a_solution("the way ends before the last station");
    }
    if (solution.path.front().j >= std::ssize(line.enter)) {
        return not_a_solution("there is no such line");
    }
    auto at = static_cast<std::size_t>(solution.path.front().j);
    std::uint64_t sum = std::uint64_t{line.enter[at]} + line.work[at];
    std::size_t station = 0;
    for (const PathRecord& record : solution.path) {
        if (record.i != static_cast<std::int32_t>(station) || record.j != static_cast<std::int32_t>(at) ||
            record.decision >= line.lines) {
            return not_a_solution("a transfer begins where the one before does not end");
        }
        sum += line.moved(station++, at, record.decision);
        at = record.decision;
        sum += line.work[station * line.lines + at];
    }
    return Number(sum + line.leave[at]);
}

}  // namespace

const Oracle& oracle_assembly_line();
const Oracle& oracle_assembly_line() {
    static const Oracle oracle{"assembly-line", reference, replay};
    return oracle;
}

}  // namespace vkalgo::dp::test
