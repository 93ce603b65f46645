#include "algorithms/mesh/mesh_intersection_call.hpp"

#include "algorithms/mesh/mesh_intersection_input.hpp"
#include "engine/context.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace vkalgo {

namespace {

/// The buffers of a call, made for one plan.
struct Buffers {
    std::vector<Buffer> owned;
    BufferView positions, triangles, exact, pairs, counts, scratch;
};

/// Lists get k / kSteps of the wanted length, or of the wanted increase, for the greatest k that memory allows.
constexpr std::uint64_t kSteps = 16;

class Call {
public:
    Call(Runner& runner, const MeshIntersectionInput& input, const MeshIntersectionCallOptions& options)
        : runner_(runner), input_(input), options_(options) {}

    Result<MeshIntersectionResult> run() {
        if (options_.call.repeat < 1) {
            return Error{ErrorCode::invalid_argument, "there must be at least one timed run", "repeat"};
        }
        const MeshIntersectionOptions search{input_.coordinates, options_.touching, options_.method, options_.walk};
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
    /// Plans lists with room for `candidates` candidates and `pairs` results. Errors: those of plan_mesh_intersection;
    /// too_large if memory has no room for the lists.
    Result<MeshIntersectionPlan> plan(std::uint64_t candidates, std::uint64_t pairs) const {
        const Context& context = runner_.context();
        VKALGO_TRY(MeshIntersectionPlan made,
                   plan_mesh_intersection({result_.plan.options, input_.vertices(), input_.count(), candidates, pairs},
                                          context.profile()));
        const std::uint64_t available = tighter_limit(tighter_limit(options_.call.memory_limit, context.memory_limit()),
                                                      context.profile().device_memory);
        if (available != 0 && bytes_of(made) > available) {
            return Error{ErrorCode::too_large,
                         "a mesh intersection of " + std::to_string(input_.count()) + " triangles needs " +
                             std::to_string(bytes_of(made)) + " bytes of device memory, but only " +
                             std::to_string(available) + " are available",
                         "memory_limit"};
        }
        return made;
    }

    std::uint64_t bytes_of(const MeshIntersectionPlan& plan) const {
        return Buffer::rounded(plan.positions_bytes) + Buffer::rounded(plan.triangles_bytes) +
               Buffer::rounded(plan.exact_bytes) + Buffer::rounded(plan.pairs_bytes) +
               Buffer::rounded(4 * std::size(counts_)) + Buffer::rounded(plan.scratch_bytes) +
               Runner::staging_bytes(std::max({plan.positions_bytes, plan.triangles_bytes, plan.exact_bytes}),
                                     plan.pairs_bytes);
    }

    /// Makes lists of the usual size, or shorter ones if memory requires it, but long enough for a part of one row. A
    /// row has at most one candidate and one result per triangle. The list of undecided pairs is as long as that of
    /// candidates; it may hold all candidates and, in addition, each triangle paired with itself.
    Result<void> prepare() {
        const std::uint64_t least = 2 * input_.count(), most = default_mesh_candidates(input_.count());
        const std::uint64_t pairs = input_.count();
        for (std::uint64_t step = kSteps; step > 0; --step) {
            if (auto made = plan(std::max(least, most * step / kSteps), std::max(pairs, default_mesh_pairs(pairs)))) {
                result_.plan = std::move(*made);
                return make_buffers();
            }
        }
        VKALGO_TRY(result_.plan, plan(least, pairs));
        return make_buffers();
    }

    /// Makes each list that was too short for the last part a quarter longer than the count of its entries, or as near
    /// to that as memory allows. Returns true if there are new buffers; the caller must then begin anew with row 0.
    Result<bool> grow() {
        const MeshIntersectionPlan old = result_.plan;
        const auto wanted = [](std::uint64_t counted, std::uint64_t room) {
            return counted <= room ? room : std::max(room, std::min(counted + counted / 4, kMaxMeshPairs));
        };
        const std::uint64_t candidates = wanted(std::max(counts_[0], counts_[1]), old.candidates) - old.candidates;
        const std::uint64_t pairs = wanted(counts_[2], old.pairs) - old.pairs;
        for (std::uint64_t step = kSteps; step > 0 && !at_most_; --step) {
            auto made = plan(old.candidates + candidates * step / kSteps, old.pairs + pairs * step / kSteps);
            if (!made || (made->candidates == old.candidates && made->pairs == old.pairs)) {
                continue;
            }
            at_most_ = step < kSteps;
            result_.plan = std::move(*made);
            auto done = make_buffers();
            if (!done && (done.error().code == ErrorCode::out_of_memory || done.error().code == ErrorCode::too_large)) {
                // Other users hold some of the memory that the plan counted on.
                at_most_ = true;
                result_.plan = old;
                done = make_buffers();
            }
            VKALGO_CHECK(done);
            return true;
        }
        at_most_ = true;
        return false;
    }

    Result<void> make_buffers() {
        Context& context = runner_.context();
        const MeshIntersectionPlan& plan = result_.plan;
        buffers_ = {};
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

    /// Runs the rows part by part. Each part has the number of rows for which the lists are estimated to have room; the
    /// estimate is made from the previous part.
    Result<void> run_rows() {
        forget();
        std::uint64_t rows = first_rows_;
        for (std::uint64_t first = 0; first < input_.count();) {
            if (options_.call.cancel.stop_requested()) {
                return Error{ErrorCode::cancelled, "the mesh intersection was cancelled", "cancel"};
            }
            const std::uint64_t end = std::min(first + rows, input_.count());
            VKALGO_TRY(const RunReport ran,
                       runner_.run([&](Recorder& recorder) { return record(recorder, first, end); }));
            result_.report.gpu_milliseconds.back() += ran.gpu_milliseconds;
            VKALGO_CHECK(runner_.download(buffers_.counts, std::as_writable_bytes(std::span(counts_))));
            rows = end - first;
            const double full = fullness();
            if (full > 1) {
                VKALGO_TRY(const bool grown, grow());
                if (grown) {
                    forget();
                    first = 0;
                    continue;
                }
                if (rows == 1) {
                    return Error{
                        ErrorCode::too_large,
                        "the list of the triangles that one triangle, or its box, meets does not fit in device memory",
                        "memory_limit"};
                }
            } else {
                result_.report.spans.insert(result_.report.spans.end(), ran.spans.begin(), ran.spans.end());
                VKALGO_CHECK(take_pairs());
                ++result_.parts;
                first_rows_ = first == 0 ? end : first_rows_;
                first = end;
                if (options_.call.progress) {
                    options_.call.progress((turn_ + static_cast<double>(first) / static_cast<double>(input_.count())) /
                                           options_.call.repeat);
                }
            }
            // Aim at four fifths of the room, because the number of pairs differs between neighbouring rows.
            const double next = static_cast<double>(rows) * std::min(0.8 / full, 8.0);
            rows = std::max<std::uint64_t>(static_cast<std::uint64_t>(next), 1);
        }
        return {};
    }

    /// Returns the share of the room that the last part used in the fullest list. If the share is above 1, entries are
    /// missing.
    double fullness() const {
        const auto part = [](std::uint32_t counted, std::uint64_t room) {
            return static_cast<double>(counted) / static_cast<double>(room);
        };
        return std::max({part(counts_[0], result_.plan.candidates), part(counts_[1], result_.plan.candidates),
                         part(counts_[2], result_.plan.pairs)});
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
        // A region leaves triangles out, but the others keep their order. So the pairs stay sorted.
        for (MeshPair& pair : pairs) {
            const bool whole = input_.numbers.empty();
            pair.first = input_.number(pair.first);
            pair.second = whole ? pair.second - static_cast<std::uint32_t>(input_.split) : input_.number(pair.second);
        }
    }

    Runner& runner_;
    const MeshIntersectionInput& input_;
    const MeshIntersectionCallOptions& options_;
    std::optional<MeshIntersection> search_;
    Buffers buffers_;
    std::uint32_t counts_[3] = {};
    /// The number of rows of the first part of a run.
    std::uint64_t first_rows_ = input_.count();
    /// True if the lists are as long as memory allows.
    bool at_most_ = false;
    int turn_ = 0;
    MeshIntersectionResult result_;
};

Result<MeshIntersectionResult> intersect(Runner& runner, const MeshView& a, const MeshView* b,
                                         const MeshIntersectionCallOptions& options) {
    VKALGO_TRY(const MeshIntersectionInput input, mesh_intersection_input(a, b, options.region));
    return Call(runner, input, options).run();
}

}  // namespace

Result<MeshIntersectionResult> intersect_mesh(Runner& runner, const MeshView& mesh,
                                              const MeshIntersectionCallOptions& options) {
    return intersect(runner, mesh, nullptr, options);
}

Result<MeshIntersectionResult> intersect_meshes(Runner& runner, const MeshView& a, const MeshView& b,
                                                const MeshIntersectionCallOptions& options) {
    return intersect(runner, a, &b, options);
}

}  // namespace vkalgo
