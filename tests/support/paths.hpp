// Paths on the machine that built the tests. Only one generated source contains them, so that no other object file
// depends on the folder of the checkout.
#pragma once

#include <string>

namespace vkalgo::test {

/// Returns the root of the source tree, or the folder that VKALGO_TESTS_SOURCE names on another machine.
std::string source_folder();

/// Returns the command `vkalgo` of this build, or the program that VKALGO_TESTS_COMMAND names on another machine.
std::string command_program();

/// Returns the example auto_exposure of this build, or the program that VKALGO_TESTS_AUTO_EXPOSURE names.
std::string auto_exposure_program();

/// Returns the example sorted_particles, or the program that VKALGO_TESTS_SORTED_PARTICLES names.
std::string sorted_particles_program();

/// Returns the example colliding_triangles, or the program that VKALGO_TESTS_COLLIDING_TRIANGLES names.
std::string colliding_triangles_program();

/// Returns the example spell, or the program that VKALGO_TESTS_SPELL names.
std::string spell_program();

/// Returns the example align, or the program that VKALGO_TESTS_ALIGN names.
std::string align_program();

/// Returns the example device_driven, or the program that VKALGO_TESTS_DEVICE_DRIVEN names.
std::string device_driven_program();

}  // namespace vkalgo::test
