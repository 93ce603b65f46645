#include "cli/command.hpp"

namespace vkalgo::cli {

std::vector<std::string> Globals::declare(Options& options, const AcceptedGlobals& accepted) {
    options.group(kGlobalGroup);
    std::vector<std::string> refused;
    const auto offered = [&](bool is_accepted, const char* name) {
        if (!is_accepted) {
            refused.emplace_back(name);
        }
        return is_accepted;
    };
    if (offered(accepted.device, "--device")) {
        options.value(
            "--device", "INDEX|NAME|LIST",
            "the device, by its index in `vkalgo devices` or by a part of its name (default: VKALGO_DEVICE in the "
            "environment, else the fastest real GPU, else the software driver); for dp also several: all, or 0,1",
            [this](const std::string& text) -> Result<void> {
                if (text.empty()) {
                    return Error{ErrorCode::invalid_argument,
                                 "an empty name is not a device; give an index or a part of a name, or leave "
                                 "the option out",
                                 {}};
                }
                device = text;
                device_by_environment = false;
                return {};
            });
    }
    options.flag("--json", json, "print one JSON object, errors included");
    options.flag("--quiet", quiet, "print only the answer: no device, times, warnings or progress");
    if (offered(accepted.verbose, "--verbose")) {
        options.flag("--verbose", verbose, "print the plan to standard error: method, tiles, dispatches, bytes");
    }
    if (offered(accepted.validate, "--validate")) {
        options.flag("--validate", validate, "run under the Vulkan validation layers; any message is an error");
    }
    if (offered(accepted.memory, "--memory")) {
        options.value("--memory", "SIZE", "the most bytes of device memory that the run may use",
                      [this](const std::string& text) -> Result<void> {
                          VKALGO_TRY(memory, parse_size(text));
                          if (memory == 0) {
                              return Error{ErrorCode::invalid_argument,
                                           "0 bytes leave no memory for the run; give more, as in 512Mi",
                                           {}};
                          }
                          return {};
                      });
    }
    if (offered(accepted.verify, "--verify")) {
        options.flag("--verify", verify, "check the answer against the reference");
    }
    if (offered(accepted.repeat, "--repeat")) {
        options.size("--repeat", repeat,
                     "time this number of runs after a warm-up; print the median, least and greatest time", 1, 1000000);
    }
    if (offered(accepted.profile, "--profile")) {
        options.flag("--profile", profile, "print the time that each span of the work takes on the device");
    }
    options.flag("-h,--help", help, "print this help");
    options.flag("--version", version, "print the version and how it was built");
    return refused;
}

void Globals::describe(Json& parameters) const {
    if (!device.empty()) {
        parameters["device"] = device;
    }
    if (memory != 0) {
        parameters["memory"] = memory;
    }
    if (repeat) {
        parameters["repeat"] = *repeat;
    }
    if (validate) {
        parameters["validate"] = true;
    }
}

}  // namespace vkalgo::cli
