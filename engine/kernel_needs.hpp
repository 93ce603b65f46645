#pragma once

// Internal to the engine: whether a device can run a module.
#include "device_profile.hpp"
#include "kernel.hpp"

namespace vkalgo {

/// Errors: unsupported (names what the device lacks), invalid_argument (a constant given twice or of a width other than
/// 32). What the module does not say (sizes by unusual constant expressions) is left to the driver.
Result<void> check_needs(const DeviceProfile& profile, const ModuleInterface& module, const KernelInfo& info);

}  // namespace vkalgo
