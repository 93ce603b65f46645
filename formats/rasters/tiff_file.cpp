#include "formats/rasters/tiff_file.hpp"

#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <new>

namespace vkalgo::formats {

bool looks_like_tiff(std::string_view content) {
    using namespace std::string_view_literals;
    return content.starts_with("II*\0"sv) || content.starts_with("MM\0*"sv) || content.starts_with("II+\0"sv) ||
           content.starts_with("MM\0+"sv);
}

/// The callbacks of libtiff.
struct TiffFile::Memory {
    /// The name under which libtiff knows the file.
    static constexpr const char* kName = "memory";

    static TiffFile& file(thandle_t handle) { return *static_cast<TiffFile*>(handle); }

    static tmsize_t read(thandle_t handle, void* target, tmsize_t wanted) {
        TiffFile& self = file(handle);
        const std::string_view content = self.content_.empty() ? as_text(self.bytes_) : self.content_;
        if (self.offset_ >= content.size() || wanted <= 0) {
            return 0;
        }
        const std::size_t count =
            std::min<std::size_t>(static_cast<std::size_t>(wanted), content.size() - self.offset_);
        std::memcpy(target, content.data() + self.offset_, count);
        self.offset_ += count;
        return static_cast<tmsize_t>(count);
    }

    static tmsize_t write(thandle_t handle, void* source, tmsize_t count) {
        TiffFile& self = file(handle);
        if (!self.content_.empty() || count <= 0) {
            return 0;
        }
        const std::uint64_t end = self.offset_ + static_cast<std::uint64_t>(count);
        try {
            self.bytes_.resize(std::max<std::uint64_t>(end, self.bytes_.size()));
        } catch (const std::bad_alloc&) {
            // The exception must not pass through C code.
            return 0;
        }
        std::memcpy(self.bytes_.data() + self.offset_, source, static_cast<std::size_t>(count));
        self.offset_ = end;
        return count;
    }

    static toff_t seek(thandle_t handle, toff_t offset, int whence) {
        TiffFile& self = file(handle);
        if (whence == SEEK_CUR) {
            offset += self.offset_;
        } else if (whence == SEEK_END) {
            offset += size(handle);
        }
        return self.offset_ = offset;
    }

    static int close(thandle_t /*handle*/) { return 0; }

    static toff_t size(thandle_t handle) {
        const TiffFile& self = file(handle);
        return self.content_.empty() ? self.bytes_.size() : self.content_.size();
    }

    static int map(thandle_t /*handle*/, void** /*base*/, toff_t* /*size*/) { return 0; }
    static void unmap(thandle_t /*handle*/, void* /*base*/, toff_t /*size*/) {}

    [[gnu::format(printf, 4, 0)]] static int keep_message(TIFF* /*tiff*/, void* handle, const char* /*module*/,
                                                          const char* form, va_list values) {
        std::array<char, 256> text{};
        std::vsnprintf(text.data(), text.size(), form, values);
        TiffFile& self = file(handle);
        if (self.message_.empty()) {
            // Some messages begin with kName, which does not help users.
            self.message_ = text.data();
            const std::string name = std::string(kName) + ": ";
            self.message_.erase(0, self.message_.starts_with(name) ? name.size() : 0);
        }
        return 1;
    }

    /// Ignores warnings, except those about tags beyond the end of the file, which libtiff skips.
    [[gnu::format(printf, 4, 0)]] static int take_warning(TIFF* tiff, void* handle, const char* module,
                                                          const char* form, va_list values) {
        return std::string_view(form).starts_with("IO error") ? keep_message(tiff, handle, module, form, values) : 1;
    }
};

TiffFile::TiffFile(std::string_view content) : content_(content) {
    // m: the file is not mapped to memory, so that nothing writes to the content.
    open("rm");
}

TiffFile::TiffFile(bool big) {
    open(big ? "w8m" : "wm");
}

TiffFile::~TiffFile() {
    if (tiff_ != nullptr) {
        TIFFClose(tiff_);
    }
}

void TiffFile::open(const char* mode) {
    const std::unique_ptr<TIFFOpenOptions, void (*)(TIFFOpenOptions*)> options(TIFFOpenOptionsAlloc(),
                                                                               TIFFOpenOptionsFree);
    TIFFOpenOptionsSetErrorHandlerExtR(options.get(), Memory::keep_message, this);
    TIFFOpenOptionsSetWarningHandlerExtR(options.get(), Memory::take_warning, this);
    tiff_ = TIFFClientOpenExt(Memory::kName, mode, this, Memory::read, Memory::write, Memory::seek, Memory::close,
                              Memory::size, Memory::map, Memory::unmap, options.get());
}

bool TiffFile::close() {
    const bool flushed = TIFFFlush(tiff_) != 0;
    TIFFClose(tiff_);
    tiff_ = nullptr;
    return flushed && message_.empty();
}

std::optional<GeoReference::TiffTag> TiffFile::tag(std::uint16_t number) const {
    const TIFFField* field = TIFFFindField(tiff_, number, TIFF_ANY);
    // The field that libtiff makes for a tag that it does not know has both properties: its count has 32 bits
    // (TIFF_VARIABLE2), and TIFFGetField() returns the count.
    if (field == nullptr || TIFFFieldReadCount(field) != TIFF_VARIABLE2 || TIFFFieldPassCount(field) == 0) {
        return std::nullopt;
    }
    std::uint32_t count = 0;
    const void* data = nullptr;
    const TIFFDataType type = TIFFFieldDataType(field);
    if (TIFFGetField(tiff_, number, &count, &data) == 0 || data == nullptr || count == 0) {
        return std::nullopt;
    }
    GeoReference::TiffTag tag{number, static_cast<std::uint16_t>(type), count, {}};
    tag.data.resize(std::size_t{count} * static_cast<std::size_t>(TIFFDataWidth(type)));
    std::memcpy(tag.data.data(), data, tag.data.size());
    return tag;
}

std::vector<double> TiffFile::numbers(std::uint16_t number) const {
    const auto found = tag(number);
    std::vector<double> values;
    if (found && found->type == TIFF_DOUBLE) {
        values.resize(found->count);
        std::memcpy(values.data(), found->data.data(), found->data.size());
    } else if (found && found->type == TIFF_FLOAT) {
        std::vector<float> single(found->count);
        std::memcpy(single.data(), found->data.data(), found->data.size());
        values.assign(single.begin(), single.end());
    }
    return values;
}

std::string TiffFile::text(std::uint16_t number) const {
    const auto found = tag(number);
    if (!found || found->type != TIFF_ASCII) {
        return {};
    }
    const std::string_view text = as_text(found->data);
    return std::string(text.substr(0, text.find('\0')));
}

bool TiffFile::set_tag(const GeoReference::TiffTag& tag) {
    const auto type = static_cast<TIFFDataType>(tag.type);
    if (type < TIFF_BYTE || type > TIFF_DOUBLE || tag.count == 0 ||
        tag.data.size() != std::uint64_t{tag.count} * static_cast<std::uint64_t>(TIFFDataWidth(type))) {
        return false;
    }
    std::string name = "Geo";
    const TIFFFieldInfo info = {tag.tag, TIFF_VARIABLE2, TIFF_VARIABLE2, type, FIELD_CUSTOM, 1, 1, name.data()};
    if (TIFFFindField(tiff_, tag.tag, type) == nullptr && TIFFMergeFieldInfo(tiff_, &info, 1) != 0) {
        return false;
    }
    return TIFFSetField(tiff_, tag.tag, tag.count, tag.data.data()) != 0;
}

std::optional<std::uint16_t> geo_key(const std::vector<GeoReference::TiffTag>& tags, std::uint16_t key) {
    for (const auto& tag : tags) {
        if (tag.tag != kGeoKeyDirectory || tag.type != TIFF_SHORT) {
            continue;
        }
        // Each key has four words: the key; the tag that holds its value, or 0 if the last word is the value; the
        // count; the value, or its index in that tag. The first four words belong to the directory itself.
        std::vector<std::uint16_t> words(tag.data.size() / 2);
        std::memcpy(words.data(), tag.data.data(), words.size() * 2);
        for (std::size_t at = 4; at + 4 <= words.size(); at += 4) {
            if (words[at] == key && words[at + 1] == 0) {
                return words[at + 3];
            }
        }
    }
    return std::nullopt;
}

std::optional<ElementType> tiff_sample_type(std::uint16_t format, std::uint16_t bits) {
    const auto pick = [&](ElementType one, ElementType two, ElementType four,
                          ElementType eight) -> std::optional<ElementType> {
        return bits == 8    ? std::optional(one)
               : bits == 16 ? std::optional(two)
               : bits == 32 ? std::optional(four)
               : bits == 64 ? std::optional(eight)
                            : std::nullopt;
    };
    switch (format) {
        case SAMPLEFORMAT_UINT:
        case SAMPLEFORMAT_VOID:
            return pick(ElementType::u8, ElementType::u16, ElementType::u32, ElementType::u64);
        case SAMPLEFORMAT_INT:
            return pick(ElementType::i8, ElementType::i16, ElementType::i32, ElementType::i64);
        case SAMPLEFORMAT_IEEEFP:
            return bits == 32   ? std::optional(ElementType::f32)
                   : bits == 64 ? std::optional(ElementType::f64)
                                : std::nullopt;
        default:
            return std::nullopt;
    }
}

std::uint64_t tiff_most_ratio(std::uint16_t compression) {
    switch (compression) {
        case COMPRESSION_NONE:
            return 1;
        case COMPRESSION_PACKBITS:
            return 128;
        case COMPRESSION_ADOBE_DEFLATE:
        case COMPRESSION_DEFLATE:
            return 1040;
        default:
            return 1 << 16;
    }
}

}  // namespace vkalgo::formats
