#pragma once

#include "engine/context.hpp"
#include "engine/result.hpp"

#include <string>
#include <vector>

/// Several devices at once.
namespace vkalgo::cli {

/// Does --device name several: "all", or indices with commas between?
bool names_several_devices(const std::string& device);

/// What --device names, each as ContextOptions::device takes it: "all" are the GPUs of the host, or what else is usable
/// where there are none; "0,0" is one device twice. Where it names none, and this is one of several processes of a
/// host, the GPU that is its turn: number `place` modulo how many there are. Errors: no_device; invalid_argument.
Result<std::vector<std::string>> named_devices(const std::string& device, int place = 0, int places = 1);

/// "device 0 (NAME)", or "device NAME" where it has no index.
std::string device_title(const std::string& device, const Context& context);

}  // namespace vkalgo::cli
