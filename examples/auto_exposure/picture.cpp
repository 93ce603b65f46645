#include "picture.hpp"

#include <cstring>
#include <stdexcept>

#include <png.h>

Picture::Picture(std::uint32_t w, std::uint32_t h, std::span<const std::byte> from)
    : width(w), height(h), pixels(from.begin(), from.end()) {
    pixels.resize(std::size_t{w} * h * 4, std::byte{255});
}

void Picture::paste_third(const Picture& other, std::uint32_t x, std::uint32_t y) {
    for (std::uint32_t row = 0; row < other.height / 3; ++row) {
        for (std::uint32_t column = 0; column < other.width / 3 * 4; ++column) {
            const std::uint32_t channel = column % 4;
            unsigned sum = 4;
            for (std::uint32_t k = 0; k < 9; ++k) {
                const std::size_t from_x = column / 4 * 3 + k % 3;
                const std::size_t from_y = row * 3 + k / 3;
                sum += std::to_integer<unsigned>(other.pixels[(from_y * other.width + from_x) * 4 + channel]);
            }
            pixels[((std::size_t{y} + row) * width + x) * 4 + column] = static_cast<std::byte>(sum / 9);
        }
    }
}

void write_png(const std::string& path, const Picture& picture) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    image.width = picture.width;
    image.height = picture.height;
    image.format = PNG_FORMAT_RGB;
    std::vector<std::byte> rgb(std::size_t{picture.width} * picture.height * 3);
    for (std::size_t k = 0; k < rgb.size() / 3; ++k) {
        std::memcpy(&rgb[k * 3], &picture.pixels[k * 4], 3);
    }
    if (png_image_write_to_file(&image, path.c_str(), 0, rgb.data(), 0, nullptr) == 0) {
        throw std::runtime_error(path + ": " + image.message);
    }
}
