#pragma once

#include "algorithms/sort/sort_call.hpp"
#include "cli/answer.hpp"
#include "cli/command.hpp"
#include "cli/formats.hpp"
#include "engine/result.hpp"
#include "formats/array.hpp"

#include <cstdint>
#include <optional>
#include <string>

/// `vkalgo sort` of keys without the options of SortVariants. Only the keys' original indices may move with the keys.
namespace vkalgo::cli {

struct AloneSettings {
    SortCallOptions options;
    /// Whether the method runs on the CPU.
    bool on_host = false;
    /// Whether the answer is the original indices of the keys. Otherwise it is the keys.
    bool indices = false;
    bool phases = false;
    /// The files to write.
    std::optional<std::string> output, picture;
};

class SortAlone {
public:
    /// Plans a sort of `count` keys, and prints the plan under --verbose. Errors: those of Session::context,
    /// plan_sort_call and check_phases.
    static Result<SortAlone> plan(Session& session, AloneSettings settings, std::uint64_t count);

    const SortMethod& method() const { return *plan_.plan.method; }

    /// Sorts, and describes the run in the answer. `keys` must have the planned number of keys.
    Result<void> run(Session& session, Array keys, Answer& answer) const;

private:
    SortAlone(AloneSettings settings, Context* context) : settings_(std::move(settings)), context_(context) {}

    DeviceProfile profile() const;
    Result<SortResult> timed(Session& session, Array& keys, std::span<std::uint32_t> indices) const;
    void describe(const Session& session, const SortResult& sorted, const Array& keys,
                  std::span<const std::uint32_t> indices, Answer& answer) const;

    AloneSettings settings_;
    /// Null for a method that runs on the CPU.
    Context* context_;
    SortCallPlan plan_;
};

}  // namespace vkalgo::cli
