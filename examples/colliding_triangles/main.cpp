// A headless renderer of tetrahedra that fly through each other. In each frame, inside the renderer's own command
// buffer, vkalgo adapts its hierarchy to the moved triangles and finds the pairs that are near each other. Triangles
// that collide glow. vkalgo's rasteriser draws them, so the program has no graphics pipeline.
//
//     colliding_triangles [--bodies N] [--frames F] [--size WxH] [--validate] [--check] OUTPUT_FOLDER
//
// Writes OUTPUT_FOLDER/frame_0000.png and so on. --check compares the collisions of each frame with brute force.
#include "arguments.hpp"
#include "check.hpp"
#include "picture.hpp"
#include "renderer.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>
#include <system_error>

namespace {

constexpr const char* kUsage =
    "usage: colliding_triangles [--bodies N] [--frames F] [--size WxH] [--validate] [--check] OUTPUT_FOLDER";

struct Options {
    RendererOptions renderer;
    std::uint32_t frames = 24;
    std::string output;
    bool validate = false;
    bool check = false;
};

Options parse(int count, char** words) {
    Options options;
    for (int k = 1; k < count; ++k) {
        const std::string name = words[k];
        if (name == "--validate" || name == "--check") {
            (name == "--check" ? options.check : options.validate) = true;
            continue;
        }
        if (name.rfind('-', 0) != 0 && !name.empty() && options.output.empty()) {
            options.output = name;
            continue;
        }
        if (name != "--bodies" && name != "--frames" && name != "--size") {
            const bool is_folder = name.rfind('-', 0) != 0 && !name.empty();
            throw UsageError("'" + name +
                             (is_folder ? "' is a second output folder; give one\n" : "' is not an option\n") + kUsage);
        }
        if (k + 1 == count) {
            throw UsageError("'" + name + "' needs a value after it\n" + kUsage);
        }
        const std::string value = words[++k];
        if (name == "--bodies") {
            options.renderer.bodies = number(name, value, 1, 1000000);
        } else if (name == "--frames") {
            options.frames = number(name, value, 1, 10000);
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
    Device device("colliding_triangles", options.validate);
    const RendererOptions& drawn = options.renderer;
    bool right = true;
    {
        Renderer renderer(device, drawn);
        std::printf("%u bodies, %u frames of %ux%u on %s\n", drawn.bodies, options.frames, drawn.size.width,
                    drawn.size.height, device.name().c_str());
        for (std::uint32_t frame = 0; frame < options.frames; ++frame) {
            write_png(options.output + "/" + file_name(frame),
                      Picture(drawn.size.width, drawn.size.height, renderer.draw(frame)));
            const std::vector<bool> collides = renderer.collides();
            std::printf("%s: %td triangles collide\n", file_name(frame).c_str(),
                        std::count(collides.begin(), collides.end(), true));
            if (options.check) {
                right &= collisions_are_right(
                    frame, collides, collisions_by_brute_force(renderer.positions(), make_triangles(drawn.bodies)));
            }
        }
    }
    if (options.check) {
        std::printf("check: %s\n", right ? "every frame's collisions are those of brute force" : "failed");
    }
    if (options.validate) {
        std::printf("validation: %llu messages\n", static_cast<unsigned long long>(device.validation_messages()));
        right = right && device.validation_messages() == 0;
    }
    return right ? 0 : 1;
}

}  // namespace

int main(int count, char** words) {
    return exit_status("colliding_triangles", [&] { return run(parse(count, words)); });
}
