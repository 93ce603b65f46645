// A headless renderer that flies around a cloud of transparent particles. They blend correctly only if they are drawn
// from back to front: vkalgo sorts them by depth in each frame, inside the renderer's own command buffer.
//
//     sorted_particles [--particles N] [--frames F] [--size WxH] [--validate] OUTPUT_FOLDER
//
// Writes OUTPUT_FOLDER/frame_0000.png and so on.
#include "arguments.hpp"
#include "picture.hpp"
#include "renderer.hpp"

#include <cstdio>
#include <filesystem>
#include <string>
#include <system_error>

namespace {

constexpr const char* kUsage =
    "usage: sorted_particles [--particles N] [--frames F] [--size WxH] [--validate] OUTPUT_FOLDER";

struct Options {
    RendererOptions renderer;
    std::string output;
    bool validate = false;
};

Options parse(int count, char** words) {
    Options options;
    for (int k = 1; k < count; ++k) {
        const std::string name = words[k];
        if (name == "--validate") {
            options.validate = true;
            continue;
        }
        if (name.rfind('-', 0) != 0 && !name.empty() && options.output.empty()) {
            options.output = name;
            continue;
        }
        if (name != "--particles" && name != "--frames" && name != "--size") {
            const bool is_folder = name.rfind('-', 0) != 0 && !name.empty();
            throw UsageError("'" + name +
                             (is_folder ? "' is a second output folder; give one\n" : "' is not an option\n") + kUsage);
        }
        if (k + 1 == count) {
            throw UsageError("'" + name + "' needs a value after it\n" + kUsage);
        }
        const std::string value = words[++k];
        if (name == "--particles") {
            options.renderer.particles = number(name, value, 1, 4000000);
        } else if (name == "--frames") {
            options.renderer.frames = number(name, value, 1, 10000);
        } else {
            options.renderer.size = picture_size(name, value);
        }
    }
    if (options.output.empty()) {
        throw UsageError(std::string("the output folder is missing\n") + kUsage);
    }
    std::error_code error;
    std::filesystem::create_directories(options.output, error);
    if (!std::filesystem::is_directory(options.output)) {
        throw UsageError("'" + options.output + "' is not a folder and cannot be made one: " + error.message());
    }
    return options;
}

std::string file_name(std::uint32_t frame) {
    const std::string digits = std::to_string(frame);
    return "frame_" + std::string(4 - digits.size(), '0') + digits + ".png";
}

int run(const Options& options) {
    Device device("sorted_particles", options.validate);
    const RendererOptions& drawn = options.renderer;
    {
        Renderer renderer(device, drawn);
        std::printf("%u particles, %u frames of %ux%u on %s\n", drawn.particles, drawn.frames, drawn.size.width,
                    drawn.size.height, device.name().c_str());
        for (std::uint32_t frame = 0; frame < drawn.frames; ++frame) {
            const Picture picture(drawn.size.width, drawn.size.height, renderer.draw(frame));
            write_png(options.output + "/" + file_name(frame), picture);
            std::printf("%s: %u particles\n", file_name(frame).c_str(), renderer.shown());
        }
    }
    if (options.validate) {
        std::printf("validation: %llu messages\n", static_cast<unsigned long long>(device.validation_messages()));
    }
    return device.validation_messages() == 0 ? 0 : 1;
}

}  // namespace

int main(int count, char** words) {
    return exit_status("sorted_particles", [&] { return run(parse(count, words)); });
}
