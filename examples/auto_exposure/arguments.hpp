#pragma once

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>

#include <vulkan/vulkan_core.h>

/// Thrown if the user's arguments are invalid.
struct UsageError : std::runtime_error {
    using runtime_error::runtime_error;
};

/// Parses the value of an option. Throws UsageError unless it is a whole number from `least` to `most`.
inline std::uint32_t number(const std::string& option, const std::string& text, unsigned long least,
                            unsigned long most) {
    char* end = nullptr;
    errno = 0;
    const unsigned long value = std::strtoul(text.c_str(), &end, 10);
    if (text.empty() || text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0 || value < least || value > most) {
        throw UsageError(option + ": '" + text + "' is not a whole number from " + std::to_string(least) + " to " +
                         std::to_string(most));
    }
    return static_cast<std::uint32_t>(value);
}

/// Returns the exit status of a program: what `run` returns, 2 after a UsageError, 1 after any other exception. Prints
/// both kinds of exceptions.
template <class Run>
int exit_status(const char* program, Run run) {
    try {
        return run();
    } catch (const UsageError& error) {
        std::fprintf(stderr, "%s: %s\n", program, error.what());
        return 2;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s: %s\n", program, error.what());
        return 1;
    }
}

/// Parses a size such as "640x360". Throws UsageError unless each side is from 16 to 4096.
inline VkExtent2D picture_size(const std::string& option, const std::string& text) {
    const std::size_t cross = text.find('x');
    if (cross == std::string::npos) {
        throw UsageError(option + ": '" + text + "' is not a size such as 640x360");
    }
    return {number(option, text.substr(0, cross), 16, 4096), number(option, text.substr(cross + 1), 16, 4096)};
}
