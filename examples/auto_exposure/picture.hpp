#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

/// RGBA with 8 bits per channel, row-major.
struct Picture {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::vector<std::byte> pixels;

    Picture(std::uint32_t w, std::uint32_t h, std::span<const std::byte> from = {});

    /// Pastes `other`, scaled to a third of its size, with its upper left corner at (x, y).
    void paste_third(const Picture& other, std::uint32_t x, std::uint32_t y);
};

/// Writes an RGB PNG. Throws if the file cannot be written.
void write_png(const std::string& path, const Picture& picture);
