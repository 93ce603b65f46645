#include "cli/command.hpp"
#include "cli/formats/bytes.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace vkalgo::cli {

Result<Context*> Session::context() {
    if (context_) {
        return context_.get();
    }
    ContextOptions options;
    options.device = globals_.device;
    options.validate = globals_.validate;
    options.memory_limit = globals_.memory;
    options.on_message = [this](std::string_view message) {
        if (validation_message_.empty()) {
            validation_message_ = message;
        }
        reporter_.warn(fmt::format("validation: {}", message));
    };
    auto context = open_ ? open_(options) : Context::create(options);
    if (!context && globals_.device_by_environment && context.error().where == "device") {
        context.error().message = "VKALGO_DEVICE: " + context.error().message;
    }
    VKALGO_TRY(context_, std::move(context));
    reporter_.explain(fmt::format("device {} ({}), {}", context_->profile().name, to_string(context_->profile().type),
                                  context_->profile().driver));
    return context_.get();
}

Result<void> Session::check_output(std::string_view option, const std::string& path,
                                   std::initializer_list<std::string_view> endings) const {
    const std::string extension = extension_of(path);
    const bool packed =
        extension_of(path + ".gz") != extension;  // extension_of looks below .gz; outputs are not packed
    const bool named = !packed && std::find(endings.begin(), endings.end(), extension) != endings.end();
    if (!path.empty() && !named && !is_stream(path)) {
        return Error{ErrorCode::invalid_argument,
                     fmt::format("{} {}: cannot write this format; give a name that ends in {}", option, path,
                                 fmt::join(endings, " or ")),
                     path};
    }
    if (path == "-" && globals_.json) {
        return Error{ErrorCode::invalid_argument,
                     "an output to - and --json both want standard output; give the output a file name", path};
    }
    return check_writable(path);
}

}  // namespace vkalgo::cli
