#pragma once

#include "formats/drawing/canvas.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <png.h>

namespace vkalgo::test {

/// The pixels of a picture, read from a PNG file.
struct PngPixels {
    explicit PngPixels(const std::string& path) {
        png_image image{};
        image.version = PNG_IMAGE_VERSION;
        if (png_image_begin_read_from_file(&image, path.c_str()) == 0) {
            ADD_FAILURE() << path << ": " << image.message;
            return;
        }
        image.format = PNG_FORMAT_RGB;
        rgb.resize(PNG_IMAGE_SIZE(image));
        EXPECT_NE(png_image_finish_read(&image, nullptr, rgb.data(), 0, nullptr), 0) << image.message;
        width = image.width;
        height = image.height;
    }

    formats::Colour at(std::int64_t x, std::int64_t y) const {
        const std::size_t byte = 3 * (static_cast<std::size_t>(y) * width + static_cast<std::size_t>(x));
        return {rgb.at(byte), rgb.at(byte + 1), rgb.at(byte + 2)};
    }
    std::uint64_t count(formats::Colour colour) const {
        std::uint64_t found = 0;
        for (std::size_t byte = 0; byte < rgb.size(); byte += 3) {
            found += formats::Colour{rgb[byte], rgb[byte + 1], rgb[byte + 2]} == colour ? 1U : 0U;
        }
        return found;
    }

    std::uint32_t width = 0, height = 0;
    std::vector<std::uint8_t> rgb;
};

}  // namespace vkalgo::test
