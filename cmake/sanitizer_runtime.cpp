// Linked into every program of a sanitizer build (VKALGO_SANITIZE).
//
// LeakSanitizer reports at exit, when the Vulkan loader has unloaded the software driver: its stack frames
// then have no names, no suppression matches, and the allocations that the driver keeps for the life of
// the process look like ours. So the driver is loaded once more and never unloaded, and what it and LLVM
// keep is suppressed by module name.
#include <dlfcn.h>

namespace {

const void* const driver = dlopen("libvulkan_lvp.so", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);

}  // namespace

extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() {
    return "leak:libvulkan_lvp.so\n"
           "leak:libLLVM\n"
           "leak:libVkLayer_khronos_validation.so\n";
}

// The line about the suppressions used would be taken for a program's answer in the tests of the command.
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() {
    return "print_suppressions=0:detect_stack_use_after_return=1";
}

extern "C" const char* __ubsan_default_options();
extern "C" const char* __ubsan_default_options() {
    return "print_stacktrace=1";
}
