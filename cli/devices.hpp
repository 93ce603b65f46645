#pragma once

#include "engine/context.hpp"
#include "engine/result.hpp"

#include <string>
#include <vector>

/// Several devices at once.
namespace vkalgo::cli {

/// Returns whether --device names several devices: "all", or indices separated by commas.
bool names_several_devices(const std::string& device);

/// Returns the devices that --device names, each as ContextOptions::device takes it. "all" means the GPUs of the host
/// or, without GPUs, all usable devices. "0,0" is one device twice. If --device names no device and the host runs
/// several processes, returns one of the devices of "all": that with index `rank` modulo their number. `rank` is the
/// rank of this process on the host, `ranks` the number of processes there. Errors: those of list_devices; no_device.
Result<std::vector<std::string>> named_devices(const std::string& device, int rank = 0, int ranks = 1);

/// Returns "device 0 (NAME)", or "device NAME" if the device was not named by an index.
std::string device_title(const std::string& device, const Context& context);

}  // namespace vkalgo::cli
