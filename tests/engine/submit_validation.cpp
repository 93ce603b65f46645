// Synchronization validation across submissions, for this program: vulkan-validationlayers 1.3.239 leaves it out unless
// it is asked for by this name, later ones do it anyway. Set before any instance exists; a value from outside stays.
#include <cstdlib>

namespace {

[[maybe_unused]] const int kSubmissionsValidated =
    setenv("VK_LAYER_ENABLES", "VALIDATION_CHECK_ENABLE_SYNCHRONIZATION_VALIDATION_QUEUE_SUBMIT", 0);

}  // namespace
