#pragma once

// Internal to the engine: whether a device can run a module.
#include "device_profile.hpp"
#include "kernel.hpp"

namespace vkalgo {

/// Checks that the device can run the module. Errors: unsupported (names what the device lacks), invalid_argument (a
/// constant that is given twice or is not 32 bits wide). Needs that cannot be read from the module (sizes by unusual
/// constant expressions) are left to the driver to check.
Result<void> check_needs(const DeviceProfile& profile, const ModuleInterface& module, const KernelInfo& info);

}  // namespace vkalgo
