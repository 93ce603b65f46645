// Plans of every family, for a profile of a device.
#pragma once

#include "engine/device_profile.hpp"
#include "engine/result.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace vkalgo::test {

enum class WorkSize : std::uint8_t { small, middle, large };
inline constexpr std::array<WorkSize, 3> kWorkSizes{WorkSize::small, WorkSize::middle, WorkSize::large};

/// A number of a plan, and the limit of the device that it must not exceed.
struct Bounded {
    std::string what;
    std::uint64_t value = 0;
    std::uint64_t limit = 0;
};

/// What a family would do on a device.
struct Planned {
    /// The method; "-" if the family has no methods.
    std::string method;
    std::vector<Bounded> numbers;
};

/// A family, or a problem of dynamic programming.
struct PlannedFamily {
    std::string name;
    std::function<Result<Planned>(const DeviceProfile& profile, WorkSize size)> plan;
    /// The largest size that must fit every device: a plan must not be too_large.
    WorkSize fits = WorkSize::middle;
};

/// Returns sorting, searching, scanning, counting, matrices, meshes, terrain and volumes.
std::vector<PlannedFamily> array_families();

/// Returns the built-in problems of dynamic programming, in alphabetical order.
std::vector<PlannedFamily> problem_families();

/// Returns whether a message of an error says which feature a device lacks.
bool names_a_feature(std::string_view message);

}  // namespace vkalgo::test
