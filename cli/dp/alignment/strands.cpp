#include "cli/dp/alignment/strands.hpp"

#include "cli/dp/alignment/complements.hpp"

#include <algorithm>
#include <utility>

namespace vkalgo::cli {
namespace {

void add_times(std::vector<double>& times, const std::vector<double>& more) {
    for (std::size_t k = 0; k < std::min(times.size(), more.size()); ++k) {
        times[k] += more[k];
    }
}

}  // namespace

Result<Strands> solve_strands(const SolveTable& solve, const dp::Recurrence& recurrence, dp::Instance& instance,
                              std::string_view alphabet) {
    dp::Instance turned = instance;
    VKALGO_TRY(turned.inputs["y"], reverse_complement(instance.inputs["y"], alphabet));
    Strands best;
    VKALGO_TRY(best.solution, solve(recurrence, instance));
    VKALGO_TRY(dp::Solution other, solve(recurrence, turned));
    best.minus = other.answer_as<std::int64_t>() > best.solution.answer_as<std::int64_t>();
    if (best.minus) {
        std::swap(best.solution, other);
        std::swap(instance, turned);
    }
    CallReport& call = best.solution.call;
    add_times(call.gpu_milliseconds, other.call.gpu_milliseconds);
    call.upload_milliseconds += other.call.upload_milliseconds;
    call.download_milliseconds += other.call.download_milliseconds;
    call.device_bytes = std::max(call.device_bytes, other.call.device_bytes);
    return best;
}

}  // namespace vkalgo::cli
