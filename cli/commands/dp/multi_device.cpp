#include "cli/commands/dp/multi_device.hpp"

#include "cli/devices.hpp"
#include "support/numbers.hpp"
#include "support/phrases.hpp"

#include <utility>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

dp::MultiDeviceOptions multi_device_options(const dp::SolveOptions& options) {
    dp::MultiDeviceOptions shared;
    shared.pattern = options.pattern;
    shared.method = options.method;
    shared.call = options.call;
    return shared;
}

Json work_json(const std::string& title, const dp::DeviceWork& work) {
    return {{"device", title},
            {"bands", work.bands},
            {"submissions", work.submissions},
            {"busy_ms", work.busy_milliseconds},
            {"first_wait_ms", work.first_wait_milliseconds},
            {"wait_ms", work.wait_milliseconds},
            {"copy_ms", work.copy_milliseconds},
            {"end_ms", work.end_milliseconds},
            {"device_bytes", work.device_bytes}};
}

}  // namespace

Result<TableDevices> TableDevices::open(Session& session) {
    TableDevices devices;
    const std::string& asked = session.globals().device;
    if (!names_several_devices(asked)) {
        VKALGO_TRY(Context * context, session.context());
        devices.names_ = {asked};
        devices.contexts_ = {context};
        return devices;
    }
    VKALGO_TRY(devices.names_, named_devices(asked));
    VKALGO_TRY(devices.contexts_, session.contexts(devices.names_));
    return devices;
}

void TableDevices::leave_one(const Session& session, const std::string& why) {
    names_.resize(1);
    contexts_.resize(1);
    session.reporter().warn(fmt::format("only {} is used: {}", device_title(names_.front(), first()), why));
}

Result<dp::MultiDevicePlan> TableDevices::plan(const Session& session, const dp::RecurrenceHeader& header,
                                               const dp::Instance& outline, const dp::SolveOptions& options) {
    if (several()) {
        std::vector<DeviceProfile> profiles;
        profiles.reserve(contexts_.size());
        for (const Context* context : contexts_) {
            profiles.push_back(context->profile());
        }
        auto shared = dp::plan_multi_device(header, outline, multi_device_options(options), profiles);
        if (shared && shared->devices.size() == 1) {
            leave_one(session, "the table has only base cells");
        }
        if (shared || shared.error().code != ErrorCode::unsupported) {
            return shared;
        }
        leave_one(session, shared.error().message);
    }
    dp::MultiDevicePlan plan;
    VKALGO_TRY(dp::SolvePlan alone, dp::plan_solve(header, outline, options, first().profile()));
    plan.devices.push_back(std::move(alone));
    return plan;
}

std::vector<std::string> TableDevices::lines(const dp::MultiDevicePlan& plan) const {
    std::vector<std::string> lines;
    for (std::size_t k = 0; k < plan.devices.size(); ++k) {
        const dp::Bands& bands = *plan.devices[k].run->bands;
        lines.push_back(fmt::format("plan: {}: {} in {}, {} of its memory", device_title(names_[k], *contexts_[k]),
                                    plural(static_cast<std::uint64_t>(bands.own_bands()), "band"),
                                    plural(bands.slots(), "submission"), format_bytes(plan.devices[k].device_bytes)));
    }
    return lines;
}

Result<dp::Solution> TableDevices::solve(Runner& first, const dp::Recurrence& recurrence, const dp::Instance& instance,
                                         dp::MultiDevicePlan& plan, const CallOptions& call) {
    if (!several()) {
        return dp::solve(first, recurrence, instance, plan.devices.front(), call);
    }
    std::vector<Runner> others;
    others.reserve(contexts_.size());
    std::vector<Runner*> runners{&first};
    for (std::size_t k = 1; k < contexts_.size(); ++k) {
        VKALGO_TRY(Runner runner, Runner::create(*contexts_[k]));
        others.push_back(std::move(runner));
        runners.push_back(&others.back());
    }
    VKALGO_TRY(dp::MultiDeviceSolution shared, dp::solve_multi_device(runners, recurrence, instance, plan, call));
    works_ = std::move(shared.devices);
    return std::move(shared.solution);
}

void TableDevices::tell(const Session& session, Answer& answer) const {
    if (!several() || works_.empty()) {
        return;
    }
    Json& list = answer.result["devices"] = Json::array();
    for (std::size_t k = 0; k < works_.size(); ++k) {
        const dp::DeviceWork& work = works_[k];
        const std::string title = device_title(names_[k], *contexts_[k]);
        list.push_back(work_json(title, work));
        session.reporter().explain(
            fmt::format("{}: {} in {}, busy {}, waited {} before its first band and {} later, copied borders for {}, "
                        "finished after {}",
                        title, plural(static_cast<std::uint64_t>(work.bands), "band"),
                        plural(work.submissions, "submission"), format_milliseconds(work.busy_milliseconds),
                        format_milliseconds(work.first_wait_milliseconds), format_milliseconds(work.wait_milliseconds),
                        format_milliseconds(work.copy_milliseconds), format_milliseconds(work.end_milliseconds)));
    }
    if (!session.globals().quiet) {
        answer.line("devices", std::to_string(works_.size()));
    }
}

}  // namespace vkalgo::cli
