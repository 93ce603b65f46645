#include "cli/command.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>
#include <vulkan/vulkan_core.h>

namespace vkalgo::cli {
namespace {

std::string version_text(std::uint32_t version) {
    return fmt::format("{}.{}.{}", VK_API_VERSION_MAJOR(version), VK_API_VERSION_MINOR(version),
                       VK_API_VERSION_PATCH(version));
}

struct Feature {
    const char* name;
    bool DeviceProfile::*present;
    /// What vkalgo uses the feature for.
    const char* use;
};

constexpr Feature kFeatures[] = {
    {"push_descriptors", &DeviceProfile::push_descriptors, "binds buffers without descriptor sets"},
    {"subgroup_size_control", &DeviceProfile::subgroup_size_control, "chooses the subgroup size of a kernel"},
    {"subgroup_shuffle", &DeviceProfile::subgroup_shuffle, "exchanges values between lanes without shared memory"},
    {"int8", &DeviceProfile::int8, "8-bit arithmetic"},
    {"int16", &DeviceProfile::int16, "16-bit arithmetic"},
    {"int64", &DeviceProfile::int64, "64-bit cells"},
    {"float64", &DeviceProfile::float64, "double cells"},
    {"storage_8bit", &DeviceProfile::storage_8bit, "reads bytes directly"},
    {"storage_16bit", &DeviceProfile::storage_16bit, "reads and writes f16 directly"},
    {"int64_atomics", &DeviceProfile::int64_atomics, "64-bit counters"},
    {"buffer_device_address", &DeviceProfile::buffer_device_address, "tables larger than one binding"},
    {"memory_model_device_scope", &DeviceProfile::memory_model_device_scope,
     "workgroups that pass data within one dispatch"},
};

Json listing_json(const DeviceListing& listing, std::size_t index, bool chosen) {
    const DeviceProfile& profile = listing.profile;
    Json features = Json::object();
    for (const Feature& feature : kFeatures) {
        features[feature.name] = profile.*feature.present;
    }
    Json json = device_json(profile);
    json["index"] = index;
    json["usable"] = listing.usable;
    json["reason"] = listing.usable ? Json(nullptr) : Json(listing.reason);
    json["chosen"] = chosen;
    json["vulkan"] = version_text(profile.api_version);
    json["limits"] = {{"device_memory", profile.device_memory},
                      {"max_allocation", profile.max_allocation},
                      {"largest_buffer", profile.largest_buffer()},
                      {"max_storage_range", profile.max_storage_range},
                      {"shared_memory", profile.shared_memory},
                      {"max_workgroup_invocations", profile.max_workgroup_invocations},
                      {"max_workgroup_count", profile.max_workgroup_count},
                      {"subgroup_size", profile.subgroup_size},
                      {"min_subgroup_size", profile.min_subgroup_size},
                      {"max_subgroup_size", profile.max_subgroup_size},
                      {"timestamp_period_ns", profile.timestamp_period},
                      {"max_loop_iterations", profile.max_loop_iterations}};
    json["features"] = std::move(features);
    return json;
}

std::string listing_text(const DeviceListing& listing, std::size_t index, bool chosen) {
    const DeviceProfile& profile = listing.profile;
    Answer page;
    page.text = fmt::format("{}  {} ({}){}\n", index, profile.name, to_string(profile.type), chosen ? ", chosen" : "");
    page.line("  driver", fmt::format("{}, Vulkan {}", profile.driver, version_text(profile.api_version)));
    if (!listing.usable) {
        page.line("  unusable", listing.reason);
        return page.text;
    }
    page.line("  memory",
              fmt::format("{}, at most {} in one buffer and {} in one binding", format_bytes(profile.device_memory),
                          format_bytes(profile.largest_buffer()), format_bytes(profile.max_storage_range)));
    page.line("  groups", fmt::format("at most {} invocations and {} of shared memory, subgroups of {} ({} to {})",
                                      profile.max_workgroup_invocations, format_bytes(profile.shared_memory),
                                      profile.subgroup_size, profile.min_subgroup_size, profile.max_subgroup_size));
    page.line("  clock", profile.timestamp_period > 0 ? fmt::format("timestamps of {:g} ns", profile.timestamp_period)
                                                      : "no timestamps, so times are measured on the host");
    for (const bool present : {true, false}) {
        std::string list;
        for (const Feature& feature : kFeatures) {
            if (profile.*feature.present == present) {
                list += fmt::format("{}{} ({})", list.empty() ? "" : ",\n          ", feature.name, feature.use);
            }
        }
        if (!list.empty()) {
            page.line(present ? "  uses" : "  lacks", list);
        }
    }
    if (profile.max_loop_iterations > 0) {
        page.line("  quirk", fmt::format("at most {} loop iterations per invocation; longer work is split",
                                         profile.max_loop_iterations));
    }
    return page.text;
}

class Devices : public Invocation {
public:
    Result<void> declare(Options& /*options*/) override { return {}; }

    Result<Answer> run(Session& session) override {
        VKALGO_TRY(const auto listings, list_devices());
        const bool any =
            std::any_of(listings.begin(), listings.end(), [](const DeviceListing& each) { return each.usable; });
        if (!any) {
            std::string reasons;
            for (const DeviceListing& listing : listings) {
                reasons += fmt::format("{} ({}), ", listing.profile.name, listing.reason);
            }
            return Error{
                ErrorCode::no_device,
                fmt::format("there is no usable Vulkan device: {}; install a driver for Vulkan 1.2, such as "
                            "mesa-vulkan-drivers",
                            reasons.empty() ? "the loader finds no driver" : reasons.substr(0, reasons.size() - 2)),
                {}};
        }
        // The device that a run would use is opened, to show which one it is. VKALGO_DEVICE is taken into account.
        VKALGO_TRY(const Context* chosen, session.context());
        Answer answer;
        answer.result["devices"] = Json::array();
        // If two devices have the same name, the index that the user gave distinguishes them.
        const auto asked = parse_size(session.globals().device);
        bool found = false;
        for (std::size_t index = 0; index < listings.size(); ++index) {
            const DeviceProfile& profile = listings[index].profile;
            const bool alike = profile.name == chosen->profile().name && profile.driver == chosen->profile().driver;
            const bool is_chosen = !found && alike && (!asked || *asked == index);
            found = found || is_chosen;
            answer.result["devices"].push_back(listing_json(listings[index], index, is_chosen));
            answer.text += listing_text(listings[index], index, is_chosen);
        }
        return answer;
    }
};

}  // namespace

const Command& command_devices() {
    static const Command command = {
        .name = "devices",
        .summary = "the devices, their limits, and the features that vkalgo uses",
        .description =
            "Lists the Vulkan devices of this machine, their limits, and the features that vkalgo uses.\n"
            "If there is no usable device, it explains why and exits with code 3.",
        .examples = "  vkalgo devices\n  vkalgo devices --json\n  vkalgo --device llvmpipe devices\n",
        .globals = {.verbose = false, .memory = false, .verify = false, .repeat = false, .profile = false},
        .make = [] { return std::unique_ptr<Invocation>(std::make_unique<Devices>()); },
    };
    return command;
}

}  // namespace vkalgo::cli
