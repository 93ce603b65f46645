#include "algorithms/mesh/mesh_intersection_call.hpp"

#include "algorithms/mesh/mesh_floats.hpp"
#include "engine/context.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace vkalgo {

namespace {

/// What goes to the device: one mesh, or two behind each other.
struct Input {
    ElementType coordinates = ElementType::f32;
    /// what floats see
    std::vector<float> positions;
    /// with coordinates of type f64
    std::vector<double> exact;
    float error = 0;
    std::vector<std::uint32_t> triangles;
    /// the caller's numbers of the triangles, if some were left out
    std::vector<std::uint32_t> numbers;
    /// of a first mesh, if there are two
    std::uint64_t split = 0;
    bool two = false;

    std::uint64_t count() const { return triangles.size() / 3; }
    std::uint64_t vertices() const { return positions.size() / 3; }
    std::uint32_t number(std::uint32_t triangle) const { return numbers.empty() ? triangle : numbers[triangle]; }
};

void append(Input& input, const MeshView& mesh, const std::optional<MeshRegion>& region) {
    const auto first_vertex = static_cast<std::uint32_t>(input.vertices());
    if (input.coordinates == ElementType::f32) {
        input.positions.insert(input.positions.end(), mesh.positions.begin(), mesh.positions.end());
    } else {
        for (std::size_t at = 0; at < 3 * mesh.vertices(); ++at) {
            input.exact.push_back(mesh.coordinate(at / 3, at % 3));
        }
        input.positions.resize(input.exact.size());
    }
    for (std::size_t at = 0; at < mesh.triangles.size(); at += 3) {
        if (region && !meets_region(mesh, static_cast<std::uint32_t>(at / 3), *region)) {
            continue;
        }
        for (std::size_t k = 0; k < 3; ++k) {
            input.triangles.push_back(mesh.triangles[at + k] + first_vertex);
        }
        if (region) {
            input.numbers.push_back(static_cast<std::uint32_t>(at / 3));
        }
    }
}

Result<Input> input_of(const MeshView& a, const MeshView* b, const std::optional<MeshRegion>& region) {
    VKALGO_CHECK(check_mesh(a));
    Input input;
    input.coordinates = a.coordinates();
    if (b != nullptr) {
        VKALGO_CHECK(check_mesh(*b));
        if (b->coordinates() == ElementType::f64) {
            input.coordinates = ElementType::f64;
        }
        if (a.vertices() + b->vertices() > std::numeric_limits<std::uint32_t>::max()) {
            return Error{ErrorCode::too_large, "the vertices of both meshes are more than 32 bits can number", "b"};
        }
    }
    append(input, a, region);
    if (b != nullptr) {
        input.two = true;
        input.split = input.count();
        append(input, *b, region);
    }
    if (input.coordinates == ElementType::f64) {
        input.positions = floats_around_middle(input.exact);
        // Sizes are at most 1: half a unit in the last place of a float, one of the difference of doubles, and what is
        // lost below the smallest normal float.
        input.error = 0x1.1p-25F;
    }
    return input;
}

/// Buffers of one run, made for a plan.
struct Buffers {
    std::vector<Buffer> owned;
    BufferView positions, triangles, exact, pairs, counts, scratch;
};

class Call {
public:
    Call(Runner& runner, const Input& input, const MeshIntersectionCallOptions& options)
        : runner_(runner), input_(input), options_(options) {}

    Result<MeshIntersectionResult> run() {
        if (options_.call.repeat < 1) {
            return Error{ErrorCode::invalid_argument, "there must be one timed run at least", "repeat"};
        }
        const MeshIntersectionOptions search{input_.coordinates, options_.touching, options_.method};
        Context& context = runner_.context();
        VKALGO_TRY(result_.plan,
                   plan_mesh_intersection({search, input_.vertices(), input_.count()}, context.profile()));
        if (input_.count() == 0 || (input_.two && (input_.split == 0 || input_.split == input_.count()))) {
            result_.report.gpu_milliseconds.assign(static_cast<std::size_t>(options_.call.repeat), 0.0);
            return std::move(result_);
        }
        VKALGO_TRY(MeshIntersection made, MeshIntersection::create(context, search));
        search_.emplace(std::move(made));
        const double uploaded = runner_.upload_milliseconds(), downloaded = runner_.download_milliseconds();
        VKALGO_CHECK(prepare());
        if (options_.call.warm_up) {
            VKALGO_TRY(const auto untimed,
                       runner_.measure([&](Recorder& recorder) { return record(recorder, 0, input_.count()); }, 0));
            static_cast<void>(untimed);
        }
        for (turn_ = 0; turn_ < options_.call.repeat; ++turn_) {
            result_.report.gpu_milliseconds.push_back(0);
            VKALGO_CHECK(run_rows());
        }
        finish();
        result_.report.upload_milliseconds = runner_.upload_milliseconds() - uploaded;
        result_.report.download_milliseconds = runner_.download_milliseconds() - downloaded;
        return std::move(result_);
    }

private:
    Result<MeshIntersectionPlan> plan(std::uint64_t candidates, std::uint64_t pairs) const {
        return plan_mesh_intersection({result_.plan.options, input_.vertices(), input_.count(), candidates, pairs},
                                      runner_.context().profile());
    }

    std::uint64_t bytes_of(const MeshIntersectionPlan& plan) const {
        return Buffer::rounded(plan.positions_bytes) + Buffer::rounded(plan.triangles_bytes) +
               Buffer::rounded(plan.exact_bytes) + Buffer::rounded(plan.pairs_bytes) +
               Buffer::rounded(4 * std::size(counts_)) + Buffer::rounded(plan.scratch_bytes) +
               Runner::staging_bytes(std::max({plan.positions_bytes, plan.triangles_bytes, plan.exact_bytes}),
                                     plan.pairs_bytes);
    }

    std::uint64_t available() const {
        const Context& context = runner_.context();
        return tighter_limit(tighter_limit(options_.call.memory_limit, context.memory_limit()),
                             context.profile().device_memory);
    }

    /// Lists of the usual size, or shorter ones where memory asks for it.
    Result<void> prepare() {
        std::uint64_t candidates = default_mesh_candidates(input_.count());
        for (;;) {
            auto made = plan(candidates, 0);
            if (made && (available() == 0 || bytes_of(*made) <= available())) {
                result_.plan = std::move(*made);
                return make_buffers();
            }
            // A row alone may have as many candidates as there are triangles, and each of these may be without area.
            if (candidates / 2 < 2 * input_.count()) {
                VKALGO_CHECK(made);
                return Error{ErrorCode::too_large,
                             "a mesh intersection of " + std::to_string(input_.count()) + " triangles takes " +
                                 std::to_string(bytes_of(*made)) + " bytes of device memory, and " +
                                 std::to_string(available()) + " are available",
                             "memory_limit"};
            }
            candidates /= 2;
        }
    }

    /// True: there is room now for as many results as were counted.
    Result<bool> make_room(std::uint64_t pairs) {
        auto made = plan(result_.plan.candidates, std::min(pairs, kMostMeshPairs));
        if (pairs > kMostMeshPairs || !made || (available() != 0 && bytes_of(*made) > available())) {
            return false;
        }
        result_.plan = std::move(*made);
        buffers_ = {};
        VKALGO_CHECK(make_buffers());
        return true;
    }

    Result<void> make_buffers() {
        Context& context = runner_.context();
        const MeshIntersectionPlan& plan = result_.plan;
        const auto make = [&](BufferView& view, std::uint64_t bytes, const char* name,
                              std::span<const std::byte> upload = {}) -> Result<void> {
            if (bytes == 0) {
                return {};
            }
            VKALGO_TRY(Buffer buffer, Buffer::create(context, {.size = bytes, .name = name}));
            view = buffer.view().slice(0, bytes);
            buffers_.owned.push_back(std::move(buffer));
            return upload.empty() ? Result<void>{} : runner_.upload(view, upload);
        };
        VKALGO_CHECK(
            make(buffers_.positions, plan.positions_bytes, "positions", std::as_bytes(std::span(input_.positions))));
        VKALGO_CHECK(
            make(buffers_.triangles, plan.triangles_bytes, "triangles", std::as_bytes(std::span(input_.triangles))));
        VKALGO_CHECK(make(buffers_.exact, plan.exact_bytes, "exact positions", std::as_bytes(std::span(input_.exact))));
        VKALGO_CHECK(make(buffers_.pairs, plan.pairs_bytes, "pairs"));
        VKALGO_CHECK(make(buffers_.counts, 4 * std::size(counts_), "counts"));
        VKALGO_CHECK(make(buffers_.scratch, plan.scratch_bytes, "scratch"));
        result_.report.device_bytes = bytes_of(plan);
        result_.report.scratch_bytes = plan.scratch_bytes;
        return {};
    }

    Result<void> record(Recorder& recorder, std::uint64_t first, std::uint64_t end) const {
        return search_->record(recorder, {.positions = buffers_.positions,
                                          .triangles = buffers_.triangles,
                                          .exact_positions = buffers_.exact,
                                          .position_error = input_.error,
                                          .pairs = buffers_.pairs,
                                          .counts = buffers_.counts,
                                          .scratch = buffers_.scratch,
                                          .vertices = input_.vertices(),
                                          .triangles_count = input_.count(),
                                          .candidates = result_.plan.candidates,
                                          .pairs_count = result_.plan.pairs,
                                          .split = input_.split,
                                          .first = first,
                                          .end = end});
    }

    /// Part by part; a part with more candidates than there is room for is halved.
    Result<void> run_rows() {
        forget();
        std::uint64_t rows = input_.count();
        for (std::uint64_t first = 0; first < input_.count();) {
            if (options_.call.cancel.stop_requested()) {
                return Error{ErrorCode::cancelled, "the mesh intersection was cancelled", "cancel"};
            }
            const std::uint64_t end = std::min(first + rows, input_.count());
            VKALGO_TRY(const RunReport ran,
                       runner_.run([&](Recorder& recorder) { return record(recorder, first, end); }));
            result_.report.gpu_milliseconds.back() += ran.gpu_milliseconds;
            VKALGO_CHECK(runner_.download(buffers_.counts, std::as_writable_bytes(std::span(counts_))));
            if (std::max(counts_[0], counts_[1]) > result_.plan.candidates || counts_[2] > result_.plan.pairs) {
                VKALGO_TRY(rows, smaller(first, end));
                continue;
            }
            result_.report.spans.insert(result_.report.spans.end(), ran.spans.begin(), ran.spans.end());
            VKALGO_CHECK(take_pairs());
            ++result_.parts;
            first = end;
            if (options_.call.progress) {
                options_.call.progress((turn_ + static_cast<double>(first) / static_cast<double>(input_.count())) /
                                       options_.call.repeat);
            }
        }
        return {};
    }

    /// More room for results if that is all it takes, else fewer rows: how many are next. A part that does not begin
    /// with row 0 needs the scratch of one that did, so that everything begins anew with other buffers.
    Result<std::uint64_t> smaller(std::uint64_t& first, std::uint64_t end) {
        const std::uint64_t rows = end - first;
        if (std::max(counts_[0], counts_[1]) <= result_.plan.candidates) {
            VKALGO_TRY(const bool made, make_room(counts_[2]));
            if (made) {
                forget();
                first = 0;
                return rows;
            }
        }
        if (rows == 1) {
            return Error{ErrorCode::too_large, "a triangle meets more others than there is room for", "memory_limit"};
        }
        return rows / 2;
    }

    void forget() {
        result_.pairs.clear();
        result_.count = result_.candidates = result_.undecided = result_.parts = 0;
        result_.report.spans.clear();
    }

    Result<void> take_pairs() {
        result_.candidates += counts_[0];
        result_.undecided += counts_[1];
        result_.count += counts_[2];
        if (counts_[2] == 0) {
            return {};
        }
        std::vector<std::uint64_t> found(counts_[2]);
        VKALGO_CHECK(
            runner_.download(buffers_.pairs.slice(0, 8 * found.size()), std::as_writable_bytes(std::span(found))));
        for (const std::uint64_t pair : found) {
            result_.pairs.push_back({static_cast<std::uint32_t>(pair >> 32), static_cast<std::uint32_t>(pair)});
        }
        return {};
    }

    void finish() {
        auto& pairs = result_.pairs;
        if (result_.parts > 1) {
            std::sort(pairs.begin(), pairs.end());
        }
        if (options_.max_pairs != 0 && pairs.size() > options_.max_pairs) {
            pairs.resize(static_cast<std::size_t>(options_.max_pairs));
        }
        // Triangles that were left out do not change the order of the others.
        for (MeshPair& pair : pairs) {
            const bool whole = input_.numbers.empty();
            pair.first = input_.number(pair.first);
            pair.second = whole ? pair.second - static_cast<std::uint32_t>(input_.split) : input_.number(pair.second);
        }
    }

    Runner& runner_;
    const Input& input_;
    const MeshIntersectionCallOptions& options_;
    std::optional<MeshIntersection> search_;
    Buffers buffers_;
    std::uint32_t counts_[3] = {};
    int turn_ = 0;
    MeshIntersectionResult result_;
};

Result<MeshIntersectionResult> intersect(Runner& runner, const MeshView& a, const MeshView* b,
                                         const MeshIntersectionCallOptions& options) {
    VKALGO_TRY(const Input input, input_of(a, b, options.region));
    return Call(runner, input, options).run();
}

}  // namespace

bool meets_region(const MeshView& mesh, std::uint32_t triangle, const MeshRegion& region) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        double low = std::numeric_limits<double>::infinity(), high = -low;
        for (std::size_t k = 0; k < 3; ++k) {
            const double value = mesh.coordinate(mesh.triangles[3 * std::size_t{triangle} + k], axis);
            low = std::min(low, value);
            high = std::max(high, value);
        }
        if (low > region.high.at(axis) || high < region.low.at(axis)) {
            return false;
        }
    }
    return true;
}

Result<void> check_mesh(const MeshView& mesh) {
    if (!mesh.positions.empty() && !mesh.positions_f64.empty()) {
        return Error{ErrorCode::invalid_argument, "a mesh has positions of one type, not of both", "positions"};
    }
    const std::size_t numbers = mesh.positions.size() + mesh.positions_f64.size();
    if (numbers % 3 != 0 || mesh.triangles.size() % 3 != 0) {
        return Error{ErrorCode::invalid_argument,
                     std::to_string(numbers) + " coordinates and " + std::to_string(mesh.triangles.size()) +
                         " corners of triangles: 3 must divide both",
                     numbers % 3 != 0 ? "positions" : "triangles"};
    }
    for (std::size_t at = 0; at < mesh.triangles.size(); ++at) {
        if (mesh.triangles[at] >= mesh.vertices()) {
            return Error{ErrorCode::invalid_argument,
                         "triangle " + std::to_string(at / 3) + " has vertex " + std::to_string(mesh.triangles[at]) +
                             ", and there are " + std::to_string(mesh.vertices()),
                         "triangles"};
        }
    }
    for (std::size_t at = 0; at < numbers; ++at) {
        const double size = std::abs(mesh.coordinate(at / 3, at % 3));
        if (!std::isfinite(size)) {
            return Error{ErrorCode::invalid_argument,
                         "a coordinate of vertex " + std::to_string(at / 3) + " is not a finite number", "positions"};
        }
        if (!mesh.positions_f64.empty() && size != 0 &&
            (size < kLeastMeshCoordinate || size > kGreatestMeshCoordinate)) {
            return Error{ErrorCode::invalid_argument,
                         "a coordinate of vertex " + std::to_string(at / 3) +
                             " is too large or too small for an exact answer: sizes from 1e-60 to 1e60, and 0",
                         "positions"};
        }
    }
    return {};
}

Result<MeshIntersectionResult> intersect_mesh(Runner& runner, const MeshView& mesh,
                                              const MeshIntersectionCallOptions& options) {
    return intersect(runner, mesh, nullptr, options);
}

Result<MeshIntersectionResult> intersect_meshes(Runner& runner, const MeshView& a, const MeshView& b,
                                                const MeshIntersectionCallOptions& options) {
    return intersect(runner, a, &b, options);
}

}  // namespace vkalgo
