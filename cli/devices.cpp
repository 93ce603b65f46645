#include "cli/devices.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

bool is_index(const std::string& text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::vector<std::string> parts_of(const std::string& list) {
    std::vector<std::string> parts(1);
    for (const char letter : list) {
        if (letter == ',') {
            parts.emplace_back();
        } else {
            parts.back() += letter;
        }
    }
    return parts;
}

/// Returns the indices of the GPUs. Without GPUs, returns the indices of all usable devices.
Result<std::vector<std::string>> all_devices() {
    VKALGO_TRY(const auto listings, list_devices());
    std::vector<std::string> gpus, usable;
    for (std::size_t index = 0; index < listings.size(); ++index) {
        if (listings[index].usable) {
            usable.push_back(std::to_string(index));
            if (listings[index].profile.type != DeviceType::software) {
                gpus.push_back(usable.back());
            }
        }
    }
    if (usable.empty()) {
        return Error{ErrorCode::no_device, "there is no usable Vulkan device; `vkalgo devices` says why", "device"};
    }
    return gpus.empty() ? usable : gpus;
}

}  // namespace

bool names_several_devices(const std::string& device) {
    const auto parts = parts_of(device);
    return device == "all" || (parts.size() > 1 && std::all_of(parts.begin(), parts.end(), is_index));
}

Result<std::vector<std::string>> named_devices(const std::string& device, int rank, int ranks) {
    if (device == "all") {
        return all_devices();
    }
    if (names_several_devices(device)) {
        return parts_of(device);
    }
    if (device.empty() && ranks > 1) {
        VKALGO_TRY(const auto all, all_devices());
        return std::vector<std::string>{all[static_cast<std::size_t>(rank) % all.size()]};
    }
    return std::vector<std::string>{device};
}

std::string device_title(const std::string& device, const Context& context) {
    const std::string& name = context.profile().name;
    return is_index(device) ? fmt::format("device {} ({})", device, name) : fmt::format("device {}", name);
}

}  // namespace vkalgo::cli
