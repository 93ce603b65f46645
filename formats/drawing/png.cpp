#include "formats/drawing/png.hpp"

#include "support/numbers.hpp"

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstdio>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <png.h>

namespace vkalgo::formats {
namespace {

Error bad_png(const std::string& name, const std::string& message) {
    return {ErrorCode::invalid_argument, fmt::format("'{}' {}", name, message), name};
}

/// The state of one image that is being read. libpng leaves a function by longjmp if an image is bad, and longjmp must
/// not skip the destructors of C++ objects. So the two functions that call setjmp own nothing; this struct owns
/// everything and lives in their caller.
struct Decoder {
    Decoder() = default;
    Decoder(const Decoder&) = delete;
    Decoder& operator=(const Decoder&) = delete;
    ~Decoder() { png_destroy_read_struct(&png, &info, nullptr); }

    png_structp png = nullptr;
    png_infop info = nullptr;
    const std::byte* data = nullptr;
    std::size_t size = 0;
    std::size_t position = 0;
    std::array<char, 128> message{};

    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::size_t row_bytes = 0;
    unsigned channels = 0;
    unsigned depth = 0;
    int passes = 1;
    int pass = 0;
    std::uint32_t row = 0;
    /// One row of samples. For an interlaced image: all rows, which are filled in several passes.
    std::vector<png_byte> samples;
    /// The image's values.
    Bytes grey;
};

void read_from_memory(png_structp png, png_bytep target, png_size_t wanted) {
    auto* decoder = static_cast<Decoder*>(png_get_io_ptr(png));
    if (decoder->size - decoder->position < wanted) {
        png_error(png, "the file ends too early");
    }
    std::memcpy(target, decoder->data + decoder->position, wanted);
    decoder->position += wanted;
}

[[noreturn]] void keep_message(png_structp png, png_const_charp message) {
    auto* decoder = static_cast<Decoder*>(png_get_error_ptr(png));
    std::snprintf(decoder->message.data(), decoder->message.size(), "%s", message);
    png_longjmp(png, 1);
}

void ignore_warning(png_structp /*png*/, png_const_charp /*message*/) {}

/// Reads the image up to the pixels, and sets libpng to return whole bytes of grey or RGB, with alpha removed.
bool read_header(Decoder& decoder) {
    if (setjmp(png_jmpbuf(decoder.png)) != 0) {  // NOLINT(cert-err52-cpp): libpng's only way to report an error
        return false;
    }
    png_set_read_fn(decoder.png, &decoder, read_from_memory);
    // Texts and profiles may unpack to gigabytes, and are not needed.
    png_set_keep_unknown_chunks(decoder.png, PNG_HANDLE_CHUNK_NEVER, nullptr, -1);
    png_read_info(decoder.png, decoder.info);
    if (png_get_color_type(decoder.png, decoder.info) == PNG_COLOR_TYPE_PALETTE) {
        png_set_palette_to_rgb(decoder.png);
    } else if (png_get_bit_depth(decoder.png, decoder.info) < 8) {
        png_set_expand_gray_1_2_4_to_8(decoder.png);
    }
    png_set_strip_alpha(decoder.png);
    if (png_get_bit_depth(decoder.png, decoder.info) == 16) {
        png_set_swap(decoder.png);  // The file is big-endian
    }
    decoder.passes = png_set_interlace_handling(decoder.png);
    png_read_update_info(decoder.png, decoder.info);
    decoder.width = png_get_image_width(decoder.png, decoder.info);
    decoder.height = png_get_image_height(decoder.png, decoder.info);
    decoder.row_bytes = png_get_rowbytes(decoder.png, decoder.info);
    decoder.channels = png_get_channels(decoder.png, decoder.info);
    decoder.depth = png_get_bit_depth(decoder.png, decoder.info);
    return true;
}

/// Writes the grey values of a row of grey or RGB samples into decoder.grey, at row decoder.row.
template <class Sample>
void take_row(Decoder& decoder, const png_byte* samples) {
    std::byte* target = decoder.grey.data() + std::size_t{decoder.row} * decoder.width * sizeof(Sample);
    if (decoder.channels == 1) {
        std::memcpy(target, samples, decoder.row_bytes);
        return;
    }
    for (std::size_t pixel = 0; pixel < decoder.width; ++pixel) {
        std::array<Sample, 3> colour{};
        std::memcpy(colour.data(), samples + pixel * sizeof colour, sizeof colour);
        const std::uint32_t weighted = 2126U * colour[0] + 7152U * colour[1] + 722U * colour[2];
        const auto value = static_cast<Sample>((weighted + 5000U) / 10000U);
        std::memcpy(target + pixel * sizeof value, &value, sizeof value);
    }
}

bool read_pixels(Decoder& decoder) {
    if (setjmp(png_jmpbuf(decoder.png)) != 0) {  // NOLINT(cert-err52-cpp): as above
        return false;
    }
    for (decoder.pass = 0; decoder.pass < decoder.passes; ++decoder.pass) {
        for (decoder.row = 0; decoder.row < decoder.height; ++decoder.row) {
            png_byte* samples = decoder.samples.data() + (decoder.passes > 1 ? decoder.row * decoder.row_bytes : 0);
            png_read_row(decoder.png, samples, nullptr);
            if (decoder.pass + 1 < decoder.passes) {
                continue;
            }
            if (decoder.depth == 16) {
                take_row<std::uint16_t>(decoder, samples);
            } else {
                take_row<std::uint8_t>(decoder, samples);
            }
        }
    }
    png_read_end(decoder.png, nullptr);
    return true;
}

}  // namespace

Result<void> check_png_start(std::span<const std::byte> head, const std::string& name) {
    constexpr std::size_t kSignature = 8;
    if (head.empty()) {
        return bad_png(name, "is empty, so it is not a PNG image; save it again");
    }
    const std::size_t compared = std::min(head.size(), kSignature);
    if (png_sig_cmp(reinterpret_cast<png_const_bytep>(head.data()), 0, compared) != 0) {
        return bad_png(name, "is not a valid PNG image, since it does not start like one; save it again");
    }
    return {};
}

Result<Array> parse_png(const Bytes& bytes, const std::string& name, DecodedLimit limit) {
    VKALGO_CHECK(check_png_start(bytes, name));
    Decoder decoder;
    decoder.data = bytes.data();
    decoder.size = bytes.size();
    const auto corrupt = [&] {
        return bad_png(name, fmt::format("is not a valid PNG image: {} (near byte {}); save it again",
                                         decoder.message.data(), decoder.position));
    };
    decoder.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &decoder, keep_message, ignore_warning);
    decoder.info = decoder.png != nullptr ? png_create_info_struct(decoder.png) : nullptr;
    if (decoder.info == nullptr) {
        return Error{ErrorCode::out_of_memory, "libpng has no memory to read the image; free some memory", name};
    }
    if (!read_header(decoder)) {
        return corrupt();
    }
    // Deflate packs at most about 1032 to 1. A header that promises more is wrong, and must not cause a large
    // allocation.
    constexpr std::size_t kMaxPacked = 1040;
    const std::size_t size = decoder.row_bytes * decoder.height;
    if (size / kMaxPacked > bytes.size()) {
        return bad_png(name,
                       fmt::format("is not a valid PNG image: {} x {} pixels cannot fit in {} bytes; save it again",
                                   decoder.width, decoder.height, bytes.size()));
    }
    if (size > limit.bytes) {
        return Error{
            ErrorCode::too_large,
            fmt::format("'{}' is an image of {} x {} pixels, {} when decoded, but the limit is {}; raise {} or "
                        "give a smaller image",
                        name, decoder.width, decoder.height, format_limit(size), format_limit(limit.bytes),
                        limit.option),
            name};
    }
    const bool wide = decoder.depth == 16;
    decoder.samples.resize(decoder.passes > 1 ? size : decoder.row_bytes);
    decoder.grey.resize(std::size_t{decoder.width} * decoder.height * (wide ? 2 : 1));
    if (!read_pixels(decoder)) {
        return corrupt();
    }
    return Array{wide ? ElementType::u16 : ElementType::u8, {decoder.height, decoder.width}, std::move(decoder.grey)};
}

namespace {

/// Returns the bytes of a PNG with these samples, unchanged. Uses libpng's simplified interface, which returns errors
/// instead of jumping.
Result<Bytes> encode_samples(std::uint32_t width, std::uint32_t height, png_uint_32 format, const void* samples) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    image.width = width;
    image.height = height;
    image.format = format;
    Bytes bytes(PNG_IMAGE_PNG_SIZE_MAX(image));
    png_alloc_size_t size = bytes.size();
    if (png_image_write_to_memory(&image, bytes.data(), &size, 0, samples, 0, nullptr) == 0) {
        return Error{ErrorCode::invalid_argument,
                     fmt::format("cannot make a PNG of {} x {} pixels: {}; choose a smaller picture", width, height,
                                 std::string_view(image.message)),
                     {}};
    }
    bytes.resize(size);
    return bytes;
}

}  // namespace

Result<Bytes> encode_png(std::uint32_t width, std::uint32_t height, std::uint32_t channels,
                         std::span<const std::uint8_t> samples) {
    const std::uint64_t wanted = std::uint64_t{width} * height * channels;
    if ((channels != 1 && channels != 3) || wanted == 0 || samples.size() != wanted) {
        return Error{
            ErrorCode::invalid_argument,
            fmt::format(
                "{} samples do not make a PNG of {} x {} pixels and {} channels; give 1 or 3 channels, at least "
                "one pixel, and width * height * channels samples",
                samples.size(), width, height, channels),
            {}};
    }
    return encode_samples(width, height, channels == 1 ? PNG_FORMAT_GRAY : PNG_FORMAT_RGB, samples.data());
}

Result<Bytes> encode_grey_png(std::uint32_t width, std::uint32_t height, std::span<const std::uint16_t> samples) {
    if (samples.empty() || samples.size() != std::uint64_t{width} * height) {
        return Error{
            ErrorCode::invalid_argument,
            fmt::format("{} samples do not make a PNG of {} x {} pixels; give width * height samples, at least one",
                        samples.size(), width, height),
            {}};
    }
    return encode_samples(width, height, PNG_FORMAT_LINEAR_Y, samples.data());
}

}  // namespace vkalgo::formats
