// What synchronization validation leaves out unless it is asked for: submissions together (vulkan-validationlayers
// 1.3.239 alone), and what shaders read and write (later ones). Set before any instance exists; a value from outside
// stays.
#include <cstdlib>

namespace {

[[maybe_unused]] const int kSubmissions =
    setenv("VK_LAYER_ENABLES", "VALIDATION_CHECK_ENABLE_SYNCHRONIZATION_VALIDATION_QUEUE_SUBMIT", 0);
[[maybe_unused]] const int kShaders = setenv("VK_LAYER_SYNCVAL_SHADER_ACCESSES_HEURISTIC", "1", 0);

}  // namespace
