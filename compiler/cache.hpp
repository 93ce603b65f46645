#pragma once

#include "../engine/result.hpp"
#include "glsl.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace vkalgo::compiler {

/// A folder of compiled modules. The key of a module is everything that it was compiled from: the whole text, including
/// vkalgo's own parts, the options, and the versions of the compilers. So an entry is never out of date, and a
/// recurrence file that is moved still finds its modules. Each module is a file with its length and a checksum; a
/// damaged file is ignored and replaced. Files are written under another name and renamed, so any number of processes
/// may share a folder. Failures to write are ignored: a cache is only a convenience and causes no errors. Thread-safe.
class SpirvCache {
public:
    static constexpr std::uint64_t kMaxBytes = std::uint64_t{64} << 20;

    /// Uses `folder`, which is created when the first module is stored. If `folder` is empty, nothing is kept. Beyond
    /// `most_bytes` the modules that were used longest ago are removed.
    explicit SpirvCache(std::string folder, std::uint64_t most_bytes = kMaxBytes);

    /// Returns the result of compile_glsl with embedded_source(), from the cache if it is there. Errors: those of
    /// compile_glsl.
    Result<std::vector<std::uint32_t>> compile(std::span<const NamedText> pieces, const GlslOptions& options) const;

    /// Returns the folder that was passed to the constructor.
    const std::string& folder() const { return folder_; }

private:
    std::vector<std::uint32_t> find(const std::string& name) const;
    void store(const std::string& name, std::span<const std::uint32_t> words) const;
    void drop_oldest() const;

    std::string folder_;
    std::uint64_t most_bytes_;
};

/// Returns the folder where the command keeps compiled modules: $VKALGO_CACHE_DIR if it is set, else vkalgo/ in
/// $XDG_CACHE_HOME, else vkalgo/ in ~/.cache. Empty means that modules are not kept.
std::string default_cache_folder();

}  // namespace vkalgo::compiler
