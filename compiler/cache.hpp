#pragma once

#include "../engine/result.hpp"
#include "glsl.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace vkalgo::compiler {

/// Compiled modules in a folder, by what they were compiled from: all of the text, vkalgo's own included, the options
/// and the versions of the compilers. So an entry is never out of date, and a file that is moved keeps its own. Each is
/// a file with its length and a checksum; a damaged one counts as none and is replaced. Files are written under another
/// name and renamed: any number of processes may share a folder. What cannot be written is left: a cache is a
/// convenience, and nothing of it is an error. Thread-safe.
class SpirvCache {
public:
    static constexpr std::uint64_t kMaxBytes = std::uint64_t{64} << 20;

    /// `folder` is made when the first module is stored; empty: nothing is kept. Beyond `most_bytes` the modules that
    /// were used longest ago go.
    explicit SpirvCache(std::string folder, std::uint64_t most_bytes = kMaxBytes);

    /// compile_glsl with embedded_source(), or what it gave before. Errors: those of compile_glsl.
    Result<std::vector<std::uint32_t>> compile(std::span<const NamedText> pieces, const GlslOptions& options) const;

    /// As given.
    const std::string& folder() const { return folder_; }

private:
    std::vector<std::uint32_t> find(const std::string& name) const;
    void store(const std::string& name, std::span<const std::uint32_t> words) const;
    void drop_oldest() const;

    std::string folder_;
    std::uint64_t most_bytes_;
};

/// Where the command keeps compiled modules: $VKALGO_CACHE_DIR (empty: nowhere), else vkalgo/ in $XDG_CACHE_HOME, else
/// in ~/.cache. Empty: nowhere.
std::string default_cache_folder();

}  // namespace vkalgo::compiler
