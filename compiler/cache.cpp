#include "compiler/cache.hpp"

#include "compiler/assemble.hpp"
#include "compiler/embedded_texts.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>
#include <utility>

#include <glslang/Public/ShaderLang.h>
#include <spirv-tools/libspirv.h>
// POSIX: close. <cstdlib> declares mkstemp, which is POSIX too.
#include <unistd.h>

namespace vkalgo::compiler {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kEnding = ".spv";
constexpr std::uint64_t kLargestModule = std::uint64_t{16} << 20;
/// A file of this age that was never renamed is taken to be left over from a process that ended.
constexpr auto kStale = std::chrono::hours(1);

/// A 64-bit FNV-1a hash.
class Hash {
public:
    explicit Hash(std::uint64_t begin) : sum_(begin) {}
    void add(std::span<const std::byte> bytes) {
        for (const std::byte byte : bytes) {
            sum_ = (sum_ ^ static_cast<std::uint64_t>(byte)) * 0x100000001b3U;
        }
    }
    std::uint64_t sum() const { return sum_; }

private:
    std::uint64_t sum_;
};

/// A 128-bit hash of all added parts, each with its length. It detects change, not malice.
class Key {
public:
    void add(std::string_view part) {
        add(part.size());
        both(std::as_bytes(std::span(part)));
    }
    void add(std::uint64_t number) { both(std::as_bytes(std::span(&number, 1))); }

    /// Returns 32 hexadecimal digits.
    std::string name() const {
        constexpr std::string_view kDigits = "0123456789abcdef";
        std::string text;
        for (const std::uint64_t half : {first_.sum(), second_.sum()}) {
            for (int shift = 60; shift >= 0; shift -= 4) {
                text += kDigits[half >> shift & 15U];
            }
        }
        return text;
    }

private:
    void both(std::span<const std::byte> bytes) {
        first_.add(bytes);
        second_.add(bytes);
    }
    Hash first_{0xcbf29ce484222325U}, second_{0x9e3779b97f4a7c15U};
};

/// Returns the key of what all modules depend on: the templates, how glsl.cpp and its passes compile, and the versions
/// of the compilers.
const Key& key_of_the_house() {
    static const Key key = [] {
        Key made;
        made.add(compiler_edition());
        const glslang::Version version = glslang::GetVersion();
        for (const int part : {version.major, version.minor, version.patch}) {
            made.add(static_cast<std::uint64_t>(part));
        }
        made.add(version.flavor);
        made.add(spvSoftwareVersionDetailsString());
        for (const EmbeddedText& text : embedded_texts()) {
            made.add(text.name);
            made.add(text.text);
        }
        return made;
    }();
    return key;
}

/// The header before the words of a module.
struct Seal {
    std::array<char, 8> magic{'v', 'k', 'a', 'l', 'g', 'o', 's', '1'};
    std::array<char, 32> name{};
    std::uint64_t bytes = 0;
    std::uint64_t checksum = 0;
};
static_assert(sizeof(Seal) == 56);

Seal seal_of(const std::string& name, std::span<const std::byte> words) {
    Seal seal;
    std::copy_n(name.begin(), std::min(name.size(), seal.name.size()), seal.name.begin());
    seal.bytes = words.size();
    Hash hash(0xcbf29ce484222325U);
    hash.add(words);
    seal.checksum = hash.sum();
    return seal;
}

bool is_entry(const fs::path& path) {
    const std::string name = path.filename().string();
    return name.size() == 32 + kEnding.size() && name.ends_with(kEnding) &&
           name.find_first_not_of("0123456789abcdef") == 32;
}

/// Returns whether the file has a name under which store() writes a module before renaming the file.
bool is_unfinished(const fs::path& path) {
    return path.filename().string().find(std::string(kEnding) + ".") == 32;
}

}  // namespace

SpirvCache::SpirvCache(std::string folder, std::uint64_t most_bytes)
    : folder_(std::move(folder)), most_bytes_(most_bytes) {}

Result<std::vector<std::uint32_t>> SpirvCache::compile(std::span<const NamedText> pieces,
                                                       const GlslOptions& options) const {
    if (folder_.empty()) {
        return compile_glsl(pieces, embedded_source(), options);
    }
    Key key = key_of_the_house();
    key.add(options.most_variable_bytes);
    key.add(options.readable ? 1 : 0);
    key.add(options.guarded ? 1 : 0);
    for (const NamedText& piece : pieces) {
        key.add(piece.text);
    }
    const std::string name = key.name();
    if (std::vector<std::uint32_t> words = find(name); !words.empty()) {
        return words;
    }
    VKALGO_TRY(std::vector<std::uint32_t> words, compile_glsl(pieces, embedded_source(), options));
    store(name, words);
    return words;
}

std::vector<std::uint32_t> SpirvCache::find(const std::string& name) const {
    const fs::path path = fs::path(folder_) / (name + std::string(kEnding));
    std::ifstream file(path, std::ios::binary);
    Seal found;
    if (!file.read(reinterpret_cast<char*>(&found), sizeof found) || found.bytes > kLargestModule ||
        found.bytes % 4 != 0) {
        return {};
    }
    std::vector<std::uint32_t> words(static_cast<std::size_t>(found.bytes / 4));
    if (!file.read(reinterpret_cast<char*>(words.data()), static_cast<std::streamsize>(found.bytes)) ||
        file.peek() != std::ifstream::traits_type::eof()) {
        return {};
    }
    const Seal right = seal_of(name, std::as_bytes(std::span(words)));
    if (std::memcmp(&found, &right, sizeof found) != 0) {
        return {};
    }
    std::error_code ignored;
    fs::last_write_time(path, fs::file_time_type::clock::now(), ignored);  // Recently used files are removed last
    return words;
}

void SpirvCache::store(const std::string& name, std::span<const std::uint32_t> words) const {
    const auto bytes = std::as_bytes(words);
    if (bytes.size() > std::min(kLargestModule, most_bytes_)) {
        return;
    }
    std::error_code failed;
    fs::create_directories(folder_, failed);
    const std::string path = (fs::path(folder_) / (name + std::string(kEnding))).string();
    std::string beside = path + ".XXXXXX";
    const int descriptor = failed ? -1 : ::mkstemp(beside.data());
    if (descriptor < 0) {
        return;
    }
    ::close(descriptor);
    const Seal seal = seal_of(name, bytes);
    std::ofstream file(beside, std::ios::binary);
    file.write(reinterpret_cast<const char*>(&seal), sizeof seal);
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    file.close();
    if (!file || std::rename(beside.c_str(), path.c_str()) != 0) {
        std::remove(beside.c_str());
        return;
    }
    drop_oldest();
}

void SpirvCache::drop_oldest() const {
    struct Entry {
        fs::file_time_type used;
        std::uint64_t bytes;
        fs::path path;
    };
    std::vector<Entry> entries;
    std::uint64_t total = 0;
    std::error_code ignored;
    const auto now = fs::file_time_type::clock::now();
    fs::directory_iterator files(folder_, ignored);
    for (; !ignored && files != fs::directory_iterator(); files.increment(ignored)) {
        std::error_code gone;  // Another process may have removed the file
        const auto used = files->last_write_time(gone);
        const std::uint64_t bytes = gone ? 0 : files->file_size(gone);
        if (gone) {
            continue;
        }
        if (is_entry(files->path())) {
            total += bytes;
            entries.push_back({used, bytes, files->path()});
        } else if (is_unfinished(files->path()) && now - used > kStale) {
            fs::remove(files->path(), gone);
        }
    }
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.used < b.used; });
    for (const Entry& entry : entries) {
        if (total <= most_bytes_) {
            break;
        }
        std::error_code gone;
        fs::remove(entry.path, gone);
        total -= entry.bytes;
    }
}

std::string default_cache_folder() {
    if (const char* own = std::getenv("VKALGO_CACHE_DIR")) {
        return own;
    }
    // The XDG Base Directory Specification says that relative paths are to be ignored.
    const auto below = [](const char* variable, const char* folder) -> std::string {
        const char* base = std::getenv(variable);
        return base != nullptr && *base == '/' ? (fs::path(base) / folder).string() : std::string();
    };
    const std::string shared = below("XDG_CACHE_HOME", "vkalgo");
    return shared.empty() ? below("HOME", ".cache/vkalgo") : shared;
}

}  // namespace vkalgo::compiler
