#pragma once

#include "engine/result.hpp"

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>

/// PROJ, where this machine has it: loaded when it is asked for, so that nothing needs it to be built or to start.
namespace vkalgo::formats {

/// Coordinate systems are texts that PROJ takes: "EPSG:32632", WKT.
class ProjLibrary {
public:
    /// The library that VKALGO_PROJ names, else the system's. Errors: unsupported (there is none, or one without what
    /// is called).
    static Result<ProjLibrary> load();
    ProjLibrary(const ProjLibrary&) = delete;
    ProjLibrary& operator=(const ProjLibrary&) = delete;
    ProjLibrary(ProjLibrary&& other) noexcept;
    ProjLibrary& operator=(ProjLibrary&&) = delete;
    ~ProjLibrary();

    /// Turns points, x or longitude first, into longitudes and latitudes of WGS84 in degrees. Nothing of them is
    /// changed where it fails. Errors: invalid_argument (a system that PROJ does not know, a point beyond it).
    Result<void> to_longitude_latitude(const std::string& crs, std::span<std::array<double, 2>> points) const;

    /// Are both the same system, whatever the order of their axes? None where PROJ does not know one of them.
    std::optional<bool> is_same(const std::string& one, const std::string& other) const;

    /// The system as WKT of ESRI's kind, as .prj files have it; none where PROJ cannot say it so.
    std::optional<std::string> esri_wkt(const std::string& crs) const;

private:
    struct Calls;

    explicit ProjLibrary(const Calls& calls);

    std::unique_ptr<const Calls> calls_;
    /// PJ_CONTEXT
    void* context_ = nullptr;
};

}  // namespace vkalgo::formats
