#include "tests/examples/program.hpp"

#include <array>
#include <cstdio>

#include <gtest/gtest.h>
#include <png.h>
#include <sys/wait.h>

namespace vkalgo::test {

Ended run_program(const std::string& program, const std::string& arguments) {
    const std::string command = "'" + program + "' " + arguments + " 2>&1";
    std::FILE* pipe = popen(command.c_str(), "r");
    Ended ended;
    if (pipe == nullptr) {
        return ended;
    }
    std::array<char, 4096> part{};
    while (std::fgets(part.data(), part.size(), pipe) != nullptr) {
        ended.output += part.data();
    }
    const int status = pclose(pipe);
    ended.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return ended;
}

Decoded decode(const std::filesystem::path& path) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    Decoded decoded;
    if (png_image_begin_read_from_file(&image, path.c_str()) == 0) {
        ADD_FAILURE() << path << ": " << image.message;
        return decoded;
    }
    image.format = PNG_FORMAT_RGB;
    decoded.rgb.resize(PNG_IMAGE_SIZE(image));
    if (png_image_finish_read(&image, nullptr, decoded.rgb.data(), 0, nullptr) == 0) {
        ADD_FAILURE() << path << ": " << image.message;
        return {};
    }
    decoded.width = image.width;
    decoded.height = image.height;
    return decoded;
}

}  // namespace vkalgo::test
