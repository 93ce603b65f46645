#pragma once

#include "engine/result.hpp"
#include "formats/bytes.hpp"
#include "formats/source.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

/// The lower layer of a glTF 2.0 file (Khronos, glTF 2.0 Specification): its JSON, and numbers in buffers.
namespace vkalgo::formats {

/// Returns true if the content starts like the binary form of glTF.
bool is_binary_gltf(std::string_view content);

/// Types of numbers, with OpenGL's codes.
enum class GltfComponent : std::uint32_t { i8 = 5120, u8 = 5121, i16 = 5122, u16 = 5123, u32 = 5125, f32 = 5126 };

/// Numbers in a buffer. All of them are within the buffer.
struct GltfAccessor {
    GltfComponent component = GltfComponent::f32;
    /// 1 (SCALAR) or 3 (VEC3).
    unsigned components = 1;
    /// Whether a whole number n means n divided by the largest number of its type.
    bool normalized = false;
    /// Number of elements, each of `components` numbers. `stride` is the number of bytes from one element to the next.
    std::uint64_t count = 0;
    std::uint64_t stride = 0;
    const std::byte* data = nullptr;

    /// Returns the first number of an element. `component` must be u8, u16 or u32.
    std::uint32_t whole(std::uint64_t element) const;
    double real(std::uint64_t element, unsigned component_of_it) const;
};

/// A glTF file. Nothing in it is trusted: each access checks what it reads. Errors of all functions: invalid_argument,
/// with the file's name, the JSON path and what to do; too_large.
class GltfDocument {
public:
    using Json = nlohmann::json;

    /// Parses a file, text or binary. `content`, `name` and `limits` must outlive the document. `name` is the file's
    /// name; files that its JSON names are in the same folder or below.
    static Result<GltfDocument> parse(std::string_view content, const std::string& name, const InputLimits& limits);

    const Json& root() const { return root_; }

    /// Returns the number of elements of a list, for example "meshes".
    Result<std::uint64_t> count(const char* list) const;
    /// Returns element `index` of a list. The element is an object.
    Result<const Json*> element(const char* list, std::uint64_t index) const;

    /// Returns a member that is a list; an empty one if it is missing.
    Result<const Json*> list(const Json& object, const char* key, const std::string& location) const;
    /// Returns a member that is a whole number. If it is missing, returns `otherwise`, or an error if that is not
    /// given.
    Result<std::uint64_t> whole(const Json& object, const char* key, const std::string& location,
                                std::optional<std::uint64_t> otherwise = std::nullopt) const;
    /// Returns the whole number that a JSON value holds.
    Result<std::uint64_t> whole(const Json& value, const std::string& location) const;

    /// Returns the numbers of an accessor, and reads their buffer if it is not read yet. The numbers live as long as
    /// the document.
    Result<GltfAccessor> accessor(std::uint64_t index);

    /// Adds `bytes` to the memory that the mesh takes: a small file can refer to the same numbers any number of times.
    /// Errors: too_large (more in total than the limit, or than half the memory of the host without a limit).
    Result<void> take_memory(std::uint64_t bytes);

    Error wrong(const std::string& location, const std::string& message) const;
    const std::string& name() const { return *name_; }

private:
    GltfDocument() = default;
    Result<void> parse_binary(std::string_view content);
    Result<void> parse_text(std::string_view text, std::uint64_t begin);
    Result<std::span<const std::byte>> view(std::uint64_t index, std::uint64_t& stride);
    Result<std::span<const std::byte>> buffer(std::uint64_t index);
    Result<Bytes> load(const std::string& uri, const std::string& location) const;
    bool requires_extension(std::string_view extension) const;

    const std::string* name_ = nullptr;
    const InputLimits* limits_ = nullptr;
    Json root_;
    /// The binary chunk of a binary file.
    std::optional<std::span<const std::byte>> binary_;
    std::map<std::uint64_t, Bytes> buffers_;
    std::uint64_t taken_ = 0;
};

}  // namespace vkalgo::formats
