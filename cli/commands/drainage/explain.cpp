#include "cli/commands/drainage/explain.hpp"

#include "support/numbers.hpp"

#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace vkalgo::cli {

void explain_drainage(const Session& session, const DrainagePlan& plan) {
    session.reporter().explain(fmt::format("method {}, {}, device memory {}: arrays {}, scratch {}, staging {}",
                                           plan.accumulation.method_name(), plural(plan.parts, "part"),
                                           format_bytes(plan.device_bytes()), format_bytes(plan.buffer_bytes),
                                           format_bytes(plan.scratch_bytes), format_bytes(plan.staging_bytes)));
    std::string rounds;
    const auto add = [&](std::uint32_t most, std::string_view what) {
        if (most != 0) {
            rounds += fmt::format("{}{} {}", rounds.empty() ? "" : ", ", most, what);
        }
    };
    add(plan.fill_rounds, "to fill");
    add(plan.flat_rounds, "over flats");
    add(plan.carve_rounds, "to carve");
    add(plan.accumulation.rounds, "to accumulate");
    add(plan.stream_rounds, "to order streams");
    session.reporter().explain(
        fmt::format("at most these rounds{}: {}", plan.parts > 1 ? ", each time that a part is computed" : "", rounds));
}

}  // namespace vkalgo::cli
