// Enables what synchronization validation checks only on request: hazards between submissions (vulkan-validationlayers
// 1.3.239 only), and accesses of shaders (later versions). The variables are set before any instance exists; values
// from outside are kept.
#include <cstdlib>

namespace {

[[maybe_unused]] const int kSubmissions =
    setenv("VK_LAYER_ENABLES", "VALIDATION_CHECK_ENABLE_SYNCHRONIZATION_VALIDATION_QUEUE_SUBMIT", 0);
[[maybe_unused]] const int kShaders = setenv("VK_LAYER_SYNCVAL_SHADER_ACCESSES_HEURISTIC", "1", 0);

}  // namespace
