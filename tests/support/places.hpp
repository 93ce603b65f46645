// Where things are on the machine that built the tests. One generated source knows it, so that no other object file
// depends on the folder of the checkout.
#pragma once

#include <string>

namespace vkalgo::test {

/// The root of the source tree, or what VKALGO_TESTS_SOURCE names on another machine.
std::string source_folder();

/// The command `vkalgo`: that of this build, or what VKALGO_TESTS_COMMAND names on another machine.
std::string command_program();

/// The example auto_exposure: that of this build, or what VKALGO_TESTS_AUTO_EXPOSURE names on another machine.
std::string auto_exposure_program();

/// The example sorted_particles, or what VKALGO_TESTS_SORTED_PARTICLES names.
std::string sorted_particles_program();

/// The example colliding_triangles, or what VKALGO_TESTS_COLLIDING_TRIANGLES names.
std::string colliding_triangles_program();

/// The example spell, or what VKALGO_TESTS_SPELL names.
std::string spell_program();

/// The example align, or what VKALGO_TESTS_ALIGN names.
std::string align_program();

}  // namespace vkalgo::test
