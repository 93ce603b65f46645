// Suppresses reports of ThreadSanitizer about libraries that it cannot analyse, for the suite of threads_test.cpp. No
// code of vkalgo is suppressed.
#if defined(__SANITIZE_THREAD__)
#define VKALGO_THREAD_SANITIZER
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define VKALGO_THREAD_SANITIZER
#endif
#endif

#ifdef VKALGO_THREAD_SANITIZER
extern "C" const char* __tsan_default_suppressions();
extern "C" const char* __tsan_default_suppressions() {
    // The driver and the layers are not instrumented: they lock by futexes of their own (Mesa's simple_mtx) and pass
    // memory from thread to thread by atomics. The sanitizer sees neither, but it does see their calls of memcpy.
    return "called_from_lib:libvulkan_lvp.so\n"
           "called_from_lib:libVkLayer_khronos_validation.so\n"
           "race:libvulkan_lvp.so\n"
           "race:libVkLayer_khronos_validation.so\n"
           "race:libLLVM\n"
           "mutex:libvulkan_lvp.so\n"
           "deadlock:libvulkan_lvp.so\n"
           "deadlock:libVkLayer_khronos_validation.so\n"
           "thread:libvulkan_lvp.so\n";
}
#endif
