// Linked into every program of a sanitizer build (VKALGO_SANITIZE).
//
// LeakSanitizer reports at exit, when the Vulkan loader has unloaded the driver and the layers. Then their
// stack frames have no names, so no suppression matches, and the memory that they keep for the life of the
// process looks like a leak of ours. So the driver and the layers are loaded once more and never unloaded, and
// their memory is suppressed by the names of the modules.
#include <initializer_list>

#include <dlfcn.h>

namespace {

const bool kept_loaded = [] {
    for (const char* library : {"libvulkan.so.1", "libvulkan_lvp.so", "libVkLayer_khronos_validation.so",
                                "libVkLayer_MESA_device_select.so"}) {
        dlopen(library, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);  // If the library is missing, it is not needed
    }
    return true;
}();

}  // namespace

extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() {
    return "leak:libvulkan_lvp.so\n"
           "leak:libLLVM\n"
           "leak:libVkLayer_\n";
}

// The driver's compiler allocates all the time. So 16 MiB of freed memory, not 256, are held back to find late uses.
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() {
    return "detect_stack_use_after_return=1:quarantine_size_mb=16:malloc_context_size=12";
}

// The tests of the command would take the line about used suppressions for a program's answer.
extern "C" const char* __lsan_default_options();
extern "C" const char* __lsan_default_options() {
    return "print_suppressions=0";
}

extern "C" const char* __ubsan_default_options();
extern "C" const char* __ubsan_default_options() {
    return "print_stacktrace=1";
}
