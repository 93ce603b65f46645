#include "algorithms/dp/multi_device.hpp"

#include "algorithms/counted.hpp"
#include "algorithms/dp/instance/checked_instance.hpp"
#include "algorithms/dp/method/kernels.hpp"
#include "algorithms/dp/multi_device/device_part.hpp"
#include "algorithms/dp/run/solve_alone.hpp"
#include "algorithms/dp/solve/one_as_batch.hpp"
#include "engine/clock.hpp"
#include "engine/context.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <future>
#include <set>
#include <thread>
#include <utility>

namespace vkalgo::dp {
namespace {

using Clock = std::chrono::steady_clock;
using Parts = std::vector<std::unique_ptr<DevicePart>>;

SolveOptions solve_options(const MultiDeviceOptions& options) {
    SolveOptions solve;
    solve.pattern = options.pattern;
    solve.method = options.method;
    solve.call = options.call;
    solve.knobs = options.knobs;
    return solve;
}

std::string title_of(std::size_t number, const DeviceProfile& profile) {
    return "device " + std::to_string(number) + " (" + profile.name + "): ";
}

Result<void> check_runners(std::span<Runner* const> runners) {
    const auto refuse = [](const char* what) { return Error{ErrorCode::invalid_argument, what, "runners"}; };
    if (runners.empty() || std::find(runners.begin(), runners.end(), nullptr) != runners.end()) {
        return refuse("solve_multi_device() needs a runner for each device");
    }
    if (std::set<Runner*>(runners.begin(), runners.end()).size() != runners.size()) {
        return refuse("a runner is given twice; give a different runner for each device");
    }
    return {};
}

/// Returns whether the table has base cells only, so that there is nothing to share.
bool has_base_cells_only(const RecurrenceHeader& header, const StageFunction& stage, const Shape& shape) {
    if (shape.size.empty()) {
        return true;
    }
    const auto pattern = stage.pattern();
    if (!pattern || header.index_count() != 2) {
        return false;
    }
    const Frame frame = Frame::of(*pattern, shape.size);
    const std::optional<Cell> first = frame.diagonal ? first_interior_cell(header, frame) : std::nullopt;
    return first && (first->i >= frame.canonical_rows() || first->j >= frame.canonical_columns());
}

/// Solves on one device like solve(), and reports the work of the device.
Result<MultiDeviceSolution> run_on_one(Runner& runner, const Recurrence& recurrence, const Instance& instance,
                                       SolvePlan& plan, const CallOptions& call) {
    MultiDeviceSolution shared;
    VKALGO_TRY(shared.solution, run_as_planned(runner, recurrence, instance, plan, call));
    DeviceWork work;
    work.bands = 1;
    work.submissions = 1;
    work.device_bytes = shared.solution.call.device_bytes;
    if (!shared.solution.call.gpu_milliseconds.empty()) {
        work.busy_milliseconds = work.end_milliseconds = shared.solution.call.gpu_milliseconds.back();
    }
    shared.devices.push_back(work);
    return shared;
}

/// Prepares the parts of all devices in parallel, since drivers take long to compile.
Result<Parts> prepared(std::span<Runner* const> runners, const RecurrenceHeader& header, MultiDevicePlan& plan,
                       const CompiledRecurrence& compiled, const Instance& instance) {
    Parts parts;
    for (std::size_t k = 0; k < runners.size(); ++k) {
        const DeviceProfile& profile = runners[k]->context().profile();
        parts.push_back(std::make_unique<DevicePart>(*runners[k], header, plan.devices[k], title_of(k, profile)));
    }
    std::vector<std::future<Result<void>>> making;
    for (const auto& part : parts) {
        making.push_back(std::async(std::launch::async, [&] { return part->prepare(compiled, instance); }));
    }
    Result<void> all;
    for (std::size_t k = 0; k < parts.size(); ++k) {
        if (auto made = making[k].get(); !made && all) {
            all = parts[k]->named(std::move(made).error());
        }
    }
    VKALGO_CHECK(all);
    return parts;
}

/// Runs once. Returns the milliseconds from the start of the devices' threads until the last device has ended.
Result<double> run_once(const Parts& parts, const StatusOf& status, const std::function<void(double)>& progress,
                        const std::stop_token& cancel) {
    std::vector<std::uint64_t> slots;
    slots.reserve(parts.size());
    for (const auto& part : parts) {
        slots.push_back(part->bands().slots());
    }
    Exchange exchange(std::move(slots), cancel);
    const Clock::time_point start = Clock::now();
    std::vector<std::jthread> threads;
    for (const auto& part : parts) {
        threads.emplace_back([&] { part->run(exchange, parts, status, start); });
    }
    VKALGO_CHECK(exchange.watch(progress));
    double last = 0;
    for (std::size_t k = 0; k < parts.size(); ++k) {
        threads[k].join();
        last = std::max(last, parts[k]->work().end_milliseconds);
    }
    return last;
}

/// Sets the answer of `solution`: the answer of the device that has the last band or, if Bands::adds_answers is set,
/// the sum of the numbers of all devices.
Result<void> read_answers(const Parts& parts, const RecurrenceHeader& header, Solution& solution) {
    AnswerRecord answer;
    std::uint32_t sum = 0;
    for (const auto& part : parts) {
        const bool has_last = part->bands().has_last();
        if (!has_last && !part->bands().adds_answers) {
            continue;
        }
        VKALGO_TRY(const AnswerRecord record, part->answer());
        answer = has_last ? record : answer;
        std::uint32_t own = 0;
        std::memcpy(&own, record.value.data(), sizeof own);
        sum += own;
    }
    if (parts.front()->bands().adds_answers) {
        std::memcpy(answer.value.data(), &sum, sizeof sum);
    }
    take_answer(answer, parts.front()->plan(), header, solution);
    return {};
}

/// Runs an instance that was checked. The plan must be for this instance.
Result<MultiDeviceSolution> run_across(std::span<Runner* const> runners, const Recurrence& recurrence,
                                       const Instance& instance, MultiDevicePlan& plan, const CallOptions& call) {
    if (plan.devices.size() == 1) {
        return run_on_one(*runners.front(), recurrence, instance, plan.devices.front(), call);
    }
    const RecurrenceHeader& header = recurrence.header();
    VKALGO_CHECK(
        recurrence.check(plan.devices.front().stage,
                         {.params = plan.devices.front().params, .instance = &instance, .cancel = call.cancel}));
    std::vector<double> uploads;
    for (Runner* runner : runners) {
        uploads.push_back(runner->upload_milliseconds());
    }
    const MethodPlan& first = *plan.devices.front().run;
    MultiDeviceSolution shared;
    shared.solution = solution_of(header, plan.devices.front().stage, plan.devices.front().shape, first);
    VKALGO_TRY(const auto compiled, recurrence.with_modules(first.modules));
    VKALGO_TRY(const Parts parts, prepared(runners, header, plan, *compiled, instance));

    const StatusOf status{header, recurrence.file(), shared.solution.stage, *first.method};
    const auto wanted = static_cast<std::size_t>(std::max(1, call.repeat));
    const Clock::time_point start = Clock::now();
    double warm_up = 0;
    for (Runner* runner : runners) {
        warm_up = std::max(warm_up, runner->warm_up_milliseconds());
    }
    bool timed = !call.warm_up;
    std::size_t ended = 0;
    const auto all = static_cast<double>(wanted + (call.warm_up ? 1 : 0));
    double told = 0;
    const auto progress = [&](double fraction) {
        told = std::max(told, (static_cast<double>(ended) + fraction) / all);
        call.progress(told);
    };
    CallReport& report = shared.solution.call;
    while (report.gpu_milliseconds.size() < wanted) {
        // All untimed runs together count as one run, since their number is not known: it depends on the time that they
        // take. So only the first of them raises the progress.
        const bool tells = call.progress && (timed || report.gpu_milliseconds.empty());
        VKALGO_TRY(
            const double took,
            run_once(parts, status, tells ? std::function<void(double)>(progress) : std::function<void(double)>(),
                     call.cancel));
        if (timed) {
            report.gpu_milliseconds.push_back(took);
            ++ended;
        } else if (milliseconds_since(start) >= warm_up) {
            timed = true;
            ended = 1;
        }
    }
    VKALGO_CHECK(read_answers(parts, header, shared.solution));
    for (std::size_t k = 0; k < parts.size(); ++k) {
        shared.devices.push_back(parts[k]->work());
        report.spans.push_back({"device " + std::to_string(k), 0, parts[k]->work().busy_milliseconds});
        report.device_bytes += plan.devices[k].device_bytes;
        report.upload_milliseconds += runners[k]->upload_milliseconds() - uploads[k];
    }
    return shared;
}

}  // namespace

std::vector<std::string> sharing_methods() {
    std::vector<std::string> names;
    for (const Method* method : methods()) {
        if (method->shares) {
            names.emplace_back(method->name);
        }
    }
    return names;
}

Result<MultiDevicePlan> plan_multi_device(const RecurrenceHeader& header, const Instance& outline,
                                          const MultiDeviceOptions& options, std::span<const DeviceProfile> profiles) {
    MultiDevicePlan shared;
    SolveOptions solve = solve_options(options);
    const StageFunction stage = stage_of(header, solve);
    VKALGO_TRY(const Shape shape, shape_of(header, outline, stage));
    const std::size_t devices = has_base_cells_only(header, stage, shape) ? 1 : profiles.size();
    for (std::size_t k = 0; k < devices; ++k) {
        const std::optional<Share> share =
            devices == 1 ? std::nullopt
                         : std::optional(Share{static_cast<std::uint32_t>(devices), static_cast<std::uint32_t>(k)});
        auto plan = share ? plan_part(header, outline, solve, share, profiles[k])
                          : plan_solve(header, outline, solve, profiles[k]);
        if (!plan) {
            Error error = std::move(plan).error();
            const bool is_named = profiles.size() > 1 && (k != 0 || error.code == ErrorCode::too_large);
            error.message = (is_named ? title_of(k, profiles[k]) : "") + error.message;
            return error;
        }
        if (k != 0 && !plan->run->bands->fits(*shared.devices.front().run->bands)) {
            return Error{ErrorCode::unsupported,
                         title_of(k, profiles[k]) + "the table would be divided otherwise than on device 0 (" +
                             profiles.front().name + "); use devices of the same kind",
                         "runners"};
        }
        solve.method = plan->run->method->name;
        shared.devices.push_back(std::move(*plan));
    }
    return shared;
}

Result<MultiDeviceSolution> solve_multi_device(std::span<Runner* const> runners, const Recurrence& recurrence,
                                               const Instance& instance, const MultiDeviceOptions& options) {
    VKALGO_CHECK(check_runners(runners));
    const RecurrenceHeader& header = recurrence.header();
    VKALGO_CHECK(checked_shape(header, instance, stage_of(header, solve_options(options))));
    std::vector<DeviceProfile> profiles;
    for (Runner* runner : runners) {
        profiles.push_back(runner->context().profile());
    }
    VKALGO_TRY(MultiDevicePlan plan, plan_multi_device(header, instance, options, profiles));
    return run_across(runners, recurrence, instance, plan, options.call);
}

Result<MultiDeviceSolution> solve_multi_device(std::span<Runner* const> runners, const Recurrence& recurrence,
                                               const Instance& instance, MultiDevicePlan& plan,
                                               const CallOptions& call) {
    VKALGO_CHECK(check_runners(runners));
    if (plan.devices.empty() || (plan.devices.size() != 1 && plan.devices.size() != runners.size())) {
        return Error{ErrorCode::invalid_argument,
                     "the plan is for " + counted(plan.devices.size(), "device") + ", but the number of runners is " +
                         std::to_string(runners.size()) + "; give one runner per device",
                     "plan"};
    }
    const RecurrenceHeader& header = recurrence.header();
    VKALGO_TRY(const Shape shape, checked_shape(header, instance, plan.devices.front().stage));
    for (const SolvePlan& part : plan.devices) {
        VKALGO_CHECK(check_plan(header, instance, shape, part));
    }
    return run_across(runners, recurrence, instance, plan, call);
}

}  // namespace vkalgo::dp
