// The bridge between GLSL and C++. A header that GLSL and C++ include writes its structs between VKALGO_SHARED_BEGIN
// and VKALGO_SHARED_END, with GLSL's names for 32-bit scalars. In C++ they are in namespace vkalgo::shader.
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
