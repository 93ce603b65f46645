// Profiles of real devices, from the files *.json of this folder.
#pragma once

#include "engine/device_profile.hpp"

#include <string>
#include <vector>

namespace vkalgo::test {

/// A device as a file describes it. The file has the device in words ("device") and its sources ("sources": for each
/// name a text, or the lines of a text). For each member of DeviceProfile it has either the value with the name of the
/// source ("fields"), or the member's name in the list "assumed". An assumed member has the least value that Vulkan 1.2
/// promises, as DeviceProfile has it, except for three members: the version is 1.2, the largest buffer is the largest
/// allocation, and the memory is 1 GiB, the least that max_allocation may be.
struct DescribedDevice {
    /// The name of the file, without its ending.
    std::string file;
    /// The device in words.
    std::string device;
    DeviceProfile profile;
    /// The members of the profile that have no source.
    std::vector<std::string> assumed;
};

/// Reads all files, in the order of their names. Throws std::runtime_error if a file is wrong: a member of
/// DeviceProfile that it does not have or has twice, a name that is no member, a value of another type, a source that
/// is not in the list, or a source that no member names.
std::vector<DescribedDevice> described_devices();

/// Returns a function for ContextOptions::narrow with which the tests' device plays `device`. Context::create takes the
/// lesser of two limits, the larger of two alignments and the features that both devices have. It keeps what a driver
/// cannot change: the name, the driver, the type, the vendor, the size of a subgroup, the period of timestamps, and the
/// quirks of the tests' device. So subgroups have the size of the tests' device, whatever `device` has.
Narrow narrow_to(const DeviceProfile& device);

}  // namespace vkalgo::test
