#include "formats/meshes/gltf_document.hpp"

#include "formats/meshes/uri.hpp"
#include "formats/text_words.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::formats {
namespace {

/// A binary file begins with this word, the version and the length of the whole file. Chunks follow, each of a length,
/// a kind and bytes.
constexpr std::string_view kMagic = "glTF";
constexpr std::size_t kFront = 12, kChunkFront = 8;
constexpr std::uint32_t kJsonChunk = 0x4E4F534A, kBinaryChunk = 0x004E4942;

/// A value of the JSON text takes some 100 bytes of memory. The limit bounds what a hostile file can take.
constexpr std::uint64_t kMaxValues = std::uint64_t{1} << 24;
constexpr int kMaxDepth = 64;
/// Whole numbers up to this one are exact in f64, which holds JSON's numbers with a point or an exponent.
constexpr double kMaxWhole = 9007199254740992.0;

std::uint32_t word_at(std::string_view content, std::size_t at) {
    std::uint32_t word = 0;
    std::memcpy(&word, content.data() + at, sizeof word);
    return word;
}

template <class T>
T value_at(const std::byte* data) {
    T value;
    std::memcpy(&value, data, sizeof value);
    return value;
}

/// Returns the number of bytes of a number of this type (GltfComponent); 0 for an unknown type.
unsigned size_of(std::uint64_t component) {
    switch (static_cast<GltfComponent>(component)) {
        case GltfComponent::i8:
        case GltfComponent::u8:
            return 1;
        case GltfComponent::i16:
        case GltfComponent::u16:
            return 2;
        case GltfComponent::u32:
        case GltfComponent::f32:
            return 4;
    }
    return 0;
}

}  // namespace

bool is_binary_gltf(std::string_view content) {
    return content.starts_with(kMagic);
}

std::uint32_t GltfAccessor::whole(std::uint64_t element) const {
    const std::byte* const at = data + element * stride;
    switch (component) {
        case GltfComponent::u8:
            return value_at<std::uint8_t>(at);
        case GltfComponent::u16:
            return value_at<std::uint16_t>(at);
        default:
            return value_at<std::uint32_t>(at);
    }
}

double GltfAccessor::real(std::uint64_t element, unsigned component_of_it) const {
    const std::byte* const at = data + element * stride;
    const auto fraction = [&](double value, double greatest) {
        return normalized ? std::max(value / greatest, -1.0) : value;
    };
    switch (component) {
        case GltfComponent::i8:
            return fraction(value_at<std::int8_t>(at + component_of_it), 127);
        case GltfComponent::u8:
            return fraction(value_at<std::uint8_t>(at + component_of_it), 255);
        case GltfComponent::i16:
            return fraction(value_at<std::int16_t>(at + std::size_t{component_of_it} * 2), 32767);
        case GltfComponent::u16:
            return fraction(value_at<std::uint16_t>(at + std::size_t{component_of_it} * 2), 65535);
        case GltfComponent::u32:
            return value_at<std::uint32_t>(at + std::size_t{component_of_it} * 4);
        case GltfComponent::f32:
            return value_at<float>(at + std::size_t{component_of_it} * 4);
    }
    return 0;
}

Error GltfDocument::wrong(const std::string& location, const std::string& message) const {
    return {ErrorCode::invalid_argument, fmt::format("'{}' {}: {}", *name_, location, message), *name_};
}

Result<GltfDocument> GltfDocument::parse(std::string_view content, const std::string& name, const InputLimits& limits) {
    GltfDocument document;
    document.name_ = &name;
    document.limits_ = &limits;
    if (is_binary_gltf(content)) {
        VKALGO_CHECK(document.parse_binary(content));
    } else {
        VKALGO_CHECK(document.parse_text(content, 0));
    }
    const auto asset = document.root_.find("asset");
    if (asset == document.root_.end() || !asset->is_object() || !asset->contains("version")) {
        return document.wrong("asset", "has no version, so this is not a glTF file; export one");
    }
    if (!(*asset)["version"].is_string()) {
        return document.wrong("asset", "has a version that is not a text; write it in quotes, as \"2.0\"");
    }
    const std::string version = (*asset)["version"].get<std::string>();
    if (version != "2" && !version.starts_with("2.")) {
        return document.wrong("asset", fmt::format("has version '{}', but only glTF 2 is supported; convert the file",
                                                   version.substr(0, 16)));
    }
    return document;
}

Result<void> GltfDocument::parse_binary(std::string_view content) {
    if (content.size() < kFront + kChunkFront) {
        return wrong(fmt::format("byte {}", content.size()), kTruncated);
    }
    if (const std::uint32_t version = word_at(content, 4); version != 2) {
        return wrong("byte 4", fmt::format("has version {}, but only 2 is supported; convert the file", version));
    }
    if (const std::uint32_t length = word_at(content, 8); length != content.size()) {
        return wrong("byte 8",
                     fmt::format("announces {} bytes, but there are {}; {}", length, content.size(), kTruncated));
    }
    bool has_text = false;
    for (std::size_t at = kFront; content.size() - at >= kChunkFront;) {
        const std::uint32_t length = word_at(content, at), kind = word_at(content, at + 4);
        at += kChunkFront;
        if (length > content.size() - at) {
            return wrong(
                fmt::format("byte {}", at - kChunkFront),
                fmt::format("a chunk has {} bytes, but only {} are left; {}", length, content.size() - at, kTruncated));
        }
        const std::string_view chunk = content.substr(at, length);
        if (kind == kJsonChunk && !has_text) {
            has_text = true;
            VKALGO_CHECK(parse_text(chunk, at));
        } else if (kind == kBinaryChunk && !binary_) {
            binary_ = as_byte_span(chunk);
        }
        at += length;
    }
    if (!has_text) {
        return wrong("byte 12", "has no chunk of JSON; export the file again");
    }
    return {};
}

namespace {

/// A counter of the values of a JSON text and of the depth of its lists and objects. It keeps no values, and stops the
/// parser beyond the limits.
struct JsonLimits final : GltfDocument::Json::json_sax_t {
    using Json = GltfDocument::Json;
    std::uint64_t values = 0;
    int depth = 0;
    bool too_deep = false;
    /// The position, counted from 0, of the byte at which the text stops being JSON, and whether the text has a number
    /// that no type holds.
    std::size_t wrong_at = 0;
    bool has_huge_number = false;

    bool count() { return ++values <= kMaxValues; }
    bool begin() {
        too_deep = ++depth > kMaxDepth;
        return count() && !too_deep;
    }
    bool end() {
        --depth;
        return true;
    }
    bool null() override { return count(); }
    bool boolean(bool /*value*/) override { return count(); }
    bool number_integer(number_integer_t /*value*/) override { return count(); }
    bool number_unsigned(number_unsigned_t /*value*/) override { return count(); }
    bool number_float(number_float_t /*value*/, const string_t& /*text*/) override { return count(); }
    bool string(string_t& /*value*/) override { return count(); }
    bool binary(binary_t& /*value*/) override { return count(); }
    bool key(string_t& /*value*/) override { return true; }
    bool start_object(std::size_t /*elements*/) override { return begin(); }
    bool start_array(std::size_t /*elements*/) override { return begin(); }
    bool end_object() override { return end(); }
    bool end_array() override { return end(); }
    bool parse_error(std::size_t byte, const std::string& /*token*/, const Json::exception& error) override {
        has_huge_number = dynamic_cast<const Json::parse_error*>(&error) == nullptr;
        // The parser counts from 1.
        wrong_at = byte - 1;
        return false;
    }
};

}  // namespace

/// Parses the JSON, which begins at byte `begin` of the file. Checks the limits first, in a pass of its own: in the
/// callback of the parser that keeps the values, the check would take time that grows with the square of a list's
/// length.
Result<void> GltfDocument::parse_text(std::string_view text, std::uint64_t begin) {
    JsonLimits limits;
    if (!Json::sax_parse(text, &limits)) {
        if (limits.values > kMaxValues) {
            return Error{ErrorCode::too_large,
                         fmt::format("'{}' has more than {} values besides its buffers; split it", *name_, kMaxValues),
                         *name_};
        }
        if (limits.too_deep) {
            return wrong(
                "JSON",
                fmt::format("lists and objects are nested more than {} levels deep; export the file again", kMaxDepth));
        }
        if (limits.has_huge_number) {
            return wrong(fmt::format("byte {}", begin + limits.wrong_at),
                         "a number that ends here does not fit a 64-bit floating-point number; correct it");
        }
        return wrong(fmt::format("byte {}", begin + limits.wrong_at),
                     "is not JSON from here on; copy or export the file again");
    }
    root_ = Json::parse(text, nullptr, false);
    if (!root_.is_object()) {
        return wrong("JSON", "is not an object, so this is not a glTF file; export one");
    }
    return {};
}

Result<const GltfDocument::Json*> GltfDocument::list(const Json& object, const char* key,
                                                     const std::string& location) const {
    static const Json kNone = Json::array();
    const auto found = object.find(key);
    if (found == object.end()) {
        return &kNone;
    }
    if (!found->is_array()) {
        return wrong(location, fmt::format("'{}' is not a list; correct it", key));
    }
    return &*found;
}

Result<std::uint64_t> GltfDocument::count(const char* list) const {
    VKALGO_TRY(const Json* const found, this->list(root_, list, "JSON"));
    return found->size();
}

Result<const GltfDocument::Json*> GltfDocument::element(const char* list, std::uint64_t index) const {
    VKALGO_TRY(const Json* const found, this->list(root_, list, "JSON"));
    const std::string location = fmt::format("{}[{}]", list, index);
    if (index >= found->size()) {
        return wrong(
            location,
            fmt::format("does not exist: the file has only {} of these, counted from 0; correct the reference to it",
                        found->size()));
    }
    const Json& element = (*found)[index];
    if (!element.is_object()) {
        return wrong(location, "is not an object; correct it");
    }
    return &element;
}

Result<std::uint64_t> GltfDocument::whole(const Json& value, const std::string& location) const {
    if (value.is_number_unsigned()) {
        return value.get<std::uint64_t>();
    }
    if (value.is_number_float()) {
        const auto number = value.get<double>();
        if (number >= 0 && number <= kMaxWhole && number == std::floor(number)) {
            return static_cast<std::uint64_t>(number);
        }
    }
    return wrong(location, "is not a whole number of at least 0; correct it");
}

Result<std::uint64_t> GltfDocument::whole(const Json& object, const char* key, const std::string& location,
                                          std::optional<std::uint64_t> otherwise) const {
    const auto found = object.find(key);
    if (found != object.end()) {
        return whole(*found, fmt::format("{}.{}", location, key));
    }
    if (!otherwise) {
        return wrong(location, fmt::format("has no '{}'; add it", key));
    }
    return *otherwise;
}

bool GltfDocument::requires_extension(std::string_view extension) const {
    const auto required = root_.find("extensionsRequired");
    return required != root_.end() && required->is_array() &&
           std::any_of(required->begin(), required->end(), [&](const Json& one) {
               return one.is_string() && one.get_ref<const std::string&>() == extension;
           });
}

Result<GltfAccessor> GltfDocument::accessor(std::uint64_t index) {
    VKALGO_TRY(const Json* const json, element("accessors", index));
    const std::string location = fmt::format("accessors[{}]", index);
    if (json->contains("sparse") || !json->contains("bufferView")) {
        return wrong(location,
                     "has no bufferView, or is sparse or packed, which is not supported; export the mesh again without "
                     "compression, shape keys and sparse accessors");
    }
    GltfAccessor accessor;
    VKALGO_TRY(accessor.count, whole(*json, "count", location));
    VKALGO_TRY(const std::uint64_t component, whole(*json, "componentType", location));
    const unsigned size = size_of(component);
    if (size == 0) {
        return wrong(location, fmt::format("componentType {} does not exist in glTF; correct it", component));
    }
    accessor.component = static_cast<GltfComponent>(component);
    const auto type = json->find("type");
    const bool vector = type != json->end() && *type == "VEC3";
    if (!vector && (type == json->end() || *type != "SCALAR")) {
        return wrong(location,
                     "its type is neither SCALAR, as indices need, nor VEC3, as positions need; export the mesh again");
    }
    accessor.components = vector ? 3 : 1;
    accessor.normalized = json->value("normalized", Json()) == true;
    VKALGO_TRY(const std::uint64_t view_index, whole(*json, "bufferView", location));
    VKALGO_TRY(const std::uint64_t offset, whole(*json, "byteOffset", location, 0));
    VKALGO_TRY(const std::span<const std::byte> bytes, view(view_index, accessor.stride));
    const std::uint64_t element_size = std::uint64_t{size} * accessor.components;
    if (accessor.stride == 0) {
        accessor.stride = element_size;
    }
    if (accessor.stride < element_size) {
        return wrong(
            location,
            fmt::format("each element has {} bytes, but byteStride puts elements {} bytes apart; correct byteStride",
                        element_size, accessor.stride));
    }
    if (accessor.count == 0) {
        return wrong(location, "has the count 0, but must have at least one element; correct it");
    }
    const std::uint64_t left = offset > bytes.size() ? 0 : bytes.size() - offset;
    if (left < element_size || accessor.count - 1 > (left - element_size) / accessor.stride) {
        return wrong(
            location,
            fmt::format("has {} elements that begin at byte {} of bufferViews[{}], which has only {} bytes; {}",
                        accessor.count, offset, view_index, bytes.size(), kTruncated));
    }
    accessor.data = bytes.data() + offset;
    return accessor;
}

Result<std::span<const std::byte>> GltfDocument::view(std::uint64_t index, std::uint64_t& stride) {
    VKALGO_TRY(const Json* const json, element("bufferViews", index));
    const std::string location = fmt::format("bufferViews[{}]", index);
    for (const char* packed : {"EXT_meshopt_compression", "KHR_meshopt_compression"}) {
        // If the extension is not required, the file also has a copy that is not packed.
        if (json->value("extensions", Json::object()).contains(packed) && requires_extension(packed)) {
            return wrong(location, fmt::format("is packed by {}, which is not supported; export the mesh again without "
                                               "compression",
                                               packed));
        }
    }
    VKALGO_TRY(stride, whole(*json, "byteStride", location, 0));
    VKALGO_TRY(const std::uint64_t buffer_index, whole(*json, "buffer", location));
    VKALGO_TRY(const std::uint64_t offset, whole(*json, "byteOffset", location, 0));
    VKALGO_TRY(const std::uint64_t length, whole(*json, "byteLength", location));
    VKALGO_TRY(const std::span<const std::byte> bytes, buffer(buffer_index));
    if (offset > bytes.size() || length > bytes.size() - offset) {
        return wrong(location,
                     fmt::format("has {} bytes that begin at byte {} of buffers[{}], which has only {} bytes; {}",
                                 length, offset, buffer_index, bytes.size(), kTruncated));
    }
    return bytes.subspan(offset, length);
}

Result<std::span<const std::byte>> GltfDocument::buffer(std::uint64_t index) {
    VKALGO_TRY(const Json* const json, element("buffers", index));
    const std::string location = fmt::format("buffers[{}]", index);
    VKALGO_TRY(const std::uint64_t length, whole(*json, "byteLength", location));
    const auto uri = json->find("uri");
    std::span<const std::byte> bytes;
    if (uri == json->end() && index == 0 && binary_) {
        bytes = *binary_;
    } else if (uri == json->end() || !uri->is_string()) {
        return wrong(location, "names no file and has no data; export the mesh again");
    } else {
        auto found = buffers_.find(index);
        if (found == buffers_.end()) {
            VKALGO_TRY(Bytes loaded, load(uri->get_ref<const std::string&>(), location));
            VKALGO_CHECK(take_memory(loaded.size()));
            found = buffers_.emplace(index, std::move(loaded)).first;
        }
        bytes = found->second;
    }
    if (length > bytes.size()) {
        return wrong(location,
                     fmt::format("announces {} bytes, but there are {}; {}", length, bytes.size(), kTruncated));
    }
    return bytes.first(length);
}

Result<void> GltfDocument::take_memory(std::uint64_t bytes) {
    const std::uint64_t most = limits_->memory != 0 ? limits_->memory : host_memory() / 2;
    if (bytes > most - taken_) {
        return Error{
            ErrorCode::too_large,
            fmt::format(
                "'{}' needs more than {} of memory, {}; a mesh counts once for each node that shows it; {} <memory>, "
                "or split the file",
                *name_, format_limit(most),
                limits_->memory != 0 ? "which <memory> sets" : "half of the memory of this machine",
                limits_->memory != 0 ? "raise" : "allow more by"),
            *name_};
    }
    taken_ += bytes;
    return {};
}

Result<Bytes> GltfDocument::load(const std::string& uri, const std::string& location) const {
    if (is_data_uri(uri)) {
        std::optional<Bytes> bytes = decode_data_uri(uri);
        if (!bytes) {
            return wrong(location, "its data: URI is not base64; export the mesh again");
        }
        return std::move(*bytes);
    }
    const std::optional<std::string> file = file_of_uri(uri);
    if (!file) {
        return wrong(
            location,
            "its URI does not name a file in the folder of the glTF file or below it; put the file there, or export a "
            ".glb file");
    }
    if (*name_ == input_name("-")) {
        return wrong(location,
                     fmt::format("its bytes are in '{}', but a glTF file on standard input has no folder; give "
                                 "the glTF file by its name, or as .glb",
                                 *file));
    }
    const auto here = [&](const Error& error) {
        return Error{error.code, fmt::format("'{}' {}: {}", *name_, location, error.message), error.where};
    };
    auto source = Source::open((std::filesystem::path(*name_).parent_path() / *file).string(), Source::Unpack::never);
    if (!source) {
        return here(source.error());
    }
    auto bytes = source->read_all(*limits_);
    return bytes ? std::move(bytes) : here(bytes.error());
}

}  // namespace vkalgo::formats
