// A headless renderer that moves from a dark room to its bright window and sets its exposure automatically: vkalgo
// counts the luminance histogram of every frame inside the renderer's own command buffer.
//
//     auto_exposure [--frames N] [--size WxH] [--output DIR] [--validate] [--check]
//
// Writes before.png (constant exposure) and after.png (metered exposure) of the first frame, and strip.png, which shows
// both at several frames of the whole path.
#include "arguments.hpp"
#include "check.hpp"
#include "picture.hpp"
#include "renderer.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

namespace {

constexpr const char* kUsage = "usage: auto_exposure [--frames N] [--size WxH] [--output DIR] [--validate] [--check]";

struct Options {
    RendererOptions renderer;
    std::string output = ".";
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
        if (name == "--check") {
            options.renderer.keep_metering = true;
            continue;
        }
        if (name != "--frames" && name != "--size" && name != "--output") {
            throw UsageError("'" + name + "' is not an option\n" + kUsage);
        }
        if (k + 1 == count) {
            throw UsageError("'" + name + "' needs a value after it\n" + kUsage);
        }
        const std::string value = words[++k];
        if (name == "--frames") {
            options.renderer.frames = number(name, value, 1, 1000);
        } else if (name == "--output") {
            options.output = value;
        } else {
            options.renderer.size = picture_size(name, value);
        }
    }
    return options;
}

/// Returns the frames that the strip shows: at most four, spread over the path.
std::vector<std::uint32_t> strip_frames(std::uint32_t frames) {
    std::vector<std::uint32_t> chosen;
    const std::uint32_t columns = std::min(frames, 4U);
    for (std::uint32_t k = 0; k < columns; ++k) {
        chosen.push_back(columns == 1 ? 0 : k * (frames - 1) / (columns - 1));
    }
    return chosen;
}

void write_pictures(const Renderer& renderer, const Options& options, const std::vector<std::uint32_t>& chosen) {
    const VkExtent2D size = options.renderer.size;
    constexpr std::uint32_t kGap = 4;
    const std::uint32_t step_x = size.width / 3 + kGap;
    const std::uint32_t step_y = size.height / 3 + kGap;
    Picture strip(step_x * static_cast<std::uint32_t>(chosen.size()) - kGap, step_y * 2 - kGap);
    std::filesystem::create_directories(options.output);
    for (std::uint32_t k = 0; k < chosen.size(); ++k) {
        const Pictures pictures = renderer.pictures(chosen[k]);
        const Picture before(size.width, size.height, pictures.fixed);
        const Picture after(size.width, size.height, pictures.adapted);
        strip.paste_third(before, k * step_x, 0);
        strip.paste_third(after, k * step_x, step_y);
        if (k == 0) {
            write_png(options.output + "/before.png", before);
            write_png(options.output + "/after.png", after);
        }
    }
    write_png(options.output + "/strip.png", strip);
}

int run(const Options& options) {
    Device device("auto_exposure", options.validate);
    const std::uint32_t frames = options.renderer.frames;
    bool right = true;
    {
        Renderer renderer(device, options.renderer);
        const std::vector<std::uint32_t> chosen = strip_frames(frames);
        const auto begin = std::chrono::steady_clock::now();
        for (std::uint32_t frame = 0; frame < frames; ++frame) {
            renderer.draw(frame, std::find(chosen.begin(), chosen.end(), frame) != chosen.end());
        }
        renderer.finish();
        const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - begin;
        std::printf("%u frames of %ux%u on %s, %.1f ms each\n", frames, options.renderer.size.width,
                    options.renderer.size.height, device.name().c_str(), time.count() / frames);
        for (const std::uint32_t frame : chosen) {
            const Exposure exposure = renderer.exposure(frame);
            std::printf("frame %3u: metered %6.2f EV, adapted %6.2f EV, exposure %8.3f\n", frame, exposure.metered,
                        exposure.adapted, exposure.exposure);
        }
        write_pictures(renderer, options, chosen);
        if (options.renderer.keep_metering) {
            right = metering_is_right(renderer, frames);
            std::printf("check: %s\n", right ? "every frame's histogram and exposure are right" : "failed");
        }
    }
    if (options.validate) {
        std::printf("validation: %llu messages\n", static_cast<unsigned long long>(device.validation_messages()));
        right = right && device.validation_messages() == 0;
    }
    return right ? 0 : 1;
}

}  // namespace

int main(int count, char** words) {
    return exit_status("auto_exposure", [&] { return run(parse(count, words)); });
}
