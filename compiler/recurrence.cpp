#include "compiler/recurrence.hpp"

#include "compiler/assemble.hpp"
#include "compiler/cache.hpp"

#include <memory>
#include <utility>

namespace vkalgo::compiler {

Result<dp::Recurrence> recurrence(std::string_view text, std::string_view file, const RecurrenceOptions& options) {
    VKALGO_TRY(dp::CompiledRecurrence read, read_recurrence(text, file));
    const auto cache = std::make_shared<const SpirvCache>(options.cache_folder);
    return dp::Recurrence::of(std::move(read), [cache](dp::CompiledRecurrence& wanted, const std::string& module) {
        return assemble_module(wanted, module, *cache);
    });
}

}  // namespace vkalgo::compiler
