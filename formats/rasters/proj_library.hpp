#pragma once

#include "engine/result.hpp"

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>

/// PROJ, if this machine has it. It is loaded when it is needed, so that neither building nor starting requires it.
namespace vkalgo::formats {

/// Functions of PROJ. Coordinate systems are texts that PROJ reads: "EPSG:32632" or WKT.
class ProjLibrary {
public:
    /// Loads the library that VKALGO_PROJ names. Without VKALGO_PROJ, loads the system's library. Errors: unsupported
    /// (the library is missing, or it lacks a function).
    static Result<ProjLibrary> load();
    ProjLibrary(const ProjLibrary&) = delete;
    ProjLibrary& operator=(const ProjLibrary&) = delete;
    ProjLibrary(ProjLibrary&& other) noexcept;
    ProjLibrary& operator=(ProjLibrary&&) = delete;
    ~ProjLibrary();

    /// Converts points, x or longitude first, to longitudes and latitudes of WGS84 in degrees. If the conversion fails,
    /// the points do not change. Errors: invalid_argument (a system that PROJ does not know, a point outside its
    /// range).
    Result<void> to_longitude_latitude(const std::string& crs, std::span<std::array<double, 2>> points) const;

    /// Returns true if both are the same system, whatever the order of longitude and latitude; nullopt if PROJ does not
    /// know one of them.
    std::optional<bool> is_same(const std::string& one, const std::string& other) const;

    /// Returns the system as ESRI's WKT, as in .prj files; nullopt if PROJ does not know it or cannot write it in that
    /// form.
    std::optional<std::string> esri_wkt(const std::string& crs) const;

private:
    struct Calls;

    explicit ProjLibrary(const Calls& calls);

    std::unique_ptr<const Calls> calls_;
    /// A PJ_CONTEXT.
    void* context_ = nullptr;
};

}  // namespace vkalgo::formats
