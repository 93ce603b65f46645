// Enables checks of synchronization validation that are off by default: of hazards between submissions (in
// vulkan-validationlayers 1.3.239 only), and of accesses by shaders (in later versions). The variables are set before
// main() and so before any instance exists. A variable that is already set keeps its value.
#include <cstdlib>

namespace {

[[maybe_unused]] const int kSubmissions =
    setenv("VK_LAYER_ENABLES", "VALIDATION_CHECK_ENABLE_SYNCHRONIZATION_VALIDATION_QUEUE_SUBMIT", 0);
[[maybe_unused]] const int kShaders = setenv("VK_LAYER_SYNCVAL_SHADER_ACCESSES_HEURISTIC", "1", 0);

}  // namespace
