// Linked into every program of a sanitizer build (VKALGO_SANITIZE).
//
// LeakSanitizer reports at exit. By then the Vulkan loader has unloaded the driver and the layers, and MPI its modules.
// Their stack frames have no names then, so no suppression matches, and the memory that they keep for the life of the
// process looks like a leak of ours. So nothing is ever unloaded, and this memory is suppressed by the names of the
// libraries.
extern "C" int dlclose(void* library);
extern "C" int dlclose(void* /*library*/) {
    return 0;
}

extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() {
    return "leak:libvulkan_lvp.so\n"
           "leak:libLLVM\n"
           "leak:libVkLayer_\n"
           "leak:libmpi\n"
           "leak:libopen-\n"
           "leak:libpmix\n"
           "leak:/openmpi\n"
           "leak:libhwloc\n"
           "leak:vasprintf\n";  // MPI's texts; the stack cannot be followed further up
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
