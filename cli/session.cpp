#include "cli/command.hpp"
#include "cli/devices.hpp"
#include "formats/bytes.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace vkalgo::cli {

Result<void> Session::open_device(const std::string& device) {
    ContextOptions options;
    options.device = device;
    options.validate = globals_.validate;
    options.memory_limit = globals_.memory;
    options.on_message = [this](std::string_view message) {
        const std::lock_guard lock(message_mutex_);
        if (validation_message_.empty()) {
            validation_message_ = message;
        }
        reporter_.warn(fmt::format("validation: {}", message));
    };
    auto context = open_ ? open_(options) : Context::create(options);
    if (!context) {
        Error error = std::move(context).error();
        if (globals_.device_by_environment && error.where == "device") {
            error.message = "VKALGO_DEVICE: " + error.message;
        }
        return error;
    }
    contexts_.push_back(std::move(*context));
    const DeviceProfile& profile = contexts_.back()->profile();
    reporter_.explain(fmt::format("device {} ({}), {}", profile.name, to_string(profile.type), profile.driver));
    return {};
}

Result<Context*> Session::context() {
    if (contexts_.empty()) {
        if (names_several_devices(globals_.device)) {
            return Error{ErrorCode::invalid_argument,
                         fmt::format("{} {}: only `dp` runs on several devices; give one device, by its index or a "
                                     "part of its name",
                                     globals_.device_by_environment ? "VKALGO_DEVICE" : "--device", globals_.device),
                         {}};
        }
        VKALGO_CHECK(open_device(globals_.device));
    }
    return contexts_.front().get();
}

Result<std::vector<Context*>> Session::contexts(const std::vector<std::string>& devices) {
    while (contexts_.size() < devices.size()) {
        const std::string& device = devices[contexts_.size()];
        if (auto opened = open_device(device); !opened) {
            Error error = std::move(opened).error();
            if (devices.size() > 1) {
                error.message = fmt::format("device {}: {}", device, error.message);
            }
            return error;
        }
    }
    std::vector<Context*> opened;
    for (std::size_t k = 0; k < devices.size(); ++k) {
        opened.push_back(contexts_[k].get());
    }
    return opened;
}

std::uint64_t Session::peak_memory() const {
    std::uint64_t sum = 0;
    for (const auto& context : contexts_) {
        sum += context->peak_memory();
    }
    return sum;
}

std::uint64_t Session::validation_messages() const {
    std::uint64_t sum = 0;
    for (const auto& context : contexts_) {
        sum += context->validation_messages();
    }
    return sum;
}

std::string Session::validation_message() const {
    const std::lock_guard lock(message_mutex_);
    return validation_message_;
}

Result<void> Session::check_output(std::string_view option, const std::string& path,
                                   std::span<const std::string_view> endings) const {
    if (path.empty()) {
        return Error{ErrorCode::invalid_argument,
                     fmt::format("{}: the name of an output file is empty; give a name", option), path};
    }
    const std::string extension = extension_of(path);
    const bool packed =
        extension_of(path + ".gz") != extension;  // extension_of ignores .gz, but outputs are not compressed
    const bool named = !packed && std::find(endings.begin(), endings.end(), extension) != endings.end();
    if (!named && !is_stream(path)) {
        return Error{ErrorCode::invalid_argument,
                     fmt::format("{} {}: cannot write this format; give a name that ends in {}", option, path,
                                 fmt::join(endings, " or ")),
                     path};
    }
    if (path == "-" && globals_.json) {
        return Error{ErrorCode::invalid_argument,
                     fmt::format("{} - and --json both write to standard output; give the output a file name", option),
                     path};
    }
    return check_writable(path);
}

}  // namespace vkalgo::cli
