#include "tests/profiles/described_devices.hpp"

#include "tests/support/paths.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <set>
#include <stdexcept>
#include <string_view>

#include <nlohmann/json.hpp>

namespace vkalgo::test {
namespace {

using nlohmann::json;

/// A member of DeviceProfile: its name in a file, and the function that reads it.
struct ProfileMember {
    std::string name;
    std::function<void(DeviceProfile&, const json&)> read;
};

template <class T>
ProfileMember member(const char* name, T DeviceProfile::*field) {
    return {name, [field](DeviceProfile& profile, const json& value) {
                value.get_to(profile.*field);
                if (json(profile.*field) != value) {
                    throw std::runtime_error("a value of another type: " + value.dump());
                }
            }};
}

void read_type(DeviceProfile& profile, const json& value) {
    for (const DeviceType type : {DeviceType::discrete, DeviceType::integrated}) {
        if (value == to_string(type)) {
            profile.type = type;
            return;
        }
    }
    throw std::runtime_error("no such type: " + value.dump());
}

void read_version(DeviceProfile& profile, const json& value) {
    const auto text = value.get<std::string>();
    unsigned major = 0, minor = 0, patch = 0;
    if (std::sscanf(text.c_str(), "%u.%u.%u", &major, &minor, &patch) != 3) {
        throw std::runtime_error("no version of Vulkan: " + value.dump());
    }
    profile.api_version = VK_MAKE_API_VERSION(0, major, minor, patch);
}

std::vector<ProfileMember> profile_members() {
    using P = DeviceProfile;
    return {
        member("name", &P::name),
        member("driver", &P::driver),
        {"type", read_type},
        member("vendor_id", &P::vendor_id),
        {"api_version", read_version},
        member("max_workgroup_invocations", &P::max_workgroup_invocations),
        member("max_workgroup_size", &P::max_workgroup_size),
        member("max_workgroup_count", &P::max_workgroup_count),
        member("shared_memory", &P::shared_memory),
        member("max_storage_range", &P::max_storage_range),
        member("storage_offset_alignment", &P::storage_offset_alignment),
        member("max_uniform_range", &P::max_uniform_range),
        member("uniform_offset_alignment", &P::uniform_offset_alignment),
        member("max_allocation", &P::max_allocation),
        member("max_buffer", &P::max_buffer),
        member("device_memory", &P::device_memory),
        member("processors", &P::processors),
        member("max_push_constants", &P::max_push_constants),
        member("max_storage_buffers", &P::max_storage_buffers),
        member("timestamp_period", &P::timestamp_period),
        member("timestamp_bits", &P::timestamp_bits),
        member("subgroup_size", &P::subgroup_size),
        member("min_subgroup_size", &P::min_subgroup_size),
        member("max_subgroup_size", &P::max_subgroup_size),
        member("subgroup_size_control", &P::subgroup_size_control),
        member("max_workgroup_subgroups", &P::max_workgroup_subgroups),
        member("subgroup_vote", &P::subgroup_vote),
        member("subgroup_ballot", &P::subgroup_ballot),
        member("subgroup_arithmetic", &P::subgroup_arithmetic),
        member("subgroup_shuffle", &P::subgroup_shuffle),
        member("subgroup_shuffle_relative", &P::subgroup_shuffle_relative),
        member("push_descriptors", &P::push_descriptors),
        member("int8", &P::int8),
        member("int16", &P::int16),
        member("int64", &P::int64),
        member("float16", &P::float16),
        member("float64", &P::float64),
        member("storage_8bit", &P::storage_8bit),
        member("storage_16bit", &P::storage_16bit),
        member("int64_atomics", &P::int64_atomics),
        member("buffer_device_address", &P::buffer_device_address),
        member("memory_model_device_scope", &P::memory_model_device_scope),
        member("timeline_semaphores", &P::timeline_semaphores),
        member("storage_image_extended_formats", &P::storage_image_extended_formats),
        member("storage_image_read_without_format", &P::storage_image_read_without_format),
        member("storage_image_write_without_format", &P::storage_image_write_without_format),
        member("memory_budget", &P::memory_budget),
        member("cooperative_matrix", &P::cooperative_matrix),
        member("max_loop_iterations", &P::max_loop_iterations),
        member("cross_workgroup_progress", &P::cross_workgroup_progress),
        member("visibility_is_barrier", &P::visibility_is_barrier),
        member("computed_lengths_fail", &P::computed_lengths_fail),
        member("larger_allocations", &P::larger_allocations),
    };
}

/// Reads a member from its entry of "fields", and removes its source from `unused`.
void read_field(DescribedDevice& device, const ProfileMember& field, const json& entry, const json& sources,
                std::set<std::string>& unused) {
    const auto source = entry.at("source").get<std::string>();
    if (entry.size() != 2 || !sources.contains(source)) {
        throw std::runtime_error("no source for " + field.name);
    }
    unused.erase(source);
    field.read(device.profile, entry.at("value"));
}

DescribedDevice read_device(const json& file) {
    DescribedDevice device;
    device.device = file.at("device").get<std::string>();
    device.assumed = file.at("assumed").get<std::vector<std::string>>();
    const json& sources = file.at("sources");
    const json& fields = file.at("fields");
    std::set<std::string> unused;
    for (const auto& [name, text] : sources.items()) {
        unused.insert(name);
    }
    DeviceProfile& profile = device.profile;
    profile.api_version = VK_API_VERSION_1_2;
    profile.device_memory = std::uint64_t{1} << 30;
    const std::vector<ProfileMember> all = profile_members();
    for (const ProfileMember& field : all) {
        const auto times = std::count(device.assumed.begin(), device.assumed.end(), field.name);
        if (times + (fields.contains(field.name) ? 1 : 0) != 1) {
            throw std::runtime_error(field.name + " must be either in \"fields\" or, once, in \"assumed\"");
        }
        if (times == 0) {
            read_field(device, field, fields.at(field.name), sources, unused);
        }
    }
    if (fields.size() + device.assumed.size() != all.size()) {
        throw std::runtime_error("a name that is no member of DeviceProfile");
    }
    if (!unused.empty()) {
        throw std::runtime_error("no field has the source " + *unused.begin());
    }
    if (!fields.contains("max_buffer")) {
        profile.max_buffer = profile.max_allocation;
    }
    return device;
}

}  // namespace

std::vector<DescribedDevice> described_devices() {
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::directory_iterator(source_folder() + "/tests/profiles")) {
        if (entry.path().extension() == ".json") {
            paths.push_back(entry.path());
        }
    }
    std::sort(paths.begin(), paths.end());
    std::vector<DescribedDevice> devices;
    for (const std::filesystem::path& path : paths) {
        try {
            devices.push_back(read_device(json::parse(std::ifstream(path))));
        } catch (const std::exception& error) {
            throw std::runtime_error(path.string() + ": " + error.what());
        }
        devices.back().file = path.stem().string();
    }
    return devices;
}

Narrow narrow_to(const DeviceProfile& device) {
    return [device](DeviceProfile& profile) { profile = device; };
}

}  // namespace vkalgo::test
