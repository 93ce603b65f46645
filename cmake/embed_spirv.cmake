# cmake -DINPUT=x.spv -DOUTPUT=x.hpp -DNAME=family_kernel -P embed_spirv.cmake
# Writes SPIR-V as an array of 32-bit words. SPIR-V files are little-endian on every machine we build on.
file(READ "${INPUT}" bytes HEX)
string(REGEX REPLACE "(..)(..)(..)(..)" "0x\\4\\3\\2\\1," words "${bytes}")
string(REGEX REPLACE "(0x........,0x........,0x........,0x........,0x........,0x........,0x........,0x........,)"
       "\\1\n" words "${words}")
file(WRITE "${OUTPUT}" "#pragma once

#include <cstdint>

namespace vkalgo::spirv {

// NOLINTNEXTLINE(readability-identifier-naming): called what its file is called
inline constexpr std::uint32_t ${NAME}[] = {
${words}
};

}  // namespace vkalgo::spirv
")
