// The bridge between GLSL and C++: a header that both include writes its structs between these two lines, with GLSL's
// names for 32-bit scalars. C++ sees them in namespace vkalgo::shader.
#ifndef VKALGO_BRIDGE_H
#define VKALGO_BRIDGE_H

#ifdef __cplusplus
#include <cstdint>
#define VKALGO_SHARED_BEGIN    \
    namespace vkalgo::shader { \
    using uint = std::uint32_t;
#define VKALGO_SHARED_END }
#else
#define VKALGO_SHARED_BEGIN
#define VKALGO_SHARED_END
#endif

#endif
