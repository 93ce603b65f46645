#include "formats/rasters/proj_library.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

#include <dlfcn.h>
#include <fmt/format.h>

namespace vkalgo::formats {

/// The functions of proj.h, which are stable since version 6.2. PJ and PJ_CONTEXT are void here.
struct ProjLibrary::Calls {
    /// PJ_COORD: x, y, z and time.
    using Point = std::array<double, 4>;

    void* (*context_create)() = nullptr;
    void* (*context_destroy)(void* context) = nullptr;
    int (*log_level)(void* context, int level) = nullptr;
    void* (*create)(void* context, const char* definition) = nullptr;
    void* (*create_crs_to_crs)(void* context, const char* from, const char* to, void* area) = nullptr;
    void* (*normalize_for_visualization)(void* context, const void* transformation) = nullptr;
    int (*trans_array)(void* transformation, int direction, std::size_t count, Point* points) = nullptr;
    int (*is_equivalent_to)(const void* one, const void* other, int criterion) = nullptr;
    const char* (*as_wkt)(void* context, const void* system, int type, const char* const* options) = nullptr;
    void* (*destroy)(void* object) = nullptr;
};

namespace {

constexpr const char* kNames[] = {"libproj.so.25", "libproj.so.22", "libproj.so.19",
                                  "libproj.so.15", "libproj.so",    "libproj.dylib"};
// Values of proj.h's enumerations.
constexpr int kLogNone = 0, kForward = 1, kEquivalentExceptAxisOrder = 2, kWkt1Esri = 5;

Error no_proj(std::string message) {
    return Error{ErrorCode::unsupported, std::move(message), {}};
}

/// Opens the library. It is never closed, since it keeps its own caches until the process ends.
void* open_library() {
    if (const char* named = std::getenv("VKALGO_PROJ")) {
        return ::dlopen(named, RTLD_NOW | RTLD_LOCAL);
    }
    for (const char* name : kNames) {
        if (void* library = ::dlopen(name, RTLD_NOW | RTLD_LOCAL)) {
            return library;
        }
    }
    return nullptr;
}

template <class Function>
bool find(void* library, const char* name, Function& function) {
    function = reinterpret_cast<Function>(::dlsym(library, name));
    return function != nullptr;
}

}  // namespace

ProjLibrary::ProjLibrary(const Calls& calls)
    : calls_(std::make_unique<const Calls>(calls)), context_(calls.context_create()) {
    calls_->log_level(context_, kLogNone);
}

ProjLibrary::ProjLibrary(ProjLibrary&& other) noexcept
    : calls_(std::move(other.calls_)), context_(std::exchange(other.context_, nullptr)) {}

ProjLibrary::~ProjLibrary() {
    if (calls_ != nullptr) {
        calls_->context_destroy(context_);
    }
}

Result<ProjLibrary> ProjLibrary::load() {
    void* const library = open_library();
    if (const char* named = std::getenv("VKALGO_PROJ"); library == nullptr && named != nullptr) {
        return no_proj(fmt::format(
            "'{}', the value of VKALGO_PROJ, cannot be loaded as PROJ; correct or unset VKALGO_PROJ", named));
    }
    if (library == nullptr) {
        return no_proj("this machine has no PROJ; install it (Debian: proj-bin), or give its path by VKALGO_PROJ");
    }
    Calls calls;
    const bool complete = find(library, "proj_context_create", calls.context_create) &&
                          find(library, "proj_context_destroy", calls.context_destroy) &&
                          find(library, "proj_log_level", calls.log_level) &&
                          find(library, "proj_create", calls.create) &&
                          find(library, "proj_create_crs_to_crs", calls.create_crs_to_crs) &&
                          find(library, "proj_normalize_for_visualization", calls.normalize_for_visualization) &&
                          find(library, "proj_trans_array", calls.trans_array) &&
                          find(library, "proj_is_equivalent_to", calls.is_equivalent_to) &&
                          find(library, "proj_as_wkt", calls.as_wkt) && find(library, "proj_destroy", calls.destroy);
    if (!complete) {
        return no_proj(
            "the PROJ library of this machine, or of VKALGO_PROJ, lacks functions of PROJ 6.2; install a newer "
            "version, or give its path by VKALGO_PROJ");
    }
    return ProjLibrary(calls);
}

Result<void> ProjLibrary::to_longitude_latitude(const std::string& crs, std::span<std::array<double, 2>> points) const {
    const auto destroy = [this](void* object) { calls_->destroy(object); };
    using Owner = std::unique_ptr<void, decltype(destroy)>;
    const Owner plain(calls_->create_crs_to_crs(context_, crs.c_str(), "EPSG:4326", nullptr), destroy);
    const Owner transformation(plain != nullptr ? calls_->normalize_for_visualization(context_, plain.get()) : nullptr,
                               destroy);
    if (transformation == nullptr) {
        return Error{ErrorCode::invalid_argument, "PROJ cannot convert this system to WGS84", {}};
    }
    std::vector<Calls::Point> moved(points.size());
    std::transform(points.begin(), points.end(), moved.begin(), [](const std::array<double, 2>& point) {
        return Calls::Point{point[0], point[1], 0, HUGE_VAL};
    });
    calls_->trans_array(transformation.get(), kForward, moved.size(), moved.data());
    const auto lost = std::find_if(moved.begin(), moved.end(), [](const Calls::Point& point) {
        return !std::isfinite(point[0]) || !std::isfinite(point[1]);
    });
    if (lost != moved.end()) {
        const auto& point = points[static_cast<std::size_t>(lost - moved.begin())];
        return Error{ErrorCode::invalid_argument,
                     fmt::format("PROJ finds no longitude and latitude for ({}, {})", point[0], point[1]),
                     {}};
    }
    std::transform(moved.begin(), moved.end(), points.begin(), [](const Calls::Point& point) {
        return std::array<double, 2>{point[0], point[1]};
    });
    return {};
}

std::optional<bool> ProjLibrary::is_same(const std::string& one, const std::string& other) const {
    void* const left = calls_->create(context_, one.c_str());
    void* const right = calls_->create(context_, other.c_str());
    std::optional<bool> same;
    if (left != nullptr && right != nullptr) {
        same = calls_->is_equivalent_to(left, right, kEquivalentExceptAxisOrder) != 0;
    }
    calls_->destroy(left);
    calls_->destroy(right);
    return same;
}

std::optional<std::string> ProjLibrary::esri_wkt(const std::string& crs) const {
    void* const system = calls_->create(context_, crs.c_str());
    const char* options[] = {"MULTILINE=NO", nullptr};
    const char* text = system != nullptr ? calls_->as_wkt(context_, system, kWkt1Esri, options) : nullptr;
    std::optional<std::string> wkt;
    if (text != nullptr) {
        wkt = text;
    }
    calls_->destroy(system);
    return wkt;
}

}  // namespace vkalgo::formats
